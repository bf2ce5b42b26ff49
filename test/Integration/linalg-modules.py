#!/usr/bin/env python3
"""Compile functions of linalg, tensor, arith and TOSA, and compare what they compute with numpy.

The stock mlir-opt lowers TOSA to linalg first. All functions are `func.func`;
some are also run by the interpreter, and by kernels of a GPU as loops.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import linalg_cases
import tosa_cases

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

_FROM_TOSA = ("builtin.module(func.func(tosa-infer-shapes,tosa-make-broadcastable,tosa-to-linalg-named,"
              "tosa-to-linalg,tosa-to-arith,tosa-to-tensor))")
# What a result may differ by, in parts of the largest number.
_TOLERANCE = {"float16": 2e-3, "float32": 2e-6, "float64": 1e-14}


def difference(found, expected):
    """Why results differ; nothing if they are the same."""
    found, expected = np.asarray(found), np.asarray(expected)
    if found.shape != expected.shape:
        return f"shape {found.shape}, expected {expected.shape}"
    if found.dtype.kind != "f":
        return "" if np.array_equal(found, expected) else "other integers"
    largest = max(np.abs(expected).max(initial=1), 1)
    error = np.abs(found.astype("float64") - expected).max(initial=0) / largest
    return "" if error <= _TOLERANCE[found.dtype.name] else f"differs by {error:.1e}"


def compare(case, found, where, failures):
    """Compare all results of a case."""
    found = list(found) if isinstance(found, (tuple, list)) else [found]
    for index, (result, expected) in enumerate(zip(found, case.results(), strict=True)):
        why = difference(result, expected)
        if why:
            failures.append(f"{where}: {case.name}, result {index}: {why}")


def run_native(bin, runtime, source, cases, options, failures):
    """Run all functions of a module as native code."""
    library = source.with_suffix(".so")
    subprocess.run([bin / "relax-compile", source, "-o", library, *options], check=True)
    module = runtime.load(library)
    for case in cases:
        try:
            compare(case, module.call(case.name, *case.inputs), " ".join(["native", *options]), failures)
        except RuntimeFailure as error:
            failures.append(f"native: {case.name}: {error}")


def interpret(bin, source, case, failures):
    """Run one function in the interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        command = [bin / "relax-interp", source, f"--function={case.name}", f"--output-dir={folder}"]
        for index, array in enumerate(case.inputs):
            file = Path(folder) / f"in-{index}.npy"
            np.save(file, array)
            command.append(f"--input=@{file}")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            failures.append(f"interpreted: {case.name}: {done.stderr[-300:]}")
            return
        results = [np.load(Path(folder) / f"output-{i}.npy") for i in range(len(case.results()))]
        compare(case, results, "interpreted", failures)


def check_runtime_sizes(runtime, library, failures):
    """Sizes that must agree are compared when a function is called."""
    try:
        runtime.load(library).call("add_dynamic", np.zeros((5, 7), "float32"), np.zeros((5, 6), "float32"))
    except RuntimeFailure:
        return
    failures.append("native: add_dynamic takes tensors of other sizes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--llvm", required=True, type=Path, help="the folder of mlir-opt")
    parser.add_argument("--every", type=int, default=4, help="every how many functions are interpreted")
    arguments = parser.parse_args()
    bin, runtime = arguments.build / "bin", Runtime(arguments.build / "lib/librelax_runtime.so", threads=2)
    failures, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for family in (tosa_cases, linalg_cases):
            cases = list(family.cases())
            count += len(cases)
            source = Path(folder) / f"{family.__name__}.mlir"
            source.write_text("".join(case.text for case in cases))
            if family is tosa_cases:
                subprocess.run([arguments.llvm / "mlir-opt", source, f"--pass-pipeline={_FROM_TOSA}", "-o", source], check=True)
            for options in (["-O0"], ["-O0", "--target=sm_90", "--emulate"]):
                run_native(bin, runtime, source, cases, options, failures)
            for case in cases[::arguments.every]:
                interpret(bin, source, case, failures)
        check_runtime_sizes(runtime, source.with_suffix(".so"), failures)
    print("\n".join([*failures, f"{count} functions, {len(failures)} differences"]))
    sys.exit(bool(failures) or count < 60)


if __name__ == "__main__":
    main()
