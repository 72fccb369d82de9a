"""Runs completed five times under Nsight Compute and prints, for each launch that it names, the medians of what DRAM reads
and writes, in MB of 2^20 bytes, and of the cycles.

    nvcc -O3 -arch=sm_90 completed.cu -o completed && python3 completed.py > completed.txt
"""

import collections
import csv
import re
import statistics
import subprocess

METRICS = {"dram__bytes_read.sum": 2**20, "dram__bytes_write.sum": 2**20, "gpc__cycles_elapsed.max": 1}

command = ["ncu", "--cache-control", "all", "--clock-control", "none", "--csv", "--print-units", "base"]
command += ["--metrics", ",".join(METRICS), "./completed"]
found = collections.defaultdict(lambda: collections.defaultdict(list))
for _ in range(5):
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    names = re.findall(r"^launch (.*)$", run.stderr, re.MULTILINE)
    for row in csv.DictReader(line for line in run.stdout.splitlines() if line.startswith('"')):
        value = float(row["Metric Value"].replace(",", "")) / METRICS[row["Metric Name"]]
        found[names[int(row["ID"])]][row["Metric Name"]].append(value)
for name, values in found.items():
    read, written, cycles = (statistics.median(values[metric]) for metric in METRICS)
    print(f"{name} {read:.2f} {written:.2f} {cycles:.0f}")
