"""relax-import-torch: a program that torch.export.save wrote, as MLIR of ours.

    relax-import-torch model.pt2 -o model.mlir

Large constants go to a file beside the output, model.safetensors, where our tools find them.
"""
import argparse
import sys
from pathlib import Path

from relax_mlir import __version__


def _parser():
    parser = argparse.ArgumentParser(prog="relax-import-torch", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"relax-import-torch (relax-mlir) {__version__}")
    parser.add_argument("input", type=Path, nargs="?", help="a file of torch.export.save")
    parser.add_argument("-o", dest="output", type=Path, help="where to write the module (default: standard output)")
    parser.add_argument("--function", default="main", metavar="NAME", help="the name of the function (default: main)")
    parser.add_argument("--keep-params-as-input", action="store_true",
                        help="make parameters and buffers parameters of the function, not constants")
    parser.add_argument("--list-operators", action="store_true", help="print the operators that can be imported")
    return parser


def main(words=None):
    """The command; `words` are its arguments, by default those of the process."""
    parser = _parser()
    arguments = parser.parse_args(words)
    import torch

    from .program import ImportFailure, from_exported_program
    from .registry import TABLE

    if arguments.list_operators:
        print("\n".join(sorted(TABLE)))
        return
    if arguments.input is None:
        parser.error("no program is given")
    if not arguments.input.is_file():
        sys.exit(f"relax-import-torch: error: there is no file {arguments.input}")
    try:
        program = torch.export.load(arguments.input)
    except Exception as error:  # PyTorch's errors have no common base class.
        first = (str(error).strip() or type(error).__name__).splitlines()[0]
        sys.exit(f"relax-import-torch: error: expected a file of torch.export.save: {first}")
    try:
        text = from_exported_program(program, arguments.keep_params_as_input, arguments.output, arguments.function)
    except (ImportFailure, OSError) as error:
        sys.exit(f"relax-import-torch: error: {arguments.input}: {error}")
    if not arguments.output:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
