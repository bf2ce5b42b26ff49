"""Normalizations and softmax."""
import torch

from ..builder import Value
from ..registry import register
from ..types import Unsupported
from .elementwise import wide


def _affine(b, x, weight, bias, shape=None):
    for name, value in (("multiply", weight), ("add", bias)):
        if isinstance(value, Value):
            value = b.cast(value, x.dtype)
            x = b.binary(name, x, b.reshape(value, shape) if shape else value)
    return x


def _moments(b, x, axes, eps):
    """The elements normalized over axes, their mean, and one over their standard deviation."""
    mean = b.reduce("mean", x, axes, True)
    rstd = b.unary("rsqrt", b.add(b.reduce("variance", x, axes, True), eps))
    return b.mul(b.sub(x, mean), rstd), mean, rstd


@register("native_layer_norm")
def layer_norm(b, x, shape, weight, bias, eps):
    if not _uses(b.node, 1, 2):
        return [layer_norm_alone(b, x, shape, weight, bias, eps), None, None]
    inner = b.cast(x, wide(x.dtype))
    found, mean, rstd = _moments(b, inner, list(range(x.rank - len(shape), x.rank)), eps)
    return [b.cast(_affine(b, found, weight, bias), x.dtype), _fit(b, mean, 1), _fit(b, rstd, 2)]


def _fit(b, value, number):
    wanted = b.result[number]
    return b.reshape(b.cast(value, wanted.dtype), wanted.dims)


def _uses(node, *numbers):
    """Whether results of a node other than the first are used."""
    return any(user.op == "output" or user.args[1] in numbers for user in node.users)


@register("rms_norm")
def rms_norm(b, x, shape, weight=None, eps=None):
    inner = b.cast(x, wide(x.dtype))
    eps = torch.finfo(x.dtype).eps if eps is None else eps
    axes = list(range(x.rank - len(shape), x.rank))
    square = b.reduce("mean", b.unary("square", inner), axes, True)
    found = b.mul(inner, b.unary("rsqrt", b.add(square, eps)))
    return b.cast(_affine(b, found, weight, None), x.dtype)


def _grouped(b, x, weight, bias, groups, eps):
    """The elements normalized over groups of channels, the mean, and one over the standard deviation."""
    dtype, inner = x.dtype, b.cast(x, wide(x.dtype))
    batch, channels, rest = x.dims[0], x.dims[1], x.dims[2:]
    total = 1
    for dim in rest:
        total = total * dim
    found, mean, rstd = _moments(b, b.reshape(inner, (batch, groups, channels // groups * total)), [2], eps)
    found = _affine(b, b.reshape(found, x.dims), weight, bias, (channels,) + (1,) * len(rest))
    return b.cast(found, dtype), mean, rstd


@register("native_group_norm")
def group_norm(b, x, weight, bias, batch, channels, _, groups, eps):
    found, mean, rstd = _grouped(b, x, weight, bias, groups, eps)
    return [found, _fit(b, mean, 1), _fit(b, rstd, 2)]


def _normalized(b, x, weight, bias, mean, var, eps):
    shape = (x.dims[1],) + (1,) * (x.rank - 2)
    rstd = b.unary("rsqrt", b.add(var, eps))
    found = b.mul(b.sub(x, b.reshape(mean, shape)), b.reshape(rstd, shape))
    return _affine(b, found, weight, bias, shape), rstd


@register("_native_batch_norm_legit_no_training")
def batch_norm(b, x, weight, bias, mean, var, _, eps):
    dtype, inner = x.dtype, b.cast(x, wide(x.dtype))
    mean, var = b.cast(mean, inner.dtype), b.cast(var, inner.dtype)
    found, _ = _normalized(b, inner, weight, bias, mean, var, eps)
    return [b.cast(found, dtype), b.full((0,), 0, b.result[1].dtype), b.full((0,), 0, b.result[2].dtype)]


@register("_native_batch_norm_legit_functional", "_native_batch_norm_legit.no_stats", "native_batch_norm",
          "_native_batch_norm_legit_no_stats")
def batch_norm_training(b, x, weight, bias, *rest):
    """With the batch's mean and variance; the moving ones are further results."""
    momentum, eps = rest[-2:]
    running = rest[0] if isinstance(rest[0], Value) else None
    training = next((value for value in rest if isinstance(value, bool)), True)
    dtype, inner = x.dtype, b.cast(x, wide(x.dtype))
    if not training:
        found = batch_norm(b, x, weight, bias, rest[0], rest[1], momentum, eps)
        return found + [b.cast(old, result.dtype) for old, result in zip(rest, b.result[3:])]
    axes = [0] + list(range(2, x.rank))
    mean, var = b.reduce("mean", inner, axes), b.reduce("variance", inner, axes)
    found, rstd = _normalized(b, inner, weight, bias, mean, var, eps)
    results = [b.cast(found, dtype), b.cast(mean, b.result[1].dtype), b.cast(rstd, b.result[2].dtype)]
    if len(b.result) > 3 and running is not None:
        count = 1
        for axis in axes:
            count = count * x.dims[axis]
        unbiased = b.mul(var, count / (count - 1))
        for old, new, result in zip(rest, (mean, unbiased), b.result[3:]):
            moved = b.add(b.mul(b.cast(old, new.dtype), 1.0 - momentum), b.mul(new, momentum))
            results.append(b.cast(moved, result.dtype))
    return results


@register("_softmax", "softmax.int")
def softmax(b, x, dim, *_):
    return _softmax(b, "nn.softmax", x, dim)


@register("_log_softmax", "log_softmax.int")
def log_softmax(b, x, dim, *_):
    return _softmax(b, "nn.log_softmax", x, dim)


def _softmax(b, name, x, dim):
    inner = b.cast(x, wide(b.result.dtype))
    if not x.rank:
        return b.cast(b.reshape(b.op(name, [b.reshape(inner, (1,))], type(inner.type)((1,), inner.dtype), axis=0), ()), b.result.dtype)
    return b.cast(b.op(name, [inner], inner.type, axis=dim % x.rank), b.result.dtype)


@register("layer_norm")
def layer_norm_alone(b, x, shape, weight=None, bias=None, eps=1e-5, *_):
    dtype, inner = x.dtype, b.cast(x, wide(x.dtype))
    axes = list(range(x.rank - len(shape), x.rank))
    if isinstance(weight, Value) and isinstance(bias, Value):
        found = b.op("nn.layer_norm", [inner, b.cast(weight, inner.dtype), b.cast(bias, inner.dtype)], inner.type, axes=axes,
                     epsilon=float(eps))
        return b.cast(found, dtype)
    found, _, _ = _moments(b, inner, axes, eps)
    return b.cast(_affine(b, found, weight, bias), dtype)


@register("batch_norm")
def batch_norm_alone(b, x, weight, bias, mean, var, training, momentum, eps, *_):
    if training or not isinstance(mean, Value):
        raise Unsupported("batch_norm in training is decomposed before")
    dtype, inner = x.dtype, b.cast(x, wide(x.dtype))
    found, _ = _normalized(b, inner, weight, bias, b.cast(mean, inner.dtype), b.cast(var, inner.dtype), eps)
    return b.cast(found, dtype)


@register("group_norm")
def group_norm_alone(b, x, groups, weight=None, bias=None, eps=1e-5, *_):
    return _grouped(b, x, weight, bias, groups, eps)[0]


@register("instance_norm")
def instance_norm(b, x, weight, bias, mean, var, use_input, momentum, eps, *_):
    if not use_input:
        raise Unsupported("instance_norm with kept statistics is decomposed before")
    inner = b.cast(x, wide(x.dtype))
    found, _, _ = _moments(b, inner, list(range(2, x.rank)), eps)
    return b.cast(_affine(b, found, weight, bias, (x.dims[1],) + (1,) * (x.rank - 2)), x.dtype)
