#!/usr/bin/env python3
"""Print the project's measurements as one table of ratios to a yardstick.

Models: our code against ONNX Runtime in the same process, interleaved, with 1
and 2 threads. Compiler: compile time and peak memory against their bars.
Tools: start-up, and parse + verify + print of modules of many ops.
A ratio under 1 is better than the yardstick.
"""
import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from measure import interleaved, process

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test/Integration")]

import model_inputs  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

_COMPILE_SECONDS = 10
_COMPILE_MEGABYTES = 600
_STARTUP_SECONDS = 0.040
_MODULE_SECONDS = {10_000: 1.0, 100_000: 10.0}


def row(what, ours, yardstick, theirs, ratio):
    print(f"{what:44} {ours:>12} {theirs:>12} {ratio:7.2f}  {yardstick}", flush=True)


def milliseconds(seconds):
    return f"{seconds * 1e3:.2f} ms"


def compile_models(tools, folder, names):
    """Compiles each model; the rows of time and memory."""
    for name in names:
        source = model_inputs.models.model_path(name)
        seconds, peak = process([tools / "relax-compile", source, "-o", folder / f"{name}.so"])
        row(f"compile {name}: time", f"{seconds:.2f} s", "the bar", f"{_COMPILE_SECONDS} s", seconds / _COMPILE_SECONDS)
        row(f"compile {name}: peak memory", f"{peak:.0f} MB", "the bar", f"{_COMPILE_MEGABYTES} MB",
            peak / _COMPILE_MEGABYTES)


def run_model(library, folder, name, title, array, threads, options):
    """One row: a model on one input with a number of threads."""
    module = Runtime(library, threads).load(folder / f"{name}.so")
    session = model_inputs.reference_session(name, threads)
    feed = {session.get_inputs()[0].name: array}
    (found,), expected = module.call("main", array), session.run(None, feed)[0]
    # In a batch ONNX Runtime itself moves by this much for files that are mostly
    # padding; exact comparisons are test/Integration's.
    np.testing.assert_allclose(found, expected, rtol=2e-2, atol=5e-3)
    del found
    ours, theirs, ratio = interleaved(lambda: module.call("main", array), lambda: session.run(None, feed),
                                      options.rounds, options.seconds)
    plural = "s" if threads > 1 else ""
    row(f"run {name}, {title}, {threads} thread{plural}", milliseconds(ours), "ONNX Runtime", milliseconds(theirs), ratio)


def module_text(count):
    """A function of `count` ops."""
    tensor = "tensor<?x64xf32, #relax.dims<[n, 64]>>"
    lines = [f"relax.func @main(%v0: {tensor}, %w: {tensor}) -> {tensor} {{"]
    lines += [f"  %v{i + 1} = relax.add %v{i}, %w : ({tensor}, {tensor}) -> {tensor}" for i in range(count)]
    lines += [f"  relax.return %v{count} : {tensor}", "}"]
    return "\n".join(lines) + "\n"


def measure_tools(tools, folder, options):
    """Start-up and large modules."""
    empty = folder / "empty.mlir"
    empty.write_text("")
    seconds, _ = process([tools / "relax-opt", empty], repeat=21)
    theirs, _ = process(["/usr/lib/llvm-22/bin/mlir-opt", empty], repeat=21)
    row("relax-opt start-up", milliseconds(seconds), "the bar", milliseconds(_STARTUP_SECONDS),
        seconds / _STARTUP_SECONDS)
    row("relax-opt start-up", milliseconds(seconds), "mlir-opt", milliseconds(theirs), seconds / theirs)
    for count, bar in _MODULE_SECONDS.items():
        source = folder / f"{count}.mlir"
        source.write_text(module_text(count))
        seconds, _ = process([tools / "relax-opt", source, "-o", folder / "out.mlir"], repeat=options.rounds)
        row(f"parse + verify + print, {count} ops", f"{seconds:.3f} s", "the bar", f"{bar:.1f} s", seconds / bar)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--rounds", type=int, default=5, help="times that the sides take turns")
    parser.add_argument("--seconds", type=float, default=0.5, help="time of one side in one turn")
    parser.add_argument("--only", choices=("models", "tools"), help="measure only one part")
    options = parser.parse_args()
    build = Path(options.build).resolve()

    print(f"{'':44} {'ours':>12} {'yardstick':>12} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.only != "tools":
            compile_models(build / "bin", folder, ("magika", "ppocr-cls"))
            tokens, line = model_inputs.file_tokens(32), model_inputs.text_lines(1, 192)
            cases = (("magika", "batch 1", tokens[:1]), ("magika", "batch 32", tokens), ("ppocr-cls", "1x3x48x192", line))
            for threads in (1, 2):
                for case in cases:
                    run_model(build / "lib/librelax_runtime.so", folder, *case, threads, options)
        if options.only != "models":
            measure_tools(build / "bin", folder, options)


if __name__ == "__main__":
    main()
