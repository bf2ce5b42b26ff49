"""Models compiled and called from Python.

    import relax_mlir
    module = relax_mlir.compile("model.onnx")
    (y,) = module(x)

What compiles is the program relax-compile, in a process of its own: any number of threads may compile and call, and
no input ends this process.
"""
import functools
import os
import re
import shutil
import subprocess
import tempfile
import weakref
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import runtime
from .cache import get_folder, get_library
from .profile import Profile
from .progress import ProgressFunction, make_progress, read_stage
from .tools import find_program, find_runtime_library


class Diagnostic(NamedTuple):
    """One message of a tool."""

    severity: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None


class CompileError(RuntimeError):
    """An error of a tool, in its own words; `diagnostics` has its messages one by one, with their places."""

    def __init__(self, text: str, diagnostics: Optional[Sequence[Diagnostic]] = None):
        super().__init__(text)
        self.diagnostics = _read_diagnostics(text) if diagnostics is None else list(diagnostics)


# Models have no lines.
_MESSAGE = re.compile(r"^(?:relax-[\w-]+: |(?P<file>[^\s:][^:\n]*):(?:(?P<line>\d+):(?P<column>\d+):)? )?"
                      r"(?P<severity>error|warning|note|remark): (?P<message>.*)$", re.M)


def _read_diagnostics(text):
    found = []
    for match in _MESSAGE.finditer(text):
        line, column = (int(match[name]) if match[name] else None for name in ("line", "column"))
        found.append(Diagnostic(match["severity"], match["message"], match["file"], line, column))
    return found


@dataclass(frozen=True)
class Value:
    """A parameter or a result of a compiled function: `dims` are sizes, names of symbolic sizes, or None."""

    name: str
    dtype: Optional[str]
    dims: Optional[tuple]
    device: str = "cpu"

    def __str__(self):
        dims = "*" if self.dims is None else ", ".join("?" if dim is None else str(dim) for dim in self.dims)
        place = "" if self.device == "cpu" else f" on {self.device}"
        return f"{self.name}: {self.dtype or 'any'}[{dims}]{place}"


@dataclass(frozen=True)
class Signature:
    """What a compiled function takes and gives."""

    name: str
    parameters: Sequence[Value]
    results: Sequence[Value]

    def __str__(self):
        taken, given = (", ".join(map(str, values)) for values in (self.parameters, self.results))
        return f"{self.name}({taken}) -> ({given})"

    def _repr_html_(self):
        rows = "".join(
            f"<tr><td>{kind}</td><td>{escape(value.name)}</td><td>{escape(value.dtype or 'any')}</td>"
            f"<td>{escape(str(value).split('[', 1)[1].split(']')[0])}</td><td>{value.device}</td></tr>"
            for kind, values in (("parameter", self.parameters), ("result", self.results)) for value in values)
        return (f"<table><caption>{escape(self.name)}</caption><tr><th></th><th>name</th><th>dtype</th><th>shape</th>"
                f"<th>device</th></tr>{rows}</table>")


def _describe(described, number, prefix):
    """A Value of a descriptor of the run-time library."""
    dtype = None if described.dtype.code == 255 else runtime._numpy_dtype(described.dtype).name
    dims = None
    if described.rank >= 0:
        names = described.dim_names
        dims = tuple(described.dims[i] if described.dims[i] >= 0 else
                     names[i].decode() if names and names[i] else None for i in range(described.rank))
    name = described.name.decode() if described.name else f"{prefix}{number}"
    return Value(name, dtype, dims, f"cuda:{described.device - 1}" if described.device else "cpu")


class Module:
    """A compiled module. `module(x, w)` or `module(x=x, w=w)` calls its function `main`, or the only one it has, and
    gives the list of results; each other one is `module["name"]`."""

    def __init__(self, path: Union[str, os.PathLike], threads: int = 0):
        # Kept open, for `save`: a cache may remove the file.
        self._file = open(path, "rb")
        self._loaded = _runtime(threads).load(Path(path))
        self._functions = {name: self._get_signature(name) for name in self._loaded.functions()}
        # What `module(...)` calls; None if nothing says so.
        self._main = self._functions.get("main")
        if len(self._functions) == 1:
            (self._main,) = self._functions.values()

    def _get_signature(self, name):
        function = self._loaded._function(name).contents
        return Signature(
            name, tuple(_describe(function.params[i], i, "arg") for i in range(function.num_params)),
            tuple(_describe(function.results[i], i, "result") for i in range(function.num_results)))

    @property
    def functions(self) -> dict:
        """The signatures of all functions by name."""
        return dict(self._functions)

    @property
    def signature(self) -> Signature:
        """The signature of the function that `module(...)` calls."""
        if self._main is None:
            raise ValueError(f"no function is called 'main'; choose one as in module[name]: {', '.join(self._functions)}")
        return self._main

    def __call__(self, *values: Any, **named: Any) -> list:
        return self._call(self._main or self.signature, values, named)

    def __getitem__(self, name: str):
        if name not in self._functions:
            raise KeyError(f"no function '{name}'; there are {', '.join(self._functions)}")
        signature = self._functions[name]

        def call(*values, **named):
            return self._call(signature, values, named)

        call.__name__, call.signature = name, signature
        return call

    def _call(self, signature, values, named):
        bound = _bind(signature, values, named)
        try:
            return self._loaded.call(signature.name, *bound)
        except Exception as error:
            failure = error
        if any(np.iscomplexobj(value) for value in bound):
            return self._call(signature, [_as_pairs(value) for value in bound], {})
        # The compiled function checks each value. Doing it again costs more than a small call, so words of Python are for
        # what it turned down.
        _check_all(signature, bound)
        raise failure

    def profile(self, *values: Any, repeat: int = 10, **named: Any) -> Profile:
        """Where the time of `repeat` calls goes, by kernel and operator; the module has to be compiled with
        `profile=True`."""
        signature = self.signature
        bound = _bind(signature, values, named)
        _check_all(signature, bound)
        runs = self._loaded.profile(signature.name, *bound, repeat=repeat)
        if not runs:
            raise ValueError("no kernel was timed; compile the module with profile=True")
        return Profile(runs, self._loaded.measure_peaks())

    def read_weights(self, path: Union[str, os.PathLike], name: str = "main", first: int = 1, worker: int = 0) -> list:
        """The values of parameters from number `first` on of function `name`, by their names in a .safetensors file; of
        those that are spread over workers the part of number `worker`."""
        return self._loaded.read_weights(path, name, first, worker)

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Copies the shared library, weights and all, for `load` or for a program of any language."""
        shutil.copyfile(f"/proc/self/fd/{self._file.fileno()}", path)

    def __repr__(self):
        return f"<relax_mlir.Module {'; '.join(map(str, self._functions.values()))}>"

    def _repr_html_(self):
        return "".join(signature._repr_html_() for signature in self._functions.values())


def _bind(signature, values, named):
    """The values in the order of the parameters."""
    if not named and len(values) == len(signature.parameters):
        return values
    names = [parameter.name for parameter in signature.parameters]
    if len(values) > len(names):
        raise TypeError(f"{signature.name} takes {len(names)} arguments, found {len(values)}")
    bound = dict(zip(names, values))
    for name, value in named.items():
        if name not in names:
            raise TypeError(f"{signature.name} has no parameter '{name}'; there are {', '.join(names)}")
        if name in bound:
            raise TypeError(f"{signature.name}: two values for parameter '{name}'")
        bound[name] = value
    missing = [name for name in names if name not in bound]
    if missing:
        raise TypeError(f"{signature.name}: no value for parameter {', '.join(map(repr, missing))}")
    return [bound[name] for name in names]


def _as_pairs(value):
    """Complex numbers as parameters have them: pairs of floats along a last axis."""
    if not np.iscomplexobj(value):
        return value
    array = np.ascontiguousarray(value)
    return array.view(array.real.dtype).reshape(*array.shape, 2)


def _check_all(signature, values):
    for parameter, value in zip(signature.parameters, values):
        _check(signature, parameter, value)


def _check(signature, parameter, value):
    """A TypeError or ValueError that names the parameter; sizes of symbols are checked by the compiled function."""
    if not (hasattr(value, "dtype") and hasattr(value, "shape")):
        value = np.asarray(value)
    dtype = str(value.dtype).split(".")[-1]
    if parameter.dtype and dtype != parameter.dtype:
        raise TypeError(f"{signature.name}: parameter '{parameter.name}' has elements of {parameter.dtype}, found {dtype}")
    if parameter.dims is None:
        return
    shape = tuple(value.shape)
    if len(shape) != len(parameter.dims) or any(isinstance(dim, int) and dim != size
                                                for dim, size in zip(parameter.dims, shape)):
        raise ValueError(f"{signature.name}: parameter '{parameter}' got a tensor of shape {list(shape)}")


@functools.lru_cache(maxsize=None)
def _runtime(threads):
    return runtime.Runtime(find_runtime_library(), threads)


def load(path: Union[str, os.PathLike], threads: int = 0) -> Module:
    """Loads a shared library that relax-compile or `Module.save` wrote; calls use `threads`, by default one a core."""
    return Module(path, threads)


def register_function(name: str, function: Optional[Callable[[list, list], None]]) -> None:
    """Makes `function(inputs, outputs)` an external function, which all modules may call by its name: it gets lists of
    numpy arrays and writes into the outputs. What it raises is an error of the call. None removes it."""
    _runtime(0).register(name, function)


def _get_flags(options):
    """`mcpu="haswell", emulate=True, O=2` as the words of a command."""
    words = []
    for name, value in options.items():
        if name == "O":
            words.append(f"-O{value}")
            continue
        flag = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                words.append(flag)
            elif one is not False and one is not None:
                words.append(f"{flag}={one}")
    return words


def _get_stablehlo(model):
    """The text of what `jax.export.export(f)(x)` or `jax.jit(f).lower(x)` gave."""
    if hasattr(model, "mlir_module"):
        return model.mlir_module()
    if hasattr(model, "as_text"):
        return model.as_text()
    raise TypeError(f"expected what jax.export.export(f)(x) or jax.jit(f).lower(x) gives, found {type(model)}")


def _write_source(model, folder):
    """The path of a model: of a file, or of one that text or an object is written to."""
    if isinstance(model, os.PathLike):
        if Path(model).suffix != ".pt2":
            return model
        import torch

        model = torch.export.load(model)
    if isinstance(model, bytes):
        model = model.decode()
    if isinstance(model, str):
        if "\n" not in model and Path(model).suffix in (".onnx", ".onnxtxt", ".onnxtext", ".mlir", ".mlirbc"):
            return model
        if "\n" not in model and Path(model).suffix == ".pt2":
            return _write_source(Path(model), folder)
        source = folder / "module.mlir"
        source.write_text(model)
    elif hasattr(model, "operation"):  # of relax_mlir.ir
        source = folder / "module.mlirbc"
        source.write_bytes(model.operation.get_bytecode())
    elif hasattr(model, "SerializeToString"):
        source = folder / "model.onnx"
        source.write_bytes(model.SerializeToString())
    elif type(model).__module__.startswith("jax"):
        source = folder / "module.mlir"
        source.write_text(_get_stablehlo(model))
    elif type(model).__module__.startswith("tvm"):
        from .tvm import from_tvm

        source = folder / "module.mlir"
        from_tvm(model, path=source)
    elif type(model).__module__.startswith("torch.export"):
        from .torch import from_exported_program

        source = folder / "module.mlir"
        from_exported_program(model, path=source)
    else:
        raise TypeError("expected a path, the text of a module, an ONNX model, a module of TVM, a program of torch.export or "
                        f"what JAX exports or lowers, found {type(model)}")
    return source


def _run(name, words):
    done = subprocess.run([find_program(name), *words], capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        raise CompileError(done.stderr.strip() or f"{name} ended with status {done.returncode}")
    return done.stdout


def _run_compiler(words, show):
    """Runs relax-compile; `show` is called as each stage begins."""
    said = []
    with subprocess.Popen([find_program("relax-compile"), "--progress", *words], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="replace") as process:
        try:
            for line in process.stderr:
                stage = read_stage(line)
                if stage:
                    show(*stage)
                else:
                    said.append(line)
        except BaseException:  # of `show`, or Ctrl-C: nobody waits for the library any more
            process.kill()
            raise
        finally:
            show.end()
    if process.returncode:
        raise CompileError("".join(said).strip() or f"relax-compile ended with status {process.returncode}")


def compile(model: Any, target: Optional[str] = None, threads: int = 0,
            cache: Union[str, os.PathLike, bool, None] = None,
            progress: Union[bool, ProgressFunction, None] = None, **options: Any) -> Module:
    """Compiles a model and loads it.

    `model` is the path of a file of ONNX, MLIR or torch.export, the text of a module, a module of relax_mlir.ir, an ONNX
    model, a module of TVM, a program of torch.export, or what `jax.export.export(f)(x)` or `jax.jit(f).lower(x)` gives. `target` is a machine,
    such as "cpu" (default) or "sm_90". `cache` is a folder where libraries are kept, by the content of the model, the
    options, the processor and the compiler; True is ~/.cache/relax-mlir, None that of $RELAX_MLIR_CACHE. `progress`
    says whether a bar shows the stages, None that it does on a terminal and in a notebook; a function is called with
    how many stages are done, of how many, and what the next one does. `options` are those of relax-compile, with
    underscores, such as `mcpu="haswell"`, `input_shape=["x=1x3x224x224"]` or `O=2`.
    """
    folder = tempfile.TemporaryDirectory(prefix="relax-mlir-")
    words = _get_flags({"target": target, **options})
    source = _write_source(model, Path(folder.name))

    def make(path):
        show = make_progress(progress)
        command = [source, "-o", path, *words]
        if show is None:
            _run("relax-compile", command)
        else:
            _run_compiler(command, show)

    kept = get_folder(cache)
    output = get_library(kept, source, words, make) if kept else None
    if output is None:
        output = Path(folder.name) / "module.so"
        make(output)
    module = Module(output, threads)
    weakref.finalize(module, folder.cleanup)
    return module


def opt(text: str, passes: str) -> str:
    """Runs passes on a module; `passes` is a pipeline, such as "builtin.module(relax-graph-stage)" or, for passes of
    modules alone, "relax-graph-stage,canonicalize". It runs in this process, without the lock of Python; any number of
    threads may call. Without the bindings (relax_mlir.ir) it runs relax-opt."""
    if not passes.startswith("builtin.module("):
        passes = f"builtin.module({passes})"
    try:
        from . import ir, passmanager
    except ModuleNotFoundError as error:
        if error.name != f"{__package__}._mlir":
            raise
        return _opt_by_tool(text, passes)
    try:
        with ir.Context():
            module = ir.Module.parse(text)
            passmanager.PassManager.parse(passes).run(module)
            return str(module)
    except ir.MLIRError as error:
        raise _to_compile_error(error) from None
    except ValueError as error:  # of a pipeline, which has no location
        raise CompileError(str(error), [Diagnostic("error", str(error))]) from None


# A name in the text of a location, and the kind of the node that has it.
_NODE = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\(fused<"((?:[^"\\]|\\.)*)">\[unknown\]\))?')


def _describe_nodes(location):
    """The nodes of a model that a location names, as the tools write them; empty for a place in a file."""
    text = str(location)
    if re.search(r'":\d+:\d+', text):
        return ""
    found = []
    for name, kind in dict.fromkeys(_NODE.findall(text)):
        name, kind = (re.sub(r"\\([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), part) for part in (name, kind))
        found.append(f'node "{name}" ({kind})' if kind else f'"{name}"')
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return ", ".join(found[:3]) + more + ": " if found else ""


def _to_compile_error(error):
    """The diagnostics of a MLIRError in the words of the tools."""
    found = []

    def add(diagnostic, severity, around=""):
        place = diagnostic.location
        where = (place.filename, place.start_line, place.start_col) if place.is_a_file() else (None, None, None)
        # Most notes are about the same place, which was named already.
        nodes = _describe_nodes(place)
        found.append(Diagnostic(severity, (nodes if nodes != around else "") + diagnostic.message, *where))
        for note in diagnostic.notes:
            add(note, "note", nodes)

    for diagnostic in error.error_diagnostics:
        add(diagnostic, "error")
    lines = [f"{each.file}:{each.line}:{each.column}: " * (each.file is not None) + f"{each.severity}: {each.message}"
             for each in found]
    return CompileError("\n".join(lines) or error.message, found)


def _opt_by_tool(text, passes):
    with tempfile.TemporaryDirectory(prefix="relax-mlir-") as folder:
        source = Path(folder) / "module.mlir"
        source.write_text(text)
        return _run("relax-opt", [source, f"--pass-pipeline={passes}"])
