#!/usr/bin/env python3
"""Cycles of launches beyond those that an SM is active, from what Nsight Compute prints of closing.cu: medians, less those
of launches of as many blocks that touch nothing.

`closing.py < ONE_PASS` takes both counters from one pass. `closing.py ONE_PASS < REPLAYED` takes the elapsed cycles from
launches that were replayed for all metrics, where the two counters come from different passes."""
import csv, statistics, sys

LINES = [1, 8, 32, 96, 288, 1024]
ELAPSED, ACTIVE = "gpc__cycles_elapsed.max", "sm__cycles_active.max"


def launches(file):
    """By kernel, blocks and lines: the launches, each with its metrics."""
    rows = {}
    for row in csv.DictReader(line for line in file if line.startswith('"')):
        launch = rows.setdefault(int(row["ID"]), {"kernel": row["Kernel Name"].split("(")[0], "blocks": int(row["Grid Size"].split(",")[0].strip("( "))})
        if row["Metric Name"] in (ELAPSED, ACTIVE):
            launch[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    cases = {}
    for number, launch in sorted(rows.items()):
        place = number % (1 + 3 * len(LINES))
        lines = 0 if place == 0 else LINES[(place - 1) // 3]
        cases.setdefault((launch["kernel"], launch["blocks"], lines), []).append(launch)
    return cases


def median(cases, cycles):
    return {case: statistics.median(map(cycles, launches)) for case, launches in cases.items()}


here = launches(sys.stdin)
if sys.argv[1:]:
    elapsed = median(here, lambda launch: launch[ELAPSED])
    active = median(launches(open(sys.argv[1])), lambda launch: launch[ACTIVE])
    beyond = {case: elapsed[case] - active[case] for case in elapsed}
else:
    beyond = median(here, lambda launch: launch[ELAPSED] - launch[ACTIVE])
for (kernel, blocks, lines), cycles in beyond.items():
    if kernel == "nothing":
        print("nothing_b%d %.0f" % (blocks, cycles))
    else:
        print("%s_b%d_l%d %.0f" % (kernel, blocks, lines, cycles - beyond["nothing", blocks, 0]))
