"""Activation functions, and dropout."""
import torch

from ..registry import register
from ..types import Unsupported
from .elementwise import expm1, wide, wide_unary


@register("relu")
def relu(b, x):
    return b.unary("nn.relu", x)


@register("gelu")
def gelu(b, x, approximate="none"):
    inner = b.cast(x, wide(x.dtype))
    return b.cast(b.unary("nn.gelu_tanh" if approximate == "tanh" else "nn.gelu", inner), x.dtype)


@register("silu")
def silu(b, x):
    return b.cast(b.unary("nn.silu", b.cast(x, wide(x.dtype))), x.dtype)


@register("leaky_relu")
def leaky_relu(b, x, slope=0.01):
    return b.unary("nn.leakyrelu", x, alpha=float(slope))


@register("softplus")
def softplus(b, x, beta=1, threshold=20):
    inner = b.cast(x, wide(x.dtype))
    return b.cast(b.unary("nn.softplus", inner, beta=float(beta), threshold=float(threshold)), x.dtype)


@register("selu")
def selu(b, x):
    return b.cast(b.unary("nn.selu", b.cast(x, wide(x.dtype))), x.dtype)


@register("elu")
def elu(b, x, alpha=1, scale=1, input_scale=1):
    inner = b.cast(x, wide(x.dtype))
    less = b.mul(expm1(b, b.mul(inner, float(input_scale))), float(alpha) * float(scale))
    more = b.mul(inner, float(scale))
    return b.cast(b.where(b.compare("greater", inner, b.scalar(0.0, inner.dtype)), more, less), x.dtype)


def _hard(b, x):
    """The linear sigmoid, before the division by 6."""
    return b.binary("minimum", b.binary("maximum", b.add(x, 3.0), 0.0), 6.0)


@wide_unary("hardsigmoid")
def hardsigmoid(b, x):
    return b.div(_hard(b, x), 6.0)


@wide_unary("hardswish")
def hardswish(b, x):
    return b.div(b.mul(x, _hard(b, x)), 6.0)


@wide_unary("mish")
def mish(b, x):
    return b.mul(x, b.unary("tanh", b.unary("nn.softplus", x)))


@wide_unary("logit")
def logit(b, x, eps=None):
    if eps is not None:
        x = b.binary("minimum", b.binary("maximum", x, eps), 1.0 - eps)
    return b.unary("log", b.div(x, b.sub(b.scalar(1.0, x.dtype), x)))


@register("log_sigmoid_forward")
def log_sigmoid(b, x):
    inner = b.cast(x, wide(x.dtype))
    found = b.unary("negative", b.unary("nn.softplus", b.unary("negative", inner), threshold=1000.0))
    rest = b.unary("exp", b.unary("negative", b.unary("abs", inner)))
    return [b.cast(found, x.dtype), b.cast(rest, x.dtype) if b.result[1].dims == x.dims else b.full(b.result[1].dims, 0, x.dtype)]


@register("glu")
def glu(b, x, dim=-1):
    half = x.dims[dim] // 2
    first, second = b.slice(x, dim, 0, half, dim=half), b.slice(x, dim, half, x.dims[dim], dim=half)
    return b.mul(first, b.unary("sigmoid", second))


@register("threshold")
def threshold(b, x, limit, value):
    return b.where(b.compare("less_equal", x, b.scalar(limit, x.dtype)), b.scalar(value, x.dtype), x)


@register("prelu", "_prelu_kernel")
def prelu(b, x, weight):
    if weight.rank == 1 and x.rank > 1:
        weight = b.reshape(weight, [weight.dims[0] if axis == 1 else 1 for axis in range(x.rank)])
    return b.where(b.compare("greater", x, b.scalar(0.0, x.dtype)), x, b.mul(x, weight))


@register("native_dropout", "dropout")
def dropout(b, x, rate, train=False):
    if train and rate:
        raise Unsupported("dropout in training draws random numbers; export the model in eval mode")
    return [x, b.full(x.dims, True, torch.bool)] if isinstance(b.result, list) else x
