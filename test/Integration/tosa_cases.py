"""Functions of TOSA, which the stock mlir-opt lowers to linalg, and what they compute."""
import math

import numpy as np

from linalg_case import Case, function, tensor, values

_ZERO = '  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>\n'


def _one(name, op, inputs, result, expected, attributes="", before="", extra=()):
    """A function of one op; `extra` are operands of the op that `before` makes, with types."""
    operands = [f"%a{i}" for i in range(len(inputs))] + [value for value, _ in extra]
    types = [tensor(x) for x in inputs] + [type for _, type in extra]
    body = before + (f"  %r = tosa.{op} {', '.join(operands)} {attributes} : "
                     f"({', '.join(types)}) -> {result}\n")
    return Case("tosa_" + name, function("tosa_" + name, inputs, [result], body, ["%r"]), inputs, expected)


def _unary():
    x = values((3, 5))
    for op, expected in (("abs", np.abs), ("ceil", np.ceil), ("floor", np.floor), ("exp", np.exp),
                         ("tanh", np.tanh), ("sin", np.sin), ("cos", np.cos), ("erf", np.vectorize(math.erf)),
                         ("sigmoid", lambda x: 1 / (1 + np.exp(-x)))):
        yield _one(op, op, [x], tensor(x), expected)
    positive = np.abs(x) + np.float32(0.5)
    for op, expected in (("log", np.log), ("rsqrt", lambda x: 1 / np.sqrt(x)), ("reciprocal", lambda x: 1 / x)):
        yield _one(op, op, [positive], tensor(x), expected)
    yield _one("negate", "negate", [x], tensor(x), np.negative, before=_ZERO,
               extra=[("%z", "tensor<1xf32>")] * 2)
    yield _one("clamp", "clamp", [x], tensor(x), lambda x: np.clip(x, -0.5, 0.75),
               "{min_val = -0.5 : f32, max_val = 0.75 : f32}")
    i, b = values((3, 5), "int32"), values((3, 5), bool)
    yield _one("bitwise_not", "bitwise_not", [i], tensor(i), np.invert)
    yield _one("logical_not", "logical_not", [b], tensor(b), np.logical_not)
    yield _one("clz", "clz", [np.abs(i)], tensor(i), lambda x: np.vectorize(lambda n: 32 - int(n).bit_length())(x))
    for source, target in (("float32", "int32"), ("int32", "float32"), ("float32", "float16"), ("int32", "int8"),
                           ("bool", "float32")):
        given = values((4, 3), bool if source == "bool" else source)
        result = tensor(np.zeros((4, 3), target))
        yield _one(f"cast_{source}_{target}", "cast", [given], result,
                   lambda x, target=target: np.rint(x).astype(target) if target == "int32" else x.astype(target))


def _binary():
    x, y, row = values((3, 5)), values((3, 5)), values((1, 5))
    pairs = (("add", np.add), ("sub", np.subtract), ("maximum", np.maximum), ("minimum", np.minimum))
    for op, expected in pairs:
        yield _one(op, op, [x, y], tensor(x), expected)
        yield _one(op + "_rows", op, [x, row], tensor(x), expected)
    yield _one("pow", "pow", [np.abs(x), y], tensor(x), np.power)
    shift = '  %s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>\n'
    yield _one("mul", "mul", [x, y], tensor(x), np.multiply, before=shift, extra=[("%s", "tensor<1xi8>")])
    truth = tensor(np.zeros((3, 5), bool))
    for op, expected in (("equal", np.equal), ("greater", np.greater), ("greater_equal", np.greater_equal)):
        yield _one(op, op, [np.rint(x), np.rint(y)], truth, expected)
    i, j = values((3, 5), "int32"), values((3, 5), "int32")
    for op, expected in (("bitwise_and", np.bitwise_and), ("bitwise_or", np.bitwise_or),
                         ("bitwise_xor", np.bitwise_xor)):
        yield _one(op, op, [i, j], tensor(i), expected)
    few = np.abs(j) % 8
    yield _one("shift_left", "logical_left_shift", [i, few], tensor(i), np.left_shift)
    yield _one("shift_right", "arithmetic_right_shift", [i, few], tensor(i), np.right_shift, "{round = false}")
    yield _one("intdiv", "intdiv", [i, few + 1], tensor(i), lambda i, j: np.trunc(i / j).astype("int32"))
    b, c = values((3, 5), bool), values((3, 5), bool)
    for op, expected in (("logical_and", np.logical_and), ("logical_or", np.logical_or),
                         ("logical_xor", np.logical_xor)):
        yield _one(op, op, [b, c], truth, expected)
    yield _one("select", "select", [b, x, y], tensor(x), np.where)


def _reductions():
    x, b = values((4, 5, 3)), values((4, 5), bool)
    for op, expected in (("sum", np.sum), ("product", np.prod), ("max", np.max), ("min", np.min)):
        for axis in (0, 2):
            result = tensor(np.sum(x, axis, keepdims=True))
            yield _one(f"reduce_{op}_{axis}", f"reduce_{op}", [x], result,
                       lambda x, f=expected, a=axis: f(x, axis=a, keepdims=True), f"{{axis = {axis} : i32}}")
    for op, expected in (("all", np.all), ("any", np.any)):
        yield _one(f"reduce_{op}", f"reduce_{op}", [b], "tensor<4x1xi1>",
                   lambda x, f=expected: f(x, axis=1, keepdims=True), "{axis = 1 : i32}")
    yield _one("argmax", "argmax", [x], "tensor<4x3xi32>", lambda x: np.argmax(x, 1).astype("int32"),
               "{axis = 1 : i32}")


def _shape(name, numbers):
    return (f"  %{name} = tosa.const_shape {{values = dense<{list(numbers)}> : tensor<{len(numbers)}xindex>}} : "
            f"() -> !tosa.shape<{len(numbers)}>\n"), (f"%{name}", f"!tosa.shape<{len(numbers)}>")


def _moves():
    x = values((4, 6))
    for name, op, numbers, result, expected in (
            ("reshape", "reshape", (3, 8), (3, 8), lambda x: x.reshape(3, 8)),
            ("tile", "tile", (2, 3), (8, 18), lambda x: np.tile(x, (2, 3)))):
        text, operand = _shape("s", numbers)
        yield _one(name, op, [x], tensor(np.zeros(result, "float32")), expected, before=text, extra=[operand])
    text, operand = _shape("s", (1, 2, 0, 3))
    text += '  %v = "tosa.const"() {values = dense<3.5> : tensor<1xf32>} : () -> tensor<1xf32>\n'
    yield _one("pad", "pad", [x], "tensor<7x9xf32>",
               lambda x: np.pad(x, ((1, 2), (0, 3)), constant_values=3.5), before=text,
               extra=[operand, ("%v", "tensor<1xf32>")])
    (start, first), (size, second) = _shape("s", (1, 2)), _shape("n", (2, 3))
    yield _one("slice", "slice", [x], "tensor<2x3xf32>", lambda x: x[1:3, 2:5], before=start + size,
               extra=[first, second])
    y = values((4, 2))
    yield _one("concat", "concat", [x, y], "tensor<4x8xf32>", lambda x, y: np.concatenate([x, y], 1),
               "{axis = 1 : i32}")
    yield _one("transpose", "transpose", [values((4, 5, 2))], "tensor<2x4x5xf32>",
               lambda x: np.transpose(x, (2, 0, 1)), "{perms = array<i32: 2, 0, 1>}")
    yield _one("reverse", "reverse", [x], tensor(x), lambda x: x[:, ::-1], "{axis = 1 : i32}")
    index = np.array([[0, 5, 2, 2], [1, 1, 4, 3]], "int32")
    yield _one("gather", "gather", [values((2, 6, 3)), index], "tensor<2x4x3xf32>",
               lambda x, i: np.stack([x[n][i[n]] for n in range(2)]))
    texts = [_shape("scale", (4, 2, 4, 2)), _shape("offset", (0, 0)), _shape("border", (2, 2))]
    yield _one("resize_nearest", "resize", [values((1, 4, 4, 3))], "tensor<1x8x8x3xf32>",
               lambda x: x[:, [0, 1, 1, 2, 2, 3, 3, 3]][:, :, [0, 1, 1, 2, 2, 3, 3, 3]],
               "{mode = NEAREST_NEIGHBOR}", before="".join(text for text, _ in texts),
               extra=[operand for _, operand in texts])


def windows(x, kernel, stride, pad=((0, 0), (0, 0)), fill=0.0):
    """The windows over the middle axes of NHWC, as [n, oh, ow, kh, kw, c]."""
    x = np.pad(x, ((0, 0), *pad, (0, 0)), constant_values=fill)
    view = np.lib.stride_tricks.sliding_window_view(x, kernel, axis=(1, 2))
    return view[:, ::stride[0], ::stride[1]].transpose(0, 1, 2, 4, 5, 3)


def _products():
    a, b = values((2, 3, 5)), values((2, 5, 4))
    zeros = [("%z", "tensor<1xf32>")] * 2
    yield _one("matmul", "matmul", [a, b], "tensor<2x3x4xf32>", np.matmul, before=_ZERO, extra=zeros)
    x, w, bias = values((1, 8, 8, 3)), values((4, 3, 3, 3)), values((4,))
    yield _one("conv2d", "conv2d", [x, w, bias], "tensor<1x4x4x4xf32>",
               lambda x, w, b: np.einsum("nhwijc,oijc->nhwo", windows(x, (3, 3), (2, 2), ((1, 0), (0, 1))), w) + b,
               "{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 1>, "
               "stride = array<i64: 2, 2>}", before=_ZERO, extra=zeros)
    yield _one("depthwise", "depthwise_conv2d", [x, values((3, 3, 3, 2)), values((6,))], "tensor<1x6x6x6xf32>",
               lambda x, w, b: np.einsum("nhwijc,ijcm->nhwcm", windows(x, (3, 3), (1, 1)), w).reshape(1, 6, 6, 6) + b,
               "{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, "
               "stride = array<i64: 1, 1>}", before=_ZERO, extra=zeros)
    yield _one("max_pool", "max_pool2d", [x], "tensor<1x4x4x3xf32>",
               lambda x: windows(x, (2, 2), (2, 2)).max(axis=(3, 4)),
               "{kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}")
    def average(x):
        pad = ((1, 0), (1, 0))
        count = windows(np.ones_like(x), (3, 3), (2, 2), pad).sum(axis=(3, 4))
        return windows(x, (3, 3), (2, 2), pad).sum(axis=(3, 4)) / count

    yield _one("avg_pool", "avg_pool2d", [x], "tensor<1x4x4x3xf32>", average,
               "{acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 0, 1, 0>, "
               "stride = array<i64: 2, 2>}", before=_ZERO, extra=zeros)


def cases():
    for family in (_unary, _binary, _reductions, _moves, _products):
        yield from family()
