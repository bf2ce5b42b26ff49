#!/usr/bin/env python3
"""Collect what scripts/gpu-test.sh needs on a machine with a GPU.

    scripts/gpu-pack.py FOLDER [--chip sm_90]

writes into FOLDER: relax-run, the models of the tests and a function for each
case of each operator as libraries for the GPU, their inputs and what they give,
kernels to measure, and gpu-test.sh. Nothing else is needed there.
"""
import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "Integration"))

import model_inputs  # noqa: E402
import operator_cases  # noqa: E402

# How many functions a library has; what a file of arrays can hold.
_BATCH = 60
_PLAIN = re.compile(r"(float(16|32|64)|u?int(8|16|32|64)|bool)$")

# What is measured: a name, a program, and the code of torch that does the same.
_MEASURED = (
    ("matmul-f32-1024", "relax.matmul %x, %x", "1024x1024xf32", "x @ x"),
    ("matmul-f16-4096", "relax.matmul %x, %x", "4096x4096xf16", "x @ x"),
    ("softmax-4096x4096", "relax.nn.softmax %x", "4096x4096xf32", "torch.softmax(x, -1)"),
    ("add-4096x4096", "relax.add %x, %x", "4096x4096xf32", "x + x"),
    ("sum-4096x4096", "relax.sum %x {axis = array<i64: 1>}", "4096x4096xf32", "x.sum(1)"),
    ("transpose-4096x4096", "relax.permute_dims %x", "4096x4096xf32", "x.T.contiguous()"),
)


class Pack:
    """A folder to fill: `calls` has a line a call, `measured` one a kernel."""

    def __init__(self, folder, build, chip):
        self.folder, self.build, self.chip = folder, build, chip
        self.calls, self.measured, self.arrays = [], [], 0
        for name in ("bin", "code", "data"):
            (folder / name).mkdir(parents=True)

    def compile(self, source, name):
        """Compile a file for the GPU; where the library is in the folder."""
        target = f"code/{name}.so"
        subprocess.run([self.build / "bin/relax-compile", source, "-o", self.folder / target, f"--target={self.chip}"],
                       check=True)
        return target

    def save(self, array):
        """Where an array is in the folder."""
        self.arrays += 1
        name = f"data/{self.arrays}.npy"
        np.save(self.folder / name, np.asarray(array, order="C"))
        return name

    def add_call(self, title, module, function, inputs, expected, tolerance):
        """A call, as the arguments of relax-run."""
        words = [module, f"--function={function}", "--quiet", f"--tolerance={tolerance}"]
        words += [f"--input=@{self.save(array)}" for array in inputs]
        words += [f"--expected_output=@{self.save(array)}" for array in expected]
        self.calls.append(f"{title}\t{' '.join(words)}")

    def add_models(self):
        for name in model_inputs.models.NAMES:
            module = self.compile(model_inputs.models.model_path(name), name)
            for title, array in model_inputs.inputs(name):
                expected = model_inputs.reference(name, array)
                self.add_call(f"{name}, {title}", module, "main", [array], [expected], 1e-3)
            self.measured.append(f"{name}\t{self.calls[-1].split(chr(9))[1]}\t")

    def add_operators(self, pattern):
        cases = [case for case in operator_cases.all_cases() if re.search(pattern, case.op)]
        for first in range(0, len(cases), _BATCH):
            batch = cases[first:first + _BATCH]
            source = self.folder / "code" / "source.mlir"
            source.write_text("".join(case.text() for case in batch))
            module = self.compile(source, f"operators-{first // _BATCH}")
            source.unlink()
            for case in batch:
                inputs, expected = case.inputs, case.expected
                if isinstance(expected, operator_cases.Stops) or not all(
                        _PLAIN.match(array.dtype.name) for array in [*inputs, *expected]):
                    continue
                self.add_call(case.name, module, case.name, inputs, expected, case.tolerance or 5e-3)

    def add_measured(self):
        for name, code, type, torch in _MEASURED:
            source = self.folder / "code" / "source.mlir"
            result = "4096xf32" if name.startswith("sum") else type
            operands = ", ".join([f"tensor<{type}>"] * code.count("%x"))
            source.write_text(f"relax.func @main(%x: tensor<{type}>) -> tensor<{result}> {{\n  %r = {code} : ({operands}) -> "
                              f"tensor<{result}>\n  relax.return %r : tensor<{result}>\n}}\n")
            module = self.compile(source, name)
            source.unlink()
            self.measured.append(f"{name}\t{module} --quiet --input={type}=0.5\t{type}|{torch}")

    def finish(self):
        shutil.copy(self.build / "bin/relax-run", self.folder / "bin")
        shutil.copy(ROOT / "scripts/gpu-test.sh", self.folder)
        (self.folder / "chip").write_text(self.chip + "\n")
        (self.folder / "calls").write_text("\n".join(self.calls) + "\n")
        (self.folder / "measured").write_text("\n".join(self.measured) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
    parser.add_argument("--chip", default="sm_90", help="the GPU (default: sm_90)")
    parser.add_argument("--build", default=ROOT / "build", type=Path, help="the build folder")
    parser.add_argument("--filter", default="", help="only operators whose names this regular expression finds")
    parser.add_argument("--no-models", action="store_true", help="leave out the models")
    arguments = parser.parse_args()
    if arguments.folder.exists():
        parser.error(f"{arguments.folder} exists")
    pack = Pack(arguments.folder, arguments.build.resolve(), arguments.chip)
    if not arguments.no_models:
        pack.add_models()
    pack.add_operators(arguments.filter)
    pack.add_measured()
    pack.finish()
    print(f"{len(pack.calls)} calls, {len(pack.measured)} measurements for {arguments.chip} in {arguments.folder}; there: ./gpu-test.sh")


if __name__ == "__main__":
    main()
