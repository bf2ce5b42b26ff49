"""Pooling."""
import math
import operator

import sympy
import torch

from ..registry import register
from ..types import Type, Unsupported
from .convolution import _all


def _batched(function):
    """Lets a function of batched operands take one without a batch."""
    def write(b, x, *arguments):
        rank = _rank(b)
        if x.rank == rank + 2:
            return function(b, x, rank, *arguments)
        found = function(b, b.expand(x, 0), rank, *arguments)
        parts = found if isinstance(found, list) else [found]
        parts = [b.reshape(part, part.dims[1:]) for part in parts]
        return parts if isinstance(found, list) else parts[0]
    return write


def _rank(b):
    """Along how many axes an operator pools: its name says it."""
    return next(rank for rank in (1, 2, 3) if f"{rank}d" in str(b.node.target))


def _result(b, x, rank):
    """The type of the pooled tensor with its batch."""
    found = b.result[0] if isinstance(b.result, list) else b.result
    return Type(x.dims[:2] + found.dims[-rank:], x.dtype)


def _words(rank, size, stride, padding, dilation, ceil):
    size = _all(size, rank)
    pads = _all(padding, rank)
    return {"pool_size": size, "strides": _all(stride, rank) if stride else size, "padding": pads + pads,
            "dilation": _all(dilation, rank), "ceil_mode": bool(ceil) or None}


@register("max_pool1d", "max_pool2d", "max_pool3d")
@_batched
def max_pool(b, x, rank, size, stride=(), padding=0, dilation=1, ceil=False):
    return b.op(f"nn.max_pool{rank}d", [x], _result(b, x, rank), **_words(rank, size, stride, padding, dilation, ceil))


@register("max_pool2d_with_indices", "max_pool3d_with_indices")
@_batched
def max_pool_with_indices(b, x, rank, size, stride=(), padding=0, dilation=1, ceil=False):
    values = b.op(f"nn.max_pool{rank}d", [x], _result(b, x, rank), **_words(rank, size, stride, padding, dilation, ceil))
    # Mostly nobody asks for the places.
    if not any(user.target is operator.getitem and user.args[1] == 1 for user in b.node.users):
        return [values, None]
    return [values, _places(b, x, rank, values, size, stride, padding, dilation)]


def _places(b, x, rank, values, size, stride, padding, dilation):
    """Where in the plane each greatest element stands: windows of values and of places, side by side."""
    size, pads, dilation = _all(size, rank), _all(padding, rank), _all(dilation, rank)
    stride = _all(stride, rank) if stride else size
    spatial = x.dims[2:]
    outside = -math.inf if x.dtype.is_floating_point else torch.iinfo(x.dtype).min
    ends = [_excess((out - 1) * step + (length - 1) * apart + 1 - dim - pad) for out, step, length, apart, dim, pad in
            zip(values.dims[2:], stride, size, dilation, spatial, pads)]
    padded = x
    plane = b.reshape(b.arange(math.prod(spatial)), spatial)
    if any(pads) or any(ends):
        padded = _pad(b, x, pads, ends, outside)
        plane = b.reshape(_pad(b, b.reshape(plane, (1, 1) + spatial), pads, ends, -1), [
            dim + pad + end for dim, pad, end in zip(spatial, pads, ends)])
    for number in range(rank):
        line = b.add(b.reshape(b.mul(b.arange(values.dims[2 + number]), stride[number]), (values.dims[2 + number], 1)),
                     b.reshape(b.mul(b.arange(size[number]), dilation[number]), (1, size[number])))
        padded, plane = b.take(padded, line, 2 + 2 * number), b.take(plane, line, 2 * number)
    order = [2 * number for number in range(rank)] + [2 * number + 1 for number in range(rank)]
    window = math.prod(size)
    padded = b.reshape(b.permute(padded, [0, 1] + [2 + axis for axis in order]), values.dims + (window,))
    plane = b.reshape(b.permute(plane, order), values.dims[2:] + (window,))
    first = b.op("argmax", [padded], Type(values.dims, torch.int64), axis=padded.rank - 1)
    plane = b.broadcast(plane, padded.dims)
    return b.reshape(b.op("gather_elements", [plane, b.expand(first, -1)], Type(values.dims + (1,), torch.int64),
                          axis=plane.rank - 1), values.dims)


def _excess(size):
    """A number of elements, which is not negative."""
    return max(size, 0) if isinstance(size, int) else sympy.Max(size, 0)


def _pad(b, x, before, after, value):
    """A constant around the axes behind the first two, also an infinite one."""
    for number, (start, end) in enumerate(zip(before, after)):
        axis = 2 + number
        parts = [b.full(x.dims[:axis] + (width,) + x.dims[axis + 1:], value, x.dtype) for width in (start, end)]
        x = b.concat([part for part in (parts[0], x, parts[1]) if part.dims[axis] != 0], axis)
    return x


@register("avg_pool1d", "avg_pool2d", "avg_pool3d")
@_batched
def avg_pool(b, x, rank, size, stride=(), padding=0, ceil=False, count_include_pad=True, divisor=None):
    words = _words(rank, size, stride, padding, 1, ceil)
    if not x.dtype.is_floating_point:
        raise Unsupported("a mean of whole numbers has no counterpart")
    pads = _all(padding, rank)
    result = _result(b, x, rank)
    if divisor or (ceil and count_include_pad):
        return _by_count(b, x, rank, words, pads, divisor, result)
    return b.op(f"nn.avg_pool{rank}d", [x], result, count_include_pad=bool(count_include_pad and any(pads)) or None, **words)


def _by_count(b, x, rank, words, pads, divisor, result):
    """The sum of the window, divided by a number, or by how much of the window is inside of the padding."""
    size, stride = words["pool_size"], words["strides"]
    counts = None
    for number in range(rank):
        out, dim = result.dims[2 + number], x.dims[2 + number]
        ends = [min(place * stride[number] - pads[number] + size[number], dim + pads[number]) -
                (place * stride[number] - pads[number]) for place in range(out)]
        line = b.reshape(b.constant(torch.tensor(ends, dtype=x.dtype)), [out if axis == number else 1 for axis in range(rank)])
        counts = line if counts is None else b.mul(counts, line)
    ends = [max((result.dims[2 + number] - 1) * stride[number] + size[number] - x.dims[2 + number] - pads[number], 0)
            for number in range(rank)]
    padded = b.pad(x, [(0, 0), (0, 0)] + list(zip(pads, ends))) if any(pads) or any(ends) else x
    mean = b.op(f"nn.avg_pool{rank}d", [padded], result, pool_size=size, strides=stride)
    total = b.mul(mean, float(math.prod(size)))
    return b.div(total, float(divisor)) if divisor else b.div(total, counts)


@register("_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d")
@_batched
def adaptive_avg_pool(b, x, rank, size):
    return b.op(f"nn.adaptive_avg_pool{rank}d", [x], _result(b, x, rank), output_size=_all(size, rank))


@register("adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d")
@_batched
def adaptive_max_pool(b, x, rank, size):
    size = _all(size, rank)
    if not all(isinstance(dim, int) for dim in x.dims[2:]):
        raise Unsupported("an adaptive pooling of an unknown size has no counterpart")
    if any(dim % out for dim, out in zip(x.dims[2:], size)):
        return _uneven_max_pool(b, x, size)
    window = [dim // out for dim, out in zip(x.dims[2:], size)]
    values = b.op(f"nn.max_pool{rank}d", [x], _result(b, x, rank), **_words(rank, window, window, 0, 1, False))
    return [values, _places(b, x, rank, values, window, window, 0, 1)]


def _uneven_max_pool(b, x, size):
    """Windows that differ, as places of their elements: the last one of a short window stands several times."""
    spatial, places = x.dims[2:], b.full((), 0, torch.int64)
    rank = len(size)
    places = b.reshape(places, (1,) * 2 * rank)
    window = []
    for axis, (dim, out) in enumerate(zip(spatial, size)):
        bounds = [(place * dim // out, -(-(place + 1) * dim // out)) for place in range(out)]
        window.append(max(end - begin for begin, end in bounds))
        line = torch.tensor([[min(begin + step, end - 1) for step in range(window[-1])] for begin, end in bounds])
        shape = [1] * 2 * rank
        shape[axis], shape[rank + axis] = line.shape
        places = b.add(b.mul(places, dim), b.reshape(b.constant(line), shape))
    total = math.prod(window)
    places = b.reshape(places, (*size, total))
    found = b.take(b.reshape(x, x.dims[:2] + (math.prod(spatial),)), places, 2)
    dims = x.dims[:2] + tuple(size)
    first = b.op("argmax", [found], Type(dims, torch.int64), axis=found.rank - 1)
    place = b.op("gather_elements", [b.broadcast(places, found.dims), b.expand(first, -1)], Type(dims + (1,), torch.int64),
                 axis=found.rank - 1)
    return [b.reduce("max", found, [-1]), b.reshape(place, dims)]
