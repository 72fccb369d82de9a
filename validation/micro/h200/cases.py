#!/usr/bin/env python3
"""Writes cases.json: the launches of the microbenchmarks, in the format of a truth set."""
import json, os

import convert

CASES = []
POISON = {"kind": "const_u32", "v": 0xABABABAB}
MB = 1 << 20


def case(group, name, kernel, module, grid, block, args, buffers, check=()):
    CASES.append({"name": name, "kernel": kernel, "cubin": "cubin/%s.cubin" % module, "grid": [grid, 1, 1],
                  "block": [block, 1, 1], "dyn_smem": 0, "args": args, "buffers": buffers, "check": list(check),
                  "carveout": None, "warm": False, "group": group})


def out(size):
    return {"out": {"bytes": int(size), "init": POISON}}


def i(v):
    return {"i32": v}


OUT = {"buf": "out"}
for lines in (8, 16, 32):
    for sets in (1, 2, 3, 4, 6, 8, 12, 16, 32):
        rounds = max(1, 384 // (lines * sets))
        case("merge_alone", "merge_alone_%d_%d" % (lines, sets), "store_alone_%d" % lines, "store", 1, 32,
             [OUT, i(sets), i(rounds)], out(rounds * sets * lines * 128))
    for sets in (1, 2, 4):
        rounds = max(1, 192 // (lines * sets))
        case("merge_alone_all", "merge_alone_all_%d_%d" % (lines, sets), "store_alone_%d" % lines, "store", 132, 256,
             [OUT, i(sets), i(rounds)], out(132 * 8 * rounds * sets * lines * 128))
    for blocks in (1, 132, 528):
        rounds = 256 // lines
        case("merge_together", "merge_together_%d_%d" % (lines, blocks), "store_together_%d" % lines, "store", blocks,
             32 * lines, [OUT, i(rounds)], out(blocks * rounds * lines * 128))
for mb in (1, 2, 4, 8, 16, 32, 64):
    n = mb * MB // 32
    case("partial_only", "partial_only_%d" % mb, "store_partial", "store", 528, 256, [OUT, i(n), i(0), i(0)], out(n * 32))
for kb in (256, 512, 1024, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576):
    n = 32 * MB // 32
    case("partial_rest", "partial_rest_%d" % kb, "store_partial", "store", 528, 256,
         [OUT, i(n), i(kb * 1024 // 32), i(1)], out(n * 32))
for warps in (1, 4, 8, 32):
    for distinct in (1, 2, 3, 4, 8, 16, 32):
        case("constant_load", "constant_load_%d_w%d" % (distinct, warps), "constant_load", "constant", 1, 32 * warps,
             [OUT, i(32), i(distinct), i(1)], out(128 * warps), ["out"])
for warps in (1, 32):
    for distinct, stride in ((2, 8), (2, 16), (4, 16), (8, 16), (2, 64), (8, 8), (8, 2), (16, 2)):
        case("constant_stride", "constant_stride_%d_%d_w%d" % (distinct, stride, warps), "constant_load", "constant", 1,
             32 * warps, [OUT, i(32), i(distinct), i(stride)], out(128 * warps), ["out"])
for warps in (1, 8, 32):
    for distinct in (1, 2, 4, 8, 16):
        case("indirect", "indirect_%d_w%d" % (distinct, warps), "indirect_branch", "constant", 1, 32 * warps,
             [OUT, i(64), i(distinct)], out(128 * warps), ["out"])
for kernel in ("shared_increment", "shared_add"):
    for warps in (1, 8, 32):
        for distinct, stride in ((1, 1), (2, 1), (4, 1), (8, 1), (32, 1), (2, 32), (8, 32), (32, 32)):
            case(kernel, "%s_%d_%d_w%d" % (kernel, distinct, stride, warps), kernel, "constant", 1, 32 * warps,
                 [OUT, i(64), i(distinct), i(stride)], out(8192), ["out"])
A, B = {"buf": "a"}, {"buf": "b"}
for mb in (1, 2, 4, 8, 16, 32, 64, 128):
    n = mb * MB // 4
    buf = {"bytes": mb * MB, "init": {"kind": "const_f32", "v": 1.0}}
    small = out(128)
    case("stream", "stream_read_%d" % mb, "stream_read", "stream", n // 256, 256, [OUT, A], {"a": buf, **small})
    case("stream", "stream_write_%d" % mb, "stream_write", "stream", n // 256, 256, [OUT], out(mb * MB))
    case("stream", "stream_copy_%d" % mb, "stream_copy", "stream", n // 256, 256, [OUT, A], {"a": buf, **out(mb * MB)})
    if mb < 128:
        case("stream", "stream_add_%d" % mb, "stream_add", "stream", n // 256, 256, [OUT, A, B],
             {"a": buf, "b": buf, **out(mb * MB)})
        case("stream", "stream_copy4_%d" % mb, "stream_copy4", "stream", n // 1024, 256, [OUT, A],
             {"a": buf, **out(mb * MB)})
for stride in (1, 2, 4, 8, 16, 32, 64):
    n = MB
    buf = {"bytes": 4 * n * stride, "init": {"kind": "const_f32", "v": 1.0}}
    case("stride", "stride_read_%d" % stride, "stride_read", "stream", n // 256, 256, [OUT, A, i(stride)],
         {"a": buf, **out(128)})
    case("stride", "stride_write_%d" % stride, "stride_write", "stream", n // 256, 256, [OUT, i(stride)],
         out(4 * n * stride))

for name, operations, n, files in convert.cases():
    buffers = {f: {"bytes": size, "init": {"kind": "iota_i32"} if f == "h16" else {"kind": "file", "path": "data/%s.bin" % f}}
               for f, size in files}
    case("convert", name, name, "convert", (n + 127) // 128, 128, [OUT] + [{"buf": f} for f, _ in files] + [i(n)],
         {**buffers, **out(8 * operations * n)}, ["out"])

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "cases.json"), "w") as file:
    file.write("[\n%s\n]\n" % ",\n".join(json.dumps(case) for case in CASES))
print(len(CASES))
