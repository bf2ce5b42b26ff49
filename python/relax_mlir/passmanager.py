"""Pass managers, as upstream's mlir.passmanager has them.

    PassManager.parse("builtin.module(relax-legalize-ops,canonicalize)").run(module)

Another thread may use other contexts while passes run. Objects of what is inside of the operation are invalid
afterwards.
"""
from ._mlir import PassManager

__all__ = ["PassManager"]
