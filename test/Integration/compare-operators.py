#!/usr/bin/env python3
"""Compile one function an operator, call it from Python and in the reference
interpreter, and compare both with numpy, ONNX Runtime or a written formula.

The summary says which operators lack something: two known shapes, sizes that
show at run time, an axis of size 0 and of 1, NaN or infinity, a type of
elements that they have kernels for. Where that cannot be, the cases say why.
A lack is an error. `--table` writes, for each operator, the largest errors.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import operator_cases
import operator_runs
from operator_cases import Stops

_TOLERANCE = {"float8_e4m3fn": 0.07, "float8_e5m2": 0.13, "float16": 4e-3, "bfloat16": 2e-2, "float32": 2e-5, "float64": 1e-10}
_GAPS = ("two known shapes", "sizes at run time", "size 0", "size 1", "NaN or infinity")
_ELEMENTS = ("f32", "f64", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i1")


@dataclass
class Error:
    """How far results are from what is expected: by the greatest element of a
    result, and in units of the last place of each element."""

    relative: float = 0.0
    places: float = 0.0

    def include(self, other):
        self.relative, self.places = max(self.relative, other.relative), max(self.places, other.places)


def _distance(found, expected):
    """The error of a result of floats."""
    wide = found.astype(np.float64), expected.astype(np.float64)
    finite = np.isfinite(wide[0]) & np.isfinite(wide[1])
    if not finite.any():
        return Error()
    difference = np.abs(wide[0][finite] - wide[1][finite])
    step = np.abs(np.spacing(expected[finite])).astype(np.float64)
    greatest = max(np.max(np.abs(wide[1][finite])), 1e-30)
    return Error(float(difference.max() / greatest), float((difference / step).max()))


def difference(found, expected, tolerance=None):
    """What is wrong with a result, empty if nothing is; and how far it is."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return f"found {found.dtype}{list(found.shape)}, expected {expected.dtype}{list(expected.shape)}", Error()
    tolerance = tolerance or _TOLERANCE.get(expected.dtype.name, 0)
    if expected.dtype.name not in _TOLERANCE:
        near, error = found == expected, Error()
    else:
        error = _distance(found, expected)
        near = np.isclose(found.astype(np.float64), expected.astype(np.float64), rtol=tolerance, atol=tolerance, equal_nan=True)
    if near.all():
        return "", error
    place = tuple(int(i) for i in np.argwhere(~near)[0])
    return f"{(~near).sum()} of {near.size} elements differ, at {place} found {found[place]}, expected {expected[place]}", error


@dataclass
class Coverage:
    """How an operator was run."""

    shapes: set = field(default_factory=set)
    elements: set = field(default_factory=set)
    operands: int = 0
    runs: int = 0
    native: Error = field(default_factory=Error)
    interpreted: Error = field(default_factory=Error)
    has: set = field(default_factory=set)

    def add(self, case):
        runs = case.runs()
        sizes = [tuple(array.shape for array in inputs) for inputs, _ in runs]
        self.runs += len(runs)
        if not case.dims:
            self.shapes.update(sizes)
        if len(set(sizes)) > 1:
            self.has.add("sizes at run time")
        if len(self.shapes) > 1:
            self.has.add("two known shapes")
        for size in (0, 1):
            if any(size in shape for shapes in sizes for shape in shapes):
                self.has.add(f"size {size}")
        self.operands += len(case.inputs)
        self.elements.update(operator_cases.element_of(array) for array in [*case.inputs, *case.expected])
        for array in (array for inputs, _ in runs for array in inputs):
            if array.dtype.kind not in "iub" and (~np.isfinite(array.astype(np.float64))).any():
                self.has.add("NaN or infinity")

    def missing(self, admitted):
        """What there is no case of. Without operands there is nothing to vary;
        of integers none is infinite."""
        is_float = any(re.match("b?f", element) for element in admitted)
        gaps = [gap for gap in _GAPS if gap not in self.has and (is_float or gap != "NaN or infinity")] if self.operands else []
        return gaps + [element for element in admitted if element not in self.elements]


class Comparison:
    """What went wrong, and what was covered."""

    def __init__(self, cases):
        self.coverage, self.failures, self.counts = {}, [], Counter()
        for case in cases:
            self.coverage.setdefault(case.op, Coverage()).add(case)

    def judge(self, what, runs):
        """Compare results; errors go to the coverage."""
        for case, _, expected, results in runs:
            self.counts[what] += 1
            stops, fails = isinstance(expected, Stops), isinstance(results, str)
            wrong = ""
            if stops and not fails:
                wrong = f"expected the error '{expected.message}'"
            elif fails:
                wrong = "" if stops and expected.fits(results) else results
            elif len(results) != len(expected):
                wrong = f"{len(results)} results, expected {len(expected)}"
            for index, (found, wanted) in enumerate(zip(*([], []) if stops or fails else (results, expected))):
                text, error = difference(found, wanted, case.tolerance)
                getattr(self.coverage[case.op], what).include(error)
                wrong = wrong or (text and f"result {index}: {text}")
            if wrong:
                self.failures.append(f"{case.name} ({case.attributes}), {what}: {wrong}")


def computing_operators(build):
    """The operators that kernels or views are made of; what calls a program of the module, or other workers, computes
    nothing by itself."""
    table = subprocess.run([build / "bin/relax-opt", "--relax-op-support"], capture_output=True, text=True, check=True).stdout
    rows = [[cell.strip(" `") for cell in line.split("|")[1:4]] for line in table.splitlines()[2:]]
    return [name.removeprefix("relax.") for name, handler, _ in rows if handler in ("relax-legalize-ops", "relax-rewrite-dataflow-reshape") and not name.startswith(("relax.call_", "relax.ccl.", "relax.dist."))]


def admitted_elements(build, cases):
    """For each operator the types of elements that it has kernels for: a case
    of it is lowered with each type in place of the first operand's."""
    firsts, texts, marks = {}, [], []
    for case in cases:
        # The form whose other operands and attributes say the least.
        kept = firsts.setdefault(case.op, case)
        if (len(case.attributes), len(case.inputs)) < (len(kept.attributes), len(kept.inputs)):
            firsts[case.op] = case
    for op, case in firsts.items():
        main = operator_cases.element_of([*case.inputs, *case.expected][0])
        for element in _ELEMENTS:
            marks.append((op, element))
            text = re.sub(rf"(?<=[x<]){main}(?=[>,])|(?<=dtype = ){main}\b", element, case.text())
            texts.append(text.replace(f"@{case.name}(", f"@admits_{len(marks) - 1}("))
    done = subprocess.run([build / "bin/relax-opt", "--split-input-file", "--relax-legalize-ops", "-"], input="\n// -----\n".join(texts),
                          capture_output=True, text=True)
    admitted = {op: [] for op in firsts}
    for number in re.findall(r"relax\.func @admits_(\d+)", done.stdout):
        admitted[marks[int(number)][0]].append(marks[int(number)][1])
    return admitted


def write_table(path, coverage):
    """The largest errors as a page of the documentation."""
    lines = ["# How exact the operators are", "",
             "*For those who judge numerics: the largest error of each operator against numpy.*", "",
             "Written by `test/Integration/compare-operators.py --table`, on an x86-64 with AVX2.",
             "The largest error of any element, over all runs and types of elements: relative",
             "to the greatest element of the result, and in units of the last place (ULP) of",
             "the element itself. Where terms cancel, many ULP are few of the greatest element;",
             "0 is equal to the last bit. What is expected is computed in 64 bits, then rounded.", "",
             "| operator | runs | elements | native | ULP | interpreted | ULP |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for op, covered in sorted(coverage.items()):
        figures = [text for error in (covered.native, covered.interpreted) for text in (f"{error.relative:.1g}", f"{error.places:.3g}")]
        elements = " ".join(element for element in _ELEMENTS if element in covered.elements)
        lines.append(f"| `relax.{op}` | {covered.runs} | {elements} | {' | '.join(figures)} |")
    # What unary-accuracy.py has written stays.
    old = Path(path).read_text() if Path(path).exists() else ""
    sections = "".join(old.partition("\n## ")[1:])
    Path(path).write_text("\n".join(lines) + "\n" + sections)


def summarize(coverage, operators, admitted):
    """Print what is not covered; whether there is nothing to print."""
    untested = [op for op in operators if op not in coverage]
    print(f"{len(operators) - len(untested)} of {len(operators)} operators that compute have cases; {len(untested)} without: {' '.join(untested)}")
    lacking, excused, wrong = {gap: [] for gap in (*_GAPS, "types of elements")}, Counter(), []
    for op in (op for op in operators if op in coverage):
        excuses = dict(operator_cases.excuses(op))
        for gap in coverage[op].missing(admitted[op]):
            kind = gap if gap in _GAPS else "types of elements"
            if excuses.pop(gap, None):
                excused[kind] += 1
            else:
                lacking[kind].append(op if gap in _GAPS else f"{op}:{gap}")
        wrong += [f"{op}: {gap}" for gap in excuses]
    for gap, ops in lacking.items():
        print(f"{len(ops)} operators without {gap}, {excused[gap]} not applicable{': ' if ops else ''}{' '.join(ops)}")
    if wrong:
        print(f"said not to be applicable, but covered: {'; '.join(wrong)}")
    return not (untested or wrong or any(lacking.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--filter", default="", help="only operators whose names this regular expression finds")
    parser.add_argument("--table", metavar="FILE", help="write the table of errors")
    parser.add_argument("--interpreter", choices=["none", "some", "all"], default="some", help="which runs the interpreter does, too")
    parser.add_argument("--device", metavar="CHIP",
                        help="compile for this GPU, and run with the driver for tests; nothing else is compared")
    arguments = parser.parse_args()
    build = Path(arguments.build).resolve()
    cases = [case for case in operator_cases.all_cases() if re.search(arguments.filter, case.op)]

    comparison = Comparison(cases)
    picks = {"none": lambda case: [], "all": lambda case: case.runs(), "some": operator_cases.first_and_last_run}
    with tempfile.TemporaryDirectory() as name:
        comparison.judge("native", operator_runs.run_native(build, Path(name), cases, arguments.device))
        if not arguments.device:
            comparison.judge("interpreted", operator_runs.run_interpreter(build, Path(name), cases, picks[arguments.interpreter]))
    for failure in comparison.failures:
        print(failure)
    if arguments.device:
        print(f"{len(cases)} cases, {comparison.counts['native']} runs of kernels for {arguments.device}, {len(comparison.failures)} failed")
        sys.exit(1 if comparison.failures else 0)
    if arguments.table:
        write_table(arguments.table, comparison.coverage)
    operators = [op for op in computing_operators(build) if re.search(arguments.filter, op)]
    is_whole = summarize(comparison.coverage, operators, admitted_elements(build, cases))
    print(f"{len(cases)} cases, {comparison.counts['native']} runs, {comparison.counts['interpreted']} of them also interpreted, "
          f"{len(comparison.failures)} failed")
    sys.exit(1 if comparison.failures or not is_whole else 0)


if __name__ == "__main__":
    main()
