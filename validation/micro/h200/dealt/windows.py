"""Runs windows.cu under Nsight Compute and prints, for each launch that it names, the sectors that one block, on an SM of
one side, asked all slices of the L2 for, the busiest one, and the one that was asked for least.

    nvcc -O3 -arch=sm_90 windows.cu -o windows && python3 windows.py > windows.txt
"""

import collections
import csv
import re
import subprocess

METRICS = [f"lts__t_sectors_srcunit_tex.{kind}" for kind in ("sum", "max", "min")]

command = ["ncu", "--cache-control", "none", "--clock-control", "none", "--csv", "--print-units", "base"]
command += ["--metrics", ",".join(METRICS), "./windows"]
run = subprocess.run(command, check=True, capture_output=True, text=True)
names = re.findall(r"^launch (.*)$", run.stderr, re.MULTILINE)
launches = collections.defaultdict(dict)
for row in csv.DictReader(line for line in run.stdout.splitlines() if line.startswith('"')):
    launches[int(row["ID"])][row["Metric Name"]] = row["Metric Value"].replace(",", "")
for name, (_, values) in zip(names, sorted(launches.items()), strict=True):
    print(name, *(values[metric] for metric in METRICS))
