"""Cases of the ledger's curves: kernels pipe, path and meet, each over a whole range.

A point of a curve is a slope: what a launch takes more than the same with fewer turns (`NAME_0`), so
that launch, cold code and first touches cancel.
"""

import bursts
import mixtures

MB = 1 << 20
OUT, A = {"buf": "out"}, {"buf": "a"}
ZERO = {"kind": "zero"}


def i(v):
    return {"i32": v}


def f(bits):
    return {"u32": bits}


def poison(size):
    return {"out": {"bytes": int(size), "init": {"kind": "const_u32", "v": 0xABABABAB}}}


def zeros(size, out=4096):
    return {"a": {"bytes": int(size), "init": ZERO}, **poison(out)}


# Two floats, halves and small integers that no chain drives out of range at once.
P, Q = f(0x3F000001), f(0x3F100003)
LINES = 1 << 16


def pipes(pair):
    many = ("ffma", "lop3", "alternate", "imad", "dfma", "mufu", "shfl")
    some = {"imad_wide": (1, 4, 16, 32), "hfma2": (1, 4, 16, 32), "popc": (1, 32), "isetp_sel": (1, 32), "redux": (1, 32)}
    for op in ("fadd", "shf", "dadd", "ballot"):
        some[op] = (1,)
    for op in many:
        some[op] = (1, 4, 8, 16, 32)
    for op, warps in some.items():
        for w in warps:
            pair("pipe", "%s_w%d" % (op, w), "chain_" + op, "pipe", 1, 32 * w, lambda t: [OUT, i(t), P, Q], (4, 20),
                 poison(4096), () if op == "mufu" else ("out",))
    for kind in ("eee", "eeo", "eoo", "ooo", "eee_reuse", "same"):
        pair("banks", "banks_" + kind, "banks_" + kind, "pipe", 1, 128, lambda t: [OUT, i(t), P, Q], (4, 36), poison(512))
    for blocks in (1, 2, 3, 4, 5, 6, 8, 12, 14, 15, 16, 18, 20):
        pair("code", "code_%d" % blocks, "code", "pipe", 1, 32, lambda t: [OUT, i(t), i(blocks), P, Q], (1, 5), poison(128))


def shared(pair):
    for stride in (1, 2, 4, 8, 16, 32):
        for w in (1, 32):
            pair("shared", "shared_load_%d_w%d" % (stride, w), "shared_load", "path", 1, 32 * w,
                 lambda t: [OUT, i(t), i(stride)], (2, 10), poison(4096), ("out",))
    for words in (2, 4):
        for w in (1, 32):
            pair("shared", "shared_load%d_w%d" % (words, w), "shared_load%d" % words, "path", 1, 32 * w,
                 lambda t: [OUT, i(t), i(1)], (2, 10), poison(4096), ("out",))
    for w in (4, 8, 16):
        pair("shared", "shared_load_1_w%d" % w, "shared_load", "path", 1, 32 * w, lambda t: [OUT, i(t), i(1)], (2, 10),
             poison(4096), ("out",))
    for cas in (0, 1):
        for distinct in (1, 2, 8, 32):
            pair("shared", "shared_%s_chain_%d" % ("cas" if cas else "add", distinct), "shared_chain", "path", 1, 32,
                 lambda t: [OUT, i(t), i(distinct), i(cas)], (2, 10), poison(128), ("out",))
    pair("shared", "shared_cas_w32", "shared_chain", "path", 1, 1024, lambda t: [OUT, i(t), i(1), i(1)], (1, 3), poison(4096))


def near(pair):
    for stride in (1, 2, 4, 8, 16, 32):
        for w in (1, 32):
            pair("near", "near_load_%d_w%d" % (stride, w), "near_load", "path", 1, 32 * w,
                 lambda t: [OUT, A, i(t), i(stride)], (2, 10), zeros(65536), ("out",))
    for words in (2, 4):
        for w in (1, 32):
            pair("near", "near_load%d_w%d" % (words, w), "near_load%d" % words, "path", 1, 32 * w,
                 lambda t: [OUT, A, i(t), i(1)], (2, 10), zeros(65536), ("out",))
    for kb in (64, 128, 192, 208, 216, 224, 232, 240, 256, 320, 384):
        pair("ring", "ring_%d" % kb, "ring", "path", 1, 1, lambda t: [OUT, A, i(t * kb * 8), i(kb * 8)], (2, 3),
             zeros(kb * 1024), ("out",))


def far(pair):
    for kb in (512, 1024, 2048, 4096, 8192, 16384, 32768):
        pair("scattered", "scattered_%d" % kb, "scattered", "path", 1, 1024, lambda t: [OUT, A, i(t), i(kb * 8), i(1)],
             (512, 1536), zeros(kb * 1024), ("out",))
    pair("scattered", "untouched", "scattered", "path", 1, 32, lambda t: [OUT, A, i(t), i(256 * 8192), i(0)], (512, 1536),
         zeros(256 * MB), ("out",))
    for blocks in (1, 2, 4, 8, 16, 18, 36, 66, 132):
        pair("far_loads", "far_loads_%d" % blocks, "far_loads", "path", blocks, 1024, lambda t: [OUT, A, i(t), i(131072)],
             (2, 6), zeros(blocks * 131072, 4096 * blocks))
    for blocks in (1, 2, 4, 8, 16, 18, 36, 66, 132):
        for kind in ("whole", "partial"):
            if kind == "whole" or blocks in (1, 132):
                pair("far_stores", "%s_stores_%d" % (kind, blocks), kind + "_stores", "path", blocks, 1024,
                     lambda t: [OUT, i(t), i(131072)], (2, 6), poison(blocks * 131072))
    for mb in (4, 8, 16, 32, 40, 48, 56, 64, 96):
        pair("swept", "swept_%d" % mb, "swept_loads", "path", 264, 512, lambda t: [OUT, A, i(t), i(mb * MB)], (1, 3),
             zeros(mb * MB, 4 * 264 * 512))
    for warps in (1, 2, 4, 8, 16, 32):
        kb = 256 if warps < 8 else 512
        pair("flight", "flight_%d" % warps, "far_loads", "path", 132, 32 * warps,
             lambda t: [OUT, A, i(1), i(t * kb * 1024)], (1, 2), zeros(132 * 2 * kb * 1024, 132 * 4096))


    for blocks in (1, 4, 16, 132):
        pair("same_loads", "same_loads_%d" % blocks, "same_loads", "path", blocks, 1024, lambda t: [OUT, A, i(t), i(MB)],
             (1, 2), zeros(MB, 4096 * blocks))
    for mb in (4, 16):
        pair("random", "random_loads_%d" % mb, "random_loads", "path", 132, 1024,
             lambda t: [OUT, A, i(t), i(mb * MB // 32), i(1)], (1, 5), zeros(mb * MB, 4096 * 132))
    pair("random", "random_loads_256", "random_loads", "path", 132, 1024, lambda t: [OUT, A, i(t), i(8 * MB), i(0)], (1, 3),
         zeros(256 * MB, 4096 * 132))


def constants(pair):
    for kb in (1, 2, 3, 4, 8, 16, 32, 48):
        pair("constant", "constant_chain_%d" % kb, "constant_chain", "path", 1, 32,
             lambda t: [OUT, i(t * kb * 16), i(kb * 256), i(16)], (2, 10), poison(128), ("out",))
    pair("constant", "constant_first", "constant_chain", "path", 1, 32, lambda t: [OUT, i(t), i(15360), i(64)], (48, 208),
         poison(128), ("out",))
    pair("constant", "constant_lines", "constant_chain", "path", 1, 32, lambda t: [OUT, i(t), i(15360), i(16)], (192, 832),
         poison(128), ("out",))


def meetings(pair):
    for w in (1, 2, 4, 8, 16, 24, 32):
        pair("barrier", "barrier_w%d" % w, "barrier", "meet", 1, 32 * w, lambda t: [OUT, i(t)], (1, 5), poison(4096), ("out",))
    for kind in ("block_0", "block_4", "gpu_0", "gpu_1", "gpu_4", "gpu_16"):
        pair("fence", "fence_" + kind, "fence_" + kind, "meet", 1, 32, lambda t: [OUT, i(t)], (4, 36), poison(65536), ("out",))
    for split in (0, 1, 8, 16, 31, 32):
        pair("sides", "sides_%d" % split, "sides", "meet", 1, 32, lambda t: [OUT, i(t), i(split), P], (4, 36), poison(128), ("out",))
    for length in (1, 4, 16, 64):
        pair("loop", "loop_%d" % length, "loop_%d" % length, "meet", 1, 32, lambda t: [OUT, i(t), P], (16, 144), poison(128), ("out",))


def rounds(pair):
    """Fences behind stores to ever other lines, of the same warp and of another."""
    for stores in (1, 2, 4, 16, 32):
        pair("fence", "fence_round_%d" % stores, "fence_round", "fence", 1, 1, lambda t: [OUT, i(t), i(stores)], (32, 288), poison(MB))
    for stores in (1, 16):
        pair("fence", "fence_beside_%d" % stores, "fence_beside", "fence", 1, 64, lambda t: [OUT, i(t), i(stores)], (32, 288), poison(MB))


def holds(pair):
    """Loops in which the operands of a store are overwritten behind it."""
    for kind in ("hold_none", "hold_stg", "hold_stg4", "hold_sts", "hold_sts4", "hold_red", "wide_stg"):
        pair("hold", kind, kind, "reuse", 1, 32, lambda t: [OUT, i(t), i(3)], (32, 288), poison(8192))


def orders(case):
    """Warps of several blocks of an SM, and of one, that all want the same pipe: who ends first shows in
    how many are active on average."""
    for op in ("lop3", "ffma", "dfma", "mufu"):
        for blocks, warps in ((2, 8), (4, 8), (8, 8), (8, 4), (16, 4), (1, 32), (2, 32)):
            case("order", "order_%s_%dx%d" % (op, blocks, warps), "chain_" + op, "pipe", 132 * blocks, 32 * warps,
                 [OUT, i(24), P, Q], poison(132 * blocks * 32 * warps * 4))


def loads(pair):
    """Loads of random lines of 2 MB in the L2 by all SMs, each warp one after the other: lanes, warps."""
    for lanes in (1, 4, 8, 16, 32):
        for warps in (1, 2, 4, 8, 16, 32, 64):
            pair("loaded", "loaded_%d_%d" % (lanes, warps), "loaded", "loaded", 132 * (warps + 31 >> 5), 32 * min(warps, 32),
                 lambda t: [OUT, A, i(t), i(1 << 14), i(lanes)], (8, 40), zeros(2 * MB))


def atomics(pair):
    """Threads on one word; on words of their own that lie together; each on a sector of its own."""
    window = {"same": (0, 0, 0, 0, 1), "lines": (16384, 32, 1, 1024, 16384), "sectors": (16384, 256, 8, 8192, 16384)}
    for op, kinds in (("red", window), ("redf", ("same", "lines")), ("atom", window), ("cas", ("lines", "sectors"))):
        for kind in kinds:
            for blocks in (1, 132):
                if op == "atom" and kind == "same" and blocks == 1:
                    continue
                turns = (1, 2) if kind == "same" and blocks > 1 else (2, 6)
                warps = 8 if kind == "same" and blocks > 1 else 32
                pair("spread", "%s_%s_%d" % (op, kind, blocks), "spread_" + op, "meet", blocks, 32 * warps,
                     lambda t: [OUT, i(t)] + [i(v) for v in window[kind]], turns,
                     {"out": {"bytes": blocks * 65536, "init": ZERO}})
    # Everybody on a word, a sector, a line or two slices: one lane of a warp, or all side by side.
    hot = {"word": (0, 1), "sector": (1, 8), "line": (8, 32), "slices": (32, 256)}
    for op in ("red", "atom", "cas"):
        for kind, (step, words) in hot.items():
            pair("hot", "hot_%s_%s" % (op, kind), "spread_" + op, "meet", 132 * 32, 1,
                 lambda t: [OUT, i(t), i(0), i(0), i(0), i(step), i(words)], (2, 6), {"out": {"bytes": 4096, "init": ZERO}})
        pair("hot", "hot_%s_own" % op, "spread_" + op, "meet", 132 * 32, 1,
             lambda t: [OUT, i(t), i(32), i(0), i(0), i(0), i(1)], (8, 72), {"out": {"bytes": 132 * 32 * 128, "init": ZERO}})
        pair("hot", "hot_%s_warp" % op, "spread_" + op, "meet", 132, 256,
             lambda t: [OUT, i(t), i(0), i(0), i(1), i(0), i(1)], (2, 10), {"out": {"bytes": 4096, "init": ZERO}})
        pair("hot", "hot_%s_warp_own" % op, "spread_" + op, "meet", 132, 256,
             lambda t: [OUT, i(t), i(2048), i(32), i(1), i(256), i(2048)], (2, 18), {"out": {"bytes": 132 * 8192 + 4096, "init": ZERO}})
    for kb in (1, 4, 16, 64):
        pair("spread", "red_window_%d" % kb, "spread_red", "meet", 132, 256, lambda t: [OUT, i(t), i(0), i(0), i(1), i(32), i(kb * 256)],
             (1, 3), {"out": {"bytes": kb * 1024 + 4096, "init": ZERO}})
    for apart in (128, 32768):
        pair("spread", "atomic_chain_%d" % apart, "atomic_chain", "meet", 1, 1, lambda t: [OUT, i(t), i(1024), i(apart // 4)],
             (1024, 2048), {"out": {"bytes": 1024 * apart + 128, "init": ZERO}})


def rows(pair):
    for ahead in (1, 2, 4, 8):
        for w in (1, 2, 4, 8, 16, 32):
            pair("rows", "rows_%d_w%d" % (ahead, w), "rows_%d" % ahead, "rows", 1, 32 * w, lambda t: [OUT, A, i(t)],
                 (64, 512), zeros(32 * w * 2048))


def waits(pair):
    """Loads that wait for the sectors of one of them: whole SMs of coalesced ones and of some lines, by two sectors and by one, 16 warps of rows."""
    for name in ("words_1", "words_2", "words_4", "lines_2", "lines_4", "lines_8", "lines_16",
                 "sectors_2", "sectors_4", "sectors_8", "sectors_16"):
        pair("wait", "wait_" + name, "wait_" + name, "wait", 264, 1024, lambda t: [OUT, A, i(t)], (24, 72),
             zeros(72 * 64 * 2304, 4 * 264 * 1024))
    for ahead in (1, 8):
        for passes in (1, 2, 4, 8, 16, 32):
            pair("wait", "wait_rows_%d_%d" % (ahead, passes), "wait_rows_%d" % ahead, "wait", 1, 512,
                 lambda t: [OUT, A, i(t), i(512 + passes)], (8, 64), zeros(512 * 2304))


def launches(case):
    for threads in (32, 128, 256, 512, 1024):
        for blocks in (132, 1320, 2640, 5280):
            if threads == 32 or blocks > 132:
                if threads in (32, 256, 1024) or blocks != 5280:
                    case("launch", "nothing_%d_b%d" % (blocks, threads), "nothing", "meet", blocks, threads, [OUT], poison(128))
    case("launch", "nothing_1_b32", "nothing", "meet", 1, 32, [OUT], poison(128))
    case("launch", "nothing_8_b32", "nothing", "meet", 8, 32, [OUT], poison(128))
    # 200 KB of shared memory let one block live on an SM.
    for blocks in (132, 264, 396):
        for threads in (32, 1024):
            turns = 64 if threads == 32 else 8
            case("waves", "waves_%d_b%d" % (blocks, threads), "wait", "meet", blocks, threads, [i(turns), P, OUT], poison(128),
                 dyn_smem=200 * 1024)
    case("waves", "waves_long_b32", "wait", "meet", 132, 32, [i(128), P, OUT], poison(128), dyn_smem=200 * 1024)
    case("waves", "waves_long_b1024", "wait", "meet", 132, 1024, [i(16), P, OUT], poison(128), dyn_smem=200 * 1024)


def add(case):
    def pair(group, name, kernel, module, grid, block, args, turns, buffers, check=(), **more):
        for suffix, t in (("_0", turns[0]), ("", turns[1])):
            case(group, name + suffix, kernel, module, grid, block, args(t), buffers, check, **more)
    for family in (pipes, shared, near, far, constants, meetings, rounds, holds, atomics):
        family(pair)
    launches(case)
    orders(case)
    mixtures.add(case, pair)
    bursts.add(pair)
    rows(pair)
    waits(pair)
    loads(pair)
