"""Literals: numbers as attributes, tensors as dense elements or resources."""
import math
import re
import struct

import numpy as np

from .element_types import is_float
from .versions import identity

_BITS = {"f16": ("<e", 2), "f32": ("<f", 4), "f64": ("<d", 8)}
# Tensors of more elements are resources, which are not uniqued.
_MOST_INLINE = 16
# Resources of more bytes go to a file, if there is one.
_MOST_IN_TEXT = 1024
_BAD = re.compile(r"[^A-Za-z0-9_$.]|^(?=[^A-Za-z_])")


def float_literal(value, type):
    """A float of a type; what has no digits is written as bits."""
    value = float(value)
    if math.isfinite(value):
        digits = repr(value)
        mantissa, _, exponent = digits.partition("e")
        mantissa += "" if "." in mantissa else ".0"
        return f"{mantissa}e{exponent}" if exponent else mantissa
    if type == "bf16":
        return f"0x{struct.unpack('<I', struct.pack('<f', value))[0] >> 16:04X}"
    if type not in _BITS:
        return None
    form, size = _BITS[type]
    return f"0x{int.from_bytes(struct.pack(form, value), 'little'):0{size * 2}X}"


def f64(value):
    """An f64 attribute."""
    return f"{float_literal(value, 'f64')} : f64"


def _element(value, dtype, type):
    if dtype in ("bool", "uint1"):
        return "true" if value else "false"
    return float_literal(value, type) if is_float(dtype) else str(int(value))


def _nested(values, shape):
    """Elements in brackets, one pair a dimension."""
    if not shape:
        return values[0]
    step = len(values) // shape[0] if shape[0] else 0
    return f"[{', '.join(_nested(values[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0]))}]"


class Resources:
    """The large tensors of a module: in its text, at the end, or, the larger of
    them, in a file beside it.

    `names` are names for tensors, by their identity.
    """

    def __init__(self, has_file=False, names=None):
        self._has_file = has_file
        self._names = names or {}
        self._blobs = {}
        self._known = {}
        self.in_file = {}

    def dense(self, tensor, type):
        """The elements of a tensor of TVM, as an attribute without its type;
        None if the element type cannot be written."""
        array, dtype = _array(tensor), str(tensor.dtype)
        if array.size == 0:
            return "dense<>"
        if array.size > _MOST_INLINE and dtype not in ("bool", "uint1") and f"{array.dtype.itemsize * 8}" in dtype:
            return f"dense_resource<{self._resource(identity(tensor), array)}>"
        values = [_element(value, dtype, type) for value in array.reshape(-1).tolist()]
        if None in values:
            return None
        if len(set(values)) == 1:
            return f"dense<{values[0]}>"
        return f"dense<{_nested(values, array.shape)}>"

    def _resource(self, key, array):
        """The name of the resource that has a tensor's elements."""
        name = self._known.get(key)
        if name is None:
            base = name = _BAD.sub("_", self._names.get(key, f"constant_{len(self._known)}"))
            count = 0
            while name in self._blobs or name in self.in_file:
                count += 1
                name = f"{base}_{count}"
            self._known[key] = name
            (self.in_file if self._has_file and array.nbytes > _MOST_IN_TEXT else self._blobs)[name] = array
        return name

    def text(self):
        """The section of the resources; nothing if there are none."""
        if not self._blobs:
            return ""
        lines = []
        for name, array in self._blobs.items():
            alignment = max(array.dtype.itemsize, 1)
            data = struct.pack("<I", alignment) + array.tobytes()
            lines.append(f'      {name}: "0x{data.hex().upper()}"')
        body = ",\n".join(lines)
        return f"\n{{-#\n  dialect_resources: {{\n    builtin: {{\n{body}\n    }}\n  }}\n#-}}\n"


def _array(tensor):
    """The elements of a tensor, in its own memory where numpy can look at it."""
    try:
        return np.from_dlpack(tensor)
    except (BufferError, RuntimeError, TypeError):
        return tensor.numpy()
