"""Runs relax functions by way of linalg: what upstream's own tools make of it."""
import ctypes
import os
import re
import subprocess
from pathlib import Path

import ml_dtypes
import numpy as np

_BUFFERIZE = "bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map"
# What has loops is tiled along the first one.
_TILE = """
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op) {{
    %op = transform.structured.match interface{{TilingInterface}} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [{sizes}] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }}
}}
"""
# One pass a line; the stock mlir-opt has them all.
_PIPELINE = ",".join((
    "func.func(llvm-request-c-wrappers)",
    "empty-tensor-to-alloc-tensor",
    f"one-shot-bufferize{{{_BUFFERIZE}}}",
    "canonicalize",
    "cse",
    "func.func(convert-linalg-to-loops)",
    "expand-strided-metadata",
    "lower-affine",
    "convert-scf-to-cf",
    "arith-expand{include-bf16=true include-f8e8m0=false}",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "convert-to-llvm",
    "reconcile-unrealized-casts",
    "canonicalize",
))


class Toolchain:
    """Where our relax-opt and upstream's tools are."""

    def __init__(self, build, llvm):
        self.relax_opt, self.llvm = Path(build) / "bin/relax-opt", Path(llvm)

    def to_linalg(self, text, options=""):
        """The functions as linalg; those that cannot be stay, and the reasons."""
        done = subprocess.run([self.relax_opt, f"--convert-relax-to-linalg=partial {options}", "-", "--mlir-print-op-on-diagnostic=false"],
                              input=text, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        reasons = re.findall(r"remark: .*'(relax\.[\w.]+)' cannot become linalg: (.*)", done.stderr)
        return done.stdout, reasons

    def to_memrefs(self, text, tile=0):
        """A function of upstream around an operator, which its interfaces put
        into memrefs, and tile before if `tile` is not 0; and why not."""
        text = re.sub(r"\brelax\.(func|return)\b", lambda name: {"func": "func.func", "return": "return"}[name.group(1)], text)
        passes = [f"--one-shot-bufferize={_BUFFERIZE}"]
        if tile:
            text += _TILE.format(sizes=tile)
            passes = ["--transform-interpreter", *passes]
        done = subprocess.run([self.relax_opt, "-", *passes, "--mlir-print-op-on-diagnostic=false"], input=text, capture_output=True, text=True)
        return done.stdout, re.findall(r"(?:error|remark): '(relax\.[\w.]+)' op (.*)", done.stderr)[:1]

    def compile(self, text, target):
        """A shared library of a module of upstream's dialects."""
        lowered = subprocess.run([self.llvm / "mlir-opt", "-", f"--pass-pipeline=builtin.module({_PIPELINE})", "--mlir-print-op-on-diagnostic=false"],
                                 input=text, capture_output=True, text=True)
        if lowered.returncode:
            raise RuntimeError(lowered.stderr)
        code = subprocess.run([self.llvm / "mlir-translate", "--mlir-to-llvmir"], input=lowered.stdout, capture_output=True, text=True, check=True)
        subprocess.run([self.llvm / "clang", "-x", "ir", "-", "-O1", "-shared", "-fPIC", "-Wno-override-module", "-o", target,
                        f"-L{self.llvm.parent / 'lib'}", "-lmlir_c_runner_utils", "-lmlir_float16_utils",
                        f"-Wl,-rpath,{self.llvm.parent / 'lib'}", "-lm"],
                       input=code.stdout, text=True, check=True)
        return Library(target)


def functions_in(text):
    """The functions of upstream by name, each with the maps that it names."""
    aliases = dict(re.findall(r"(?m)^(#\w+) = (.*)$", text))
    parts = [re.sub(r"#\w+", lambda alias: aliases.get(alias.group(), alias.group()), part)
             for part in re.findall(r"(?ms)^  func\.func .*?^  \}\n", text)]
    return {re.match(r"\s*func\.func (?:private )?@(\w+)", part).group(1): part for part in parts}


def _descriptor(rank):
    class Descriptor(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("data", ctypes.c_void_p), ("offset", ctypes.c_int64),
                    ("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]

    return Descriptor


class Library:
    """A compiled module."""

    def __init__(self, path):
        self.library = ctypes.CDLL(os.fspath(path))

    def call(self, name, inputs, expected):
        """The results, of the ranks and types of what is expected."""
        descriptors, held = [], []
        for array in inputs:
            array = np.ascontiguousarray(array).reshape(array.shape)
            held.append(array)
            descriptors.append(self._describe(array))

        class Results(ctypes.Structure):
            _fields_ = [(f"r{i}", _descriptor(array.ndim)) for i, array in enumerate(expected)]

        results = Results()
        function = getattr(self.library, f"_mlir_ciface_{name}")
        function.restype = None
        function(ctypes.byref(results), *map(ctypes.byref, descriptors))
        return [self._read(getattr(results, f"r{i}"), array) for i, array in enumerate(expected)]

    @staticmethod
    def _describe(array):
        descriptor = _descriptor(array.ndim)()
        descriptor.base = descriptor.data = array.ctypes.data
        step = 1
        for axis in reversed(range(array.ndim)):
            descriptor.sizes[axis], descriptor.strides[axis] = array.shape[axis], step
            step *= array.shape[axis]
        return descriptor

    @staticmethod
    def _read(descriptor, like):
        shape = tuple(descriptor.sizes)
        count, size = int(np.prod(shape)), like.dtype.itemsize
        if not count:
            return np.empty(shape, like.dtype)
        step = 1
        for axis in reversed(range(len(shape))):
            if shape[axis] > 1 and descriptor.strides[axis] != step:
                raise RuntimeError(f"expected a result without gaps, found strides {list(descriptor.strides)}")
            step *= shape[axis]
        bytes_ = ctypes.string_at(descriptor.data + descriptor.offset * size, count * size)
        return np.frombuffer(bytes_, like.dtype).reshape(shape).copy()


__all__ = ["Library", "Toolchain", "functions_in", "ml_dtypes"]
