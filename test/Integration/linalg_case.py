"""One function of upstream's dialects, its inputs, and what it computes."""
from dataclasses import dataclass
from typing import Callable

import numpy as np

_RANDOM = np.random.default_rng(11)
_ELEMENTS = {"float16": "f16", "float32": "f32", "float64": "f64", "bool": "i1", "int8": "i8", "int16": "i16",
             "int32": "i32", "int64": "i64", "uint8": "ui8"}


@dataclass
class Case:
    """A function; `expected` gives its results for the inputs, floats as float64."""
    name: str
    text: str
    inputs: list
    expected: Callable

    def results(self):
        """What numpy computes, floats in float64."""
        wide = [x.astype("float64") if x.dtype.kind == "f" else x for x in self.inputs]
        found = self.expected(*wide)
        return list(found) if isinstance(found, (tuple, list)) else [found]


def values(shape, dtype="float32"):
    """Random elements."""
    if dtype == bool:
        return _RANDOM.integers(0, 2, shape).astype(bool)
    if np.dtype(dtype).kind in "iu":
        return _RANDOM.integers(0 if np.dtype(dtype).kind == "u" else -50, 50, shape).astype(dtype)
    return _RANDOM.standard_normal(shape).astype(dtype)


def tensor(array, dynamic=()):
    """The type of an array, with `?` for the axes of `dynamic`."""
    sizes = "".join(f"{'?' if axis in dynamic else size}x" for axis, size in enumerate(array.shape))
    return f"tensor<{sizes}{_ELEMENTS[array.dtype.name]}>"


def function(name, inputs, results, body, returned, types=None):
    """The text of a `func.func`; parameters are %a0, %a1 ..."""
    types = types or [tensor(x) for x in inputs]
    parameters = ", ".join(f"%a{i}: {type}" for i, type in enumerate(types))
    return (f"func.func @{name}({parameters}) -> ({', '.join(results)}) {{\n{body}"
            f"  return {', '.join(returned)} : {', '.join(results)}\n}}\n")
