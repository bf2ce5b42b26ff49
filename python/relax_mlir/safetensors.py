"""Files of named tensors in the safetensors format, which our tools map.

    write("m.safetensors", {"weight": array})
    arrays = read("m.safetensors")

Types of elements that the format does not have are written as plain bytes.
"""
import json
import struct

import numpy as np

_NAMES = {
    "bool": "BOOL", "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64",
    "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64",
    "float16": "F16", "float32": "F32", "float64": "F64", "bfloat16": "BF16",
    "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2", "float8_e8m0fnu": "F8_E8M0",
}
_NARROW = {"bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"}
# Where the tensors begin, and hence the wide ones, in the file.
_ALIGNMENT = 64


def _bytes(array):
    """An array's memory, without a copy if it is compact."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


def write(path, tensors):
    """Writes arrays by name; those with wide elements come first, so that each
    begins at a multiple of its element's size."""
    ordered = sorted(tensors.items(), key=lambda item: -item[1].dtype.itemsize)
    header, place = {}, 0
    for name, array in ordered:
        stored = _NAMES.get(array.dtype.name)
        header[name] = {"dtype": stored or "U8", "shape": list(array.shape) if stored else [array.nbytes],
                        "data_offsets": [place, place + array.nbytes]}
        place += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % _ALIGNMENT)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for _, array in ordered:
            if array.size:
                file.write(_bytes(array))


def read(path):
    """The arrays of a file by name, over its memory."""
    data = np.memmap(path, np.uint8, "r")
    length = struct.unpack("<Q", data[:8].tobytes())[0]
    arrays = {}
    for name, entry in json.loads(data[8:8 + length].tobytes()).items():
        if name != "__metadata__":
            begin, end = (8 + length + offset for offset in entry["data_offsets"])
            arrays[name] = data[begin:end].view(_dtype(entry["dtype"])).reshape(entry["shape"])
    return arrays


def _dtype(stored):
    name = next((name for name, other in _NAMES.items() if other == stored), None)
    if name is None:
        raise ValueError(f"no array has elements of type {stored}")
    if name in _NARROW:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
    return np.dtype(name)
