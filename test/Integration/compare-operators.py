#!/usr/bin/env python3
"""Compile one function an operator, call it from Python and in the reference
interpreter, and compare both with numpy, ONNX Runtime or a written formula.

The table of `--table` says for each operator how it was run and the largest
error, relative to the largest element of the result; the summary, which
operators lack something: two known shapes, sizes that show at run time, an axis
of size 0 and of 1, NaN or infinity. An operator without a case is an error.
"""
import argparse
import concurrent.futures
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import operator_cases
from operator_cases import Stops

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

# How many functions are compiled at once.
_BATCH = 150
_TOLERANCE = {"float16": 4e-3, "bfloat16": 2e-2, "float32": 2e-5, "float64": 1e-10}


def difference(found, expected):
    """What is wrong with a result, empty if nothing is; and how far it is."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return f"found {found.dtype}{list(found.shape)}, expected {expected.dtype}{list(expected.shape)}", 0.0
    tolerance = _TOLERANCE.get(expected.dtype.name, 0)
    if not tolerance:
        near, error = found == expected, 0.0
    else:
        found, expected = found.astype(np.float64), expected.astype(np.float64)
        near = np.isclose(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
        finite = np.isfinite(found) & np.isfinite(expected)
        error = float(np.max(np.abs(found[finite] - expected[finite]), initial=0) / max(np.max(np.abs(expected)[finite], initial=0), 1e-30))
    if near.all():
        return "", error
    place = tuple(int(i) for i in np.argwhere(~near)[0])
    return f"{(~near).sum()} of {near.size} elements differ, at {place} found {found[place]}, expected {expected[place]}", error


@dataclass
class Coverage:
    """How an operator was run."""

    shapes: set = field(default_factory=set)
    elements: set = field(default_factory=set)
    runs: int = 0
    native: float = 0.0
    interpreted: float = 0.0
    symbolic: bool = False
    empty: bool = False
    one: bool = False
    special: bool = False

    def add(self, case):
        runs = case.runs()
        sizes = [tuple(array.shape for array in inputs) for inputs, _ in runs]
        self.runs += len(runs)
        if not case.dims:
            self.shapes.update(sizes)
        self.symbolic |= len(set(sizes)) > 1
        self.empty |= any(0 in shape for shapes in sizes for shape in shapes)
        self.one |= any(1 in shape for shapes in sizes for shape in shapes)
        for array in (array for inputs, _ in runs for array in inputs):
            self.elements.add(operator_cases.element_of(array))
            if array.dtype.kind not in "iub":
                self.special |= bool((~np.isfinite(array.astype(np.float64))).any())

    def missing(self):
        """What there is no case of. Without operands there is nothing to vary."""
        if not self.elements:
            return []
        floats = any(element.startswith(("f", "bf")) for element in self.elements)
        lacks = {"two known shapes": len(self.shapes) < 2, "sizes at run time": not self.symbolic, "size 0": not self.empty,
                 "size 1": not self.one, "NaN or infinity": floats and not self.special}
        return [name for name, is_lacking in lacks.items() if is_lacking]


class Comparison:
    """All cases, what went wrong, and what was covered."""

    def __init__(self, build, folder, cases):
        self.build, self.folder, self.cases = build, folder, cases
        self.coverage, self.failures = {}, []
        for case in cases:
            self.coverage.setdefault(case.op, Coverage()).add(case)

    def judge(self, case, what, call, expected):
        """Compare what `call` gives; its error goes to the coverage."""
        try:
            results = call()
        except RuntimeFailure as error:
            wrong = "" if isinstance(expected, Stops) and expected.fits(str(error)) else str(error)
            results = []
        else:
            wrong = f"expected the error '{expected.message}'" if isinstance(expected, Stops) else ""
        coverage = self.coverage[case.op]
        for index, (found, wanted) in enumerate(zip(results, [] if isinstance(expected, Stops) else expected)):
            text, error = difference(found, wanted)
            setattr(coverage, what, max(getattr(coverage, what), error))
            wrong = wrong or (text and f"result {index}: {text}")
        if wrong:
            self.failures.append(f"{case.name}, {what}: {wrong}")

    def compile(self, first):
        """The library of the cases from one on."""
        source, target = self.folder / f"operators-{first}.mlir", self.folder / f"operators-{first}.so"
        source.write_text("".join(case.text() for case in self.cases[first:first + _BATCH]))
        subprocess.run([self.build / "bin/relax-compile", source, "-o", target, "-O0"], check=True)
        return target

    def run_native(self):
        firsts = range(0, len(self.cases), _BATCH)
        runtime = Runtime(self.build / "lib/librelax_runtime.so", threads=2)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for first, target in zip(firsts, pool.map(self.compile, firsts)):
                module = runtime.load(target)
                for case in self.cases[first:first + _BATCH]:
                    for inputs, expected in case.runs():
                        self.judge(case, "native", lambda inputs=inputs, case=case: module.call(case.name, *inputs), expected)

    def interpret(self, case, number):
        """What the interpreter gives for one run of a case."""
        inputs, _ = case.runs()[number]
        folder = self.folder / f"{case.name}_{number}"
        folder.mkdir()
        (folder / "case.mlir").write_text(case.text())
        for index, array in enumerate(inputs):
            np.save(folder / f"input-{index}.npy", array)
        result = subprocess.run([self.build / "bin/relax-interp", folder / "case.mlir", f"--function={case.name}", "--quiet",
                                 f"--output-dir={folder}", *(f"--input=@{folder}/input-{i}.npy" for i in range(len(inputs)))],
                                capture_output=True, text=True)
        if result.returncode:
            raise RuntimeFailure(result.stderr.strip().split("\n")[0])
        return [np.load(folder / f"output-{i}.npy") for i in range(len(case.expected))]

    def run_interpreter(self, every):
        """In processes of their own: all runs, or of each operator the last
        run of its first, middle and last case. Numpy's files have no bf16."""
        by_operator = {}
        for case in self.cases:
            if not any(array.dtype.name == "bfloat16" for array in [*case.runs()[0][0], *case.expected]):
                by_operator.setdefault(case.op, []).append(case)
        jobs = []
        for cases in by_operator.values():
            if not every:
                cases = [cases[i] for i in sorted({0, len(cases) // 2, len(cases) - 1})]
            for case in cases:
                numbers = range(len(case.runs()))
                jobs += [(case, number) for number in (numbers if every else numbers[-1:])]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda job: self.judge(job[0], "interpreted", lambda: self.interpret(*job), job[0].runs()[job[1]][1]), jobs))
        return len(jobs)


def computing_operators(build):
    """The operators that kernels or views are made of; what calls a program of the module computes nothing by itself."""
    table = subprocess.run([build / "bin/relax-opt", "--relax-op-support"], capture_output=True, text=True, check=True).stdout
    rows = [[cell.strip(" `") for cell in line.split("|")[1:4]] for line in table.splitlines()[2:]]
    return [name.removeprefix("relax.") for name, handler, _ in rows if handler in ("relax-legalize-ops", "relax-rewrite-dataflow-reshape") and not name.startswith("relax.call_")]


def print_table(coverage):
    print("| operator | runs | elements | largest error, native | interpreted | lacks |\n| --- | --- | --- | --- | --- | --- |")
    for op, covered in sorted(coverage.items()):
        print(f"| `relax.{op}` | {covered.runs} | {', '.join(sorted(covered.elements))} | {covered.native:.1e} | "
              f"{covered.interpreted:.1e} | {', '.join(covered.missing())} |")


def summarize(coverage, operators):
    """Print what is not covered; whether each operator has a case."""
    untested = [op for op in operators if op not in coverage]
    print(f"{len(operators) - len(untested)} of {len(operators)} operators that compute have cases; {len(untested)} without: {' '.join(untested)}")
    lacking = {}
    for op in operators:
        for name in coverage[op].missing() if op in coverage else []:
            lacking.setdefault(name, []).append(op)
    for name, ops in lacking.items():
        print(f"{len(ops)} operators without {name}: {' '.join(ops)}")
    return not untested


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--filter", default="", help="only cases with this in their names")
    parser.add_argument("--table", action="store_true", help="print the table of operators")
    parser.add_argument("--interpreter", choices=["none", "some", "all"], default="some", help="which runs the interpreter does, too")
    arguments = parser.parse_args()
    build = Path(arguments.build).resolve()
    cases = [case for case in operator_cases.all_cases() if arguments.filter in case.name]

    with tempfile.TemporaryDirectory() as name:
        comparison = Comparison(build, Path(name), cases)
        comparison.run_native()
        count = comparison.run_interpreter(arguments.interpreter == "all") if arguments.interpreter != "none" else 0
    if arguments.table:
        print_table(comparison.coverage)
    for failure in comparison.failures:
        print(failure)
    is_whole = arguments.filter or summarize(comparison.coverage, computing_operators(build))
    runs = sum(covered.runs for covered in comparison.coverage.values())
    print(f"{len(cases)} cases, {runs} runs, {count} of them also interpreted, {len(comparison.failures)} failed")
    sys.exit(1 if comparison.failures or not is_whole else 0)


if __name__ == "__main__":
    main()
