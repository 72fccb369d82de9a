//! A GPU behind NVIDIA's driver.
//!
//! The driver's library is loaded when it is asked for, so the same binary runs where there is
//! none. Only the driver's interface is used: no CUDA toolkit is needed. PTX is compiled by
//! ptxas where that is on the path, else by the compiler within the driver.
//!
//! Every call is synchronous, on the default stream of the device's primary context. The
//! `unsafe` here is that of a foreign interface: handles come from the calls before, pointers
//! to host memory live until the call returns, sizes are those of the slices.
#![allow(unsafe_code)]

use super::{Answer, Device, DeviceError, DeviceInfo, Job};
use crate::arguments::pack_naturally;
use crate::truth::{Attributes, Place};
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUdevice_attribute as Property, CUfunction_attribute as Fact};
use std::ffi::{CString, c_void};
use std::path::PathBuf;
use std::process::Command;

/// Bytes that are written to push everything else out of the L2: several times the largest.
const FLUSH_BYTES: usize = 256 << 20;
/// Dynamic shared memory that a kernel gets without asking (CUDA C++ Programming Guide).
const FREE_DYNAMIC_SHARED: u32 = 48 << 10;

/// A GPU.
pub struct Cuda {
    info: DeviceInfo,
    ptxas: Option<PathBuf>,
    flush: sys::CUdeviceptr,
}

/// Names what was being done when the driver refused.
trait Doing<T> {
    fn doing(self, what: &str) -> Result<T, DeviceError>;
}

impl<T> Doing<T> for Result<T, DriverError> {
    fn doing(self, what: &str) -> Result<T, DeviceError> {
        self.map_err(|DriverError(code)| DeviceError::Driver {
            what: what.into(),
            code: format!("{code:?}"),
        })
    }
}

impl Cuda {
    /// Opens a device by its number.
    pub fn open(ordinal: usize) -> Result<Cuda, DeviceError> {
        // SAFETY: looks for the library and loads it; its initialisers are the driver's own.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::NoDriver);
        }
        result::init().doing("starting the driver")?;
        let count = result::device::get_count().doing("counting devices")? as usize;
        if ordinal >= count {
            return Err(DeviceError::NoDevice { ordinal, count });
        }
        let device = result::device::get(ordinal as i32).doing("opening the device")?;
        let ptxas = on_path("ptxas");
        let info = describe(device, ptxas.as_ref())?;
        if info.target().is_none() {
            let [major, minor] = info.capability;
            let name = info.name;
            return Err(DeviceError::TooOld { name, major, minor });
        }
        // SAFETY: the device was opened above; the context stays for the life of the process.
        let flush = unsafe {
            let context = result::primary_ctx::retain(device).doing("making a context")?;
            result::ctx::set_current(context).doing("making a context")?;
            result::malloc_sync(FLUSH_BYTES).doing("allocating memory")?
        };
        Ok(Cuda { info, ptxas, flush })
    }
}

fn describe(device: sys::CUdevice, ptxas: Option<&PathBuf>) -> Result<DeviceInfo, DeviceError> {
    let get = |property| {
        // SAFETY: the device comes from the driver.
        let value = unsafe { result::device::get_attribute(device, property) };
        value
            .map(|value| value as u32)
            .doing("describing the device")
    };
    // SAFETY: the same.
    let memory = unsafe { result::device::total_mem(device) };
    let driver = driver_version()?;
    Ok(DeviceInfo {
        name: result::device::get_name(device).doing("describing the device")?,
        capability: [
            get(Property::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            get(Property::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ],
        sms: get(Property::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        sm_clock_mhz: get(Property::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)? / 1000,
        memory_clock_mhz: get(Property::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)? / 1000,
        l2_bytes: get(Property::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?.into(),
        memory_bytes: memory.doing("describing the device")? as u64,
        assembler: ptxas.map_or_else(|| format!("driver {driver}"), ptxas_version),
        driver,
    })
}

/// `580.159.04, CUDA 13.0`; without the first where the system does not say it.
fn driver_version() -> Result<String, DeviceError> {
    let mut number = 0;
    // SAFETY: the number outlives the call.
    unsafe { sys::cuDriverGetVersion(&mut number) }
        .result()
        .doing("asking for the driver's version")?;
    let cuda = format!("CUDA {}.{}", number / 1000, number % 1000 / 10);
    let text = std::fs::read_to_string("/proc/driver/nvidia/version").unwrap_or_default();
    let is_version =
        |word: &&str| word.split('.').count() > 1 && word.starts_with(char::is_numeric);
    let kernel = text
        .lines()
        .next()
        .and_then(|line| line.split_whitespace().find(is_version));
    Ok(kernel.map_or(cuda.clone(), |kernel| format!("{kernel}, {cuda}")))
}

/// A program on the path.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let candidates = std::env::split_paths(&folders).map(|folder| folder.join(&file));
    candidates.into_iter().find(|path| path.is_file())
}

/// `ptxas V13.0.88`
fn ptxas_version(ptxas: &PathBuf) -> String {
    let output = Command::new(ptxas).arg("--version").output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    let text = text.unwrap_or_default();
    let version = text.split_whitespace().find(|word| {
        let digits = word.strip_prefix('V');
        digits.is_some_and(|digits| digits.starts_with(char::is_numeric))
    });
    format!("ptxas {}", version.unwrap_or("of unknown version"))
}

impl Device for Cuda {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn assemble(&mut self, ptx: &str) -> Result<Vec<u8>, DeviceError> {
        match &self.ptxas {
            Some(ptxas) => assemble(ptxas, &self.info, ptx),
            None => link(ptx),
        }
    }

    fn run(&mut self, job: &Job<'_>, timed: usize) -> Result<Answer, DeviceError> {
        let kernel = Loaded::new(job)?;
        if job.case.warm {
            kernel.launch_from_start()?;
        }
        kernel.launch_from_start()?;
        let after = kernel.read()?;
        kernel.launch_from_start()?;
        let again = kernel.read()?;
        let time = |_| kernel.timed(self.flush);
        Ok(Answer {
            attributes: kernel.attributes()?,
            after,
            again,
            event_us: (0..timed).map(time).collect::<Result<_, _>>()?,
        })
    }

    fn profile(&mut self, job: &Job<'_>, launches: usize) -> Result<(), DeviceError> {
        let kernel = Loaded::new(job)?;
        for _ in 0..launches {
            if job.case.warm {
                kernel.launch_from_start()?;
            }
            kernel.write()?;
            // SAFETY: a call without arguments.
            unsafe { sys::cuProfilerStart() }
                .result()
                .doing("starting the profiler")?;
            kernel.launch()?;
            // SAFETY: a call without arguments.
            unsafe { sys::cuProfilerStop() }
                .result()
                .doing("stopping the profiler")?;
        }
        Ok(())
    }
}

/// Compiles with ptxas, by way of files.
fn assemble(ptxas: &PathBuf, info: &DeviceInfo, ptx: &str) -> Result<Vec<u8>, DeviceError> {
    let refused = |message: String| DeviceError::Assembler {
        assembler: info.assembler.clone(),
        message,
    };
    let io = |error: std::io::Error| refused(error.to_string());
    let folder = tempfile::tempdir().map_err(io)?;
    let (source, object) = (folder.path().join("k.ptx"), folder.path().join("k.cubin"));
    std::fs::write(&source, ptx).map_err(io)?;
    let [major, minor] = info.capability;
    let mut command = Command::new(ptxas);
    command
        .arg(format!("-arch=sm_{major}{minor}"))
        .arg("-lineinfo");
    let output = command
        .arg(&source)
        .arg("-o")
        .arg(&object)
        .output()
        .map_err(io)?;
    match output.status.success() {
        true => std::fs::read(&object).map_err(io),
        false => Err(refused(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )),
    }
}

/// Compiles with the driver.
fn link(ptx: &str) -> Result<Vec<u8>, DeviceError> {
    let what = "compiling PTX in the driver";
    let text = CString::new(ptx).unwrap_or_default();
    let bytes = text.as_bytes_with_nul();
    let mut options = [sys::CUjit_option::CU_JIT_GENERATE_LINE_INFO];
    let mut values = [std::ptr::without_provenance_mut::<c_void>(1)];
    let (mut module, mut size) = (std::ptr::null_mut(), 0);
    let mut state = std::ptr::null_mut();
    // SAFETY: text, options and values live until the link is done; the driver's copy of the
    // module is read before its state goes.
    unsafe {
        sys::cuLinkCreate_v2(1, options.as_mut_ptr(), values.as_mut_ptr(), &mut state)
            .result()
            .doing(what)?;
        let kind = sys::CUjitInputType::CU_JIT_INPUT_PTX;
        let (data, none) = (bytes.as_ptr().cast_mut().cast(), std::ptr::null_mut());
        let name = c"kernels.ptx".as_ptr();
        sys::cuLinkAddData_v2(state, kind, data, bytes.len(), name, 0, none, none.cast())
            .result()
            .doing(what)?;
        sys::cuLinkComplete(state, &mut module, &mut size)
            .result()
            .doing(what)?;
        let copy = std::slice::from_raw_parts(module.cast::<u8>(), size).to_vec();
        sys::cuLinkDestroy(state).result().doing(what)?;
        Ok(copy)
    }
}

/// A kernel and its buffers on the device.
struct Loaded<'a> {
    job: &'a Job<'a>,
    module: sys::CUmodule,
    function: sys::CUfunction,
    buffers: Vec<sys::CUdeviceptr>,
    params: Vec<u8>,
}

impl<'a> Loaded<'a> {
    fn new(job: &'a Job<'a>) -> Result<Loaded<'a>, DeviceError> {
        let name = CString::new(job.case.kernel.as_str()).unwrap_or_default();
        // SAFETY: the image is a whole module; its length stands in its header.
        let (module, function) = unsafe {
            let module = result::module::load_data(job.module.as_ptr().cast());
            let module = module.doing("loading the module")?;
            let function = result::module::get_function(module, name);
            (
                module,
                function.doing(&format!("finding kernel {}", job.case.kernel))?,
            )
        };
        let mut loaded = Loaded {
            job,
            module,
            function,
            buffers: Vec::new(),
            params: Vec::new(),
        };
        loaded.configure()?;
        for (name, bytes) in job.buffers {
            let address = match job.case.variables.get(name) {
                Some(place) => loaded.variable(place, bytes.len())?,
                // SAFETY: allocates; freed when this is dropped.
                None => unsafe { result::malloc_sync(bytes.len()) }.doing("allocating a buffer")?,
            };
            loaded.buffers.push(address);
        }
        let address = |name: &str| {
            let place = job.buffers.get_index_of(name);
            place.map_or(0, |place| loaded.buffers[place])
        };
        loaded.params = pack_naturally(job.case, address);
        Ok(loaded)
    }

    /// The address of a variable of the module.
    fn variable(&self, place: &Place, bytes: usize) -> Result<sys::CUdeviceptr, DeviceError> {
        let Place { symbol, offset } = place;
        let what = format!("finding the variable {symbol}");
        let name = CString::new(symbol.as_str()).unwrap_or_default();
        // SAFETY: the module is loaded.
        let found = unsafe { result::module::get_global(self.module, name) };
        let (address, size) = found.doing(&what)?;
        let fits = offset
            .checked_add(bytes as u64)
            .is_some_and(|end| end <= size as u64);
        match fits {
            true => Ok(address + offset),
            false => Err(DeviceError::Driver {
                what,
                code: format!("it has {size} bytes, fewer than {bytes} behind {offset}"),
            }),
        }
    }

    fn configure(&self) -> Result<(), DeviceError> {
        let dynamic = self.job.case.dyn_smem;
        if dynamic > FREE_DYNAMIC_SHARED {
            let fact = Fact::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            self.set(fact, dynamic as i32)?;
        }
        match self.job.case.carveout {
            None => Ok(()),
            Some(percent) => {
                let fact = Fact::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
                self.set(fact, percent as i32)
            }
        }
    }

    fn set(&self, fact: Fact, value: i32) -> Result<(), DeviceError> {
        // SAFETY: the function belongs to a loaded module.
        unsafe { result::function::set_function_attribute(self.function, fact, value) }
            .doing("configuring shared memory")
    }

    fn write(&self) -> Result<(), DeviceError> {
        for (&address, bytes) in self.buffers.iter().zip(self.job.buffers.values()) {
            // SAFETY: the allocation has the slice's size.
            unsafe { result::memcpy_htod_sync(address, bytes) }.doing("writing a buffer")?;
        }
        Ok(())
    }

    fn read(&self) -> Result<Vec<Vec<u8>>, DeviceError> {
        let one = |(&address, bytes): (&sys::CUdeviceptr, &Vec<u8>)| {
            let mut copy = vec![0; bytes.len()];
            // SAFETY: the allocation has the slice's size.
            unsafe { result::memcpy_dtoh_sync(&mut copy, address) }.doing("reading a buffer")?;
            Ok(copy)
        };
        self.buffers
            .iter()
            .zip(self.job.buffers.values())
            .map(one)
            .collect()
    }

    fn start(&self) -> Result<(), DeviceError> {
        let case = self.job.case;
        let ([gx, gy, gz], [bx, by, bz]) = (case.grid, case.block);
        let mut size = self.params.len();
        let mut extra = [
            sys::CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT as usize as *mut c_void,
            self.params.as_ptr().cast_mut().cast(),
            sys::CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT as usize as *mut c_void,
            (&raw mut size).cast(),
            std::ptr::null_mut(),
        ];
        let (stream, none) = (std::ptr::null_mut(), std::ptr::null_mut());
        let (function, dynamic) = (self.function, case.dyn_smem);
        // SAFETY: the driver copies the parameters before the call returns; the buffers in them
        // live as long as this does. What the kernel does beyond them is its own fault.
        unsafe {
            sys::cuLaunchKernel(
                function,
                gx,
                gy,
                gz,
                bx,
                by,
                bz,
                dynamic,
                stream,
                none,
                extra.as_mut_ptr(),
            )
        }
        .result()
        .doing(&format!("launching {}", case.name))
    }

    fn launch(&self) -> Result<(), DeviceError> {
        self.start()?;
        result::ctx::synchronize().doing(&format!("running {}", self.job.case.name))
    }

    fn launch_from_start(&self) -> Result<(), DeviceError> {
        self.write()?;
        self.launch()
    }

    /// Microseconds of a launch from the same beginning, with a flushed L2.
    fn timed(&self, flush: sys::CUdeviceptr) -> Result<f64, DeviceError> {
        let what = "timing a launch";
        self.write()?;
        let flags = sys::CUevent_flags::CU_EVENT_DEFAULT;
        let events = [result::event::create(flags), result::event::create(flags)];
        let [begin, end] = events.map(|event| event.doing(what));
        let (begin, end) = (begin?, end?);
        // SAFETY: the memory to flush was allocated with this size; events and stream are valid.
        unsafe {
            result::memset_d8_sync(flush, 1, FLUSH_BYTES).doing(what)?;
            result::ctx::synchronize().doing(what)?;
            result::event::record(begin, std::ptr::null_mut()).doing(what)?;
            self.start()?;
            result::event::record(end, std::ptr::null_mut()).doing(what)?;
            result::ctx::synchronize().doing(what)?;
            let milliseconds = result::event::elapsed(begin, end).doing(what)?;
            result::event::destroy(begin).doing(what)?;
            result::event::destroy(end).doing(what)?;
            Ok(f64::from(milliseconds) * 1e3)
        }
    }

    fn attributes(&self) -> Result<Attributes, DeviceError> {
        let get = |fact| {
            // SAFETY: the function belongs to a loaded module.
            let value = unsafe { result::function::get_function_attribute(self.function, fact) };
            value
                .map(|value| value as u32)
                .doing("describing the kernel")
        };
        let case = self.job.case;
        let threads = case.block.iter().product::<u32>();
        let (function, dynamic) = (self.function, case.dyn_smem as usize);
        // SAFETY: the same.
        let blocks = unsafe {
            result::occupancy::max_active_block_per_multiprocessor(
                function,
                threads as i32,
                dynamic,
            )
        };
        Ok(Attributes {
            regs: get(Fact::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            static_smem: get(Fact::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
            local: get(Fact::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
            max_blocks_per_sm: blocks.doing("asking for the occupancy")? as u32,
        })
    }
}

impl Drop for Loaded<'_> {
    fn drop(&mut self) {
        // After a fault nothing can be freed any more, and nothing is left to say.
        for (name, &buffer) in self.job.buffers.keys().zip(&self.buffers) {
            if !self.job.case.variables.contains_key(name) {
                // SAFETY: allocated in `new`, freed once.
                let _ = unsafe { result::free_sync(buffer) };
            }
        }
        // SAFETY: loaded in `new`; no kernel of it runs.
        let _ = unsafe { result::module::unload(self.module) };
    }
}
