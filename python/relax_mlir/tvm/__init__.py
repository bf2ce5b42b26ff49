"""The bridge from TVM: modules of apache-tvm 0.26 and 0.27 as text of ours.

    from relax_mlir.tvm import from_tvm
    text = from_tvm(module)
"""
from .export import ExportError, from_tvm

__all__ = ["ExportError", "from_tvm"]
