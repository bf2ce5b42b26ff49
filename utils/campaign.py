#!/usr/bin/env python3
"""Run a random campaign in blocks of seeds, and go on where the last run stopped.

    utils/campaign.py --state=utils/baseline/campaigns.jsonl --until=200000 --hours=2 -- build/bin/relax-stress
    utils/campaign.py --state=utils/baseline/campaigns.jsonl --until=1000000 --block=20000 --count=--count -- utils/mutate-inputs.py
    utils/campaign.py --state=utils/baseline/campaigns.jsonl --table

The command gets `--seed=N --modules=BLOCK` (or the flags that --seed and --count name) for each block. A line of the
state says the command, the first seed, how many, the commit, the date, the seconds and whether something was found;
seeds of another commit count, too, unless --commit-only says that a change began it anew. `--table` writes
a row of docs/Reliability.md: per command the seeds, the commits, the findings and how long none was found.
"""
import argparse
import datetime
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent


def read(state):
    """The blocks that are done, in their order."""
    return [json.loads(line) for line in state.read_text().splitlines()] if state.exists() else []


def get_commit():
    run = subprocess.run(["git", "-C", _ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return run.stdout.strip() or "unknown"


def print_table(blocks):
    print("| command | commits | volume | blocks with findings | since the last one |\n| --- | --- | ---: | ---: | ---: |")
    for command in dict.fromkeys(block["command"] for block in blocks):
        own = [block for block in blocks if block["command"] == command]
        commits = list(dict.fromkeys(block["commit"] for block in own))
        last = max((i for i, block in enumerate(own) if block["found"]), default=-1)
        print(f"| `{command}` | {', '.join(commits)} | {sum(block['count'] for block in own):,} | {sum(block['found'] for block in own)} "
              f"| {sum(block['count'] for block in own[last + 1:]):,} |")


def run_block(options, first, count):
    """The state's line of one block; its output goes to the terminal if something was found."""
    begin = time.monotonic()
    run = subprocess.run([*options.command, f"{options.seed}={first}", f"{options.count}={count}"], capture_output=True, text=True,
                         errors="replace", check=False)
    # 1 is a finding, which is printed; all else is a command that did not run.
    if run.returncode not in (0, 1) or run.returncode and not run.stdout.strip():
        sys.exit(f"{' '.join(options.command)} ended with {run.returncode}:\n{run.stderr}")
    if run.returncode:
        print(run.stdout, flush=True)
    return {"command": " ".join(options.command), "first": first, "count": count, "commit": get_commit(),
            "date": datetime.date.today().isoformat(), "seconds": round(time.monotonic() - begin, 1), "found": run.returncode}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--until", type=int, default=100000, help="seeds in all")
    parser.add_argument("--block", type=int, default=200, help="seeds of one run")
    parser.add_argument("--hours", type=float, default=1e9, help="when no further block begins")
    parser.add_argument("--seed", default="--seed", help="the command's flag of the first seed")
    parser.add_argument("--count", default="--modules", help="the command's flag of how many")
    parser.add_argument("--commit-only", action="store_true", help="count blocks of this commit only")
    parser.add_argument("--table", action="store_true", help="print what is done, and run nothing")
    parser.add_argument("command", nargs="*")
    options = parser.parse_args()
    if options.table:
        return print_table(read(options.state))
    if not options.command:
        parser.error("expected the command behind --")
    # The block that runs ends with this process, and is not noted.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    name, commit, found = " ".join(options.command), get_commit(), 0
    own = [block for block in read(options.state)
           if block["command"] == name and (not options.commit_only or block["commit"] == commit)]
    # A seed is looked at once: that of another commit is another program only if lowering changed.
    first = max((block["first"] + block["count"] for block in own), default=1)
    end = time.monotonic() + options.hours * 3600
    while first <= options.until and time.monotonic() < end:
        block = run_block(options, first, min(options.block, options.until + 1 - first))
        with options.state.open("a") as out:
            out.write(json.dumps(block) + "\n")
        first, found = block["first"] + block["count"], found + block["found"]
    print(f"seeds up to {first - 1:,} of {options.until:,}, {found} blocks with findings")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
