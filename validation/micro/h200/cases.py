#!/usr/bin/env python3
"""Writes cases.json: the launches of the microbenchmarks, in the format of a truth set."""
import json, os

import convert
import diverge
import ranges

CASES = []
POISON = {"kind": "const_u32", "v": 0xABABABAB}
MB = 1 << 20


def case(group, name, kernel, module, grid, block, args, buffers, check=(), dyn_smem=0, carveout=None):
    CASES.append({"name": name, "kernel": kernel, "cubin": "cubin/%s.cubin" % module, "grid": [grid, 1, 1],
                  "block": [block, 1, 1], "dyn_smem": dyn_smem, "args": args, "buffers": buffers, "check": list(check),
                  "carveout": carveout, "warm": False, "group": group})


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

ZERO = {"kind": "zero"}
for n in (16, 128, 512, 2048):
    for blocks in (1, 132):
        case("launch_code", "launch_code_%d_b%d" % (n, blocks), "straight_%d" % n, "launch", blocks, 32,
             [OUT, {"f32": 1.0}, {"f32": 2.0}], out(128))
for kb in (128, 512, 2048, 8192, 32768):
    case("launch_flush", "launch_flush_%d" % kb, "store_then_load", "launch", kb, 256, [OUT, A, i(0)],
         {"a": {"bytes": kb * 1024, "init": ZERO}, **out(128)})
for mb in (16, 24, 28, 32, 36, 40, 44, 48, 56):
    case("dirty_age", "dirty_age_%d" % mb, "store_then_load", "launch", 1024 * (8 + mb), 256, [OUT, A, i(8192)],
         {"a": {"bytes": mb * MB, "init": ZERO}, **out(8 * MB)})
for kernel in ("red", "atom", "cas"):
    for stride in (1, 8, 32):
        case("atomic_cold", "atomic_cold_%s_%d" % (kernel, stride), "cold_" + kernel, "launch", 1024, 256,
             [OUT, i(stride)], {"out": {"bytes": 4 * 262144 * stride, "init": ZERO}}, ["out"])

for name, operations, n, files in convert.cases():
    buffers = {f: {"bytes": size, "init": {"kind": "iota_i32"} if f == "h16" else {"kind": "file", "path": "data/%s.bin" % f}}
               for f, size in files}
    case("convert", name, name, "convert", (n + 127) // 128, 128, [OUT] + [{"buf": f} for f, _ in files] + [i(n)],
         {**buffers, **out(8 * operations * n)}, ["out"])

for name in [*diverge.KEYS, *diverge.REJOIN]:
    source = "diverge" if name in diverge.KEYS else "rejoin"
    key = {"key": {"bytes": 2 * 32 * diverge.WARPS, "init": {"kind": "file", "path": "data/diverge_%s.bin" % name}}}
    case(source, "%s_%s" % (source, name), name, source, diverge.WARPS, 32, [OUT, {"buf": "key"}],
         {**key, **out(2048 * diverge.WARPS)}, [] if name in diverge.OTHERWISE else ["out"])
for ns in (0, 20, 40, 64, 100, 200, 500, 1000, 4000, 30000, 1000000):
    for warps in (1, 8):
        case("sleep", "sleep_%d_w%d" % (ns, warps), "sleep_16", "diverge", 1, 32 * warps, [OUT, i(ns)], out(128))
SHAPES = [(32, 1, d, 1) for d in (1, 2, 4, 8, 16, 32)] + [(32, 32 // d, d, 1) for d in (2, 8, 16)]
SHAPES += [(32, 1, 32, s) for s in (2, 4, 8, 16, 32)] + [(32, 2, 16, s) for s in (8, 32)] + [(n, 1, 1, 1) for n in (1, 3, 8, 24)]
for kernel in ("red_u32", "atom_u32", "cas_u32", "red_u64", "atom_u64", "red_f32"):
    for shape in SHAPES:
        case("atomic", "%s_%d_%d_%d_%d" % (kernel, *shape), kernel, "atomic", 1, 32, [OUT] + [i(v) for v in (*shape, 0)],
             {"out": {"bytes": 8192, "init": {"kind": "zero"}}})
    for n in (32, 256, 1024):
        for seed in (1, 2, 3, 4):
            case("atomic", "%s_random%d_%d" % (kernel, n, seed), kernel, "atomic", 1, 32,
                 [OUT, i(32), i(1), i(n), i(1), i(seed)], {"out": {"bytes": 8192, "init": {"kind": "zero"}}})

TOGETHER = ("coalesced", "labeled", "binary", "tiles", "scans", "handshake", "arms", "loops", "named", "atomics", "ackermann",
            "hanois", "quicksort", "mutual", "trees", "fall", "wide", "structs", "refs", "lanes64", "exits", "lockers")
for name in TOGETHER:
    case("together", "together_" + name, name, "together", 6, 128, [OUT, {"buf": "in"}, i(768)],
         {**out(3072), "in": {"bytes": 3072, "init": {"kind": "hash_u32", "seed": 77, "mod": 0}}}, ["out"])
for name in ("hset2", "hsetp2", "hset2_lop", "hset2_ffma", "hset2_hfma2"):
    for warps in (1, 16):
        for suffix, turns in (("_0", 4), ("", 20)):
            case("pipe", "%s_w%d%s" % (name, warps, suffix), "chain_" + name, "compare", 1, 32 * warps,
                 [OUT, i(turns), {"u32": 0x3f000001}, {"u32": 0x3f100003}], out(4096), ["out"])

ranges.add(case)
for name in ("short", "two", "deep", "half", "div"):
    for warps in (1, 2, 4, 8, 16, 32):
        divisor = [{"u64": 1000000007000}] if name == "div" else []
        case("call", "call_%s_%d" % (name, warps), "call_" + name, "call", 132, 32 * warps, [OUT] + divisor + [i(200)],
             out(132 * 32 * warps * (8 if divisor else 4)), ["out"])


def batches(name, lines, warps, turns, apart):
    """Two launches of so many turns: batches of lines that lie `apart` bytes from each other."""
    buffers = {"out": {"bytes": 132 * 512, "init": ZERO}, "a": {"bytes": 512 * MB + lines * apart, "init": ZERO}}
    for suffix, count in zip(("_0", ""), turns):
        case("dram_batch", name + suffix, "line_batch_%d" % lines, "dram", 132, 32 * warps,
             [OUT, {"buf": "a"}, i(count), i(4 * MB), i(apart // 4)], buffers)


for apart in (64, 128, 256, 512, 768, 1024, 2048, 4096, 8192, 16384, 65536, 524288):
    batches("batch_2_%d" % apart, 2, 1, (8, 72), apart)
for apart in (128, 512, 1024, 2048, 4096, 8192, 32768, 524288):
    batches("batch_8_%d" % apart, 8, 1, (8, 72), apart)
batches("batch_1", 1, 1, (8, 72), 0)
for warps in (2, 4, 8, 16, 32):
    batches("batch_1_w%d" % warps, 1, warps, (8, 40 if warps < 16 else 24), 0)
    batches("batch_8_w%d" % warps, 8, warps, (4, 20 if warps < 16 else 12), 16384)



def pieces(name, what, piece, unit, shuffle):
    """Two launches that read or write `piece` bytes of each `unit`, in order or shuffled: of 1 GB, as many
    pieces as make 128 MB or 2^21, and half as many."""
    part = 32 if what in ("read", "word") else 16
    log, total = (piece // part).bit_length() - 1, MB * 1024
    ids, most = total // unit, min(2 * MB, 128 * MB // piece)
    use = {"read": ("out", "a"), "copy": ("b", "a")}.get(what, ("b",))
    sizes = {"out": 128, "a": total, "b": total}
    for suffix, count in (("_0", min(most, ids) // 2), ("", min(most, ids))):
        mask = [{"u32": ids - 1}, i((ids - 1).bit_length() // 2)] if shuffle else [{"u32": 0}, i(1)]
        case("dram_pieces", name + suffix, "pieces_" + what, "dram", 264, 1024,
             [{"buf": b} for b in use] + [i(count << log), i(log), i(unit)] + mask,
             {b: {"bytes": sizes[b], "init": ZERO} for b in use})


for piece in (32, 64, 128, 256, 1024):
    pieces("shuffled_read_%d" % piece, "read", piece, piece, True)
    pieces("shuffled_write_%d" % piece, "write", piece, piece, True)
for unit in (64, 128, 256, 512):
    for what in ("read", "write", "copy"):
        pieces("apart_%s_%d" % (what, unit), what, 64, unit, False)
    pieces("apart_word_%d" % unit, "word", 32, unit, False)
for unit in (256, 512):
    pieces("apart_lines_%d" % unit, "write", 128, unit, False)

for stores in (1, 2, 4, 8, 16):
    for blocks, threads in ((1, 32), (132, 128), (132, 256), (132, 1024)):
        case("halves", "halves_%d_%d_%d" % (stores, blocks, threads), "store_halves_%d" % stores, "store", blocks, threads,
             [OUT, i(16)], out(blocks * threads * 2 * 4 * 16 * stores))
for kind, size in (("spin_f32", 4), ("spin_f64", 8), ("spin_u64", 8), ("swap_u32", 4), ("swap_u64", 8)):
    for log in range(6):
        for apart in (1, 32):
            for suffix, turns in (("_0", 8), ("", 24)):
                case("spin", "%s_%d_%d%s" % (kind, 1 << log, apart, suffix), kind, "spin", 1, 32,
                     [OUT, i(log), i(apart), i(turns)], out(32 * size), ["out"])
for kind in ("uniform", "lane"):
    for step in (4, 16):
        for kb in (1, 2, 3, 4, 8, 32):
            turns = max(1, 2048 * step // (kb * 256))
            for warps in (1, 8, 32):
                for suffix, begun in (("_0", 2), ("", 2 + turns)):
                    case("table", "%s_%d_%d_w%d%s" % (kind, step, kb, warps, suffix), "%s_sweep_%d" % (kind, step), "uniform",
                         1, 32 * warps, [OUT, i(begun), i(kb * 256)], out(8192))

for other, wavefronts in (("idle", 1), ("idle", 8), ("hit", 1), ("own", 1), ("own", 8), ("same", 1), ("same", 8), ("store", 1)):
    for lines in (1,) if other == "idle" else (1, 2, 4, 8, 16, 32):
        for probes in (4, 16) if wavefronts == 1 else (4,):
            case("share", "share_%s_%d_%d_w%d" % (other, wavefronts, lines, probes), "share_%s_%d" % (other, wavefronts), "share",
                 1, 32 * (probes + 16), [OUT, {"buf": "a"}, i(probes), i(lines), i(120000)],
                 {"out": {"bytes": 4096, "init": ZERO}, "a": {"bytes": 4 * MB, "init": ZERO}})

for what in ("shared_red", "near_store", "near_red", "constant_store"):
    for lines in (1, 2, 4, 8, 16, 32):
        for probes in (4, 16):
            case("behind", "behind_%s_%d_w%d" % (what, lines, probes), "behind_" + what, "behind", 1, 32 * (probes + 16),
                 [OUT, {"buf": "a"}, i(probes), i(lines), i(120000)],
                 {"out": {"bytes": 4096, "init": ZERO}, "a": {"bytes": 4 * MB, "init": ZERO}})

for what in ("load", "store", "copy", "update"):
    for off in (0, 1, 8):
        case("offset", "offset_%s_%d" % (what, off), "offset_" + what, "offset", 1056, 256,
             [{"buf": "b"}, {"buf": "a"}, i(4 * MB - 32), i(off)],
             {b: {"bytes": 16 * MB, "init": ZERO} for b in ("b", "a")})

# blocks of 1024 threads, rounds, words between lines, lanes that read, first word changed, lanes that change, delay
for what, sets in {
    "none": [(b, 16, 32, 32, 0, 0, 0) for b in (1, 16, 132)] + [(132, 16, 32, 8, 0, 0, 0)],
    "store": [(b, 16, 32, 32, 0, 32, 0) for b in (1, 4, 16, 66, 132)]
    + [(16, 16, 32, 32, 0, 32, d) for d in (100, 200, 300, 400, 500, 600, 800)]
    + [(132, 16, 64, 8, at, 8, 0) for at in (0, 8, 16, 32)] + [(132, 16, 64, 8, at, 2, 0) for at in (0, 8, 16)]
    + [(132, 16, 64, 32, 32, 32, 0)],
    "red": [(132, 16, 64, 8, at, w, 0) for at in (0, 16, 32) for w in (1, 8)] + [(b, 16, 32, 32, 0, 32, 0) for b in (1, 132)],
    "atom": [(132, 16, 64, 8, at, 1, 0) for at in (0, 16, 32)],
    "load": [(132, 16, 64, 8, at, 8, 0) for at in (0, 8, 16, 32)],
    "store_load": [(132, 16, 64, 8, at, 2, 0) for at in (0, 16, 32)],
    "red_load": [(132, 16, 64, 8, at, 1, d) for at in (0, 16, 32) for d in (0, 400)],
    "red_red": [(132, 16, 64, 8, at, 8, 0) for at in (0, 16, 32)],
}.items():
    for blocks, n, pitch, lw, at, sw, delay in sets:
        case("pending", "pending_%s_%d_%d_%d_%d_%d" % (what, blocks, lw, at, sw, delay), "pending_" + what, "pending",
             blocks, 1024, [{"buf": "b"}, i(n), i(pitch), i(lw), i(at), i(sw), i(delay)],
             {"b": {"bytes": blocks * 32 * n * pitch * 4, "init": ZERO}})

# Words between rows: rows of a sector; lanes of four banks; of all banks; of one bank.
for what in ("load", "load_store", "load_2store", "2load_store", "pair", "pair_store"):
    for pitch in (8, 1000, 1001, 1024):
        for threads in (32, 64) if pitch == 1024 and what in ("load_store", "pair_store") else (32,):
            for suffix, turns in (("_0", 200), ("", 1200)):
                case("walk", "walk_%s_%d_b%d%s" % (what, pitch, threads, suffix), "walk_" + what, "walk", 1, threads,
                     [{"buf": "a"}, {"buf": "b"}, OUT, i(pitch), i(turns)],
                     {"out": {"bytes": 128, "init": ZERO}, "a": {"bytes": MB, "init": ZERO}, "b": {"bytes": MB, "init": ZERO}})

# Fields that are stored, of structures of so many words; blocks and threads.
for fields, words in ((2, 8), (3, 8), (8, 8), (4, 4), (2, 16), (4, 16)):
    for blocks, threads in ((1, 32), (132, 128), (132, 512), (264, 1024)):
        for what in ("store", "update"):
            case("fields", "fields_%s_%d_%d_%d_%d" % (what, fields, words, blocks, threads),
                 "fields_%s_%d_%d" % (what, fields, words), "fields", blocks, threads, [OUT, i(16)],
                 out(blocks * threads * 16 * words * 4))
# Whether the line is read first and then others are, or stored to; lines between.
for read in (0, 1):
    for others in (0, 1):
        for between in (0, 2, 8, 32, 128, 512):
            case("known", "known_%d_%d_%d" % (read, others, between), "fields_known", "fields", 1, 32,
                 [OUT, i(64), i(between), i(read), i(others)], out(64 * (between + 1) * 128))
# Lines of a store, with 0 to so many stores between it and the next to its lines; one SM or all.
for lines in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16):
    for blocks, before, pause in ((1, 8, 4000), (132, 48, 30000)):
        most = 40 // lines + 2
        room = (most + 1) * (before * 1024 + (most + 1) * lines * 32)
        case("window", "window_alone_%d_%d" % (lines, blocks), "window_alone", "window", blocks, 32,
             [OUT, i(room), i(before), i(lines), i(most), i(pause)], out(blocks * room * 4))
# Two stores with 0 to 23 dependent instructions between; words from lane to lane, warps.
for stride in (1, 2, 3, 4, 5, 7, 8, 9, 14, 16):
    for threads in (32, 128, 512):
        case("window", "window_gap_%d_%d" % (stride, threads), "window_gap", "window", 1, threads,
             [OUT, i(stride), i(4000)], out(threads * 24 * stride * 4))
# Warps of several sub-cores or of one, each behind the one before.
for lines, between in ((2, 0), (4, 0), (4, 2), (6, 0), (8, 0)):
    for count, step in ((2, 1), (3, 1), (2, 4), (4, 4)):
        for stagger in (0, 60):
            for blocks, before, offset, pause in ((1, 6, 150, 4000), (132, 12, 560, 20000)):
                if blocks == 1 or count != 2:
                    room = 8 * (before * 1024 + count * (between + 1) * lines * 32)
                    case("window", "window_turns_%d_%d_%d_%d_%d_%d" % (lines, between, count, step, stagger, blocks),
                         "window_turns", "window", blocks, 32 * ((count - 1) * step + 2),
                         [OUT, i(room), i(before), i(offset), i(lines), i(between), i(step), i(stagger), i(pause)],
                         out(blocks * room * 4))
# Lanes, words from lane to lane, the warp that stores second; dependent instructions between.
for lanes, stride, second in ((1, 32, 1), (2, 32, 0), (4, 32, 0), (8, 32, 0), (16, 32, 0), (32, 32, 0), (16, 8, 0),
                              (8, 32, 1), (8, 32, 4)):
    for first in (0, 8, 16, 24, 32)[:5 if lanes == 32 else 3 if lanes == 16 else 2]:
        case("again", "again_%d_%d_%d_%d" % (lanes, stride, second, first), "again_%d" % first, "again", 1,
             32 * (second + 1), [OUT, i(lanes), i(stride), i(second), i(2000)], out(8 * 32 * stride * 4))
# Words of each block, of which one in so many is stored and loaded; whether it was loaded before.
for every, known in ((1, 0), (8, 0), (8, 1)):
    for kb in (16, 32, 64, 128, 192, 256, 384, 512):
        case("passed", "passed_%d_%d_%d" % (every, known, kb), "passed_back", "passed", 132, 1024,
             [OUT, i(kb * 256), i(every), i(known)], out(132 * kb * 1024))
# Blocks and threads; blocks, what eight of them share, turns.
for blocks in (132, 264, 1056, 4096):
    for warps in (1, 2, 4, 8, 16, 32)[:4 if blocks == 4096 else 6]:
        words = blocks * 32 * warps
        case("riders", "riders_strided_%d_%d" % (blocks, warps), "riders_strided", "riders", blocks, 32 * warps,
             [OUT, {"buf": "a"}], {"a": {"bytes": words * 4, "init": {"kind": "zero"}}, **out(blocks * 4)})
for kind in range(6):
    for blocks, turns in ((128, 1), (128, 8), (1024, 8)):
        case("riders", "riders_shared_%d_%d_%d" % (kind, blocks, turns), "riders_shared", "riders", blocks, 32,
             [OUT, {"buf": "a"}, i(kind), i(turns)],
             {"a": {"bytes": (blocks // 8 * 1024 + turns * 32768) * 4, "init": {"kind": "zero"}}, **out(blocks * 4)})
# What goes to random places; KB of each block, or of all; slopes between 8 and 24 turns.
for kind in ("word", "sector", "half", "line", "red", "load"):
    for own, kb in ((0, 1024), (0, 8192), (0, 32768), (1, 128)):
        for turns, end in ((8, "_0"), (24, "")):
            case("scatter", "scatter_%s_%d%s" % (kind, kb, end), "scatter_" + kind, "scatter", 132, 1024,
                 [OUT, i(kb * 256), i(own), i(turns)],
                 {"out": {"bytes": kb * 1024 * (132 if own else 1), "init": {"kind": "zero"}}})

here = os.path.dirname(os.path.abspath(__file__))
diverge.write(os.path.join(here, "data"))
with open(os.path.join(here, "cases.json"), "w") as file:
    file.write("[\n%s\n]\n" % ",\n".join(json.dumps(case) for case in CASES))
print(len(CASES))
