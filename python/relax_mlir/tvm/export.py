"""The front door: a module of TVM in, text out."""
from .modules import ModuleWriter
from .text import ExportError
from .versions import kind

__all__ = ["ExportError", "from_tvm"]


def from_tvm(module, params=None, verify=True):
    """The text of a module of TVM.

    `params` are tensors by the name of a function's parameter, for each
    function: {"main": {"weight": tensor}}; they become constants. A module that
    TVM calls ill-formed is an error, unless `verify` is false. What cannot be
    expressed is an ExportError, which names its place in the module.
    """
    module = bound(module, params)
    if verify:
        _check(module)
    return ModuleWriter(module).write()


def bound(module, params=None):
    """A module with tensors in the place of parameters; a function is one."""
    from tvm import ir, relax

    if kind(module) in ("Function", "PrimFunc"):
        name = module.attrs["global_symbol"] if module.attrs is not None and "global_symbol" in module.attrs else "main"
        module = ir.IRModule({str(name): module})
    for name, tensors in (params or {}).items():
        module = relax.transform.BindParams(name, tensors)(module)
    return module


def _check(module):
    """Raises what TVM finds wrong in a module."""
    from tvm import relax

    try:
        relax.analysis.well_formed(module)
    except Exception as error:  # TVM's errors have no common base class.
        first = str(error).strip().splitlines()
        raise ExportError("TVM calls the module ill-formed; say verify=False to export it nevertheless: "
                          + (first[0] if first else "")) from error
