"""What peers.py measures: ONNX files of drawn weights, by their names.

Each function writes a file and gives its inputs. W1 to W9 are the rows that the
project has been compared on since its beginning; the others are single
operators that models spend their time in. What ends with `-qdq`, `-dynamic` or
`-f16` is another row's model, made narrow by the tools of ONNX Runtime.
"""
import logging
import warnings

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def draw(*shape):
    return np.random.default_rng(len(shape)).normal(0, 1, shape).astype(np.float32)


class Network:
    """An ONNX graph in f32, with the parts that networks are made of."""

    def __init__(self):
        self.random = np.random.default_rng(0)
        self.nodes, self.constants, self.count = [], [], 0

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

    def weight(self, *shape, scale=0.05):
        return self.constant(self.random.normal(0, scale, shape).astype(np.float32))

    def numbers(self, *values):
        return self.constant(np.array(values, np.int64))

    def linear(self, x, k, n):
        return self.add("Add", self.add("MatMul", x, self.weight(k, n)), self.weight(n))

    def convolve(self, x, before, after, size=3, groups=1, stride=1):
        """A convolution, of which the bias is what a batch norm has left."""
        weight = self.weight(after, before // groups, size, size, scale=(size * size * before / groups) ** -0.5)
        return self.add("Conv", x, weight, self.weight(after), pads=[size // 2] * 4, strides=[stride] * 2, group=groups)

    def gelu(self, x):
        erf = self.add("Erf", self.add("Mul", x, self.constant(np.float32(0.5 ** 0.5))))
        half = self.add("Mul", x, self.constant(np.float32(0.5)))
        return self.add("Mul", half, self.add("Add", erf, self.constant(np.float32(1))))

    def layer_norm(self, x, size):
        return self.add("LayerNormalization", x, self.weight(size), self.weight(size), axis=-1)

    def rms_norm(self, x, size):
        square = self.add("ReduceMean", self.add("Mul", x, x), axes=[-1], keepdims=1)
        root = self.add("Sqrt", self.add("Add", square, self.constant(np.float32(1e-5))))
        return self.add("Mul", self.add("Div", x, root), self.weight(size))

    def heads(self, x, length, count, depth, order=(0, 2, 1, 3)):
        split = self.add("Reshape", x, self.numbers(1, length, count, depth))
        return self.add("Transpose", split, perm=list(order))

    def attend(self, query, key, value, size):
        """`key` is turned; of a result of `size` columns."""
        scores = self.add("MatMul", query, key)
        depth = self.constant(np.float32(0.125))
        weights = self.add("Softmax", self.add("Mul", scores, depth), axis=-1)
        joined = self.add("Transpose", self.add("MatMul", weights, value), perm=[0, 2, 1, 3])
        return self.add("Reshape", joined, self.numbers(1, -1, size))

    def rotate(self, x, length, depth):
        """A rotary embedding of halves."""
        angles = np.outer(np.arange(length), 1e4 ** (-np.arange(depth // 2) / (depth // 2)))
        cosine, sine = (self.constant(function(np.tile(angles, 2)).astype(np.float32)) for function in (np.cos, np.sin))
        low, high = self.add("Split", x, self.numbers(depth // 2, depth // 2), outputs=2, axis=-1)
        turned = self.add("Concat", self.add("Neg", high), low, axis=-1)
        return self.add("Add", self.add("Mul", x, cosine), self.add("Mul", turned, sine))

    def write(self, path, result, element=TensorProto.FLOAT, dims=None, **arrays):
        """`dims` are those of "x", where some of them have names."""
        inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, name == "x" and dims or array.shape)
                  for name, array in arrays.items()]
        graph = helper.make_graph(self.nodes, "graph", inputs, [helper.make_tensor_value_info(result, element, None)],
                                  self.constants)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
        return arrays


def matmul(size):
    def build(path):
        model = Network()
        return model.write(path, model.add("MatMul", "x", "y"), x=draw(size, size), y=draw(size, size))
    return build


def gelu_chain(path):
    model = Network()
    scaled = model.add("Mul", model.gelu("x"), model.constant(np.float32(1.5)))
    return model.write(path, model.add("Add", scaled, model.constant(np.float32(0.25))), x=draw(4096, 4096))


def operator(name, array, element=TensorProto.FLOAT, inputs=(), dims=None, outputs=1, **attributes):
    """A model of one operator, of "x" and of constants."""
    def build(path):
        model = Network()
        results = model.add(name, "x", *(model.constant(value) for value in inputs), outputs=outputs, **attributes)
        return model.write(path, results if outputs == 1 else results[0], element, dims, x=array)
    return build


def layer_norm(path):
    model = Network()
    return model.write(path, model.layer_norm("x", 1024), x=draw(4096, 1024))


def rms_norm(path):
    model = Network()
    return model.write(path, model.rms_norm("x", 1024), x=draw(4096, 1024))


def convolution(channels, size, groups=1, dims=None, depth=1):
    def build(path):
        model, y = Network(), "x"
        for _ in range(depth):
            y = model.add("Relu", model.convolve(y, channels, channels, groups=groups))
        return model.write(path, y, dims=dims, x=draw(1, channels, size, size))
    return build


def mlp(path):
    model, y, sizes = Network(), "x", (784, 512, 512, 10)
    for before, after in zip(sizes, sizes[1:]):
        y = model.linear(y if y == "x" else model.add("Relu", y), before, after)
    return model.write(path, y, x=draw(64, 784))


def encoder(path, length=128, size=768, heads=12):
    model = Network()
    query = model.heads(model.linear("x", size, size), length, heads, 64)
    key = model.heads(model.linear("x", size, size), length, heads, 64, (0, 2, 3, 1))
    value = model.heads(model.linear("x", size, size), length, heads, 64)
    attended = model.linear(model.attend(query, key, value, size), size, size)
    y = model.layer_norm(model.add("Add", "x", attended), size)
    wide = model.gelu(model.linear(y, size, 4 * size))
    return model.write(path, model.layer_norm(model.add("Add", y, model.linear(wide, 4 * size, size)), size),
                       x=draw(1, length, size))


def residual(path):
    """The layers of ResNet-18."""
    model = Network()
    y = model.add("Relu", model.convolve("x", 3, 64, size=7, stride=2))
    y = model.add("MaxPool", y, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    before = 64
    for after, stride in ((64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)):
        inner = model.add("Relu", model.convolve(y, before, after, stride=stride))
        inner = model.convolve(inner, after, after)
        if stride != 1:
            y = model.convolve(y, before, after, size=1, stride=stride)
        y, before = model.add("Relu", model.add("Add", inner, y)), after
    y = model.add("Flatten", model.add("GlobalAveragePool", y))
    return model.write(path, model.linear(y, 512, 1000), x=draw(1, 3, 224, 224))


def mobile(path):
    """The layers of MobileNet: depthwise convolutions, and those of a single pixel."""
    model = Network()
    y = model.add("Relu", model.convolve("x", 3, 32, stride=2))
    before = 32
    for after, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)):
        y = model.add("Relu", model.convolve(y, before, before, groups=before, stride=stride))
        y, before = model.add("Relu", model.convolve(y, before, after, size=1)), after
    y = model.add("Flatten", model.add("GlobalAveragePool", y))
    return model.write(path, model.linear(y, 1024, 1000), x=draw(1, 3, 224, 224))


def llama_block(path, length=128, size=1024, heads=16, groups=4, wide=2816):
    """Grouped queries, rotary embeddings, a gated perceptron."""
    model = Network()
    y = model.rms_norm("x", size)
    query = model.rotate(model.heads(model.add("MatMul", y, model.weight(size, size)), length, heads, 64), length, 64)
    key, value = (model.heads(model.add("MatMul", y, model.weight(size, groups * 64)), length, groups, 64)
                  for _ in range(2))
    key = model.rotate(key, length, 64)
    repeat = model.constant(np.repeat(np.arange(groups), heads // groups))
    key, value = (model.add("Gather", part, repeat, axis=1) for part in (key, value))
    attended = model.attend(query, model.add("Transpose", key, perm=[0, 1, 3, 2]), value, size)
    y = model.add("Add", "x", model.add("MatMul", attended, model.weight(size, size)))
    inner = model.rms_norm(y, size)
    gate = model.add("MatMul", inner, model.weight(size, wide))
    gate = model.add("Mul", gate, model.add("Sigmoid", gate))
    up = model.add("Mul", gate, model.add("MatMul", inner, model.weight(size, wide)))
    return model.write(path, model.add("Add", y, model.add("MatMul", up, model.weight(wide, size))),
                       x=draw(1, length, size))


def recurrent(name, gates, length=64, batch=4, before=256, hidden=512):
    def build(path):
        model = Network()
        weights = (model.weight(2, gates * hidden, before), model.weight(2, gates * hidden, hidden),
                   model.weight(2, 2 * gates * hidden))
        places, _ = model.add(name, "x", *weights, outputs=2, hidden_size=hidden, direction="bidirectional")
        return model.write(path, places, x=draw(length, batch, before))
    return build


class Calibration:
    """The inputs that ranges are measured with, as onnxruntime.quantization reads them."""

    def __init__(self, arrays):
        self.left = [arrays]

    def get_next(self):
        return self.left.pop() if self.left else None


def quantized(build, is_dynamic, bits=8):
    """Weights of 8 bits: scales of other numbers are measured with the inputs, or found in each call.

    Of 7 bits, as onnxruntime advises for CPUs without VNNI, sums of two products fit 16 bits."""
    def build_quantized(path):
        from onnxruntime import quantization

        arrays, wide = build(path), path.with_name(f"wide-{path.name}")
        path.rename(wide)
        logging.disable(logging.WARNING)
        if is_dynamic:
            # ONNX Runtime has no product of convolution for signed weights.
            has_windows = any(node.op_type == "Conv" for node in onnx.load(wide).graph.node)
            kind = quantization.QuantType.QUInt8 if has_windows else quantization.QuantType.QInt8
            quantization.quantize_dynamic(wide, path, weight_type=kind, reduce_range=bits == 7)
        else:
            quantization.quantize_static(wide, path, Calibration(arrays), per_channel=True, reduce_range=bits == 7,
                                         weight_type=quantization.QuantType.QInt8)
        return arrays
    return build_quantized


def narrow(build):
    """All floats of 16 bits, those of inputs and results as well."""
    def build_narrow(path):
        from onnxruntime.transformers.float16 import convert_float_to_float16

        arrays = build(path)
        with warnings.catch_warnings(action="ignore"):
            onnx.save(convert_float_to_float16(onnx.load(path)), path)
        return {name: array.astype(np.float16) for name, array in arrays.items()}
    return build_narrow


NETWORKS = {
    "W1-matmul-512": matmul(512),
    "W1-matmul-1024": matmul(1024),
    "W1-matmul-2048": matmul(2048),
    "W2-gelu-chain": gelu_chain,
    "W3-softmax": operator("Softmax", draw(4096, 4096), axis=-1),
    "W4-layer-norm": layer_norm,
    "W5-conv-3x3": convolution(64, 56),
    "W5-depthwise-3x3": convolution(32, 112, groups=32),
    "W6-mlp": mlp,
    "W7-encoder": encoder,
    "W8-resnet-18": residual,
    "W9-llama-block": llama_block,
    "mobilenet": mobile,
    "grouped-conv": convolution(256, 28, groups=8, depth=3),
    "rms-norm": rms_norm,
    "max-pool": operator("MaxPool", draw(1, 64, 112, 112), kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4),
    "lstm": recurrent("LSTM", 4),
    "gru": recurrent("GRU", 3),
    "sum-rows": operator("ReduceSum", draw(2048, 2048), inputs=[np.array([1])], keepdims=0),
    "max-columns": operator("ReduceMax", draw(2048, 2048), axes=[0], keepdims=0),
    "argmax": operator("ArgMax", draw(256, 4096), TensorProto.INT64, axis=-1, keepdims=0),
    "top-k": operator("TopK", draw(256, 4096), inputs=[np.array([16])], outputs=2, axis=-1),
    "dynamic-conv": convolution(64, 56, dims=["n", 64, "h", "w"], depth=3),
    "static-conv": convolution(64, 56, depth=3),
}
NETWORKS |= {f"{name}{suffix}": change(NETWORKS[name])
             for name in ("W5-depthwise-3x3", "W6-mlp", "W7-encoder", "W8-resnet-18", "mobilenet", "grouped-conv", "static-conv")
             for suffix, change in (("-qdq", lambda build: quantized(build, False)),
                                    ("-qdq7", lambda build: quantized(build, False, 7)),
                                    ("-dynamic", lambda build: quantized(build, True)), ("-f16", narrow))}
# The largest difference to ONNX Runtime's result, by its largest value, that is no error: narrow numbers differ by a
# step of the scale, where another order of additions rounds the other way.
TOLERANCES = {"-qdq": 6e-2, "-qdq7": 6e-2, "-dynamic": 6e-2, "-f16": 6e-3}
