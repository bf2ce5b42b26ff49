"""The way back: text of ours in, a module of TVM out.

    module = to_tvm("model.mlir")
"""
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from relax_mlir.safetensors import read

from .versions import script_globals


class TranslationError(ValueError):
    """What TVM has no form for, in the words of relax-translate."""


def to_tvm(source, build=None, index_bits=64, check=True):
    """A module of TVM from the text of a module, or from the path of its file.

    `build` is the folder with `bin/relax-translate`, by default that of
    $RELAX_MLIR_BUILD or of the program on the path. `check` asks TVM whether
    the module is well-formed.
    """
    with tempfile.TemporaryDirectory() as folder:
        params = Path(folder) / "params.safetensors"
        script = to_script(source, build, params, index_bits)
        return parse(script, read_params(params) if params.exists() else {}, check)


def to_script(source, build=None, params=None, index_bits=64):
    """The TVMScript of a module; large constants go to the file `params`."""
    path, text = (source, None) if _is_path(source) else ("-", str(source))
    words = [_find(build), "--mlir-to-tvmscript", path, f"--tvmscript-index-bits={index_bits}"]
    if params is not None:
        words.append(f"--tvmscript-params={params}")
    result = subprocess.run(words, input=text, capture_output=True, text=True)
    if result.returncode:
        raise TranslationError(result.stderr.strip())
    return result.stdout


def parse(script, params=None, check=True):
    """The module that a script is, with its large constants."""
    from tvm.script import from_source

    return from_source(script, extra_vars={**script_globals(), "params": params or {}}, check_well_formed=check)


def read_params(path):
    """The tensors of a file in the format of safetensors, as TVM's."""
    import numpy as np
    import tvm

    return {name: tvm.runtime.tensor(np.array(array)) for name, array in read(path).items()}


def _is_path(source):
    return isinstance(source, os.PathLike) or "\n" not in str(source)


def _find(build):
    build = build or os.environ.get("RELAX_MLIR_BUILD")
    tool = Path(build) / "bin/relax-translate" if build else shutil.which("relax-translate")
    if not tool or not Path(tool).exists():
        raise TranslationError("relax-translate is not found; say where the build folder is: to_tvm(module, build=FOLDER)")
    return tool
