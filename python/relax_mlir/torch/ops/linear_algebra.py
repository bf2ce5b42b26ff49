"""Products of matrices and vectors."""
import torch

from ..registry import register
from ..types import Unsupported
from .elementwise import tensor, wide


def product(b, x, y):
    """A product; of whole numbers of any kind, too."""
    if x.dtype == torch.bool:
        raise Unsupported("a product of matrices of bool has no counterpart")
    return b.matmul(x, y)


@register("mm", "bmm", "mv", "dot", "vdot", "inner")
def mm(b, x, y, *_):
    return product(b, x, y)


@register("matmul")
def matmul(b, x, y):
    return product(b, x, y)


def _joined(b, bias, found, beta, alpha):
    if alpha != 1:
        found = b.mul(found, alpha)
    if beta == 0:
        return b.broadcast(found, b.result.dims)
    bias = b.cast(bias, found.dtype)
    return b.add(found, bias if beta == 1 else b.mul(bias, tensor(b, beta, bias.dtype)))


@register("addmm", "baddbmm", "addmv")
def addmm(b, bias, x, y, beta=1, alpha=1):
    return _joined(b, bias, product(b, x, y), beta, alpha)


@register("addbmm")
def addbmm(b, bias, x, y, beta=1, alpha=1):
    inner = wide(b.result.dtype)
    found = b.reduce("sum", product(b, b.cast(x, inner), b.cast(y, inner)), [0])
    return b.cast(_joined(b, bias, found, beta, alpha), b.result.dtype)


@register("addr")
def addr(b, bias, x, y, beta=1, alpha=1):
    dtype = b.result.dtype
    if dtype == torch.bool:
        raise Unsupported("a product of vectors of bool has no counterpart")
    outer = b.mul(b.expand(b.cast(x, dtype), 1), b.expand(b.cast(y, dtype), 0))
    return _joined(b, bias, outer, beta, alpha)


@register("linear")
def linear(b, x, weight, bias=None):
    found = product(b, x, b.permute(weight, [1, 0]) if weight.rank == 2 else weight)
    return found if bias is None else b.add(found, bias)


@register("_cdist_forward")
def cdist(b, x, y, p, _=None):
    return _norms(b, b.sub(b.expand(x, -2), b.expand(y, -3)), p)


@register("_pdist_forward")
def pdist(b, x, p=2):
    """Of each row to all rows behind it."""
    count = x.dims[0]
    if not isinstance(count, int):
        raise Unsupported("distances of an unknown number of rows have no counterpart")
    first, second = (b.constant(places) for places in torch.triu_indices(count, count, 1))
    return _norms(b, b.sub(b.take(x, first), b.take(x, second)), p)


@register("dist")
def dist(b, x, y, p=2):
    """The p-norm of a difference."""
    difference = b.cast(b.sub(x, y), wide(x.dtype))
    count = 1
    for dim in difference.dims:
        count = count * dim
    return b.cast(_norms(b, b.reshape(difference, [count]), p), b.result.dtype)


@register("_trilinear")
def trilinear(b, x, y, z, first, second, third, summed, unroll=1):
    """A sum of products of three tensors, each with new axes."""
    found = None
    for value, axes in ((x, first), (y, second), (z, third)):
        value = b.cast(value, wide(b.result.dtype))
        for axis in sorted(axes):
            value = b.expand(value, axis)
        found = value if found is None else b.mul(found, value)
    return b.cast(b.reduce("sum", found, summed), b.result.dtype)


def _norms(b, x, p):
    """The p-norms of rows."""
    difference = b.unary("abs", x)
    if p == 1:
        return b.reduce("sum", difference, [-1])
    if p == float("inf"):
        return b.reduce("max", difference, [-1])
    if p == 0:
        return b.reduce("sum", b.cast(b.compare("not_equal", difference, b.scalar(0.0, x.dtype)), x.dtype), [-1])
    if p == 2:
        return b.unary("sqrt", b.reduce("sum", b.unary("square", difference), [-1]))
    return b.binary("power", b.reduce("sum", b.binary("power", difference, float(p)), [-1]), 1.0 / p)
