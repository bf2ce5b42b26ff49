"""Cases of operators that work element by element, or accumulate: each with two
known shapes, sizes that show at run time (also 0 and 1), each type of elements,
and what is special about floats."""
import math
import warnings

import ml_dtypes
import numpy as np

from operator_cases import add, by_onnx, data, element_of, ints
from spread import FLOAT8, FLOATS as _FLOATS, INTEGERS as _INTEGERS, SIGNED as _SIGNED, UNSIGNED as _UNSIGNED, is_float as _is_float

_SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -0.5, -2.5, 3.25, 1e-3, -30.0]


def _wide(dtype):
    """The type that results of floats are computed in by numpy."""
    return np.float64 if _is_float(dtype) else dtype


def _numbers(dtype, *shape, spread=3.0):
    """Numbers of both signs, of integers a few equal ones; true and false."""
    if np.dtype(dtype) == bool:
        return data(*shape) > 0
    if not _is_float(dtype):
        whole = np.rint(data(*shape, dtype=np.float64) * 4).astype(np.int64)
        # Those without a sign are small ones, or close to the greatest one.
        return whole.astype(dtype)
    return (data(*shape, dtype=np.float64) * spread / 2).astype(dtype)


def _evaluate(function, inputs, dtype):
    """The result computed in more precision, then rounded."""
    with np.errstate(all="ignore"):
        result = function(*(x.astype(_wide(x.dtype)) for x in inputs))
        return np.asarray(result).astype(dtype)


def _sweep(op, function, dtypes, count=1, result=None, attributes="", domain=None, special=True):
    """Cases of an elementwise operator of `count` operands."""
    domain = domain or (lambda x: x)
    for dtype in dtypes:
        kind = result or dtype

        def make(*shape):
            return [domain(_numbers(dtype, *shape)).astype(dtype) for _ in range(count)]

        def run(inputs):
            return inputs, _evaluate(function, inputs, kind)

        symbolic = {place: ["n", "m"] for place in range(count + 1)}
        others = [run(make(*shape)) for shape in ((2, 5), (0, 4), (3, 0), (1, 1), (1, 37))]
        if special and _is_float(dtype):
            row = np.array(_SPECIAL, np.float64).astype(dtype)
            pairs = np.meshgrid(*[row] * count, indexing="ij")
            others.append(run([pair.reshape(1, -1) for pair in pairs]))
        add(op, *run(make(3, 4)), attributes, symbolic, more=others)
        if dtype == dtypes[0]:
            add(op, *run(make(7)), attributes)
            add(op, *run(make(2, 3, 5)), attributes)
            add(op, *run(make()), attributes)
            if count > 1:
                x, y = make(2, 3, 4), make(3, 1)
                add(op, *run([*x[:-1], y[0]]), attributes)
                add(op, *run([y[0], *x[1:]]), attributes)
                add(op, *run([x[0][:, :, :1].copy(), *y[1:]]), attributes, {0: ["n", 3, 1], **({count: ["n", 3, 1]})})


def _sign(x):
    return np.where(np.isnan(x), x, np.sign(x)) if x.dtype.kind == "f" else np.sign(x)


_erf = np.vectorize(math.erf, otypes=[np.float64])


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def _unary():
    def inside(x):
        return np.abs(x.astype(np.float64)) / 4

    for name, function, domain in (
            ("acos", np.arccos, inside), ("acosh", np.arccosh, lambda x: np.abs(x) + 1), ("asin", np.arcsin, inside),
            ("asinh", np.arcsinh, None), ("atan", np.arctan, None), ("atanh", np.arctanh, inside), ("cos", np.cos, None), ("cosh", np.cosh, None),
            ("erf", _erf, None), ("exp", np.exp, None), ("log", np.log, np.abs), ("rsqrt", lambda x: 1 / np.sqrt(x), np.abs),
            ("sigmoid", _sigmoid, None), ("sin", np.sin, None), ("sinh", np.sinh, None), ("sqrt", np.sqrt, np.abs), ("tan", np.tan, None),
            ("tanh", np.tanh, None)):
        _sweep(name, function, _FLOATS, domain=domain)
    for name, function in (("square", np.square), ("abs", np.abs), ("sign", _sign), ("negative", np.negative)):
        _sweep(name, function, _FLOATS + _INTEGERS)
    for name, function in (("ceil", np.ceil), ("floor", np.floor), ("round", np.rint), ("trunc", np.trunc)):
        _sweep(name, function, _FLOATS)
        _sweep(name, lambda x: x, _INTEGERS)
    _sweep("bitwise_not", np.invert, (*_INTEGERS, bool))
    _sweep("logical_not", np.logical_not, (bool,))
    for name, function in (("isfinite", np.isfinite), ("isinf", np.isinf), ("isnan", np.isnan)):
        _sweep(name, function, _FLOATS, result=bool)
        _sweep(name, function, _INTEGERS, result=bool)
    _sweep("clip", lambda x: np.clip(x, -1, 2), _FLOATS, attributes="min = -1.0 : f64, max = 2.0 : f64")
    _sweep("clip", lambda x: np.clip(x, -1, 2), _SIGNED, attributes="min = -1 : i64, max = 2 : i64")
    _sweep("clip", lambda x: np.clip(x, 0, 5), _UNSIGNED, attributes="min = -1 : i64, max = 5 : i64")


def _divide(x, y):
    """Rounded towards zero; by zero it is 0."""
    if x.dtype.kind == "f":
        return x / y
    return np.where(y == 0, 0, np.sign(x) * np.sign(y) * (np.abs(x) // np.maximum(np.abs(y), 1)))


def _floor_divide(x, y):
    return np.floor(x / y) if x.dtype.kind == "f" else np.where(y == 0, 0, np.floor_divide(x, np.where(y == 0, 1, y)))


def _nonzero(x):
    """Quarters other than 0, whose quotients are not close to whole numbers."""
    x = np.rint(x.astype(np.float64) * 4) / 4 if _is_float(x.dtype) else x
    return np.where(x == 0, np.asarray(1, x.dtype), x)


def _binary():
    both = _FLOATS + _INTEGERS
    for name, function in (("add", np.add), ("subtract", np.subtract), ("multiply", np.multiply), ("maximum", np.maximum), ("minimum", np.minimum)):
        _sweep(name, function, both, 2)
    for name, function in (("maximum", np.maximum), ("minimum", np.minimum)):
        _sweep(name, function, (bool,), 2)
    _sweep("divide", _divide, both, 2)
    _sweep("floor_divide", _floor_divide, both, 2, domain=_nonzero, special=False)
    _sweep("floor_mod", np.mod, both, 2, domain=_nonzero, special=False)
    _sweep("mod", np.fmod, both, 2, domain=_nonzero, special=False)
    _sweep("power", np.power, _FLOATS, 2, domain=np.abs)
    _sweep("power", np.power, _INTEGERS, 2, domain=lambda x: np.abs(x) % 4)
    _sweep("atan2", np.arctan2, _FLOATS, 2)
    _sweep("log_add_exp", np.logaddexp, _FLOATS, 2)
    for name, function in (("bitwise_and", np.bitwise_and), ("bitwise_or", np.bitwise_or), ("bitwise_xor", np.bitwise_xor)):
        _sweep(name, function, (*_INTEGERS, bool), 2)
    _sweep("left_shift", np.left_shift, _INTEGERS, 2, domain=lambda x: np.abs(x) % 6)
    _sweep("right_shift", np.right_shift, _INTEGERS, 2, domain=lambda x: np.abs(x) % 6)
    for name, function in (("logical_and", np.logical_and), ("logical_or", np.logical_or), ("logical_xor", np.logical_xor)):
        _sweep(name, function, (bool,), 2)
    for name, function in (("equal", np.equal), ("not_equal", np.not_equal), ("greater", np.greater), ("greater_equal", np.greater_equal),
                           ("less", np.less), ("less_equal", np.less_equal)):
        _sweep(name, function, (*both, bool), 2, result=bool)
    _sweep("ewise_fma", lambda x, y, z: x * y + z, both, 3, special=False)


def _activations():
    _sweep("nn.relu", lambda x: np.maximum(x, 0), _FLOATS + _INTEGERS)
    _sweep("nn.gelu", lambda x: x * 0.5 * (1 + _erf(x / np.sqrt(2))), _FLOATS)
    _sweep("nn.gelu_tanh", lambda x: x * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3))), _FLOATS)
    _sweep("nn.silu", lambda x: x * _sigmoid(x), _FLOATS)
    alpha, scale = 1.6732632423543772, 1.0507009873554805
    _sweep("nn.selu", lambda x: scale * np.where(x > 0, x, alpha * np.expm1(x)), _FLOATS)
    _sweep("nn.leakyrelu", lambda x: np.where(x < 0, 0.2 * x, x), _FLOATS, attributes="alpha = 0.2")
    _sweep("nn.softplus", lambda x: np.where(x * 2 > 20, x, np.log1p(np.exp(x * 2)) / 2), _FLOATS, attributes="beta = 2.0")




def _greatest(dtype):
    return np.iinfo(dtype).max if not _is_float(dtype) else 448 if np.dtype(dtype).name == "float8_e4m3fn" else np.inf


_EMPTY = {"max": lambda dtype: -_greatest(dtype) if _is_float(dtype) else np.iinfo(dtype).min, "min": _greatest}


def _reduced(op, function, x, axis, keepdims):
    wide = np.float64 if _is_float(x.dtype) else x.dtype
    initial = {"initial": _EMPTY[op](x.dtype)} if op in _EMPTY and x.dtype != bool else {}
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # A mean of nothing is NaN.
        result = function(x.astype(wide), axis=axis, keepdims=keepdims, **initial)
        return np.asarray(result).astype(x.dtype)


def _reductions():
    for op, function in (("sum", np.sum), ("prod", np.prod), ("max", np.max), ("min", np.min), ("mean", np.mean), ("variance", np.var), ("std", np.std)):
        integers = _INTEGERS if op in ("sum", "prod", "max", "min") else ()
        for dtype in (*_FLOATS, *integers):
            x = _numbers(dtype, 3, 4, 5)
            if not integers or _is_float(dtype):
                y = x.copy()
                y.flat[[7, 33]] = np.nan, np.inf
            else:
                y = x[:1]
            for axis, keep in ((None, False), ((1,), True), ((0, 2), False)) if dtype == np.float32 else (((1,), False),):
                text = ", ".join(filter(None, [f"axis = {ints(*axis)}" if axis else "", f"keepdims = {str(keep).lower()}"]))
                add(op, [x], _reduced(op, function, x, axis, keep), text)
            many = [([z], _reduced(op, function, z, 1, False)) for z in (y, _numbers(dtype, 1, 1, 1), x[:, :0], x[:0], _numbers(dtype, 2, 65, 3))]
            add(op, [x], _reduced(op, function, x, 1, False), f"axis = {ints(1)}", {0: ["a", "b", "c"], 1: ["a", "c"]}, more=many)
    x = np.array([[True, False], [True, True], [False, False]])
    add("sum", [x], x.any(1), f"axis = {ints(1)}")
    add("prod", [x], x.all(1), f"axis = {ints(1)}")
    x = np.array([[1, 2, 4], [-1, -2, -4]], np.int32)
    add("mean", [x], np.array([2, -2], np.int32), f"axis = {ints(1)}")


def _casts():
    floats = np.array([[0.0, -0.0, 0.5, -0.5, 1.5, 2.5, 100.75, -100.75, 1e-3]])
    for source in (*_FLOATS, *_INTEGERS, bool):
        x = floats.astype(source)
        for target in (*_FLOATS, *_INTEGERS, bool):
            name = element_of(np.zeros(0, target))
            with np.errstate(all="ignore"):
                def cast(array):
                    if _is_float(source) and np.dtype(target).kind == "u":
                        array = np.maximum(array, 0)  # It saturates.
                    if target in FLOAT8 and target is not source:
                        greatest = float(ml_dtypes.finfo(target).max)
                        array = np.clip(array.astype(np.float64), -greatest, greatest)
                    return (array != 0) if target is bool else array.astype(target)
                more = [([x[:, :0]], cast(x[:, :0])), ([x[:, 2:3]], cast(x[:, 2:3]))]
                if _is_float(source):
                    edge = np.array([[np.nan, np.inf, -np.inf]]).astype(source)  # Some have no infinity, but NaN.
                    ends = [] if _is_float(target) or target is bool else [np.iinfo(target).max, np.iinfo(target).min]
                    expected = cast(edge) if not ends else np.array(
                        [[0 if np.isnan(x) else ends[int(x < 0)] for x in edge[0].astype(np.float64)]], target)
                    more.append(([edge], expected))
                add("astype", [x], cast(x), f"dtype = {name}", {0: [1, "n"], 1: [1, "n"]}, more=more)


def _matrices():
    for dtype in (*_FLOATS, np.int32, np.int64):
        x, y = _numbers(dtype, 3, 5), _numbers(dtype, 5, 4)

        def product(a, b):
            return (a.astype(_wide(dtype)) @ b.astype(_wide(dtype))).astype(dtype)

        add("matmul", [x, y], product(x, y))
        more = [([x[:1, :1], y[:1, :1]], product(x[:1, :1], y[:1, :1])), ([x[:, :0], y[:0]], product(x[:, :0], y[:0])),
                ([x[:0], y], product(x[:0], y))]
        add("matmul", [x, y], product(x, y), "", {0: ["n", "k"], 1: ["k", "m"], 2: ["n", "m"]}, more=more)
        outer = [(z, np.outer(*(v.astype(_wide(dtype)) for v in z)).astype(dtype)) for z in ([x[0], y[0]], [x[0, :1], y[0, :0]], [x[0, :1], y[0, :1]])]
        add("outer", *outer[0], "", {0: ["n"], 1: ["m"], 2: ["n", "m"]}, more=outer[1:])
        if dtype == np.float32:
            add("outer", *outer[0])
            add("outer", *outer[2])
    for left, right in (((2, 3, 5), (5, 4)), ((5,), (5, 4)), ((2, 1, 3, 5), (6, 5, 4)), ((5,), (5,)), ((2, 3, 5), (5,)), ((3, 0), (0, 4))):
        x, y = data(*left), data(*right)
        add("matmul", [x, y], np.asarray(x @ y))


def _takes():
    for dtype in (np.float32, np.float64, np.float16, np.int32, np.int64, bool):
        x, i = _numbers(dtype, 4, 5), np.array([[0, 3, 3], [2, 1, 0]])
        add("take", [x, i], x[i], "axis = 0 : i64", {0: ["n", 5], 1: ["a", "b"], 2: ["a", "b", 5]},
            more=[([x[:1], i[:1, :1]], x[:1][i[:1, :1]]), ([x, i[:0]], x[i[:0]]), ([x, i[:, :2]], x[i[:, :2]])])
    x = data(4, 5)
    for mode, function in (("clip", lambda i: np.clip(i, 0, 4)), ("wrap", lambda i: i % 5)):
        i = np.array([-1, -7, 0, 4, 5, 12], np.int32)
        add("take", [x, i], x[:, function(i)], f'axis = -1 : i64, mode = "{mode}"')
        add("take", [x[0], i], x[0, function(i)], f'axis = 0 : i64, mode = "{mode}"')


def _convolutions():
    for rank, name in ((1, "conv1d"), (2, "conv2d"), (3, "conv3d")):
        size, kernel = (7, 8, 6)[:rank], (3, 2, 3)[:rank]
        for strides, padding, dilation, groups in (((1,) * 3, (0,) * 6, (1,) * 3, 1), ((2, 1, 2), (1, 0, 1, 2, 1, 0), (1, 2, 1), 2)):
            pads = [*padding[:rank], *padding[3:3 + rank]]
            text = (f"strides = {ints(*strides[:rank])}, padding = {ints(*pads)}, dilation = {ints(*dilation[:rank])}, groups = {groups} : i64")
            options = {"strides": strides[:rank], "pads": pads, "dilations": dilation[:rank], "group": groups}
            x, w = data(2, 4, *size), data(6, 4 // groups, *kernel)
            expected = by_onnx("Conv", [x, w], **options)
            add(f"nn.{name}", [x, w], expected, text)
            axes = "DHW"[3 - rank:]
            turned = [np.ascontiguousarray(np.moveaxis(z, 1, -1)) for z in (x, expected)]
            add(f"nn.{name}", [turned[0], w], turned[1], text + f', data_layout = "N{axes}C"')
            add(f"nn.{name}", [x, np.ascontiguousarray(np.moveaxis(w, (0, 1), (-1, -2)))], turned[1],
                text + f', data_layout = "NC{axes}", kernel_layout = "{axes}IO", out_layout = "N{axes}C"')
            add(f"nn.{name}", [x, w], expected, text, {0: ["n", 4, *size], 2: ["n", *expected.shape[1:]]},
                more=[([x[:1], w], expected[:1]), ([x[:0], w], expected[:0])])
            w = data(4, 6 // groups, *kernel)
            expected = by_onnx("ConvTranspose", [x, w], **options)
            add(f"nn.{name}_transpose", [x, w], expected, text)
            add(f"nn.{name}_transpose", [x, w], expected, text, {0: ["n", 4, *size], 2: ["n", *expected.shape[1:]]},
                more=[([x[:1], w], expected[:1]), ([x[:0], w], expected[:0])])
        # Padding that passes the kernel's reach crops the operand.
        x, w, strides = data(2, 4, *size), data(4, 3, *(1, 2, 1)[:rank]), (2, 1, 3)[:rank]
        whole = by_onnx("ConvTranspose", [x, w], strides=strides)
        expected = np.ascontiguousarray(whole[(..., *(slice(3, z - 2) for z in whole.shape[2:]))])
        text = f"strides = {ints(*strides)}, padding = {ints(*(3,) * rank, *(2,) * rank)}"
        add(f"nn.{name}_transpose", [x, w], expected, text)
        rest = expected.shape[3:]
        add(f"nn.{name}_transpose", [x, w], expected, text, {0: ["n", 4, "h", *size[1:]], 2: ["n", 3, "h * 2 - 6", *rest]})
        # Windows side by side.
        window = kernel
        x, w = data(2, 4, *size), data(4, 3, *window)
        expected = by_onnx("ConvTranspose", [x, w], strides=window)
        text = f"strides = {ints(*window)}, padding = {ints(*(0,) * 2 * rank)}"
        add(f"nn.{name}_transpose", [x, w], expected, text, {0: ["n", 4, *"hwd"[:rank]], 2: ["n", 3, *(f"{z} * {k}" for z, k in zip("hwd", window))]},
            more=[([x[:1], w], expected[:1]), ([x[:0], w], expected[:0])])
        turned = [np.ascontiguousarray(np.moveaxis(z, 1, -1)) for z in (x, expected)]
        add(f"nn.{name}_transpose", [turned[0], w], turned[1], text + f', data_layout = "N{axes}C"')
    for dtype in (np.float64, np.float16):
        x, w = (data(*shape, dtype=dtype) for shape in ((1, 2, 5, 5), (3, 2, 3, 3)))

        def correlate(z):
            windows = np.lib.stride_tricks.sliding_window_view(z.astype(np.float64), (3, 3), (2, 3))
            return np.einsum("nchwij,ocij->nohw", windows, w.astype(np.float64)).astype(dtype)

        add("nn.conv2d", [x, w], correlate(x), f"padding = {ints(0, 0, 0, 0)}")
        turned = np.ascontiguousarray(w[:, :, ::-1, ::-1].transpose(1, 0, 2, 3))
        add("nn.conv2d_transpose", [x, turned], correlate(np.pad(x, ((0, 0), (0, 0), (2, 2), (2, 2)))), f"padding = {ints(0, 0, 0, 0)}")


def _views():
    def run(shape, result):
        x = data(*shape)
        x.flat[:1] = np.nan
        return [x], x.reshape(result)

    for op, text, dims, pairs in (
            ("expand_dims", f"axis = {ints(0, -1)}", {0: ["n", "m"], 1: [1, "n", "m", 1]}, [((3, 4), (1, 3, 4, 1)), ((1, 5), (1, 1, 5, 1)), ((0, 2), (1, 0, 2, 1))]),
            ("squeeze", f"axis = {ints(1)}", {0: ["n", 1, "m"], 1: ["n", "m"]}, [((3, 1, 4), (3, 4)), ((1, 1, 5), (1, 5)), ((0, 1, 2), (0, 2))]),
            ("flatten", "", {0: ["n", "m"], 1: ["n * m"]}, [((3, 4), (12,)), ((1, 5), (5,)), ((0, 2), (0,))]),
            ("nn.batch_flatten", "", {0: ["n", 3, "m"], 1: ["n", "m * 3"]}, [((2, 3, 4), (2, 12)), ((1, 3, 5), (1, 15)), ((0, 3, 2), (0, 6))])):
        add(op, *run(*pairs[0]), text)
        add(op, *run(*pairs[1]), text)
        add(op, *run(*pairs[0]), text, dims, more=[run(*pair) for pair in pairs[1:]])
    x = data(3, 4)
    add("wrap_param", [x], x.astype(np.float16), "dtype = f16")


families = (_unary, _binary, _activations, _reductions, _casts, _matrices, _takes, _convolutions, _views)
