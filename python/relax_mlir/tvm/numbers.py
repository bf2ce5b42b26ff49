"""Literals: numbers as attributes, tensors as dense elements or resources."""
import math
import struct

from .element_types import is_float

_BITS = {"f16": ("<e", 2), "f32": ("<f", 4), "f64": ("<d", 8)}
# Tensors of more elements are resources, which are not uniqued.
_MOST_INLINE = 16


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
    """The large tensors of a module, written at its end."""

    def __init__(self):
        self._blobs = {}

    def dense(self, array, dtype, type):
        """The elements of an array, as an attribute without its type; None if
        the element type cannot be written."""
        size, bits = array.size, array.dtype.itemsize * 8
        if size == 0:
            return "dense<>"
        if size > _MOST_INLINE and dtype not in ("bool", "uint1") and f"{bits}" in dtype:
            name = f"constant_{len(self._blobs)}"
            self._blobs[name] = array
            return f"dense_resource<{name}>"
        values = [_element(value, dtype, type) for value in array.reshape(-1).tolist()]
        if None in values:
            return None
        if len(set(values)) == 1:
            return f"dense<{values[0]}>"
        return f"dense<{_nested(values, array.shape)}>"

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
