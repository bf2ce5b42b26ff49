#!/usr/bin/env python3
"""Try another version of apache-tvm-ffi, beside the one of scripts/requirements.txt: try-tvm-ffi.py VERSION --build BUILD

First without us: TVM's own JSON of a module. Then what we promise: a compiled function called by its loader, and called by
TVM's virtual machine. Each in a process of its own, since a version that does not fit crashes.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WITHOUT_US = """
import tvm
from tvm.script import ir as I, relax as R

@I.ir_module
class Program:
    @R.function
    def main(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        return R.add(x, x)

tvm.ir.assert_structural_equal(tvm.ir.load_json(tvm.ir.save_json(Program)), Program)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version")
    parser.add_argument("--build", type=Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
                        "--target", folder / "ffi", f"apache-tvm-ffi=={options.version}"], check=True)
        (folder / "without_us.py").write_text(WITHOUT_US)
        text = (ROOT / "test/Tools/tvm-ffi.test").read_text()
        (folder / "model.mlir").write_text(text.split("#--- model.mlir\n")[1].split("#--- ")[0])
        subprocess.run([options.build / "bin/relax-compile", folder / "model.mlir", "-o", folder / "model.so",
                        "--link-runtime"], check=True)
        inputs = ROOT / "test/Tools/Inputs"
        failed = 0
        for what, script in (("TVM's JSON, without us", folder / "without_us.py"), ("our function", inputs / "tvm-ffi.py"),
                             ("our function in TVM's virtual machine", inputs / "tvm-vm.py")):
            done = subprocess.run([sys.executable, script, folder / "model.so"], capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": str(folder / "ffi")})
            failed += done.returncode != 0
            lines = (done.stdout + done.stderr).strip().splitlines() or [""]
            print(f"{what}: " + (f"status {done.returncode}: {lines[0]}" if done.returncode else "passed"))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
