"""relax-import-tvm: programs that TVM reads, as MLIR of ours.

    relax-import-tvm script.py|module.json|model.onnx|exported.pt2|model.stablehlo -o m.mlir

A script defines modules of TVM (`@I.ir_module`); of several, --name chooses one.
Large constants go to a file beside the output, m.safetensors, where our tools
find them; m.mlirbc, which relax-opt writes, holds all.
"""
import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from relax_mlir import __version__, safetensors

from .export import ExportError, from_tvm
from .readers import READERS, read


def _parser():
    parser = argparse.ArgumentParser(prog="relax-import-tvm", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"relax-import-tvm (relax-mlir) {__version__}")
    parser.add_argument("input", type=Path, help="a script, or a file that a front end of TVM reads")
    parser.add_argument("-o", dest="output", type=Path, help="where to write the module (default: standard output)")
    parser.add_argument("--name", help="the module of a script to take")
    parser.add_argument("--params", type=Path, metavar="FILE",
                        help="a safetensors file; parameters of 'main' with names that it has become constants")
    parser.add_argument("--no-verify", action="store_true", help="export what TVM calls ill-formed, too")
    return parser


def _params(path, module):
    """The tensors of a file that are parameters of `main`."""
    if path is None:
        return None
    main = next((function for name, function in module.functions_items() if str(name.name_hint) == "main"), None)
    if main is None:
        raise ExportError("--params is for parameters of 'main', but the module has no such function")
    names = {str(param.name) for param in main.params}
    found = {name: array for name, array in safetensors.read(path).items() if name in names}
    if not found:
        raise ExportError(f"{path} has none of the parameters of 'main', which are {', '.join(sorted(names))}")
    return {"main": found}


def _write_bytecode(module, params, verify, output):
    """Writes one file with the module and its constants."""
    beside = Path(sys.argv[0]).resolve().with_name("relax-opt")
    tool = beside if beside.exists() else shutil.which("relax-opt")
    if tool is None:
        raise ExportError("bytecode is written by relax-opt, which is not on the path")
    with tempfile.TemporaryDirectory(dir=output.resolve().parent) as folder:
        text = Path(folder) / "module.mlir"
        from_tvm(module, params, verify, text)
        result = subprocess.run([tool, text, "--relax-load-weights", "--emit-bytecode", "-o", output], capture_output=True, text=True)
    if result.returncode:
        raise ExportError(result.stderr.strip())


def main(words=None):
    """The command; `words` are its arguments, by default those of the process."""
    parser = _parser()
    arguments = parser.parse_args(words)
    if arguments.input.suffix not in READERS:
        parser.error(f"no reader for '{arguments.input.suffix}'; there are {', '.join(READERS)}")
    output, verify = arguments.output, not arguments.no_verify
    try:
        module = read(arguments.input, arguments.name)
        params = _params(arguments.params, module)
        if output and output.suffix == ".mlirbc":
            _write_bytecode(module, params, verify, output)
            return
        text = from_tvm(module, params, verify, output)
    except (ExportError, OSError) as error:
        sys.exit(f"relax-import-tvm: error: {error}")
    if not output:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
