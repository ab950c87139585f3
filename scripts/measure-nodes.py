#!/usr/bin/env python3
"""Measures what an action costs in a house of several nodes, and how long its frame takes to a viewer at another node.

    scripts/cluster.sh scripts/measure-nodes.py RATE SECONDS [OPTION OF ludotheque load]...

It plays at all gateways at once, and prints the processor time of the gateways, the workers, PostgreSQL and NATS for each
action, from /proc, and the time between a commit and its frame elsewhere, from the gateways' metrics.
"""

import glob
import json
import os
import re
import subprocess
import sys
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")


def fields(process):
    with open(f"/proc/{process}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()


def cpu(processes):
    """Seconds of processor time that these processes and their ended children have used."""
    total = 0
    for process in processes:
        try:
            total += sum(int(value) for value in fields(process)[11:15])
        except OSError:
            pass
    return total / TICKS


def postgres():
    """The processes of the PostgreSQL of the house."""
    folder = re.search(r"host=([^&]+)", os.environ["LUDOTHEQUE_DATABASE"]).group(1)
    with open(f"{folder}/data/postmaster.pid") as file:
        first = int(file.readline())
    found = [first]
    for path in glob.glob("/proc/[0-9]*"):
        process = int(path.rsplit("/", 1)[1])
        try:
            if int(fields(process)[1]) == first:
                found.append(process)
        except OSError:
            pass
    return found


def told(addresses):
    """The histogram of all gateways together: how many frames were there within so many seconds."""
    counts = {}
    for address in addresses:
        text = urllib.request.urlopen(f"http://{address}/metrics").read().decode()
        for bound, count in re.findall(r'ludotheque_told_seconds_bucket\{le="([^"]+)"\} (\d+)', text):
            bound = float(bound.replace("+Inf", "inf"))
            counts[bound] = counts.get(bound, 0) + int(count)
    return counts


def quantile(before, after, share):
    counts = sorted((bound, after[bound] - before.get(bound, 0)) for bound in after)
    total = counts[-1][1]
    return next((bound for bound, count in counts if total and count >= total * share), float("nan")), total


def main():
    rate, seconds, options = sys.argv[1], sys.argv[2], sys.argv[3:]
    program = os.environ.get("LUDOTHEQUE_BIN", "target/quick/ludotheque")
    groups = {name: os.environ.get(f"HOUSE_{name.upper()}", "").split() for name in ("gateways", "workers", "nats")}
    addresses = os.environ["HOUSE_ADDRESSES"].split()
    metrics = os.environ["HOUSE_METRICS"].split()
    command = [program, "load", "--json", "--rate", rate, "--seconds", seconds, *options]
    command += [f"http://{address}" for address in addresses]
    # What opening the tables costs is in the figures: play long enough.
    before = {name: cpu(processes) for name, processes in groups.items()}
    before["postgres"], heard = cpu(postgres()), told(metrics)
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    after = {name: cpu(processes) for name, processes in groups.items()}
    after["postgres"] = cpu(postgres())
    now = told(metrics)
    actions = report["actions"]
    print(f"{len(addresses)} gateways, {actions} actions, {report['actions_per_second']:.0f} a second, acknowledged in p50 "
          f"{report['p50']:.1f} ms, p99 {report['p99']:.1f} ms; compared: {report['checked']}")
    for name in ("gateways", "workers", "postgres", "nats"):
        print(f"  {name:9} {1e6 * (after[name] - before[name]) / actions:7.0f} µs an action")
    (half, count), (most, _) = quantile(heard, now, 0.5), quantile(heard, now, 0.99)
    print(f"  told      {count} frames at another node, p50 below {1000 * half:.2f} ms, p99 below {1000 * most:.2f} ms")


main()
