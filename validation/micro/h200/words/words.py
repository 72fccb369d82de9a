"""Runs words five times under Nsight Compute and prints, for each launch that it names, the medians of the cycles in which
SMs are active at most and of the sectors that the L2 looks up.

    nvcc -O3 -arch=sm_90 words.cu -o words && python3 words.py > words.txt
"""

import collections
import csv
import re
import statistics
import subprocess

METRICS = ["sm__cycles_active.max", "lts__t_sectors.sum"]

command = ["ncu", "--cache-control", "all", "--clock-control", "none", "--csv", "--print-units", "base"]
command += ["--metrics", ",".join(METRICS), "./words"]
found = collections.defaultdict(lambda: collections.defaultdict(list))
for _ in range(5):
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    names = re.findall(r"^launch (.*)$", run.stderr, re.MULTILINE)
    for row in csv.DictReader(line for line in run.stdout.splitlines() if line.startswith('"')):
        value = float(row["Metric Value"].replace(",", ""))
        found[names[int(row["ID"])]][row["Metric Name"]].append(value)
for name, values in found.items():
    cycles, sectors = (statistics.median(values[metric]) for metric in METRICS)
    print(f"{name} {cycles:.0f} {sectors:.0f}")
