"""Runs dealt.cu under Nsight Compute and prints, for each pattern and place, what all units gave, the one that
gave most and the one that gave least: sectors of DRAM that 132 blocks read, and sectors that one block, on an SM of
one side, asked slices of the L2 for.

    nvcc -O3 -arch=sm_90 dealt.cu -o dealt && python3 dealt.py > dealt.txt
"""

import collections
import csv
import subprocess

PLACES = 24
PAGES = [1, 2, 4, 6, 12, 24, 33, 48, 66, 96, 132, 192, 256, 512, 1024]
PATTERNS = [(32 * pages, 128) for pages in PAGES] + [(4096, 1 << shift) for shift in range(8, 18)]
METRICS = {132: "dram__sectors_read", 1: "lts__t_sectors_srcunit_tex_op_read"}


def measure(blocks, metric):
    metrics = [f"{metric}.{kind}" for kind in ("sum", "max", "min")]
    arguments = [str(number) for lines, apart in PATTERNS for number in (lines, 1, apart)]
    command = ["ncu", "--cache-control", "all", "--clock-control", "none", "--csv", "--print-units", "base"]
    command += ["--metrics", ",".join(metrics), "./dealt", str(blocks), str(PLACES), *arguments]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    launches = collections.defaultdict(dict)
    for row in csv.DictReader(line for line in output.splitlines() if line.startswith('"')):
        launches[int(row["ID"])][row["Metric Name"]] = row["Metric Value"].replace(",", "")
    for launch, values in sorted(launches.items()):
        lines, apart = PATTERNS[launch // PLACES]
        print(metric, "lines", lines, "apart", apart, "place", launch % PLACES, *(values[name] for name in metrics))


for blocks, metric in METRICS.items():
    measure(blocks, metric)
