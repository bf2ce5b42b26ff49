#!/usr/bin/env python3
"""A server's load: threads call three models at once, legally and illegally, and each illegal call has to be named.

With the presets `asan` and `tsan` the same program finds leaks and races:
    soak.py --build build-tsan --calls 200000
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

# Sizes of parameters, sizes that are found in a call, and a function from outside.
MODELS = {
    "dense": """\
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.name = "x"}, %w: tensor<4x8xf32> {relax.name = "w"})
    -> tensor<?x8xf32, #relax.dims<[n, 8]>> {
  %0 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %1 = relax.nn.relu %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %1 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}
""",
    "places": """\
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>> {relax.name = "x"}) -> tensor<1x?xi64> {
  %0 = relax.nonzero %x : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<1x?xi64>
  relax.return %0 : tensor<1x?xi64>
}
""",
    "external": """\
relax.extern_func @soak.add
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[n]>>)
    -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call_dps_packed @soak.add(%x, %y)
      : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}
""",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--calls", type=int, default=200_000)
    options = parser.parse_args()
    tools = options.build / "bin"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        libraries = []
        for model, text in MODELS.items():
            (folder / f"{model}.mlir").write_text(text)
            libraries.append(folder / f"{model}.so")
            subprocess.run([tools / "relax-compile", folder / f"{model}.mlir", "-o", libraries[-1]], check=True)
        words = [tools.parent / "test/Integration/soak", str(options.threads), str(options.calls), *libraries, folder / "dense.mlir"]
        sys.exit(subprocess.run(words).returncode)


if __name__ == "__main__":
    main()
