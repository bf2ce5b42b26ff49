"""Writes the ops of one function and knows the type of each result."""
import math
import struct
from dataclasses import dataclass

import torch
from torch.utils._sympy.functions import FloorDiv, Mod, PythonMod

from .types import Type, Unsupported, broadcast, element, expression


@dataclass(frozen=True)
class Value:
    """A value of the text: a tensor, or a shape, whose type is text."""

    name: str
    type: Type | str

    @property
    def dims(self):
        return self.type.dims

    @property
    def dtype(self):
        return self.type.dtype

    @property
    def rank(self):
        return len(self.type.dims)


# The complex dtype of each dtype of parts.
COMPLEX = {torch.float16: torch.complex32, torch.float32: torch.complex64, torch.float64: torch.complex128}


@dataclass(frozen=True)
class Complex:
    """A tensor of complex numbers, which the dialect lacks, by its parts."""

    real: Value
    imaginary: Value

    @property
    def type(self):
        return Type(self.real.dims, COMPLEX[self.real.dtype])

    @property
    def dims(self):
        return self.real.dims

    @property
    def dtype(self):
        return self.type.dtype

    @property
    def rank(self):
        return self.real.rank


# Expressions that divide, and the operators of expressions.
_DIVISIONS = (FloorDiv, Mod, PythonMod)
_ARITHMETIC = {"Add": "add", "Mul": "multiply", "Max": "maximum", "Min": "minimum", "FloorDiv": "floor_divide",
               "Mod": "floor_mod", "PythonMod": "floor_mod"}


def f64(number):
    """A float as an attribute."""
    number = float(number)
    if math.isfinite(number):
        mantissa, _, exponent = repr(number).partition("e")
        mantissa += "" if "." in mantissa else ".0"
        return f"{mantissa}e{exponent} : f64" if exponent else f"{mantissa} : f64"
    return f"0x{int.from_bytes(struct.pack('<d', number), 'little'):016X} : f64"


def _integers(values):
    return f"array<i64: {', '.join(map(str, values))}>" if len(values) else "array<i64>"


def attribute(value):
    """A Python value as an attribute: integers, floats, strings, dtypes, lists of integers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value} : i64"
    if isinstance(value, float):
        return f64(value)
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, torch.dtype):
        return element(value)
    return _integers(list(value))


class Builder:
    """Lines of a function's body. `result` is the type, or the list of types, that PyTorch gives the node in work;
    `arguments` are its arguments as PyTorch has them."""

    def __init__(self, constants):
        self.constants = constants
        self.lines = []
        self.depth = 2
        self.result = None
        self.owner = None
        self.arguments = ()
        self.name = "constant"
        # Behind each op of the node in work.
        self.location = ""
        # Numbers of tensors that are no sizes, by their symbols.
        self.numbers = {}
        self._count = 0
        self._made = {}

    def line(self, text):
        """Writes a line."""
        self.lines.append("  " * self.depth + text)

    def fresh(self):
        """A name for a value."""
        self._count += 1
        return f"%{self._count - 1}"

    def mark(self):
        """Where the text is: `rewind` takes back what comes after."""
        return len(self.lines), dict(self._made)

    def rewind(self, mark):
        """Takes back what was written since `mark`."""
        del self.lines[mark[0]:]
        self._made = mark[1]

    def enter(self):
        """Begins a region: what is made in it is not seen behind it."""
        self.depth += 1
        return dict(self._made)

    def leave(self, mark):
        """Ends the region that `enter` began."""
        self.depth -= 1
        self._made = mark

    def raw(self, text, kind):
        """Writes an op with one result; gives its name. `kind` is text behind the operands' colon."""
        key = f"{text} : {kind}"
        if key not in self._made:
            self._made[key] = self.fresh()
            self.line(f"{self._made[key]} = {key}{self.location}")
        return self._made[key]

    def op(self, name, operands, result, **attributes):
        """Writes an op of the dialect; None leaves an attribute out. Equal ops are written once."""
        results = result if isinstance(result, list) else [result]
        words = ", ".join(f"{key} = {value[1:] if isinstance(value, str) and value.startswith('=') else attribute(value)}"
                          for key, value in attributes.items() if value is not None)
        names = ", ".join(operand.name for operand in operands)
        kinds = ", ".join(str(operand.type) for operand in operands)
        types = ", ".join(map(str, results))
        types = types if len(results) == 1 else f"({types})"
        text = f"relax.{name} {names}{' ' if names else ''}{{{words}}}" if words else f"relax.{name} {names}"
        made = self.raw(text, f"({kinds}) -> {types}") if len(results) == 1 else None
        if made:
            return Value(made, results[0])
        made = self.fresh()
        self.line(f"{made}:{len(results)} = {text} : ({kinds}) -> {types}{self.location}")
        values = [Value(f"{made}#{number}", type) for number, type in enumerate(results)]
        return values if isinstance(result, list) else values[0]

    # Shapes and constants.

    def shape(self, dims):
        """A shape as a value."""
        text = f"[{', '.join(map(expression, dims))}]"
        return Value(self.raw(f"relax.shape {text}", f"!relax.shape<{text}>"), f"!relax.shape<{text}>")

    def constant(self, tensor, name=None):
        """A tensor as a constant."""
        if tensor.is_complex():
            return Complex(*(self.constant(part.clone(), name) for part in (tensor.real, tensor.imag)))
        type = Type(tuple(tensor.shape), tensor.dtype)
        return Value(self.raw(f"relax.constant {self.constants.attribute(tensor, name or self.name)}", str(type)), type)

    def scalar(self, number, dtype):
        """A number as a tensor of rank 0; a size may be one."""
        if isinstance(number, Value):
            return self.cast(number, dtype)
        if isinstance(number, complex):
            raise Unsupported("a complex number has no counterpart")
        if not isinstance(number, (bool, int, float)):
            return self.cast(self.size_tensor(number), dtype)
        return self.constant(torch.tensor(number, dtype=dtype))

    def size_tensor(self, dim):
        """A symbolic size as a tensor<i64>."""
        if not self.numbers.keys().isdisjoint(dim.free_symbols) or any(
                not part.args[-1].is_Integer for part in dim.atoms(*_DIVISIONS)):
            return self._compute(dim)
        shape = self.shape([dim])
        found = self.raw(f"relax.shape_to_tensor {shape.name}", f"{shape.type} -> tensor<1xi64>")
        return self.reshape(Value(found, Type((1,), torch.int64)), ())

    def _compute(self, number):
        """What no size is, since it may be negative or divides by a size, as a tensor<i64>."""
        if number in self.numbers or number.is_Symbol:
            return self.numbers.get(number) or self.size_tensor(number)
        if number.is_Integer:
            return self.scalar(int(number), torch.int64)
        name = _ARITHMETIC.get(type(number).__name__)
        if name is None:
            raise Unsupported(f"the number {number} has no counterpart")
        total, *parts = map(self._compute, number.args)
        for part in parts:
            total = self.binary(name, total, part)
        return total

    def full(self, dims, number, dtype):
        """A tensor of equal elements."""
        return self.op("full", [self.shape(dims), self.scalar(number, dtype)], Type(tuple(dims), dtype))

    # Elementwise.

    def cast(self, x, dtype):
        """The elements as another type."""
        if x.dtype == dtype:
            return x
        return self.op("astype", [x], Type(x.dims, dtype), dtype=dtype)

    def unary(self, name, x, dtype=None, **attributes):
        """An elementwise op of one operand."""
        return self.op(name, [x], Type(x.dims, dtype or x.dtype), **attributes)

    def binary(self, name, x, y, dtype=None, **attributes):
        """An elementwise op of two operands that broadcast; a number becomes a tensor of the other's type."""
        x = x if isinstance(x, Value) else self.scalar(x, y.dtype)
        y = y if isinstance(y, Value) else self.scalar(y, x.dtype)
        return self.op(name, [x, y], Type(broadcast(x.dims, y.dims), dtype or x.dtype), **attributes)

    def add(self, x, y):
        return self.binary("add", x, y)

    def sub(self, x, y):
        return self.binary("subtract", x, y)

    def mul(self, x, y):
        return self.binary("multiply", x, y)

    def div(self, x, y):
        return self.binary("divide", x, y)

    def compare(self, name, x, y):
        """A comparison."""
        return self.binary(name, x, y, torch.bool)

    def where(self, condition, x, y):
        """One of two, by a condition; at least one is a tensor."""
        x = x if isinstance(x, Value) else self.scalar(x, y.dtype)
        y = y if isinstance(y, Value) else self.scalar(y, x.dtype)
        return self.op("where", [condition, x, y], Type(broadcast(condition.dims, x.dims, y.dims), x.dtype))

    # Shapes of tensors.

    def reshape(self, x, dims):
        """The elements in another shape of as many."""
        dims = tuple(dims)
        return x if x.dims == dims else self.op("reshape", [x, self.shape(dims)], Type(dims, x.dtype))

    def broadcast(self, x, dims):
        """The tensor repeated to a shape."""
        dims = tuple(dims)
        return x if x.dims == dims else self.op("broadcast_to", [x, self.shape(dims)], Type(dims, x.dtype))

    def permute(self, x, axes):
        """The axes in another order."""
        axes = [axis % x.rank for axis in axes]
        if axes == list(range(x.rank)):
            return x
        return self.op("permute_dims", [x], Type(tuple(x.dims[axis] for axis in axes), x.dtype), axes=axes)

    def swap(self, x, first, second):
        """Two axes in each other's place."""
        axes = list(range(x.rank))
        axes[first], axes[second] = axes[second], axes[first]
        return self.permute(x, axes)

    def expand(self, x, axis):
        """An axis of size 1 put in."""
        axis %= x.rank + 1
        return self.reshape(x, x.dims[:axis] + (1,) + x.dims[axis:])

    def slice(self, x, axis, begin, end, step=1, dim=None):
        """A part along an axis; `dim` is its size, where bounds are no plain integers."""
        axis %= x.rank
        if dim is None:
            dim = max(-(-(end - begin) // step), 0)
        dims = x.dims[:axis] + (dim,) + x.dims[axis + 1:]
        bounds = {key: f"=[#relax.expr<{expression(value)}>]" for key, value in (("begin", begin), ("end", end))}
        return self.op("strided_slice", [x], Type(dims, x.dtype), axes=[axis], strides=[step] if step != 1 else None, **bounds)

    def concat(self, values, axis):
        """Tensors behind each other along an axis."""
        axis %= values[0].rank
        if len(values) == 1:
            return values[0]
        dims = list(values[0].dims)
        dims[axis] = sum(value.dims[axis] for value in values)
        return self.op("concat", values, Type(tuple(dims), values[0].dtype), axis=axis)

    def pad(self, x, widths, value=0.0, mode=None):
        """Elements put around; `widths` are pairs, axis by axis."""
        dims = tuple(dim + before + after for dim, (before, after) in zip(x.dims, widths))
        return self.op("nn.pad", [x], Type(dims, x.dtype), pad_width=[width for pair in widths for width in pair],
                       pad_value=float(value) if value else None, pad_mode=mode)

    # Reductions, products, places.

    def reduce(self, name, x, axes, keepdims=False, dtype=None):
        """A reduction over axes, all of them if there are none."""
        axes = sorted({axis % max(x.rank, 1) for axis in axes}) if axes is not None else list(range(x.rank))
        if not x.rank:
            axes = []
        dims = [1 if axis in axes else dim for axis, dim in enumerate(x.dims) if keepdims or axis not in axes]
        return self.op(name, [x], Type(tuple(dims), dtype or x.dtype), axis=axes, keepdims=keepdims or None)

    def matmul(self, x, y):
        """The product of matrices, batches broadcast."""
        batch = broadcast(x.dims[:-2], y.dims[:-2]) if x.rank > 2 or y.rank > 2 else ()
        dims = batch + x.dims[-2:-1] * (x.rank > 1) + y.dims[-1:] * (y.rank > 1)
        return self.product("matmul", [x, y], Type(dims, x.dtype))

    def product(self, name, operands, result, **attributes):
        """A product whose sums are of a wide type, as PyTorch's are."""
        if result.dtype not in (torch.float16, torch.bfloat16):
            return self.op(name, operands, result, **attributes)
        found = self.op(name, operands, Type(result.dims, torch.float32), out_dtype=torch.float32, **attributes)
        return self.cast(found, result.dtype)

    def arange(self, end, dtype=torch.int64, start=0, step=1, dim=None):
        """The numbers from `start` up to and without `end`."""
        words = {key: f"=#relax.expr<{expression(value)}>" for key, value in (("start", start), ("end", end), ("step", step))}
        return self.op("arange", [], Type((dim if dim is not None else -(-(end - start) // step),), dtype), dtype=dtype, **words)

    def take(self, x, indices, axis=0):
        """Slices of an axis by indices that lie within."""
        axis %= x.rank
        return self.op("take", [x, indices], Type(x.dims[:axis] + indices.dims + x.dims[axis + 1:], x.dtype), axis=axis)

    def wrap(self, indices, dim):
        """Indices without those that count from the end."""
        indices = self.cast(indices, torch.int64)
        moved = self.add(indices, self.scalar(dim, torch.int64))
        return self.where(self.compare("less", indices, self.scalar(0, torch.int64)), moved, indices)

    def iota(self, dims, axis):
        """The coordinate on an axis of each element."""
        axis %= len(dims)
        line = self.arange(dims[axis], dim=dims[axis])
        shape = [dim if number == axis else 1 for number, dim in enumerate(dims)]
        return self.broadcast(self.reshape(line, shape), dims)

    def define(self, value, dim):
        """Lets a symbolic size be the number that a tensor of one element holds."""
        line = self.reshape(self.cast(value, torch.int64), (1,))
        shape = self.raw(f"relax.tensor_to_shape {line.name}", f"{line.type} -> !relax.shape<rank 1>")
        self.raw(f"relax.match_cast {shape}", f"!relax.shape<rank 1> to !relax.shape<[{expression(dim)}]>")
        return dim
