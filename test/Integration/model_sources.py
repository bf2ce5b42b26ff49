"""Every model of the tests, as a file that relax-compile reads: those that packages
bring along, image models with drawn weights, a decoder, a transformer, and three
that multiply f16."""
import subprocess
import sys
from pathlib import Path

import onnx

import architectures
import model_inputs
from mixed_precision import write_f16

_BRIDGE = Path(__file__).resolve().parents[1] / "Bridge"
_TRANSFORMER = _BRIDGE / "torch-transformer/model.mlir"


def _write_decoder(folder, name, _):
    # In a process of its own: TVM's library is not fond of the end of one.
    path = folder / f"{name}.mlir"
    subprocess.run([sys.executable, _BRIDGE / "decoder_modules.py", path], check=True)
    return path


def _write_architecture(folder, name, _):
    path = folder / f"{name}.onnx"
    onnx.save(architectures.build(name)[0], path)
    return path


def _write_f16(folder, name, tools):
    return write_f16(write(folder, name.removesuffix("-f16"), tools), folder / f"{name}.mlirbc", tools)


_WRITERS = {
    **{name: lambda _, name, __: model_inputs.models.model_path(name) for name in model_inputs.models.NAMES},
    "decoder": _write_decoder,
    "transformer": lambda *_: _TRANSFORMER,
    **{f"{name}-f16": _write_f16 for name in ("magika", "ppocr-cls", "transformer")},
    **{name: _write_architecture for name in architectures.NAMES},
}
NAMES = tuple(_WRITERS)


def write(folder, name, tools):
    """The path of one of NAMES, written into a folder if it is no file yet."""
    return _WRITERS[name](folder, name, tools)
