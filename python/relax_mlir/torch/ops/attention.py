"""Attention."""
import math

import torch

from ..builder import Value
from ..registry import register
from ..types import Type, Unsupported


@register("scaled_dot_product_attention")
def attention(b, query, key, value, mask=None, dropout=0.0, causal=False, scale=None, enable_gqa=False):
    if dropout:
        raise Unsupported("dropout draws random numbers; export the model in eval mode")
    if query.rank != 4 or not query.dims[:1] == key.dims[:1] == value.dims[:1] or mask is not None and mask.rank > 4:
        return composed(b, query, key, value, mask, causal, scale, enable_gqa)
    words = {"scale": float(scale) if scale is not None else None, "causal_mask": "TopLeft" if causal else None}
    heads = [b.swap(part, 1, 2) for part in (query, key, value)]
    result = Type((query.dims[0], query.dims[2], query.dims[1], value.dims[3]), query.dtype)
    if mask is None:
        found = b.op("nn.attention", heads, result, **words)
    elif mask.dtype == torch.bool:
        # A row that no key is for gives 0 in PyTorch and NaN by a bias.
        return composed(b, query, key, value, mask, causal, scale, enable_gqa)
    else:
        bias = b.reshape(mask, (1,) * (4 - mask.rank) + mask.dims)
        found = b.op("nn.attention_bias", heads + [b.cast(bias, query.dtype)], result, **words)
    return b.swap(found, 1, 2)


def composed(b, query, key, value, mask, causal, scale, enable_gqa):
    """By products and a softmax."""
    dtype = query.dtype
    inner = torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype
    if enable_gqa and query.dims[-3] != key.dims[-3]:
        key, value = (_repeat(b, part, query.dims[-3]) for part in (key, value))
    query, key, value = (b.cast(part, inner) for part in (query, key, value))
    factor = 1 / math.sqrt(query.dims[-1]) if scale is None else float(scale)
    scores = b.mul(b.matmul(query, b.swap(key, -1, -2)), factor)
    keep = mask if isinstance(mask, Value) and mask.dtype == torch.bool else None
    if isinstance(mask, Value) and keep is None:
        scores = b.add(scores, b.cast(mask, inner))
    if causal:
        dims = scores.dims[-2:]
        keep = b.compare("greater_equal", b.iota(dims, 0), b.iota(dims, 1))
    if keep is not None:
        scores = b.where(keep, scores, b.scalar(-math.inf, inner))
    weights = b.op("nn.softmax", [scores], scores.type, axis=scores.rank - 1)
    if keep is not None:
        weights = b.where(keep, weights, b.scalar(0.0, inner))
    return b.cast(b.matmul(weights, value), dtype)


def _repeat(b, x, heads):
    count = heads // x.dims[-3]
    dims = x.dims[:-2] + (count,) + x.dims[-2:]
    return b.reshape(b.broadcast(b.expand(x, x.rank - 2), dims), x.dims[:-3] + (heads,) + x.dims[-2:])


@register("_scaled_dot_product_flash_attention_for_cpu")
def flash_attention(b, query, key, value, dropout=0.0, causal=False, mask=None, scale=None):
    result = b.result
    b.result = result[0]
    found = attention(b, query, key, value, mask, dropout, causal, scale)
    b.result = result
    query, key = (b.cast(part, result[1].dtype) for part in (query, key))
    scores = b.mul(b.matmul(query, b.swap(key, -1, -2)), 1 / math.sqrt(query.dims[-1]) if scale is None else float(scale))
    if isinstance(mask, Value):
        scores = b.add(scores, b.cast(mask, scores.dtype))
    if causal:
        keep = b.compare("greater_equal", b.iota(scores.dims[-2:], 0), b.iota(scores.dims[-2:], 1))
        scores = b.where(keep, scores, b.scalar(-math.inf, scores.dtype))
    top = b.reduce("max", scores, [-1], True)
    total = b.reduce("sum", b.unary("exp", b.sub(scores, top)), [-1])
    return [found, b.add(b.unary("log", total), b.reshape(top, total.dims))]
