"""Complex numbers by their parts, and Fourier transforms as products with tables of roots of unity."""
import math

import torch

from ..builder import Complex, Value
from ..registry import TABLE, register_complex
from ..types import Type, Unsupported
from . import elementwise, indexing, reductions, shape  # noqa: F401: their writers are those of the parts.

# Longer transforms of composite length are two shorter ones (Cooley and Tukey, 1965).
_LONGEST_TABLE = 64


def _parts(b, x, dtype=None):
    """The parts of a tensor or a number, which may be real."""
    if isinstance(x, Complex):
        return x.real, x.imaginary
    if isinstance(x, Value):
        return x, b.full(x.dims, 0, x.dtype)
    return tuple(b.scalar(part, dtype) for part in (complex(x).real, complex(x).imag))


def _both(b, x, y):
    dtype = next((value.real.dtype for value in (x, y) if isinstance(value, Complex)), None)
    if dtype is None:
        raise Unsupported("numbers of other kinds than float have no complex counterpart")
    return [b.cast(part, dtype) for value in (x, y) for part in _parts(b, value, dtype)]


@register_complex("mul")
def mul(b, x, y):
    a, i, c, j = _both(b, x, y)
    return Complex(b.sub(b.mul(a, c), b.mul(i, j)), b.add(b.mul(a, j), b.mul(i, c)))


@register_complex("div")
def div(b, x, y):
    a, i, c, j = _both(b, x, y)
    square = b.add(b.mul(c, c), b.mul(j, j))
    return Complex(b.div(b.add(b.mul(a, c), b.mul(i, j)), square), b.div(b.sub(b.mul(i, c), b.mul(a, j)), square))


def _sum(name):
    def write(b, x, y, alpha=1):
        a, i, c, j = _both(b, x, y)
        if alpha != 1:
            c, j = b.mul(c, float(alpha)), b.mul(j, float(alpha))
        return Complex(b.binary(name, a, c), b.binary(name, i, j))
    return write


register_complex("add")(_sum("add"))
register_complex("sub")(_sum("subtract"))


@register_complex("neg")
def neg(b, x):
    return Complex(b.unary("negative", x.real), b.unary("negative", x.imaginary))


@register_complex("conj", "_conj", "_conj_physical", "conj_physical")
def conj(b, x):
    return Complex(x.real, b.unary("negative", x.imaginary))


@register_complex("abs")
def abs_(b, x):
    return b.unary("sqrt", b.add(b.unary("square", x.real), b.unary("square", x.imaginary)))


@register_complex("angle")
def angle(b, x):
    return b.binary("atan2", x.imaginary, x.real)


@register_complex("exp")
def exp(b, x):
    size = b.unary("exp", x.real)
    return Complex(b.mul(size, b.unary("cos", x.imaginary)), b.mul(size, b.unary("sin", x.imaginary)))


@register_complex("real")
def real(b, x):
    return x.real


@register_complex("imag")
def imag(b, x):
    return x.imaginary


@register_complex("complex")
def complex_(b, x, y):
    return Complex(x, y)


@register_complex("polar")
def polar(b, size, turn):
    return Complex(b.mul(size, b.unary("cos", turn)), b.mul(size, b.unary("sin", turn)))


@register_complex("view_as_real", "view_as_real_copy")
def view_as_real(b, x):
    return b.concat([b.expand(x.real, -1), b.expand(x.imaginary, -1)], -1)


@register_complex("view_as_complex", "view_as_complex_copy")
def view_as_complex(b, x):
    return Complex(*(b.reshape(b.slice(x, -1, place, place + 1), x.dims[:-1]) for place in range(2)))


@register_complex("_to_copy", "to")
def to_copy(b, x, *_):
    if not isinstance(x, Complex):
        part = next(real for real, dtype in ((torch.float32, torch.complex64), (torch.float64, torch.complex128))
                    if dtype == b.result.dtype)
        return Complex(*_parts(b, b.cast(x, part)))
    if x.dtype != b.result.dtype:
        raise Unsupported("a cast of complex numbers has no counterpart")
    return x


def _part(value, place):
    """A part of an argument, of a type or of a list of them."""
    if isinstance(value, (list, tuple)):
        return [_part(one, place) for one in value]
    if isinstance(value, Complex):
        return (value.real, value.imaginary)[place]
    if isinstance(value, Type) and value.dtype.is_complex:
        return Type(value.dims, value.dtype.to_real())
    return value


def _partwise(name):
    """What moves or sums elements does the same with each part."""
    def write(b, *arguments):
        whole, found = b.result, []
        for place in range(2):
            b.result = _part(whole, place)
            found.append(TABLE[name](b, *(_part(argument, place) for argument in arguments)))
        b.result = whole
        return [Complex(*pair) for pair in zip(*found)] if isinstance(whole, list) else Complex(*found)
    return write


for _name in ("view", "reshape", "_unsafe_view", "view_copy.default", "unsqueeze", "squeeze", "flatten", "permute", "transpose.int",
              "t", "expand", "cat", "stack", "slice.Tensor", "select.int", "split_with_sizes", "split.Tensor", "unbind", "flip",
              "repeat", "roll", "clone", "detach", "alias", "contiguous", "lift_fresh_copy", "index.Tensor", "index_select",
              "sum.default", "sum.dim_IntList", "constant_pad_nd", "squeeze_copy", "unsqueeze_copy", "permute_copy", "expand_copy"):
    register_complex(_name)(_partwise(f"aten::{_name}"))


# Fourier transforms.


def _table(rows, columns, length, function, dtype):
    """A function of the angles of roots of unity, computed in double precision."""
    places = torch.arange(rows).reshape(-1, 1) * torch.arange(columns) % length
    return function(places.double() * (2 * math.pi / length)).to(dtype)


def _transform(b, x, sign):
    """The transform of the last axis; `sign` is that of the exponent."""
    length, dtype = x.dims[-1], x.real.dtype
    first = 1
    if length > _LONGEST_TABLE:
        first = next(part for part in range(math.isqrt(length), 0, -1) if length % part == 0)
    if first == 1:
        cosine, sine = (b.constant(_table(length, length, length, function, dtype)) for function in (torch.cos, torch.sin))
        real, imaginary = x.real, x.imaginary
        left, right = (b.matmul(part, sine) for part in (imaginary, real))
        rest = (b.sub, b.add) if sign > 0 else (b.add, b.sub)
        return Complex(rest[0](b.matmul(real, cosine), left), rest[1](b.matmul(imaginary, cosine), right))
    second = length // first
    lead = x.dims[:-1]

    def move(value, dims):
        return Complex(*(b.swap(b.reshape(part, lead + dims), -1, -2) for part in (value.real, value.imaginary)))

    # Places are second * j + i: over j for each i, then over i.
    found = _transform(b, move(x, (first, second)), sign)
    turn = Complex(*(b.constant(_table(second, first, length, function, dtype)) for function in (
        torch.cos, torch.sin if sign > 0 else lambda angle: -torch.sin(angle))))
    found = _transform(b, move(mul(b, found, turn), (second, first)), sign)
    return Complex(*(b.reshape(b.swap(part, -1, -2), lead + (length,)) for part in (found.real, found.imaginary)))


def _along(b, x, axes, sign):
    """The transforms of axes."""
    for axis in axes:
        if not isinstance(x.dims[axis], int):
            raise Unsupported("a transform of an axis of unknown size has no counterpart")
        x = Complex(b.swap(x.real, axis, -1), b.swap(x.imaginary, axis, -1))
        x = _transform(b, x, sign)
        x = Complex(b.swap(x.real, axis, -1), b.swap(x.imaginary, axis, -1))
    return x


def _scale(lengths, normalization):
    """The factor of a transform: none, by the root of the number of elements, or by that number."""
    return (1.0, 1 / math.sqrt(math.prod(lengths)), 1 / math.prod(lengths))[normalization]


def _scaled(b, x, factor):
    return x if factor == 1 else Complex(b.mul(x.real, factor), b.mul(x.imaginary, factor))


@register_complex("_fft_c2c")
def fft_c2c(b, x, axes, normalization, forward):
    found = _along(b, x, axes, -1 if forward else 1)
    return _scaled(b, found, _scale([x.dims[axis] for axis in axes], normalization))


@register_complex("_fft_r2c")
def fft_r2c(b, x, axes, normalization, onesided):
    found = fft_c2c(b, Complex(*_parts(b, x)), axes, normalization, True)
    last = axes[-1]
    if not onesided:
        return found
    count = x.dims[last] // 2 + 1
    return Complex(b.slice(found.real, last, 0, count), b.slice(found.imaginary, last, 0, count))


@register_complex("_fft_c2r")
def fft_c2r(b, x, axes, normalization, length):
    """The last axis has half of a spectrum, whose rest is its mirror."""
    if not isinstance(length, int):
        raise Unsupported("a transform to an axis of unknown size has no counterpart")
    x, last = _along(b, x, axes[:-1], 1), axes[-1]
    half = length // 2 + 1
    dtype = x.real.dtype
    counts = torch.full((half, 1), 2.0, dtype=torch.float64)
    counts[0] = 1
    if length % 2 == 0:
        counts[-1] = 1
    parts = []
    for part, function in ((x.real, torch.cos), (x.imaginary, torch.sin)):
        table = b.constant((_table(half, length, length, function, torch.float64) * counts).to(dtype))
        parts.append(b.matmul(b.swap(b.slice(part, last, 0, half), last, -1), table))
    found = b.swap(b.sub(*parts), last, -1)
    factor = _scale([length if axis == last else x.dims[axis] for axis in axes], normalization)
    return found if factor == 1 else b.mul(found, factor)
