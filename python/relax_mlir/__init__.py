"""relax-mlir from Python: compile models and call them.

    module = relax_mlir.compile("model.onnx")
    (y,) = module(x)

`compile`, `load`, `opt`, `register_function`, `Module` and `CompileError` are those of relax_mlir.compiler;
relax_mlir.runtime calls compiled modules and needs nothing else; relax_mlir.tvm reads programs of TVM, relax_mlir.torch
those of PyTorch; relax_mlir.collectives lets several workers run one; relax_mlir.training trains models.
"""
import re
from pathlib import Path

_LAZY = ("compile", "load", "opt", "register_function", "Module", "CompileError", "Diagnostic", "Signature", "Value")
__all__ = ["__version__", *_LAZY]


def _read_version():
    """The version of CMakeLists.txt, which is in a package or lies beside this folder's parent."""
    try:
        from ._version import version

        return version
    except ModuleNotFoundError:
        lists = Path(__file__).parents[2] / "CMakeLists.txt"
        # A copy of this folder alone works, too.
        text = lists.read_text(encoding="utf-8") if lists.is_file() else ""
        found = re.search(r"^project\(.* VERSION (\S+)", text, re.M)
        return found[1] if found else "unknown"


__version__ = _read_version()


def __getattr__(name):
    # The commands of the package start without numpy.
    if name not in _LAZY:
        raise AttributeError(f"module 'relax_mlir' has no attribute '{name}'")
    from . import compiler

    return getattr(compiler, name)
