#!/usr/bin/env python3
"""Print the times of quantized products and of f32 beside ONNX Runtime's.

Models of drawn weights, u8 by s8: one product with scales before and behind it
(QDQ), MatMulInteger, a perceptron of three layers, with scales, with
DynamicQuantizeLinear, and in f32, and three convolutions. Each row has the least time of a call, in
rounds that take turns, and the ratio to ONNX Runtime. With --before=BUILD,
another build of the project is a column more.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from measure import least_time, take_turns

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

_SCALE = np.float32(0.02)


class Model:
    """An ONNX graph under construction; `quantized` is the kind of products."""

    def __init__(self, quantized):
        self.random = np.random.default_rng(0)
        self.quantized, self.nodes, self.constants, self.count = quantized, [], [], 0
        self.scale, self.zero = self.constant(_SCALE), self.constant(np.uint8(128))

    def constant(self, array):
        self.count += 1
        name = f"c{self.count}"
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def add(self, operator, *inputs, outputs=1, **attributes):
        self.count += 1
        names = [f"v{self.count}_{index}" for index in range(outputs)]
        self.nodes.append(helper.make_node(operator, list(inputs), names, **attributes))
        return names if outputs > 1 else names[0]

    def through_bytes(self, x):
        return self.add("DequantizeLinear", self.add("QuantizeLinear", x, self.scale, self.zero), self.scale, self.zero)

    def layer(self, x, k, n):
        """x times a drawn matrix, plus a bias."""
        weight = self.random.integers(-127, 128, (k, n)).astype(np.int8)
        scales = self.random.uniform(0.001, 0.002, n).astype(np.float32)
        if self.quantized != "qdq":
            bias = self.constant(self.random.normal(0, 1, n).astype(np.float32))
        if self.quantized == "f32":
            return self.add("Add", self.add("MatMul", x, self.constant(weight * scales)), bias)
        if self.quantized == "qdq":
            # As ONNX Runtime's quantizer writes it.
            real = self.add("DequantizeLinear", self.constant(weight), self.constant(scales),
                            self.constant(np.zeros(n, np.int8)), axis=1)
            steps = self.constant(self.random.integers(-20000, 20000, n).astype(np.int32))
            bias = self.add("DequantizeLinear", steps, self.constant(scales * _SCALE),
                            self.constant(np.zeros(n, np.int32)), axis=0)
            return self.through_bytes(self.add("Gemm", self.through_bytes(x), real, bias))
        number, scale, zero = self.add("DynamicQuantizeLinear", x, outputs=3)
        product = self.add("MatMulInteger", number, self.constant(weight), zero)
        factor = self.add("Mul", scale, self.constant(scales))
        return self.add("Add", self.add("Mul", self.add("Cast", product, to=TensorProto.FLOAT), factor), bias)

    def convolution(self, x, channels):
        """x convolved with drawn windows of 3x3, and a rectifier."""
        weight = self.random.integers(-127, 128, (channels, channels, 3, 3)).astype(np.int8)
        scales = self.random.uniform(0.001, 0.002, channels).astype(np.float32)
        if self.quantized == "f32":
            real = self.constant(weight * scales.reshape(-1, 1, 1, 1))
            return self.add("Relu", self.add("Conv", x, real, pads=[1] * 4))
        real = self.add("DequantizeLinear", self.constant(weight), self.constant(scales),
                        self.constant(np.zeros(channels, np.int8)), axis=0)
        return self.through_bytes(self.add("Relu", self.add("Conv", self.through_bytes(x), real, pads=[1] * 4)))

    def save(self, path, result, kind, shape, element=TensorProto.FLOAT, others=()):
        """Input "x" has this shape; `others` are names and shapes of more of its kind."""
        inputs = [helper.make_tensor_value_info(*one) for one in (("x", kind, shape), *((n, kind, s) for n, s in others))]
        graph = helper.make_graph(self.nodes, "graph", inputs, [helper.make_tensor_value_info(result, element, None)],
                                  self.constants)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


def make_models(folder):
    """Name, file and input of each."""
    rows, k, n = 64, 768, 768
    random = np.random.default_rng(1)
    for name in ("qdq", "f32"):
        model = Model(name)
        y = model.layer("x", k, n)
        model.save(folder / f"product-{name}.onnx", y, TensorProto.FLOAT, [rows, k])
        yield f"product-{name}", random.normal(0, 1, (rows, k)).astype(np.float32)
    model = Model("integer")
    weight = model.constant(model.random.integers(-127, 128, (k, n)).astype(np.int8))
    model.save(folder / "matmul-integer.onnx", model.add("MatMulInteger", "x", weight, model.zero), TensorProto.UINT8,
               [rows, k], TensorProto.INT32)
    yield "matmul-integer", random.integers(0, 256, (rows, k)).astype(np.uint8)
    for name in ("qdq", "dynamic", "f32"):
        model = Model(name)
        y, sizes = "x", (784, 512, 512, 10)
        for before, after in zip(sizes, sizes[1:]):
            y = model.layer(y if y == "x" else model.add("Relu", y), before, after)
        model.save(folder / f"mlp-{name}.onnx", y, TensorProto.FLOAT, [rows, sizes[0]])
        yield f"mlp-{name}", random.normal(0, 1, (rows, sizes[0])).astype(np.float32)
    channels, size = 64, 56
    for name in ("qdq", "f32"):
        model, y = Model(name), "x"
        # What a rectifier gives; ONNX Runtime leaves the rectifier out then.
        model.zero = model.constant(np.uint8(0))
        for _ in range(3):
            y = model.convolution(y, channels)
        shape = [1, channels, size, size]
        model.save(folder / f"convs-{name}.onnx", y, TensorProto.FLOAT, shape)
        yield f"convs-{name}", random.normal(0, 1, shape).astype(np.float32)


def measure(name, array, folder, builds, threads, options):
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.log_severity_level = 3
    session = onnxruntime.InferenceSession(folder / f"{name}.onnx", settings, ["CPUExecutionProvider"])
    (expected,) = session.run(None, {"x": array})
    # One run-time library for all: two in a process would share their threads.
    runtime = Runtime(builds[-1] / "lib/librelax_runtime.so", threads)
    calls = [lambda: session.run(None, {"x": array})]
    for build in builds:
        library = folder / f"{name}-{len(calls)}.so"
        subprocess.run([build / "bin/relax-compile", folder / f"{name}.onnx", "-o", library, f"--mcpu={options.mcpu}"],
                       check=True)
        module = runtime.load(library)
        (found,) = module.call("main", array)
        error = np.abs(np.array(found) - expected).max() / np.abs(expected).max()
        if error > 2e-2:
            sys.exit(f"{name}: differs from ONNX Runtime's result by {error:.1e} of its largest value")
        calls.append(lambda module=module: module.call("main", array))
    theirs, *ours = (1e3 * value for value in take_turns(
        [lambda seconds, call=call: least_time(call, seconds) for call in calls], options.rounds, options.seconds))
    print(f"{name:16} {threads:3} {theirs:9.3f} " + " ".join(f"{value:9.3f} {value / theirs:6.2f}" for value in ours),
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"), help="the build folder")
    parser.add_argument("--before", help="the build folder of another commit")
    parser.add_argument("--mcpu", default="native", help="the CPU that ours is compiled for")
    parser.add_argument("--filter", default="", help="only models whose names have this")
    parser.add_argument("--rounds", type=int, default=12, help="turns of each")
    parser.add_argument("--seconds", type=float, default=0.15, help="of a turn")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2], help="numbers of threads")
    options = parser.parse_args()
    builds = [Path(build) for build in (options.before, options.build) if build]
    print(f"{'model':16} thr {'ORT, ms':>9} " + " ".join(f"{build.parent.name[:9]:>9}  ratio" for build in builds))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for model, array in make_models(folder):
            if options.filter not in model:
                continue
            for threads in options.threads:
                measure(model, array, folder, builds, threads, options)


if __name__ == "__main__":
    main()
