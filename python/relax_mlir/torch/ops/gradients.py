"""Derivatives that core ATen keeps whole."""
import math

import torch

from ..builder import Value
from ..registry import register
from ..types import Type, Unsupported
from .convolution import _all, convolution


@register("convolution_backward")
def convolution_backward(b, grad, x, weight, _, stride, padding, dilation, transposed, output_padding, groups, mask):
    """With respect to the data, the weight and the bias, as far as the mask asks for them."""
    rank = weight.rank - 2
    if transposed or not all(isinstance(dim, int) for dim in weight.dims):
        raise Unsupported("the derivative of a transposed convolution has no counterpart")
    stride, padding, dilation = _all(stride, rank), _all(padding, rank), _all(dilation, rank)
    results = [None, None, None]
    whole = b.result
    if mask[0]:
        rest = [(dim + 2 * pad - apart * (size - 1) - 1) % step if isinstance(dim, int) else 0 for dim, pad, apart, size, step in
                zip(x.dims[2:], padding, dilation, weight.dims[2:], stride)]
        b.result = whole[0]
        results[0] = convolution(b, grad, weight, None, stride, padding, dilation, True, rest, groups)
    if mask[1]:
        b.result = whole[1]
        results[1] = _weight(b, grad, x, weight, stride, padding, dilation, groups)
    if mask[2]:
        results[2] = b.reduce("sum", grad, [0] + list(range(2, grad.rank)))
    b.result = whole
    return results


def _weight(b, grad, x, weight, stride, padding, dilation, groups):
    """The convolution of the data by the gradient, with batch and channels exchanged, group by group."""
    rank, parts = weight.rank - 2, []
    inputs, outputs = x.dims[1] // groups, weight.dims[0] // groups
    for group in range(groups):
        data, other = (b.swap(b.slice(part, 1, group * count, (group + 1) * count), 0, 1)
                       for part, count in ((x, inputs), (grad, outputs)))
        spatial = [dim + 2 * pad - step * (out - 1) - 1 for dim, pad, step, out in zip(x.dims[2:], padding, stride, grad.dims[2:])]
        dims = tuple(more // apart + 1 for more, apart in zip(spatial, dilation))
        found = b.product(f"nn.conv{rank}d", [data, other], Type((inputs, outputs) + dims, x.dtype), strides=dilation,
                     padding=padding + padding, dilation=stride)
        # Elements at the end that no window of the forward pass reached.
        for axis, size in enumerate(weight.dims[2:]):
            if found.dims[2 + axis] != size:
                found = b.slice(found, 2 + axis, 0, size)
        parts.append(b.swap(found, 0, 1))
    return b.concat(parts, 0)


@register("max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward")
def max_pool_backward(b, grad, x, *arguments):
    """Each element of the gradient goes to the place that the forward pass noted."""
    places, rank = arguments[-1], 3 if "3d" in str(b.node.target) else 2
    lead = x.dims[:-rank]
    plane = math.prod(x.dims[-rank:])
    flat = b.full(lead + (plane,), 0, grad.dtype)
    places, grad = (b.reshape(part, lead + (math.prod(part.dims[-rank:]),)) for part in (places, grad))
    found = b.op("scatter_elements", [flat, places, grad], flat.type, axis=len(lead), reduction="add")
    return b.reshape(found, x.dims)


@register("avg_pool2d_backward")
def avg_pool_backward(b, grad, x, size, stride, padding, ceil, count_include_pad, divisor):
    if divisor or ceil or x.rank != 4:
        raise Unsupported("the derivative of a mean pooling with ceil_mode, a divisor or no batch has no counterpart")
    size = _all(size, 2)
    pads = _all(padding, 2)
    return b.op("grad.avg_pool2d_backward", [grad, x], x.type, pool_size=size, strides=_all(stride, 2) if stride else size,
                padding=pads + pads, count_include_pad=bool(count_include_pad) or None)


@register("_adaptive_avg_pool2d_backward")
def adaptive_backward(b, grad, x):
    size = [dim // out for dim, out in zip(x.dims[-2:], grad.dims[-2:]) if isinstance(dim, int) and dim % out == 0]
    if len(size) != 2:
        raise Unsupported("the derivative of an adaptive pooling whose windows differ has no counterpart")
    for axis, count in zip((-1, -2), reversed(size)):
        place = grad.rank + axis
        dims = grad.dims[:place + 1] + (count,) + grad.dims[place + 1:]
        grad = b.reshape(b.broadcast(b.expand(grad, place + 1), dims), grad.dims[:place] + (x.dims[place],) + grad.dims[place + 1:])
    return b.div(grad, float(math.prod(size)))


@register("embedding_dense_backward")
def embedding_backward(b, grad, indices, count, padding, by_frequency):
    if by_frequency:
        raise Unsupported("a derivative scaled by how often a row is taken has no counterpart")
    rows = math.prod(indices.dims)
    width = grad.dims[-1]
    flat = b.reshape(indices, (rows,))
    values = b.reshape(grad, (rows, width))
    if isinstance(padding, int) and padding >= 0:
        kept = b.compare("not_equal", flat, b.scalar(padding, flat.dtype))
        values = b.where(b.expand(kept, 1), values, b.scalar(0.0, values.dtype))
    return b.op("index_put", [b.full((count, width), 0, grad.dtype), b.cast(flat, torch.int64), values], b.result, accumulate=True)


@register("_scaled_dot_product_flash_attention_for_cpu_backward")
def attention_backward(b, grad, query, key, value, out, logsumexp, dropout, causal, mask=None, scale=None):
    """By the weights, computed anew."""
    if dropout:
        raise Unsupported("dropout in training draws random numbers")
    factor = 1 / math.sqrt(query.dims[-1]) if scale is None else float(scale)
    scores = b.mul(b.matmul(query, b.swap(key, -1, -2)), factor)
    if isinstance(mask, Value):
        scores = b.add(scores, b.cast(mask, scores.dtype))
    if causal:
        dims = scores.dims[-2:]
        keep = b.compare("greater_equal", b.iota(dims, 0), b.iota(dims, 1))
        scores = b.where(keep, scores, b.scalar(-math.inf, scores.dtype))
    weights = b.op("nn.softmax", [scores], scores.type, axis=scores.rank - 1)
    by_value = b.matmul(b.swap(weights, -1, -2), grad)
    by_weight = b.matmul(grad, b.swap(value, -1, -2))
    total = b.reduce("sum", b.mul(by_weight, weights), [-1], True)
    by_score = b.mul(b.mul(b.sub(by_weight, total), weights), factor)
    return [b.matmul(by_score, key), b.matmul(b.swap(by_score, -1, -2), query), by_value]
