"""Counts what the launches of alone.cu do, under Nsight Compute (in `ncu`'s path; `nvcc` beside it), and prints of
each its name, cycles for each load of an SM and requests for it that the L2 gets, both less a launch without turns.

    python3 alone.py > alone.txt
"""

import csv
import subprocess

CYCLES, REQUESTS = "sm__cycles_active.max", "lts__t_requests_srcunit_tex_op_read.sum"
LOADS = 8 * 32


def launches():
    """The metrics of each launch, in order."""
    run = ["ncu", "--cache-control", "none", "--clock-control", "none", "--csv", "--metrics", CYCLES + "," + REQUESTS]
    lines = subprocess.run(run + ["./alone"], capture_output=True, text=True, check=True).stdout.splitlines()
    found = {}
    for row in csv.DictReader(line for line in lines if line.startswith('"')):
        found.setdefault(int(row["ID"]), {})[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    return [found[launch] for launch in sorted(found)]


def main():
    subprocess.run(["nvcc", "-arch=sm_90", "-O3", "-std=c++17", "-o", "alone", "alone.cu"], check=True)
    named = subprocess.run(["./alone"], capture_output=True, text=True, check=True).stdout.splitlines()
    counted = launches()
    for number, line in enumerate(named):
        name, blocks, turns = line.split()
        _, less, _, all_ = counted[4 * number : 4 * number + 4]
        loads = LOADS * int(turns)
        cycles = (all_[CYCLES] - less[CYCLES]) / loads
        print(name, "%.3f" % cycles, "%.3f" % ((all_[REQUESTS] - less[REQUESTS]) / loads / int(blocks)))


main()
