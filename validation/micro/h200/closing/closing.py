#!/usr/bin/env python3
"""Cycles of launches beyond those that an SM is active, from what Nsight Compute prints of closing.cu: medians, less those
of launches of as many blocks that touch nothing."""
import csv, statistics, sys

LINES = [1, 8, 32, 96, 288, 1024]
rows = {}
for row in csv.DictReader(line for line in sys.stdin if line.startswith('"')):
    launch = rows.setdefault(int(row["ID"]), {"kernel": row["Kernel Name"].split("(")[0], "blocks": int(row["Grid Size"].split(",")[0].strip("( "))})
    launch[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
beyond = {}
for number, launch in sorted(rows.items()):
    place = number % (1 + 3 * len(LINES))
    lines = 0 if place == 0 else LINES[(place - 1) // 3]
    cycles = launch["gpc__cycles_elapsed.max"] - launch["sm__cycles_active.max"]
    beyond.setdefault((launch["kernel"], launch["blocks"], lines), []).append(cycles)
median = {key: statistics.median(cycles) for key, cycles in beyond.items()}
for (kernel, blocks, lines), cycles in median.items():
    if kernel == "nothing":
        print("nothing_b%d %.0f" % (blocks, cycles))
    else:
        print("%s_b%d_l%d %.0f" % (kernel, blocks, lines, cycles - median["nothing", blocks, 0]))
