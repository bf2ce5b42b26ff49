"""Running results along an axis, other than sums and products."""
import math

import torch

from ..registry import register
from ..types import Type, Unsupported
from .elementwise import wide


def _prefixes(b, values, axis, join):
    """What `join` makes of all elements up to each one, by doubling distances (Hillis and Steele, 1986): `join` takes
    lists of what comes before and behind."""
    count = values[0].dims[axis]
    if not isinstance(count, int):
        raise Unsupported("running results along an axis of unknown size have no counterpart")
    distance = 1
    while distance < count:
        behind = [b.slice(value, axis, distance, count) for value in values]
        before = [b.slice(value, axis, 0, count - distance) for value in values]
        joined = join(before, behind)
        values = [b.concat([b.slice(value, axis, 0, distance), more], axis) for value, more in zip(values, joined)]
        distance *= 2
    return values


def _extreme(comparison):
    def write(b, x, dim):
        if not x.rank:
            return [x, b.full((), 0, torch.int64)]
        axis, key = dim % x.rank, b.cast(x, torch.uint8) if x.dtype == torch.bool else x

        def join(before, behind):
            # The last of equal ones; the first that is no number stays.
            later = b.compare(comparison, behind[0], before[0])
            if key.dtype.is_floating_point:
                before_nan, behind_nan = (b.unary("isnan", part[0], torch.bool) for part in (before, behind))
                later = b.binary("logical_or", behind_nan,
                                 b.binary("logical_and", later, b.unary("logical_not", before_nan)))
            return [b.where(later, *pair) for pair in zip(behind, before)]

        found, places = _prefixes(b, [key, b.iota(x.dims, axis)], axis, join)
        return [b.cast(found, x.dtype), places]
    return write


register("cummax")(_extreme("greater_equal"))
register("cummin")(_extreme("less_equal"))


@register("logcumsumexp")
def logcumsumexp(b, x, dim):
    inner = b.cast(x, wide(b.result.dtype))
    if not x.rank:
        return b.cast(inner, b.result.dtype)
    found, = _prefixes(b, [inner], dim % x.rank, lambda before, behind: [b.binary("log_add_exp", before[0], behind[0])])
    return b.cast(found, b.result.dtype)
