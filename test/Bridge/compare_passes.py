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

from relax_mlir.tvm import from_tvm  # noqa: E402

import comparison  # noqa: E402
import pass_cases  # noqa: E402

_PAGE = _ROOT / "docs/pass-comparison.md"
_CANONICAL = ["--canonicalize", "--cse"]
_SPLIT = "\n// -----\n"
_WORDS = ("equal", "after canonicalization", "different", "rejected here")


class Tools:
    """Runs passes and comparisons."""

    def __init__(self, build, folder):
        self._build, self._folder = build, folder

    def run(self, texts, passes):
        """Modules after passes, in one process if none fails; (text, error) of each."""
        joined, error = self._run(_SPLIT.join(texts), ["--split-input-file", *passes])
        parts = joined.split(_SPLIT)
        if not error and len(parts) == len(texts):
            return [(part, "") for part in parts]
        return [self._run(text, passes) for text in texts]

    def _run(self, text, passes):
        result = subprocess.run([self._build / "bin/relax-opt", "-", *passes, "--mlir-print-debuginfo=false"],
                                input=text, capture_output=True, text=True)
        return (result.stdout, "") if result.returncode == 0 else ("", _first_error(result.stderr))

    def differences(self, pairs):
        """What differs first in each pair; nothing if the modules are equal."""
        return comparison.differences(self._build, self._folder, pairs)


def _first_error(text):
    return next((line.split("error: ", 1)[1] for line in text.splitlines() if "error: " in line), text[:200])


def _judge(tools, pool, pairs, passes):
    """How the results of each pair compare, and the first difference."""
    ours = tools.run([module for _, _, module in pairs], passes)
    theirs = [after for _, after, _ in pairs]
    judged = {number: ("rejected here", error) for number, (_, error) in enumerate(ours) if error}
    left = [number for number in range(len(pairs)) if number not in judged]
    found = tools.differences([(theirs[number], ours[number][0]) for number in left])
    judged.update({number: ("equal", "") for number, why in zip(left, found) if not why})
    left = [number for number in left if number not in judged]
    canonical = list(zip(*pool.map(lambda texts: tools.run(texts, _CANONICAL),
                                   ([theirs[i] for i in left], [ours[i][0] for i in left])))) if left else []
    errors = {number: one[1] or other[1] for number, (one, other) in zip(left, canonical)}
    readable = [(number, one[0], other[0]) for number, (one, other) in zip(left, canonical) if not errors[number]]
    errors.update(zip([number for number, _, _ in readable], tools.differences([pair[1:] for pair in readable])))
    for number, why in errors.items():
        judged[number] = ("different", why) if why else ("after canonicalization", "")
    return [judged[number] for number in range(len(pairs))]


def _pairs(case):
    """Name, TVM's result and the input as text, of each module that TVM's pass takes."""
    for name, maker in case.modules():
        try:
            with tvm.target.Target("llvm"):
                module = maker()
                # Some passes of TVM change the module that they are given.
                before = from_tvm(module, verify=False)
                after = from_tvm(case.make()(module), verify=False)
                if case.left_out:
                    after = re.sub(case.left_out, "", after)
            yield name, after, before
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
            judged = _judge(tools, pool, pairs, case.passes)
            counts[case.name] = Counter(verdict for verdict, _ in judged)
            for (name, _, _), (verdict, why) in zip(pairs, judged):
                if verbose and verdict in ("different", "rejected here"):
                    print(f"{case.name}: {name}: {verdict}: {why}")
    return counts


def _table(counts):
    rows = [f"| `{case.name}` | `{re.sub('=/.*/', '=', ' '.join(case.passes))}` | {' | '.join(str(counts[case.name][word]) for word in _WORDS)} | {case.why} |"
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
