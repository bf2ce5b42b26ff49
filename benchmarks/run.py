#!/usr/bin/env python3
"""Print the project's measurements as one table of ratios to a yardstick.

Models: our code against ONNX Runtime in the same process, interleaved, with 1
and 2 threads. Compiler: compile time and peak memory against their bars.
Tools: start-up, and parse + verify + print of modules of many ops. Passes: all
passes on graphs, kernels and memory, one after the other, on 10,000 ops; and
lowering of 10,000 operators alone. Kernels: a library with 1,000 of a GPU.
Architectures, only where asked for: models of the onnx wheel with drawn weights.
A ratio under 1 is better than the yardstick.
"""
import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

import graphs
from measure import interleaved, process, processor, row

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test/Integration")]

import architectures  # noqa: E402
import model_inputs  # noqa: E402
from model_errors import relative_error  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

_COMPILE_SECONDS = 10
_COMPILE_MEGABYTES = 600
_STARTUP_SECONDS = 0.040
_MODULE_SECONDS = {10_000: 1.0, 100_000: 10.0}
_PASSES_SECONDS = 5
_LEGALIZE_SECONDS = 1.0
_KERNEL_SECONDS = 60 / 1_000
_ARCHITECTURES = ("resnet50", "vgg19", "inception_v2", "squeezenet", "densenet121", "shufflenet")
# In the order of the stages, each pass once.
_GRAPH_PASSES = ("canonicalize", "relax-normalize", "relax-infer-types", "relax-fold-constant",
                 "relax-fold-batch-norm-to-conv2d", "relax-decompose-ops-for-inference", "relax-canonicalize-bindings",
                 "relax-lambda-lift", "relax-realize-vdevice", "cse", "relax-dead-code-elimination", "relax-verify-graph")
_KERNEL_PASSES = ("relax-legalize-ops", "relax-annotate-tir-op-pattern", "relax-fuse-ops", "relax-fuse-tir",
                  "relax-inline-private-functions", "relax-verify-legal", "tir-default-cpu-schedule",
                  "tir-verify-scheduled")
_MEMORY_PASSES = ("relax-rewrite-dataflow-reshape", "relax-to-non-dataflow", "relax-remove-purity-checking",
                  "relax-call-tir-rewrite", "relax-static-plan-block-memory", "relax-lower-alloc-tensor",
                  "relax-kill-after-last-use", "relax-verify-planned", "relax-normalize-global-symbols",
                  "relax-attach-global-symbol", "relax-verify-symbols")


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


def run_architecture(build, model, library, threads, options):
    """One row: a drawn model on one image with a number of threads."""
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.log_severity_level = 3
    image = np.random.default_rng(7).normal(0, 1, (1, 3, 224, 224)).astype(np.float32)
    module = Runtime(build / "lib/librelax_runtime.so", threads).load(library)
    session = onnxruntime.InferenceSession(model, settings, ["CPUExecutionProvider"])
    feed = {session.get_inputs()[0].name: image}
    found, expected = module.call("main", image)[0], session.run(None, feed)[0]
    error = relative_error(found, expected)
    if error > 1e-3:
        sys.exit(f"{model.stem}: differs from ONNX Runtime's result by {error:.1e} of its largest value")
    ours, theirs, ratio = interleaved(lambda: module.call("main", image), lambda: session.run(None, feed),
                                      options.rounds, options.seconds)
    plural = "s" if threads > 1 else ""
    row(f"run {model.stem}, 1 image, {threads} thread{plural}", milliseconds(ours), "ONNX Runtime",
        milliseconds(theirs), ratio)


def measure_architectures(build, folder, options):
    """Models that are known by name: their weights are drawn, so that nothing
    has to be fetched."""
    import onnx

    for name in _ARCHITECTURES:
        model, library = folder / f"{name}.onnx", folder / f"{name}.so"
        onnx.save(architectures.build(name)[0], model)
        process([build / "bin/relax-compile", model, "-o", library])
        for threads in (1, 2):
            run_architecture(build, model, library, threads, options)


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
        source.write_text(graphs.text(graphs.chain, count))
        seconds, _ = process([tools / "relax-opt", source, "-o", folder / "out.mlir"], repeat=options.rounds)
        row(f"parse + verify + print, {count} ops", f"{seconds:.3f} s", "the bar", f"{bar:.1f} s", seconds / bar)


def measure_passes(tools, folder, options):
    """All passes on graphs of 10,000 ops, and how the time grows from 2,500."""
    for names, stages in ((_GRAPH_PASSES, "passes on graphs"),
                          (_GRAPH_PASSES + _KERNEL_PASSES + _MEMORY_PASSES, "all passes")):
        flags = [f"--{name}" for name in names]
        for kind in graphs.KINDS:
            seconds = {}
            for count in (2_500, 10_000):
                source = folder / f"{kind.__name__}{count}.mlir"
                source.write_text(graphs.text(kind, count))
                seconds[count], _ = process([tools / "relax-opt", source, *flags, "-o", folder / "out.mlir"],
                                            repeat=options.rounds)
            what = f"{stages}, {kind.__name__}"
            row(f"{what}, 10000 ops", f"{seconds[10_000]:.2f} s", "the bar", f"{_PASSES_SECONDS} s",
                seconds[10_000] / _PASSES_SECONDS)
            row(f"{what}, growth", f"{seconds[10_000]:.2f} s", "4 times 2500 ops", f"{4 * seconds[2_500]:.2f} s",
                seconds[10_000] / (4 * seconds[2_500]))


def measure_legalization(tools, folder, options):
    """Lowering 10,000 operators, without reading and writing them; equal ones
    share a program. How the time grows from 2,500."""
    for kind in graphs.KINDS:
        seconds, programs = {}, 0
        for count in (2_500, 10_000):
            source, target = folder / f"{kind.__name__}{count}.mlir", folder / "out.mlir"
            source.write_text(graphs.text(kind, count))
            command = [tools / "relax-opt", source, "-o", target]
            plain = processor(command, repeat=options.rounds)
            whole = processor([*command, "--relax-legalize-ops"], repeat=options.rounds)
            seconds[count] = max(whole - plain, 1e-3)
            programs = target.read_text().count("tir.func ")
        what = f"legalize {kind.__name__}"
        row(f"{what}, 10000 ops, {programs} programs", f"{seconds[10_000]:.2f} s", "the bar", f"{_LEGALIZE_SECONDS:.0f} s",
            seconds[10_000] / _LEGALIZE_SECONDS)
        row(f"{what}, growth", f"{seconds[10_000]:.2f} s", "4 times 2500 ops", f"{4 * seconds[2_500]:.2f} s",
            seconds[10_000] / (4 * seconds[2_500]))


def measure_kernels(tools, folder):
    """A library with 1,000 kernels of a GPU; how the time grows from a quarter
    of the program."""
    seconds, kernels = {}, {}
    for count in (1_000, 4_000):
        source, target = folder / f"kernels{count}.mlir", folder / "kernels.so"
        source.write_text(graphs.text(graphs.shapes, count))
        command = [tools / "relax-compile", source, "--target=sm_90"]
        seconds[count], _ = process([*command, "-o", target])
        process([*command, "--stop-at=device", "-o", folder / "device.mlir"])
        kernels[count] = (folder / "device.mlir").read_text().count("nvvm.kernel")
    bar = _KERNEL_SECONDS * kernels[4_000]
    row(f"compile {kernels[4_000]} kernels for a GPU", f"{seconds[4_000]:.1f} s", "the bar", f"{bar:.1f} s",
        seconds[4_000] / bar)
    linear = seconds[1_000] * kernels[4_000] / kernels[1_000]
    row("compile kernels for a GPU, growth", f"{seconds[4_000]:.1f} s", f"{kernels[1_000]} kernels, scaled",
        f"{linear:.1f} s", seconds[4_000] / linear)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--rounds", type=int, default=5, help="times that the sides take turns")
    parser.add_argument("--seconds", type=float, default=0.5, help="time of one side in one turn")
    parser.add_argument("--only", choices=("models", "tools", "passes", "legalize", "kernels", "architectures"),
                        help="measure only one part")
    options = parser.parse_args()
    build = Path(options.build).resolve()

    print(f"{'':44} {'ours':>12} {'yardstick':>12} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.only in (None, "models"):
            compile_models(build / "bin", folder, ("magika", "ppocr-cls", "ppocr-det", "ppocr-rec"))
            tokens, line = model_inputs.file_tokens(32), model_inputs.text_lines(1, 192)
            cases = (("magika", "batch 1", tokens[:1]), ("magika", "batch 32", tokens), ("ppocr-cls", "1x3x48x192", line),
                     ("ppocr-det", "1x3x640x640", model_inputs.page(640, 640)),
                     ("ppocr-rec", "1x3x48x320", model_inputs.text_lines(1, 320)))
            for threads in (1, 2):
                for case in cases:
                    run_model(build / "lib/librelax_runtime.so", folder, *case, threads, options)
        if options.only in (None, "tools"):
            measure_tools(build / "bin", folder, options)
        if options.only in (None, "legalize"):
            measure_legalization(build / "bin", folder, options)
        if options.only in (None, "passes"):
            measure_passes(build / "bin", folder, options)
        if options.only in (None, "kernels"):
            measure_kernels(build / "bin", folder)
        if options.only == "architectures":
            measure_architectures(build, folder, options)


if __name__ == "__main__":
    main()
