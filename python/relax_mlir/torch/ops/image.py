"""Operators that resample images."""
import sympy

from ..registry import register
from ..types import Unsupported


def _spatial(b, x):
    return b.result.dims[2:]


def _resize(b, x, method, transform, rounding="", **words):
    rank = x.rank - 2
    sizes = _spatial(b, x)
    if rank == 1:
        x, sizes = b.expand(x, 2), (1,) + sizes
    name = "image.resize3d" if rank == 3 else "image.resize2d"
    result = type(x.type)(x.dims[:2] + tuple(sizes), x.dtype)
    found = b.op(name, [x, b.shape(sizes)], result, method=method, coordinate_transformation_mode=transform,
                 rounding_method=rounding or None, layout="NCDHW" if rank == 3 else "NCHW", **words)
    return b.reshape(found, b.result.dims)


def _scaled(b, x, factors):
    """Whether the factors that PyTorch samples by are those of the sizes."""
    for factor, before, after in zip(factors or [], x.dims[2:], _spatial(b, x)):
        # A factor is a float, and exact as a fraction.
        if factor is not None and sympy.expand(before * sympy.Rational(factor) - after) != 0:
            raise Unsupported("factors that do not give the size exactly have no counterpart; say recompute_scale_factor=True")


@register("upsample_nearest1d.vec", "upsample_nearest2d.vec", "upsample_nearest3d.vec")
def nearest(b, x, _, factors=None):
    _scaled(b, x, factors)
    return _resize(b, x, "nearest_neighbor", "asymmetric", "floor")


@register("upsample_nearest2d.default", "upsample_nearest1d.default", "upsample_nearest3d.default")
def nearest_by_size(b, x, _, *factors):
    _scaled(b, x, factors)
    return _resize(b, x, "nearest_neighbor", "asymmetric", "floor")


def _linear(b, x, align, method="linear", **words):
    return _resize(b, x, method, "align_corners" if align else "half_pixel", **words)


@register("upsample_linear1d.vec", "upsample_bilinear2d.vec", "upsample_trilinear3d.vec")
def linear(b, x, _, align, factors=None):
    _scaled(b, x, factors)
    return _linear(b, x, align)


@register("upsample_bilinear2d.default", "upsample_linear1d.default", "upsample_trilinear3d.default")
def linear_by_size(b, x, _, align, *factors):
    _scaled(b, x, factors)
    return _linear(b, x, align)


@register("upsample_bicubic2d.vec", "upsample_bicubic2d.default")
def bicubic(b, x, _, align, *factors):
    factors = factors[0] if factors and isinstance(factors[0], list) else factors
    _scaled(b, x, factors)
    return _linear(b, x, align, "cubic")


@register("grid_sampler_2d")
def grid_sample(b, x, grid, mode, padding, align):
    words = {"method": ["bilinear", "nearest", "bicubic"][mode], "padding_mode": ["zeros", "border", "reflection"][padding]}
    return b.op("image.grid_sample", [x, b.permute(grid, [0, 3, 1, 2])], b.result, align_corners=bool(align), **words)
