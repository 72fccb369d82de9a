"""Keys of the divergence kernels: for each warp 32 words of 16 bits that say which way its lanes go."""
import array, os, random

WARPS = 128
SIZES = [[16, 8, 4, 2, 1, 1], [9, 7, 5, 4, 3, 2, 1, 1], [18, 8, 4, 2], [11, 10, 11], [14, 4, 5, 9]]


def shuffled(values, r):
    """In another order, from r.random() alone, whose sequence no version of Python changes."""
    return [v for _, v in sorted((r.random(), v) for v in values)]


def below(n, r):
    return int(r.random() * n)


def values(limit, seed):
    """WARPS times 32 numbers below limit: few and many values, in runs and mixed, halving and even groups."""
    r = random.Random(seed)
    rows = []
    for warp in range(WARPS):
        kind = warp % 8
        some = [below(limit, r) for _ in range(2 + warp // 8 % 4)]
        if kind == 0:
            lanes = 1 + below(31, r)
            row = [some[0]] * lanes + [some[1]] * (32 - lanes)
        elif kind == 1:
            row = [some[below(len(some), r)] for _ in range(32)]
        elif kind == 2:
            row = sorted(below(limit, r) for _ in range(32))
        elif kind == 3:
            row = [below(limit, r) for _ in range(32)]
        elif kind < 6:
            sizes = SIZES[warp // 8 % len(SIZES)]
            row = [min(i, limit - 1) for i, size in enumerate(sizes) for _ in range(size)]
            row = shuffled(row, r) if kind == 5 else row
        else:
            share = 0.5 if kind == 6 else 0.7
            row = []
            for _ in range(32):
                turns = 0
                while turns < limit - 1 and r.random() < share:
                    turns += 1
                row.append(turns)
        rows += row
    return rows


def both(low, high):
    return [a | b << 4 for a, b in zip(low, high)]


KEYS = {
    "loop_plain": values(14, 1),
    "loop_if": both(values(12, 2), [v | w << 6 for v, w in zip(values(64, 3), values(64, 4))]),
    "loop_break": both([v + 1 for v in values(12, 5)], values(12, 6)),
    "loop_nest": both([v + 1 for v in values(6, 7)], values(4, 8)),
    "loop_exit": both([v + 1 for v in values(12, 9)], values(12, 10)),
    "loop_sleep": values(8, 11),
    "tree": values(8, 12),
    "switch4": values(6, 13),
    "switch12": values(14, 14),
    "indirect_once": values(16, 15),
    "indirect_loop": both(values(16, 16), [v | w << 4 for v, w in zip(values(16, 17), values(16, 18))]),
    "sync_arms": values(4, 19),
    "store_winner": values(16, 20),
}
# Those of kernels that find together again.
REJOIN = {
    "recursion": values(6, 21),
    "recursion_yielding": values(6, 21),
    "recursion_once": values(12, 22),
    "recursion_once_yielding": values(12, 22),
    "saved": values(8, 23),
    "tiles_reduce": values(8, 24),
    "tiles_shuffle": values(8, 25),
    "tiles_vote": values(8, 26),
    "tiles_match": values(8, 27),
    "tiles_sync": values(8, 28),
}
# Of these the groups of some warps run in another order here than on the GPU.
OTHERWISE = ["recursion_yielding", "recursion_once", "recursion_once_yielding"]


def write(folder):
    for name, keys in {**KEYS, **REJOIN}.items():
        with open(os.path.join(folder, "diverge_%s.bin" % name), "wb") as file:
            array.array("H", keys).tofile(file)
