#!/usr/bin/env python3
"""Run the corpus in TVM's virtual machine and here, and compare the results.

Each operator's module runs by TVM, compiled here from the operator, and from
the tensor programs that TVM makes of it. These and all other modules run in
the reference interpreter as well; what it makes of our own operators,
test/Integration/compare-operators.py compares.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import types
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
import tvm_ffi  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402
from relax_mlir.tvm import from_tvm  # noqa: E402
from tvm import relax  # noqa: E402

import lowered_modules  # noqa: E402
import model_modules  # noqa: E402
import operator_modules  # noqa: E402
import program_runs  # noqa: E402
import scalar_modules  # noqa: E402
import graph_modules  # noqa: E402
import import_modules  # noqa: E402
import known_differences  # noqa: E402
import unknown_modules  # noqa: E402

_BATCH = 60
_SIZES = {"n": 3, "m": 5, "k": 3}
_TOLERANCE = {"float16": 1e-2, "bfloat16": 4e-2, "float32": 2e-4, "float64": 1e-9}
_SYMBOL = re.compile(r"@([A-Za-z_][\w$.]*)")


@dataclass
class Case:
    """A module with inputs, and what each way of running it gives."""

    name: str
    module: object
    expected: list
    inputs: list
    texts: dict = field(default_factory=dict)


def size_of(expression):
    """A size, with numbers for its symbols: TVM's text of it is Python's."""
    # TVM's arrays give constants as Python's numbers.
    if isinstance(expression, int):
        return expression
    symbols = {str(symbol.name): _SIZES[str(symbol.name)] for symbol in tvm.tirx.analysis.undefined_vars(expression)}
    return int(eval(str(expression), symbols | {"T": types.SimpleNamespace(int64=int, max=max, min=min)}))


def array_of(type, seed):
    """Values that no operator stumbles over: fractions, and the indices 1, 2."""
    # What the type leaves open is any shape, and f32.
    sizes = getattr(type.shape, "values", [2, 3])
    shape = [size_of(size) for size in sizes]
    dtype = "float32" if type.dtype is None else str(type.dtype.dtype)
    count = int(np.prod(shape))
    if dtype == "bool":
        return (np.arange(count) % 3 == 0).reshape(shape)
    if "int" in dtype:
        return (np.arange(count) % 2 + 1).astype(dtype).reshape(shape)
    numbers = np.random.default_rng(seed).uniform(0.1, 0.9, shape)
    # Boundaries are sorted.
    return (np.sort(numbers) if numbers.ndim == 1 else numbers).astype(_numpy_dtype(dtype))


def _numpy_dtype(dtype):
    try:
        return np.dtype(dtype)
    except TypeError:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, dtype))


def flat_results(value):
    """The arrays of a result; None if it has something else."""
    if hasattr(value, "numpy"):
        return [value.numpy()]
    if isinstance(value, tvm_ffi.Shape):
        return [np.array(value, np.int64)]
    if isinstance(value, (list, tuple)) or type(value).__name__ == "Array":
        parts = [flat_results(item) for item in value]
        return None if None in parts else [array for part in parts for array in part]
    return None


def run_in_tvm(name, module):
    """The case of a module; a reason if TVM cannot run it."""
    function = {str(key.name_hint): value for key, value in module.functions_items()}.get("main")
    if not isinstance(function, relax.Function):
        return "has no function 'main' of the graph level"
    if any(not isinstance(param.ty, relax.TensorType) for param in function.params):
        return "has parameters that are no tensors"
    inputs = [array_of(param.ty, seed) for seed, param in enumerate(function.params)]
    try:
        executable = tvm.compile(module, target="llvm")
        run = relax.VirtualMachine(executable, tvm.cpu())["main"]
        result = run(*[tvm.runtime.tensor(array) for array in inputs])
        # Numbers of the virtual machine have lost their dtype.
        expected = [np.array(result, str(function.ret_ty.dtype))] if isinstance(result, int) else flat_results(result)
    except Exception as error:  # TVM's errors have no common base class.
        return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return Case(name, module, expected, inputs) if expected is not None else "has results that are no tensors"


def _cases(only):
    """The cases, and the modules that TVM cannot run, with its reason."""
    cases, rejected = [], {}
    for name, maker in [*operator_modules.modules(), *program_runs.modules(), *graph_modules.runs(), *scalar_modules.runs(), *import_modules.runs(),
                        *model_modules.modules(), *unknown_modules.modules()]:
        if only not in name:
            continue
        case = run_in_tvm(name, maker())
        if isinstance(case, str):
            rejected[name] = case
            continue
        case.texts["module"] = from_tvm(case.module)
        if "(" in name and lowered_modules.is_lowered(name):
            case.texts["TVM's programs"] = from_tvm(lowered_modules.legalized(maker))
        cases.append(case)
    return cases, rejected


class Native:
    """Compiles modules by the batch, and calls them."""

    def __init__(self, build, folder):
        self._build, self._folder = build, folder
        self._runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)

    def _compile(self, name, text):
        """The compiled module, or the compiler's error."""
        source, target = self._folder / f"{name}.mlir", self._folder / f"{name}.so"
        source.write_text(text)
        result = subprocess.run([self._build / "bin/relax-compile", source, "-o", target, "-O0"], capture_output=True, text=True)
        return target if result.returncode == 0 else _first_error(result.stderr)

    def run(self, items):
        """Results or an error for each case and text, in their order."""
        batches = [items[first:first + _BATCH] for first in range(0, len(items), _BATCH)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for results in pool.map(self._batch, range(len(batches)), batches):
                yield from results

    def _batch(self, number, items):
        joined = [(position, item) for position, item in enumerate(items) if joins(item[1])]
        target = self._compile(f"batch-{number}", "".join(renamed(text, position) for position, (_, text) in joined))
        if not isinstance(target, Path):
            joined = []
        module = self._runtime.load(target) if joined else None
        results = {position: self._call(module, f"c{position}", case) for position, (case, _) in joined}
        for position, (case, text) in enumerate(items):
            if position not in results:
                alone = self._compile(f"alone-{number}-{position}", text)
                results[position] = (self._call(self._runtime.load(alone), "main", case) if isinstance(alone, Path)
                                     else f"not compiled: {alone}")
        return [results[position] for position in range(len(items))]

    def _call(self, module, name, case):
        try:
            return module.call(name, *case.inputs)
        except (RuntimeFailure, TypeError) as error:
            return str(error)


def joins(text):
    """Whether a module may stand in one file with others."""
    return text.startswith("module {") and "dialect_resources" not in text and "extern" not in text


def renamed(text, position):
    body = text[len("module {\n"):].rstrip().removesuffix("}")
    return _SYMBOL.sub(lambda found: f"@c{position}" if found.group(1) == "main" else f"@c{position}_{found.group(1)}", body)


def _first_error(text):
    return next((line for line in text.splitlines() if "error" in line), text[:200])


def interpreted(build, folder, items):
    """Results or an error of the reference interpreter, in their order."""
    def run(numbered):
        number, (case, text) = numbered
        place = folder / f"run-{number}"
        place.mkdir()
        (place / "module.mlir").write_text(text)
        words = [build / "bin/relax-interp", place / "module.mlir", "--quiet", f"--output-dir={place}"]
        for position, array in enumerate(case.inputs):
            np.save(place / f"input-{position}.npy", array.view(f"V{array.itemsize}") if array.dtype.kind == "V" else array)
            words.append(f"--input=@{place}/input-{position}.npy")
        result = subprocess.run(words, capture_output=True, text=True)
        if result.returncode:
            return _first_error(result.stderr)
        return [np.load(place / f"output-{i}.npy") for i in range(len(list(place.glob("output-*.npy"))))]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(run, enumerate(items))


def difference(found, expected, tolerance=None):
    """What is wrong with results; nothing if they agree. The dtype says how much they may differ, if nothing else does."""
    if isinstance(found, str):
        return found
    if len(found) != len(expected):
        return f"{len(found)} results, not {len(expected)}"
    for number, (left, right) in enumerate(zip(found, expected)):
        if left.shape != right.shape:
            return f"result {number} has the shape {left.shape}, not {right.shape}"
        if left.dtype != right.dtype and (left.itemsize != right.itemsize or {left.dtype.kind, right.dtype.kind} == {"i", "f"}):
            return f"result {number} has elements of {left.dtype}, not {right.dtype}"
        wrong = _distance(left, right, tolerance)
        if wrong:
            return f"result {number}: {wrong}"
    return ""


def _distance(left, right, tolerance):
    if tolerance is None:
        tolerance = _TOLERANCE.get(str(right.dtype), 0.14 if "float8" in str(right.dtype) else 0)
    left = left.view(right.dtype) if left.dtype.kind == "V" else left
    left, right = left.astype(np.float64), right.astype(np.float64)
    scale = max(np.max(np.abs(right[np.isfinite(right)]), initial=0), 1e-30)
    if np.allclose(left, right, rtol=tolerance, atol=tolerance * scale, equal_nan=True):
        return ""
    place = np.unravel_index(np.argmax(~np.isclose(left, right, rtol=tolerance, atol=tolerance * scale, equal_nan=True)), left.shape)
    return f"{left[place]} at {tuple(int(i) for i in place)}, not {right[place]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--only", default="", help="a part of the names of the modules to run")
    parser.add_argument("--rejected", action="store_true", help="print what TVM cannot run")
    arguments = parser.parse_args()
    cases, rejected = _cases(arguments.only)
    if arguments.rejected:
        print("\n".join(f"TVM: {name}: {reason}" for name, reason in rejected.items()))
    items = [(case, way, text) for case in cases for way, text in case.texts.items()]
    counts, faults = Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        safe = [item for item in items if not known_differences.reads_outside(item[0].name, item[1])]
        natives = list(Native(arguments.build, Path(folder)).run([(case, text) for case, _, text in safe]))
        runs = [(*item[:2], "compiled", found) for item, found in zip(safe, natives)]
        chosen = [item for item in items if "(" not in item[0].name or item[1] != "module"]
        found = interpreted(arguments.build, Path(folder), [(case, text) for case, _, text in chosen])
        runs += [(*item[:2], "interpreted", results) for item, results in zip(chosen, found)]
        for case, way, how, found in runs:
            wrong = difference(found, case.expected)
            known = known_differences.reason(case.name, way, how, wrong)
            counts["agree" if not wrong else "differ as documented" if known else "faults"] += 1
            if wrong and not known:
                faults += 1
                print(f"{case.name} ({way}, {how}): {wrong}")
    print(f"{len(cases)} modules, {len(rejected)} more that TVM cannot run; runs: "
          + ", ".join(f"{count} {what}" for what, count in counts.items()))
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(bool(faults) or len(cases) == 0)


if __name__ == "__main__":
    main()
