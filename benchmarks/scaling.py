#!/usr/bin/env python3
"""Say how many threads the schedules of models keep busy.

The parallel loops of each kernel have a number of tasks, which are equal but
for the last one. A kernel of `n` tasks takes ceil(n / T) / n of its time on T
threads, and each loop the time of a start and an end; a kernel without such a
loop takes all of its time. The time of a kernel is what it takes on one thread,
measured (`relax-compile --profile`), or with --counted what its operations and
bytes take on a core of 100 GFLOP/s and 10 GB/s, which is the same on any
machine. What threads share, memory above all, is not in it: this is what the
schedule allows. Rows are networks of peers.py, or models of --models=DIR; with
--check=T:S the speed-up on T threads has to be at least S in each row.
"""
import argparse
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path


ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(Path(__file__).parent)]

import networks  # noqa: E402
import peers  # noqa: E402
from relax_mlir.profile import Profile  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

_FLOPS, _BYTES = 100e9, 10e9
# Seconds of a loop's start and end, of threads that watch for work.
_FORK = 2e-6


def count_tasks(text):
    """The numbers of tasks of the outermost parallel loops of each function, None where it is not constant."""
    tasks = {}
    for function in re.split(r"(?=^  tir\.func )", text, flags=re.M)[1:]:
        name = re.search(r"@([\w.$-]+|\"[^\"]+\")\(", function)[1].strip('"')
        constants = dict(re.findall(r"(%\S+) = arith\.constant (\d+) : index", function))
        ends = re.findall(r"^    tir\.for parallel \S+ = \S+ to (%\S+)", function, flags=re.M)
        tasks[name] = [int(constants[end]) if end in constants else None for end in ends]
    return tasks


def spread(seconds, loops, threads):
    """The seconds of a kernel on `threads`, of which it takes `seconds` on one."""
    # A loop of unknown length is taken for one that is long enough.
    shares = [1 / threads if tasks is None else math.ceil(tasks / threads) / tasks for tasks in loops]
    return seconds * (sum(shares) / len(shares) if shares else 1) + _FORK * len(loops)


def get_speedup(costs, threads):
    """`costs` has each kernel of a call: its name, seconds and the numbers of tasks of its loops."""
    return sum(seconds for _, seconds, _ in costs) / sum(spread(*cost[1:], threads) for cost in costs)


def name_worst(costs, threads):
    """The kernel that is furthest from its share of the threads, and its numbers of tasks."""
    name, _, loops = max(costs, key=lambda cost: spread(*cost[1:], threads) - cost[1] / threads)
    return f"{name}: {', '.join(map(str, loops)) or 'serial'}"


def get_costs(path, arrays, build, counted):
    """The kernels of a call: seconds on one thread, numbers of tasks."""
    library, scheduled = path.with_suffix(".so"), path.with_suffix(".mlir")
    subprocess.run([build / "bin/relax-compile", path, "-o", library, "--profile"], check=True)
    subprocess.run([build / "bin/relax-compile", path, "-o", scheduled, "--stop-at=schedule"], check=True)
    tasks = count_tasks(scheduled.read_text())
    module = Runtime(build / "lib/librelax_runtime.so", 1).load(library)
    repeat = 1 if counted else 5
    rows = Profile(module.profile("main", *arrays, repeat=repeat), (1, 1)).rows
    return [(row.kernel, max((row.flops or 0) / _FLOPS, row.bytes / _BYTES) / repeat if counted else row.seconds / repeat,
             tasks[row.kernel]) for row in rows if row.kernel in tasks]


def read_check(text):
    threads, speedup = text.split(":")
    return int(threads), float(speedup)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="the build folder")
    parser.add_argument("--models", type=Path, help="a folder of zoo.py's")
    parser.add_argument("--filter", nargs="*", help="only models whose names have one of these")
    parser.add_argument("--threads", type=int, nargs="*", default=[2, 4, 8, 16, 32, 64], help="numbers of threads")
    parser.add_argument("--counted", action="store_true", help="by operations and bytes instead of times")
    parser.add_argument("--check", type=read_check, help="THREADS:SPEED-UP that each row has to reach")
    options = parser.parse_args()
    failed = False
    print(f"| model | {' | '.join(map(str, options.threads))} | furthest from it: tasks |")
    print(f"| --- |{' --: |' * len(options.threads)} --- |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        models = peers.find_models(options.models) if options.models else networks.NETWORKS
        for name, build in models.items():
            if not any(word in name for word in options.filter or [""]):
                continue
            path = Path(folder) / f"{name}.onnx"
            costs = get_costs(path, build(path).values(), options.build, options.counted)
            speedups = [get_speedup(costs, threads) for threads in options.threads]
            cells = [f"{speedup:.1f}" for speedup in speedups]
            print(f"| {name} | {' | '.join(cells)} | {name_worst(costs, options.threads[-1])} |", flush=True)
            if options.check:
                threads, least = options.check
                found = get_speedup(costs, threads)
                if found < least:
                    failed = True
                    print(f"{name}: expected a speed-up of {least} on {threads} threads, found {found:.1f}",
                          file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
