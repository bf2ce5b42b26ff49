"""The front door: a module of TVM in, text or files out."""
from pathlib import Path

from relax_mlir import safetensors

from .modules import ModuleWriter
from .normal_form import normalized
from .text import ExportError
from .versions import identity, kind

__all__ = ["ExportError", "from_tvm"]


def from_tvm(module, params=None, verify=True, path=None):
    """The text of a module of TVM.

    `params` are tensors by the name of a function's parameter, for each
    function: {"main": {"weight": tensor}}; they become constants. A module that
    TVM calls ill-formed is an error, unless `verify` is false. What cannot be
    expressed is an ExportError, which names its place in the module.

    The text is also written to `path`, if given: then the large constants are
    not in it, but in a file beside it, m.safetensors for m.mlir.
    """
    module, names = bound(module, params)
    if verify:
        _check(module)
    if path is None:
        return ModuleWriter(module, names=names).write()
    weights = Path(path).with_suffix(".safetensors")
    writer = ModuleWriter(module, weights.name, names)
    text = writer.write()
    if writer.resources.in_file:
        safetensors.write(weights, writer.resources.in_file)
    Path(path).write_text(text)
    return text


def bound(module, params=None):
    """A module with tensors in the place of parameters, and the names of these
    tensors by their identity. A function is a module, too."""
    from tvm import ir, relax, runtime

    if kind(module) in ("Function", "PrimFunc"):
        name = module.attrs["global_symbol"] if module.attrs is not None and "global_symbol" in module.attrs else "main"
        module = ir.IRModule({str(name): module})
    names = {}
    for function, tensors in (params or {}).items():
        tensors = {name: tensor if kind(tensor) == "Tensor" else runtime.tensor(tensor) for name, tensor in tensors.items()}
        names.update((identity(tensor), name) for name, tensor in tensors.items())
        module = relax.transform.BindParams(function, tensors)(module)
    return normalized(module), names


def _check(module):
    """Raises what TVM finds wrong in a module."""
    from tvm import relax

    try:
        relax.analysis.well_formed(module)
    except Exception as error:  # TVM's errors have no common base class.
        first = str(error).strip().splitlines()
        raise ExportError("TVM calls the module ill-formed; say verify=False to export it nevertheless: "
                          + (first[0] if first else "")) from error
