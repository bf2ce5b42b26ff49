"""Operators that combine the elements along axes."""
import math

import torch

from ..registry import register
from ..types import Type
from .elementwise import wide


def _axes(x, dim):
    """The axes of a `dim` of PyTorch, where none and an empty list mean all."""
    if dim is None or dim == []:
        return None
    return [dim] if isinstance(dim, int) else list(dim)


@register("sum.default", "sum.dim_IntList")
def sum_(b, x, *arguments):
    dim, keepdim = (arguments[0], arguments[1]) if len(arguments) == 3 else (None, False)
    inner = wide(b.result.dtype)
    return b.cast(b.reduce("sum", b.cast(x, inner), _axes(x, dim), keepdim), b.result.dtype)


@register("mean.default", "mean.dim")
def mean(b, x, *arguments):
    dim, keepdim = (arguments[0], arguments[1]) if len(arguments) == 3 else (None, False)
    inner = wide(b.result.dtype)
    return b.cast(b.reduce("mean", b.cast(x, inner), _axes(x, dim), keepdim), b.result.dtype)


@register("prod.default")
def prod(b, x, dtype=None):
    return b.cast(b.reduce("prod", b.cast(x, wide(b.result.dtype)), None), b.result.dtype)


@register("prod.dim_int")
def prod_dim(b, x, dim, keepdim, dtype=None):
    return b.cast(b.reduce("prod", b.cast(x, wide(b.result.dtype)), [dim], keepdim), b.result.dtype)


def _extreme(name):
    def write(b, x, dim=None, keepdim=False):
        return b.reduce(name, x, _axes(x, dim), keepdim)
    return write


register("amax", "max.default")(_extreme("max"))
register("amin", "min.default")(_extreme("min"))


def place(b, name, x, dim, keepdim):
    """Where the greatest or least element stands."""
    if x.dtype == torch.bool:
        x = b.cast(x, torch.uint8)
    if not x.rank:
        return b.full((), 0, torch.int64)
    if dim is None:
        dims = (1,) * x.rank if keepdim else ()
        return b.op(name, [x], Type(dims, torch.int64), keepdims=keepdim or None)
    dims = tuple(1 if axis == dim % x.rank else size for axis, size in enumerate(x.dims)
                 if keepdim or axis != dim % x.rank)
    return b.op(name, [x], Type(dims, torch.int64), axis=dim % x.rank, keepdims=keepdim or None)


def _extreme_with_place(name):
    def write(b, x, dim, keepdim=False):
        return [b.reduce(name, x, [dim], keepdim), place(b, f"arg{name}", x, dim, keepdim)]
    return write


register("max.dim")(_extreme_with_place("max"))
register("min.dim")(_extreme_with_place("min"))


def _place(name):
    def write(b, x, dim=None, keepdim=False):
        return place(b, name, x, dim, keepdim)
    return write


register("argmax")(_place("argmax"))
register("argmin")(_place("argmin"))


def _truth(name):
    def write(b, x, dim=None, keepdim=False):
        found = b.reduce(name, b.cast(x, torch.bool), _axes(x, dim), keepdim)
        return b.cast(found, b.result.dtype)
    return write


register("any")(_truth("sum"))
register("all")(_truth("prod"))


def _count(b, x, axes):
    """How many elements are reduced to one."""
    return math.prod(x.dims[axis] for axis in (range(x.rank) if axes is None else {axis % max(x.rank, 1) for axis in axes})
                     if x.rank)


def variance(b, x, dim, correction, keepdim):
    """The variance in a wide type."""
    axes = _axes(x, dim)
    found = b.reduce("variance", x, axes, keepdim)
    count = _count(b, x, axes)
    correction = 1 if correction is None else correction
    if correction == 0:
        return found
    if isinstance(count, int):
        rest = max(count - correction, 0)
        return b.mul(found, count / rest if rest else math.inf if count else math.nan)
    count = b.scalar(count, x.dtype)
    return b.mul(found, b.div(count, b.binary("maximum", b.sub(count, correction), 0.0)))


@register("var.correction")
def var(b, x, dim=None, correction=None, keepdim=False):
    return b.cast(variance(b, b.cast(x, wide(x.dtype)), dim, correction, keepdim), x.dtype)


@register("var.dim")
def var_dim(b, x, dim, unbiased=True, keepdim=False):
    return var(b, x, dim, int(unbiased), keepdim)


@register("std.correction")
def std(b, x, dim=None, correction=None, keepdim=False):
    return b.cast(b.unary("sqrt", variance(b, b.cast(x, wide(x.dtype)), dim, correction, keepdim)), x.dtype)


@register("var_mean.correction")
def var_mean(b, x, dim=None, correction=None, keepdim=False):
    inner = b.cast(x, wide(x.dtype))
    mean_ = b.reduce("mean", inner, _axes(x, dim), keepdim)
    return [b.cast(variance(b, inner, dim, correction, keepdim), x.dtype), b.cast(mean_, x.dtype)]


def _scan(name):
    def write(b, x, dim, dtype=None):
        inner = b.cast(x, wide(b.result.dtype))
        if not x.rank:
            return b.cast(inner, b.result.dtype)
        return b.cast(b.op(name, [inner], inner.type, axis=dim % x.rank), b.result.dtype)
    return write


register("cumsum")(_scan("cumsum"))
register("cumprod")(_scan("cumprod"))


@register("logsumexp")
def logsumexp(b, x, dim, keepdim=False):
    inner = b.cast(x, wide(b.result.dtype))
    axes = _axes(x, dim)
    top = b.reduce("max", inner, axes, True)
    # Infinite ones would give NaN as a difference.
    top = b.where(b.unary("isfinite", top, torch.bool), top, b.scalar(0.0, top.dtype))
    total = b.reduce("sum", b.unary("exp", b.sub(inner, top)), axes, True)
    found = b.add(b.unary("log", total), top)
    return b.reshape(b.cast(found, b.result.dtype), b.result.dims)


@register("linalg_vector_norm")
def vector_norm(b, x, order=2, dim=None, keepdim=False, dtype=None):
    inner = b.unary("abs", b.cast(x, wide(b.result.dtype)))
    axes = _axes(x, dim)
    if order == math.inf or order == -math.inf:
        found = b.reduce("max" if order > 0 else "min", inner, axes, keepdim)
    elif order == 0:
        found = b.reduce("sum", b.cast(b.compare("not_equal", inner, b.scalar(0.0, inner.dtype)), inner.dtype), axes, keepdim)
    elif order == 1:
        found = b.reduce("sum", inner, axes, keepdim)
    elif order == 2:
        found = b.unary("sqrt", b.reduce("sum", b.unary("square", inner), axes, keepdim))
    else:
        total = b.reduce("sum", b.binary("power", inner, float(order)), axes, keepdim)
        found = b.binary("power", total, 1.0 / order)
    return b.cast(found, b.result.dtype)
