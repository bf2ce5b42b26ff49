"""The bridge from and to TVM: modules of apache-tvm 0.26 and 0.27, here.

    from relax_mlir.tvm import compile, from_tvm, to_tvm
    text = from_tvm(module)
    vm = compile(module)
    y = vm["main"](x)
    module = to_tvm(text)
"""
from .compile import CompileError, compile
from .export import ExportError, from_tvm
from .translate import TranslationError, to_tvm

__all__ = ["CompileError", "ExportError", "TranslationError", "compile", "from_tvm", "to_tvm"]
