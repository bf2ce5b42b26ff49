#!/usr/bin/env python3
"""Compare single operators of ONNX with ONNX Runtime, the slowest first.

Models are compared by peers.py; this finds the operators that no model of those
has. Each row is one operator with about a million elements: least time of a
call of both, in rounds that take turns in one process with one thread, all
results compared. Python needs numpy, onnx and onnxruntime.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

from measure import least_time, take_turns

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

_RANDOM = np.random.default_rng(0)
_OPSET = 21


def draw(*shape):
    return _RANDOM.normal(0, 1, shape).astype(np.float32)


def positive(*shape):
    return np.abs(draw(*shape)) + np.float32(0.1)


def numbers(high, *shape, dtype=np.int64):
    return _RANDOM.integers(0, high, shape).astype(dtype)


def constants(*values):
    return [np.array(value) for value in values]


class Row:
    """One operator: inputs that a caller gives, and constants behind them."""

    def __init__(self, operator, inputs, behind=(), name=None, outputs=1, **attributes):
        self.operator, self.inputs, self.behind, self.outputs = operator, inputs, list(behind), outputs
        self.attributes = attributes
        self.name = name or operator

    def write(self, path):
        given = [f"x{number}" for number in range(len(self.inputs))]
        fixed = ["" if value is None else f"c{number}" for number, value in enumerate(self.behind)]
        results = [f"y{number}" for number in range(self.outputs)]
        node = helper.make_node(self.operator, given + fixed, results, **self.attributes)
        graph = helper.make_graph(
            [node], "g",
            [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
             for name, array in zip(given, self.inputs)],
            [onnx.ValueInfoProto(name=name) for name in results],
            [numpy_helper.from_array(value, name) for name, value in zip(fixed, self.behind) if name])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=10)
        onnx.save(onnx.shape_inference.infer_shapes(model), path)


_UNARY = """Abs Acos:unit Acosh:above Asin:unit Asinh Atan Atanh:unit Ceil Celu Cos Cosh Elu Erf Exp Floor Gelu
HardSigmoid HardSwish LeakyRelu Log:positive Mish Neg Not:bool Reciprocal:positive Relu Round Selu Sigmoid Sign Sin Sinh
Softplus Softsign Sqrt:positive Tan Tanh ThresholdedRelu IsNaN IsInf""".split()
_BINARY = """Add Sub Mul Div Pow:positive Max Min Mod:fmod Equal Greater Less PRelu And:bool Or:bool Xor:bool""".split()
_REDUCTIONS = "L1 L2 LogSum:positive LogSumExp Max Mean Min Prod Sum SumSquare".split()


def make_unary(word):
    operator, _, kind = word.partition(":")
    x = draw(1024, 1024)
    x = {"unit": np.tanh(x) * np.float32(0.99), "above": np.abs(x) + 1, "positive": np.abs(x) + np.float32(0.1),
         "bool": x > 0}.get(kind, x)
    return Row(operator, [x])


def make_binary(word):
    operator, _, kind = word.partition(":")
    x, y = draw(1024, 1024), draw(1024, 1024)
    if kind == "positive":
        x = np.abs(x) + np.float32(0.1)
    if kind == "bool":
        x, y = x > 0, y > 0
    return Row(operator, [x, y], **({"fmod": 1} if kind == "fmod" else {}))


def make_reductions(word):
    operator, _, kind = word.partition(":")
    x = positive(1024, 1024) if kind else draw(1024, 1024)
    if operator == "Prod":
        x = np.exp(x * np.float32(0.01))
    for axes in ([1], [0], [0, 1]):
        yield Row(f"Reduce{operator}", [x], constants(axes), f"Reduce{operator} {axes}")
    yield Row(f"Reduce{operator}", [x.reshape(64, 128, 128)], constants([1]), f"Reduce{operator} middle")


def make_moves():
    x, image = draw(1024, 1024), draw(1, 64, 128, 128)
    yield Row("Transpose", [x])
    yield Row("Transpose", [image], name="Transpose NHWC", perm=[0, 2, 3, 1])
    yield Row("Transpose", [draw(128, 12, 1024)], name="Transpose heads", perm=[1, 0, 2])
    yield Row("Concat", [x, x], axis=0)
    yield Row("Concat", [x, x], name="Concat last", axis=1)
    yield Row("Split", [x], outputs=4, axis=1, num_outputs=4)
    yield Row("Slice", [x], constants([0, 3], [1024, 1000], [0, 1], [1, 1]))
    yield Row("Slice", [x], constants([0, 1023], [1024, -2000], [0, 1], [1, -2]), "Slice backwards")
    yield Row("Pad", [image], constants([0, 0, 1, 1, 0, 0, 1, 1]))
    yield Row("Pad", [image], constants([0, 0, 3, 3, 0, 0, 3, 3]), "Pad reflect", mode="reflect")
    yield Row("Expand", [draw(1024, 1)], constants([1024, 1024]))
    yield Row("Tile", [draw(256, 256)], constants([4, 4]))
    yield Row("DepthToSpace", [image], blocksize=2)
    yield Row("SpaceToDepth", [image], blocksize=2)
    yield Row("Gather", [draw(50000, 64), numbers(50000, 16384)])
    yield Row("Gather", [x, numbers(1024, 1024)], name="Gather last", axis=1)
    yield Row("GatherElements", [x, numbers(1024, 1024, 1024)], axis=1)
    yield Row("GatherND", [x, np.stack([numbers(1024, 65536), numbers(1024, 65536)], -1)])
    yield Row("ScatterElements", [x, numbers(1024, 1024, 256), draw(1024, 256)], axis=1, reduction="add")
    yield Row("ScatterND", [x, numbers(1024, 512, 1), draw(512, 1024)], reduction="add")
    yield Row("Where", [x > 0, x, draw(1024, 1024)])
    yield Row("Trilu", [x])
    yield Row("OneHot", [numbers(128, 8192)], constants(np.int64(128), np.array([0, 1], np.float32)))
    yield Row("ReverseSequence", [draw(128, 64, 128), numbers(128, 64) + 1])
    yield Row("Compress", [x, numbers(2, 1024).astype(bool)], axis=0)
    yield Row("NonZero", [x > 1])
    yield Row("Cast", [x], to=onnx.TensorProto.FLOAT16)
    yield Row("Cast", [x], name="Cast i64", to=onnx.TensorProto.INT64)
    yield Row("Cast", [numbers(100, 1024, 1024)], name="Cast from i64", to=onnx.TensorProto.FLOAT)
    yield Row("CumSum", [x], constants(1))
    yield Row("CumSum", [x], constants(0), "CumSum columns")
    yield Row("Range", [np.int64(0), np.int64(1000000), np.int64(1)])
    yield Row("EyeLike", [x])
    yield Row("BitShift", [numbers(1 << 20, 1024, 1024, dtype=np.uint32), numbers(5, 1024, 1024, dtype=np.uint32)],
              direction="LEFT")
    yield Row("Add", [x, draw(1024)], name="Add row")
    yield Row("Add", [x, draw(1024, 1)], name="Add column")
    yield Row("Mul", [image, draw(64, 1, 1)], name="Mul channel")
    yield Row("Add", [numbers(99, 1024, 1024), numbers(99, 1024, 1024)], name="Add i64")
    yield Row("Div", [numbers(9999, 1024, 1024), numbers(99, 1024, 1024) + 1], name="Div i64")
    yield Row("Sum", [x, x, x])
    yield Row("Clip", [x], [np.float32(-1), np.float32(1)])


def make_orders():
    x = draw(256, 4096)
    for k in (1, 16, 100):
        yield Row("TopK", [x], constants([k]), f"TopK {k}", outputs=2)
    yield Row("TopK", [x], constants([4096]), "TopK all", outputs=2)
    yield Row("TopK", [draw(1, 100000)], constants([300]), "TopK one row", outputs=2)
    yield Row("ArgMax", [x], axis=1)
    yield Row("ArgMax", [x], name="ArgMax columns", axis=0)
    yield Row("Hardmax", [x])
    yield Row("Unique", [numbers(1000, 100000)], outputs=4)
    boxes = np.sort(_RANDOM.uniform(0, 1, (1, 2000, 2, 2)), 2).reshape(1, 2000, 4).astype(np.float32)
    yield Row("NonMaxSuppression", [boxes, _RANDOM.uniform(0, 1, (1, 20, 2000)).astype(np.float32)],
              [np.int64(100), np.float32(0.5), np.float32(0.3)])
    yield Row("Det", [draw(4096, 4, 4)])


def make_windows():
    image = draw(1, 64, 112, 112)
    for pool in ("MaxPool", "AveragePool"):
        yield Row(pool, [image], name=f"{pool} 3x3/2", kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
        yield Row(pool, [image], name=f"{pool} 2x2/2", kernel_shape=[2, 2], strides=[2, 2])
    yield Row("LpPool", [image], kernel_shape=[2, 2], strides=[2, 2])
    yield Row("GlobalAveragePool", [image])
    yield Row("GlobalMaxPool", [image])
    for mode in ("nearest", "linear", "cubic"):
        yield Row("Resize", [draw(1, 32, 64, 64)], [None, np.array([1, 1, 2, 2], np.float32)], f"Resize {mode} 2x", mode=mode)
    yield Row("Resize", [image], [None, None, np.array([1, 64, 50, 50])], "Resize down", mode="linear")
    yield Row("GridSample", [draw(1, 32, 64, 64), np.tanh(draw(1, 128, 128, 2))])
    yield Row("RoiAlign", [draw(1, 64, 50, 50), np.abs(draw(100, 4)) * 20, np.zeros(100, np.int64)], output_height=7,
              output_width=7, sampling_ratio=2)
    yield Row("LRN", [image], size=5)
    for groups, (size, stride) in ((1, (1, 1)), (1, (3, 1)), (1, (3, 2)), (1, (7, 2)), (64, (3, 1)), (64, (5, 1)), (8, (3, 1))):
        yield Row("Conv", [draw(1, 64, 56, 56)], [draw(64, 64 // groups, size, size)], f"Conv {size}x{size}/{stride} g{groups}",
                  pads=[size // 2] * 4, strides=[stride] * 2, group=groups)
    yield Row("Conv", [draw(1, 3, 224, 224)], [draw(64, 3, 7, 7)], "Conv stem", pads=[3] * 4, strides=[2, 2])
    yield Row("Conv", [draw(1, 64, 4096)], [draw(64, 64, 3)], "Conv 1d", pads=[1, 1])
    yield Row("Conv", [draw(1, 16, 16, 32, 32)], [draw(16, 16, 3, 3, 3)], "Conv 3d", pads=[1] * 6)
    yield Row("Conv", [draw(1, 32, 56, 56)], [draw(32, 32, 3, 3)], "Conv dilated", pads=[2] * 4, dilations=[2, 2])
    yield Row("ConvTranspose", [draw(1, 64, 32, 32)], [draw(64, 32, 4, 4)], pads=[1] * 4, strides=[2, 2])
    yield Row("ConvTranspose", [draw(1, 64, 32, 32)], [draw(64, 32, 2, 2)], "ConvTranspose 2x2", strides=[2, 2])
    yield Row("Col2Im", [draw(1, 64 * 9, 3136)], constants([56, 56], [3, 3]), pads=[1] * 4)


def make_products():
    yield Row("MatMul", [draw(1, 1024), draw(1024, 4096)], name="MatMul 1 row")
    yield Row("MatMul", [draw(1, 1024)], [draw(1024, 4096)], "MatMul 1 row, weight")
    yield Row("MatMul", [draw(8, 1024)], [draw(1024, 1024)], "MatMul 8 rows, weight")
    yield Row("MatMul", [draw(128, 768)], [draw(768, 768)], "MatMul 128, weight")
    yield Row("MatMul", [draw(12, 128, 64), draw(12, 64, 128)], name="MatMul batch")
    yield Row("MatMul", [draw(1000, 1000), draw(1000)], name="MatMul vector")
    yield Row("MatMul", [draw(997, 61), draw(61, 503)], name="MatMul odd")
    yield Row("Gemm", [draw(128, 768), draw(768, 768), draw(768)], transB=1)
    yield Row("Gemm", [draw(768, 128), draw(768, 768), draw(768)], name="Gemm A^T", transA=1)
    yield Row("MatMulInteger", [numbers(255, 128, 512, dtype=np.uint8)], [numbers(127, 512, 512, dtype=np.int8)])
    yield Row("Einsum", [draw(8, 128, 12, 64), draw(8, 128, 12, 64)], equation="bqhd,bkhd->bhqk")
    yield Row("Einsum", [draw(256, 256), draw(256, 256)], name="Einsum trace", equation="ij,ji->")


def make_norms():
    x, image = draw(1024, 1024), draw(4, 64, 56, 56)
    yield Row("Softmax", [x])
    yield Row("Softmax", [x], name="Softmax columns", axis=0)
    yield Row("Softmax", [draw(12, 128, 128)], name="Softmax attention")
    yield Row("LogSoftmax", [x])
    yield Row("LayerNormalization", [x], [draw(1024), draw(1024)])
    yield Row("InstanceNormalization", [image], [draw(64), draw(64)])
    yield Row("GroupNormalization", [image], [draw(64), draw(64)], num_groups=8)
    yield Row("BatchNormalization", [image], [draw(64), draw(64), draw(64), positive(64)])
    yield Row("LpNormalization", [x])
    yield Row("MeanVarianceNormalization", [image])
    yield Row("QuantizeLinear", [x], [np.float32(0.1), np.uint8(128)])
    yield Row("DequantizeLinear", [numbers(255, 1024, 1024, dtype=np.uint8)], [np.float32(0.1), np.uint8(128)])
    yield Row("DynamicQuantizeLinear", [x], outputs=3)
    yield Row("NegativeLogLikelihoodLoss", [x, numbers(1024, 1024)])
    yield Row("SoftmaxCrossEntropyLoss", [x, numbers(1024, 1024)])
    yield Row("DFT", [draw(64, 1024, 1)], [None, np.int64(1)], "DFT 1024")
    yield Row("STFT", [draw(1, 16384, 1)], [np.int64(128), np.hanning(512).astype(np.float32)])


def make_rows():
    yield from map(make_unary, _UNARY)
    yield from map(make_binary, _BINARY)
    for word in _REDUCTIONS:
        yield from make_reductions(word)
    for make in (make_moves, make_orders, make_windows, make_products, make_norms):
        yield from make()


def compare(row, folder, runtime, options):
    """Milliseconds of both, and a remark where results differ or one fails."""
    path, library = folder / "m.onnx", folder / f"{abs(hash(row.name))}.so"
    row.write(path)
    compiled = subprocess.run([Path(options.build) / "bin/relax-compile", path, "-o", library], capture_output=True,
                              text=True)
    if compiled.returncode != 0:
        return None, None, compiled.stderr.strip().splitlines()[0]
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads, settings.log_severity_level = 1, 4
    try:
        session = onnxruntime.InferenceSession(path, settings, ["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime has several of its own.
        return None, None, f"ONNX Runtime: {error}".splitlines()[0]
    arrays = {f"x{number}": np.asarray(array) for number, array in enumerate(row.inputs)}
    module = runtime.load(library)
    ours, theirs = (lambda: module.call("main", *arrays.values())), (lambda: session.run(None, arrays))
    remark = ""
    for mine, other in zip(ours(), theirs()):
        mine, other = np.asarray(mine), np.asarray(other)
        if mine.shape != other.shape or not np.allclose(mine, other, 1e-3, 1e-3, equal_nan=True):
            remark = "results differ"
    mine, other = take_turns([lambda seconds, call=call: least_time(call, seconds) for call in (ours, theirs)],
                             options.rounds, options.seconds)
    return 1e3 * mine, 1e3 * other, remark


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"), help="the build folder")
    parser.add_argument("--filter", nargs="*", default=[""], help="only operators whose names have one of these")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each side")
    parser.add_argument("--seconds", type=float, default=0.05, help="of a turn")
    options = parser.parse_args()
    runtime = Runtime(Path(options.build) / "lib/librelax_runtime.so", 1)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for row in make_rows():
            if any(word in row.name for word in options.filter):
                found.append((row.name, *compare(row, Path(folder), runtime, options)))
    found.sort(key=lambda one: -(one[1] / one[2] if one[1] else float("inf")))
    print("| operator | ours, ms | ONNX Runtime, ms | ratio | |\n| --- | --: | --: | --: | --- |")
    for name, mine, other, remark in found:
        print(f"| {name} | {mine:.3f} | {other:.3f} | {mine / other:.2f} | {remark} |" if mine else
              f"| {name} | | | | {remark} |")


if __name__ == "__main__":
    main()
