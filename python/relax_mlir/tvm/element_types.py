"""Types of elements: TVM's dtypes in words of MLIR."""
import re

_FLOATS = {
    "float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16",
    "float8_e3m4": "f8E3M4", "float8_e4m3": "f8E4M3", "float8_e4m3b11fnuz": "f8E4M3B11FNUZ",
    "float8_e4m3fn": "f8E4M3FN", "float8_e4m3fnuz": "f8E4M3FNUZ", "float8_e5m2": "f8E5M2",
    "float8_e5m2fnuz": "f8E5M2FNUZ", "float8_e8m0fnu": "f8E8M0FNU", "float6_e2m3fn": "f6E2M3FN",
    "float6_e3m2fn": "f6E3M2FN", "float4_e2m1fn": "f4E2M1FN",
}
_INTEGER = re.compile(r"(u?)int(\d+)$")
_VECTOR = re.compile(r"(.*?)x(\d+|vscalex(\d+)|vscale x (\d+))$")


def split_lanes(dtype):
    """The dtype of one lane and the number of lanes: 1, 4 or "[4]"."""
    found = _VECTOR.match(dtype)
    if not found:
        return dtype, 1
    scalable = found.group(3) or found.group(4)
    return found.group(1), f"[{scalable}]" if scalable else int(found.group(2))


def is_float(dtype):
    """Whether the elements are floats."""
    return split_lanes(dtype)[0] in _FLOATS


def is_unsigned(dtype):
    """Whether the elements are integers without a sign."""
    return dtype.startswith("uint")


def is_integer(dtype):
    """Whether the elements are integers wider than a truth value."""
    return bool(_INTEGER.match(split_lanes(dtype)[0])) and split_lanes(dtype)[0] != "uint1"


def element(dtype, signless=False):
    """The type of a scalar or vector of a dtype; None if there is no such type.

    A tensor program's integers are `signless`.
    """
    lane, lanes = split_lanes(dtype)
    if lane in ("bool", "uint1"):
        scalar = "i1"
    elif lane in _FLOATS:
        scalar = _FLOATS[lane]
    elif _INTEGER.match(lane):
        unsigned, bits = _INTEGER.match(lane).groups()
        scalar = ("u" if unsigned and not signless else "") + f"i{bits}"
    else:
        return None
    return scalar if lanes == 1 else f"vector<{lanes}x{scalar}>"


def bits(dtype):
    """The bits of an element."""
    lane = split_lanes(dtype)[0]
    if lane == "bool":
        return 1
    digits = lane.replace("bfloat", "").replace("float", "").replace("uint", "").replace("int", "")
    return int(digits.split("_")[0])
