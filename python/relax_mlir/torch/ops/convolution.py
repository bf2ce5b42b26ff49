"""Convolutions."""
from ..builder import Value
from ..registry import register
from ..types import Unsupported


def _all(values, rank):
    values = [values] if isinstance(values, int) else list(values)
    return values * rank if len(values) == 1 else values


@register("convolution", "_convolution")
def convolution(b, x, weight, bias, stride, padding, dilation, transposed, output_padding, groups, *_):
    rank = weight.rank - 2
    if not 1 <= rank <= 3:
        raise Unsupported(f"a convolution along {rank} axes has no counterpart")
    batched = x.rank == weight.rank
    if not batched:
        x = b.expand(x, 0)
    words = {"strides": _all(stride, rank), "dilation": _all(dilation, rank), "groups": groups if groups != 1 else None}
    pads = _all(padding, rank)
    words["padding"] = pads + pads
    result = b.result if batched else type(b.result)((1,) + b.result.dims, b.result.dtype)
    name = f"nn.conv{rank}d"
    if transposed:
        name += "_transpose"
        words["output_padding"] = _all(output_padding, rank)
    found = b.product(name, [x, weight], result, **words)
    if isinstance(bias, Value):
        found = b.add(found, b.reshape(bias, (bias.dims[0],) + (1,) * rank))
    return found if batched else b.reshape(found, b.result.dims)


def _by_rank(rank):
    def write(b, x, weight, bias, stride, padding, dilation, groups):
        if isinstance(padding, str):
            raise Unsupported("a padding by name is decomposed before")
        return convolution(b, x, weight, bias, stride, padding, dilation, False, [0] * rank, groups)
    return write


def _transposed_by_rank(rank):
    def write(b, x, weight, bias, stride, padding, output_padding, groups, dilation):
        return convolution(b, x, weight, bias, stride, padding, dilation, True, output_padding, groups)
    return write


for _rank in (1, 2, 3):
    register(f"conv{_rank}d.default")(_by_rank(_rank))
register("conv_transpose1d.default")(_transposed_by_rank(1))
register("conv_transpose2d.input")(_transposed_by_rank(2))
register("conv_transpose3d.input")(_transposed_by_rank(3))
