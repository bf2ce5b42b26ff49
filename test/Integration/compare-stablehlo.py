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
import stablehlo_devices  # noqa: E402

# What a result may differ by, in parts of the largest number.
_TOLERANCE = {"float16": 2e-3, "float32": 2e-5, "float64": 1e-12}


def read(data):
    """An array of the description in a case's file; numbers that JSON lacks are strings."""
    values = [float(value) if isinstance(value, str) else value for value in data["values"]]
    # Through floats, integers of 64 bits would lose digits. Complex numbers are pairs of floats.
    dtype = np.dtype(data["dtype"])
    return np.array(values, dtype.type(0).real.dtype).view(dtype).reshape(data["shape"])


def difference(found, expected):
    """Why results differ; nothing if they are the same."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return f"{found.dtype}{list(found.shape)}, expected {expected.dtype}{list(expected.shape)}"
    if found.dtype.kind == "c":
        return difference(found.real, expected.real) or difference(found.imag, expected.imag)
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
    found = [one.view(other.dtype)[..., 0] if np.iscomplexobj(other) else one for one, other in zip(map(np.asarray, found), expected)]
    problems = [f"result {number}: {why}" for number, (one, other) in enumerate(zip(found, expected))
                if (why := difference(np.asarray(one), other))]
    if len(found) != len(expected):
        problems.append(f"{len(found)} results, expected {len(expected)}")
    return problems, len(expected)


# Which numbers `rng` gives the specification leaves open: check_random judges them. Tokens are no values.
_WITHOUT_CASE = {"rng", "create_token", "after_all"} | stablehlo_devices.get_ops()


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


def check_random():
    """Numbers of `rng` have the distribution that they should, and two ops give different ones."""
    import relax_mlir

    lines, results = [], []
    for element, low, high in (("f32", "-1.0", "3.0"), ("f64", "-1.0", "3.0"), ("f16", "-1.0", "3.0"), ("i32", "-1", "3"),
                               ("ui64", "2", "5")):
        scalar, vector = f"tensor<{element}>", f"tensor<200x100x{element}>"
        lines += [f"%a{element} = stablehlo.constant dense<{low}> : {scalar}", f"%b{element} = stablehlo.constant dense<{high}> : {scalar}"]
        for kind in ("UNIFORM", "UNIFORM", "NORMAL")[:3 if element[0] == "f" else 2]:
            results.append((f"%{len(results)}", vector, kind))
            lines.append(f"{results[-1][0]} = stablehlo.rng %a{element}, %b{element}, %n, distribution = {kind} : "
                         f"({scalar}, {scalar}, tensor<2xi64>) -> {vector}")
    types = ", ".join(vector for _, vector, _ in results)
    text = (f"func.func @main() -> ({types}) {{\n%n = stablehlo.constant dense<[200, 100]> : tensor<2xi64>\n"
            + "\n".join(lines) + f"\nreturn {', '.join(name for name, _, _ in results)} : {types}\n}}\n")
    found, problems = relax_mlir.compile(text)(), []
    for index, (numbers, (_, vector, kind)) in enumerate(zip(map(np.asarray, found), results)):
        x = numbers.astype(np.float64)
        # Half-open, so that integers are -1 to 2, or 2 to 4.
        mean, deviation = (-1, 3) if kind == "NORMAL" else \
            (1, 4 / 12**0.5) if numbers.dtype.kind == "f" else (0.5, 15**0.5 / 12**0.5) if numbers.dtype.kind == "i" else (3, (8 / 12)**0.5)
        # Five standard errors of 20,000 numbers; the deviation's is 0.7 of the mean's at most.
        if max(abs(x.mean() - mean), abs(x.std() - deviation)) > 5 * deviation / 141:
            problems.append(f"rng {kind} of {vector}: mean {x.mean()}, deviation {x.std()}, expected {mean} and {deviation}")
        if kind == "UNIFORM" and not (x.min() >= (2 if numbers.dtype.kind == "u" else -1) and x.max() <= (4 if numbers.dtype.kind == "u" else 3)):
            problems.append(f"rng {kind} of {vector}: from {x.min()} to {x.max()}")
        # Rows, columns and the op in front of it have nothing to do with each other.
        others = [x[1:], x[:, 1:]] + ([np.asarray(found[index - 1]).astype(np.float64)] if index else [])
        for other in others:
            correlation = np.corrcoef(x[:other.shape[0], :other.shape[1]].reshape(-1), other.reshape(-1))[0, 1]
            if abs(correlation) > 5 / 141:
                problems.append(f"rng {kind} of {vector}: correlation {correlation}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("folder", nargs="?", default=Path(__file__).parent / "stablehlo", type=Path)
    options = parser.parse_args()
    os.environ["RELAX_MLIR_BUILD"] = options.build
    failed = [f"doors: {problem}" for problem in check_doors()] + check_random()
    failed += stablehlo_devices.check_devices()
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
