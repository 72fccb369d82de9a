"""Runs copies under Nsight Compute and prints, for each launch that it names, its cycles and sectors: those that SMs
asked the L2 for and stored to it, in how many requests; those that crossed between its sides, of which so many missed;
and those that DRAM read.

    nvcc -O3 -arch=sm_90 copies.cu -o copies && python3 copies.py > copies.txt
"""

import collections
import csv
import re
import subprocess

METRICS = {
    "gpc__cycles_elapsed.max": "cycles",
    "lts__t_sectors_srcunit_tex.sum": "asked",
    "lts__t_requests_srcunit_tex.sum": "requests",
    "lts__t_sectors_srcunit_tex_lookup_hit.sum": "hit",
    "lts__t_sectors_srcunit_ltcfabric.sum": "crossed",
    "lts__t_sectors_srcunit_ltcfabric_lookup_miss.sum": "crossed_missed",
    "dram__sectors_read.sum": "dram",
}

command = ["ncu", "--cache-control", "none", "--clock-control", "none", "--csv", "--print-units", "base"]
command += ["-k", "regex:measured", "--metrics", ",".join(METRICS), "./copies"]
run = subprocess.run(command, check=True, capture_output=True, text=True)
names = re.findall(r"^launch (.*)$", run.stderr, re.MULTILINE)
launches = collections.defaultdict(dict)
for row in csv.DictReader(line for line in run.stdout.splitlines() if line.startswith('"')):
    launches[int(row["ID"])][METRICS[row["Metric Name"]]] = row["Metric Value"].replace(",", "")
for name, (_, values) in zip(names, sorted(launches.items()), strict=True):
    print(name, *(f"{metric} {values[metric]}" for metric in METRICS.values()))
