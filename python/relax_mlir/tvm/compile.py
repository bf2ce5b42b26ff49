"""Modules of TVM compiled here: what `relax.build` and the virtual machine do.

    vm = relax_mlir.tvm.compile(module, "llvm")
    y = vm["main"](x)
"""
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from relax_mlir.runtime import Runtime
from relax_mlir.tools import find_program

from .element_types import element
from .export import bound, from_tvm
from .versions import kind

_PROCESSOR = {"llvm", "c", "cpu"}
_MEMORY = re.compile(r"= relax\.(memory\.alloc_storage|vm\.alloc_storage|builtin\.alloc_tensor)")


class CompileError(RuntimeError):
    """An error of relax-compile, in its own words."""


def compile(module, target="llvm", params=None, build=None, options=()):
    """Compiles a module of TVM for a processor; gives its functions by name.

    `build` is the folder with `bin/relax-compile` and the run-time library, by
    default that of $RELAX_MLIR_BUILD or of the program on the path. `options`
    are more options of relax-compile.
    """
    if _target_kind(target) not in _PROCESSOR:
        raise CompileError(f"target '{target}' is not a processor; write the module and give it to relax-compile")
    tool, library = _find(build)
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / "module.mlir", Path(folder) / "module.so"
        text = from_tvm(module, params, path=source)
        # TVM may have planned the memory already.
        if _MEMORY.search(text) and not any(str(option).startswith("--start-at") for option in options):
            options = ["--start-at=memory", *options]
        result = subprocess.run([tool, source, "-o", output, *options], capture_output=True, text=True)
        if result.returncode:
            raise CompileError(result.stderr.strip())
        loaded = Runtime(library).load(output)
    module, _ = bound(module, params)
    functions = {str(name.name_hint): function for name, function in module.functions_items()
                 if kind(function) == "Function" and function.attrs is not None and "global_symbol" in function.attrs}
    return VirtualMachine(loaded, functions)


def _target_kind(target):
    found = getattr(target, "kind", None)
    return found.name if found is not None else str(target).split(" ")[0]


def _find(build):
    """The compiler and the run-time library."""
    try:
        tool = Path(build) / "bin/relax-compile" if build else find_program("relax-compile")
    except FileNotFoundError:
        tool = None
    if not tool or not Path(tool).exists():
        raise CompileError("relax-compile is not found; say where the build folder is: compile(module, build=FOLDER)")
    return tool, Path(tool).resolve().parents[1] / "lib/librelax_runtime.so"


class VirtualMachine:
    """The functions of a compiled module."""

    def __init__(self, module, functions):
        self._module, self._functions = module, functions

    def __getitem__(self, name):
        if name not in self._functions:
            raise KeyError(f"no function '{name}'; there are {', '.join(self._functions)}")
        return Function(self._module, name, self._functions[name])


class Function:
    """A compiled function, called with tensors, shapes, numbers and tuples of them."""

    def __init__(self, module, name, function):
        self._module, self._name, self._function = module, name, function
        self.__name__ = name

    def __call__(self, *arguments):
        params = self._function.params
        if len(arguments) != len(params):
            raise TypeError(f"{self._name} takes {len(params)} arguments, not {len(arguments)}")
        arrays, kinds = [], set()
        for param, argument in zip(params, arguments):
            _flatten(argument, param.ty, str(param.name), arrays, kinds)
            # A number that is a size is a shape of one here.
            if kind(param.ty) == "PrimType" and self._module.parameter_rank(self._name, len(arrays) - 1) == 1:
                arrays[-1] = arrays[-1].reshape(1)
        results = iter(self._module.call(self._name, *arrays))
        wrap = _wrapper(kinds)
        return _unflatten(self._function.ret_ty, results, wrap)


def _flatten(argument, type, name, arrays, kinds):
    """Adds the arrays of an argument, and what library its tensors are of."""
    what = kind(type)
    if what == "TupleType":
        if len(argument) != len(type.fields):
            raise TypeError(f"{name} has {len(type.fields)} fields, not {len(argument)}")
        for number, (item, field) in enumerate(zip(argument, type.fields)):
            _flatten(item, field, f"{name}.{number}", arrays, kinds)
    elif what == "ShapeType":
        arrays.append(np.array([int(size) for size in argument], np.int64))
    elif what == "PrimType":
        arrays.append(np.array(argument, _dtype(str(type.dtype))))
    else:
        arrays.append(_array(argument, name, kinds))


def _array(argument, name, kinds):
    if isinstance(argument, np.ndarray):
        kinds.add("numpy")
        return argument
    library = type(argument).__module__.split(".")[0]
    kinds.add(library)
    if library == "torch":
        return argument.detach().cpu().numpy()
    if hasattr(argument, "numpy"):
        return argument.numpy()
    raise TypeError(f"{name} is a {type(argument).__name__}, not a tensor")


def _dtype(dtype):
    if element(dtype) is None:
        raise TypeError(f"no number has the type {dtype}")
    return np.dtype(dtype)


def _wrapper(kinds):
    """What makes a result of an array: a tensor of the arguments' library,
    TVM's if there are several or none."""
    if kinds == {"numpy"}:
        return lambda array: array
    if kinds == {"torch"}:
        import torch

        return lambda array: torch.from_numpy(np.array(array))
    import tvm

    return tvm.runtime.tensor


def _unflatten(type, results, wrap):
    what = kind(type)
    if what == "TupleType":
        return [_unflatten(field, results, wrap) for field in type.fields]
    array = next(results)
    if what == "ShapeType":
        return tuple(int(size) for size in array)
    if what == "PrimType":
        return array.item()
    return wrap(array)
