#!/usr/bin/env python3
"""Compile one function an operator, call it from Python, and compare it with
numpy and ONNX Runtime: sizes that are known and sizes that are not, edges of
ranges, empty axes."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import operator_cases
from operator_cases import Stops

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402


def difference(found, expected):
    """What is wrong with a result; empty if nothing is."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return f"found {found.dtype}{list(found.shape)}, expected {expected.dtype}{list(expected.shape)}"
    tolerance = {"f2": 4e-3, "f4": 2e-5, "f8": 1e-10}.get(expected.dtype.str[1:], 0)
    if np.allclose(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True):
        return ""
    with np.errstate(all="ignore"):
        far = ~np.isclose(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
    place = tuple(int(i) for i in np.argwhere(far)[0])
    return f"{far.sum()} of {far.size} elements differ, at {place} found {found[place]}, expected {expected[place]}"


def compare(module, name, inputs, expected):
    """What is wrong with the first result that is; empty if none is."""
    try:
        results = module.call(name, *inputs)
    except RuntimeFailure as error:
        return "" if isinstance(expected, Stops) and expected.message in str(error) else str(error)
    if isinstance(expected, Stops):
        return f"expected the error '{expected.message}'"
    for index, (found, wanted) in enumerate(zip(results, expected)):
        wrong = difference(found, wanted)
        if wrong:
            return f"result {index}: {wrong}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--filter", default="", help="only cases with this in their names")
    arguments = parser.parse_args()
    build = Path(arguments.build).resolve()
    cases = [case for case in operator_cases.all_cases() if arguments.filter in case.name]

    failed = 0
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "operators.mlir", Path(name) / "operators.so"
        source.write_text("".join(case.text() for case in cases))
        subprocess.run([build / "bin/relax-compile", source, "-o", target], check=True)
        module = Runtime(build / "lib/librelax_runtime.so", threads=2).load(target)
        for case in cases:
            for inputs, expected in case.runs():
                wrong = compare(module, case.name, inputs, expected)
                if wrong:
                    print(f"{case.name}: {wrong}")
                    failed += 1
    print(f"{len(cases)} cases, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
