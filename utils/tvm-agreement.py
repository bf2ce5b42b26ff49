#!/usr/bin/env python3
"""Write docs/tvm-agreement.md: how often TVM and we do the same, by kind and cause.

Cases are made from TVM's public API by a seed (test/Bridge/agreement_cases.py).
What a case gives is noted in a file, so that a run that was stopped goes on.
--check takes few cases and fails where one is wrong: results that differ, or a
tool that crashes."""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from source_tree import ROOT

sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test/Bridge")]

import agreement_cases  # noqa: E402
import differential  # noqa: E402
from relax_mlir.tvm import ExportError, from_tvm  # noqa: E402

_PAGE = ROOT / "docs/tvm-agreement.md"
_HEAD = """# Agreement with TVM

*For users of TVM: how often generated cases do here what they do there.*

`utils/tvm-agreement.py` makes cases from TVM's public API by a seed: types of calls of operators, calls of compiled
modules, passes on chains of operators, tensor programs with schedules. Both sides run. *Agree* says: our verifier
infers what TVM inferred; results are equal, to a tolerance by dtype; after our pass the module computes what TVM's
virtual machine does, and what TVM's pass gives is read here (annotations are compared by `docs/pass-comparison.md`).
Cases that TVM itself turns down are not counted.

"""
_COUNTS = {"inference": 400, "numbers": 200, "passes": 110, "programs": 60}
_AGREE, _WRONG, _CRASH = "agree", "results differ", "crash"


def _first(text):
    """The words of an error, without what is special to a case."""
    line = next((line for line in text.splitlines() if "error" in line), text.strip().splitlines()[0] if text.strip() else "no message")
    return line.split("error: ", 1)[-1][:90].replace("|", "/")


class Runner:
    """Runs cases with TVM and with our tools."""

    def __init__(self, build, folder):
        self._build, self._folder = build, folder
        self._native = differential.Native(build, folder)

    def opt(self, text, *words):
        """The text after passes, or the cause of a failure."""
        result = subprocess.run([self._build / "bin/relax-opt", "-", *words], input=text, capture_output=True, text=True)
        if result.returncode < 0:
            return None, _CRASH
        return (result.stdout, "") if result.returncode == 0 else (None, f"rejected: {_first(result.stderr)}")

    def inference(self, make):
        """Whether our verifier takes the types that TVM inferred."""
        return self.opt(from_tvm(make()), "-o", "/dev/null")[1] or _AGREE

    def numbers(self, make):
        """Whether a compiled module gives what TVM's virtual machine does."""
        module = make()
        case = differential.run_in_tvm("main", module)
        return None if isinstance(case, str) else self._compare(case, from_tvm(module))

    programs = numbers

    def passes(self, make, group):
        """Whether a module after our pass computes what it does in TVM, and
        whether what TVM's pass gives can be read."""
        before, after = make()
        case = differential.run_in_tvm("main", before)
        if isinstance(case, str):
            return None
        text, cause = self.opt(from_tvm(before), f"--{agreement_cases.PASSES[group]}")
        if cause:
            return cause
        if self.opt(from_tvm(after), "-o", "/dev/null")[1]:
            return "TVM's result is rejected"
        return self._compare(case, text)

    def _compare(self, case, text):
        found = next(iter(self._native.run([(case, text)])))
        if isinstance(found, str):
            return f"not compiled: {_first(found)}" if "not compiled" in found else f"fails: {_first(found)}"
        wrong = differential.difference(found, case.expected)
        # Ours has the type that TVM inferred; the verifier has seen to that.
        return "TVM's result has not the dtype of its type" if "has elements of" in wrong else _WRONG if wrong else _AGREE


def _cases(seed, part):
    """Kind, group, name and maker of all cases."""
    count = {kind: max(1, int(number * part)) for kind, number in _COUNTS.items()}
    for kind, made in (("inference", agreement_cases.calls(f"{seed}", count["inference"])),
                       ("numbers", agreement_cases.calls(f"{seed}n", count["numbers"])),
                       ("passes", agreement_cases.passes(seed, count["passes"])),
                       ("programs", agreement_cases.programs(seed, count["programs"]))):
        for group, name, make in made:
            yield kind, group, name, make


def _verdict(runner, kind, group, make):
    """What a case gives; None if TVM turns it down."""
    try:
        return runner.passes(make, group) if kind == "passes" else getattr(runner, kind)(make)
    except ExportError as error:
        return f"not exported: {_first(str(error))}"
    except Exception:  # TVM's errors have no common base class.
        return None


def run(build, seed, part, notes):
    """The verdict of each case, by kind and name; notes those that are new."""
    known = dict(map(json.loads, notes.read_text().splitlines())) if notes and notes.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(build, Path(folder))
        for kind, group, name, make in _cases(seed, part):
            key = f"{kind}: {name}"
            if key not in known:
                known[key] = [kind, group, _verdict(runner, kind, group, make)]
                if notes:
                    with notes.open("a") as file:
                        file.write(json.dumps([key, known[key]]) + "\n")
    return known


def _page(verdicts):
    """The tables: by kind, and what does not agree by group and cause."""
    lines = ["| kind | cases | agree | % |", "| --- | --: | --: | --: |"]
    judged = [verdict for verdict in verdicts.values() if verdict[2]]
    for kind in _COUNTS:
        of_kind = [verdict for verdict in judged if verdict[0] == kind]
        agree = sum(verdict[2] == _AGREE for verdict in of_kind)
        lines.append(f"| {kind} | {len(of_kind)} | {agree} | {100 * agree / max(1, len(of_kind)):.1f} |")
    lines += ["", "| kind | operator, pass or form | cause | cases |", "| --- | --- | --- | --: |"]
    rest = Counter(tuple(verdict) for verdict in judged if verdict[2] != _AGREE)
    lines += [f"| {kind} | `{group}` | {cause} | {count} |" for (kind, group, cause), count in sorted(rest.items())]
    return _HEAD + "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--seed", default="1", help="what cases are made by")
    parser.add_argument("--part", type=float, default=1, help="of the cases of each kind; more than 1 makes more")
    parser.add_argument("--notes", type=Path, help="the file that a stopped run goes on from")
    parser.add_argument("--check", action="store_true", help="take few cases, write no page, and fail where one is wrong")
    arguments = parser.parse_args()
    verdicts = run(arguments.build, arguments.seed, 0.04 if arguments.check else arguments.part, arguments.notes)
    page = _page(verdicts)
    if not arguments.check:
        _PAGE.write_text(page)
    print(page[len(_HEAD):])
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(any(verdict[2] in (_WRONG, _CRASH) for verdict in verdicts.values()) if arguments.check else 0)


if __name__ == "__main__":
    main()
