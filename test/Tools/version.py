# Each tool says the version of CMakeLists.txt, MLIR's, and the targets that it makes code for.
# RUN: %python %s %relax_src_root
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, f"{sys.argv[1]}/python")
import relax_mlir

_TOOLS = ("compare", "compile", "debug-accuracy", "import-onnx", "import-tvm", "interp", "lsp-server", "mutate", "opt", "reduce",
          "run", "stress", "translate")

project = re.search(r"^project\(.* VERSION (\S+)", (Path(sys.argv[1]) / "CMakeLists.txt").read_text(), re.M)[1]
assert relax_mlir.__version__ == project, relax_mlir.__version__
for tool in _TOOLS:
    lines = subprocess.run([f"relax-{tool}", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[0] == f"relax-{tool} (relax-mlir) {project}", lines
    if tool in ("run", "debug-accuracy", "import-tvm"):  # neither has MLIR inside
        continue
    assert re.fullmatch(r"MLIR 22\.1\.\d+", lines[1]), lines
    targets = lines[2].removeprefix("targets: ").split()
    assert {"x86-64", "aarch64", "riscv64", "nvptx64"} <= set(targets), lines
