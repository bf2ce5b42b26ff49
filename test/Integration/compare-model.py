#!/usr/bin/env python3
"""Compile a model and compare it with ONNX Runtime on real inputs of several
sizes: the largest error relative to the largest value of a row is at most 1e-4.

Where rounding alone changes the result by more, this cannot hold: ONNX Runtime
then differs from itself when it gets the rows one by one. Twice that
difference is allowed. With factors of f16 (--f16) the error is at most 2e-2."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import model_inputs
from device_runs import compile_for_device, emulation_options
from mixed_precision import write_f16
from model_errors import relative_error, seconds_of_children

_TOLERANCE, _F16_TOLERANCE = 1e-4, 2e-2


def run(module, array, folder, tools, environment):
    """The compiled module's output for one input, by relax-run."""
    source, target = folder / "input.npy", folder / "output.npy"
    np.save(source, array)
    target.unlink(missing_ok=True)
    subprocess.run([tools / "relax-run", module, "--function=main", f"--input=@{source}",
                    f"--output=@{target}"], check=True, stdout=subprocess.DEVNULL, env=environment)
    return np.load(target)


def compare(model, title, array, found, tolerance):
    """Whether the output for one input is right."""
    expected = model_inputs.reference(model, array)
    if found.shape != expected.shape or found.dtype != expected.dtype:
        print(f"{title}: found {found.shape} {found.dtype}, expected {expected.shape} {expected.dtype}")
        return False
    one_by_one = [model_inputs.reference(model, array[i:i + 1]) for i in range(len(array))]
    noise = relative_error(np.concatenate(one_by_one), expected)
    error = relative_error(found, expected)
    # Another engine sums in another order everywhere, ONNX Runtime by itself
    # only where the number of inputs changes its kernels.
    right = error <= max(tolerance, 5 * noise)
    print(f"{title}: {expected.shape}, relative error {error:.1e}{'' if right else '  TOO LARGE'}"
          f" (ONNX Runtime to itself {noise:.1e})")
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=model_inputs.models.NAMES)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--emulate", metavar="CHIP",
                        help="compile for this GPU, and run its kernels as loops of the CPU")
    parser.add_argument("--device", metavar="CHIP",
                        help="compile for this GPU, and run with the driver for tests")
    parser.add_argument("--f16", action="store_true", help="multiply f16, by --relax-to-mixed-precision")
    parser.add_argument("--most-elements", type=int, metavar="N", help="leave out larger inputs")
    arguments = parser.parse_args()
    tools = Path(arguments.build).resolve() / "bin"
    inputs = [(title, array) for title, array in model_inputs.inputs(arguments.model)
              if not arguments.most_elements or array.size <= arguments.most_elements]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        module = folder / "model.so"
        source, environment = model_inputs.models.model_path(arguments.model), None
        if arguments.f16:
            source = write_f16(source, folder / "model.mlirbc", tools)
        if arguments.device:
            environment = compile_for_device(source, module, arguments.device, folder, tools)
        else:
            subprocess.run([tools / "relax-compile", source, "-o", module, f"--dump-stages={folder / 'stages'}",
                            *emulation_options(arguments.emulate)], check=True)
        seconds = seconds_of_children()
        print(f"{arguments.model}: compiled in {seconds:.1f} s of a processor")
        if arguments.f16 and arguments.emulate:
            products = (folder / "stages/3-schedule.mlir").read_text().count("nvgpu.mma.sync")
            print(f"{products} products by tensor cores")
            assert products, "tensor cores multiply nothing"
        outputs = [run(module, array, folder, tools, environment) for _, array in inputs]
        print(f"run in {seconds_of_children() - seconds:.1f} s")
    tolerance = _F16_TOLERANCE if arguments.f16 else _TOLERANCE
    right = [compare(arguments.model, *input, output, tolerance) for input, output in zip(inputs, outputs)]
    sys.exit(0 if right and all(right) else 1)


if __name__ == "__main__":
    main()
