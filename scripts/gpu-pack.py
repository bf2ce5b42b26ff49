#!/usr/bin/env python3
"""Collect what scripts/gpu-test.sh needs on a machine with a GPU.

    scripts/gpu-pack.py FOLDER [--chip sm_90a] [--mcpu x86-64-v3]

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
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test" / "Integration"), str(ROOT / "benchmarks")]

import model_inputs  # noqa: E402
import operator_cases  # noqa: E402
from device_runs import compile_for_device  # noqa: E402

gpu_kernels = importlib.import_module("gpu-kernels")
gpu_counters = importlib.import_module("gpu-counters")

# How many functions a library has; what a file of arrays can hold.
_BATCH = 60
# relax-run beside the driver for tests, which gets the kernels of a module from a
# file beside that.
_DRY_RUN = r"""#!/usr/bin/env bash
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export LD_LIBRARY_PATH=$here${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} FAKE_CUDA_CHIP=%d
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

_WHOLE, _HALF = "4096x4096xf32", "4096x4096xf16"
_ATTENTION = "F.scaled_dot_product_attention(a.transpose(1, 2), b.transpose(1, 2), c.transpose(1, 2){}).transpose(1, 2)"


@dataclass
class Measured:
    """A kernel to measure, and the code of torch that does the same on a, b, c and d."""
    title: str
    parameters: tuple
    result: str
    # What gives the result: an operator, or the text of a whole program.
    body: str
    # Multiplications and additions.
    operations: int = 0
    # "#tf32" behind it lets it round factors.
    torch: str = "-"
    # The same in triton_kernels.py.
    triton: str = "-"
    flags: tuple = ()
    # Sizes of run time, as relax-run takes them.
    dims: str = ""


def _product(rows, columns, terms, element, **others):
    size = f"{rows}^3" if rows == columns == terms else f"{rows}x{terms} times {terms}x{columns}"
    return Measured(f"matmul {element} {size}", (f"{rows}x{terms}x{element}", f"{terms}x{columns}x{element}"),
                    f"{rows}x{columns}x{element}", "matmul %a, %b", 2 * rows * columns * terms, "a @ b", **others)


def _attention(element, batch, keys, depth, causal=False, **others):
    shape = f"{batch}x{keys}x16x{depth}x{element}"
    title = f"{'causal ' if causal else ''}attention {element} {batch}x{keys}x16x{depth}"
    mask = ' {causal_mask = "TopLeft"}' if causal else ""
    return Measured(title, (shape,) * 3, shape, "nn.attention %a, %b, %c" + mask, 4 * batch * 16 * keys**2 * depth // (1 + causal),
                    _ATTENTION.format(", is_causal=True" if causal else ""), **others)


def _convolution(images, channels, size):
    data, weights = f"{images}x{channels}x{size}x{size}xf32", f"{channels}x{channels}x3x3xf32"
    return Measured(f"convolution 3x3, {channels} of {images}x{size}x{size}", (data, weights), data,
                    "nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>}", 2 * images * size**2 * channels**2 * 9,
                    "F.conv2d(a, b, padding=1)")


_MEASURED = (
    _product(4096, 4096, 4096, "f16", triton="f16-4096"),
    _product(1024, 1024, 1024, "f16", triton="f16-1024"),
    _product(1001, 1001, 1001, "f16", triton="f16-1001"),
    _product(4096, 4096, 4096, "bf16"),
    # Few rows, as in decoding.
    _product(1, 4096, 4096, "f16"),
    _product(8, 4096, 4096, "f16"),
    _product(16, 4096, 4096, "f16", triton="few-rows"),
    _product(32, 4096, 4096, "f16", triton="rows-32"),
    Measured("matmul f16 4096^3, transposed weights", (_HALF, _HALF), _HALF, 'einsum %a, %b {subscripts = "ij,kj->ik"}',
             2 * 4096**3, "a @ b.T"),
    Measured("product i8 4096^3", ("4096x4096xi8",) * 2, "4096x4096xi32", "call_tir @product(%a, %b)", 2 * 4096**3,
             "torch._int_mm(a, b.T)"),
    _product(4096, 4096, 4096, "f32"),
    Measured("matmul tf32 4096^3", (_WHOLE, _WHOLE), _WHOLE, "matmul %a, %b", 2 * 4096**3, "a @ b #tf32", "tf32-4096", ("--tf32",)),
    Measured("matrix times vector 4096", (_WHOLE, "4096x1xf32"), "4096x1xf32", "matmul %a, %b", 2 * 4096**2, "a @ b"),
    Measured("softmax 4096x4096", (_WHOLE,), _WHOLE, "nn.softmax %a", 0, "torch.softmax(a, -1)", "softmax"),
    Measured("layer norm 4096x4096", (_WHOLE, "4096xf32", "4096xf32"), _WHOLE,
             "nn.layer_norm %a, %b, %c {axes = array<i64: 1>}", 0, "F.layer_norm(a, (4096,), b, c)", "layer-norm"),
    Measured("sum of rows 4096x4096", (_WHOLE,), "4096xf32", "sum %a {axis = array<i64: 1>}", 0, "a.sum(1)", "row-sum"),
    Measured("sum of columns 4096x4096", (_WHOLE,), "4096xf32", "sum %a {axis = array<i64: 0>}", 0, "a.sum(0)"),
    Measured("sum of all 4096x4096", (_WHOLE,), "f32", "sum %a", 0, "a.sum()"),
    Measured("transpose 4096x4096", (_WHOLE,), _WHOLE, "permute_dims %a", 0, "a.T.contiguous()"),
    Measured("negative 8192x8192", ("8192x8192xf32",), "8192x8192xf32", "negative %a", 0, "-a"),
    Measured("add 4096x4096", (_WHOLE, _WHOLE), _WHOLE, "add %a, %b", 0, "a + b"),
    Measured("add, sizes of run time, broadcast", (_WHOLE, "4096xf32"), _WHOLE, gpu_counters.DYNAMIC_ADD, 0, "a + b", "add-row",
             dims="m=4096,n=4096"),
    _convolution(1, 64, 56),
    _convolution(8, 256, 56),
    Measured("convolution 3x3 f16 NHWC, 256 of 8x56x56", ("8x56x56x256xf16", "256x3x3x256xf16"), "8x56x56x256xf16",
             'nn.conv2d %a, %b {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI"}',
             2 * 8 * 56**2 * 256**2 * 9, "F.conv2d(a.permute(0, 3, 1, 2), b.permute(0, 3, 1, 2), padding=1)", "convolution"),
    _attention("f16", 4, 1024, 64),
    _attention("f32", 4, 1024, 64),
    _attention("f16", 4, 4096, 64, triton="attention-64"),
    _attention("f16", 4, 4096, 128, triton="attention-128"),
    _attention("f16", 1, 16384, 64),
    _attention("f16", 4, 4096, 64, causal=True),
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
    """A folder to fill: a file of calls has a line a call, one of measurements a line a kernel or model."""

    def __init__(self, folder, build, chip, cpu, driver=False):
        self.folder, self.build, self.chip, self.cpu, self.driver = folder, build, chip, cpu, driver
        self.calls = {name: [] for name in ("products", "operators", "models")}
        self.measured = {name: [] for name in ("kernels", "models")}
        self.arrays = 0
        for name in ("bin", "code", "data"):
            (folder / name).mkdir(parents=True)

    def compile(self, source, name, *options):
        """Compile a file for the GPU; where the library is in the folder."""
        target = f"code/{name}.so"
        subprocess.run([self.build / "bin/relax-compile", source, "-o", self.folder / target, f"--target={self.chip}",
                        *self.cpu_options(), *options], check=True)
        if self.driver:
            self.compile_for_driver(source, target, options)
        return target

    def cpu_options(self):
        return [f"--mcpu={self.cpu}"] if self.cpu else []

    def compile_for_driver(self, source, target, options):
        """Compiles the same kernels as functions, and adds them to those of the driver for tests."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            environment = compile_for_device(source, folder / "a.so", self.chip, folder, self.build / "bin", *self.cpu_options(), program=options)
            shutil.move(environment["FAKE_CUDA_KERNELS"], self.folder / f"{target}.kernels")

    def save(self, array):
        """Where an array is in the folder."""
        self.arrays += 1
        name = f"data/{self.arrays}.npy"
        np.save(self.folder / name, np.asarray(array, order="C"))
        return name

    def add_call(self, kind, title, module, function, inputs, expected, tolerance):
        """A call, as the arguments of relax-run; gives these."""
        words = [module, f"--function={function}", "--quiet", f"--tolerance={tolerance}"]
        words += [f"--input=@{self.save(array)}" for array in inputs]
        words += [f"--expected_output=@{self.save(array)}" for array in expected]
        self.calls[kind].append(f"{title}\t{' '.join(words)}")
        return " ".join(words)

    def add_models(self):
        for name in model_inputs.models.NAMES:
            module = self.compile(model_inputs.models.model_path(name), name)
            for title, array in model_inputs.inputs(name):
                expected = model_inputs.reference(name, array)
                call = self.add_call("models", f"{name}, {title}", module, "main", [array], [expected], 1e-3)
            self.measured["models"].append(f"{name}\t{call}\t0\t0\t-\t-\t-")

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
                self.add_call("operators", case.name, module, case.name, inputs, expected, case.tolerance or 5e-3)

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
            self.calls["products"] += [f"product {name} {rows}\t{module} --function={name} --quiet --tolerance=0 {' '.join(files)}"
                           for name in names]

    def add_measured(self, pattern):
        for number, kernel in enumerate(_MEASURED):
            if not re.search(pattern, kernel.title):
                continue
            source = self.folder / "code" / "source.mlir"
            is_program = kernel.body.startswith("relax.func")
            source.write_text(kernel.body if is_program else gpu_kernels.source(kernel.parameters, kernel.result, kernel.body))
            module = self.compile(source, f"measured-{number}", "--device-tensors", *kernel.flags)
            source.unlink()
            words = [module, "--quiet", *([f"--dims={kernel.dims}"] if kernel.dims else [])]
            moved = sum(gpu_kernels.size(type) for type in (*kernel.parameters, kernel.result))
            self.measured["kernels"].append("\t".join(map(str, (
                kernel.title, " ".join(words), moved, kernel.operations, ",".join(kernel.parameters), kernel.torch, kernel.triton))))

    def finish(self):
        shutil.copy(self.build / "bin/relax-run", self.folder / "bin")
        # What a bare container does not have: gpu-test.sh takes them where relax-run finds no others.
        (self.folder / "bin/lib").mkdir()
        listed = subprocess.run(["ldd", self.build / "bin/relax-run"], check=True, text=True, capture_output=True).stdout
        for line in listed.splitlines():
            if match := re.search(r"lib(?:stdc\+\+|gcc_s)\.so\.\d+ => (\S+)", line):
                shutil.copy(match.group(1), self.folder / "bin/lib")
        for name in ("scripts/gpu-test.sh", "scripts/gpu-peers.py", "benchmarks/triton_kernels.py"):
            shutil.copy(ROOT / name, self.folder)
        if self.driver:
            shutil.copy(self.build / "test/FakeCuda/libcuda.so.1", self.folder / "bin")
            program = self.folder / "bin/relax-run"
            program.rename(self.folder / "bin/relax-run.real")
            program.write_text(_DRY_RUN % int(re.search(r"\d+", self.chip).group()))
            program.chmod(0o755)
        (self.folder / "chip").write_text(self.chip + "\n")
        for what, files in (("calls", self.calls), ("measured", self.measured)):
            for name, lines in files.items():
                (self.folder / f"{what}.{name}").write_text("".join(f"{line}\n" for line in lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder that does not exist yet")
    parser.add_argument("--chip", default="sm_90a", help="the GPU (default: sm_90a, an H100 or H200)")
    parser.add_argument("--mcpu", default="x86-64-v3", help="the CPU of the host code (default: x86-64-v3); empty for this one's")
    parser.add_argument("--build", default=ROOT / "build", type=Path, help="the build folder")
    parser.add_argument("--filter", default="", help="only operators whose names this regular expression finds")
    parser.add_argument("--measure", default="", help="only measurements whose titles this regular expression finds")
    parser.add_argument("--no-models", action="store_true", help="leave out the models")
    parser.add_argument("--with-driver", action="store_true",
                        help="pack the CUDA driver for tests, too: gpu-test.sh then runs without a GPU")
    arguments = parser.parse_args()
    if arguments.folder.exists():
        parser.error(f"{arguments.folder} exists")
    pack = Pack(arguments.folder, arguments.build.resolve(), arguments.chip, arguments.mcpu, arguments.with_driver)
    if not arguments.no_models:
        pack.add_models()
    pack.add_operators(arguments.filter)
    pack.add_products(arguments.filter)
    pack.add_measured(arguments.measure)
    pack.finish()
    calls, measured = (sum(map(len, files.values())) for files in (pack.calls, pack.measured))
    size = sum(path.stat().st_size for path in arguments.folder.rglob("*") if path.is_file()) / 1e6
    print(f"{calls} calls, {measured} measurements for {arguments.chip} in {arguments.folder}, {size:.0f} MB; there: ./gpu-test.sh")


if __name__ == "__main__":
    main()
