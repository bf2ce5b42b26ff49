"""Models of PyTorch: programs of torch.export, and a backend of torch.compile.

    import relax_mlir.torch
    text = relax_mlir.torch.from_exported_program(torch.export.export(model, (x,)))
    compiled = torch.compile(model, backend="relax_mlir")

`register` gives an operator of one's own a writer; see registry.
"""
from .backend import register_backend as _register_backend
from .graph import ImportFailure
from .program import from_exported_program
from .registry import register

_register_backend()

__all__ = ["ImportFailure", "from_exported_program", "register"]
