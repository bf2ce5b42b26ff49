#!/usr/bin/env python3
"""Print the times of products and convolutions by oneDNN (`relax-compile --library=dnnl`) and by our own code.

Weights are constants, which our own code brings into its order when it is
compiled; oneDNN gets them as they lie, at each call. Each row has the least
time of a call, in rounds that take turns, and the ratio of our own to oneDNN's."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from measure import least_time, take_turns

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402
from relax_mlir.safetensors import write  # noqa: E402

# Rows, reduction dimension, columns; data NCHW, channels out, kernel, stride, groups.
_PRODUCTS = [(1, 1024, 1024), (32, 512, 512), (128, 768, 3072), (512, 512, 512)]
_CONVOLUTIONS = [((1, 64, 56, 56), 64, 3, 1, 1), ((1, 128, 28, 28), 128, 3, 2, 1), ((1, 256, 14, 14), 1024, 1, 1, 1),
                 ((1, 64, 56, 56), 64, 3, 1, 64), ((1, 3, 224, 224), 64, 7, 2, 1)]


def _type(shape):
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


def _program(data, weight, result, operator, bias):
    """An operator, a bias and a rectifier."""
    x, w, b, y = map(_type, (data, weight, bias, result))
    return f"""relax.func @main(%x: {x}, %w: {w} {{relax.name = "w"}}, %b: {b} {{relax.name = "b"}}) -> {y} {{
  %0 = relax.dataflow -> {y} {{
    %1 = {operator} : ({x}, {w}) -> {y}
    %2 = relax.add %1, %b : ({y}, {b}) -> {y}
    %3 = relax.nn.relu %2 : {y}
    relax.output %3 : {y}
  }}
  relax.return %0 : {y}
}}
"""


def _cases():
    """Name, program, shapes of the data, the weight and the bias."""
    for m, k, n in _PRODUCTS:
        yield f"{m}x{k} by {k}x{n}", _program((m, k), (k, n), (m, n), "relax.matmul %x, %w", (n,)), (m, k), (k, n), (n,)
    for data, out, kernel, stride, groups in _CONVOLUTIONS:
        batch, channels, height, width = data
        weight, pad = (out, channels // groups, kernel, kernel), kernel // 2
        result = (batch, out, *((size + 2 * pad - kernel) // stride + 1 for size in (height, width)))
        operator = (f"relax.nn.conv2d %x, %w {{groups = {groups} : i64, padding = array<i64: {pad}, {pad}, {pad}, {pad}>, "
                    f"strides = array<i64: {stride}, {stride}>}}")
        bias = (1, out, 1, 1)
        name = f"{kernel}x{kernel}{' depthwise' if groups == channels else ''}, stride {stride}, {channels} to {out}, {height}x{width}"
        yield name, _program(data, weight, result, operator, bias), data, weight, bias


def _load(build, runtime, folder, name, text, *options):
    source, target = folder / f"{name}.mlir", folder / f"{name}.so"
    bind = f"--relax-bind-params=file={folder}/weights.safetensors"
    subprocess.run([build / "bin/relax-opt", "-", bind, "-o", source], input=text, text=True, check=True)
    subprocess.run([build / "bin/relax-compile", source, "-o", target, "-O2", *options], check=True)
    return runtime.load(target)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve())
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=0.2, help="of a turn")
    arguments = parser.parse_args()
    runtime = Runtime(arguments.build / "lib/librelax_runtime.so", threads=arguments.threads)
    print(f"| f32, {arguments.threads} thread{'s' * (arguments.threads > 1)} | our own, us | oneDNN, us | ratio |\n| --- | --: | --: | --: |")
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, text, data, weight, bias) in enumerate(_cases()):
            random = np.random.default_rng(number)
            x, w, b = (random.standard_normal(shape, np.float32) for shape in (data, weight, bias))
            write(Path(folder) / "weights.safetensors", {"w": w, "b": b})
            sides = [_load(arguments.build, runtime, Path(folder), f"{side}-{number}", text, *options)
                     for side, options in (("own", []), ("dnnl", ["--library=dnnl"]))]
            own, dnnl = (side.call("main", x)[0] for side in sides)
            if np.max(np.abs(own - dnnl)) > 1e-4 * np.max(np.abs(own)):
                sys.exit(f"{name}: results differ")
            times = take_turns([lambda seconds, side=side: least_time(lambda: side.call("main", x), seconds) for side in sides],
                               arguments.rounds, arguments.seconds)
            print(f"| {name} | {times[0] * 1e6:.0f} | {times[1] * 1e6:.0f} | {times[0] / times[1]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
