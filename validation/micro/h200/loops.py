"""Loops that time themselves, whose instructions are written after compilation.

A module's kernels are loops of so many FFMAs, in whose place their own lines are put. `turns/turns.cu` launches them.
"""
from mixtures import assemble, code, command, put

TURNS = [2, 10]

LOOP = """#define TURNS(name, LENGTH) \\
    extern "C" __global__ void name(unsigned *out, int turns, unsigned a, unsigned b) { \\
        float f[16], p = __uint_as_float(a), q = __uint_as_float(b), s = 0; \\
        _Pragma("unroll") for (int k = 0; k < 16; k++) f[k] = p * k; \\
        long long begin = clock64(); \\
        _Pragma("unroll 1") for (int t = 0; t < turns; t++) { \\
            _Pragma("unroll") for (int i = 0; i < LENGTH; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[i % 16]) : "f"(p), "f"(q)); } \\
        long long end = clock64(); \\
        _Pragma("unroll") for (int k = 0; k < 16; k++) s += f[k]; \\
        out[threadIdx.x] = __float_as_uint(s) == 0x7f123456 ? 0 : (unsigned)(end - begin); }
"""


def case(module, kernel, warps, turns):
    return {"name": "%s_w%d_%d" % (kernel, warps, turns), "kernel": kernel, "cubin": "cubin/%s.cubin" % module, "grid": [1, 1, 1],
            "block": [32 * warps, 1, 1], "dyn_smem": 0,
            "args": [{"buf": "out"}, {"i32": turns}, {"u32": 0x3F000001}, {"u32": 0x3F100003}],
            "buffers": {"out": {"bytes": 128 * warps, "init": {"kind": "zero"}}}, "check": [], "carveout": None, "warm": False,
            "group": module}


def loops(module, kernels, lines, warps):
    """The command line of a module whose `kernels` have these `lines` in a turn and run with so many `warps`."""

    def source():
        return LOOP + "\n".join("TURNS(%s, %d)" % (kernel, len(lines(kernel))) for kernel in kernels) + "\n"

    def cases():
        return [case(module, k, w, t) for k in kernels for w in warps for t in TURNS]

    def patch(elf, assembler):
        for kernel, places in code(elf):
            put(elf, places, assemble(lines(kernel), assembler))

    command(module, source, cases, patch)
