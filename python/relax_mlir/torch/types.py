"""Element types, sizes and tensor types of PyTorch in the notation of the dialect."""
from dataclasses import dataclass

import sympy
import torch
from torch.utils._sympy.functions import FloorDiv

ELEMENTS = {
    torch.float64: "f64", torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16",
    torch.int64: "i64", torch.int32: "i32", torch.int16: "i16", torch.int8: "i8",
    torch.uint8: "ui8", torch.uint16: "ui16", torch.uint32: "ui32", torch.uint64: "ui64", torch.bool: "i1",
    torch.float8_e4m3fn: "f8E4M3FN", torch.float8_e5m2: "f8E5M2",
}


class Unsupported(ValueError):
    """What a node asks for and the dialect does not have."""


def element(dtype):
    """The element type of a dtype."""
    if dtype not in ELEMENTS:
        raise Unsupported(f"elements of {str(dtype).removeprefix('torch.')} have no counterpart")
    return ELEMENTS[dtype]


def _without_floats(value):
    """A size that PyTorch computes by a factor: floats as the fractions that they are, and what is cut off a product
    with one as a quotient of integers."""
    if not value.atoms(sympy.Float):
        return value
    value = value.replace(lambda part: part.is_Float, lambda part: sympy.Rational(part))
    value = value.replace(lambda part: type(part).__name__ == "ToFloat", lambda part: part.args[0])

    def cut(part):
        factor, rest = part.args[0].as_coeff_Mul()
        if not (factor.is_Rational and factor > 0 and rest.is_integer and rest.is_nonnegative):
            return part
        return FloorDiv(factor.p * rest, factor.q) if factor.q != 1 else factor.p * rest

    return value.replace(lambda part: type(part).__name__ in ("TruncToInt", "FloorToInt"), cut)


def size(value):
    """A size as an int or a sympy expression, whichever way PyTorch holds it."""
    if isinstance(value, torch.SymInt):
        value = value.node.expr
    if isinstance(value, sympy.Basic):
        value = _without_floats(sympy.sympify(value))
        return int(value) if value.is_number else value
    return int(value)


_BINARY = {"FloorDiv": "floordiv", "CleanDiv": "floordiv", "PythonMod": "mod", "Mod": "mod"}
_CALLS = {"Max": "max", "Min": "min"}


def expression(value):
    """A size in the notation of `#relax.expr`."""
    if isinstance(value, int):
        return str(value)
    if value.is_Integer:
        return str(int(value))
    if value.is_Symbol:
        return value.name
    kind = type(value).__name__
    parts = [expression(part) for part in value.args]
    if value.is_Add:
        return f"({' + '.join(parts)})"
    if value.is_Mul and value.is_integer and all(part.is_integer for part in value.args):
        return f"({' * '.join(parts)})"
    if value.is_Pow and value.args[1].is_Integer and value.args[1] > 0:
        return f"({' * '.join([parts[0]] * int(value.args[1]))})"
    if kind in ("CeilDiv", "ModularIndexing", *_BINARY) and not value.args[-1].is_Integer:
        raise Unsupported(f"the size {value} divides by a size, which has no counterpart")
    if kind in _BINARY:
        return f"({parts[0]} {_BINARY[kind]} {parts[1]})"
    if kind == "CeilDiv":
        return f"({parts[0]} ceildiv {parts[1]})"
    if kind == "ModularIndexing":
        return f"(({parts[0]} floordiv {parts[1]}) mod {parts[2]})"
    if kind in _CALLS:
        text = parts[0]
        for part in parts[1:]:
            text = f"{_CALLS[kind]}({text}, {part})"
        return text
    raise Unsupported(f"the size {value} has no counterpart")


@dataclass(frozen=True)
class Type:
    """The type of a tensor: sizes are ints or sympy expressions."""

    dims: tuple
    dtype: torch.dtype

    def __str__(self):
        shape = "".join(f"{dim if isinstance(dim, int) else '?'}x" for dim in self.dims)
        if all(isinstance(dim, int) for dim in self.dims):
            return f"tensor<{shape}{element(self.dtype)}>"
        dims = ", ".join(map(expression, self.dims))
        return f"tensor<{shape}{element(self.dtype)}, #relax.dims<[{dims}]>>"


def type_of(tensor):
    """The type of a tensor, a fake one for instance."""
    if tensor.layout != torch.strided:
        raise Unsupported(f"a tensor of the layout {str(tensor.layout).removeprefix('torch.')} has no counterpart")
    return Type(tuple(size(dim) for dim in tensor.shape), tensor.dtype)


def broadcast(*shapes):
    """The shape that shapes have together: of two sizes that may be equal, a known one."""
    rank, result = max(map(len, shapes)), []
    for axis in range(-rank, 0):
        found = 1
        for shape in shapes:
            dim = shape[axis] if len(shape) >= -axis else 1
            if dim != 1 and (found == 1 or not isinstance(found, int)):
                found = dim
        result.append(found)
    return tuple(result)
