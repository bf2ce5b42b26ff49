"""Operators of random graphs that work element by element, or create tensors."""
import math

import ml_dtypes
import numpy as np

from random_graphs import (BOOL, F8, F16, F32, F64, FLOATS, INTEGERS, NAMES, SIGNED, UNSIGNED, BF16, Operand, Skip, broadcast_dims, ints, is_float,
                           operator, truth)

_erf = np.vectorize(math.erf, otypes=[np.float64])


def erf(x):
    return _erf(x) if x.size else x


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def _sign(x):
    return np.where(np.isnan(x), x, np.sign(x)) if x.dtype.kind == "f" else np.sign(x)


# What floats take: the function, its domain, and whether it rounds nothing or jumps.
_UNARY = {
    "acos": (np.arccos, -0.95, 0.95), "asin": (np.arcsin, -0.95, 0.95), "atanh": (np.arctanh, -0.95, 0.95), "acosh": (np.arccosh, 1.05, 100),
    "asinh": (np.arcsinh, -1e4, 1e4), "atan": (np.arctan, -1e4, 1e4), "cos": (np.cos, -50, 50), "sin": (np.sin, -50, 50), "tan": (np.tan, -1.3, 1.3),
    "cosh": (np.cosh, -6, 6), "sinh": (np.sinh, -6, 6), "tanh": (np.tanh, -50, 50), "exp": (np.exp, -8, 8), "log": (np.log, 0.01, 1e4),
    "sqrt": (np.sqrt, 0.01, 1e4), "rsqrt": (lambda x: 1 / np.sqrt(x), 0.05, 1e4), "sigmoid": (sigmoid, -20, 20), "erf": (erf, -10, 10),
    "square": (np.square, -100, 100), "nn.gelu": (lambda x: x * 0.5 * (1 + erf(x / np.sqrt(2))), -3, 100),
    "nn.gelu_tanh": (lambda x: x * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3))), -2.5, 100),
    "nn.silu": (lambda x: x * sigmoid(x), -15, 100),
    "nn.selu": (lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(np.minimum(x, 0))), -15, 1000)}
_EXACT = {"abs": np.abs, "negative": np.negative, "sign": _sign, "nn.relu": lambda x: np.maximum(x, 0)}
_ROUND = {"ceil": np.ceil, "floor": np.floor, "round": np.rint, "trunc": np.trunc}
_TESTS = {"isfinite": np.isfinite, "isinf": np.isinf, "isnan": np.isnan}


@operator(*_UNARY, weight=3)
def _unary(g):
    op = g.choose(list(_UNARY))
    function, low, high = _UNARY[op]
    x = g.pick(g.float, low=low, high=high)
    g.emit(op, [x], function, dims=[x.dims])


@operator(*_EXACT, weight=2)
def _plain(g):
    op = g.choose(list(_EXACT))
    # A softmax of 1e-22 is 0 in f16, whose sign is another one.
    x = g.any_number(exact=op == "sign")
    g.emit(op, [x], _EXACT[op], dims=[x.dims], exact=True)


@operator("square", "negative", "abs", weight=0.4)
def _wrapping(g):
    op = g.choose(["square", "negative", "abs"])
    x = g.pick(g.choose(INTEGERS))
    g.emit(op, [x], {"square": np.square, "negative": np.negative, "abs": np.abs}[op], dims=[x.dims])


@operator(*_ROUND)
def _rounding(g):
    op = g.choose(list(_ROUND))
    x = g.any_number(exact=True)
    g.emit(op, [x], _ROUND[op] if is_float(x.dtype) else lambda x: x, dims=[x.dims], exact=True)


@operator(*_TESTS, weight=0.5)
def _testing(g):
    op = g.choose(list(_TESTS))
    x = g.any_number()
    g.emit(op, [x], _TESTS[op], dims=[x.dims], elements=[BOOL])


@operator("bitwise_not", "logical_not", weight=0.6)
def _inverting(g):
    op = g.choose(["bitwise_not", "logical_not"])
    x = g.pick(BOOL if op == "logical_not" or g.chance(0.2) else g.integer)
    g.emit(op, [x], np.invert if op == "bitwise_not" else np.logical_not, dims=[x.dims])


@operator("clip", "nn.leakyrelu", "nn.softplus", weight=1)
def _with_numbers(g):
    op = g.choose(["clip", "nn.leakyrelu", "nn.softplus"])
    if op == "clip":
        x = g.any_number()
        low, high = (-1.25, 2.5) if is_float(x.dtype) else (0, 5) if x.dtype.kind == "u" else (-3, 4)
        kind = "f64" if is_float(x.dtype) else "i64"
        g.emit(op, [x], lambda x: np.clip(x, low, high), f"min = {low} : {kind}, max = {high} : {kind}", [x.dims], exact=True)
        return
    x = g.pick(g.float, low=-10, high=10)
    if op == "nn.leakyrelu":
        g.emit(op, [x], lambda x: np.where(x < 0, 0.2 * x, x), "alpha = 0.2", [x.dims])
    else:
        g.emit(op, [x], lambda x: np.where(x * 2 > 20, x, np.log1p(np.exp(x * 2)) / 2), "beta = 2.0", [x.dims])


def _toward_zero(x, y):
    """The quotient of integers, 0 for those by 0; the least one by -1 wraps."""
    y1 = np.where(y == 0, 1, y).astype(x.dtype)
    if x.dtype.kind == "u":
        return np.where(y == 0, 0, x // y1).astype(x.dtype)
    wraps = y1 == -1
    down = x // np.where(wraps, 1, y1)
    down = np.where(wraps, np.negative(x), down)
    rest = np.where(wraps, 0, x - down * y1)
    return np.where(y == 0, 0, down + ((rest != 0) & ((x < 0) != (y1 < 0)))).astype(x.dtype)


def _divide(x, y):
    return x / y if x.dtype.kind == "f" else _toward_zero(x, y)


def _down(x, y):
    if x.dtype.kind == "f":
        return np.floor(x / y)
    y1 = np.where(y == 0, 1, y).astype(x.dtype)
    wraps = (y1 == -1) if x.dtype.kind == "i" else np.zeros(y1.shape, bool)
    return np.where(y == 0, 0, np.where(wraps, np.negative(x), x // np.where(wraps, 1, y1))).astype(x.dtype)


def _down_rest(x, y):
    if x.dtype.kind == "f":
        return np.mod(x, y)
    return np.where(np.broadcast_to((y == 1) | ((y == -1) if x.dtype.kind == "i" else False), np.broadcast_shapes(x.shape, y.shape)),
                    0, np.mod(x, np.where(y == (-1 if x.dtype.kind == "i" else 1), 1, y))).astype(x.dtype)


def _rest(x, y):
    if x.dtype.kind == "f":
        return np.fmod(x, y)
    return np.where((y == -1) if x.dtype.kind == "i" else False, 0, np.fmod(x, np.where(y == (-1 if x.dtype.kind == "i" else 1), 1, y))).astype(x.dtype)


_BINARY = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply}
_ORDER = {"maximum": np.maximum, "minimum": np.minimum}
_COMPARE = {"equal": np.equal, "not_equal": np.not_equal, "greater": np.greater, "greater_equal": np.greater_equal, "less": np.less,
            "less_equal": np.less_equal}
_BITS = {"bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor}
_LOGIC = {"logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor}


def _both(g, x, y):
    """Operands in either order."""
    return (x, y) if g.chance(0.5) else (y, x)


@operator(*_BINARY, weight=3)
def _arithmetic(g):
    op = g.choose(list(_BINARY))
    x = g.any_number()
    x, y = _both(g, x, g.mate(x))
    g.emit(op, [x, y], _BINARY[op], dims=[broadcast_dims(g, x, y)])


@operator(*_ORDER, weight=1.5)
def _ordering(g):
    op = g.choose(list(_ORDER))
    x = g.any_number() if g.chance(0.9) else g.pick(BOOL)
    x, y = _both(g, x, g.mate(x))
    g.emit(op, [x, y], _ORDER[op], dims=[broadcast_dims(g, x, y)], exact=True)


@operator(*_COMPARE, weight=1.5)
def _comparison(g):
    op = g.choose(list(_COMPARE))
    x = g.anything(exact=True, where=lambda v: v.dtype not in F8)
    x, y = _both(g, x, g.mate(x, exact=True))
    g.emit(op, [x, y], _COMPARE[op], dims=[broadcast_dims(g, x, y)], elements=[BOOL])


@operator(*_BITS, *_LOGIC, weight=1.5)
def _bits(g):
    op = g.choose([*_BITS, *_LOGIC])
    x = g.pick(BOOL if op in _LOGIC or g.chance(0.2) else g.integer)
    x, y = _both(g, x, g.mate(x))
    g.emit(op, [x, y], (_BITS | _LOGIC)[op], dims=[broadcast_dims(g, x, y)])


@operator("divide", "atan2", "log_add_exp", "power", weight=1.5)
def _float_pairs(g):
    op = g.choose(["divide", "divide", "atan2", "log_add_exp", "power"])
    if op == "divide":
        if g.chance(0.3):
            x = g.pick(g.integer)
            y = g.mate(x)
        else:
            x = g.pick(g.float)
            y = g.mate(x, low=0.3, high=1e3) if g.chance(0.8) else g.mate(x, low=-8, high=-0.3)
        g.emit(op, [x, y], _divide, dims=[broadcast_dims(g, x, y)])
    elif op == "power":
        if g.chance(0.25):
            x = g.pick(g.integer)
            y = g.mate(x, low=0, high=5)
            g.emit(op, [x, y], lambda x, y: np.power(x, y, dtype=x.dtype), dims=[broadcast_dims(g, x, y)])
        else:
            x = g.pick(g.float, low=0.1, high=5)
            y = g.mate(x, low=-4, high=4)
            g.emit(op, [x, y], np.power, dims=[broadcast_dims(g, x, y)], noise=8)
    else:
        x = g.pick(g.float, low=0.2 if op == "atan2" else -20, high=20)
        y = g.mate(x, low=0.2 if op == "atan2" else -20, high=20)
        g.emit(op, [x, y], np.arctan2 if op == "atan2" else np.logaddexp, dims=[broadcast_dims(g, x, y)], noise=4)


@operator("floor_divide", "floor_mod", "mod", weight=0.8)
def _quotients(g):
    op = g.choose(["floor_divide", "floor_mod", "mod"])

    def quarters(value):
        return bool((np.rint(value.array * 4) == value.array * 4).all()) if is_float(value.dtype) else True

    x = g.any_number(exact=True, where=quarters)
    y = g.mate(x, exact=True)
    # Quarters that are not 0: no quotient is close to a whole number.
    if not quarters(y) or (op != "floor_divide" or is_float(x.dtype)) and (y.array == 0).any():
        raise Skip
    g.emit(op, [x, y], {"floor_divide": _down, "floor_mod": _down_rest, "mod": _rest}[op], dims=[broadcast_dims(g, x, y)], exact=True)


def _shift(x, y, left):
    """Shifts by too much, or by less than 0, give 0, or to the right the sign."""
    bits = x.dtype.itemsize * 8
    far = (y < 0) | (y >= bits)
    near = np.where(far, 0, y).astype(x.dtype)
    if left:
        return np.where(far, 0, np.left_shift(x, near)).astype(x.dtype)
    return np.where(far, np.where(x < 0, -1, 0).astype(x.dtype) if x.dtype.kind == "i" else np.zeros_like(x), np.right_shift(x, near)).astype(x.dtype)


@operator("left_shift", "right_shift", weight=0.8)
def _shifts(g):
    left = g.chance(0.5)
    x = g.pick(g.integer)
    y = g.mate(x, low=0, high=9) if g.chance(0.7) else g.mate(x)
    g.emit("left_shift" if left else "right_shift", [x, y], lambda x, y: _shift(x, y, left), dims=[broadcast_dims(g, x, y)])


@operator("ewise_fma", weight=0.6)
def _fma(g):
    x = g.any_number()
    y, z = (g.pick(x.dtype, shape=x.shape) for _ in range(2))
    if not x.dims == y.dims == z.dims:
        raise Skip
    g.emit("ewise_fma", [x, y, z], lambda x, y, z: x * y + z, dims=[x.dims], magnitude=lambda x, y, z: np.abs(x * y) if is_float(g.float) else 0)


@operator("where", weight=1.2)
def _where(g):
    x = g.anything()
    y = g.mate(x)
    c = g.mate(x, dtype=BOOL)
    g.emit("where", [c, x, y], np.where, dims=[broadcast_dims(g, c, x, y)], elements=[x.dtype], exact=True)


def to_element(x, source, target):
    """The conversion that astype says."""
    if target == BOOL:
        return x != 0
    if not is_float(target):
        if not is_float(source):
            return x.astype(target)
        info = np.iinfo(target)
        cut = np.where(np.isnan(x), 0, np.trunc(x))
        kept = np.where((cut > info.min) & (cut < info.max), cut, 0).astype(target)
        return np.where(cut >= info.max, np.asarray(info.max, target), np.where(cut <= info.min, np.asarray(info.min, target), kept)).astype(target)
    if target in F8:
        greatest = float(ml_dtypes.finfo(target).max)
        x = np.clip(x.astype(np.float64), -greatest, greatest)
    if source.kind in "iu" and source.itemsize == 8 and target == F64:
        return x.astype(np.float64)
    # From a wide integer by way of f64 would round twice; numpy has no shorter way to narrow floats.
    return x.astype(np.float64).astype(target).astype(np.float64) if target != F32 else x.astype(np.float32).astype(np.float64)


@operator("astype", "wrap_param", weight=2)
def _casts(g):
    target = g.choose([g.float, g.float, g.integer, g.integer, BOOL, g.choose(FLOATS + INTEGERS + F8)])
    to_float = is_float(target)
    x = g.anything(where=lambda v: v.exact or (to_float and target not in F8))
    source = x.dtype
    if source in F8 and target in F8 and source != target:
        raise Skip
    big = source.kind in "iu" and source.itemsize >= 4 and to_float and target != F64
    if big and x.array.size and np.abs(x.array.astype(np.float64)).max() > 2000:
        raise Skip
    narrower = to_float and (not is_float(source) or ml_dtypes.finfo(source).nmant > ml_dtypes.finfo(target).nmant)
    # What is rounded is rounded once here; an exact value has one neighbour only.
    exact = not to_float or not narrower or (x.exact and target not in F8)
    op = "wrap_param" if g.chance(0.1) and any(x is p for p in g.parameters) and g.outer is None and g.depth == 0 and source not in F8 else "astype"
    g.emit(op, [x], lambda x: to_element(x, source, target), f"dtype = {NAMES[target.name]}", [x.dims], elements=[target], exact=exact or x.exact,
           noise=1)


@operator("nn.prelu", weight=0.5)
def _prelu(g):
    x = g.pick(g.float, rank=(1, 2, 3))
    axis = g.integers(0, x.array.ndim)
    a = g.fresh(x.dtype, (x.shape[axis],), is_static=isinstance(x.dims[axis], int))
    shape = [-1 if k == axis else 1 for k in range(x.array.ndim)]
    g.emit("nn.prelu", [x, a], lambda x, a: np.where(x < 0, x * a.reshape(shape), x), f"axis = {axis} : i64",
           [x.dims] if x.dims[axis] == a.dims[0] else None)


@operator("nn.dropout", "grad.no_grad", "grad.start_checkpoint", "grad.end_checkpoint", "builtin.stop_lift_params", weight=0.5)
def _same(g):
    op = g.choose(["nn.dropout", "grad.no_grad", "grad.start_checkpoint", "grad.end_checkpoint", "builtin.stop_lift_params"])
    if op == "nn.dropout":
        x = g.pick(g.float)
        g.emit(op, [x], lambda x: [x, np.ones_like(x)], "rate = 0.5", [x.dims, x.dims], elements=[x.dtype] * 2, exact=True)
    else:
        x = g.any_number()
        g.emit(op, [x], lambda x: x, dims=[x.dims], exact=True)


# Creation.
def _known_dims(g):
    """A shape as sizes, some of them expressions of what is known."""
    shape = g.shape(g.integers(0, 4))
    if not g.symbols or not g.chance(0.6):
        return list(shape), shape
    dims, sizes = [], []
    for size in shape:
        if g.chance(0.6):
            symbol = g.choose(list(g.symbols))
            dim, size = g.choose([(symbol, g.symbols[symbol]), (f"{symbol} + 1", g.symbols[symbol] + 1), (f"{symbol} * 2", g.symbols[symbol] * 2)])
            dims.append(dim)
        else:
            dims.append(size)
        sizes.append(size)
    if np.prod(sizes) > 4000:
        raise Skip
    return dims, tuple(sizes)


@operator("ones", "zeros", "full", "ones_like", "zeros_like", "full_like", weight=1)
def _fills(g):
    op = g.choose(["ones", "zeros", "full", "ones_like", "zeros_like", "full_like"])
    dtype = g.choose([g.float, g.integer, BOOL])
    text = f"dtype = {NAMES[dtype.name]}"
    wide = np.float64 if is_float(dtype) else dtype
    if op.endswith("like"):
        x = g.anything()
        if op == "full_like":
            v = g.pick(dtype, shape=())
            g.emit(op, [x, v], lambda x, v: np.full(x.shape, v), dims=[x.dims], elements=[dtype], exact=True,
                   attributes=text) if v.exact else _raise()
        else:
            g.emit(op, [x], lambda x: np.full(x.shape, int(op == "ones_like"), wide), text, [x.dims], elements=[dtype], exact=True)
            # Errors of the operand do not matter.
        return
    dims, shape = _known_dims(g)
    operand = g.shape_operand(dims)
    if op == "full":
        v = g.pick(dtype, shape=())
        g.emit(op, [v], lambda v: np.full(shape, v), "", [dims], elements=[dtype], exact=True, operands=[operand, v])
    else:
        g.emit(op, [], lambda: np.full(shape, int(op == "ones"), wide), text, [dims], elements=[dtype], exact=True, operands=[operand])


def _raise():
    raise Skip


def _made(op, attributes):
    """A line of an operator without operands."""
    return lambda left, operands, results: f"{left} = relax.{op} {{{attributes}}} : () -> {results}"


@operator("arange", "eye", "hamming_window", weight=0.8)
def _ranges(g):
    op = g.choose(["arange", "arange", "eye", "hamming_window"])
    dtype = g.choose([g.float, g.integer, g.choose(SIGNED)])
    name = NAMES[dtype.name]
    wide = np.float64 if is_float(dtype) else dtype
    if op == "arange":
        if g.symbols and g.chance(0.4):
            symbol = g.choose(list(g.symbols))
            if g.symbols[symbol] > (100 if dtype.itemsize == 1 or dtype == BF16 else 2000):
                raise Skip
            text = f"start = #relax.expr<0>, end = #relax.expr<{symbol}>, step = #relax.expr<1>, dtype = {name}"
            g.emit(op, [], lambda: np.arange(g.symbols[symbol], dtype=wide), dims=[[symbol]], elements=[dtype], exact=True, line=_made(op, text))
            return
        start, step, count = g.integers(0 if dtype.kind == "u" else -5, 6), g.integers(1, 4), g.integers(0, 30)
        if dtype.kind != "u" and g.chance(0.3):
            step = -step
        if is_float(dtype) and g.chance(0.5):
            start, step = start / 4, step / 4
        end = start + count * step
        array = (start + step * np.arange(count)).astype(wide)
        text = (f"start = {float(start)} : f64, end = {float(end)} : f64, step = {float(step)} : f64" if isinstance(start, float) else
                f"start = #relax.expr<{start}>, end = #relax.expr<{end}>, step = #relax.expr<{step}>")
        g.emit(op, [], lambda: array, dims=[[count]], elements=[dtype], exact=True, line=_made(op, f"{text}, dtype = {name}"))
    elif op == "eye":
        n, m, k = g.integers(0, 9), g.integers(0, 9), g.integers(-3, 4)
        g.emit(op, [], lambda: np.eye(n, m, k, wide), dims=[[n, m]], elements=[dtype], exact=True,
               line=_made(op, f"n = #relax.expr<{n}>, m = #relax.expr<{m}>, k = {k} : i64, dtype = {name}"))
    else:
        size, periodic = g.integers(1, 40), g.chance(0.5)
        steps = max(size if periodic else size - 1, 1)
        expected = 0.54 - 0.46 * np.cos(2 * np.pi * np.arange(size) / steps)
        g.emit(op, [], lambda: expected, dims=[[size]], elements=[g.float], noise=4,
               line=_made(op, f"window_size = {size} : i64, periodic = {truth(periodic)}, dtype = {NAMES[g.float.name]}"))


@operator("tril", "triu", "eye_like", weight=1)
def _diagonals(g):
    op = g.choose(["tril", "triu", "eye_like"])
    k = g.integers(-3, 4)
    x = g.any_number(rank=2 if op == "eye_like" else (2, 3, 4))
    wide = np.float64 if is_float(x.dtype) else x.dtype
    functions = {"tril": lambda x: np.tril(x, k), "triu": lambda x: np.triu(x, k), "eye_like": lambda x: np.eye(*x.shape, k, wide)}
    g.emit(op, [x], functions[op], f"k = {k} : i64", [x.dims], exact=True)


# Shapes as values.
@operator("shape_of", "shape_to_tensor", "size", "tensor_to_shape", "scalar_to_tensor", "prim_value", weight=1)
def _shapes(g):
    op = g.choose(["shape_to_tensor", "size", "tensor_to_shape", "scalar_to_tensor"])
    x = g.anything()
    i64 = np.dtype("int64")
    if op == "size":
        g.emit(op, [x], lambda x: np.int64(x.size), dims=[[]], elements=[i64], line=lambda left, o, r: f"{left} = relax.size {x.name} : {x.type} -> {r}")
    elif op == "shape_to_tensor":
        rank = x.array.ndim
        shape = f"!relax.shape<rank {rank}>" if "?" in x.dims else f"!relax.shape<[{', '.join(map(str, x.dims))}]>"
        operand = Operand(g.fresh_name(), shape)
        operand.line = f"{operand.name} = relax.shape_of {x.name} : {x.type} -> {shape}"
        g.emit(op, [x], lambda x: np.array(x.shape, np.int64), dims=[[rank]], elements=[i64], operands=[operand],
               line=lambda left, o, r: f"{left} = relax.shape_to_tensor {operand.name} : {shape} -> {r}")
    elif op == "tensor_to_shape":
        # A shape that is computed, for a broadcast or a reshape.
        flat = g.given(i64, np.array([x.array.size], np.int64), is_static=True)
        operand = Operand(g.fresh_name(), "!relax.shape<rank 1>")
        operand.line = f"{operand.name} = relax.tensor_to_shape {flat.name} : {flat.type} -> !relax.shape<rank 1>"
        g.emit("reshape", [x, flat], lambda x, _: x.reshape(-1), dims=[["?"]], elements=[x.dtype], exact=True, operands=[x, operand], reach="tensor_to_shape", is_open=True)
    elif g.symbols:
        symbol = g.choose(list(g.symbols))
        scalar = Operand(g.fresh_name(), "i64")
        scalar.line = f"{scalar.name} = relax.prim_value {symbol} * 3 + 1 : i64"
        g.emit(op, [], lambda: np.int64(g.symbols[symbol] * 3 + 1), dims=[[]], elements=[i64], operands=[scalar],
               line=lambda left, o, r: f"{left} = relax.scalar_to_tensor {scalar.name} : i64 -> {r}")
    else:
        raise Skip


@operator("inspect.tensor_ndim", "inspect.tensor_shape_i", "inspect.tensor_dtype_bits", "inspect.tensor_dtype_code", "inspect.tensor_dtype_lanes",
          "inspect.tensor_stride_i", "inspect.tensor_byte_offset", "inspect.tensor_elem_offset", weight=0.5)
def _inspection(g):
    x = g.anything(rank=(1, 2, 3))
    axis = g.integers(0, x.array.ndim)
    code = {"i": 0, "u": 1, "b": 6}.get(x.dtype.kind, 4 if x.dtype == BF16 else 2)
    answers = {"ndim": x.array.ndim, "shape_i": x.shape[axis], "dtype_bits": 8 * x.dtype.itemsize, "dtype_code": code, "dtype_lanes": 1,
               "stride_i": int(np.prod(x.shape[axis + 1:])), "byte_offset": 0, "elem_offset": 0}
    kind = g.choose(list(answers))
    if x.dtype in F8 and kind == "dtype_code" or kind == "dtype_bits" and x.dtype == BOOL or kind == "stride_i" and not x.array.size:
        raise Skip
    scalar = Operand(g.fresh_name(), "i64")
    place, place_type = "", ""
    if kind.endswith("_i"):
        place, place_type = f", {scalar.name}a", ", i64"
    question = f"{scalar.name} = relax.inspect.tensor_{kind} {x.name}{place} : {x.type}{place_type} -> i64"
    scalar.line = f"{scalar.name}a = relax.prim_value {axis} : i64\n  {question}" if place else question
    g.emit("scalar_to_tensor", [x], lambda x: np.int64(answers[kind]), dims=[[]], elements=[np.dtype("int64")], operands=[scalar],
           line=lambda left, o, r: f"{left} = relax.scalar_to_tensor {scalar.name} : i64 -> {r}", reach=f"inspect.tensor_{kind}")
