"""Files that TVM, or one of its front ends, reads: each gives a module of TVM."""
import importlib.util
import signal
import subprocess
import sys

from .export import ExportError
from .stablehlo import read_stablehlo

_LOAD = "import sys, tvm; tvm.ir.load_json(open(sys.argv[1]).read())"


def _script(path, name):
    """A module that a script defines."""
    import tvm

    spec = importlib.util.spec_from_file_location("script", path)
    script = sys.modules["script"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    found = {key: value for key, value in vars(script).items() if isinstance(value, tvm.IRModule)}
    if name:
        found = {key: value for key, value in found.items() if key == name}
    if len(found) != 1:
        raise ExportError(f"{path} has {len(found)} modules{': ' + ', '.join(found) if found else ''}; "
                          "one is expected; say --name=NAME")
    return next(iter(found.values()))


def _json(path, _):
    """A module that tvm.ir.save_json wrote. Some versions of apache-tvm-ffi crash
    on that, hence another process tries it first."""
    import tvm
    import tvm_ffi

    text = path.read_text()
    tried = subprocess.run([sys.executable, "-c", _LOAD, path], capture_output=True, text=True)
    if tried.returncode < 0:
        raise ExportError(f"TVM's reader of JSON crashes ({signal.Signals(-tried.returncode).name}) with apache-tvm-ffi "
                          f"{tvm_ffi.__version__}; 0.1.13.post2 and 0.1.14.post0 read it")
    module = tvm.ir.load_json(text)
    if not isinstance(module, (tvm.IRModule, tvm.relax.Function, tvm.tirx.PrimFunc)):
        raise ExportError(f"{path} holds no module, but a {type(module).__name__}")
    return module


def _onnx(path, _):
    import onnx
    from tvm.relax.frontend.onnx import from_onnx

    return from_onnx(onnx.load(path))


def _torch(path, _):
    import torch
    from tvm.relax.frontend.torch import from_exported_program

    return from_exported_program(torch.export.load(path))


def _stablehlo(path, _):
    return read_stablehlo(path.read_text())


READERS = {".py": _script, ".json": _json, ".onnx": _onnx, ".pt2": _torch, ".stablehlo": _stablehlo}


def read(path, name=None):
    """The module of a file; `name` is the one to take of those of a script.

    What TVM or a front end finds wrong is an ExportError, too.
    """
    try:
        return READERS[path.suffix](path, name)
    except ModuleNotFoundError as error:
        raise ExportError(f"a file '{path.suffix}' needs the Python package '{error.name}'; install it beside apache-tvm") from error
    except (ExportError, OSError):
        raise
    except Exception as error:  # Those of TVM and of front ends have no common base class.
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise ExportError(f"{path} is not read: {lines[-1].strip()}") from error
