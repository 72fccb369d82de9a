"""Runs dealt.cu under Nsight Compute on windows of rows and prints, for each pattern and place, the sectors that one
block, on an SM of one side, asked all slices of the L2 for, the busiest one, and the one that was asked for least.

    nvcc -O3 -arch=sm_90 dealt.cu -o dealt && python3 windows.py > windows.txt
"""

import collections
import csv
import itertools
import subprocess

PLACES = 4
APART = [2048, 4096, 8192, 16384, 32768, 65536, 131072, 6144, 12032, 8320, 20480]
PATTERNS = [
    (rows, lines, apart)
    for rows, apart, lines in itertools.product([32, 64, 256], APART, [1, 2, 4, 8, 16, 32, 64])
    if lines * 128 <= apart
]
METRICS = [f"lts__t_sectors_srcunit_tex.{kind}" for kind in ("sum", "max", "min")]

command = ["ncu", "--cache-control", "none", "--clock-control", "none", "--csv", "--print-units", "base"]
command += ["--metrics", ",".join(METRICS), "./dealt", "1", str(PLACES)]
command += [str(number) for pattern in PATTERNS for number in pattern]
output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
launches = collections.defaultdict(dict)
for row in csv.DictReader(line for line in output.splitlines() if line.startswith('"')):
    launches[int(row["ID"])][row["Metric Name"]] = row["Metric Value"].replace(",", "")
for launch, values in sorted(launches.items()):
    rows, lines, apart = PATTERNS[launch // PLACES]
    print("rows", rows, "apart", apart, "lines", lines, "place", launch % PLACES, *(values[name] for name in METRICS))
