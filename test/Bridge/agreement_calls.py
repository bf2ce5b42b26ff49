"""Calls of TVM's operators, drawn by a seed: names, operands and attributes."""
import random
from dataclasses import dataclass

import numpy as np
from tvm import relax, tirx
from tvm.relax import op

# What symbols are when a module runs.
SIZES = {"n": 3, "m": 5}
_FLOATS = ("float32", "float32", "float32", "float16", "float64")
_INTEGERS = ("int32", "int64", "int8", "uint8")
_NUMBERS = _FLOATS + ("int32", "int64")
_UNARY = ("abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "erf", "exp", "floor", "isfinite", "isinf", "isnan",
          "log", "negative", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "square", "tan", "tanh", "trunc", "nn.relu", "nn.gelu",
          "nn.gelu_tanh", "nn.silu", "nn.selu", "nn.leakyrelu", "nn.softplus", "zeros_like", "ones_like", "flatten", "nn.batch_flatten",
          "shape_of", "permute_dims", "size", "tril", "triu", "nonzero", "grad.no_grad", "nn.softmax", "nn.log_softmax")
_BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "floor_divide", "floor_mod", "mod", "equal", "not_equal", "greater",
           "greater_equal", "less", "less_equal", "atan2", "log_add_exp")
_BITS = ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift")
_TRUTH = ("logical_and", "logical_or", "logical_xor")
_REDUCTIONS = ("sum", "mean", "max", "min", "prod", "variance", "std", "median")
_INTEGER_UNARY = ("abs", "negative", "sign", "square", "bitwise_not", "nn.relu", "zeros_like", "ones_like", "flatten", "shape_of", "permute_dims")


def operator(name):
    """The function of TVM that makes a call."""
    found = op
    for part in name.split("."):
        found = getattr(found, part)
    return found


@dataclass
class Operand:
    """A parameter: its sizes, elements, the bound of indices, the least and the greatest number."""

    shape: list
    dtype: str
    bound: int = 0
    least: float = -2
    most: float = 2

    def type(self):
        return relax.TensorType(self.shape, self.dtype)

    def values(self, rng):
        """An array; symbols have the sizes of `SIZES`."""
        shape = [SIZES[str(size.name)] if hasattr(size, "name") else int(size) for size in self.shape]
        if self.bound:
            return rng.integers(0, self.bound, shape).astype(self.dtype)
        if self.dtype == "bool":
            return rng.integers(0, 2, shape).astype(bool)
        if "int" in self.dtype:
            return rng.integers(1, 5, shape).astype(self.dtype)
        # Numbers for which neither roots nor logarithms are NaN throughout.
        return rng.uniform(0.1, 0.9, shape).astype(self.dtype) if rng.random() < 0.5 else rng.uniform(self.least, self.most, shape).astype(self.dtype)


class Draw:
    """What a call is drawn from."""

    def __init__(self, seed, symbolic):
        self.random = random.Random(seed)
        self.symbols = [tirx.Var(name, "int64") for name in SIZES] if symbolic else []

    def one(self, *choices):
        return self.random.choice(choices)

    def flag(self, chance=0.5):
        return self.random.random() < chance

    def size(self):
        """A size; a symbol at times, if there are any."""
        return self.random.choice(self.symbols) if self.symbols and self.flag(0.35) else self.one(1, 2, 3, 4, 5, 8)

    def shape(self, low=1, high=4):
        return [self.size() for _ in range(self.random.randint(low, high))]

    def axis(self, shape):
        """One of the axes, counted from either end."""
        return self.random.randrange(-len(shape), len(shape))

    def axes(self, shape):
        return self.random.sample(range(len(shape)), self.random.randint(1, len(shape)))

    def fixed(self, low=1, high=4):
        return [self.one(2, 3, 4, 6) for _ in range(self.random.randint(low, high))]

    def pair(self, *choices):
        return [self.one(*choices), self.one(*choices)]


def _unary(d):
    if d.flag(0.25):
        name = d.one(*_INTEGER_UNARY)
        return name, [Operand(d.shape(), d.one("int32", "int64"))], lambda x: operator(name)(x)
    name = d.one(*_UNARY)
    shape = d.shape(2 if name in ("tril", "triu", "nn.batch_flatten") else 1)
    return name, [Operand(shape, d.one(*_FLOATS))], lambda x: operator(name)(x)


def _binary(d):
    shape, dtype = d.shape(), d.one(*_NUMBERS)
    other = [1 if d.flag(0.3) else size for size in shape[d.random.randint(0, len(shape) - 1):]]
    if d.flag(0.2):
        name, dtype = (d.one(*_BITS), d.one("int32", "int64", "uint8")) if d.flag() else (d.one(*_TRUTH), "bool")
    else:
        name = d.one(*_BINARY)
        if name in ("atan2", "log_add_exp", "power"):
            dtype = d.one(*_FLOATS)
    if d.flag(0.15) and dtype != "bool":
        return name, [Operand(shape, dtype)], lambda x: operator(name)(x, relax.const(2, dtype))
    operands = [Operand(shape, dtype), Operand(other, dtype)]
    d.random.shuffle(operands)
    return name, operands, lambda x, y: operator(name)(x, y)


def _number(d):
    """A tensor with a number as the other operand."""
    name, dtype = d.one("add", "subtract", "multiply", "maximum", "minimum"), d.one("float32", "int64", "int32")
    value = relax.prim_value(tirx.const(2, dtype))
    return name, [Operand(d.shape(), dtype)], lambda x: operator(name)(x, value)


def _reduction(d):
    name, shape = d.one(*_REDUCTIONS), d.shape()
    axes, keep = d.one(None, d.axis(shape), d.axes(shape)), d.flag()
    if name == "median" and isinstance(axes, list):
        axes = axes[:1]
    dtype = d.one(*_FLOATS) if name in ("mean", "variance", "std", "median") else d.one(*_NUMBERS)
    return name, [Operand(shape, dtype)], lambda x: operator(name)(x, axes, keep)


def _matmul(d):
    dtype, batch, inner = d.one(*_NUMBERS), d.shape(0, 2), d.size()
    left = batch + [d.size(), inner] if d.flag(0.85) else [inner]
    right = (batch if d.flag(0.3) else []) + [inner, d.size()] if d.flag(0.85) else [inner]
    wide = "float32" if dtype == "float16" and d.flag() else None
    return "matmul", [Operand(left, dtype), Operand(right, dtype)], lambda x, y: op.matmul(x, y, out_dtype=wide)


def _linear(d):
    dtype, rows, inner, columns = d.one(*_FLOATS), d.size(), d.size(), d.size()
    operands = [Operand(d.shape(0, 1) + [rows, inner], dtype), Operand([columns, inner], dtype), Operand([columns], dtype)]
    return "linear", operands, lambda x, w, b: op.linear(x, w, b)


def _einsum(d):
    a, b, c = d.size(), d.size(), d.size()
    text, shapes = d.one(("ij,jk->ik", ([a, b], [b, c])), ("bij,bjk->bik", ([a, b, c], [a, c, b])), ("ij,kj->ik", ([a, b], [c, b])),
                         ("i,j->ij", ([a], [b])), ("ij,ij->i", ([a, b], [a, b])))
    return "einsum", [Operand(shape, "float32") for shape in shapes], lambda x, y: op.einsum((x, y), text)


def _outer(d):
    return "outer", [Operand([d.size()], "float32"), Operand([d.size()], "float32")], lambda x, y: op.outer(x, y)


def _take(d):
    shape = d.fixed()
    axis, mode = d.axis(shape), d.one("fast", "clip", "wrap", "clip")
    operands = [Operand(shape, d.one(*_NUMBERS)), Operand(d.shape(0, 2), d.one("int32", "int64"), shape[axis])]
    return "take", operands, lambda x, i: op.take(x, i, axis, mode=mode)


def _gather(d):
    shape = d.fixed(2, 3)
    axis = d.random.randrange(len(shape))
    dtype = d.one(*_NUMBERS)
    if d.flag():
        at = [d.size() if place == axis else size for place, size in enumerate(shape)]
        return "gather_elements", [Operand(shape, dtype), Operand(at, "int64", shape[axis])], lambda x, i: op.gather_elements(x, i, axis)
    return "gather_nd", [Operand(shape, dtype), Operand([d.size(), d.one(1, 2)], "int64", 2)], lambda x, i: op.gather_nd(x, i)


def _scatter(d):
    shape, dtype = d.fixed(2, 3), d.one("float32", "int32", "float64")
    form = d.one("elements", "nd", "put")
    if form == "elements":
        axis, how = d.random.randrange(len(shape)), d.one("update", "add", "mul", "min", "max", "mean") if dtype != "int32" else "add"
        at = [1 if place == axis else size for place, size in enumerate(shape)]
        operands = [Operand(shape, dtype), Operand(at, "int64", shape[axis]), Operand(at, dtype)]
        return "scatter_elements", operands, lambda x, i, u: op.scatter_elements(x, i, u, axis, how)
    if form == "nd":
        how = d.one("add", "update")
        operands = [Operand(shape, dtype), Operand([1, 1], "int64", 2), Operand([1, *shape[1:]], dtype)]
        return "scatter_nd", operands, lambda x, i, u: op.scatter_nd(x, i, u, how)
    operands = [Operand(shape[:1], dtype), Operand([1], "int64", 2), Operand([1], dtype)]
    return "index_put", operands, lambda x, i, u: op.index_put(x, (i,), u, accumulate=d.flag())


def _index_tensor(d):
    shape, at = d.fixed(2, 3), d.shape(1, 2)
    count = d.one(1, 2)
    operands = [Operand(shape, "float32")] + [Operand(at, "int64", 2) for _ in range(count)]
    return "index_tensor", operands, lambda x, *i: op.index_tensor(x, i)


def _join(d):
    shape, count, dtype = d.shape(), d.one(1, 2, 3), d.one(*_NUMBERS)
    if d.flag(0.3):
        axis = d.random.randrange(-len(shape) - 1, len(shape) + 1)
        return "stack", [Operand(shape, dtype)] * count, lambda *x: op.stack(x, axis)
    axis = d.axis(shape)
    shapes = [[d.size() if place == axis % len(shape) else size for place, size in enumerate(shape)] for _ in range(count)]
    return "concat", [Operand(one, dtype) for one in shapes], lambda *x: op.concat(x, axis)


def _split(d):
    shape = d.fixed(1, 3)
    axis = d.axis(shape)
    shape[axis] = 6
    parts = d.one(2, 3, [2], [1, 4])
    return "split", [Operand(shape, d.one(*_NUMBERS))], lambda x: op.split(x, parts, axis)


def _shape_change(d):
    shape, dtype = d.shape(), d.one(*_NUMBERS)
    name = d.one("reshape", "expand_dims", "squeeze", "permute_dims", "broadcast_to", "flip", "repeat", "tile", "layout_transform")
    x = [Operand(shape, dtype)]
    if name == "reshape":
        to = d.one([-1], [1, -1], [*shape, 1], [0, -1] if len(shape) > 1 else [-1], list(reversed(shape)))
        return name, x, lambda x: op.reshape(x, to)
    if name == "expand_dims":
        axes = d.one([0], [-1], [0, -1], [1])
        return name, x, lambda x: op.expand_dims(x, axes)
    if name == "squeeze":
        axis = d.random.randrange(len(shape) + 1)
        shape.insert(axis, 1)
        chosen = [axis] if d.symbols or d.flag() else None
        return name, [Operand(shape, dtype)], lambda x: op.squeeze(x, chosen)
    if name == "permute_dims":
        order = d.random.sample(range(len(shape)), len(shape))
        return name, x, lambda x: op.permute_dims(x, order)
    if name == "broadcast_to":
        to = [d.size()] + shape
        return name, x, lambda x: op.broadcast_to(x, to)
    if name == "flip":
        axis = d.axis(shape)
        return name, x, lambda x: op.flip(x, axis)
    if name == "repeat":
        axis, times = d.one(None, d.axis(shape)), d.one(1, 2, 3)
        return name, x, lambda x: op.repeat(x, times, axis)
    if name == "tile":
        times = [d.one(1, 2, 3) for _ in range(d.random.randint(1, len(shape) + 1))]
        return name, x, lambda x: op.tile(x, times)
    block = d.one(2, 4)
    return name, [Operand([d.size(), 8], dtype)], lambda x: op.layout_transform(x, lambda i, j: (j // block, i, j % block))


def _slice(d):
    shape, dtype = d.fixed(), d.one(*_NUMBERS)
    axis = d.random.randrange(len(shape))
    form = d.one("strided", "strided", "dynamic", "scatter")
    if form == "dynamic":
        limits = [Operand([len(shape)], "int64", bound) for bound in (1, 3)]
        steps = Operand([len(shape)], "int64")
        return "dynamic_strided_slice", [Operand(shape, dtype), *limits, steps], lambda x, b, e, s: op.dynamic_strided_slice(x, b, e, s)
    if form == "scatter":
        part = [1 if place == axis else size for place, size in enumerate(shape)]
        return "slice_scatter", [Operand(shape, dtype), Operand(part, dtype)], lambda x, y: op.slice_scatter(x, y, 0, 1, 1, axis=axis)
    begin, end, step = d.one((0, 2, 1), (1, 9, 1), (-2, 9, 1), (0, 9, 2), (9, -9, -1), (0, -1, 1))
    if d.symbols and step == 1:
        shape = [d.size() for _ in shape]
    return "strided_slice", [Operand(shape, dtype)], lambda x: op.strided_slice(x, [axis], [begin], [end], [step])


def _cast(d):
    source, target = d.one(*_NUMBERS, "bool"), d.one("float32", "float16", "float64", "int32", "int64", "bool", "uint8", "int8")
    # C and LLVM say nothing of floats that an integer without a sign cannot hold; docs/semantics.md has what we do.
    least = -0.9 if target == "uint8" else -2
    return "astype", [Operand(d.shape(), source, least=least)], lambda x: op.astype(x, target)


def _where(d):
    shape, dtype = d.shape(), d.one(*_NUMBERS)
    other = shape[d.random.randrange(len(shape)):]
    return "where", [Operand(shape, "bool"), Operand(other, dtype), Operand(shape, dtype)], lambda c, x, y: op.where(c, x, y)


def _create(d):
    shape, dtype = d.shape(), d.one(*_NUMBERS)
    name = d.one("zeros", "ones", "full", "full_like", "arange", "eye", "one_hot", "hamming_window", "eye_like")
    x = [Operand(shape, dtype)]
    if name in ("zeros", "ones"):
        return name, x, lambda x: operator(name)(shape, dtype)
    if name == "full":
        return name, [Operand(shape, dtype), Operand([], dtype)], lambda x, v: op.full(shape, v, dtype)
    if name == "full_like":
        return name, [Operand(shape, dtype), Operand([], dtype)], lambda x, v: op.full_like(x, v)
    if name == "arange":
        start, stop, step = d.one((0, 8, 1), (2, 10, 3), (0, d.size(), 1), (9, 0, -2))
        return name, x, lambda x: op.arange(start, stop, step, d.one("int64", "float32"))
    if name == "eye":
        rows, columns, k = d.size(), d.one(None, 4), d.one(0, 1, -1)
        return name, x, lambda x: op.eye(rows, columns, k, dtype=dtype)
    if name == "eye_like":
        return name, [Operand(d.shape(2, 2), dtype)], lambda x: op.eye_like(x, d.one(0, 1))
    if name == "one_hot":
        on, off = (relax.prim_value(tirx.const(value, "float32")) for value in (1.0, 0.0))
        return name, [Operand(d.shape(1, 2), "int64", 4)], lambda i: op.one_hot(i, on, off, d.one(4, 5), axis=-1)
    return name, x, lambda x: op.hamming_window(d.one(4, 7), d.flag(), 0.5, 0.4, dtype="float32")


def _scan(d):
    name, shape = d.one("cumsum", "cumprod"), d.shape()
    axis, exclusive = d.axis(shape), d.flag(0.3)
    return name, [Operand(shape, d.one("float32", "float64", "int32"))], lambda x: operator(name)(x, axis, exclusive=exclusive)


def _search(d):
    shape, dtype = d.shape(1, 3), d.one("float32", "float64", "int32")
    name = d.one("argmax", "argmin", "sort", "argsort", "topk", "bucketize", "searchsorted")
    axis = d.axis(shape)
    x = [Operand(shape, dtype)]
    if name in ("argmax", "argmin"):
        return name, [Operand(shape, "float32")], lambda x: operator(name)(x, axis, d.flag())
    if name == "sort":
        return name, [Operand(shape, "float32")], lambda x: op.sort(x, axis, d.flag())
    if name == "argsort":
        return name, [Operand(shape, "float32")], lambda x: op.argsort(x, axis, d.flag(), dtype=d.one("int32", "int64"))
    if name == "topk":
        shape[axis] = 5
        return name, [Operand(shape, "float32")], lambda x: op.topk(x, 3, axis, d.one("both", "values", "indices"), d.flag())
    bounds = relax.const(np.array([-1, 0.25, 0.5, 1], "float32"))
    return "bucketize", [Operand(shape, "float32")], lambda x: op.bucketize(x, bounds, out_int32=d.flag(), right=d.flag())


def _convolution(d):
    axes, dtype = d.one(1, 2, 2, 2, 3), d.one("float32", "float32", "float16")
    groups, kernel, pad, stride, dilation = d.one(1, 1, 2), d.one(1, 3), d.one(0, 1), d.one(1, 2), d.one(1, 1, 2)
    channels, out, batch = 4, d.one(4, 6), d.size()
    space = [d.one(6, 7) for _ in range(axes)]
    name = f"nn.conv{axes}d"
    more = {"strides": stride, "padding": pad, "groups": groups}
    if d.flag(0.2):
        operands = [Operand([batch, channels, *space], dtype), Operand([channels, out // groups, *[kernel] * axes], dtype)]
        return f"{name}_transpose", operands, lambda x, w: operator(f"{name}_transpose")(x, w, **more)
    more["dilation"] = dilation
    data, weight = [batch, channels, *space], [out, channels // groups, *[kernel] * axes]
    if axes == 2 and d.flag(0.3):
        data, weight = [batch, *space, channels], [out, kernel, kernel, channels // groups]
        more |= {"data_layout": "NHWC", "kernel_layout": "OHWI"}
    return name, [Operand(data, dtype), Operand(weight, dtype)], lambda x, w: operator(name)(x, w, **more)


def _pool(d):
    axes, dtype, kind = d.one(1, 2, 2, 3), d.one(*_FLOATS), d.one("max_pool", "avg_pool", "adaptive_avg_pool")
    x = Operand([d.size(), 3, *[d.one(6, 7, 8) for _ in range(axes)]], dtype)
    if kind == "adaptive_avg_pool":
        size = [d.one(1, 2, 3) for _ in range(axes)]
        return f"nn.{kind}{axes}d", [x], lambda x: operator(f"nn.{kind}{axes}d")(x, size)
    more = {"pool_size": [d.one(2, 3)] * axes, "strides": [d.one(1, 2)] * axes, "padding": [d.one(0, 1)] * (2 * axes), "ceil_mode": d.flag(0.3)}
    if kind == "avg_pool":
        more["count_include_pad"] = d.flag()
    return f"nn.{kind}{axes}d", [x], lambda x: operator(f"nn.{kind}{axes}d")(x, **more)


def _normalization(d):
    name = d.one("batch_norm", "layer_norm", "group_norm", "instance_norm", "rms_norm")
    dtype, channels = d.one("float32", "float32", "float16"), 4
    shape = [d.size(), channels, d.size(), d.size()]
    g = Operand([channels], dtype)
    if name == "batch_norm":
        training = d.flag(0.3)
        return f"nn.{name}", [Operand(shape, dtype), *[Operand([channels], dtype, 0) for _ in range(2)], Operand([channels], dtype), Operand([channels], dtype, 3)], (
            lambda x, a, b, mean, variance: op.nn.batch_norm(x, a, b, mean, variance, axis=1, epsilon=1e-3, training=training))
    if name == "group_norm":
        return f"nn.{name}", [Operand(shape, dtype), g, g], lambda x, a, b: op.nn.group_norm(x, a, b, 2, 1, [2, 3])
    if name == "instance_norm":
        return f"nn.{name}", [Operand(shape, dtype), g, g], lambda x, a, b: op.nn.instance_norm(x, a, b, 1, [2, 3])
    last = Operand([*d.shape(1, 3), channels], dtype)
    if name == "layer_norm":
        return f"nn.{name}", [last, g, g], lambda x, a, b: op.nn.layer_norm(x, a, b, [-1], epsilon=1e-3)
    return f"nn.{name}", [last, g], lambda x, a: op.nn.rms_norm(x, a, [-1], 1e-3)


def _activation(d):
    shape, dtype = d.shape(2, 4), d.one(*_FLOATS)
    name = d.one("nn.softmax", "nn.log_softmax", "nn.leakyrelu", "nn.softplus", "nn.prelu", "nn.dropout", "clip", "nn.pad", "nn.pixel_shuffle",
                 "nn.relu6")
    x, axis = [Operand(shape, dtype)], d.axis(shape)
    if name in ("nn.softmax", "nn.log_softmax"):
        return name, x, lambda x: operator(name)(x, axis)
    if name == "nn.leakyrelu":
        return name, x, lambda x: op.nn.leakyrelu(x, d.one(0.01, 0.3))
    if name == "nn.softplus":
        return name, x, lambda x: op.nn.softplus(x, d.one(1.0, 2.0), 20.0)
    if name == "nn.prelu":
        shape[1] = 3
        return name, [Operand(shape, dtype), Operand([3], dtype)], lambda x, a: op.nn.prelu(x, a, 1)
    if name == "nn.dropout":
        return name, x, lambda x: relax.TupleGetItem(op.nn.dropout(x, 0.25), 0)
    if name == "clip":
        return name, x, lambda x: op.clip(x, -0.5, 0.5)
    if name == "nn.pad":
        width = [d.one(0, 1) for _ in range(2 * len(shape))]
        return name, [Operand([d.one(3, 4) for _ in shape], dtype)], lambda x: op.nn.pad(x, width, d.one("constant", "reflect", "replicate"))
    if name == "nn.relu6":
        return name, x, lambda x: op.nn.relu6(x)
    return name, [Operand([d.size(), 8, 3, d.size()], dtype)], lambda x: op.nn.pixel_shuffle(x, 2)


def _attention(d):
    dtype = d.one("float32", "float16")
    queries, keys, heads = d.size(), d.one(4, 6), d.one(1, 2)
    batch = d.size()
    q, k = Operand([batch, queries, heads, 8], dtype), Operand([batch, keys, heads, 8], dtype)
    if d.flag(0.3):
        return "nn.attention_bias", [q, k, k, Operand([batch, heads, queries, keys], dtype)], lambda q, k, v, b: op.nn.attention(q, k, v, bias=b)
    mask = d.one(None, None, "TopLeft")
    return "nn.attention", [q, k, k], lambda q, k, v: op.nn.attention(q, k, v, causal_mask=mask)


def _loss(d):
    rows, classes = d.size(), 4
    if d.flag():
        x = Operand([rows, classes], "float32")
        return "nn.cross_entropy_with_logits", [x, x], lambda x, y: op.nn.cross_entropy_with_logits(x, y)
    how = d.one("mean", "sum", "none")
    return "nn.nll_loss", [Operand([rows, classes], "float32"), Operand([rows], "int64", classes), Operand([classes], "float32")], (
        lambda x, t, w: op.nn.nll_loss(x, t, w, how))


def _image(d):
    method = d.one("nearest_neighbor", "linear", "cubic")
    how = d.one("half_pixel", "align_corners", "asymmetric")
    if d.flag(0.25):
        operands = [Operand([1, 2, 5, 5], "float32"), Operand([1, 2, 4, 3], "float32")]
        return "image.grid_sample", operands, lambda x, g: op.image.grid_sample(x, g, method=d.one("bilinear", "nearest"))
    shape, layout = d.one(([d.size(), 3, 6, 6], "NCHW"), ([d.size(), 6, 6, 3], "NHWC"))
    size = d.pair(3, 6, 9, 12)
    return "image.resize2d", [Operand(shape, "float32")], (
        lambda x: op.image.resize2d(x, size, layout=layout, method=method, coordinate_transformation_mode=how))


def _quantize(d):
    channels = 4
    scale, zero = relax.const(np.linspace(0.1, 0.4, channels).astype("float32")), relax.const(np.arange(channels).astype("int8"))
    if d.flag():
        return "quantize", [Operand([d.size(), channels], "float32")], lambda x: op.quantize(x, scale, zero, 1, "int8")
    return "dequantize", [Operand([d.size(), channels], "int8")], lambda x: op.dequantize(x, scale, zero, 1, "float32")


def _several(d):
    """Operators of several arrays, or with a size known at run time only."""
    name = d.one("meshgrid", "unique", "collapse_sum_to", "collapse_sum_like", "ewise_fma", "reverse_sequence", "multinomial")
    if name == "meshgrid":
        return name, [Operand([d.size()], "float32"), Operand([d.size()], "float32")], lambda x, y: op.meshgrid((x, y), indexing="ij")
    if name == "unique":
        return name, [Operand(d.fixed(1, 2), d.one("float32", "int64"))], lambda x: op.unique(x, sorted=True)
    if name == "collapse_sum_to":
        columns = d.size()
        return name, [Operand([d.size(), columns], "float32")], lambda x: op.collapse_sum_to(x, [1, columns] if d.flag() else [columns])
    if name == "collapse_sum_like":
        columns = d.size()
        return name, [Operand([d.size(), columns], "float32"), Operand([columns], "float32")], lambda x, y: op.collapse_sum_like(x, y)
    if name == "ewise_fma":
        return name, [Operand(d.shape(), "float32")] * 1, lambda x: op.ewise_fma(x, x, x)
    if name == "reverse_sequence":
        return name, [Operand([5, 3], "float32"), Operand([3], "int64", 5)], lambda x, n: op.reverse_sequence(x, n, 0, 1)
    # Probabilities, and what is drawn evenly.
    operands = [Operand([3, 4], "float32", least=0.1), Operand([2, 1], "float32", least=0, most=1), Operand([2, 1], "int64", 3)]
    return "multinomial_from_uniform", operands, lambda p, u, i: op.multinomial_from_uniform(p, u, i)


# Families, and how often each is drawn.
_FAMILIES = ((_unary, 6), (_binary, 7), (_number, 1), (_reduction, 4), (_matmul, 3), (_linear, 1), (_einsum, 1), (_outer, 1), (_take, 2), (_gather, 2),
             (_scatter, 2), (_index_tensor, 1), (_join, 2), (_split, 1), (_shape_change, 6), (_slice, 3), (_cast, 2), (_where, 2), (_create, 3),
             (_scan, 1), (_search, 3), (_convolution, 4), (_pool, 3), (_normalization, 3), (_activation, 3), (_attention, 1), (_loss, 1), (_image, 2),
             (_quantize, 1), (_several, 2))
_DRAWN = [family for family, weight in _FAMILIES for _ in range(weight)]


def call(seed, symbolic):
    """Name, operands and maker of a call; the same for the same seed."""
    d = Draw(seed, symbolic)
    return d.random.choice(_DRAWN)(d)
