#!/usr/bin/env python3
"""Collect what scripts/gpu-test.sh needs on a machine with a GPU.

    scripts/gpu-pack.py FOLDER [--chip sm_90]

writes into FOLDER: relax-run, the models of the tests and a function for each
case of each operator as libraries for the GPU, their inputs and what they give,
kernels to measure, and gpu-test.sh. Nothing else is needed there.
"""
import argparse
import importlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test" / "Integration"), str(ROOT / "benchmarks")]

import model_inputs  # noqa: E402
import operator_cases  # noqa: E402
from device_runs import compile_for_device  # noqa: E402

gpu_kernels = importlib.import_module("gpu-kernels")

# How many functions a library has; what a file of arrays can hold.
_BATCH = 60
# relax-run beside the driver for tests, which gets the kernels of a module from a
# file beside that.
_DRY_RUN = r"""#!/usr/bin/env bash
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export LD_LIBRARY_PATH=$here FAKE_CUDA_CHIP=%d
run() {
  FAKE_CUDA_KERNELS=$PWD/$1.kernels "$here/relax-run.real" "${@:2}"
}
if [[ $1 != --calls=* ]]; then
  run "$1" "$@"
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F '\t' -v work="$work" '{ split($2, words, " ")
  if (words[1] != last) name = sprintf("%%s/%%05d", work, ++number)
  last = words[1]; print >name }' "${1#*=}"
status=0
for calls in "$work"/*; do
  run "$(head -n 1 "$calls" | cut -f 2 | cut -d ' ' -f 1)" "--calls=$calls" || status=1
done
exit $status
"""
_PLAIN = re.compile(r"(float(16|32|64)|u?int(8|16|32|64)|bool)$")

# What is measured: a title, parameters, a result, what gives it, how many
# multiplications and additions that is, and the code of torch that does the
# same on a, b, c and d ("tf32" in its comment lets it round factors).
_WHOLE, _HALF = "4096x4096xf32", "4096x4096xf16"
_ATTENTION = "4x1024x16x64x"
_MEASURED = (
    ("matmul f16 4096", (_HALF, _HALF), _HALF, "matmul %a, %b", 2 * 4096**3, "a @ b"),
    ("matmul f16 1024", ("1024x1024xf16",) * 2, "1024x1024xf16", "matmul %a, %b", 2 * 1024**3, "a @ b"),
    ("matmul bf16 4096", ("4096x4096xbf16",) * 2, "4096x4096xbf16", "matmul %a, %b", 2 * 4096**3, "a @ b"),
    ("product i8 4096", ("4096x4096xi8",) * 2, "4096x4096xi32", "call_tir @product(%a, %b)", 2 * 4096**3, "torch._int_mm(a, b.T)"),
    ("matmul f32 4096", (_WHOLE, _WHOLE), _WHOLE, "matmul %a, %b", 2 * 4096**3, "a @ b"),
    ("matmul f32 4096, torch tf32", (_WHOLE, _WHOLE), _WHOLE, "matmul %a, %b", 2 * 4096**3, "a @ b #tf32"),
    ("matrix times vector 4096", (_WHOLE, "4096x1xf32"), "4096x1xf32", "matmul %a, %b", 2 * 4096**2, "a @ b"),
    ("softmax 4096x4096", (_WHOLE,), _WHOLE, "nn.softmax %a", 0, "torch.softmax(a, -1)"),
    ("layer norm 4096x4096", (_WHOLE, "4096xf32", "4096xf32"), _WHOLE, "nn.layer_norm %a, %b, %c {axes = array<i64: 1>}", 0,
     "F.layer_norm(a, (4096,), b, c)"),
    ("sum of rows 4096x4096", (_WHOLE,), "4096xf32", "sum %a {axis = array<i64: 1>}", 0, "a.sum(1)"),
    ("sum of columns 4096x4096", (_WHOLE,), "4096xf32", "sum %a {axis = array<i64: 0>}", 0, "a.sum(0)"),
    ("sum of all 4096x4096", (_WHOLE,), "f32", "sum %a", 0, "a.sum()"),
    ("transpose 4096x4096", (_WHOLE,), _WHOLE, "permute_dims %a", 0, "a.T.contiguous()"),
    ("negative 8192x8192", ("8192x8192xf32",), "8192x8192xf32", "negative %a", 0, "-a"),
    ("add 4096x4096", (_WHOLE, _WHOLE), _WHOLE, "add %a, %b", 0, "a + b"),
    ("convolution 3x3, 64 of 56x56", ("1x64x56x56xf32", "64x64x3x3xf32"), "1x64x56x56xf32",
     "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>}", 2 * 56**2 * 64**2 * 9, "F.conv2d(a, b, padding=1)"),
    ("convolution 3x3, 256 of 8x56x56", ("8x256x56x56xf32", "256x256x3x3xf32"), "8x256x56x56xf32",
     "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>}", 2 * 8 * 56**2 * 256**2 * 9, "F.conv2d(a, b, padding=1)"),
    *((f"attention {element} 4x1024x16x64", (_ATTENTION + element,) * 3, _ATTENTION + element, "nn.attention %a, %b, %c",
       4 * 4 * 16 * 1024**2 * 64,
       "F.scaled_dot_product_attention(a.transpose(1, 2), b.transpose(1, 2), c.transpose(1, 2)).transpose(1, 2)")
      for element in ("f16", "f32")),
)
# Products whose results are compared: rows, columns and terms, and what factors
# and sums are.
_PRODUCTS = ((4096, 4096, 4096), (1032, 1040, 208))
# Rows come again after so many, a prime: the results pack well, and no tile is a
# period too early or too late.
_PERIOD = 251
_FACTORS = {"f16": "f32", "bf16": "f32", "i8": "i32"}


def product(name, rows, columns, terms):
    """A function of bytes, multiplied as `name`."""
    sum = _FACTORS[name]
    left, right, result = (f"{size[0]}x{size[1]}x" for size in ((rows, terms), (columns, terms), (rows, columns)))
    types = f"(tensor<{left}{name}>, tensor<{right}{name}>) -> tensor<{result}{sum}>"
    casts = "" if name == "i8" else (
        f"  %x = relax.astype %a {{dtype = {name}}} : (tensor<{left}i8>) -> tensor<{left}{name}>\n"
        f"  %y = relax.astype %b {{dtype = {name}}} : (tensor<{right}i8>) -> tensor<{right}{name}>\n")
    operands = "%x, %y" if casts else "%a, %b"
    return (f"relax.func @{name}(%a: tensor<{left}i8>, %b: tensor<{right}i8>) -> tensor<{result}i16> {{\n{casts}"
            f"  %0 = relax.call_tir @product_{name}({operands}) : {types}\n"
            f"  %1 = relax.astype %0 {{dtype = i16}} : (tensor<{result}{sum}>) -> tensor<{result}i16>\n"
            f"  relax.return %1 : tensor<{result}i16>\n}}\n" + gpu_kernels.product(f"product_{name}", rows, columns, terms, name, sum))


class Pack:
    """A folder to fill: `calls` has a line a call, `measured` one a kernel."""

    def __init__(self, folder, build, chip, driver=False):
        self.folder, self.build, self.chip, self.driver = folder, build, chip, driver
        self.calls, self.measured, self.arrays = [], [], 0
        for name in ("bin", "code", "data"):
            (folder / name).mkdir(parents=True)

    def compile(self, source, name, *options):
        """Compile a file for the GPU; where the library is in the folder."""
        target = f"code/{name}.so"
        subprocess.run([self.build / "bin/relax-compile", source, "-o", self.folder / target, f"--target={self.chip}",
                        *options], check=True)
        if self.driver:
            self.compile_for_driver(source, target, options)
        return target

    def compile_for_driver(self, source, target, options):
        """Compiles the same kernels as functions, and adds them to those of the driver for tests."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            environment = compile_for_device(source, folder / "a.so", self.chip, folder, self.build / "bin", program=options)
            shutil.move(environment["FAKE_CUDA_KERNELS"], self.folder / f"{target}.kernels")

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
            self.measured.append(f"{name}\t{self.calls[-1].split(chr(9))[1]}\t0\t0\t")

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

    def add_products(self, pattern):
        """Products of numbers that every type has exactly: all sums are exact, too."""
        for rows, columns, terms in _PRODUCTS:
            names = [name for name in _FACTORS if re.search(pattern, f"product {name} {rows}")]
            if not names:
                continue
            source = self.folder / "code" / "source.mlir"
            source.write_text("".join(map(product, names, [rows] * len(names), [columns] * len(names), [terms] * len(names))))
            module = self.compile(source, f"products-{rows}")
            source.unlink()
            random = np.random.default_rng(1)
            left, right = (random.integers(-4, 5, (_PERIOD, terms)).astype(np.int8)[np.arange(count) % _PERIOD]
                           for count in (rows, columns))
            expected = (left.astype(np.float32) @ right.astype(np.float32).T).astype(np.int16)
            files = [f"--input=@{self.save(left)}", f"--input=@{self.save(right)}", f"--expected_output=@{self.save(expected)}"]
            self.calls += [f"product {name} {rows}\t{module} --function={name} --quiet --tolerance=0 {' '.join(files)}"
                           for name in names]

    def add_measured(self, pattern):
        for number, (title, parameters, result, body, operations, torch) in enumerate(_MEASURED):
            if not re.search(pattern, title):
                continue
            source = self.folder / "code" / "source.mlir"
            source.write_text(gpu_kernels.source(parameters, result, body))
            module = self.compile(source, f"measured-{number}", "--device-tensors")
            source.unlink()
            inputs = " ".join(f"--input={parameter}=0.5" for parameter in parameters)
            moved = sum(gpu_kernels.size(type) for type in (*parameters, result))
            self.measured.append(f"{title}\t{module} --quiet {inputs}\t{moved}\t{operations}\t{','.join(parameters)}|{torch}")

    def finish(self):
        shutil.copy(self.build / "bin/relax-run", self.folder / "bin")
        shutil.copy(ROOT / "scripts/gpu-test.sh", self.folder)
        if self.driver:
            shutil.copy(self.build / "test/FakeCuda/libcuda.so.1", self.folder / "bin")
            program = self.folder / "bin/relax-run"
            program.rename(self.folder / "bin/relax-run.real")
            program.write_text(_DRY_RUN % int(re.search(r"\d+", self.chip).group()))
            program.chmod(0o755)
        (self.folder / "chip").write_text(self.chip + "\n")
        (self.folder / "calls").write_text("\n".join(self.calls) + "\n")
        (self.folder / "measured").write_text("\n".join(self.measured) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
    parser.add_argument("--chip", default="sm_90", help="the GPU (default: sm_90)")
    parser.add_argument("--build", default=ROOT / "build", type=Path, help="the build folder")
    parser.add_argument("--filter", default="", help="only operators whose names this regular expression finds")
    parser.add_argument("--measure", default="", help="only measurements whose titles this regular expression finds")
    parser.add_argument("--no-models", action="store_true", help="leave out the models")
    parser.add_argument("--with-driver", action="store_true",
                        help="pack the CUDA driver for tests, too: gpu-test.sh then runs without a GPU")
    arguments = parser.parse_args()
    if arguments.folder.exists():
        parser.error(f"{arguments.folder} exists")
    pack = Pack(arguments.folder, arguments.build.resolve(), arguments.chip, arguments.with_driver)
    if not arguments.no_models:
        pack.add_models()
    pack.add_operators(arguments.filter)
    pack.add_products(arguments.filter)
    pack.add_measured(arguments.measure)
    pack.finish()
    print(f"{len(pack.calls)} calls, {len(pack.measured)} measurements for {arguments.chip} in {arguments.folder}; there: ./gpu-test.sh")


if __name__ == "__main__":
    main()
