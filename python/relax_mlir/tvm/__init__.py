"""The bridge from TVM: modules of apache-tvm 0.26 and 0.27, here.

    from relax_mlir.tvm import compile, from_tvm
    text = from_tvm(module)
    vm = compile(module)
    y = vm["main"](x)
"""
from .compile import CompileError, compile
from .export import ExportError, from_tvm

__all__ = ["CompileError", "ExportError", "compile", "from_tvm"]
