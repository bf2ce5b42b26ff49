#!/usr/bin/env python3
"""Compile image models of the onnx wheel and compare them with ONNX Runtime.

Their weights are drawn (architectures.py). The largest error relative to a row's
largest value is at most 1e-4, or 1e-3 where a model has more than 100 convolutions.

  compare-architectures.py resnet50               some models
  compare-architectures.py --all --table FILE     all, and a table of them
  compare-architectures.py --all --emulate=sm_90 --most-elements=200000
                                                  all, by kernels of a GPU
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
import architectures  # noqa: E402
from device_runs import compile_for_device, emulation_options, load_driver  # noqa: E402
from model_errors import relative_error, seconds_of_children  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

_HEAD = """# Models that are compared with ONNX Runtime

*For those who judge the importer: which models agree with ONNX Runtime.*

Written by `test/Integration/compare-architectures.py --all --table docs/Models.md`.
The models lie in the `onnx` wheel without their weights, which the script draws.
Errors are relative to the largest value of a row; to compile takes so many seconds
of a processor. Models with their own weights,
`magika` and three of PP-OCR, are compared by `test/Integration/compare-model.py`.

| model | nodes | convolutions | weights, MB | images | largest error | compiled in, s |
| --- | --- | --- | --- | --- | --- | --- |
"""


def compile_model(path, module, tools, arguments):
    """Compiles a model for what the arguments name."""
    if arguments.device:
        load_driver(tools / "bin")
        os.environ.update(compile_for_device(path, module, arguments.device, path.parent, tools / "bin"))
        return
    subprocess.run([tools / "bin/relax-compile", path, "-o", module, *emulation_options(arguments.emulate)], check=True)


def compare(name, tools, folder, arguments):
    """Whether a model is right, and its line of the table."""
    model, size = architectures.build(name)
    path, module = folder / "model.onnx", folder / "model.so"
    onnx.save(model, path)
    start = seconds_of_children()
    compile_model(path, module, tools, arguments)
    seconds = seconds_of_children() - start
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    compiled = Runtime(tools / "lib/librelax_runtime.so").load(module)
    count = sum(node.op_type == "Conv" for node in model.graph.node)
    generator, worst, images, running = np.random.default_rng(7), 0.0, [], 0.0
    for batch, height, width in architectures.sizes(name):
        if arguments.most_elements and batch * 3 * height * width > arguments.most_elements:
            continue
        image = generator.normal(0, 1, (batch, 3, height, width)).astype(np.float32)
        expected = session.run(None, {model.graph.input[0].name: image})[0]
        start = time.process_time()
        found = compiled.call("main", image)[0]
        running += time.process_time() - start
        if found.shape != expected.shape:
            print(f"{name}: found {found.shape}, expected {expected.shape}")
            return False, ""
        worst = max(worst, relative_error(found, expected))
        images.append(f"{batch}x{height}x{width}")
    right = bool(images) and worst <= (1e-3 if count > 100 else 1e-4)
    line = (f"| {name} | {len(model.graph.node)} | {count} | {size / 1e6:.0f} | {', '.join(images)} | {worst:.0e} |"
            f" {seconds:.0f} |")
    print(line + f" run in {running:.1f} s" + ("" if right else "  TOO LARGE"), flush=True)
    return right, line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help=", ".join(architectures.NAMES))
    parser.add_argument("--all", action="store_true", help="all models")
    parser.add_argument("--table", help="the file to write a table to")
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--emulate", metavar="CHIP",
                        help="compile for this GPU, and run its kernels as loops of the CPU")
    parser.add_argument("--device", metavar="CHIP", help="compile for this GPU, and run with the driver for tests")
    parser.add_argument("--most-elements", type=int, metavar="N", help="leave out larger inputs")
    arguments = parser.parse_args()
    results = []
    for name in architectures.NAMES if arguments.all else arguments.models:
        with tempfile.TemporaryDirectory() as folder:
            results.append(compare(name, Path(arguments.build).resolve(), Path(folder), arguments))
    if arguments.table:
        page = Path(arguments.table)
        # Behind the table, the page has what benchmarks/zoo.py writes.
        _, heading, rest = page.read_text().partition("\n## ") if page.exists() else ("", "", "")
        page.write_text(_HEAD + "".join(f"{line}\n" for _, line in results) + heading + rest)
    sys.exit(0 if all(right for right, _ in results) else 1)


if __name__ == "__main__":
    main()
