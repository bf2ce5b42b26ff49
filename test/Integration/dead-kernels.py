#!/usr/bin/env python3
"""Compile modules whose private kernels and functions nobody calls, and that no target takes.

Each body below is one that at least one target rejects in a kernel that is called. In a dead one it must break
nothing: alone, behind other dead kernels, in a cycle of these, behind dead functions of a graph, for a processor, a
GPU, and a GPU's kernels as loops. One module has all bodies; what breaks it is found by halves.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

_LIVE = """relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
func.func private @c_function(memref<4xf32>, memref<4xf32>)
"""
_FLOATS = "memref<4xf32>"


def _load(element, line, type=None):
    """A body that computes an element with a line of its own."""
    memref = f"memref<4x{element}>"
    return memref, (f"  %c0 = arith.constant 0 : index\n  %0 = memref.load %x[%c0] : {memref}\n  %1 = {line} : {type or element}\n"
                    f"  memref.store %1, %y[%c0] : {memref}\n")


# The type of both parameters, and the body.
_BODIES = {
    "c_function": (_FLOATS, "  tir.call_extern @c_function(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()\n"),
    "complex": _load("complex<f32>", "complex.exp %0", "complex<f32>"),
    "launch": (_FLOATS, "  %c1 = arith.constant 1 : index\n  gpu.launch blocks(%a, %b, %c) in (%d = %c1, %e = %c1, %f = %c1) "
               "threads(%g, %h, %i) in (%j = %c1, %k = %c1, %l = %c1) {\n    gpu.terminator\n  }\n"),
    "barrier": (_FLOATS, "  gpu.barrier\n"),
    "f80": _load("f80", "math.exp %0"),
    "f128": _load("f128", "math.tanh %0"),
    "f8E4M3FNUZ": _load("f8E4M3FNUZ", "arith.addf %0, %0"),
    "i4": _load("i4", "arith.addi %0, %0"),
    "i7": _load("i7", "arith.addi %0, %0"),
    "i33": _load("i33", "math.ctlz %0"),
    "i128": _load("i128", "arith.divsi %0, %0"),
    "assembler": (_FLOATS, '  llvm.inline_asm has_side_effects "no_such_instruction", "" : () -> ()\n'),
    "nvvm": (_FLOATS, "  nvvm.barrier0\n"),
    "linalg": (_FLOATS, "  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)\n"),
    "dealloc": (_FLOATS, "  memref.dealloc %x : memref<4xf32>\n"),
    "space": ("memref<4xf32, 3>", "  memref.copy %x, %y : memref<4xf32, 3> to memref<4xf32, 3>\n"),
    "strided": ("memref<4xf32, strided<[?], offset: ?>>", "  memref.copy %x, %y : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>\n"),
    "shared": (_FLOATS, "  %m = memref.alloc() : memref<1000000xf32, #gpu.address_space<workgroup>>\n"),
    "atomic": ("memref<4xf8E5M2>", "  %c0 = arith.constant 0 : index\n  %0 = memref.load %x[%c0] : memref<4xf8E5M2>\n"
               "  %1 = memref.atomic_rmw addf %0, %y[%c0] : (f8E5M2, memref<4xf8E5M2>) -> f8E5M2\n"),
}


def _kernel(name, memref, body):
    return f"tir.func private @{name}(%x: {memref}, %y: {memref}) attributes {{num_inputs = 1 : i64}} {{\n{body}  tir.return\n}}\n"


def _call(name, memref):
    return f"  tir.call_extern @{name}(%x, %y) : ({memref}, {memref}) -> ()\n"


def _tensor(memref):
    return memref.replace("memref", "tensor")


def _alone(name, memref, body):
    return _kernel(name, memref, body)


def _behind(name, memref, body):
    return _kernel(name, memref, body) + _kernel(f"{name}_caller", memref, _call(name, memref))


def _cycle(name, memref, body):
    return _kernel(name, memref, body + _call(f"{name}_other", memref)) + _kernel(f"{name}_other", memref, _call(name, memref))


def _graph(name, memref, body):
    """Behind a dead function; only what it may call: a kernel of tensors, which writes no input."""
    if any(word in memref + body for word in ("strided", ", 3>", "dealloc")):
        return ""
    type = _tensor(memref)
    return _kernel(name, memref, body) + (f"relax.func private @{name}_graph(%x: {type}) -> {type} {{\n  %0 = relax.call_tir @{name}(%x) : ({type}) -> {type}\n"
                                          f"  relax.return %0 : {type}\n}}\n")


def _closure(name, memref, body):
    """Behind a dead function that makes a closure of a dead one."""
    text = _graph(name, memref, body)
    if not text:
        return ""
    return text + (f"relax.func private @{name}_closure() -> !relax.object {{\n  %0 = relax.make_closure @{name}_graph() : () -> !relax.object\n"
                   "  relax.return %0 : !relax.object\n}\n")


_PLACES = {"alone": _alone, "behind a kernel": _behind, "in a cycle": _cycle, "behind a graph": _graph, "behind a closure": _closure}
_TARGETS = {"cpu": ["-o", "dead.so"], "sm_90": ["--target=sm_90", "-o", "dead.ll"], "sm_90 as loops": ["--target=sm_90", "--emulate", "-o", "dead.so"]}


def _errors(compiler, folder, options, place, names):
    """(body, error) of each body that breaks the module."""
    text = _LIVE + "".join(_PLACES[place](f"dead_{name}", *_BODIES[name]) for name in names)
    (folder / "dead.mlir").write_text(text)
    done = subprocess.run([compiler, "dead.mlir", *options], cwd=folder, capture_output=True, text=True, check=False)
    if not done.returncode:
        return []
    if len(names) == 1:
        return [(names[0], next((line for line in done.stderr.splitlines() if "error: " in line), f"status {done.returncode}"))]
    middle = len(names) // 2
    return _errors(compiler, folder, options, place, names[:middle]) + _errors(compiler, folder, options, place, names[middle:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build"))
    arguments = parser.parse_args()
    modules = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for target, options in _TARGETS.items():
            for place in _PLACES:
                found = _errors(arguments.build.resolve() / "bin/relax-compile", Path(folder), options, place, list(_BODIES))
                modules += 1
                failures += len(found)
                for name, error in found:
                    print(f"{target}, {name} {place}: {error}")
    print(f"{modules} modules of {len(_BODIES)} dead kernels each, {failures} break them")
    return failures > 0


sys.exit(main())
