#!/usr/bin/env python3
"""Take the modules of the corpus to TVM and back.

Each module of the corpus is exported from TVM, written as TVMScript by
relax-translate, read by TVM and exported again: both exports are the same
program, and where nothing was written in another way, both modules of TVM are,
too. What relax-translate rejects has its reason in the table of
docs/to-tvm.md. What runs, runs the same before and after.

Random modules of relax-stress (--drawn) are rejected, or what is written parses
in TVM and comes back as a module that relax-opt takes.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
import tvm_ffi  # noqa: E402
from relax_mlir.tvm import TranslationError, from_tvm  # noqa: E402
from relax_mlir.tvm.translate import parse, read_params, to_script  # noqa: E402

import corpus  # noqa: E402
import differential  # noqa: E402
import export_corpus  # noqa: E402
import known_differences  # noqa: E402

_REASON = re.compile(r"error: '([^']*)' op has no form in TVMScript: (.*)")
_PAGE = Path(__file__).resolve().parents[2] / "docs/to-tvm.md"
_HEAD, _END = "| modules | |\n| --- | --: |\n", "\n\nModules of TVM that come back"
# One of so many modules of the corpus is taken, unless all are asked for: by
# its name, so that a module that is added does not change which others are.
_STEP = 24


@dataclass
class Journey:
    """What became of the modules."""

    build: Path
    folder: Path
    counts: Counter = field(default_factory=Counter)
    rejected: Counter = field(default_factory=Counter)
    faults: list = field(default_factory=list)

    def take(self, name, text):
        """The module of TVM that a text becomes; nothing if it is rejected."""
        params = self.folder / "params.safetensors"
        params.unlink(missing_ok=True)
        try:
            script = to_script(text, self.build, params)
        except TranslationError as error:
            reasons = _REASON.findall(str(error))
            self.counts["rejected"] += 1
            self.rejected.update(set(reasons))
            if not reasons:
                self.faults.append(f"{name}: {error}")
            return None
        return parse(script, read_params(params) if params.exists() else {})

    def compare(self, name, text, again):
        """Notes the first difference of two texts."""
        left, right = self.folder / "left.mlir", self.folder / "right.mlir"
        left.write_text(text)
        right.write_text(again)
        result = subprocess.run([self.build / "bin/relax-compare", left, right], capture_output=True, text=True)
        self.counts["unequal" if result.returncode else "equal"] += 1
        if result.returncode and not known_differences.reason(name, "back", "", result.stderr):
            self.faults.append(f"{name}: {result.stderr.splitlines()[0]}")

    def round(self, name, text):
        """Goes to TVM and back; gives TVM's module."""
        try:
            module = self.take(name, text)
            if module is not None:
                self.compare(name, text, from_tvm(module))
            return module
        except Exception as error:  # TVM's errors have no common base class.
            self.counts["not read by TVM"] += 1
            self.faults.append(f"{name}: {' '.join(str(error).split())[:300]}")
            return None


def _same_results(name, maker, module):
    """What differs between a module's results and those of what it became;
    nothing if TVM cannot run it."""
    first = differential.run_in_tvm(name, maker())
    if isinstance(first, str):
        return None
    second = differential.run_in_tvm(name, module)
    return second if isinstance(second, str) else differential.difference(second.expected, first.expected)


def _corpus(journey, step, only, runs):
    """The modules of the corpus."""
    for name, maker in corpus.modules():
        if only not in name or zlib.crc32(name.encode()) % step:
            continue
        original = maker()
        module = journey.round(name, from_tvm(original))
        if module is None:
            continue
        journey.counts["the same module of TVM"] += bool(tvm_ffi.structural_equal(module, original))
        wrong = _same_results(name, maker, module) if runs else None
        journey.counts["run alike"] += wrong == ""
        # Some of TVM's own results are not those of its types.
        if wrong and not known_differences.reason(name, "module", "", wrong):
            journey.faults.append(f"{name}: runs otherwise: {wrong}")


def _ill_formed(script):
    """What TVM says against a module that it reads without a check."""
    try:
        tvm.relax.analysis.well_formed(parse(script, check=False))
        return "TVM calls it ill-formed"
    except Exception as error:
        return str(error)


def _drawn(build, folder, seeds):
    """What random modules become: their journey."""
    journey, texts = Journey(build, folder), {}
    for seed in seeds:
        drawn = subprocess.run([build / "bin/relax-stress", "--print", f"--seed={seed}"], capture_output=True, text=True, check=True).stdout
        try:
            module = journey.take(f"seed {seed}", drawn)
            if module is not None:
                texts[f"seed {seed}"] = from_tvm(module)
        except Exception as error:  # TVM's errors have no common base class.
            reason = _ill_formed(to_script(drawn, build)) if "not well-formed" in str(error) else str(error)
            journey.faults.append(f"seed {seed}: {' '.join(reason.split())[:300]}")
    journey.counts["read by TVM"] = len(texts)
    journey.faults += [f"{name}: {fault}" for name, fault in export_corpus.check(build / "bin/relax-opt", texts).items()]
    return journey


def _table(journey):
    """The counts and reasons as they stand in docs/to-tvm.md."""
    counts = journey.counts
    rows = [f"| gone round, and equal | {counts['equal']} |",
            f"| of these, the same module for `tvm_ffi.structural_equal` | {counts['the same module of TVM']} |",
            f"| gone round, and not equal | {counts['unequal'] + counts['not read by TVM']} |",
            f"| rejected | {counts['rejected']} |", "", "| rejected | op | reason |", "| --: | --- | --- |"]
    rows += [f"| {count} | `{op}` | {reason} |" for (op, reason), count in sorted(journey.rejected.items())]
    return "\n".join(rows)


def _write(journey):
    """Puts the table into the page."""
    page = _PAGE.read_text()
    start, end = page.index(_HEAD) + len(_HEAD), page.index(_END)
    _PAGE.write_text(page[:start] + _table(journey) + page[end:])


def _check_reasons(journey):
    """Each rejection is one that the page knows."""
    page = _PAGE.read_text()
    for op, reason in journey.rejected:
        if f"| `{op}` | {reason} |" not in page:
            journey.faults.append(f"docs/to-tvm.md lacks the rejection of '{op}': {reason}; run round_trip.py --all --write")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--all", action="store_true", help="take all modules of the corpus, not a part of them")
    parser.add_argument("--only", default="", help="a part of the names of the modules to take")
    parser.add_argument("--no-runs", action="store_true", help="do not run the modules")
    parser.add_argument("--drawn", type=int, default=0, help="how many random modules to take besides")
    parser.add_argument("--seed", type=int, default=1, help="what these are drawn by, first of the numbers")
    parser.add_argument("--write", action="store_true", help="write the counts into docs/to-tvm.md")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        journey = Journey(arguments.build, Path(folder))
        _corpus(journey, 1 if arguments.all or arguments.only else _STEP, arguments.only, not arguments.no_runs)
        drawn = _drawn(arguments.build, Path(folder), range(arguments.seed, arguments.seed + arguments.drawn))
    if arguments.write:
        _write(journey)
    _check_reasons(journey)
    journey.faults += drawn.faults
    if arguments.drawn:
        print(f"random modules: {', '.join(f'{count} {what}' for what, count in drawn.counts.items())}")
    print("\n".join(journey.faults))
    for (op, reason), count in journey.rejected.most_common():
        print(f"rejected {count}: {op}: {reason}")
    print(", ".join(f"{count} {what}" for what, count in journey.counts.items()))
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(bool(journey.faults) or journey.counts["equal"] == 0)


if __name__ == "__main__":
    main()
