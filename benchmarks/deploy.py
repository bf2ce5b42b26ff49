#!/usr/bin/env python3
"""Print what it takes to bring a model to a machine and to keep it there, as ratios to ONNX Runtime or to a bar.

Models of the tests: size of the run time and the model together, time to load (and to load and call once), peak memory
of a process that loads and calls five times, each in processes of their own with one thread that take turns; system
allocations after the second call; what calls with the largest of their inputs take in memory, beside ONNX Runtime and
beside the most bytes of tensors that live at one time. Calls: ten tensors of one element, from Python beside ONNX Runtime and from C. A model
of 500 MB, drawn: the time to load it, and what compiling it takes beside its size. A ratio under 1 is better.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test/Integration")]

from measure import process, row, take_turns  # noqa: E402

_MODELS = ("magika", "ppocr-cls", "ppocr-det", "ppocr-rec")
_CALLS = 5
_CALL_SECONDS, _LOAD_SECONDS = 2e-6, 5e-3
# Of the weights, and beside them.
_COMPILE_TIMES, _COMPILE_BYTES = 2.2, 200e6
_MEGABYTE = 1e6
# Rows and columns of each weight of the drawn model.
_LARGE_SIZE = 3600
# Calls a model from C; the least time of a call.
_PROGRAM = r"""
#include <relax_runtime.h>
#include <stdio.h>
#include <time.h>
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}
int main(int argc, char **argv) {
  RelaxContext *context = relax_context_create();
  RelaxModule *module = NULL;
  float value = 1;
  int64_t size = 1;
  DLTensor tensor = {&value, {kDLCPU, 0}, 1, {RELAX_FLOAT, 32, 1}, &size, NULL, 0};
  const DLTensor *inputs[9] = {&tensor, &tensor, &tensor, &tensor, &tensor, &tensor, &tensor, &tensor, &tensor};
  double least = 1;
  if (argc != 2 || relax_module_load(context, argv[1], &module))
    return 1;
  const RelaxFunctionDescriptor *function = relax_module_find(module, "main");
  for (int block = 0; block < 500; ++block) {
    double begin = now();
    for (int i = 0; i < 1000; ++i) {
      RelaxTensor *result = NULL;
      if (relax_function_invoke(context, module, function, inputs, 9, &result, 1))
        return 1;
      relax_tensor_release(result);
    }
    double time = (now() - begin) / 1000;
    least = time < least ? time : least;
  }
  printf("%.9f\n", least);
  return 0;
}
"""


#===-- One side, in a process of its own -----------------------------------===#


def load_ours(model, build):
    from relax_mlir.runtime import Runtime

    runtime = Runtime(build / "lib/librelax_runtime.so", 1)
    return runtime, lambda: runtime.load(model.with_suffix(".so"))


def load_theirs(model, _):
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    settings.log_severity_level = 3
    return None, lambda: onnxruntime.InferenceSession(model, settings, ["CPUExecutionProvider"])


def read_status(*names):
    """Bytes of this process, as Linux counts them."""
    lines = Path("/proc/self/status").read_text().splitlines()
    found = {line.split(":")[0]: int(line.split()[1]) * 1024 for line in lines if line.endswith("kB")}
    return [found[name] for name in names]


def measure_growth(call):
    """Bytes of memory that calls take at most beside what the process had, without those that are a file's, such as
    weights that are mapped."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before, before_file = read_status("VmRSS", "RssFile")
    for _ in range(_CALLS):
        call()
    peak, after_file = read_status("VmHWM", "RssFile")
    return peak - before - (after_file - before_file)


def work(side, model, build, is_large):
    """Loads, calls, and prints what that took as JSON."""
    array = np.load(model.with_suffix(".large.npy" if is_large else ".npy"))
    runtime, load = {"ours": load_ours, "theirs": load_theirs}[side](model, build)
    start = time.perf_counter()
    module = load()
    loaded = time.perf_counter()
    if side == "ours":
        def call():
            module.call("main", array)
    else:
        name = module.get_inputs()[0].name

        def call():
            module.run(None, {name: array})
    if is_large:
        growth = measure_growth(call)
        print(json.dumps({"growth": growth, "activations": runtime.memory().peak_bytes if runtime else 0}))
        return
    call()
    called = time.perf_counter()
    allocations = []
    for _ in range(_CALLS - 1):
        call()
        allocations.append(runtime.memory().num_system_allocations if runtime else 0)
    (peak,) = read_status("VmHWM")
    print(json.dumps({"load": loaded - start, "first": called - start, "peak": peak,
                      "late": allocations[-1] - allocations[0]}))


def ask(side, model, build, *more):
    words = [sys.executable, __file__, "--side", side, "--model", model, "--build", build, *more]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


#===-- Models --------------------------------------------------------------===#


def get_size_of_runtimes(build, folder):
    """Bytes of our run time, stripped as packages have it, and of theirs."""
    import onnxruntime

    stripped = folder / "runtime.so"
    subprocess.run(["strip", "-o", stripped, build / "lib/librelax_runtime.so"], check=True)
    (theirs,) = (Path(onnxruntime.__file__).parent / "capi").glob("onnxruntime_pybind11_state*.so")
    return stripped.stat().st_size, theirs.stat().st_size


def find_bound(model, array):
    """The most bytes of tensors that live at one time in a call, from a memory report in the symbols of the input."""
    import relax_mlir

    (parameter,) = relax_mlir.load(model.with_suffix(".so")).signature.parameters
    sizes = {dim: size for dim, size in zip(parameter.dims, array.shape) if isinstance(dim, str)}
    lines = model.with_suffix(".txt").read_text().split("@main\n")[1].splitlines()
    expression = next(line.split("  ")[-1] for line in lines if line.startswith("  tensors at one time"))
    return eval(expression.replace("floordiv", "//").replace("floormod", "%"), {"max": max, "min": min}, sizes)


def measure_activations(name, model, build, arrays, rounds):
    """The rows of what calls take."""
    array = max(arrays, key=np.size)
    np.save(model.with_suffix(".large.npy"), array)
    found = {side: [ask(side, model, build, "--large") for _ in range(rounds)] for side in ("ours", "theirs")}
    activations = max(each["activations"] for each in found["ours"])
    bound = find_bound(model, array)
    row(f"{name}: activations", f"{activations / _MEGABYTE:.2f} MB", "tensors at one time", f"{bound / _MEGABYTE:.2f} MB",
        activations / bound)
    ours, theirs = (statistics.median(each["growth"] for each in found[side]) for side in found)
    row(f"{name}: memory of calls", f"{ours / _MEGABYTE:.2f} MB", "ONNX Runtime", f"{theirs / _MEGABYTE:.2f} MB",
        ours / theirs)


def measure_model(name, build, folder, rounds):
    """The rows of one model, with the smallest of its inputs."""
    import model_inputs

    model = folder / f"{name}.onnx"
    shutil.copy(model_inputs.models.model_path(name), model)
    process([build / "bin/relax-compile", model, "-o", model.with_suffix(".so"),
             f"--memory-report={model.with_suffix('.txt')}"])
    arrays = [array for _, array in model_inputs.inputs(name)]
    np.save(model.with_suffix(".npy"), arrays[0])
    ours, theirs = get_size_of_runtimes(build, folder)
    ours += model.with_suffix(".so").stat().st_size
    theirs += model.stat().st_size
    row(f"{name}: run time and model", f"{ours / _MEGABYTE:.1f} MB", "ONNX Runtime", f"{theirs / _MEGABYTE:.1f} MB",
        ours / theirs)
    found = {"ours": [], "theirs": []}
    for number in range(rounds):
        for side in list(found)[::-1 if number % 2 else 1]:
            found[side].append(ask(side, model, build))
    for key, what, scale, unit in (("load", "load", 1e3, "ms"), ("first", "load and first call", 1e3, "ms"),
                                   ("peak", "peak memory", 1 / _MEGABYTE, "MB")):
        ours, theirs = (statistics.median(each[key] for each in found[side]) for side in ("ours", "theirs"))
        row(f"{name}: {what}", f"{ours * scale:.1f} {unit}", "ONNX Runtime", f"{theirs * scale:.1f} {unit}", ours / theirs)
    late = max(each["late"] for each in found["ours"])
    row(f"{name}: system allocations after call 2", late, "the bar", 0, float(late))
    measure_activations(name, model, build, arrays, rounds)


#===-- Calls and large models ----------------------------------------------===#


def save_model(path, nodes, inputs, outputs, weights=()):
    import onnx
    from onnx import helper

    def describe(values):
        return [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape) for name, shape in values]

    graph = helper.make_graph(nodes, "graph", describe(inputs), describe(outputs), weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


def measure_calls(build, folder, seconds):
    """Ten tensors of one element: all that is left is what a call costs."""
    import onnxruntime
    from onnx import helper

    import relax_mlir

    model = folder / "ten.onnx"
    names = [f"x{i}" for i in range(9)]
    save_model(model, [helper.make_node("Sum", names, ["y"])], [(name, [1]) for name in names], [("y", [1])])
    process([build / "bin/relax-compile", model, "-o", model.with_suffix(".so")])
    module = relax_mlir.load(model.with_suffix(".so"), threads=1)
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, settings, ["CPUExecutionProvider"])
    values = [np.ones(1, np.float32) for _ in names]
    feed = dict(zip(names, values))

    def repeat(call):
        def least(limit):
            best, end = float("inf"), time.perf_counter() + limit
            while (start := time.perf_counter()) < end:
                for _ in range(50):
                    call()
                best = min(best, (time.perf_counter() - start) / 50)
            return best
        return least

    ours, theirs = take_turns([repeat(lambda: module(*values)), repeat(lambda: session.run(None, feed))], 20, seconds)
    row("call of ten tensors, Python", f"{ours * 1e6:.2f} us", "ONNX Runtime", f"{theirs * 1e6:.2f} us", ours / theirs)
    (folder / "call.c").write_text(_PROGRAM)
    subprocess.run(["cc", "-O2", folder / "call.c", f"-I{ROOT}/runtime/include", f"-L{build}/lib", "-lrelax_runtime",
                    f"-Wl,-rpath,{build}/lib", "-o", folder / "call"], check=True)
    ours = float(subprocess.run([folder / "call", model.with_suffix(".so")], check=True, capture_output=True).stdout)
    row("call of ten tensors, C", f"{ours * 1e6:.2f} us", "the bar", f"{_CALL_SECONDS * 1e6:.2f} us", ours / _CALL_SECONDS)


def save_large(model):
    """Ten layers of 50 MB each."""
    from onnx import helper, numpy_helper

    size, random = _LARGE_SIZE, np.random.default_rng(0)
    nodes, weights, name = [], [], "x"
    for i in range(10):
        weights.append(numpy_helper.from_array(random.standard_normal((size, size), np.float32) * 0.01, f"w{i}"))
        nodes += [helper.make_node("MatMul", [name, f"w{i}"], [f"m{i}"]), helper.make_node("Relu", [f"m{i}"], [f"y{i}"])]
        name = f"y{i}"
    save_model(model, nodes, [("x", [1, size])], [(name, [1, size])], weights)


def measure_large(build, folder):
    size = _LARGE_SIZE
    model = folder / "large.onnx"
    weight_bytes = 10 * size * size * 4
    # By another process: the peak of a child begins with what its parent has.
    subprocess.run([sys.executable, __file__, "--side", "large", "--model", model], check=True)
    _, peak = process([build / "bin/relax-compile", model, "-o", model.with_suffix(".so")])
    bar = (_COMPILE_TIMES * weight_bytes + _COMPILE_BYTES) / 2**20
    row("compile 518 MB of weights: peak memory", f"{peak:.0f} MiB", "the bar", f"{bar:.0f} MiB", peak / bar)
    np.save(model.with_suffix(".npy"), np.ones((1, size), np.float32))
    found = ask("ours", model, build)
    row("load a model of 518 MB", f"{found['load'] * 1e3:.2f} ms", "the bar", f"{_LOAD_SECONDS * 1e3:.0f} ms",
        found["load"] / _LOAD_SECONDS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="the build folder")
    parser.add_argument("--rounds", type=int, default=5, help="processes of each side")
    parser.add_argument("--only", choices=("models", "calls", "large"), help="measure only one part")
    parser.add_argument("--side", choices=("ours", "theirs", "large"), help=argparse.SUPPRESS)
    parser.add_argument("--model", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--large", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    build = options.build.resolve()
    os.environ["RELAX_MLIR_BUILD"] = str(build)
    if options.side == "large":
        return save_large(options.model)
    if options.side:
        return work(options.side, options.model, build, options.large)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.only in (None, "models"):
            for model in _MODELS:
                measure_model(model, build, folder, options.rounds)
        if options.only in (None, "calls"):
            measure_calls(build, folder, 0.3)
        if options.only in (None, "large"):
            measure_large(build, folder)


if __name__ == "__main__":
    main()
