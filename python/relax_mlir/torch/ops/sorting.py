"""Operators that order elements."""
import torch

from ..registry import register
from ..types import Type, Unsupported


def _order(b, x, dim, descending):
    """Elements in order along an axis, and where they stood."""
    if not x.rank:
        return x, b.full((), 0, torch.int64)
    axis, key = dim % x.rank, b.cast(x, torch.uint8) if x.dtype == torch.bool else x
    places = b.op("argsort", [key], Type(x.dims, torch.int64), axis=axis, descending=descending or None, dtype=torch.int64)
    return b.op("gather_elements", [x, places], x.type, axis=axis), places


@register("sort.default")
def sort(b, x, dim=-1, descending=False):
    return list(_order(b, x, dim, descending))


@register("sort.stable")
def sort_stable(b, x, stable=None, dim=-1, descending=False):
    return list(_order(b, x, dim, descending))


@register("argsort.default")
def argsort(b, x, dim=-1, descending=False):
    return _order(b, x, dim, descending)[1]


@register("argsort.stable")
def argsort_stable(b, x, stable, dim=-1, descending=False):
    return _order(b, x, dim, descending)[1]


@register("topk")
def topk(b, x, k, dim=-1, largest=True, in_order=True):
    if not isinstance(k, int):
        raise Unsupported("a number of elements that is not constant has no counterpart")
    values, places = _order(b, x, dim, largest)
    if not x.rank:
        return [values, places]
    return [b.slice(part, dim, 0, k, dim=k) for part in (values, places)]


@register("kthvalue")
def kthvalue(b, x, k, dim=-1, keepdim=False):
    values, places = _order(b, x, dim, False)
    if not x.rank:
        return [values, places]
    axis = dim % x.rank
    parts = [b.slice(part, dim, k - 1, k) for part in (values, places)]
    return parts if keepdim else [b.reshape(part, x.dims[:axis] + x.dims[axis + 1:]) for part in parts]


@register("median.dim")
def median(b, x, dim, keepdim=False):
    """The lesser of two in the middle; the first NaN if there is one."""
    values, places = _order(b, x, dim, False)
    if not x.rank:
        return [values, places]
    axis = dim % x.rank
    count = x.dims[axis]
    rest = x.dims[:axis] + ((1,) if keepdim else ()) + x.dims[axis + 1:]
    middle = (count - 1) // 2
    found = [b.slice(part, axis, middle, middle + 1) for part in (values, places)]
    if x.dtype.is_floating_point:
        nan = b.unary("isnan", x, torch.bool)
        has = b.reduce("sum", nan, [axis], True)
        first = b.op("argmax", [b.cast(nan, torch.int32)], Type(has.dims, torch.int64), axis=axis, keepdims=True)
        found = [b.where(has, b.scalar(float("nan"), x.dtype), found[0]), b.where(has, first, found[1])]
    return [b.reshape(part, rest) for part in found]


@register("median.default")
def median_all(b, x):
    total = 1
    for dim in x.dims:
        total = total * dim
    return median(b, b.reshape(x, (total,)), 0)[0]


@register("searchsorted.Tensor")
def searchsorted(b, sequence, x, out_int32=False, right=False, side=None, sorter=None):
    if sequence.rank != 1 or sorter is not None:
        raise Unsupported("boundaries have to be one list in order")
    dtype = torch.promote_types(sequence.dtype, x.dtype)
    return b.op("bucketize", [b.cast(x, dtype), b.cast(sequence, dtype)], Type(x.dims, b.result.dtype),
                out_int32=out_int32 or None, right=(right or side == "right") or None)
