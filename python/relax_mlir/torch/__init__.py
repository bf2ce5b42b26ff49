"""Models of PyTorch: programs of torch.export, and a backend of torch.compile.

    import relax_mlir.torch
    text = relax_mlir.torch.from_exported_program(torch.export.export(model, (x,)))
    compiled = torch.compile(model, backend="relax_mlir")

`register` gives an operator of one's own a writer; see registry.
"""
from importlib.util import find_spec

__all__ = ["ImportFailure", "from_exported_program", "register"]

# relax-import-torch --help works without PyTorch.
if find_spec("torch"):
    from .backend import register_backend as _register_backend
    from .graph import ImportFailure
    from .program import from_exported_program
    from .registry import register

    _register_backend()
else:

    def __getattr__(name):
        if name in __all__:
            raise ModuleNotFoundError(f"relax_mlir.torch.{name} needs the package 'torch'", name="torch")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
