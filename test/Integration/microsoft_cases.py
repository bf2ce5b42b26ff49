"""Operators of com.microsoft for compare-domains.py."""
import numpy as np
from onnx import TensorProto

from onnx_case import Draw, make_case

_FLOAT, _BYTE, _INT = TensorProto.FLOAT, TensorProto.UINT8, TensorProto.INT32
_HEADS = {"num_heads": 2}


def int32(values):
    return np.array(values, np.int32)


def norm_cases(draw):
    f = draw.floats
    x, skip, scale, shift = f(2, 3, 8), f(2, 3, 8), f(8), f(8)
    named = {"x": ["b", "s", 8], "s": ["b", "s", 8], "i": ["b", "s"]}
    near = {"epsilon": 1e-5}
    words = int32([[1, 2, 3], [0, 4, 2]])
    yield make_case("fast_gelu", "FastGelu", [("x", x), ("b", shift)], [_FLOAT])
    yield make_case("fast_gelu_alone", "FastGelu", [("x", x)], [_FLOAT])
    yield make_case("bias_gelu", "BiasGelu", [("x", x), ("b", shift)], [_FLOAT])
    yield make_case("gelu", "Gelu", [("x", x)], [_FLOAT])
    yield make_case("quick_gelu", "QuickGelu", [("x", x)], [_FLOAT], {"alpha": 1.702})
    yield make_case("skip_layer_norm", "SkipLayerNormalization",
                    [("x", x), ("s", skip), ("g", scale), ("b", shift), ("c", f(8))], [_FLOAT, None, None, _FLOAT], near)
    yield make_case("skip_layer_norm_named", "SkipLayerNormalization", [("x", x), ("s", skip), ("g", scale)], [_FLOAT],
                    near, sizes=named)
    yield make_case("skip_rms_norm", "SkipSimplifiedLayerNormalization", [("x", x), ("s", skip), ("g", scale)],
                    [_FLOAT, None, None, _FLOAT], near)
    yield make_case("rms_norm", "SimplifiedLayerNormalization", [("x", x), ("g", scale)], [_FLOAT],
                    {"axis": -1, "epsilon": 1e-5, "stash_type": 1}, domain="")
    yield make_case("layer_norm_14", "LayerNormalization", [("x", x), ("g", scale), ("b", shift)], [_FLOAT],
                    {"axis": -1, "epsilon": 1e-5}, domain="", opset=14)
    tables = [("w", f(6, 8)), ("p", f(5, 8))]
    rest = [("g", scale), ("b", shift)]
    yield make_case("embed_layer_norm", "EmbedLayerNormalization",
                    [("i", words), ("s", words % 2), *tables, ("t", f(2, 8)), *rest, ("m", int32([[1, 1, 0], [1, 1, 1]]))],
                    [_FLOAT, _INT], {"epsilon": 1e-12})
    yield make_case("embed_layer_norm_named", "EmbedLayerNormalization",
                    [("i", words), ("s", None), *tables, ("t", None), *rest], [_FLOAT, _INT], {"epsilon": 1e-12},
                    sizes=named)


def product_cases(draw):
    f = draw.floats
    for a in (0, 1):
        for b in (0, 1):
            yield make_case(f"fused_matmul_{a}{b}", "FusedMatMul",
                            [("a", f(2, 4, 3) if a else f(2, 3, 4)), ("b", f(2, 5, 4) if b else f(2, 4, 5))], [_FLOAT],
                            {"transA": a, "transB": b, "alpha": 0.5})
    image, filters = ("x", f(1, 3, 6, 6)), ("w", f(4, 3, 3, 3))
    window = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
    for name, rest, attributes in (("relu", [("b", f(4)), ("z", f(1, 4, 6, 6))], {"activation": "Relu"}),
                                   ("clip", [], {"activation": "Clip", "activation_params": [0.0, 1.0]}),
                                   ("leaky_relu", [], {"activation": "LeakyRelu", "activation_params": [0.1]})):
        yield make_case(f"fused_conv_{name}", "FusedConv", [image, filters, *rest], [_FLOAT], {**window, **attributes})
    yield make_case("fused_gemm", "FusedGemm", [("x", f(4, 3)), ("w", f(5, 3)), ("b", f(5))], [_FLOAT],
                    {"activation": "Relu", "transB": 1})
    for bits, depth, rows, block in ((4, 64, 6, 32), (4, 48, 5, 16), (4, 80, 6, 32), (8, 64, 6, 32)):
        blocks = -(-depth // block)
        inputs = [("x", f(3, depth)), ("w", draw.bytes(rows, blocks, block * bits // 8)),
                  ("s", abs(f(rows * blocks)) + np.float32(0.1))]
        zero = [("z", draw.bytes(rows * -(-blocks * bits // 8)))]
        for name, more in (("", []), ("_zero", zero)):
            yield make_case(f"matmul_{bits}_bits_{depth}{name}", "MatMulNBits", inputs + more, [_FLOAT],
                            {"K": depth, "N": rows, "bits": bits, "block_size": block}, constants={"w", "s", "z"})
    places = np.array([[1, 5, -1], [0, 0, 2]])
    for bits, columns, block in ((4, 64, 16), (4, 40, 16), (8, 48, 32), (2, 64, 32)):
        blocks = -(-columns // block)
        inputs = [("w", draw.bytes(6, columns * bits // 8)), ("i", places), ("s", abs(f(6, blocks)) + np.float32(0.1))]
        zero = [("z", draw.bytes(6, -(-blocks * bits // 8)))]
        for name, more in (("", []), ("_zero", zero)):
            yield make_case(f"gather_{bits}_bits_{columns}{name}", "GatherBlockQuantized", inputs + more, [_FLOAT],
                            {"bits": bits, "block_size": block}, constants={"w", "s", "z"})
    yield make_case("nhwc_max_pool", "NhwcMaxPool", [("x", draw.bytes(1, 7, 6, 3))], [_BYTE],
                    {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 0, 1, 1]})


def elimination_cases(draw):
    f = draw.floats
    # The first pivot is 0, so that rows have to be exchanged.
    swapped = f(2, 4, 4)
    swapped[:, 0, 0] = 0
    for name, x, sizes in (("inverse", f(3, 3), {}), ("inverse_batch", swapped, {}), ("inverse_named", f(2, 2, 5, 5), ["a", "b", "n", "n"])):
        yield make_case(name, "Inverse", [("x", x)], [_FLOAT], sizes={"x": sizes} if sizes else {}, tolerance=1e-3)
    singular = f(2, 6, 6)
    singular[1, 3] = singular[1, 4]
    singular[0, 0, 0] = 0
    for name, x, sizes in (("det", f(5, 5), {}), ("det_batch", singular, {}), ("det_named", f(3, 4, 4), ["b", "n", "n"]),
                           ("det_matrix_named", f(7, 7), ["n", "n"]), ("det_one", f(2, 1, 1), ["b", "n", "n"])):
        yield make_case(name, "Det", [("x", x)], [_FLOAT], sizes={"x": sizes} if sizes else {}, domain="", tolerance=1e-3)


def attention_cases(draw):
    f = draw.floats
    q, k, v = ("q", f(2, 3, 8)), ("k", f(2, 4, 8)), ("v", f(2, 4, 8))
    mask = int32([[1, 1, 1, 0], [1, 0, 1, 1]])
    own = [(name, f(2, 3, 8)) for name in "qkv"]
    named = {**{name: ["b", "s", 8] for name in "qkv"}, "pk": ["b", 2, "p", 4], "pv": ["b", 2, "p", 4]}
    past = [("pk", f(2, 2, 5, 4)), ("pv", f(2, 2, 5, 4))]
    none = ("n", None)
    name = "MultiHeadAttention"
    yield make_case("heads", name, [q, k, v], [_FLOAT], _HEADS)
    yield make_case("heads_mask", name, [q, k, v, ("b", f(24)), ("m", mask), ("a", f(1, 2, 3, 4))], [_FLOAT], _HEADS)
    yield make_case("heads_lengths", name, [q, k, v, none, ("m", int32([2, 4]))], [_FLOAT], _HEADS)
    yield make_case("heads_causal", name, own, [_FLOAT], {**_HEADS, "unidirectional": 1, "scale": 0.3})
    yield make_case("heads_past", name, [*own, none, none, none, *past], [_FLOAT] * 3, _HEADS, sizes=named)
    yield make_case("heads_cross", name, [q, ("k", f(2, 2, 5, 4)), ("v", f(2, 2, 5, 4))], [_FLOAT], _HEADS)
    x, weights = ("x", f(2, 3, 8)), [("w", f(8, 24)), ("b", f(24))]
    name, fixed = "Attention", {"w", "b"}
    yield make_case("attention", name, [x, *weights], [_FLOAT], _HEADS, constants=fixed)
    yield make_case("attention_lengths", name, [x, *weights, ("m", int32([2, 3]))], [_FLOAT], _HEADS, constants=fixed)
    yield make_case("attention_keys", name, [x, *weights, ("m", int32([[1, 1, 0], [0, 0, 0]]))], [_FLOAT], _HEADS,
                    constants=fixed, sizes={"x": ["b", "s", 8], "m": ["b", "s"]})
    yield make_case("attention_pairs", name,
                    [x, *weights, ("m", draw.random.integers(0, 2, (2, 3, 3)).astype(np.int32)), none,
                     ("a", f(2, 2, 3, 3))], [_FLOAT], _HEADS, constants=fixed)
    yield make_case("attention_past", name, [x, *weights, none, ("p", f(2, 2, 2, 4, 4))], [_FLOAT, _FLOAT],
                    {**_HEADS, "unidirectional": 1}, constants=fixed)
    yield make_case("attention_sizes", name, [x, ("w", f(8, 28)), ("b", f(28))], [_FLOAT],
                    {**_HEADS, "qkv_hidden_sizes": [8, 8, 12]}, constants=fixed)


def position_cases(draw):
    f = draw.floats
    tables = [("c", f(10, 2)), ("t", f(10, 2))]
    places = ("p", np.array([[0, 1, 2], [3, 4, 5]]))
    first = ("p", np.array([3]))
    name = "RotaryEmbedding"
    yield make_case("rotary", name, [("x", f(2, 3, 8)), first, *tables], [_FLOAT])
    yield make_case("rotary_interleaved", name, [("x", f(2, 3, 8)), places, *tables], [_FLOAT], {"interleaved": 1},
                    sizes={"x": ["b", "s", 8], "p": ["b", "s"]})
    yield make_case("rotary_heads", name, [("x", f(2, 2, 3, 4)), places, *tables], [_FLOAT])
    yield make_case("rotary_part", name, [("x", f(2, 3, 16)), first, *tables], [_FLOAT],
                    {"num_heads": 2, "rotary_embedding_dim": 4})
    named = {"q": ["b", "s", 64], "k": ["b", "s", 32], "v": ["b", "s", 32], "pk": ["b", 2, "p", 16],
             "pv": ["b", 2, "p", 16], "l": ["b"]}
    none = ("n", None)
    for turn in (0, 1):
        more = [("c", f(32, 8)), ("t", f(32, 8))][:2 * turn]
        heads = {"num_heads": 4, "kv_num_heads": 2, "do_rotary": turn}
        past = [("pk", f(2, 2, 5, 16)), ("pv", f(2, 2, 5, 16))]
        name, results = "GroupQueryAttention", [_FLOAT] * 3
        yield make_case(f"grouped_prompt_{turn}", name,
                        [("q", f(2, 3, 64)), ("k", f(2, 3, 32)), ("v", f(2, 3, 32)), none, none, ("l", int32([2, 2])),
                         ("n", int32(3)), *more], results, heads, constants={"c", "t"})
        yield make_case(f"grouped_decode_{turn}", name,
                        [("q", f(2, 1, 64)), ("k", f(2, 1, 32)), ("v", f(2, 1, 32)), *past, ("l", int32([5, 5])),
                         ("n", int32(6)), *more], results, heads, constants={"c", "t"}, sizes=named)
        yield make_case(f"grouped_packed_{turn}", name,
                        [("q", f(1, 2, 128)), none, none, ("pk", f(1, 2, 5, 16)), ("pv", f(1, 2, 5, 16)),
                         ("l", int32([6])), ("n", int32(7)), *more], results, {**heads, "local_window_size": 3},
                        constants={"c", "t"})


def quantized_cases(draw):
    f, u = draw.floats, draw.bytes

    def scaled(name, *shape):
        return [(name, u(*shape)), (f"{name}s", np.float32(0.03)[()]), (f"{name}z", np.uint8(120))]

    def on(scale, zero):
        return [("os", np.float32(scale)), ("oz", np.uint8(zero))]

    def case(name, operator, inputs, attributes=(), outputs=(_BYTE,), tolerance=6e-3):
        inputs = [(label, None if array is None else np.asarray(array)) for label, array in inputs]
        fixed = {"as", "az", "bs", "bz", "os", "oz", "w", "ws", "wz", "r", "rs", "rz", "c"}
        return make_case(name, operator, inputs, outputs, attributes, constants=fixed, tolerance=tolerance)

    out, share, mean = on(0.07, 100), on(1 / 256, 0), on(0.01, 120)
    weight = [("ws", np.float32(0.02)), ("wz", np.uint8(128))]
    yield case("q_add", "QLinearAdd", scaled("a", 2, 5) + scaled("b", 5) + out)
    yield case("q_mul", "QLinearMul", scaled("a", 2, 5) + scaled("b", 2, 5) + out)
    yield case("q_sigmoid", "QLinearSigmoid", scaled("a", 2, 5) + share)
    yield case("q_leaky_relu", "QLinearLeakyRelu", scaled("a", 2, 5) + out, {"alpha": 0.2})
    yield case("q_softmax", "QLinearSoftmax", scaled("a", 2, 5) + share, {"axis": -1, "opset": 13})
    yield case("q_global_pool", "QLinearGlobalAveragePool", scaled("a", 1, 3, 4, 4) + mean, {"channels_last": 0})
    yield case("q_global_pool_last", "QLinearGlobalAveragePool", scaled("a", 1, 4, 4, 3) + mean, {"channels_last": 1})
    yield case("q_pool", "QLinearAveragePool", scaled("a", 1, 3, 4, 4) + out, {"kernel_shape": [2, 2], "strides": [2, 2]})
    yield case("q_concat", "QLinearConcat", out + scaled("a", 2, 5) + scaled("b", 2, 3), {"axis": 1})
    yield case("q_where", "QLinearWhere",
               [("m", draw.random.integers(0, 2, (2, 5)).astype(bool))] + scaled("a", 2, 5) + scaled("b", 2, 5) + out)
    bias = [("c", int32([100, -50, 3]))]
    yield case("q_gemm", "QGemm", scaled("a", 2, 5) + [("w", u(5, 3))] + weight + bias + on(0.2, 100))
    yield case("q_gemm_floats", "QGemm", scaled("a", 2, 5) + [("w", u(3, 5))] + weight + bias, {"transB": 1}, [_FLOAT],
               1e-4)
    yield case("dynamic_matmul", "DynamicQuantizeMatMul", [("x", f(3, 8)), ("w", u(8, 5)), *weight, ("c", f(5))],
               outputs=[_FLOAT])
    # A range of nothing but 0 is no divisor.
    yield case("dynamic_matmul_zeros", "DynamicQuantizeMatMul",
               [("x", np.zeros((3, 8), np.float32)), ("w", u(8, 5)), *weight, ("c", f(5))], outputs=[_FLOAT])
    yield case("integer_matmul", "MatMulIntegerToFloat",
               [("x", u(3, 8)), ("w", u(8, 5)), ("as", np.float32(0.02)), weight[0], ("az", np.uint8(7)), weight[1],
                ("c", f(5))], outputs=[_FLOAT], tolerance=1e-4)
    packed = [("x", u(2, 3, 8)), ("w", u(8, 24)), ("c", f(24)), ("as", np.float32(0.02)), weight[0]]
    zeros = [("az", np.uint8(120)), weight[1]]
    for name, mask in (("", None), ("_lengths", int32([2, 3]))):
        yield case(f"q_attention{name}", "QAttention", packed + [("m", mask)] + zeros, _HEADS, [_FLOAT], 1e-3)
    one = np.array([0.01], np.float32), np.array([128], np.uint8)
    yield case("dynamic_lstm", "DynamicQuantizeLSTM",
               [("x", f(4, 2, 6)), ("w", u(1, 6, 20)), ("r", u(1, 5, 20)), ("c", f(1, 40)), ("l", None), ("h", None),
                ("s", None), ("p", None), ("ws", one[0]), ("wz", one[1]), ("rs", one[0]), ("rz", one[1])],
               {"hidden_size": 5}, [_FLOAT], 1e-5)
    both = np.repeat(one[0], 2), np.repeat(one[1], 2)
    yield case("dynamic_lstm_both", "DynamicQuantizeLSTM",
               [("x", f(7, 1, 6)), ("w", u(2, 6, 20)), ("r", u(2, 5, 20)), ("c", f(2, 40)), ("l", None), ("h", f(2, 1, 5)),
                ("s", f(2, 1, 5)), ("p", None), ("ws", both[0]), ("wz", both[1]), ("rs", both[0]), ("rz", both[1])],
               {"hidden_size": 5, "direction": "bidirectional", "clip": 0.9}, [_FLOAT], 1e-5)
    # States of sequences that have ended are no part of the range.
    yield case("dynamic_lstm_lengths", "DynamicQuantizeLSTM",
               [("x", f(8, 3, 6)), ("w", u(2, 6, 20)), ("r", u(2, 5, 20)), ("c", f(2, 40)), ("l", np.int32([4, 8, 1])),
                ("h", f(2, 3, 5)), ("s", f(2, 3, 5)), ("p", None), ("ws", both[0]), ("wz", both[1]), ("rs", both[0]),
                ("rz", both[1])], {"hidden_size": 5, "direction": "bidirectional"}, [_FLOAT], 1e-5)
    yield case("dequantize", "DequantizeLinear", scaled("a", 3, 4), outputs=[_FLOAT])


def make_cases():
    draw = Draw(3)
    return [case for family in (norm_cases, product_cases, elimination_cases, attention_cases, position_cases, quantized_cases)
            for case in family(draw)]
