#!/usr/bin/env python3
"""Runs ./asked under Nsight Compute and prints of each launch the requests that the L2 gets and their sectors.

Behind them, of two warps, by how many cycles later the second has issued its load.
"""
import csv
import subprocess

METRICS = ["lts__t_requests_srcunit_tex_op_read.sum", "lts__t_sectors_srcunit_tex_op_read.sum"]
ncu = ["ncu", "--clock-control", "none", "--metrics", ",".join(METRICS), "--page", "raw", "--csv", "./asked"]
printed = subprocess.run(ncu, capture_output=True, text=True, check=True).stdout.splitlines()
names = [line for line in printed if line and not line.startswith(('"', "="))]
rows = list(csv.reader(line for line in printed if line.startswith('"')))
columns = [rows[0].index(metric) for metric in METRICS]
launches = [row for row in rows[1:] if row[0].isdigit()]
assert len(names) == len(launches)
for name, row in zip(names, launches):
    name, *apart = name.split()
    print(name, *(row[column].replace(",", "") for column in columns), *apart)
