#!/usr/bin/env python3
"""Compare passes with TVM's: TVM's result, exported, with ours on the exported input.

Results are compared by relax-compare: as they are, then after canonicalization
of both. `--table` writes the numbers for docs/pass-comparison.md; otherwise fewer
equal results of a pass than the page says are an error.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_ROOT / "python"))

import tvm  # noqa: E402
from tvm import relax  # noqa: E402

from relax_mlir.tvm import from_tvm  # noqa: E402

import pass_cases  # noqa: E402

_PAGE = _ROOT / "docs/pass-comparison.md"
_CANONICAL = ["--canonicalize", "--cse"]
_WORDS = ("equal", "after canonicalization", "different", "refused here")


class Tools:
    """Runs passes and comparisons."""

    def __init__(self, build, folder):
        self._build, self._folder, self._count = build, folder, 0

    def run(self, text, passes):
        """A module after passes; the error as the second."""
        result = subprocess.run([self._build / "bin/relax-opt", "-", *passes, "--mlir-print-debuginfo=false"],
                                input=text, capture_output=True, text=True)
        return (result.stdout, "") if result.returncode == 0 else ("", _first_error(result.stderr))

    def difference(self, number, left, right):
        """What differs first; nothing if the modules are equal."""
        paths = [self._folder / f"{number}-left.mlir", self._folder / f"{number}-right.mlir"]
        for path, text in zip(paths, (left, right)):
            path.write_text(text)
        result = subprocess.run([self._build / "bin/relax-compare", *paths], capture_output=True, text=True)
        return "" if result.returncode == 0 else _first_error(result.stderr)


def _first_error(text):
    return next((line.split("error: ", 1)[1] for line in text.splitlines() if "error: " in line), text[:200])


def _judge(tools, number, theirs, module, passes):
    """How two results compare, and the first difference."""
    ours, error = tools.run(module, passes)
    if error:
        return "refused here", error
    if not tools.difference(number, theirs, ours):
        return "equal", ""
    canonical = [tools.run(text, _CANONICAL) for text in (theirs, ours)]
    for _, error in canonical:
        if error:
            return "different", error
    found = tools.difference(number, canonical[0][0], canonical[1][0])
    return ("different", found) if found else ("after canonicalization", "")


def _pairs(case):
    """Name, TVM's result and the input as text, of each module that TVM's pass takes."""
    for name, maker in case.modules():
        try:
            with tvm.target.Target("llvm"):
                before = maker()
                after = case.make()(before)
            yield name, from_tvm(after, verify=False), from_tvm(before, verify=False)
        except Exception as error:  # TVM's errors have no common base class.
            print(f"{case.name}: {name}: not compared: {str(error).strip().splitlines()[-1][:160]}", file=sys.stderr)


def compare(build, only, verbose):
    """How many results of each pass are equal, and so on."""
    counts = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        tools = Tools(build, Path(folder))
        for case in pass_cases.CASES:
            if only and only != case.name:
                continue
            pairs = list(_pairs(case))
            judged = list(pool.map(lambda item: _judge(tools, item[0], item[1][1], item[1][2], case.passes), enumerate(pairs)))
            counts[case.name] = Counter(verdict for verdict, _ in judged)
            for (name, _, _), (verdict, why) in zip(pairs, judged):
                if verbose and verdict in ("different", "refused here"):
                    print(f"{case.name}: {name}: {verdict}: {why}")
    return counts


def _table(counts):
    rows = [f"| `{case.name}` | `{' '.join(case.passes)}` | {' | '.join(str(counts[case.name][word]) for word in _WORDS)} | {case.why} |"
            for case in pass_cases.CASES if case.name in counts]
    return "\n".join(["| TVM | here | " + " | ".join(_WORDS) + " | why they differ |", "| --- | --- |" + " --: |" * len(_WORDS) + " --- |", *rows])


def _documented():
    """How many results are equal as they are, or after canonicalization, in the page."""
    rows = re.findall(r"^\| `(\w+)` \| [^|]*\| (\d+) \| (\d+) \|", _PAGE.read_text(), re.M)
    return {name: int(equal) + int(canonical) for name, equal, canonical in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--only", default="", help="the pass to compare")
    parser.add_argument("--verbose", action="store_true", help="print what differs")
    parser.add_argument("--table", action="store_true", help="write the table of docs/pass-comparison.md")
    arguments = parser.parse_args()
    counts = compare(arguments.build, arguments.only, arguments.verbose)
    if arguments.table:
        text = _PAGE.read_text()
        _PAGE.write_text(text[:text.index("| TVM |")] + _table(counts) + "\n")
        os._exit(0)
    documented, wrong = _documented(), 0
    for name, count in counts.items():
        equal = count["equal"] + count["after canonicalization"]
        if equal < documented.get(name, 0):
            print(f"{name}: {equal} equal results, but docs/pass-comparison.md says {documented[name]}")
            wrong += 1
    total = sum(counts.values(), Counter())
    print("; ".join(f"{total[word]} {word}" for word in _WORDS))
    sys.stdout.flush()
    os._exit(bool(wrong) or not total)


if __name__ == "__main__":
    main()
