#!/usr/bin/env python3
"""Compare the derivatives that relax-gradient makes with differences of the
function itself, for each operator that has a derivative.

Each case is a function that makes one number of an operator's results. It and
its adjoint are compiled; the adjoint is interpreted, too. An operator that has
a derivative and no case is an error.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import gradient_cases
from operator_cases import open_type, static_type
from operator_runs import _constant, _values
from relax_mlir.runtime import Runtime, RuntimeFailure

_STEP = 1e-5
_TOLERANCE = 2e-7
# Elements of 32 bits are stepped further, for the step to be one.
_SINGLE = (1e-2, 2e-3)


def derive(build, folder, cases):
    """The module with all functions and their adjoints; what was rejected."""
    passes = ", ".join(["relax.func(relax-infer-types)", *[f"relax-gradient{{func-name={case.name}}}" for case in cases]])
    source = folder / "functions.mlir"
    source.write_text("".join(case.text() for case in cases))
    done = subprocess.run([build / "bin/relax-opt", source, f"--pass-pipeline=builtin.module({passes})"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[-3000:])
    return done.stdout


def differences(case, call):
    """The derivatives by the middle of two steps, of each input of floats."""
    results = []
    for index in case.floats():
        wide = case.inputs[index]
        step = _SINGLE[0] if wide.dtype == np.float32 else _STEP
        slopes = np.zeros(wide.shape)
        for place in [] if case.is_stopped else np.ndindex(wide.shape):
            values = []
            for sign in (1, -1):
                inputs = [array.copy() for array in case.inputs]
                inputs[index][place] += sign * step
                values.append((float(call(inputs)), float(inputs[index][place])))
            slopes[place] = (values[0][0] - values[1][0]) / (values[0][1] - values[1][1])
        results.append(slopes)
    return results


def judge(case, found, expected):
    """What is wrong with an adjoint, empty if nothing is."""
    if isinstance(found, str):
        return found
    for index, slopes, wanted in zip(case.floats(), found[1:], expected):
        tolerance = _SINGLE[1] if case.inputs[index].dtype == np.float32 else _TOLERANCE
        if slopes.shape != wanted.shape or slopes.dtype != case.inputs[index].dtype:
            return f"operand {index}: found {slopes.dtype}{list(slopes.shape)}"
        near = np.isclose(slopes, wanted, rtol=tolerance, atol=tolerance)
        if not near.all():
            place = tuple(int(i) for i in np.argwhere(~near)[0])
            return f"operand {index} at {place}: found {slopes[place]}, expected {wanted[place]}"
    return "" if len(found) == 1 + len(expected) else f"{len(found)} results"


def run_native(build, folder, cases, text):
    """The adjoints and the differences, of compiled code."""
    source, target = folder / "derived.mlir", folder / "derived.so"
    source.write_text(text)
    subprocess.run([build / "bin/relax-compile", source, "-o", target, "-O0"], check=True)
    module = Runtime(build / "lib/librelax_runtime.so", threads=1).load(target)
    for case in cases:
        try:
            expected = differences(case, lambda inputs: module.call(case.name, *inputs)[0])
            found = list(module.call(f"{case.name}_adjoint", *case.inputs))
        except RuntimeFailure as error:
            expected, found = [], str(error)
        yield case, found, expected


def run_interpreter(build, folder, cases, text):
    """The adjoints by the interpreter."""
    drivers = []
    for case in cases:
        like = [np.zeros(()), *[case.inputs[index] for index in case.floats()]]
        names, results = [f"%p{index}" for index in range(len(case.inputs))], ", ".join(open_type(array) for array in like)
        lines = "".join(_constant(name, array) for name, array in zip(names, case.inputs))
        values = ", ".join(f"%r#{index}" for index in range(len(like))) if len(like) > 1 else "%r"
        drivers.append(f"relax.func @run_{case.name}() -> ({results}) {{\n{lines}  %r{f':{len(like)}' if len(like) > 1 else ''} = relax.call @{case.name}_adjoint({', '.join(names)}) : "
                       f"({', '.join(static_type(array) for array in case.inputs)}) -> ({results})\n  relax.return {values} : {results}\n}}\n")
    source = folder / "interpreted.mlir"
    source.write_text(text.rstrip().removesuffix("}") + "".join(drivers) + "}\n")
    done = subprocess.run([build / "bin/relax-interp", source, "--each"], capture_output=True, text=True)
    printed = dict(re.match(r"@run_(\S+) gives ?(.*)", line).groups() for line in done.stdout.splitlines() if line.startswith("@run_"))
    for case in cases:
        like = [np.zeros(()), *[case.inputs[index] for index in case.floats()]]
        yield case, _values(printed[case.name], like) if case.name in printed else f"no result: {done.stderr[-500:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--filter", default="", help="only operators whose names this regular expression finds")
    arguments = parser.parse_args()
    build = Path(arguments.build).resolve()
    cases = [case for case in gradient_cases.all_cases() if re.search(arguments.filter, case.op)]
    failures, elements = [], 0
    with tempfile.TemporaryDirectory() as name:
        text = derive(build, Path(name), cases)
        expected = {}
        for case, found, slopes in run_native(build, Path(name), cases, text):
            expected[case.name] = slopes
            elements += sum(array.size for array in slopes)
            failures.append((case, "native", judge(case, found, slopes)))
        for case, found in run_interpreter(build, Path(name), cases, text):
            failures.append((case, "interpreted", judge(case, found, expected[case.name])))
    failures = [(case, way, wrong) for case, way, wrong in failures if wrong]
    for case, way, wrong in failures:
        print(f"{case.name} ({case.attributes}), {way}: {wrong}")
    table = subprocess.run([build / "bin/relax-opt", "--relax-op-support"], capture_output=True, text=True, check=True).stdout
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    operators = [row[0].removeprefix("relax.") for row in rows if row[-1] == "yes" and re.search(arguments.filter, row[0])]
    without = [op for op in operators if op not in {case.op for case in cases}]
    print(f"{len(cases)} cases, {elements} derivatives compared, {len(failures)} failed")
    print(f"operators with a gradient: {len(operators)}, without a check: {len(without)}{': ' if without else ''}{' '.join(without)}")
    sys.exit(1 if failures or without else 0)


if __name__ == "__main__":
    main()
