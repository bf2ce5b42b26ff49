"""Operators that make tensors."""
import torch

from ..builder import Value
from ..registry import register
from ..types import Unsupported


@register("full", "full_like", "new_full")
def full(b, _, *arguments):
    # The number is behind the shape, or behind the tensor and the shape.
    value = arguments[1] if isinstance(arguments[0], list) else arguments[0]
    return b.full(b.result.dims, value, b.result.dtype)


@register("zeros", "zeros_like", "new_zeros", "empty.memory_format", "empty_like", "new_empty", "empty_strided",
          "new_empty_strided", "empty_permuted", "zero")
def zeros(b, *_):
    return b.full(b.result.dims, 0, b.result.dtype)


@register("ones", "ones_like", "new_ones")
def ones(b, *_):
    return b.full(b.result.dims, 1, b.result.dtype)


@register("fill.Scalar", "fill.Tensor")
def fill(b, x, value):
    return b.broadcast(b.scalar(value, x.dtype), x.dims)


def _range(b, start, end, step):
    dtype, count = b.result.dtype, b.result.dims[0]
    if all(not isinstance(value, float) for value in (start, end, step)) and isinstance(step, int):
        whole = b.arange(end, torch.int64, start, step, dim=count)
        return b.cast(whole, dtype)
    inner = torch.float64
    line = b.cast(b.arange(count, dim=count), inner)
    return b.cast(b.add(b.mul(line, b.scalar(step, inner)), b.scalar(start, inner)), dtype)


@register("arange.default")
def arange(b, end, *_):
    return _range(b, 0, end, 1)


@register("arange.start")
def arange_start(b, start, end, *_):
    return _range(b, start, end, 1)


@register("arange.start_step")
def arange_step(b, start, end, step=1, *_):
    return _range(b, start, end, step)


@register("prims::iota")
def iota(b, count, start, step, *_):
    line = b.arange(count, dim=count)
    return b.cast(b.add(b.mul(line, b.scalar(step, torch.int64)), b.scalar(start, torch.int64)), b.result.dtype)


@register("linspace.default")
def linspace(b, start, end, steps, *_):
    dtype = b.result.dtype
    inner = torch.float64 if dtype in (torch.float64, torch.int64) else torch.float32
    line = b.cast(b.arange(steps, dim=steps), inner)
    step = (end - start) / max(steps - 1, 1)
    # From both ends, so that the last number is `end`.
    below = b.add(b.mul(line, step), b.scalar(float(start), inner))
    back = b.sub(b.scalar(float(steps - 1), inner), line)
    above = b.sub(b.scalar(float(end), inner), b.mul(back, step))
    return b.cast(b.where(b.compare("less", line, b.scalar(float(steps // 2), inner)), below, above), dtype)


@register("eye.default")
def eye(b, count, *_):
    return _eye(b, count, count)


@register("eye.m")
def eye_m(b, rows, columns, *_):
    return _eye(b, rows, columns)


def _eye(b, rows, columns):
    row = b.reshape(b.arange(rows, dim=rows), (rows, 1))
    column = b.reshape(b.arange(columns, dim=columns), (1, columns))
    return b.cast(b.compare("equal", row, column), b.result.dtype)


@register("tril_indices", "triu_indices")
def triangle(b, rows, columns, offset=0, *_):
    upper = "triu" in str(b.node.target)
    made = (torch.triu_indices if upper else torch.tril_indices)(rows, columns, offset)
    return b.cast(b.constant(made), b.result.dtype)


@register("_tensor_constant", "lift")
def lift(b, x):
    if not isinstance(x, Value):
        raise Unsupported("a constant is expected to be a tensor")
    return x


@register("rand", "randn", "rand_like", "randn_like", "randint", "randint_like", "randperm", "bernoulli", "normal",
          "uniform", "multinomial", "randn.default", "normal_functional", "exponential", "geometric", "cauchy", "log_normal")
def random(b, *_):
    raise Unsupported("random numbers have no counterpart; make them before, and pass them")
