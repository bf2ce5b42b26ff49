"""Operators on each element of tensors that broadcast."""
import math

import torch

from ..builder import Value
from ..registry import register
from ..types import Unsupported


def _is_float(dtype):
    return dtype.is_floating_point


def operands(b, count=2):
    """The type in which PyTorch computes with the first arguments of the node."""
    values = []
    for argument in b.arguments[:count]:
        value = argument.meta["val"] if isinstance(argument, torch.fx.Node) else argument
        if isinstance(value, torch.SymInt):
            value = 1
        elif isinstance(value, torch.SymFloat):
            value = 1.0
        values.append(value)
    return torch.result_type(*values)


def wide(dtype):
    """The type in which composed functions are computed: half precision is not enough for several steps."""
    return torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype


def tensor(b, x, dtype):
    """A tensor or a number as a tensor of a type."""
    return b.cast(x, dtype) if isinstance(x, Value) else b.scalar(x, dtype)


_UNARY = {
    "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan", "atanh": "atanh", "cos": "cos",
    "cosh": "cosh", "erf": "erf", "exp": "exp", "log": "log", "rsqrt": "rsqrt", "sigmoid": "sigmoid", "sin": "sin",
    "sinh": "sinh", "sqrt": "sqrt", "tan": "tan", "tanh": "tanh",
}


def _float_unary(name):
    def write(b, x):
        return b.unary(name, b.cast(x, b.result.dtype))
    return write


for _aten, _name in _UNARY.items():
    register(_aten)(_float_unary(_name))


def wide_unary(*names):
    """Registers a function of one tensor that is computed in a wide type."""
    def note(function):
        def write(b, x, *arguments):
            return b.cast(function(b, b.cast(x, wide(b.result.dtype)), *arguments), b.result.dtype)
        register(*names)(write)
        return function
    return note


def _same(name):
    def write(b, x):
        return b.unary(name, x)
    return write


register("neg")(_same("negative"))


@register("sign")
def sign(b, x):
    if x.dtype == torch.bool:
        return x
    if not _is_float(x.dtype):
        return b.unary("sign", x)
    zero = b.scalar(0.0, x.dtype)
    return b.where(b.unary("isnan", x, torch.bool), zero, b.unary("sign", x))


@register("abs")
def abs_(b, x):
    return b.unary("abs", x) if x.dtype != torch.bool else x


def _rounding(name):
    def write(b, x):
        return b.unary(name, x) if _is_float(x.dtype) else x
    return write


for _name in ("ceil", "floor", "trunc"):
    register(_name)(_rounding(_name))


@register("round.default")
def round_(b, x):
    return _rounding("round")(b, x)


@register("round.decimals")
def round_decimals(b, x, decimals):
    if not _is_float(x.dtype):
        return x
    if not decimals:
        return b.unary("round", x)
    factor = 10.0 ** abs(decimals)
    inner = b.unary("round", b.mul(x, factor) if decimals > 0 else b.div(x, factor))
    return b.div(inner, factor) if decimals > 0 else b.mul(inner, factor)


@wide_unary("log2")
def log2(b, x):
    return b.mul(b.unary("log", x), 1 / math.log(2))


@wide_unary("log10")
def log10(b, x):
    return b.mul(b.unary("log", x), 1 / math.log(10))


@wide_unary("exp2")
def exp2(b, x):
    return b.binary("power", b.scalar(2.0, x.dtype), x)


@wide_unary("reciprocal")
def reciprocal(b, x):
    return b.div(b.scalar(1.0, x.dtype), x)


def _small(b, x, small, large):
    """`small` where x is near 0, where `large` loses digits."""
    near = b.compare("less", b.unary("abs", x), b.scalar(1e-2, x.dtype))
    return b.where(near, small, large)


def _series(b, x, coefficients):
    """A polynomial, the highest coefficient first."""
    total = b.scalar(coefficients[0], x.dtype)
    for coefficient in coefficients[1:]:
        total = b.add(b.mul(total, x), coefficient)
    return total


@wide_unary("expm1")
def expm1(b, x):
    small = b.mul(x, _series(b, x, [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1.0]))
    return _small(b, x, small, b.sub(b.unary("exp", x), 1.0))


@wide_unary("log1p")
def log1p(b, x):
    small = b.mul(x, _series(b, x, [-1 / 8, 1 / 7, -1 / 6, 1 / 5, -1 / 4, 1 / 3, -1 / 2, 1.0]))
    return _small(b, x, small, b.unary("log", b.add(x, 1.0)))


@register("bitwise_not")
def bitwise_not(b, x):
    return b.unary("logical_not" if x.dtype == torch.bool else "bitwise_not", x)


@register("logical_not")
def logical_not(b, x):
    return b.unary("logical_not", b.cast(x, torch.bool))


def _classify(name):
    def write(b, x):
        if not _is_float(x.dtype):
            return b.full(x.dims, False, torch.bool)
        return b.unary(name, x, torch.bool)
    return write


for _name in ("isnan", "isinf"):
    register(_name)(_classify(_name))


def _infinite(number):
    def write(b, x):
        if not _is_float(x.dtype):
            return b.full(x.dims, False, torch.bool)
        return b.compare("equal", x, b.scalar(number, x.dtype))
    return write


register("isposinf")(_infinite(math.inf))
register("isneginf")(_infinite(-math.inf))


@register("isfinite")
def isfinite(b, x):
    return b.unary("isfinite", x, torch.bool) if _is_float(x.dtype) else b.full(x.dims, True, torch.bool)


@register("signbit")
def signbit(b, x):
    if x.dtype == torch.bool:
        return b.full(x.dims, False, torch.bool)
    zero = b.scalar(0, x.dtype)
    less = b.compare("less", x, zero)
    if not _is_float(x.dtype):
        return less
    # Minus zero is told from zero by where its arc tangent lies.
    wide_x = b.cast(x, wide(x.dtype))
    angle = b.binary("atan2", wide_x, b.scalar(-1.0, wide_x.dtype))
    return b.op("logical_or", [less, b.compare("less", angle, b.scalar(0.0, angle.dtype))], less.type)


def _arithmetic(name, words=None):
    """An op of two operands; numbers scaled by `alpha` where PyTorch has it."""
    def write(b, x, y, alpha=1):
        dtype = b.result.dtype
        x, y = tensor(b, x, dtype), tensor(b, y, dtype)
        if alpha not in (1, True):
            y = b.op("logical_and", [y, b.scalar(alpha, dtype)], y.type) if dtype == torch.bool else b.mul(y, b.scalar(alpha, dtype))
        if dtype == torch.bool:
            if words is None:
                raise Unsupported("elements of bool are not expected here")
            name_ = words
        else:
            name_ = name
        return b.binary(name_, x, y)
    return write


for _aten, (_name, _words) in {
        "add": ("add", "logical_or"), "sub": ("subtract", None), "mul": ("multiply", "logical_and"),
        "maximum": ("maximum", "maximum"), "minimum": ("minimum", "minimum"),
        "bitwise_and": ("bitwise_and", "logical_and"), "bitwise_or": ("bitwise_or", "logical_or"),
        "bitwise_xor": ("bitwise_xor", "logical_xor")}.items():
    register(_aten)(_arithmetic(_name, _words))


@register("rsub")
def rsub(b, x, y, alpha=1):
    return _arithmetic("subtract")(b, y, x if alpha == 1 else b.mul(tensor(b, x, b.result.dtype), alpha))


def _wide_binary(name):
    def write(b, x, y):
        dtype = wide(b.result.dtype)
        return b.cast(b.binary(name, tensor(b, x, dtype), tensor(b, y, dtype)), b.result.dtype)
    return write


register("atan2")(_wide_binary("atan2"))
register("logaddexp")(_wide_binary("log_add_exp"))


# Lanczos' approximation of the gamma function with g = 7 and nine terms (Godfrey, 2001).
_LANCZOS = (0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
            12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7)


@register("lgamma")
def lgamma(b, x):
    """The logarithm of the gamma function's magnitude; by reflection below 1/2."""
    x = b.cast(x, wide(b.result.dtype))
    is_small = b.compare("less", x, b.scalar(0.5, x.dtype))
    # Gamma of z + 1, where z is not below -1/2.
    z = b.where(is_small, b.unary("negative", x), b.sub(x, 1.0))
    total = b.scalar(_LANCZOS[0], x.dtype)
    for place, term in enumerate(_LANCZOS[1:], 1):
        total = b.add(total, b.div(term, b.add(z, float(place))))
    shifted = b.add(z, 7.5)
    found = b.sub(b.mul(b.add(z, 0.5), b.unary("log", shifted)), shifted)
    found = b.add(found, b.add(b.unary("log", total), 0.5 * math.log(2 * math.pi)))
    # The sine of pi x by the distance to the next integer, so that poles are exact.
    rest = b.sub(x, b.unary("floor", x))
    sine = b.unary("sin", b.mul(b.binary("minimum", rest, b.sub(1.0, rest)), math.pi))
    reflected = b.sub(b.sub(math.log(math.pi), b.unary("log", sine)), found)
    found = b.where(is_small, reflected, found)
    infinite = b.unary("isinf", x, torch.bool)
    return b.cast(b.where(infinite, b.scalar(math.inf, x.dtype), found), b.result.dtype)


@register("angle")
def angle(b, x):
    """Of real numbers: 0, or pi of negative ones."""
    found = b.where(b.compare("less", x, b.scalar(0, x.dtype)), b.scalar(math.pi, b.result.dtype),
                    b.scalar(0.0, b.result.dtype))
    return found if not x.dtype.is_floating_point else b.where(b.unary("isnan", x, torch.bool), x, found)


def _shift(name):
    def write(b, x, y):
        dtype = b.result.dtype
        x, y = tensor(b, x, dtype), tensor(b, y, dtype)
        bits = torch.iinfo(dtype).bits
        shape = b.binary(name, x, b.binary("minimum", b.binary("maximum", y, 0), bits - 1))
        outside = b.op("logical_or", [b.compare("less", y, b.scalar(0, dtype)),
                                      b.compare("greater_equal", y, b.scalar(bits, dtype))],
                       type(y.type)(y.dims, torch.bool))
        if name == "left_shift":
            rest = b.scalar(0, dtype)
        else:
            rest = b.where(b.compare("less", x, b.scalar(0, dtype)), b.scalar(-1, dtype) if dtype.is_signed else
                           b.scalar(0, dtype), b.scalar(0, dtype))
        return b.where(outside, rest, shape)
    return write


for _side in ("left", "right"):
    register(f"__{_side[0]}shift__", f"bitwise_{_side}_shift")(_shift(f"{_side}_shift"))


@register("div.Tensor", "div.Scalar", "true_divide")
def div(b, x, y):
    return b.div(tensor(b, x, b.result.dtype), tensor(b, y, b.result.dtype))


@register("div.Tensor_mode", "div.Scalar_mode")
def div_mode(b, x, y, rounding_mode):
    dtype = b.result.dtype
    x, y = tensor(b, x, dtype), tensor(b, y, dtype)
    if rounding_mode is None:
        return b.div(x, y)
    if not _is_float(dtype):
        return b.binary("floor_divide" if rounding_mode == "floor" else "divide", x, y)
    inner = wide(dtype)
    x, y = b.cast(x, inner), b.cast(y, inner)
    return b.cast(b.unary("trunc", b.div(x, y)) if rounding_mode == "trunc" else _floor_div(b, x, y), dtype)


def _floor_div(b, x, y):
    """Floor division as PyTorch and Python do it: by the remainder, which is exact."""
    rest = b.binary("mod", x, y)
    zero = b.scalar(0.0, x.dtype)
    quotient = b.div(b.sub(x, rest), y)
    differs = b.compare("not_equal", b.compare("less", y, zero), b.compare("less", rest, zero))
    lower = b.op("logical_and", [b.compare("not_equal", rest, zero), differs], type(x.type)(differs.dims, torch.bool))
    quotient = b.where(lower, b.sub(quotient, 1.0), quotient)
    floor = b.unary("floor", quotient)
    floor = b.where(b.compare("greater", b.sub(quotient, floor), b.scalar(0.5, x.dtype)), b.add(floor, 1.0), floor)
    return b.where(b.compare("equal", y, zero), b.div(x, y), floor)


@register("floor_divide")
def floor_divide(b, x, y):
    return div_mode(b, x, y, "floor")


@register("remainder")
def remainder(b, x, y):
    dtype = wide(b.result.dtype)
    return b.cast(b.binary("floor_mod", tensor(b, x, dtype), tensor(b, y, dtype)), b.result.dtype)


@register("fmod")
def fmod(b, x, y):
    dtype = wide(b.result.dtype)
    return b.cast(b.binary("mod", tensor(b, x, dtype), tensor(b, y, dtype)), b.result.dtype)


@register("pow.Tensor_Tensor", "pow.Scalar", "pow.Tensor_Scalar")
def pow_(b, x, y):
    dtype = b.result.dtype
    inner = wide(dtype)
    if isinstance(y, (int, float)) and y == 2 and dtype != torch.bool:
        return b.unary("square", tensor(b, x, dtype))
    if isinstance(y, float) and y == 0.5 and _is_float(dtype):
        return b.unary("sqrt", tensor(b, x, dtype))
    return b.cast(b.binary("power", tensor(b, x, inner), tensor(b, y, inner)), dtype)


@register("ldexp.Tensor")
def ldexp(b, x, y):
    inner = wide(b.result.dtype)
    factor = b.binary("power", b.scalar(2.0, inner), tensor(b, y, inner))
    return b.cast(b.mul(tensor(b, x, inner), factor), b.result.dtype)


def _comparison(name):
    def write(b, x, y):
        dtype = operands(b)
        return b.compare(name, tensor(b, x, dtype), tensor(b, y, dtype))
    return write


for _aten, _name in {"eq": "equal", "ne": "not_equal", "gt": "greater", "ge": "greater_equal", "lt": "less",
                     "le": "less_equal"}.items():
    register(_aten)(_comparison(_name))


def _logical(name):
    def write(b, x, y):
        return b.binary(name, tensor(b, x, torch.bool), tensor(b, y, torch.bool))
    return write


for _name in ("logical_and", "logical_or", "logical_xor"):
    register(_name)(_logical(_name))


@register("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar")
def where(b, condition, x, y):
    dtype = b.result.dtype
    return b.where(b.cast(condition, torch.bool), tensor(b, x, dtype), tensor(b, y, dtype))


@register("masked_fill")
def masked_fill(b, x, mask, value):
    return b.where(mask, tensor(b, value, x.dtype), x)


@register("clamp.default", "clamp.Tensor", "clip.default", "clip.Tensor")
def clamp(b, x, low=None, high=None):
    x = b.cast(x, b.result.dtype)
    if low is not None:
        x = b.binary("maximum", x, tensor(b, low, x.dtype))
    if high is not None:
        x = b.binary("minimum", x, tensor(b, high, x.dtype))
    return x


@register("clamp_min")
def clamp_min(b, x, low):
    return clamp(b, x, low)


@register("clamp_max")
def clamp_max(b, x, high):
    return clamp(b, x, None, high)


@register("hardtanh")
def hardtanh(b, x, low, high):
    return clamp(b, x, low, high)


def _fmax(name):
    def write(b, x, y):
        dtype = b.result.dtype
        x, y = tensor(b, x, dtype), tensor(b, y, dtype)
        if not _is_float(dtype):
            return b.binary(name, x, y)
        both = b.binary(name, x, y)
        both = b.where(b.unary("isnan", x, torch.bool), y, both)
        return b.where(b.unary("isnan", y, torch.bool), x, both)
    return write


register("fmax")(_fmax("maximum"))
register("fmin")(_fmax("minimum"))


@register("copysign")
def copysign(b, x, y):
    x, y = tensor(b, x, b.result.dtype), tensor(b, y, b.result.dtype)
    size = b.unary("abs", x)
    return b.where(signbit(b, y), b.unary("negative", size), size)


@register("_to_copy", "to", "type_as", "float", "half", "bfloat16", "double", "int", "long", "bool")
def to_copy(b, x, *_):
    return b.cast(x, b.result.dtype)


@register("prims::convert_element_type")
def convert(b, x, dtype):
    return b.cast(x, dtype)


@register("clone", "detach", "alias", "lift_fresh_copy", "lift_fresh", "contiguous", "prims::device_put", "copy")
def same(b, x, *rest):
    if rest and isinstance(rest[0], Value):
        return b.broadcast(b.cast(rest[0], x.dtype), x.dims)
    return x


@register("frac")
def frac(b, x):
    return b.sub(x, b.unary("trunc", x))


@register("addcmul")
def addcmul(b, x, first, second, value=1):
    dtype = b.result.dtype
    product = b.mul(b.cast(first, dtype), b.cast(second, dtype))
    return b.add(b.cast(x, dtype), product if value == 1 else b.mul(product, value))


@register("addcdiv")
def addcdiv(b, x, first, second, value=1):
    dtype = b.result.dtype
    quotient = b.div(b.cast(first, dtype), b.cast(second, dtype))
    return b.add(b.cast(x, dtype), quotient if value == 1 else b.mul(quotient, value))


@register("nan_to_num")
def nan_to_num(b, x, nan=None, posinf=None, neginf=None):
    if not _is_float(x.dtype):
        return x
    limits = torch.finfo(x.dtype)
    for test, value in ((b.unary("isnan", x, torch.bool), 0.0 if nan is None else nan),
                        (b.compare("equal", x, b.scalar(math.inf, x.dtype)), limits.max if posinf is None else posinf),
                        (b.compare("equal", x, b.scalar(-math.inf, x.dtype)), limits.min if neginf is None else neginf)):
        x = b.where(test, b.scalar(float(value), x.dtype), x)
    return x
