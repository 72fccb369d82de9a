"""Runs a program under Nsight Compute, which must say of each launch on stderr what it is: `launch NAME`."""

import collections
import csv
import re
import statistics
import subprocess

RUNS = 5


def counted(program, metrics, wanted=None):
    """By launch and metric, of those that are wanted or of all: what so many runs counted, caches emptied before each launch."""
    command = ["ncu", "--cache-control", "all", "--clock-control", "none", "--csv", "--print-units", "base"]
    command += ["--metrics", ",".join(metrics), program]
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for _ in range(RUNS):
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        names = re.findall(r"^launch (.*)$", run.stderr, re.MULTILINE)
        for row in csv.DictReader(line for line in run.stdout.splitlines() if line.startswith('"')):
            if row["Metric Name"] in (wanted or metrics):
                found[names[int(row["ID"])]][row["Metric Name"]].append(float(row["Metric Value"].replace(",", "")))
    return found


def medians(program, metrics):
    """By launch: the medians of these metrics."""
    found = counted(program, metrics)
    return {name: [statistics.median(values[metric]) for metric in metrics] for name, values in found.items()}


def show(program, metrics):
    """Prints, for each launch, the medians of these metrics as whole numbers."""
    for name, counted in medians(program, metrics).items():
        print(name, *[f"{number:.0f}" for number in counted])
