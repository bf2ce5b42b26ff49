#!/usr/bin/env python3
"""Write docs/tvm-agreement.md: how often TVM and we do the same, by kind and cause.

Cases are made from TVM's public API by a seed: test/Bridge/agreement_*.py. They
run in rounds of some hundred; the verdicts of a round are noted in a file, so
that a run that was stopped goes on. --check takes few cases and fails where one
is wrong: results that differ, or a tool that crashes."""
import argparse
import datetime
import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from source_tree import ROOT

sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test/Bridge")]

import agreement_calls  # noqa: E402
import agreement_graphs  # noqa: E402
import agreement_passes  # noqa: E402
import agreement_programs  # noqa: E402
import agreement_runs  # noqa: E402
import differential  # noqa: E402
from relax_mlir.tvm import ExportError, from_tvm  # noqa: E402

_PAGE = ROOT / "docs/tvm-agreement.md"
_HEAD = """# Agreement with TVM

*For users of TVM: how often generated cases do here what they do there.*

`utils/tvm-agreement.py` makes cases from TVM's public API by a seed: types of calls of operators, calls of compiled
modules, passes on drawn graphs, tensor programs with schedules. Both sides run.

* **inference**: our verifier takes the types that TVM inferred.
* **numbers**: what is compiled here gives what TVM's virtual machine does, to a tolerance by dtype.
* **passes**: our result and TVM's are one program for `relax-compare`, as they are or after `--canonicalize --cse`;
  else both compute the same. What `AnnotateTIROpPattern` and the passes of devices write has to be equal. What is
  behind TVM's memory passes (`VMShapeLower` and its kin) shares no form with ours: TVM's module is compiled and run.
* **programs**: a program that TVM has scheduled or lowered a part of the way computes here what it does in TVM; those
  for GPUs run as loops of the processor (`--emulate`), against the program without a schedule.

Cases that TVM itself turns down, or whose result TVM calls ill-formed, are not counted.
`--notes` goes on with a run that was stopped, and `--again` runs what did not agree once more, after a cure.

"""
# What follows is measured in another way, and stays.
_OWN_TESTS = "\n## TVM's own tests\n"
_COUNTS = {"inference": 2000, "numbers": 1000, "passes": 2000, "programs": 600}
# How many are drawn for one that counts: TVM turns down one in fifty, of the schedules one in four.
_DRAWN = {kind: 1.4 if kind == "programs" else 1.02 for kind in _COUNTS}
_ROUND = 100
# Modules of a pass that run together.
_OF_A_PASS = 10
# How what comes from TVM is compiled.
_OPTIONS = {stage: [f"--start-at={stage}"] for stage in ("graph", "memory")} | {"emulated": ["--target=sm_90", "--emulate"]}
_AGREE, _WRONG = "agree", "results differ"
_AS_IS, _CANONICAL, _VALUES = "equal", "equal when canonical", "same values"
_AGREED = (_AGREE, _AS_IS, _CANONICAL, _VALUES)


def _exported(module):
    """The text of a module, or why there is none."""
    try:
        return from_tvm(module), ""
    except ExportError as error:
        # What TVM itself calls ill-formed, also of its own passes, is no case.
        return None, "" if str(error).startswith("TVM calls the module ill-formed") else f"not exported: {agreement_runs.first_error(str(error))}"


def _verdict(found, expected, tolerance=None):
    """What results say; `found` may be a reason."""
    if isinstance(found, str):
        return found
    wrong = differential.difference(found, expected, tolerance)
    # Ours has the type that TVM inferred; the verifier has seen to that.
    if "has elements of" in wrong:
        return "TVM's result has not the dtype of its type"
    if "has the shape" in wrong and [one.size for one in found] == [one.size for one in expected]:
        again = differential.difference([ours.reshape(theirs.shape) for ours, theirs in zip(found, expected)], expected, tolerance)
        return f"{_WRONG}: {again}"[:100] if again else "TVM's result has not the shape of its type"
    return f"{_WRONG}: {wrong}"[:100] if wrong else _AGREE


def _drawn_call(number, seed):
    """Name, module and inputs of a call."""
    name, operands, body = agreement_calls.call(f"{seed} {number}", number % 2 == 1)
    module = agreement_graphs.module([operand.type() for operand in operands], lambda emit, *params: body(*params))
    rng = np.random.default_rng(number)
    return name, module, [operand.values(rng) for operand in operands]


class Runner:
    """Runs rounds of cases; each method gives name and verdict by number of the case."""

    def __init__(self, tools, seed):
        self._tools, self._seed = tools, seed

    def _made(self, numbers, make):
        """What is made by number; not what TVM turns down."""
        made = {}
        for number in numbers:
            try:
                made[number] = make(number)
            except Exception:  # TVM's errors have no common base class.
                continue
        return made

    def inference(self, numbers):
        made = self._made(numbers, lambda number: _drawn_call(number, self._seed))
        verdicts, texts = {}, {}
        for number, (name, module, _) in made.items():
            text, cause = _exported(module)
            texts |= {number: text} if text else {}
            verdicts |= {number: (name, cause)} if cause else {}
        for number, (_, cause) in zip(texts, self._tools.passes(list(texts.values()), [])):
            verdicts[number] = made[number][0], cause or _AGREE
        return verdicts

    def numbers(self, numbers):
        made = self._made(numbers, lambda number: _drawn_call(number, f"{self._seed}n"))
        return self._compared({number: (name, module, module, inputs, "graph") for number, (name, module, inputs) in made.items()})

    def _compared(self, cases):
        """Verdicts of a module run in TVM and another taken from TVM, compiled with the options of a way."""
        expected = dict(zip(cases, agreement_runs.in_tvm([(module, "main", inputs) for _, module, _, inputs, _ in cases.values()])))
        verdicts, items = {}, {}
        for number, (name, _, module, inputs, _) in cases.items():
            if expected[number] is None:
                continue
            text, cause = _exported(module)
            verdicts |= {number: (name, cause)} if cause else {}
            if text:
                items[number] = text, "main", agreement_runs.flat(inputs)
        for way in dict.fromkeys(case[4] for case in cases.values()):
            chosen = {number: item for number, item in items.items() if cases[number][4] == way}
            for number, found in zip(chosen, self._tools.calls(list(chosen.values()), _OPTIONS[way])):
                verdicts[number] = cases[number][0], _verdict(found, expected[number])
        return verdicts

    def programs(self, numbers):
        def make(number):
            form, maker = agreement_programs.program(f"{self._seed} {number}")
            known, changed = maker()
            return form, known, changed, agreement_runs.inputs_of(known), "emulated" if form in agreement_programs.FOR_GPU else "graph"
        return self._compared(self._made(numbers, make))

    def passes(self, numbers):
        """All of one pass, as `_rounds` has it."""
        case = agreement_passes.PASSES[numbers[0] % len(agreement_passes.PASSES)]
        made = self._made(numbers, lambda number: _transformed(case, f"{self._seed} {number}"))
        return {number: (case.name, verdict) for number, verdict in self._pass(case, made).items()}

    def _pass(self, case, made):
        """Verdicts of one pass by number; `made` has the module at first, before and after the pass."""
        if case.judge == "compiled":
            cases = {number: (case.name, first, before, agreement_runs.inputs_of(first), "memory") for number, (first, before, _) in made.items()}
            return {number: verdict for number, (_, verdict) in self._compared(cases).items()}
        verdicts, pairs, afters = {}, {}, {}
        for number, (_, before, after) in made.items():
            text, cause = _exported(before)
            wanted, after_cause = _exported(after)
            verdicts |= {number: cause or after_cause} if cause or after_cause else {}
            if text and wanted:
                pairs[number], afters[number] = text, wanted
        ours = {}
        for number, (text, cause) in zip(pairs, self._tools.passes(list(pairs.values()), case.ours)):
            verdicts |= {number: cause} if cause else {}
            if text:
                # What TVM does not say of results.
                ours[number] = re.sub(r' \{relax\.derivative = "[^"]*"\}', "", text)
        self._equal(verdicts, {number: (afters[number], text) for number, text in ours.items()})
        left = {number: ours[number] for number in ours if verdicts[number] not in _AGREED}
        if case.judge == "module" or not left:
            return verdicts
        which = 2 if case.judge == "after" else 0
        function = "main_adjoint" if case.name == "Gradient" else "main"
        items = [(made[number][which], function, agreement_runs.inputs_of(made[number][which], function)) for number in left]
        expected = dict(zip(left, agreement_runs.in_tvm(items)))
        # What TVM's own pipeline cannot compile, such as local functions, its pass may have made compilable.
        missing = [number for number in left if expected[number] is None]
        expected |= dict(zip(missing, agreement_runs.in_tvm([(made[number][2], function, inputs) for number, (_, _, inputs) in zip(left, items)
                                                             if number in missing])))
        known = [(number, item) for number, item in zip(left, items) if expected[number] is not None]
        found = self._tools.interpreted([(left[number], function, agreement_runs.flat(inputs)) for number, (_, _, inputs) in known])
        for (number, _), result in zip(known, found):
            verdict = _verdict(result, expected[number], case.tolerance)
            verdicts[number] = _VALUES if verdict == _AGREE else verdict
        return verdicts

    def _equal(self, verdicts, pairs):
        """Notes which pairs of texts are equal, as they are or canonical, and what differs in the others."""
        found = dict(zip(pairs, self._tools.differences(list(pairs.values()))))
        verdicts |= {number: f"differs: {why}"[:90].replace("|", "/") if why else _AS_IS for number, why in found.items()}
        left = [number for number, why in found.items() if why]
        both = self._tools.passes([text for number in left for text in pairs[number]], ["--canonicalize", "--cse"])
        canonical = {number: (both[2 * place][0], both[2 * place + 1][0]) for place, number in enumerate(left)}
        canonical = {number: pair for number, pair in canonical.items() if all(pair)}
        for number, why in zip(canonical, self._tools.differences(list(canonical.values()))):
            if not why:
                verdicts[number] = _CANONICAL


def _transformed(case, seed):
    """The module at first, in front of a pass of TVM, and behind it."""
    with agreement_passes.tvm.target.Target("llvm"):
        first = case.modules(random.Random(seed))
        before = agreement_passes.tvm.transform.Sequential([make() for make in case.before])(first)
        # Some passes of TVM change the module that they are given, UpdateVDevice also the functions in it.
        given = agreement_passes.tvm.ir.load_json(agreement_passes.tvm.ir.save_json(before))
        return first, before, case.make()(given)


def _rounds(kind, part):
    """The numbers of cases that run together, by the first of them."""
    count = int(_COUNTS[kind] * part * _DRAWN[kind])
    if kind != "passes":
        yield from ((first, range(first, min(count, first + _ROUND))) for first in range(0, count, _ROUND))
        return
    step = len(agreement_passes.PASSES)
    for first in range(0, count, _OF_A_PASS * step):
        numbers = range(first, min(count, first + _OF_A_PASS * step))
        yield from ((first + place, numbers[place::step]) for place in range(min(step, len(numbers))))


def _again(runner, rounds):
    """Rounds in which the cases that did not agree have run once more; what is no case any more goes."""
    for kind, first, verdicts in rounds:
        left = [number for number, _, verdict in verdicts if verdict not in _AGREED]
        found = getattr(runner, kind)(left) if left else {}
        agreed = [one for one in verdicts if one[2] in _AGREED]
        yield [kind, first, sorted(agreed + [[number, *verdict] for number, verdict in found.items()])]


def run(build, seed, part, notes, kinds, again=False):
    """The verdicts: kind, group, verdict; notes the rounds that are done."""
    known = list(map(json.loads, notes.read_text().splitlines())) if notes and notes.exists() else []
    done = {(kind, first) for kind, first, _ in known}
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(agreement_runs.Tools(build, Path(folder)), seed)
        if again:
            known = list(_again(runner, known))
            notes.write_text("".join(json.dumps(one) + "\n" for one in known))
        for kind in kinds:
            for first, numbers in _rounds(kind, part):
                if (kind, first) in done:
                    continue
                verdicts = getattr(runner, kind)(numbers)
                known.append([kind, first, sorted([number, *verdict] for number, verdict in verdicts.items())])
                print(f"{kind} {first}: {sum(verdict[1] in _AGREED for verdict in verdicts.values())} of {len(verdicts)}", file=sys.stderr, flush=True)
                if notes:
                    with notes.open("a") as file:
                        file.write(json.dumps(known[-1]) + "\n")
    return [(kind, group, verdict) for kind, _, verdicts in known for _, group, verdict in verdicts]


def _page(verdicts, seed):
    """The tables: by kind, by pass, and what does not agree by group and cause."""
    versions = f"apache-tvm {agreement_passes.tvm.__version__}, seed {seed}, {datetime.date.today()}"
    lines = [f"Run: {versions}.", "", "| kind | cases | agree | % |", "| --- | --: | --: | --: |"]
    for kind in _COUNTS:
        of_kind = [verdict for verdict in verdicts if verdict[0] == kind]
        agree = sum(verdict[2] in _AGREED for verdict in of_kind)
        lines.append(f"| {kind} | {len(of_kind)} | {agree} | {100 * agree / max(1, len(of_kind)):.1f} |")
    lines += ["", "| pass | cases | " + " | ".join((_AS_IS, _CANONICAL, _VALUES)) + " | others |", "| --- |" + " --: |" * 5]
    for name in dict.fromkeys(group for kind, group, _ in sorted(verdicts) if kind == "passes"):
        of_pass = Counter(_VALUES if verdict == _AGREE else verdict for kind, group, verdict in verdicts if (kind, group) == ("passes", name))
        counts = [of_pass[word] for word in (_AS_IS, _CANONICAL, _VALUES)]
        total = sum(of_pass.values())
        lines.append(f"| `{name}` | {total} | " + " | ".join(map(str, counts)) + f" | {total - sum(counts)} |")
    lines += ["", "| kind | operator, pass or form | cause | cases |", "| --- | --- | --- | --: |"]
    rest = Counter(verdict for verdict in verdicts if verdict[2] not in _AGREED)
    lines += [f"| {kind} | `{group}` | {cause} | {count} |" for (kind, group, cause), count in sorted(rest.items())]
    return _HEAD + "\n".join(lines) + "\n" + "".join(_PAGE.read_text().partition(_OWN_TESTS)[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--seed", default="1", help="what cases are made by")
    parser.add_argument("--part", type=float, default=1, help="of the cases of each kind; more than 1 makes more")
    parser.add_argument("--kinds", default=",".join(_COUNTS), help="the kinds of cases to run")
    parser.add_argument("--notes", type=Path, help="the file that a stopped run goes on from")
    parser.add_argument("--again", action="store_true", help="run cases of the notes that did not agree once more")
    parser.add_argument("--check", action="store_true", help="take few cases, write no page, and fail where one is wrong")
    arguments = parser.parse_args()
    kinds = arguments.kinds.split(",")
    verdicts = run(arguments.build, arguments.seed, 0.01 if arguments.check else arguments.part, arguments.notes, kinds, arguments.again)
    page = _page(verdicts, arguments.seed)
    if not arguments.check and set(kinds) == set(_COUNTS):
        _PAGE.write_text(page)
    print(page[len(_HEAD):])
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(any(verdict.startswith(_WRONG) or agreement_runs.CRASH in verdict for _, _, verdict in verdicts) if arguments.check else 0)


if __name__ == "__main__":
    main()
