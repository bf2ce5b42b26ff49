#!/usr/bin/env python3
"""Compare products of groups of rows by a matrix each (layers of experts) with numpy.

Programs call `cutlass.group_gemm` as those of TVM do. On a CPU and emulated on
GPUs; groups are even, empty, all of the rows, in no order, and end in front of
the last row or behind it.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import ml_dtypes
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

# Rows, groups, columns, terms, type, whether the number of rows is known; the last ones are for warpgroups.
_SMALL = [(300, 4, 136, 72, "f16", True), (41, 3, 40, 77, "f16", False), (200, 1, 64, 64, "f16", True),
          (129, 5, 72, 48, "f32", False), (260, 2, 130, 80, "bf16", True)]
_LARGE = [(1030, 3, 1160, 72, "f16", True), (1031, 4, 1100, 77, "f16", False)]
_CHIPS = {"": _SMALL + _LARGE, "sm_75": _SMALL[:2], "sm_80": _SMALL, "sm_90a": _SMALL[:1] + _LARGE}
_TOLERANCE = {"f16": 2e-3, "bf16": 1e-2, "f32": 1e-5}


def _function(name, rows, groups, columns, terms, kind, is_known):
    height = str(rows) if is_known else "?"
    dims = (lambda size: "") if is_known else (lambda size: f", #relax.dims<[n, {size}]>")
    x, w = f"tensor<{height}x{terms}x{kind}{dims(terms)}>", f"tensor<{groups}x{columns}x{terms}x{kind}>"
    out, rest = f"tensor<{height}x{columns}x{kind}{dims(columns)}>", f"tensor<{groups}xi64>, tensor<16xui8>"
    return (f"relax.func @{name}(%x: {x}, %w: {w}, %e: tensor<{groups}xi64>, %s: tensor<16xui8>) -> {out} {{\n"
            f"  %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %e, %s) : ({x}, {w}, {rest}) -> {out}\n"
            f"  %1 = relax.nn.relu %0 : {out}\n  relax.return %1 : {out}\n}}\n")


def _draw_ends(rows, groups, random):
    """Where groups end."""
    inside = np.sort(random.integers(0, rows + 1, groups - 1))
    yield [*inside, rows]
    yield [0] * (groups - 1) + [rows]
    yield [rows] + [rows // 2] * (groups - 1)
    yield [*random.integers(-5, rows + 50, groups)]
    yield [*inside, rows // 2]
    yield [rows + 1000] * groups


def _multiply(x, w, ends):
    """Each row by the matrix of the first group that ends behind it, else of the last one."""
    numbers = [next((e for e, end in enumerate(ends) if row < end), len(ends) - 1) for row in range(len(x))]
    product = np.empty((len(x), w.shape[1]))
    for group in set(numbers):
        rows = [row for row, number in enumerate(numbers) if number == group]
        product[rows] = x[rows].astype(np.float64) @ w[group].astype(np.float64).T
    return np.maximum(product, 0)


def check(module, chip, cases):
    failures = 0
    random = np.random.default_rng(3)
    for number, (rows, groups, columns, terms, kind, _) in enumerate(cases):
        type_ = {"f16": np.float16, "f32": np.float32, "bf16": ml_dtypes.bfloat16}[kind]
        x, w = ((random.standard_normal(shape) / 4).astype(type_) for shape in ((rows, terms), (groups, columns, terms)))
        for ends in _draw_ends(rows, groups, random):
            got = np.asarray(module.call(f"f{number}", x, w, np.array(ends, np.int64), np.zeros(16, np.uint8))[0]).astype(np.float32)
            expected = _multiply(x, w, ends)
            error = np.abs(got - expected).max() / max(1, np.abs(expected).max())
            if not error <= _TOLERANCE[kind]:
                failures += 1
                print(f"{chip or 'CPU'}: {rows} rows, {groups} groups that end at {ends}, {columns} columns, {terms} terms, {kind}: "
                      f"error {error:.2g}, expected at most {_TOLERANCE[kind]:g}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--chip", action="append", choices=_CHIPS, help="all without it; the empty one is the CPU")
    options = parser.parse_args()
    runtime, failures = Runtime(options.build / "lib/librelax_runtime.so", threads=2), 0
    for chip in _CHIPS if options.chip is None else options.chip:
        with tempfile.TemporaryDirectory() as folder:
            source, library = Path(folder) / "a.mlir", Path(folder) / "a.so"
            source.write_text("relax.extern_func @cutlass.group_gemm\n" +
                              "".join(_function(f"f{number}", *case) for number, case in enumerate(_CHIPS[chip])))
            subprocess.run([options.build / "bin/relax-compile", source, "-o", library,
                            *([f"--target={chip}", "--emulate"] if chip else [])], check=True)
            failures += check(runtime.load(str(library)), chip, _CHIPS[chip])
    print(f"{sum(map(len, _CHIPS.values()))} products of groups, {failures} wrong results")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
