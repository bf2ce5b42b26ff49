"""Operators that rearrange elements and change no one."""
import torch

from ..registry import register
from ..types import Unsupported, size


@register("view", "reshape", "_unsafe_view", "view_copy.default", "_reshape_alias", "unsqueeze", "squeeze", "flatten", "view_as",
          "squeeze_copy", "unsqueeze_copy", "prims::view_of", "prims::collapse_view", "prims::split_dim")
def view(b, x, *_):
    if b.result.dtype != x.dtype:
        raise Unsupported("a view of bytes as other elements has no counterpart")
    return b.reshape(x, b.result.dims)


@register("permute", "permute_copy", "prims::transpose")
def permute(b, x, dims):
    return b.permute(x, dims)


@register("transpose.int", "transpose_copy.int")
def transpose(b, x, first, second):
    return b.swap(x, first, second) if x.rank else x


@register("t", "t_copy", "numpy_T")
def t(b, x):
    return b.permute(x, list(reversed(range(x.rank))))


@register("expand", "expand_copy", "broadcast_to", "prims::broadcast_in_dim")
def expand(b, x, dims, *rest):
    if rest and isinstance(rest[0], list):
        shape = [1] * len(dims)
        for axis, place in enumerate(rest[0]):
            shape[place] = x.dims[axis]
        x = b.reshape(x, shape)
    return b.broadcast(x, b.result.dims)


@register("cat")
def cat(b, values, dim=0):
    # PyTorch leaves out empty tensors of rank 1, whatever the others' rank.
    values = [b.cast(value, b.result.dtype) for value in values if value.dims != (0,) or len(b.result.dims) == 1]
    return b.concat(values, dim)


@register("stack")
def stack(b, values, dim=0):
    dim %= values[0].rank + 1
    return b.concat([b.expand(b.cast(value, b.result.dtype), dim) for value in values], dim)


@register("slice.Tensor", "slice_copy.Tensor")
def slice_(b, x, dim=0, start=None, end=None, step=1):
    start = 0 if start is None else start
    end = 2 ** 63 - 1 if end is None else end
    if start == 0 and step == 1 and b.result.dims == x.dims:
        return x
    return b.slice(x, dim, start, end, step, b.result.dims[dim % x.rank])


@register("narrow_copy")
def narrow_copy(b, x, dim, start, length):
    return b.slice(x, dim, start, start + length, dim=length)


@register("select.int", "select_copy.int")
def select(b, x, dim, index):
    axis = dim % x.rank
    if isinstance(index, int) and index < 0:
        index = x.dims[axis] + index
    part = b.slice(x, axis, index, index + 1, dim=1)
    return b.reshape(part, x.dims[:axis] + x.dims[axis + 1:])


def _pieces(b, x, sizes, dim):
    axis, begin, parts = dim % x.rank, 0, []
    for length in sizes:
        parts.append(b.slice(x, axis, begin, begin + length, dim=length))
        begin = begin + length
    return parts


@register("split_with_sizes", "split_with_sizes_copy")
def split_with_sizes(b, x, sizes, dim=0):
    return _pieces(b, x, sizes, dim)


@register("split.Tensor", "split_copy.Tensor", "chunk", "unsafe_split", "tensor_split")
def split(b, x, _, dim=0):
    return _pieces(b, x, [part.dims[dim % x.rank] for part in b.result], dim)


@register("unbind", "unbind_copy")
def unbind(b, x, dim=0):
    return [select(b, x, dim, index) for index in range(len(b.result))]


@register("flip")
def flip(b, x, dims):
    for dim in dims:
        if x.rank:
            x = b.op("flip", [x], x.type, axis=dim % x.rank)
    return x


@register("repeat")
def repeat(b, x, counts):
    dims = (1,) * (len(counts) - x.rank) + x.dims
    x = b.reshape(x, dims)
    if all(isinstance(count, int) for count in counts):
        return b.op("tile", [x], b.result, repeats=list(counts))
    inner, outer = [], []
    for count, dim in zip(counts, dims):
        inner += [1, dim]
        outer += [count, dim]
    return b.reshape(b.broadcast(b.reshape(x, inner), outer), b.result.dims)


@register("repeat_interleave.self_int")
def repeat_interleave(b, x, count, dim=None, output_size=None):
    axis = None if dim is None else dim % x.rank
    if axis is None:
        x, axis = b.reshape(x, [b.result.dims[0] // count]), 0
    dims = x.dims[:axis + 1] + (count,) + x.dims[axis + 1:]
    return b.reshape(b.broadcast(b.expand(x, axis + 1), dims), b.result.dims)


@register("constant_pad_nd")
def constant_pad(b, x, widths, value=0):
    pairs = _pairs(x, widths)
    # Negative widths cut; what is left is then padded.
    for axis, (before, after) in enumerate(pairs):
        cut, end = max(-before, 0), max(-after, 0)
        if cut or end:
            x = b.slice(x, axis, cut, x.dims[axis] - end, dim=x.dims[axis] - cut - end)
    if x.dtype == torch.bool:
        return b.cast(constant_pad_bits(b, b.cast(x, torch.uint8), pairs, int(bool(value))), torch.bool)
    return constant_pad_bits(b, x, pairs, value)


def constant_pad_bits(b, x, pairs, value):
    """Pads with a number by the parts before and after where f64 cannot hold it."""
    pairs = [(max(before, 0), max(after, 0)) for before, after in pairs]
    if not any(before or after for before, after in pairs):
        return x
    return b.pad(x, pairs, value)


def _pairs(x, widths):
    """Widths axis by axis, of a list that begins at the last axis."""
    pairs = [(0, 0)] * x.rank
    for number in range(len(widths) // 2):
        pairs[x.rank - 1 - number] = (widths[2 * number], widths[2 * number + 1])
    return pairs


def _border(mode):
    def write(b, x, widths):
        pairs = _pairs(x, widths)
        for axis, (before, after) in enumerate(pairs):
            if before < 0 or after < 0:
                x = b.slice(x, axis, max(-before, 0), x.dims[axis] - max(-after, 0))
        return b.pad(x, [(max(before, 0), max(after, 0)) for before, after in pairs], mode=mode)
    return write


register("reflection_pad1d", "reflection_pad2d", "reflection_pad3d")(_border("reflect"))
register("replication_pad1d", "replication_pad2d", "replication_pad3d")(_border("replicate"))


@register("roll")
def roll(b, x, shifts, dims=()):
    if not dims:
        flat = b.reshape(x, [_product(x.dims)])
        return b.reshape(_roll(b, flat, shifts[0], 0), x.dims)
    for shift, dim in zip(shifts, dims):
        x = _roll(b, x, shift, dim % x.rank)
    return x


def _product(dims):
    total = 1
    for dim in dims:
        total = total * dim
    return total


def _roll(b, x, shift, axis):
    length = x.dims[axis]
    if length == 0 or isinstance(length, int) and shift % length == 0:
        return x
    if not isinstance(length, int) and abs(shift) > 1:
        # The axis may be shorter than the shift.
        places = b.sub(b.arange(length, dim=length), b.scalar(shift, torch.int64))
        return b.take(x, b.binary("floor_mod", places, b.scalar(length, torch.int64)), axis)
    place = length - shift % length if isinstance(length, int) else (-shift if shift < 0 else length - shift)
    return b.concat([b.slice(x, axis, place, length, dim=size(length - place)), b.slice(x, axis, 0, place, dim=size(place))], axis)


@register("tril", "triu")
def tril(b, x, diagonal=0):
    name = "tril" if "tril" in str(b.node.target) else "triu"
    return b.op(name, [x], x.type, k=diagonal)


@register("diagonal", "diagonal_copy")
def diagonal(b, x, offset=0, first=0, second=1):
    first, second = first % x.rank, second % x.rank
    axes = [axis for axis in range(x.rank) if axis not in (first, second)] + [first, second]
    x = b.permute(x, axes)
    count = b.result.dims[-1]
    line = b.arange(count, dim=count)
    rows = b.add(line, -offset) if offset < 0 else line
    columns = b.add(line, offset) if offset > 0 else line
    flat = b.reshape(x, x.dims[:-2] + (x.dims[-2] * x.dims[-1],))
    return b.take(flat, b.add(b.mul(rows, b.scalar(x.dims[-1], torch.int64)), columns), -1)


@register("unfold", "unfold_copy")
def unfold(b, x, dim, length, step):
    if not x.rank:
        return b.reshape(x, b.result.dims)
    axis = dim % x.rank
    count = b.result.dims[axis]
    starts = b.mul(b.arange(count, dim=count), step)
    places = b.add(b.reshape(starts, (count, 1)), b.reshape(b.arange(length, dim=length), (1, length)))
    found = b.take(x, places, axis)
    axes = [number for number in range(found.rank) if number != axis + 1] + [axis + 1]
    return b.permute(found, axes)


@register("pixel_shuffle")
def pixel_shuffle(b, x, factor):
    lead, (channels, height, width) = x.dims[:-3], x.dims[-3:]
    n = len(lead)
    x = b.reshape(x, lead + (channels // (factor * factor), factor, factor, height, width))
    x = b.permute(x, list(range(n)) + [n, n + 3, n + 1, n + 4, n + 2])
    return b.reshape(x, b.result.dims)


@register("pixel_unshuffle")
def pixel_unshuffle(b, x, factor):
    lead, (channels, height, width) = x.dims[:-3], x.dims[-3:]
    n = len(lead)
    x = b.reshape(x, lead + (channels, height // factor, factor, width // factor, factor))
    x = b.permute(x, list(range(n)) + [n, n + 2, n + 4, n + 1, n + 3])
    return b.reshape(x, b.result.dims)


@register("channel_shuffle")
def channel_shuffle(b, x, groups):
    dims = x.dims
    x = b.reshape(x, (dims[0], groups, dims[1] // groups) + dims[2:])
    return b.reshape(b.swap(x, 1, 2), dims)


def _strided_places(b, dims, strides, offset):
    """The places of elements in a contiguous tensor."""
    places = b.full((), 0, torch.int64) if offset in (None, 0) else b.scalar(size(offset), torch.int64)
    places = b.broadcast(places, [1] * len(dims)) if dims else places
    for axis, (dim, stride) in enumerate(zip(dims, strides)):
        line = b.mul(b.arange(dim, dim=dim), b.scalar(stride, torch.int64))
        places = b.add(places, b.reshape(line, [dim if number == axis else 1 for number in range(len(dims))]))
    return places


@register("as_strided", "as_strided_copy")
def as_strided(b, x, dims, strides, offset=None):
    return b.take(b.reshape(x, [_product(x.dims)]), _strided_places(b, dims, strides, offset), 0)


@register("as_strided_scatter")
def as_strided_scatter(b, x, source, dims, strides, offset=None):
    count = _product(dims)
    places = b.reshape(_strided_places(b, dims, strides, offset), [count])
    flat = b.reshape(x, [_product(x.dims)])
    found = b.op("scatter_elements", [flat, places, b.reshape(b.cast(source, x.dtype), [count])], flat.type, axis=0)
    return b.reshape(found, x.dims)


@register("_local_scalar_dense", "item")
def item(b, x):
    found = b.node.meta["val"]
    if not isinstance(found, torch.SymInt):
        raise Unsupported("a number of a tensor is read as a float or a bool, which no size is")
    symbol = size(found)
    if found.node.shape_env.bound_sympy(found.node.expr).lower < 0 and _is_number(b.node):
        b.numbers[symbol] = b.cast(b.reshape(x, ()), torch.int64)
        return symbol
    return b.define(x, symbol)


def _is_number(node):
    """Whether all uses of a number compute with it, so that it may be negative."""
    for user in node.users:
        schema = getattr(user.target, "_schema", None)
        if schema is None:
            # Arithmetic of Python.
            if not isinstance(user.meta.get("val"), torch.SymInt) or not _is_number(user):
                return False
            continue
        kinds = [str(parameter.type) for parameter, given in zip(schema.arguments, user.args) if given is node]
        if not kinds or any(kind not in ("Tensor", "number", "Scalar") for kind in kinds):
            return False
    return True


@register("sym_size.int")
def sym_size(b, x, dim):
    return x.dims[dim]


@register("scalar_tensor")
def scalar_tensor(b, value, *_):
    return b.scalar(value, b.result.dtype)


@register("block_diag")
def block_diag(b, values):
    rows, width, before = [], b.result.dims[1], 0
    for value in values:
        value = b.cast(value, b.result.dtype)
        value = b.reshape(value, (1, 1) if not value.rank else (1,) + value.dims if value.rank == 1 else value.dims)
        rows.append(b.pad(value, [(0, 0), (before, width - before - value.dims[1])]))
        before += value.dims[1]
    return b.concat(rows, 0)

