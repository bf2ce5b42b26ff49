"""Models as TVM's front ends give them: a convolutional network in ONNX, a
decoder of the kind of Llama written with nn.Module."""
import numpy as np
import onnx
import tvm
from onnx import TensorProto, helper, numpy_helper
from tvm import relax
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import op
from tvm.relax.frontend.onnx import from_onnx

import decoder_modules

_VOCABULARY, _WIDTH, _HEADS, _INNER = 40, 32, 4, 48


def onnx_network():
    """Convolutions, normalizations, a shortcut, pooling, a classifier."""
    rng = np.random.default_rng(0)
    weights = {"w1": (8, 3, 3, 3), "w2": (8, 8, 3, 3), "g": (8,), "b": (8,), "m": (8,), "v": (8,), "w3": (8, 10), "b3": (10,)}
    values = [numpy_helper.from_array(rng.uniform(0.1, 0.5, shape).astype("float32"), name) for name, shape in weights.items()]
    nodes = [
        helper.make_node("Conv", ["x", "w1"], ["c1"], pads=[1, 1, 1, 1], strides=[2, 2]),
        helper.make_node("BatchNormalization", ["c1", "g", "b", "m", "v"], ["n1"]),
        helper.make_node("Relu", ["n1"], ["r1"]),
        helper.make_node("Conv", ["r1", "w2"], ["c2"], pads=[1, 1, 1, 1]),
        helper.make_node("Add", ["c2", "r1"], ["s"]),
        helper.make_node("MaxPool", ["s"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("GlobalAveragePool", ["p"], ["a"]),
        helper.make_node("Flatten", ["a"], ["f"]),
        helper.make_node("Gemm", ["f", "w3", "b3"], ["l"]),
        helper.make_node("Softmax", ["l"], ["y"]),
    ]
    graph = helper.make_graph(nodes, "network", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 16, 16])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 10])], values)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    onnx.checker.check_model(model)
    return from_onnx(model)


class _Attention(nn.Module):
    def __init__(self):
        self.qkv = nn.Linear(_WIDTH, 3 * _WIDTH, bias=False)
        self.out = nn.Linear(_WIDTH, _WIDTH, bias=False)

    def forward(self, x, mask):
        batch, length, _ = x.shape
        parts = op.split(op.reshape(self.qkv(x), (batch, length, 3 * _HEADS, _WIDTH // _HEADS)), 3, axis=2)
        query, key, value = (op.permute_dims(part, [0, 2, 1, 3]) for part in parts)
        scores = op.matmul(query, op.permute_dims(key, [0, 1, 3, 2])) * ((_WIDTH // _HEADS) ** -0.5)
        mixed = op.matmul(op.softmax(scores + mask, axis=-1), value)
        return self.out(op.reshape(op.permute_dims(mixed, [0, 2, 1, 3]), (batch, length, _WIDTH)))


class _Layer(nn.Module):
    def __init__(self):
        self.before, self.after = nn.RMSNorm(_WIDTH, -1, 1e-5, bias=False), nn.RMSNorm(_WIDTH, -1, 1e-5, bias=False)
        self.attention = _Attention()
        self.gate_up, self.down = nn.Linear(_WIDTH, 2 * _INNER, bias=False), nn.Linear(_INNER, _WIDTH, bias=False)

    def forward(self, x, mask):
        x = x + self.attention(self.before(x), mask)
        gate, up = op.split(self.gate_up(self.after(x)), 2, axis=-1)
        return x + self.down(op.silu(gate) * up)


class _Decoder(nn.Module):
    def __init__(self):
        self.embedding = nn.Embedding(_VOCABULARY, _WIDTH)
        self.layers = nn.ModuleList([_Layer(), _Layer()])
        self.norm = nn.RMSNorm(_WIDTH, -1, 1e-5, bias=False)
        self.head = nn.Linear(_WIDTH, _VOCABULARY, bias=False)

    def forward(self, tokens: nn.Tensor, mask: nn.Tensor):
        x = self.embedding(tokens)
        for layer in self.layers:
            x = layer(x, mask)
        return self.head(self.norm(x))


def decoder():
    """A decoder with a dynamic length; its weights are parameters."""
    module, _ = _Decoder().export_tvm(spec={"forward": {
        "tokens": nn.spec.Tensor([1, "n"], "int32"), "mask": nn.spec.Tensor([1, 1, "n", "n"], "float32")}})
    return tvm.IRModule({"main": module["forward"].with_attr("global_symbol", "main")})


def long_chain(count=10000):
    """A function of many bindings."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType([4, 4], "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            value = x
            for _ in range(count):
                value = builder.emit(relax.op.add(value, x))
            value = builder.emit_output(value)
        builder.emit_func_output(value)
    return builder.get()


def modules():
    """Name and maker of each module."""
    yield "model: ONNX network", onnx_network
    yield "model: decoder", decoder
    yield "model: decoder with a cache", decoder_modules.decoder
