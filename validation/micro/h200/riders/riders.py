#!/usr/bin/env python3
"""Runs ./riders or ./flood under Nsight Compute and prints, for each launch, how many requests a line the L2 gets."""
import csv
import subprocess
import sys

METRIC = "lts__t_requests_srcunit_tex_op_read.sum"
program = sys.argv[1]
ncu = ["ncu", "--clock-control", "none", "--metrics", METRIC, "--page", "raw", "--csv", "./" + program]
printed = subprocess.run(ncu, capture_output=True, text=True, check=True).stdout.splitlines()
rows = list(csv.reader(line for line in printed if line.startswith('"')))
column = rows[0].index(METRIC)
values = [int(row[column].replace(",", "")) for row in rows[1:] if row[0].isdigit()]
names = open(program + ".list").read().split()
assert len(names) == len(values)
for name, value in zip(names, values):
    lines = int(name.split("_")[3]) if program == "flood" else 100
    # Of hot lines, one request each has brought them into the L2.
    print(name, "%.2f" % ((value - lines * name.startswith("hot")) / lines))
