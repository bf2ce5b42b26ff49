"""Functions of `torch.special`: composed of elementwise operators, without a branch.

What holds for a part of the numbers is computed for all, at a place where it is finite, and chosen at the end.
"""
import math

import torch

from ..registry import register
from ..types import Unsupported
from . import special_tables as tables
from .elementwise import log1p, operands, tensor, wide, wide_unary


def _polynomial(b, z, terms, monic=False):
    """Horner's scheme, the highest power first; of a monic one its factor 1 is not among the terms."""
    total = b.add(z, terms[0]) if monic else b.scalar(terms[0], z.dtype)
    for term in terms[1:]:
        total = b.add(b.mul(total, z), term)
    return total


def _chebyshev_sum(b, z, terms):
    """Clenshaw's scheme of a series of Chebyshev polynomials of z / 2, the last one first."""
    before, last, total = 0.0, 0.0, b.scalar(terms[0], z.dtype)
    for term in terms[1:]:
        before, last = last, total
        total = b.add(b.sub(b.mul(z, last), before), term)
    return b.mul(b.sub(total, before), 0.5)


def _less(b, x, bound):
    return b.compare("less", x, b.scalar(bound, x.dtype))


def _at_zero(b, x, value, found):
    """`found`, but `value` at 0 and NaN below."""
    found = b.where(_less(b, x, 0.0), b.scalar(math.nan, x.dtype), found)
    return b.where(b.compare("equal", x, b.scalar(0.0, x.dtype)), b.scalar(value, x.dtype), found)


# Bessel functions.


def _bessel_i(b, x, order, is_scaled):
    """Of the first kind, modified; times exp(-|x|) where scaled."""
    near, far = ((tables.I0_NEAR, tables.I0_FAR), (tables.I1_NEAR, tables.I1_FAR))[order]
    size = b.unary("abs", x)
    low, high = b.binary("minimum", size, 8.0), b.binary("maximum", size, 8.0)
    below = _chebyshev_sum(b, b.sub(b.mul(low, 0.5), 2.0), near)
    if order:
        below = b.mul(below, low)
    above = b.div(_chebyshev_sum(b, b.sub(b.div(32.0, high), 2.0), far), b.unary("sqrt", high))
    found = b.where(_less(b, size, 8.0), below, above)
    if not is_scaled:
        found = b.mul(found, b.unary("exp", size))
    return b.where(_less(b, x, 0.0), b.unary("negative", found), found) if order else found


def _bessel_k(b, x, order, is_scaled):
    """Of the second kind, modified; times exp(x) where scaled."""
    near, far = ((tables.K0_NEAR, tables.K0_FAR), (tables.K1_NEAR, tables.K1_FAR))[order]
    low, high = b.binary("minimum", x, 2.0), b.binary("maximum", x, 2.0)
    series = _chebyshev_sum(b, b.sub(b.mul(low, low), 2.0), near)
    growth = b.mul(b.unary("log", b.mul(low, 0.5)), _bessel_i(b, low, order, False))
    below = b.add(growth, b.div(series, low)) if order else b.sub(series, growth)
    above = b.div(_chebyshev_sum(b, b.sub(b.div(8.0, high), 2.0), far), b.unary("sqrt", high))
    if is_scaled:
        below = b.mul(below, b.unary("exp", low))
    else:
        above = b.mul(above, b.unary("exp", b.unary("negative", high)))
    return _at_zero(b, x, math.inf, b.where(b.compare("less_equal", x, b.scalar(2.0, x.dtype)), below, above))


# Zeros of the functions of the first kind, squared, and how far the waves lag behind a cosine.
_J = (((tables.J0_PP, tables.J0_PQ, tables.J0_QP, tables.J0_QQ, tables.J0_RP, tables.J0_RQ), (5.78318596294678452118, 30.4712623436620863991),
       math.pi / 4),
      ((tables.J1_PP, tables.J1_PQ, tables.J1_QP, tables.J1_QQ, tables.J1_RP, tables.J1_RQ), (14.6819706421238932572, 49.2184563216946036703),
       3 * math.pi / 4))


def _wave(b, size, order, is_second):
    """Beyond 5: two waves a quarter apart, with amplitudes that vary slowly."""
    (pp, pq, qp, qq, _, _), _, lag = _J[order]
    z = b.div(25.0, b.mul(size, size))
    first = b.div(_polynomial(b, z, pp), _polynomial(b, z, pq))
    second = b.mul(b.div(5.0, size), b.div(_polynomial(b, z, qp), _polynomial(b, z, qq, monic=True)))
    turn = b.sub(size, lag)
    sine, cosine = b.unary("sin", turn), b.unary("cos", turn)
    if is_second:
        found = b.add(b.mul(first, sine), b.mul(second, cosine))
    else:
        found = b.sub(b.mul(first, cosine), b.mul(second, sine))
    return b.div(b.mul(found, math.sqrt(2 / math.pi)), b.unary("sqrt", size))


def _near_j(b, low, order):
    (_, _, _, _, rp, rq), zeros, _ = _J[order]
    square = b.mul(low, low)
    found = b.div(_polynomial(b, square, rp), _polynomial(b, square, rq, monic=True))
    for zero in zeros:
        found = b.mul(found, b.sub(square, zero))
    return b.mul(found, low) if order else found


def _bessel_j(b, x, order):
    size = b.unary("abs", x)
    low, high = b.binary("minimum", size, 5.0), b.binary("maximum", size, 5.0)
    found = b.where(b.compare("less_equal", size, b.scalar(5.0, x.dtype)), _near_j(b, low, order), _wave(b, high, order, False))
    return b.where(_less(b, x, 0.0), b.unary("negative", found), found) if order else found


def _bessel_y(b, x, order):
    low, high = b.binary("minimum", x, 5.0), b.binary("maximum", x, 5.0)
    square, log = b.mul(low, low), b.unary("log", low)
    p, q = ((tables.Y0_YP, tables.Y0_YQ), (tables.Y1_YP, tables.Y1_YQ))[order]
    below = b.div(_polynomial(b, square, p), _polynomial(b, square, q, monic=True))
    growth = b.mul(_near_j(b, low, order), log)
    if order:
        below, growth = b.mul(below, low), b.sub(growth, b.div(1.0, low))
    below = b.add(below, b.mul(growth, 2 / math.pi))
    found = b.where(b.compare("less_equal", x, b.scalar(5.0, x.dtype)), below, _wave(b, high, order, True))
    return _at_zero(b, x, -math.inf, found)


for _order in (0, 1):
    for _names, _function, _rest in (
            ((f"i{_order}", f"special_i{_order}", f"special_modified_bessel_i{_order}"), _bessel_i, (False,)),
            ((f"special_i{_order}e",), _bessel_i, (True,)),
            ((f"special_modified_bessel_k{_order}",), _bessel_k, (False,)),
            ((f"special_scaled_modified_bessel_k{_order}",), _bessel_k, (True,)),
            ((f"special_bessel_j{_order}",), _bessel_j, ()), ((f"special_bessel_y{_order}",), _bessel_y, ())):
        wide_unary(*_names)(lambda b, x, _function=_function, _arguments=(_order, *_rest): _function(b, x, *_arguments))


@wide_unary("special_spherical_bessel_j0")
def spherical_bessel_j0(b, x):
    """sin(x) / x, by its series near 0."""
    square = b.mul(x, x)
    series = _polynomial(b, square, [(-1) ** n / math.factorial(2 * n + 1) for n in range(6, -1, -1)])
    found = b.where(_less(b, b.unary("abs", x), 0.5), series, b.div(b.unary("sin", x), x))
    return b.where(b.unary("isinf", x, torch.bool), b.scalar(0.0, x.dtype), found)


# The error function's relatives.


def _scaled_erfc(b, size):
    """erfc(x) exp(x * x) of numbers that are not negative, to 1.2e-7 of it (Press et al., Numerical Recipes)."""
    if size.dtype == torch.float64:
        raise Unsupported("its approximation is of f32, and would lose half of the digits of f64")
    t = b.div(1.0, b.add(b.mul(size, 0.5), 1.0))
    terms = (0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368, -1.26551223)
    return b.mul(t, b.unary("exp", _polynomial(b, t, terms)))


@wide_unary("erfc", "special_erfc")
def erfc(b, x):
    size = b.unary("abs", x)
    tail = b.mul(_scaled_erfc(b, size), b.unary("exp", b.unary("negative", b.mul(x, x))))
    far = b.where(_less(b, x, 0.0), b.sub(2.0, tail), tail)
    return b.where(_less(b, size, 0.5), b.sub(1.0, b.unary("erf", x)), far)


@wide_unary("special_erfcx")
def erfcx(b, x):
    scaled = _scaled_erfc(b, b.unary("abs", x))
    mirrored = b.sub(b.mul(b.unary("exp", b.mul(x, x)), 2.0), scaled)
    return b.where(_less(b, x, 0.0), mirrored, scaled)


@wide_unary("special_log_ndtr")
def log_ndtr(b, x):
    """Below -1 by the scaled function, whose logarithm is not that of a number near 0."""
    root = b.mul(x, math.sqrt(0.5))
    far = b.sub(b.unary("log", b.mul(_scaled_erfc(b, b.unary("abs", root)), 0.5)), b.mul(root, root))
    near = log1p(b, b.mul(erfc(b, b.binary("maximum", root, -1.0)), -0.5))
    return b.where(_less(b, x, -1.0), far, near)


@wide_unary("erfinv", "special_erfinv")
def erfinv(b, x):
    """A rational approximation, and two of Newton's steps."""
    size, square = b.unary("abs", x), b.mul(x, x)
    centre = b.mul(x, b.div(_polynomial(b, square, (-0.140543331, 0.914624893, -1.645349621, 0.886226899)),
                            _polynomial(b, square, (0.012229801, -0.329097515, 1.442710462, -2.118377725, 1.0))))
    z = b.unary("sqrt", b.unary("negative", b.unary("log", b.mul(b.sub(1.0, size), 0.5))))
    tail = b.div(_polynomial(b, z, (1.641345311, 3.429567803, -1.624906493, -1.970840454)),
                 _polynomial(b, z, (1.637067800, 3.543889200, 1.0)))
    tail = b.where(_less(b, x, 0.0), b.unary("negative", tail), tail)
    found = b.where(b.compare("less_equal", size, b.scalar(0.7, x.dtype)), centre, tail)
    for _ in range(2):
        slope = b.mul(b.unary("exp", b.unary("negative", b.mul(found, found))), 2 / math.sqrt(math.pi))
        found = b.sub(found, b.div(b.sub(b.unary("erf", found), x), slope))
    end = b.mul(x, math.inf)
    return b.where(b.compare("equal", size, b.scalar(1.0, x.dtype)), end, found)


@wide_unary("special_ndtri")
def ndtri(b, y):
    """The inverse of the normal distribution: in the middle by y - 1/2, at both ends by the root of a logarithm."""
    edge = math.exp(-2)
    is_high = b.compare("greater", y, b.scalar(1 - edge, y.dtype))
    low = b.where(is_high, b.sub(1.0, y), y)
    middle = b.sub(y, 0.5)
    square = b.mul(middle, middle)
    ratio = b.div(_polynomial(b, square, tables.NDTRI_P0), _polynomial(b, square, tables.NDTRI_Q0))
    centre = b.mul(b.add(middle, b.mul(middle, b.mul(square, ratio))), math.sqrt(2 * math.pi))
    x = b.unary("sqrt", b.mul(b.unary("log", low), -2.0))
    z = b.div(1.0, x)
    first, second = (b.div(_polynomial(b, z, p), _polynomial(b, z, q)) for p, q in
                     ((tables.NDTRI_P1, tables.NDTRI_Q1), (tables.NDTRI_P2, tables.NDTRI_Q2)))
    tail = b.sub(b.sub(x, b.div(b.unary("log", x), x)), b.mul(z, b.where(_less(b, x, 8.0), first, second)))
    tail = b.where(is_high, tail, b.unary("negative", tail))
    found = b.where(b.compare("greater", low, b.scalar(edge, y.dtype)), centre, tail)
    for end, value in ((0.0, -math.inf), (1.0, math.inf)):
        found = b.where(b.compare("equal", y, b.scalar(end, y.dtype)), b.scalar(value, y.dtype), found)
    return found


# Derivatives of the gamma function's logarithm.

_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
_SHIFT = 10


def _asymptotic(b, x, order):
    """The derivative of positive numbers: from the first ones by sums, then by a series in 1 / x that diverges late."""
    far = b.add(x, float(_SHIFT))
    inverse = b.div(1.0, far)
    square = b.mul(inverse, inverse)
    if not order:
        series = _polynomial(b, square, [number / (2 * k) for k, number in reversed(list(enumerate(_BERNOULLI, 1)))])
        found = b.sub(b.sub(b.unary("log", far), b.mul(inverse, 0.5)), b.mul(series, square))
        for step in range(_SHIFT):
            found = b.sub(found, b.div(1.0, b.add(x, float(step))))
        return found
    # (order - 1)! / x^order + order! / (2 x^(order + 1)) + the terms of Bernoulli's numbers.
    def power(value, count):
        total = value
        for _ in range(count - 1):
            total = b.mul(total, value)
        return total
    terms = [number * math.factorial(2 * k + order - 1) / math.factorial(2 * k)
             for k, number in reversed(list(enumerate(_BERNOULLI, 1)))]
    series = b.add(b.mul(b.mul(_polynomial(b, square, terms), inverse), inverse), b.mul(inverse, math.factorial(order) / 2))
    found = b.mul(b.add(series, math.factorial(order - 1)), power(inverse, order))
    for step in range(_SHIFT):
        found = b.add(found, b.mul(power(b.div(1.0, b.add(x, float(step))), order + 1), math.factorial(order)))
    return found if order % 2 else b.unary("negative", found)


def _cotangent_slope(b, fraction, order):
    """The derivative of pi cot(pi x): a polynomial of the cotangent, since its slope is -(1 + cot^2)."""
    terms = [0.0, 1.0]
    for _ in range(order):
        slopes = [power * term for power, term in enumerate(terms)][1:]
        terms = [-(left + right) for left, right in zip(slopes + [0.0, 0.0], [0.0, 0.0] + slopes)]
    angle = b.mul(fraction, math.pi)
    cotangent = b.div(b.unary("cos", angle), b.unary("sin", angle))
    return b.mul(_polynomial(b, cotangent, terms[::-1]), math.pi ** (order + 1))


def _polygamma(b, x, order):
    """By reflection at 1/2 where x is not above 0; its integers are poles."""
    is_mirrored = b.compare("less_equal", x, b.scalar(0.0, x.dtype))
    right = _asymptotic(b, b.where(is_mirrored, b.sub(1.0, x), x), order)
    nearest = b.unary("round", x)
    left = b.sub(b.mul(right, float((-1) ** order)), _cotangent_slope(b, b.sub(x, nearest), order))
    # Of even order the sign differs on both sides of a pole; PyTorch takes that of the right side.
    pole = b.scalar(math.nan if not order else math.inf if order % 2 else -math.inf, x.dtype)
    is_pole = b.op("logical_and", [is_mirrored, b.compare("equal", x, nearest)], type(is_mirrored.type)(x.dims, torch.bool))
    return b.where(is_pole, pole, b.where(is_mirrored, left, right))


@wide_unary("digamma", "special_digamma", "special_psi")
def digamma(b, x):
    found = _polygamma(b, x, 0)
    # PyTorch tells 0 from the other poles, by its sign.
    return b.where(b.compare("equal", x, b.scalar(0.0, x.dtype)), b.unary("negative", b.div(1.0, x)), found)


@register("polygamma", "special_polygamma")
def polygamma(b, order, x):
    wide_x = b.cast(x, wide(b.result.dtype))
    found = _polygamma(b, wide_x, order) if order else digamma(b, wide_x)
    return b.cast(found, b.result.dtype)


# Chebyshev polynomials.

# Up to this degree the polynomial itself is computed, which is exact where the closed form rounds.
_DEGREES = 8


def _closed_form(b, size, n, kind):
    """Of numbers that are not negative: by an angle up to 1, by a hyperbolic one beyond."""
    angle = b.unary("acos", b.binary("minimum", size, 1.0))
    growth = b.unary("acosh", b.binary("maximum", size, 1.0))
    inside, outside = {
        "t": lambda: (b.unary("cos", b.mul(n, angle)), b.unary("cosh", b.mul(n, growth))),
        "u": lambda: tuple(b.div(b.unary(name, b.mul(b.add(n, 1.0), at)), b.unary(name, at))
                           for name, at in (("sin", angle), ("sinh", growth))),
        "v": lambda: tuple(b.div(b.unary(name, b.mul(b.add(n, 0.5), at)), b.unary(name, b.mul(at, 0.5)))
                           for name, at in (("cos", angle), ("cosh", growth))),
        "w": lambda: tuple(b.div(b.unary(name, b.mul(b.add(n, 0.5), at)), b.unary(name, b.mul(at, 0.5)))
                           for name, at in (("sin", angle), ("sinh", growth))),
    }[kind]()
    return b.where(_less(b, size, 1.0), inside, outside)


def _chebyshev(b, x, n, kind):
    """By the degree: a polynomial, or the closed form, which of -x is that of x but for its sign (and V is W)."""
    size = b.unary("abs", x)
    is_odd = b.compare("equal", b.sub(n, b.mul(b.unary("floor", b.mul(n, 0.5)), 2.0)), b.scalar(1.0, x.dtype))
    is_below = _less(b, x, 0.0)
    found = _closed_form(b, size, n, kind)
    mirrored = _closed_form(b, size, n, {"v": "w", "w": "v"}[kind]) if kind in "vw" else found
    mirrored = b.where(is_odd, b.unary("negative", mirrored), mirrored)
    found = b.where(is_below, mirrored, found)
    at_one = {"t": b.scalar(1.0, x.dtype), "u": b.add(n, 1.0), "v": b.scalar(1.0, x.dtype), "w": b.add(b.mul(n, 2.0), 1.0)}
    at_minus = at_one[{"v": "w", "w": "v"}.get(kind, kind)]
    at_minus = b.where(is_odd, b.unary("negative", at_minus), at_minus)
    is_end = b.compare("equal", size, b.scalar(1.0, x.dtype))
    found = b.where(is_end, b.where(is_below, at_minus, at_one[kind]), found)
    double = b.add(x, x)
    before, last = b.scalar(1.0, x.dtype), {"t": x, "u": double, "v": b.sub(double, 1.0), "w": b.add(double, 1.0)}[kind]
    for degree in range(_DEGREES + 1):
        found = b.where(b.compare("equal", n, b.scalar(float(degree), n.dtype)), before, found)
        before, last = last, b.sub(b.mul(double, last), before)
    return b.where(_less(b, n, 0.0), b.scalar(0.0, x.dtype), found)


def _register_chebyshev(kind, is_shifted):
    @register(f"special_{'shifted_' if is_shifted else ''}chebyshev_polynomial_{kind}")
    def write(b, x, n):
        dtype = wide(b.result.dtype)
        if not operands(b).is_floating_point:
            dtype = torch.float32 if dtype != torch.float64 else dtype
        x, n = tensor(b, x, dtype), b.unary("trunc", tensor(b, n, dtype))
        if is_shifted:
            x = b.sub(b.add(x, x), 1.0)
        return b.cast(_chebyshev(b, x, n, kind), b.result.dtype)


for _kind in "tuvw":
    for _is_shifted in (False, True):
        _register_chebyshev(_kind, _is_shifted)
