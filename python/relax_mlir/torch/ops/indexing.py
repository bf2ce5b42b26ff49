"""Operators that take or put elements by tensors of indices."""
import math

import torch

from ..builder import Value
from ..registry import register
from ..types import Type, Unsupported, broadcast, expression


@register("embedding")
def embedding(b, weight, indices, *_):
    return b.take(weight, indices)


@register("_embedding_bag", "_embedding_bag_forward_only")
def embedding_bag(b, weight, indices, offsets, by_frequency=False, mode=0, sparse=False, weights=None, has_last=False,
                  padding=-1):
    """Sums, means (mode 1) or maxima (mode 2) of the rows in each bag."""
    if any(user.op == "output" or user.args[1] != 0 for user in b.node.users):
        raise Unsupported("only the first result of an embedding bag is read; the others are for its derivative")
    count, (bags, width) = indices.dims[0], b.result[0].dims
    starts = b.slice(offsets, 0, 0, bags, dim=bags) if has_last else offsets
    places = b.arange(count, dim=count)
    bag = b.sub(b.op("bucketize", [places, b.cast(starts, torch.int64)], places.type, right=True), 1)
    rows = b.take(weight, indices)
    kept = b.compare("not_equal", indices, b.scalar(padding, indices.dtype)) if padding >= 0 else None
    if mode == 2:
        lowest = b.scalar(-math.inf, rows.dtype)
        rows = rows if kept is None else b.where(b.expand(kept, 1), rows, lowest)
        spread = b.broadcast(b.expand(bag, 1), rows.dims)
        found = b.op("scatter_elements", [b.full((bags, width), -math.inf, rows.dtype), spread, rows],
                     Type((bags, width), rows.dtype), axis=0, reduction="max")
        found = b.where(b.compare("equal", found, lowest), b.scalar(0.0, rows.dtype), found)
        return [found, None, None, None]
    inner = torch.promote_types(rows.dtype, torch.float32)
    rows = b.cast(rows, inner)
    factors = b.full((count,), 1.0, inner) if weights is None else b.cast(weights, inner)
    if kept is not None:
        factors = b.where(kept, factors, b.scalar(0.0, inner))
    rows = b.mul(rows, b.expand(factors, 1))
    found = b.op("index_put", [b.full((bags, width), 0, inner), bag, rows], Type((bags, width), inner), accumulate=True)
    if mode == 1:
        sizes = b.op("index_put", [b.full((bags,), 0, inner), bag, factors], Type((bags,), inner), accumulate=True)
        found = b.div(found, b.expand(b.binary("maximum", sizes, 1.0), 1))
    return [b.cast(found, weight.dtype), None, None, None]


@register("index_select")
def index_select(b, x, dim, index):
    if not x.rank:
        return b.reshape(b.take(b.reshape(x, (1,)), index, 0), b.result.dims)
    return b.take(x, b.reshape(index, index.dims or (1,)), dim)


@register("gather")
def gather(b, x, dim, index, *_):
    if not x.rank or not index.rank:
        flat = b.reshape(x, (1,) if not x.rank else x.dims)
        return b.reshape(b.take(flat, b.reshape(index, [math.prod(index.dims)])), b.result.dims)
    # PyTorch leaves what is beyond the index's sizes out.
    for axis in range(x.rank):
        if axis != dim % x.rank and x.dims[axis] != index.dims[axis]:
            x = b.slice(x, axis, 0, index.dims[axis], dim=index.dims[axis])
    return b.op("gather_elements", [x, index], Type(index.dims, x.dtype), axis=dim % x.rank)


@register("take")
def take(b, x, index):
    flat = b.reshape(x, [math.prod(x.dims)])
    return b.take(flat, b.wrap(index, flat.dims[0]), 0)


def _in_front(b, x, indices):
    """The tensor with its indexed axes in front, and where the result's indexed axes belong."""
    axes = [axis for axis, index in enumerate(indices) if index is not None]
    rest = [axis for axis in range(x.rank) if axis not in axes]
    adjacent = axes == list(range(axes[0], axes[0] + len(axes)))
    return b.permute(x, axes + rest), axes, axes[0] if adjacent else 0


def _wrapped(b, x, indices, axes):
    return [b.wrap(indices[axis], x.dims[axis]) for axis in axes]


def _has_mask(indices):
    return any(index is not None and index.dtype in (torch.bool, torch.uint8) for index in indices)


@register("index.Tensor", "_unsafe_index.Tensor")
def index(b, x, indices):
    if _has_mask(indices):
        return _index_mask(b, x, indices)
    indices = list(indices) + [None] * (x.rank - len(indices))
    front, axes, place = _in_front(b, x, indices)
    if not axes:
        return x
    wrapped = _wrapped(b, x, indices, axes)
    shape = broadcast(*(value.dims for value in wrapped))
    found = b.op("index_tensor", [front, *wrapped], Type(shape + front.dims[len(axes):], x.dtype))
    count = len(shape)
    order = list(range(count, count + place)) + list(range(count)) + list(range(count + place, found.rank))
    return b.permute(found, order)


def _index_mask(b, x, indices):
    """One mask alone, in front, or behind axes that are kept."""
    given = [number for number, value in enumerate(indices) if value is not None]
    if len(given) != 1:
        raise Unsupported("a mask beside other indices has no counterpart")
    start, mask = given[0], indices[given[0]]
    if not x.rank or not mask.rank:
        raise Unsupported("a mask of rank 0 has no counterpart")
    places = nonzero_places(b, mask, b.result.dims[start])
    columns = [b.reshape(b.slice(places, 0, axis, axis + 1), (b.result.dims[start],)) for axis in range(mask.rank)]
    full = [None] * start + columns + [None] * (x.rank - start - mask.rank)
    return index(b, x, full)


def nonzero_places(b, x, count):
    """The places of the elements that are not 0, a row an axis; their number gets the name `count`."""
    found = b.raw(f"relax.nonzero {x.name}", f"({x.type}) -> tensor<{x.rank}x?xi64>")
    type = Type((x.rank, count), torch.int64)
    return Value(b.raw(f"relax.match_cast {found}", f"tensor<{x.rank}x?xi64> to {type}"), type)


@register("nonzero")
def nonzero(b, x):
    count = b.result.dims[0]
    if not x.rank:
        raise Unsupported("the places of a tensor of rank 0 have no counterpart")
    return b.permute(nonzero_places(b, x, count), [1, 0])


@register("masked_select")
def masked_select(b, x, mask):
    shape = broadcast(x.dims, mask.dims)
    total = math.prod(shape)
    flat, bits = b.reshape(b.broadcast(x, shape), (total,)), b.reshape(b.broadcast(mask, shape), (total,))
    count = b.result.dims[0]
    return b.take(flat, b.reshape(nonzero_places(b, bits, count), (count,)))


@register("index_put", "_unsafe_index_put", "index_put_impl", "_index_put_impl")
def index_put(b, x, indices, values, accumulate=False, *_):
    values = b.cast(values, x.dtype)
    if _has_mask(indices):
        return _put_mask(b, x, indices, values, accumulate)
    indices = list(indices) + [None] * (x.rank - len(indices))
    front, axes, place = _in_front(b, x, indices)
    if not axes:
        return b.broadcast(values, x.dims)
    wrapped = _wrapped(b, x, indices, axes)
    shape = broadcast(*(value.dims for value in wrapped))
    count = len(shape)
    rest = front.dims[len(axes):]
    values = b.broadcast(values, rest[:place] + shape + rest[place:])
    order = list(range(place, place + count)) + list(range(place)) + list(range(place + count, values.rank))
    values = b.permute(values, order)
    if accumulate and x.dtype == torch.bool:
        # A sum that is not 0.
        front, values = (b.cast(value, torch.int32) for value in (front, values))
    flat = math.prod(shape)
    columns = [b.reshape(b.broadcast(value, shape), (flat,)) for value in wrapped]
    values = b.reshape(values, (flat,) + rest)
    found = b.op("index_put", [front, *columns, values], front.type, accumulate=accumulate or None)
    back = [0] * x.rank
    others = [axis for axis in range(x.rank) if axis not in axes]
    for number, axis in enumerate(axes + others):
        back[axis] = number
    return b.permute(b.cast(found, x.dtype), back)


def _put_mask(b, x, indices, values, accumulate):
    given = [number for number, value in enumerate(indices) if value is not None]
    if len(given) != 1 or given[0] != 0 or math.prod(values.dims) != 1:
        raise Unsupported("values put by a mask have to be one number, and the mask the only index")
    mask = indices[0]
    mask = b.reshape(mask, mask.dims + (1,) * (x.rank - mask.rank))
    value = b.reshape(values, ())
    return b.where(mask, b.add(x, value) if accumulate else value, x)


def _scatter(b, x, dim, index, values, reduction):
    if x.dtype == torch.bool and reduction:
        words = {"add": "max", "mul": "min"}.get(reduction, reduction)
        return b.cast(_scatter(b, b.cast(x, torch.uint8), dim, index, b.cast(values, torch.uint8), words), torch.bool)
    if not x.rank:
        x, index, values = (b.reshape(value, (1,)) for value in (x, index, values))
        return b.reshape(_scatter(b, x, 0, index, values, reduction), ())
    if not index.rank:
        index, values = b.reshape(index, (1,)), b.reshape(values, (1,))
    for axis in range(values.rank):
        if values.dims[axis] != index.dims[axis]:
            values = b.slice(values, axis, 0, index.dims[axis], dim=index.dims[axis])
    if 0 in index.dims:
        return x
    return b.op("scatter_elements", [x, index, values], x.type, axis=dim % x.rank, reduction=reduction)


@register("scatter.src")
def scatter(b, x, dim, index, source):
    return _scatter(b, x, dim, index, source, None)


@register("scatter.value")
def scatter_value(b, x, dim, index, value):
    return _scatter(b, x, dim, index, b.broadcast(b.scalar(value, x.dtype), index.dims), None)


@register("scatter_add")
def scatter_add(b, x, dim, index, source):
    return _scatter(b, x, dim, index, source, "add")


@register("scatter.reduce")
def scatter_with(b, x, dim, index, source, reduce):
    return _scatter(b, x, dim, index, source, {"add": "add", "multiply": "mul"}[reduce])


@register("scatter.value_reduce")
def scatter_value_with(b, x, dim, index, value, reduce):
    return scatter_with(b, x, dim, index, b.broadcast(b.scalar(value, x.dtype), index.dims), reduce)


@register("scatter_reduce.two")
def scatter_reduce(b, x, dim, index, source, reduce, include_self=True):
    names = {"sum": "add", "prod": "mul", "amax": "max", "amin": "min"}
    if reduce == "mean":
        return _scatter_mean(b, x, dim, index, source, include_self)
    if not include_self and x.rank:
        neutral = {"sum": 0, "prod": 1}.get(reduce)
        if neutral is None:
            infinite = -math.inf if reduce == "amax" else math.inf
            if x.dtype.is_floating_point:
                neutral = infinite
            elif x.dtype == torch.bool:
                neutral = reduce == "amin"
            else:
                neutral = torch.iinfo(x.dtype).min if reduce == "amax" else torch.iinfo(x.dtype).max
        x = _scatter(b, x, dim, index, b.broadcast(b.scalar(neutral, x.dtype), index.dims), None)
    return _scatter(b, x, dim, index, source, names[reduce])


def _scatter_mean(b, x, dim, index, source, include_self):
    """The sum by the number of elements, where there are any beside the own one."""
    zeros = b.broadcast(b.scalar(0, x.dtype), x.dims)
    ones = b.broadcast(b.scalar(1, x.dtype), source.dims)
    count = _scatter(b, zeros, dim, index, ones, "add")
    is_hit = b.compare("not_equal", count, b.scalar(0, x.dtype))
    base = x if include_self else b.where(is_hit, b.scalar(0, x.dtype), x)
    count = b.add(count, 1) if include_self else b.binary("maximum", count, b.scalar(1, x.dtype))
    total = _scatter(b, base, dim, index, source, "add")
    return b.div(total, count) if x.dtype.is_floating_point else b.binary("floor_divide", total, count)


@register("slice_scatter")
def slice_scatter(b, x, source, dim=0, start=None, end=None, step=1):
    axis = dim % x.rank
    start = 0 if start is None else start
    end = x.dims[axis] if end is None else end
    length = x.dims[axis]
    if all(isinstance(value, int) for value in (start, end, length)):
        start, end = (min(max(value + length if value < 0 else value, 0), length) for value in (start, end))
        if start >= end:
            return x
        source = b.broadcast(b.cast(source, x.dtype), x.dims[:axis] + (-(-(end - start) // step),) + x.dims[axis + 1:])
        if (start, end, step) == (0, length, 1):
            return source
    return b.op("slice_scatter", [x, b.cast(source, x.dtype)], x.type, axis=axis, step=step if step != 1 else None,
                start=f"=#relax.expr<{expression(start)}>", end=f"=#relax.expr<{expression(end)}>")


@register("select_scatter")
def select_scatter(b, x, source, dim, index):
    axis = dim % x.rank
    if isinstance(index, int) and index < 0:
        index = x.dims[axis] + index
    source = b.broadcast(b.expand(source, axis), x.dims[:axis] + (1,) + x.dims[axis + 1:])
    return slice_scatter(b, x, source, axis, index, index + 1)


@register("diagonal_scatter")
def diagonal_scatter(b, x, source, offset=0, first=0, second=1):
    first, second = first % x.rank, second % x.rank
    rows, columns = b.iota((x.dims[first], x.dims[second]), 0), b.iota((x.dims[first], x.dims[second]), 1)
    on = b.compare("equal", b.sub(columns, rows), b.scalar(offset, torch.int64))
    axes = [axis for axis in range(x.rank) if axis not in (first, second)] + [first, second]
    front = b.permute(x, axes)
    count = source.dims[-1]
    # The row, or the column, says which element of the source stands there.
    place = rows if offset >= 0 else columns
    place = b.binary("minimum", place, b.scalar(count - 1, torch.int64))
    spread = b.take(source, place, -1)
    found = b.where(on, spread, front)
    return b.permute(found, [axes.index(axis) for axis in range(x.rank)])


@register("index_add")
def index_add(b, x, dim, index, source, alpha=1):
    source = b.cast(source, x.dtype)
    if alpha != 1:
        source = b.mul(source, alpha)
    return _index_into(b, x, dim, index, source, True)


@register("index_copy")
def index_copy(b, x, dim, index, source):
    return _index_into(b, x, dim, index, b.cast(source, x.dtype), False)


@register("index_fill.int_Scalar")
def index_fill(b, x, dim, index, value):
    count = math.prod(index.dims)
    axis = dim % max(x.rank, 1)
    dims = x.dims[:axis] + (count,) + x.dims[axis + 1:] if x.rank else (count,)
    return _index_into(b, x, dim, index, b.full(dims, value, x.dtype), False)


def _index_into(b, x, dim, index, source, accumulate):
    if accumulate and x.dtype == torch.bool:
        wide = (b.cast(value, torch.int32) for value in (x, source))
        return b.cast(_index_into(b, next(wide), dim, index, next(wide), True), torch.bool)
    dims = x.dims
    if not x.rank:
        x, source = b.reshape(x, (1,)), b.reshape(source, [math.prod(index.dims)])
    axis = dim % x.rank
    index = b.wrap(b.reshape(index, [math.prod(index.dims)]), x.dims[axis])
    front, values = b.swap(x, 0, axis), b.swap(b.reshape(source, x.dims[:axis] + index.dims + x.dims[axis + 1:]), 0, axis)
    found = b.op("index_put", [front, index, values], front.type, accumulate=accumulate or None)
    return b.reshape(b.swap(found, 0, axis), dims)


@register("masked_scatter")
def masked_scatter(b, x, mask, source):
    bits = b.broadcast(mask, x.dims)
    total = math.prod(x.dims)
    order = b.op("cumsum", [b.cast(b.reshape(bits, (total,)), torch.int64)], Type((total,), torch.int64), axis=0)
    places = b.binary("maximum", b.sub(order, 1), 0)
    flat = b.reshape(source, [math.prod(source.dims)])
    return b.where(bits, b.reshape(b.take(flat, places), x.dims), x)


@register("bucketize.Tensor", "bucketize.Scalar")
def bucketize(b, x, boundaries, out_int32=False, right=False):
    dtype = torch.promote_types(x.dtype, boundaries.dtype) if isinstance(x, Value) else boundaries.dtype
    x = b.cast(x, dtype) if isinstance(x, Value) else b.scalar(x, dtype)
    return b.op("bucketize", [x, b.cast(boundaries, dtype)], Type(x.dims, b.result.dtype), out_int32=out_int32 or None,
                right=right or None)


@register("one_hot")
def one_hot(b, x, count):
    line = b.arange(count, dim=count)
    return b.cast(b.compare("equal", b.expand(x, -1), line), torch.int64)
