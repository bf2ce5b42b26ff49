#!/usr/bin/env python3
"""Products of 8-bit numbers with constants, of random sizes and signs, against
integers of numpy: for this CPU, and for those whose vectors have no instruction
for bytes. Extremes are frequent: sums of products saturate 16 bits."""
import argparse
import platform
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

SIZES = [1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 31, 33, 48, 64, 67, 100, 130]


class Product:
    """A model of one product, its inputs, and what integers give."""

    def __init__(self, random, kind):
        self.random, self.kind = random, kind
        self.left, self.right = random.choice([np.uint8, np.int8], 2)
        batch = list(random.choice([1, 2, 3], random.choice([0, 0, 1])))
        m, k, n = (int(size) for size in random.choice(SIZES, 3))
        m = 0 if random.random() < 0.05 else m
        self.x = self.numbers(self.left, *batch, m, k)
        self.w = self.numbers(self.right, k, n)
        self.zx = self.zero(self.left, ())
        self.zw = self.zero(self.right, (n,) if random.random() < 0.4 else ())
        self.sx, self.sy = (np.float32(random.uniform(0.01, 0.1)) for _ in range(2))
        self.sw = random.uniform(0.01, 0.1, self.zw.shape).astype(np.float32)
        self.sum = (self.x.astype(np.int64) - self.zx) @ (self.w.astype(np.int64) - self.zw)

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

    def model(self):
        transposed = self.kind == "transposed"
        weight = np.ascontiguousarray(self.w.T) if transposed else self.w
        constants = {"w": weight, "zx": self.zx, "zw": self.zw, "sx": self.sx, "sw": self.sw, "sy": self.sy,
                     "zy": np.zeros((), self.left)}
        make = helper.make_node
        if self.kind == "integer":
            nodes, result = [make("MatMulInteger", ["x", "w", "zx", "zw"], ["y"])], TensorProto.INT32
        elif self.kind == "linear":
            nodes = [make("QLinearMatMul", ["x", "sx", "zx", "w", "sw", "zw", "sy", "zy"], ["y"])]
            result = helper.np_dtype_to_tensor_dtype(np.dtype(self.left))
        else:
            nodes = [make("DequantizeLinear", ["x", "sx", "zx"], ["xf"]),
                     make("DequantizeLinear", ["w", "sw", "zw"], ["wf"], axis=0 if transposed else 1)]
            if transposed:
                nodes.append(make("Transpose", ["wf"], ["wt"], perm=[1, 0]))
            nodes.append(make("MatMul", ["xf", "wt" if transposed else "wf"], ["y"]))
            result = TensorProto.FLOAT
        used = {name for node in nodes for name in node.input}
        shape = [f"d{axis}" for axis in range(self.x.ndim - 1)] + [self.x.shape[-1]]
        if self.random.random() < 0.5:
            shape = list(self.x.shape)
        graph = helper.make_graph(
            nodes, "graph", [helper.make_tensor_value_info("x", helper.np_dtype_to_tensor_dtype(self.x.dtype), shape)],
            [helper.make_tensor_value_info("y", result, None)],
            [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items() if name in used])
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

    def fault(self, found):
        """What is wrong with a result; empty if nothing is."""
        if self.kind == "integer":
            return "" if np.array_equal(found, self.sum) else "other integers"
        scaled = self.sum * (np.float64(self.sx) * self.sw.astype(np.float64))
        if self.kind == "linear":
            info = np.iinfo(self.left)
            steps = scaled / np.float64(self.sy)
            wanted = np.clip(np.rint(steps), info.min, info.max)
            # Half a step is rounded either way, as far as floats tell.
            isHalf = np.abs(np.abs(steps - np.trunc(steps)) - 0.5) < 1e-3
            return "" if np.all(np.abs(found - wanted) <= isHalf) else "other steps"
        # The sum is exact: one rounding to f32, and two of scales.
        return "" if np.all(np.abs(found - scaled) <= 4e-7 * np.abs(scaled)) else "other numbers"


def run(product, build, folder, cpu, runtime):
    source, library = folder / "model.onnx", folder / f"{len(list(folder.iterdir()))}.so"
    onnx.save(product.model(), source)
    options = [f"--mcpu={cpu}"] if cpu else []
    text = subprocess.run([build / "bin/relax-compile", source, "--stop-at=graph", "-o", "-", *options],
                          capture_output=True, text=True, check=True).stdout
    if "tir.dot4_u8s8" not in text:
        return "no product of bytes"
    subprocess.run([build / "bin/relax-compile", source, "-o", library, *options], check=True)
    (found,) = runtime.load(library).call("main", product.x)
    found = np.array(found)
    return product.fault(found.astype(np.float64 if found.dtype == np.float32 else np.int64))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=40, help="how many products")
    arguments = parser.parse_args()
    build, wrong = Path(arguments.build).resolve(), 0
    cpus = ["", "x86-64", "haswell"] if platform.machine() == "x86_64" else [""]
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    with tempfile.TemporaryDirectory() as name:
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            random = np.random.default_rng(seed)
            product = Product(random, random.choice(["integer", "linear", "float", "transposed"]))
            cpu = cpus[seed % len(cpus)]
            if fault := run(product, build, Path(name), cpu, runtime):
                wrong += 1
                print(f"seed {seed}: {product.kind}, {product.left.__name__} {product.x.shape} by "
                      f"{product.right.__name__} {product.w.shape}, CPU {cpu or 'native'}: {fault}")
    print(f"{arguments.count - wrong} of {arguments.count} products agree with numpy")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
