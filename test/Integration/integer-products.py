#!/usr/bin/env python3
"""Products and convolutions of 8-bit numbers with constants, of random sizes and
signs, against integers of numpy: for this CPU, and for those whose vectors have no instruction
for bytes. Extremes are frequent: sums of products saturate 16 bits."""
import argparse
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

FLOAT, INT32 = TensorProto.FLOAT, TensorProto.INT32
SIZES = [1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 31, 33, 48, 64, 67, 100, 130]


def type_of(kind):
    return helper.np_dtype_to_tensor_dtype(np.dtype(kind))


class Draw:
    """Numbers of one seed; extremes are frequent."""

    def __init__(self, random):
        self.random = random
        self.left, self.right = random.choice([np.uint8, np.int8], 2)

    def numbers(self, kind, *shape):
        info = np.iinfo(kind)
        draw = self.random.integers(info.min, info.max + 1, shape)
        if self.random.random() < 0.5:
            draw = self.random.choice([info.min, info.max], shape)
        return draw.astype(kind)

    def zero(self, kind, shape):
        if self.random.random() < 0.5:
            return np.full(shape, self.random.choice([0, np.iinfo(kind).min, np.iinfo(kind).max]), kind)
        return self.numbers(kind, *shape)

    def scale(self, *shape):
        return np.asarray(self.random.uniform(0.01, 0.1, shape), np.float32)

    def model(self, nodes, constants, shape, result, inputs=()):
        """A model of input x, of unknown sizes one time in two, and of `inputs`."""
        used = {name for node in nodes for name in node.input}
        if self.random.random() < 0.5:
            shape = [size if axis in self.fixed else f"d{axis}" for axis, size in enumerate(shape)]
        infos = [helper.make_tensor_value_info("x", type_of(self.left), shape)]
        infos += [helper.make_tensor_value_info(name, type_of(array.dtype), array.shape) for name, array in inputs]
        weights = [numpy_helper.from_array(np.asarray(array), name) for name, array in constants.items()
                   if name in used and name not in dict(inputs)]
        graph = helper.make_graph(nodes, "graph", infos, [helper.make_tensor_value_info("y", result, None)], weights)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

    def fault(self, found):
        """What is wrong with a result; empty if nothing is."""
        if self.result == INT32:
            return "" if np.array_equal(found, self.sum) else "other integers"
        scaled = self.sum * self.scales
        if self.result != FLOAT:
            info = np.iinfo(self.left)
            steps = scaled / np.float64(self.sy)
            wanted = np.clip(np.rint(steps), info.min, info.max)
            # Half a step is rounded either way, as far as floats tell.
            isHalf = np.abs(np.abs(steps - np.trunc(steps)) - 0.5) < 1e-3
            return "" if np.all(np.abs(found - wanted) <= isHalf) else "other steps"
        # The sum is exact: one rounding to f32, and two of scales.
        return "" if np.all(np.abs(found - scaled) <= 4e-7 * np.abs(scaled)) else "other numbers"


class Product(Draw):
    """A product of matrices."""

    def __init__(self, random):
        super().__init__(random)
        self.name = random.choice(["integer", "linear", "float", "transposed"])
        batch = list(random.choice([1, 2, 3], random.choice([0, 0, 1])))
        m, k, n = (int(size) for size in random.choice(SIZES, 3))
        m = 0 if random.random() < 0.05 else m
        self.x, self.w = self.numbers(self.left, *batch, m, k), self.numbers(self.right, k, n)
        # Of 7 bits: 16 hold the sums of two products, up to the largest ones. Of some depth a few may be of 8.
        if random.random() < 0.4:
            k, n = (160, 32) if random.random() < 0.3 else (k, n)
            self.x, self.w = self.numbers(self.left, *batch, m, k), self.numbers(self.right, k, n)
            self.w = np.where(random.random((k, n)) < random.choice([0, 0.002]), self.w, self.w // 2)
        self.zx, self.zw = self.zero(self.left, ()), self.zero(self.right, (n,) if random.random() < 0.4 else ())
        self.sx, self.sy, self.sw = self.scale(), self.scale(), self.scale(*self.zw.shape)
        self.sum = (self.x.astype(np.int64) - self.zx) @ (self.w.astype(np.int64) - self.zw)
        self.scales = np.float64(self.sx) * self.sw.astype(np.float64)
        self.fixed, self.inputs = {self.x.ndim - 1}, ()
        self.result = {"integer": INT32, "linear": type_of(self.left)}.get(self.name, FLOAT)

    def build(self):
        make, isTransposed = helper.make_node, self.name == "transposed"
        constants = {"w": np.ascontiguousarray(self.w.T) if isTransposed else self.w, "zx": self.zx, "zw": self.zw,
                     "sx": self.sx, "sw": self.sw, "sy": self.sy, "zy": np.zeros((), self.left)}
        if self.name == "integer":
            nodes = [make("MatMulInteger", ["x", "w", "zx", "zw"], ["y"])]
        elif self.name == "linear":
            nodes = [make("QLinearMatMul", ["x", "sx", "zx", "w", "sw", "zw", "sy", "zy"], ["y"])]
        else:
            nodes = [make("DequantizeLinear", ["x", "sx", "zx"], ["xf"]),
                     make("DequantizeLinear", ["w", "sw", "zw"], ["wf"], axis=0 if isTransposed else 1)]
            if isTransposed:
                nodes.append(make("Transpose", ["wf"], ["wt"], perm=[1, 0]))
            nodes.append(make("MatMul", ["xf", "wt" if isTransposed else "wf"], ["y"]))
        return self.model(nodes, constants, self.x.shape, self.result)


class Convolution(Draw):
    """A convolution of images."""

    def __init__(self, random):
        super().__init__(random)
        self.name = random.choice(["conv-integer", "conv-linear", "conv-float"])
        # Of one group: depthwise ones have one channel, and wide ones vectors of outputs.
        channels, outputs = (int(size) for size in random.choice([1, 3, 4, 7, 8, 16, 20, 33], 2))
        self.groups = int(random.choice([1, 1, 2, 3, 17]))
        if self.groups != 1:
            channels = int(random.choice([1, 1, 2, 3, 4, 8]))
            outputs = int(random.choice([1, 2] if channels == 1 else [2, 8, 16, 24]))
        depth, channels, outputs = channels, channels * self.groups, outputs * self.groups
        window = [int(size) for size in random.choice([1, 1, 2, 3], 2)]
        self.strides, self.dilation = [[int(step) for step in random.choice([1, 1, 2], 2)] for _ in range(2)]
        self.pads = [int(pad) for pad in random.choice([0, 0, 1, 2], 4)]
        sizes = [int(size) for size in random.integers(6, 15, 2)]
        # Of these, tiles of 2 x 2 results have fewer products.
        if random.random() < 0.2:
            self.groups, self.strides, self.dilation, window = int(random.choice([1, 1, 2])), [1, 1], [1, 1], [3, 3]
            depth, outputs = (int(size) for size in random.choice([16, 32, 48], 2))
            channels, outputs = depth * self.groups, outputs * self.groups
            sizes = [int(size) for size in random.integers(11, 25, 2)]
        self.x = self.numbers(self.left, int(random.choice([1, 2])), channels, *sizes)
        self.w = self.numbers(self.right, outputs, depth, *window)
        if random.random() < 0.4:
            self.w //= 2
        self.zx = self.zero(self.left, ())
        self.sx, self.sy = self.scale(), self.scale()
        self.sw = self.scale(outputs) if random.random() < 0.5 else self.scale()
        # What quantizers write most has none.
        self.zw = np.zeros(self.sw.shape, self.right) if random.random() < 0.4 else self.zero(self.right, self.sw.shape)
        before, after = self.pads[:2], self.pads[2:]
        x = np.pad(self.x.astype(np.int64) - self.zx, [(0, 0), (0, 0), *zip(before, after)])
        reach = [(size - 1) * step + 1 for size, step in zip(window, self.dilation)]
        windows = np.lib.stride_tricks.sliding_window_view(x, reach, (2, 3))
        (a, b), (c, d) = self.strides, self.dilation
        windows = windows[:, :, ::a, ::b, ::c, ::d]
        w = self.w.astype(np.int64) - self.zw.astype(np.int64).reshape(-1, 1, 1, 1)
        sums = np.einsum("ngchwyx,gocyx->ngohw", windows.reshape(len(x), self.groups, depth, *windows.shape[2:]),
                         w.reshape(self.groups, -1, *w.shape[1:]))
        self.sum = sums.reshape(len(x), outputs, *sums.shape[3:])
        self.scales = np.float64(self.sx) * self.sw.astype(np.float64).reshape(-1, 1, 1)
        self.fixed = {1, 2, 3} if random.random() < 0.5 else {1}
        self.result = {"conv-integer": INT32, "conv-linear": type_of(self.left)}.get(self.name, FLOAT)
        isKnown = self.name != "conv-integer" or random.random() < 0.5
        self.inputs = () if isKnown else (("zx", self.zx),)

    def build(self):
        make = helper.make_node
        window = {"strides": self.strides, "dilations": self.dilation, "pads": self.pads, "group": self.groups}
        constants = {"w": self.w, "zx": self.zx, "zw": self.zw, "sx": self.sx, "sw": self.sw, "sy": self.sy,
                     "zy": np.zeros((), self.left)}
        if self.name == "conv-integer":
            nodes = [make("ConvInteger", ["x", "w", "zx", "zw"], ["y"], **window)]
        elif self.name == "conv-linear":
            nodes = [make("QLinearConv", ["x", "sx", "zx", "w", "sw", "zw", "sy", "zy"], ["y"], **window)]
        else:
            nodes = [make("DequantizeLinear", ["x", "sx", "zx"], ["xf"]),
                     make("DequantizeLinear", ["w", "sw", "zw"], ["wf"], axis=0),
                     make("Conv", ["xf", "wf"], ["y"], **window)]
        return self.model(nodes, constants, self.x.shape, self.result, self.inputs)


def run(product, build, folder, cpu, runtime):
    source, library = folder / "model.onnx", folder / f"{len(list(folder.iterdir()))}.so"
    onnx.save(product.build(), source)
    options = [f"--mcpu={cpu}"] if cpu else []
    text = subprocess.run([build / "bin/relax-compile", source, "--stop-at=graph", "-o", "-", *options],
                          capture_output=True, text=True, check=True).stdout
    # Equal elements are a splat, whose bytes are not all there. Groups of few channels are sums of floats.
    if not re.search(r"tir\.dot|nn\.conv2d .*out_dtype = .*: \(tensor<\S*x(i16|u?i8)\b", text) and np.unique(product.w).size > 1:
        return "no product of bytes"
    result = subprocess.run([build / "bin/relax-compile", source, "-o", library, *options], capture_output=True, text=True)
    if result.returncode != 0:
        return result.stderr.strip()
    (found,) = runtime.load(library).call("main", product.x, *(array for _, array in product.inputs))
    found = np.array(found)
    return product.fault(found.astype(np.float64 if found.dtype == np.float32 else np.int64))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=36, help="how many products")
    arguments = parser.parse_args()
    build, wrong = Path(arguments.build).resolve(), 0
    cpus = ["", "x86-64", "haswell"] if platform.machine() == "x86_64" else [""]
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    with tempfile.TemporaryDirectory() as name:
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            random = np.random.default_rng(seed)
            product = random.choice([Product, Convolution])(random)
            cpu = cpus[seed % len(cpus)]
            if fault := run(product, build, Path(name), cpu, runtime):
                wrong += 1
                print(f"seed {seed}: {product.name}, {product.left.__name__} {product.x.shape} by "
                      f"{np.dtype(product.right).name} {product.w.shape}, CPU {cpu or 'native'}: {fault}")
    print(f"{arguments.count - wrong} of {arguments.count} products agree with numpy")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
