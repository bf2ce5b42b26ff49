# Weights in a file beside a module: every tool finds them, no file breaks one.
# REQUIRES: wheels
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s %relax_src_root/python %t | FileCheck %s
"""Write files of weights, sound and broken, and run the tools on a module that
names them."""
import json
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, sys.argv[1])
from relax_mlir import safetensors  # noqa: E402

folder = Path(sys.argv[2])
MODULE = """module attributes {relax.weights = "m.safetensors"} {
  relax.func @main() -> tensor<TYPE> {
    %w = relax.constant dense_resource<w> : tensor<TYPE>
    relax.return %w : tensor<TYPE>
  }
}
"""


def run(title, *words):
    found = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=folder)
    print(f"{title}: {found.returncode}", *found.stderr.splitlines()[:1])
    return found


def broken(title, header, data=b"", length=None):
    """What a file with this header and this data is called."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    (folder / "m.safetensors").write_bytes(struct.pack("<Q", len(text) if length is None else length) + text + data)
    run(title, "relax-opt", "m.mlir", "--relax-load-weights", "-o", "/dev/null")


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"w": {"dtype": dtype, "shape": shape, "data_offsets": offsets}}


def write(type="2xf32", **tensors):
    (folder / "m.mlir").write_text(MODULE.replace("TYPE", type))
    if tensors:
        safetensors.write(folder / "m.safetensors", tensors)


# Each element type has its own name in the file, or is plain bytes.
def test_types():
    import ml_dtypes

    types = {"f64": "float64", "f16": "float16", "bf16": ml_dtypes.bfloat16, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
             "f8E5M2": ml_dtypes.float8_e5m2, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu, "f8E4M3": ml_dtypes.float8_e4m3,
             "i8": "int8", "ui8": "uint8", "i16": "int16", "ui32": "uint32", "i64": "int64", "i1": "bool"}
    for name, dtype in types.items():
        write(f"2x3x{name}", w=np.ones((2, 3), dtype))
        run(f"type {name}", "relax-opt", "m.mlir", "--relax-load-weights", "-o", "/dev/null")


# CHECK: type f64: 0
# CHECK: type f16: 0
# CHECK: type bf16: 0
# CHECK: type f8E4M3FN: 0
# CHECK: type f8E5M2: 0
# CHECK: type f8E8M0FNU: 0
# CHECK: type f8E4M3: 0
# CHECK: type i8: 0
# CHECK: type ui8: 0
# CHECK: type i16: 0
# CHECK: type ui32: 0
# CHECK: type i64: 0
# CHECK: type i1: 0
test_types()


# From any folder, as text and as bytecode.
def test_tools():
    write("2xf32", w=np.array([1, 2], "float32"))
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    run("bytecode", "relax-opt", "m.mlir", "--relax-load-weights", "--emit-bytecode", "-o", "elsewhere/m.mlirbc")
    run("bytecode is small and aligned", "relax-opt", "elsewhere/m.mlirbc", "-o", "/dev/null")
    run("compare", "relax-compare", folder / "m.mlir", "elsewhere/m.mlirbc")
    for tool in ("relax-compile", "relax-interp"):
        words = ("-o", "m.so") if tool == "relax-compile" else ("--list",)
        run(tool, tool, folder / "m.mlir", *words)
    write("2xf32", w=np.array([1, 3], "float32"))
    run("other weights", "relax-compare", folder / "m.mlir", "elsewhere/m.mlirbc")
    (elsewhere / "m.mlir").write_text(MODULE.replace("TYPE", "2xf32"))
    run("no file", "relax-compile", "elsewhere/m.mlir", "-o", "m.so")
    run("no file, interpreter", "relax-interp", "elsewhere/m.mlir", "--list")
    run("no file, comparison", "relax-compare", "elsewhere/m.mlir", "m.mlir")


# CHECK: bytecode: 0
# CHECK: bytecode is small and aligned: 0
# CHECK: compare: 0
# CHECK: relax-compile: 0
# CHECK: relax-interp: 0
# CHECK: other weights: 1 {{.*}}error: has
# CHECK: no file: 1 {{.*}}elsewhere/m.mlir:1:1: error: the weights' file lies in "m.safetensors", which cannot be read: No such file or directory
# CHECK: no file, interpreter: 1 {{.*}}which cannot be read
# CHECK: no file, comparison: 1 {{.*}}which cannot be read
test_tools()


def test_misfits():
    write("2xf32", v=np.ones(2, "float32"))
    run("no weight", "relax-opt", "m.mlir", "--relax-load-weights", "-o", "/dev/null")
    write("2xf32", w=np.ones(3, "float32"))
    run("shape", "relax-opt", "m.mlir", "--relax-load-weights", "-o", "/dev/null")
    write("2xf32", w=np.ones(2, "int32"))
    run("type", "relax-opt", "m.mlir", "--relax-load-weights", "-o", "/dev/null")
    write("2xf32", w=np.ones(9, "uint8"))
    run("bytes", "relax-opt", "m.mlir", "--relax-load-weights", "-o", "/dev/null")
    run("no file at all", "relax-opt", "m.mlir", "--relax-load-weights=file=none", "-o", "/dev/null")


# CHECK: no weight: 1 m.mlir:3:10: error: 'relax.constant' op has the weight "w", expected in "{{.*}}m.safetensors"; give the file that was written with the module
# CHECK: shape: 1 {{.*}}error: 'relax.constant' op has the weight "w" of type 'tensor<2xf32>', expected as in "{{.*}}m.safetensors", F32[3]
# CHECK: type: 1 {{.*}}expected as in {{.*}}, I32[2]
# CHECK: bytes: 1 {{.*}}expected as in {{.*}}, U8[9]
# CHECK: no file at all: 1 m.mlir:1:1: error: cannot read weights from "none": No such file or directory
test_misfits()


def test_broken_files():
    (folder / "m.safetensors").write_bytes(b"short")
    run("short", "relax-opt", "m.mlir", "--relax-load-weights", "-o", "/dev/null")
    broken("long header", b"{}", length=1 << 63)
    broken("beyond the file", b"{}", length=3)
    broken("no JSON", b"{\"w\"")
    broken("no object", b"[1]")
    broken("deep", b"[" * 100000)
    broken("number", {"w": 1})
    broken("no shape", {"w": {"dtype": "F32", "data_offsets": [0, 8]}})
    broken("negative size", entry(shape=[-2]), bytes(8))
    broken("offsets", entry(offsets=[0]), bytes(8))
    broken("unknown type", entry("F7"), bytes(8))
    broken("behind the data", entry(offsets=[8, 16]), bytes(8))
    broken("backwards", entry(offsets=[8, 0]), bytes(8))
    broken("few bytes", entry(shape=[3]), bytes(8))
    broken("more than there is", entry(shape=[1 << 62, 8]), bytes(8))
    # A tensor that does not begin at a multiple of its element's size is copied.
    broken("shifted", entry(offsets=[1, 9]), bytes(9))
    broken("with metadata", {"__metadata__": {"format": "pt"}, **entry()}, bytes(8))


# CHECK: short: 1 {{.*}}: expected a safetensors file, which has a header
# CHECK: long header: 1 {{.*}}: its header of 9223372036854775808 bytes is too long, expected at most the file and 100000000
# CHECK: beyond the file: 1 {{.*}}: its header of 3 bytes
# CHECK: no JSON: 1 {{.*}}: expected JSON as the header: [1:4, byte=4]
# CHECK: no object: 1 {{.*}}: expected a JSON object as the header
# CHECK: deep: 1 {{.*}}: expected a header that nests at most
# CHECK: number: 1 {{.*}}: tensor "w" is expected to have a dtype, a shape and two data_offsets
# CHECK: no shape: 1 {{.*}}: tensor "w" is expected to have a dtype
# CHECK: negative size: 1 {{.*}}: tensor "w" is expected to have a dtype
# CHECK: offsets: 1 {{.*}}: tensor "w" is expected to have a dtype
# CHECK: unknown type: 1 {{.*}}: tensor "w" has elements of "F7", expected those of the format
# CHECK: behind the data: 1 {{.*}}: tensor "w" lies at bytes 8 to 16 of the data, expected at most 8
# CHECK: backwards: 1 {{.*}}: tensor "w" lies at bytes 8 to 0
# CHECK: few bytes: 1 {{.*}}: tensor "w" has 8 bytes, expected those of its shape and dtype
# CHECK: more than there is: 1 {{.*}}: tensor "w" has 8 bytes, expected
# CHECK: shifted: 0
# CHECK: with metadata: 0
write()
test_broken_files()
