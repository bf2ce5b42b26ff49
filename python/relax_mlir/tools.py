"""The programs of relax-mlir: where they are, and the commands that a package puts on the path."""
import os
import shutil
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def find_program(name):
    """The path of a program: inside the package, in the build folder $RELAX_MLIR_BUILD, or on the path."""
    build = os.environ.get("RELAX_MLIR_BUILD")
    for folder in ([Path(build)] if build else []) + [_PACKAGE]:
        if (folder / "bin" / name).exists():
            return folder / "bin" / name
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is neither in the package nor on the path; install the wheel relax_mlir, or set "
                                "RELAX_MLIR_BUILD to the build folder")
    return Path(found).resolve()


def find_runtime_library():
    """The path of librelax_runtime.so, which lies beside the programs."""
    return find_program("relax-compile").parents[1] / "lib/librelax_runtime.so"


def run_tool():
    """The command that this process was started as, in its place."""
    name = Path(sys.argv[0]).name
    path = find_program(name)
    # relax-run starts relax-debug-accuracy, a command beside this one.
    os.environ["PATH"] = f"{Path(sys.argv[0]).resolve().parent}:{os.environ.get('PATH', os.defpath)}"
    os.execv(path, [name, *sys.argv[1:]])
