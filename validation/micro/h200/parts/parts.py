"""Cases of parts.cu, and of what `sim measure` found what stands in parts.txt.

    python3 parts.py cases > cases.json
    python3 parts.py counts RESULTS.json > parts.txt
"""
import json
import sys

TIMES = 64
COUNTED = [
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__m_xbar2l1tex_read_sectors.sum",
    "lts__t_requests_srcunit_tex_op_read.sum",
    "lts__t_sectors_srcunit_tex_op_read.sum",
    "l1tex__data_pipe_lsu_wavefronts.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "sm__cycles_active.max",
]


def shapes(kernel):
    """Lanes of a row of shared memory, bytes from row to row, the same of global memory."""
    for pitch in (16, 32, 48, 64, 80, 128, 144, 256):
        yield 0, pitch, 5, 0
    for lanes, pitch in ((1, 32), (1, 48), (1, 64), (1, 128), (2, 64), (2, 80), (2, 96), (2, 128), (2, 144),
                         (3, 128), (3, 144), (3, 160), (3, 256), (4, 256), (4, 272)):
        yield lanes, pitch, lanes, 2048
        if kernel == "cg":
            yield lanes, pitch, 5, 0
    for lanes in (0, 1, 2, 3):
        yield 5, 0, lanes, 2048


def case(kernel, shape):
    buffer = lambda size: {"bytes": size, "init": {"kind": "zero"}}
    return {
        "name": "_".join([kernel, *map(str, shape)]), "kernel": kernel, "cubin": "cubin/parts.cubin",
        "grid": [1, 1, 1], "block": [32, 1, 1], "dyn_smem": 16384,
        "args": [{"buf": "out"}, {"buf": "a"}, *({"u32": n} for n in (*shape, TIMES))],
        "buffers": {"out": buffer(4096), "a": buffer(1 << 20)},
        "check": [], "carveout": None, "warm": False, "group": "parts",
    }


if sys.argv[1] == "cases":
    cases = [case(kernel, shape) for kernel in ("cg", "ca") for shape in shapes(kernel)]
    print("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]")
else:
    print("launch", *COUNTED)
    for result in json.load(open(sys.argv[2])):
        print(result["name"], *(int(result["metrics"].get(name, 0)) for name in COUNTED))
