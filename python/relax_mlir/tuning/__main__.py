"""relax-tune: finds schedules for the kernels of a model by measuring, and keeps them in a database."""
import argparse
import sys

from .. import CompileError, __version__
from .tuner import Options, tune


def _read_size(word):
    name, _, number = word.partition("=")
    if not name or not number.isdigit() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"expected a name and a number, as n=128, found '{word}'")
    return name, int(number)


def main(words=None):
    parser = argparse.ArgumentParser(
        prog="relax-tune", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Finds schedules for the kernels of a model that are faster than the default ones on this processor, by\n"
                    "measuring, and keeps them in a file for relax-compile --database. A run that was ended goes on.\n\n"
                    "  relax-tune model.onnx --database=schedules.json\n"
                    "  relax-compile model.onnx --database=schedules.json -o model.so")
    parser.add_argument("model", help="model.onnx or model.mlir")
    parser.add_argument("--database", required=True, metavar="file.json", help="where the schedules are kept")
    parser.add_argument("--trials", type=int, default=64, help="candidates of each kernel (default: 64)")
    parser.add_argument("--seconds", type=float, default=600, help="what all may take, about (default: 600)")
    parser.add_argument("--threads", type=int, default=1, help="threads of the calls that are timed (default: 1)")
    parser.add_argument("--size", type=_read_size, action="append", default=[], metavar="name=number",
                        help="number for a symbolic size in calls (default: 64)")
    parser.add_argument("--seed", type=int, default=0, help="of the candidates that are drawn")
    parser.add_argument("--input-shape", action="append", default=[], metavar="name=shape", help="as of relax-compile")
    parser.add_argument("--precision", help="as of relax-compile")
    parser.add_argument("--quiet", action="store_true", help="no line for each kernel")
    parser.add_argument("--version", action="version", version=f"relax-tune {__version__}")
    arguments = parser.parse_args(words)
    options = Options(arguments.trials, arguments.seconds, arguments.threads, dict(arguments.size),
                      {"input_shape": arguments.input_shape, "precision": arguments.precision}, arguments.seed,
                      not arguments.quiet)
    try:
        times = tune(arguments.model, arguments.database, options)
    except (CompileError, OSError, ValueError) as error:
        sys.exit(f"relax-tune: error: {error}")
    if not times:
        print("no schedule that was tried is faster than the default ones")
    elif None in times:
        print("the model cannot be called with inputs at random; compile it with --database and time it")
    else:
        print(f"a call takes {times[1]:.3f} ms, and {times[0]:.3f} ms with the default schedules: {times[1] / times[0]:.2f}"
              + ("; these are kept" if times[1] > times[0] else ""))


if __name__ == "__main__":
    main()
