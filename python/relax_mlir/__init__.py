"""relax-mlir from Python: calling compiled modules (relax_mlir.runtime)."""
import re
from pathlib import Path


def _read_version():
    """The version of CMakeLists.txt, which is in a package or lies beside this folder's parent."""
    try:
        from ._version import version

        return version
    except ModuleNotFoundError:
        text = (Path(__file__).parents[2] / "CMakeLists.txt").read_text(encoding="utf-8")
        return re.search(r"^project\(.* VERSION (\S+)", text, re.M)[1]


__version__ = _read_version()
