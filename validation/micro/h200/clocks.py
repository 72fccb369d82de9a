"""Kernels that read the clock between their instructions: machine code that is written over compiled kernels from their first
instruction on, and ends with a store of all that was read.
"""
from mixtures import assemble, command, kernels, put

# Clocks that each thread stores.
CLOCKS = 16
FIRST = 12
END = [
    "S2R R0, SR_TID.X ;S2 W0",
    "S2R R3, SR_CTAID.X ;S2 W1",
    "LDC R9, c[0x0][0x0] ;S2 W2",
    "LDC.64 R4, c[0x0][0x210] ;S2 W3",
    "ULDC.64 UR4, c[0x0][0x208] ;S10",
    "IMAD R0, R3, R9, R0 ;S8 B0123",
    "IMAD.WIDE R4, R0, 0x40, R4 ;S10",
    *["STG.E.128 desc[UR4][R4.64+0x%x], R%d ;S4 R0" % (16 * k, FIRST + 4 * k) for k in range(CLOCKS // 4)],
    "EXIT ;S5",
]


def clock(number, control):
    return "CS2R.32 R%d, SR_CLOCKLO ;%s" % (FIRST + number, control)


def template(lengths, parameters=32):
    """The text of kernels that are written over, by name with so many FFMAs each, with parameters of eight bytes."""
    body = """#define CLOCKS(name, count) \\
    extern "C" __global__ void name(unsigned *out, PARAMETERS) { \\
        float f[32], s = 0; \\
        _Pragma("unroll") for (int k = 0; k < 32; k++) f[k] = p0 * k; \\
        _Pragma("unroll 1") for (int t = 0; t < p1; t++) { \\
            _Pragma("unroll") for (int i = 0; i < count; i++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(f[i % 32])); } \\
        _Pragma("unroll") for (int k = 0; k < 32; k++) s += f[k]; \\
        out[threadIdx.x] = s; }
""".replace("PARAMETERS", ", ".join("unsigned long long p%d" % n for n in range(parameters)))
    return body + "\n".join("CLOCKS(%s, %d)" % item for item in lengths.items()) + "\n"


def case(module, kernel, blocks, warps, parameters):
    return {"name": "%s_b%d_w%d" % (kernel, blocks, warps), "kernel": kernel, "cubin": "cubin/%s.cubin" % module,
            "grid": [blocks, 1, 1], "block": [32 * warps, 1, 1], "dyn_smem": 0, "args": [{"buf": "out"}] + [{"u64": 0}] * parameters,
            "buffers": {"out": {"bytes": 4 * CLOCKS * 32 * warps * blocks, "init": {"kind": "zero"}}}, "check": [], "carveout": None,
            "warm": False, "group": module}


def main(module, code, launches, lengths, parameters=32):
    """The verbs of `mixtures.command`: `code` has each kernel's lines, `launches` the blocks and the warps."""

    def patch(elf, assembler):
        for kernel, offset, length in kernels(elf):
            words = assemble(code[kernel] + END, assembler)
            assert 16 * len(words) <= length
            put(elf, range(offset, offset + 16 * len(words), 16), words)

    blocks, warps = launches
    cases = lambda: [case(module, k, b, w, parameters) for k in code for b in blocks for w in warps]
    command(module, lambda: template(lengths, parameters), cases, patch)
