"""Losses that core ATen keeps whole."""
import torch

from ..registry import register


@register("nll_loss_forward", "nll_loss2d_forward")
def nll_loss(b, x, target, weight, reduction, ignore):
    """Reduction 0 is none, 1 the mean, 2 the sum; the second result is the weight of all."""
    axis = 1 if x.rank > 1 else 0
    count = x.dims[axis]
    keep = b.compare("not_equal", target, b.scalar(ignore, torch.int64))
    safe = b.where(keep, target, b.scalar(0, torch.int64))
    line = b.reshape(b.arange(count), [count if number == axis else 1 for number in range(x.rank)])
    here = b.compare("equal", b.expand(safe, axis) if target.rank < x.rank else b.reshape(safe, (1,)), line)
    picked = b.reduce("sum", b.where(here, x, b.scalar(0.0, x.dtype)), [axis])
    factor = b.cast(keep, x.dtype)
    if weight is not None:
        factor = b.mul(b.take(weight, safe), factor)
    loss = b.mul(b.unary("negative", picked), factor)
    # What is left out counts as 0, whatever stands there.
    loss = b.where(keep, loss, b.scalar(0.0, x.dtype))
    total = b.reduce("sum", factor, None)
    if reduction == 0:
        return [loss, b.scalar(0.0, x.dtype)]
    found = b.reduce("sum", loss, None)
    return [b.div(found, total) if reduction == 1 else found, total]
