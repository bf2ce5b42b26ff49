#!/usr/bin/env python3
"""Compile programs of StableHLO that JAX wrote, and compare what they compute with what JAX computed.

    python3 test/Integration/compare-stablehlo.py --build build [FOLDER]

The cases are those that scripts/stablehlo-cases.py wrote into FOLDER, by default those that are kept beside this file.
"""
import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

# What a result may differ by, in parts of the largest number.
_TOLERANCE = {"float16": 2e-3, "float32": 2e-5, "float64": 1e-12}


def read(data):
    """An array of the description in a case's file; numbers that JSON lacks are strings."""
    values = [float(value) if isinstance(value, str) else value for value in data["values"]]
    return np.array(values).astype(data["dtype"]).reshape(data["shape"])


def difference(found, expected):
    """Why results differ; nothing if they are the same."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return f"{found.dtype}{list(found.shape)}, expected {expected.dtype}{list(expected.shape)}"
    if found.dtype.kind != "f":
        return "" if np.array_equal(found, expected) else f"{found.reshape(-1)[:8]}, expected {expected.reshape(-1)[:8]}"
    finite = np.isfinite(expected)
    if not np.array_equal(found[~finite], expected[~finite], equal_nan=True):
        return "other infinities or NaN"
    largest = max(np.abs(expected[finite]).max(initial=1), 1)
    error = np.abs(found[finite] - expected[finite]).max(initial=0) / largest
    return "" if error <= _TOLERANCE[found.dtype.name] else f"differs by {error:.1e}"


def compare(path):
    """What is wrong with the case at `path`, and its number of results."""
    import relax_mlir

    data = json.loads(path.with_suffix(".json").read_text())
    try:
        found = relax_mlir.compile(path)(*map(read, data["inputs"]))
    except relax_mlir.CompileError as error:
        return [str(error)], 0
    expected = [read(result) for result in data["results"]]
    problems = [f"result {number}: {why}" for number, (one, other) in enumerate(zip(found, expected))
                if (why := difference(np.asarray(one), other))]
    if len(found) != len(expected):
        problems.append(f"{len(found)} results, expected {len(expected)}")
    return problems, len(expected)


# Read and not converted: which bits it makes the specification leaves open.
_WITHOUT_CASE = {"rng_bit_generator"}


def find_cases(paths):
    """What is wrong with the cases as a whole: ops of the dialect that none of them has."""
    written = set(_WITHOUT_CASE)
    for path in paths:
        if path.suffix == ".mlir":
            written.update(re.findall(r"stablehlo\.(\w+)", path.read_text()))
    folder = Path(__file__).resolve().parents[2] / "include/Relax/Dialect/StableHLO/IR"
    ops = {name for path in folder.glob("*Ops.td") if path.stem != "CHLOOps"
           for name in re.findall(r'^def StableHLO_\w+Op\b[^"]*"(\w+)"', path.read_text(), re.M)}
    return [f"no case has stablehlo.{op}" for op in sorted(ops - written)]


class Lowered:
    """What stands for the objects of JAX, which is not there: its type's module and the method are what is asked."""

    __module__ = "jax.stages"

    def __init__(self, text):
        self.text = text

    def as_text(self):
        return self.text


def check_doors():
    """Objects of JAX compile; byte code of an unknown version gets an error that names it; a registered call is left to
    run time."""
    import relax_mlir

    text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{\n  %0 = {} : {}\n  return %0 : tensor<2xf32>\n}}\n"
    (doubled,) = relax_mlir.compile(Lowered(text.format("stablehlo.add %x, %x", "tensor<2xf32>")))(np.float32([1, 2]))
    problems = [] if list(doubled) == [2, 4] else [f"add of 1, 2 to itself is {doubled}"]
    solve = text.format("stablehlo.custom_call @solve(%x)", "(tensor<2xf32>) -> tensor<2xf32>")
    relax_mlir.compile(solve, packed_call="solve")
    with tempfile.TemporaryDirectory() as folder:
        portable = Path(folder) / "module.mlirbc"
        portable.write_bytes(b"ML\xefR\rStableHLO_v1.99.0\0" + bytes(64))
        for model, words in ((portable, "expected portable byte code of StableHLO of version 0.9.0 to 1.20.0, found 1.99.0; pass the text"),
                             (solve, "it calls @solve, code that the program does not hold")):
            try:
                relax_mlir.compile(model)
                problems.append(f"no error with '{words}'")
            except relax_mlir.CompileError as error:
                if words not in str(error):
                    problems.append(f"expected '{words}', found: {error}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("folder", nargs="?", default=Path(__file__).parent / "stablehlo", type=Path)
    options = parser.parse_args()
    os.environ["RELAX_MLIR_BUILD"] = options.build
    failed = [f"doors: {problem}" for problem in check_doors()]
    paths, count = sorted((*options.folder.glob("*.mlir"), *options.folder.glob("*.mlirbc"))), 0
    for path in paths:
        problems, results = compare(path)
        count += results
        failed += [f"{path.name}: {problem}" for problem in problems]
    if options.folder.name == "stablehlo":
        failed += find_cases(paths)
    print("\n".join(failed), end="\n" if failed else "")
    print(f"{len(paths)} programs with {count} results, {len(failed)} failures")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
