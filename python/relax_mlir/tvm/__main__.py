"""relax-import-tvm: programs that TVM reads, as text of ours.

    python -m relax_mlir.tvm script.py|module.json|model.onnx|exported.pt2 -o m.mlir

A script defines modules of TVM (`@I.ir_module`); of several, --name chooses one.
"""
import argparse
import importlib.util
import sys
from pathlib import Path

from .export import ExportError, from_tvm


def _from_script(path, name):
    spec = importlib.util.spec_from_file_location("script", path)
    script = sys.modules["script"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    import tvm

    found = {key: value for key, value in vars(script).items() if isinstance(value, tvm.IRModule)}
    if name:
        found = {key: value for key, value in found.items() if key == name}
    if len(found) != 1:
        raise ExportError(f"{path} has {len(found)} modules{': ' + ', '.join(found) if found else ''}; "
                          "one is expected; say --name=NAME")
    return next(iter(found.values()))


def _from_json(path, _):
    import tvm

    return tvm.ir.load_json(path.read_text())


def _from_onnx(path, _):
    import onnx
    from tvm.relax.frontend.onnx import from_onnx

    return from_onnx(onnx.load(path))


def _from_torch(path, _):
    import torch
    from tvm.relax.frontend.torch import from_exported_program

    return from_exported_program(torch.export.load(path))


_READERS = {".py": _from_script, ".json": _from_json, ".onnx": _from_onnx, ".pt2": _from_torch}


def main():
    parser = argparse.ArgumentParser(prog="relax-import-tvm", description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("input", type=Path, help="a script, or a file that a front end of TVM reads")
    parser.add_argument("-o", dest="output", type=Path, help="where to write the module (default: standard output)")
    parser.add_argument("--name", help="the module of a script to take")
    parser.add_argument("--no-verify", action="store_true", help="export what TVM calls ill-formed, too")
    arguments = parser.parse_args()
    reader = _READERS.get(arguments.input.suffix)
    if reader is None:
        parser.error(f"no reader for '{arguments.input.suffix}'; there are {', '.join(_READERS)}")
    try:
        text = from_tvm(reader(arguments.input, arguments.name), verify=not arguments.no_verify)
    except (ExportError, OSError) as error:
        sys.exit(f"relax-import-tvm: error: {error}")
    if arguments.output:
        arguments.output.write_text(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
