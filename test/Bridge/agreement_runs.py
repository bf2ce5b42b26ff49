"""What TVM and our tools make of many modules: each side in batches, which are
halved where one module of a batch fails, so that the others are not run alone."""
import concurrent.futures
import subprocess

import numpy as np
import tvm
from relax_mlir.runtime import Runtime, RuntimeFailure
from tvm import relax

import comparison
import differential

CRASH = "crash"
_SPLIT = "\n// -----\n"
_BATCH = 40
# Seconds that the interpreter may take.
_PATIENCE = 30


def first_error(text):
    """The words of an error, without what is special to a case."""
    lines = text.strip().splitlines() or ["no message"]
    line = next((line for line in lines if "error: " in line), lines[0])
    return line.split("error: ", 1)[-1][:110].replace("|", "/")


def batches(items, size=_BATCH):
    return [items[first:first + size] for first in range(0, len(items), size)]


def halved(run, items):
    """The results of a function of many items, which gives the reason if one of them fails."""
    results = run(items)
    if isinstance(results, list):
        return results
    if len(items) == 1:
        return [results]
    middle = len(items) // 2
    return halved(run, items[:middle]) + halved(run, items[middle:])


class Tools:
    """Our tools; texts in, texts or reasons out."""

    def __init__(self, build, folder):
        self._build, self._folder = build, folder
        self._runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
        self._files = 0

    def _new_file(self, suffix):
        self._files += 1
        return self._folder / f"file-{self._files}{suffix}"

    def passes(self, texts, words):
        """For each text: the module after passes and no reason, or none and the reason."""
        def run(texts):
            result = subprocess.run([self._build / "bin/relax-opt", "-", "--split-input-file", *words, "--mlir-print-debuginfo=false"],
                                    input=_SPLIT.join(texts), capture_output=True, text=True)
            parts = result.stdout.split(_SPLIT)
            if result.returncode == 0 and len(parts) == len(texts):
                return [(part, "") for part in parts]
            return None, CRASH if result.returncode < 0 else f"rejected: {first_error(result.stderr)}"
        return [found for batch in batches(texts) for found in halved(run, batch)]

    def differences(self, pairs):
        """What differs first in each pair of texts."""
        return comparison.differences(self._build, self._folder, pairs)

    def calls(self, items, words):
        """The results of functions of texts that are compiled with options, or reasons; an item is text, function and
        inputs."""
        return [found for batch in batches(list(enumerate(items)))
                for found in halved(lambda numbered: self._compiled(numbered, words), batch)]

    def _compiled(self, numbered, words):
        joins = len(numbered) > 1
        if joins and not all(differential.joins(text) for _, (text, _, _) in numbered):
            return "some stand alone"
        source, target = self._new_file(".mlir"), self._new_file(".so")
        source.write_text("".join(differential.renamed(text, number) for number, (text, _, _) in numbered) if joins else numbered[0][1][0])
        result = subprocess.run([self._build / "bin/relax-compile", source, "-o", target, "-O0", *words], capture_output=True, text=True)
        if result.returncode:
            return CRASH if result.returncode < 0 else f"not compiled: {first_error(result.stderr)}"
        module = self._runtime.load(target)

        def call(number, function, inputs):
            name = (f"c{number}" if function == "main" else f"c{number}_{function}") if joins else function
            try:
                return module.call(name, *inputs)
            except (RuntimeFailure, TypeError) as error:
                return f"fails: {first_error(str(error))}"
        return [call(number, function, inputs) for number, (_, function, inputs) in numbered]

    def interpreted(self, items):
        """The results of functions in the interpreter, or reasons."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return list(pool.map(self._interpret, items))

    def _interpret(self, item):
        text, function, inputs = item
        place = self._new_file("")
        place.mkdir()
        (place / "module.mlir").write_text(text)
        words = [self._build / "bin/relax-interp", place / "module.mlir", "--quiet", f"--function={function}", f"--output-dir={place}"]
        for number, array in enumerate(inputs):
            np.save(place / f"input-{number}.npy", array.view(f"V{array.itemsize}") if array.dtype.kind == "V" else array)
            words.append(f"--input=@{place}/input-{number}.npy")
        try:
            result = subprocess.run(words, capture_output=True, text=True, timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            # Large convolutions take minutes there; compiled code of any stage does the same.
            found = [self.calls([item], stage)[0] for stage in ([], ["--start-at=memory"])]
            return next((results for results in found if not isinstance(results, str)), found[0])
        if result.returncode:
            return CRASH if result.returncode < 0 else f"fails: {first_error(result.stderr)}"
        return [np.load(place / f"output-{i}.npy") for i in range(len(list(place.glob("output-*.npy"))))]


class Sizes(np.ndarray):
    """The numbers of a shape."""


def _argument(value):
    if isinstance(value, Sizes):
        return tvm.runtime.ShapeTuple(value.tolist())
    if isinstance(value, np.generic):
        return value.item()
    return [_argument(item) for item in value] if isinstance(value, (list, tuple)) else tvm.runtime.tensor(value)


def flat(values):
    """The arrays of nested lists."""
    return [array for value in values for array in (flat(value) if isinstance(value, (list, tuple)) else [value])]


def inputs_of(module, function="main"):
    """Arrays for the parameters of a function, nested for tuples; numbers of NumPy for numbers."""
    def value(type, seed):
        if isinstance(type, relax.TupleType):
            return [value(field, seed * 10 + number) for number, field in enumerate(type.fields)]
        # Of integers it depends on their uses what they are here.
        if isinstance(type, tvm.ir.PrimType) and "float" in str(type):
            return np.dtype(str(type)).type(0.5)
        if isinstance(type, relax.ShapeType) and type.values is not None:
            return np.array([differential.size_of(size) for size in type.values], np.int64).view(Sizes)
        if not isinstance(type, relax.TensorType):
            raise TypeError("has parameters that are no tensors")
        return differential.array_of(type, seed)
    return [value(param.ty, seed) for seed, param in enumerate(module[function].params)]


def in_tvm(items):
    """The results of TVM's virtual machine, or None; an item is module, function and inputs. Modules of one function
    are built together."""
    alone = [number for number, (module, _, _) in enumerate(items) if len(module.functions_items()) > 1]
    together = [number for number in range(len(items)) if number not in set(alone)]
    results = {}
    for batch in batches(together) + [[number] for number in alone]:
        for number, found in zip(batch, halved(lambda numbers: _built([items[number] for number in numbers]), batch)):
            results[number] = None if isinstance(found, str) else found
    return [results[number] for number in range(len(items))]


def _built(items):
    joined = items[0][0]
    if len(items) > 1:
        functions = {f"c{number}": module[function] for number, (module, function, _) in enumerate(items)}
        joined = tvm.IRModule({tvm.ir.GlobalVar(name): function.with_attr("global_symbol", name) for name, function in functions.items()})
    try:
        machine = relax.VirtualMachine(tvm.compile(joined, target="llvm"), tvm.cpu())
    except Exception as error:  # TVM's errors have no common base class.
        return first_error(str(error))

    def call(number, module, function, inputs):
        try:
            result = machine[f"c{number}" if len(items) > 1 else function](*map(_argument, inputs))
        except Exception:
            return None
        if isinstance(result, (int, float)):
            return [np.array(result, str(module[function].ret_ty.dtype))]
        return differential.flat_results(result)
    return [call(number, *item) for number, item in enumerate(items)]


