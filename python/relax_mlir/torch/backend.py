"""The backend "relax_mlir" of torch.compile: graphs of AOTAutograd, forward and backward."""
import numpy as np
import torch
from torch._dynamo.backends.common import aot_autograd
from torch.utils._python_dispatch import _disable_current_modes

from relax_mlir import compiler

from .constants import Constants
from .decompositions import core_table
from .program import module_text, write_graph


def _to_torch(array):
    """A result over its own memory, of types that numpy lacks, too."""
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    if array.dtype.name.startswith("float8"):
        return torch.from_numpy(array.view(np.uint8)).view(getattr(torch, array.dtype.name))
    return torch.from_numpy(array)


def _plain(tensor):
    """A tensor that DLPack hands over: contiguous ones without a copy."""
    tensor = tensor.detach().contiguous()
    if tensor.dtype == torch.bfloat16 or "float8" in str(tensor.dtype):
        import ml_dtypes

        name = str(tensor.dtype).removeprefix("torch.")
        return tensor.view(torch.int16 if tensor.element_size() == 2 else torch.uint8).numpy().view(getattr(ml_dtypes, name))
    return tensor


class CompiledGraph:
    """A graph of FX as a compiled function of tensors."""

    def __init__(self, module, options):
        for node in module.graph.nodes:
            found = node.meta.get("val")
            if node.op == "placeholder" and isinstance(found, torch.Tensor) and found.device.type != "cpu":
                raise ValueError(f"the backend relax_mlir computes on the CPU, found input {node.name} on {found.device}")
        constants = Constants()
        # Constants are made here, whatever PyTorch is tracing with around us.
        with torch.no_grad(), _disable_current_modes():
            function, self._kinds = write_graph(module, constants)
        self._taken = [isinstance(node.meta["val"], torch.Tensor) for node in module.graph.nodes if node.op == "placeholder"]
        self._order = function.order
        self.text = module_text([function], constants)
        self._module = compiler.compile(self.text, **options)

    def __call__(self, *values):
        given = [_plain(values[place]) if self._taken[place] else np.asarray(values[place], np.int64) for place in self._order]
        results = iter(self._module(*given))
        return [None if kind is None else _to_torch(next(results)) if kind == "tensor" else int(next(results))
                for kind in self._kinds]


def backend(module, inputs, options=None, **_):
    """Compiles a graph of Dynamo; `options` are those of relax_mlir.compile, as in
    torch.compile(model, backend="relax_mlir", options={"cache": True})."""
    options = dict(options or {})

    def make(graph, _):
        from functorch.compile import make_boxed_func

        return make_boxed_func(CompiledGraph(graph, options))

    return aot_autograd(fw_compiler=make, bw_compiler=make, decompositions=core_table())(module, inputs)


def register_backend():
    """Lets torch.compile know the backend by its name; installed packages do that by an entry point."""
    from torch._dynamo import register_backend as register

    register(backend, name="relax_mlir")
