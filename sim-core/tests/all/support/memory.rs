//! Global memory as a few buffers.

/// A buffer at a device address.
pub struct Buffer {
    pub name: String,
    pub base: u64,
    pub bytes: Vec<u8>,
}

/// All buffers of a launch.
#[derive(Default)]
pub struct Memory {
    pub buffers: Vec<Buffer>,
}

/// Where the first buffer lies.
const START: u64 = 0x7000_0000_0000;

impl Memory {
    /// Adds a buffer, and returns its address.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) -> u64 {
        let base = self.buffers.last().map_or(START, |last| {
            (last.base + last.bytes.len() as u64).next_multiple_of(1 << 20)
        });
        self.buffers.push(Buffer {
            name: name.to_string(),
            base,
            bytes,
        });
        base
    }

    /// The buffer of a name.
    pub fn buffer(&self, name: &str) -> &Buffer {
        let found = self.buffers.iter().find(|buffer| buffer.name == name);
        found.expect("a buffer of this name")
    }

    fn place(&mut self, address: u64, bytes: usize) -> &mut [u8] {
        for buffer in &mut self.buffers {
            let offset = address.wrapping_sub(buffer.base) as usize;
            if offset < buffer.bytes.len() {
                return &mut buffer.bytes[offset..offset + bytes];
            }
        }
        panic!("no buffer at {address:#x}");
    }

    pub fn load(&mut self, address: u64, bytes: usize) -> u32 {
        let mut word = [0; 4];
        word[..bytes].copy_from_slice(self.place(address, bytes));
        u32::from_le_bytes(word)
    }

    pub fn store(&mut self, address: u64, bytes: usize, value: u32) {
        self.place(address, bytes)
            .copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}
