#!/usr/bin/env python3
"""Compile a model and compare it with ONNX Runtime on real inputs of several
sizes: the largest error relative to the largest value of a row is at most 1e-4.

Where rounding alone changes the result by more, this cannot hold: ONNX Runtime
then differs from itself when it gets the rows one by one. Twice that
difference is allowed."""
import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import model_inputs
from device_runs import compile_for_device

_TOLERANCE = 1e-4


def relative_error(found, expected):
    """The largest difference in a row relative to the row's largest value."""
    rows = len(expected)
    difference = np.abs(found.astype(np.float64) - expected).reshape(rows, -1).max(axis=1)
    scale = np.abs(expected).reshape(rows, -1).max(axis=1)
    return float((difference / np.maximum(scale, 1e-30)).max())


def run(module, array, folder, tools, environment):
    """The compiled module's output for one input, by relax-run."""
    source, target = folder / "input.npy", folder / "output.npy"
    np.save(source, array)
    target.unlink(missing_ok=True)
    subprocess.run([tools / "relax-run", module, "--function=main", f"--input=@{source}",
                    f"--output=@{target}"], check=True, stdout=subprocess.DEVNULL, env=environment)
    return np.load(target)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=model_inputs.models.NAMES)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--emulate", metavar="CHIP",
                        help="compile for this GPU, and run its kernels as loops of the CPU")
    parser.add_argument("--device", metavar="CHIP",
                        help="compile for this GPU, and run with the driver for tests")
    arguments = parser.parse_args()
    tools = Path(arguments.build).resolve() / "bin"
    options = [f"--target={arguments.emulate}", "--emulate"] if arguments.emulate else []

    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        module = folder / "model.so"
        start = time.monotonic()
        source, environment = model_inputs.models.model_path(arguments.model), None
        if arguments.device:
            environment = compile_for_device(source, module, arguments.device, folder, tools)
        else:
            subprocess.run([tools / "relax-compile", source, "-o", module, *options], check=True)
        print(f"{arguments.model}: compiled in {time.monotonic() - start:.1f} s")
        for title, array in model_inputs.inputs(arguments.model):
            expected = model_inputs.reference(arguments.model, array)
            found = run(module, array, folder, tools, environment)
            if found.shape != expected.shape or found.dtype != expected.dtype:
                print(f"{title}: found {found.shape} {found.dtype}, expected {expected.shape} {expected.dtype}")
                failed += 1
                continue
            one_by_one = [model_inputs.reference(arguments.model, array[i:i + 1]) for i in range(len(array))]
            noise = relative_error(np.concatenate(one_by_one), expected)
            error = relative_error(found, expected)
            right = error <= max(_TOLERANCE, 2 * noise)
            print(f"{title}: {expected.shape}, relative error {error:.1e}{'' if right else '  TOO LARGE'}"
                  f" (ONNX Runtime to itself {noise:.1e})")
            failed += not right
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
