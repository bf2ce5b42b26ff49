"""How the cases of operators are run: compiled, and by the interpreter."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

import operator_cases
from device_runs import compile_for_device, load_driver

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

# How many functions are compiled, and how many runs interpreted, at once.
_BATCH = 60
_INTERPRETED = 200


def _batches(items, size):
    return [items[first:first + size] for first in range(0, len(items), size)]


def run_native(build, folder, cases, chip=None):
    """Give each case, its inputs, what is expected, and results or an error;
    with a chip, of code for this GPU, run with the driver for tests."""
    def compile_cases(numbered):
        number, batch = numbered
        source, target = folder / f"operators-{number}.mlir", folder / f"operators-{number}.so"
        source.write_text("".join(case.text() for case in batch))
        environment = {}
        if chip:
            environment = compile_for_device(source, target, chip, folder, build / "bin", "-O0")
        else:
            subprocess.run([build / "bin/relax-compile", source, "-o", target, "-O0"], check=True)
        return batch, target, environment

    if chip:
        load_driver(build / "bin")
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=2)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for batch, target, environment in pool.map(compile_cases, enumerate(_batches(cases, _BATCH))):
            os.environ.update(environment)
            module = runtime.load(target)
            for case in batch:
                for inputs, expected in case.runs():
                    try:
                        results = module.call(case.name, *inputs)
                    except RuntimeFailure as error:
                        results = str(error)
                    yield case, inputs, expected, results


def _constant(name, array):
    """The line that makes an array."""
    type = operator_cases.static_type(array)
    if array.dtype == bool:
        text = json.dumps(array.tolist()) if array.size else ""
    else:
        text = f'"0x{array.tobytes().hex().upper()}"' if array.size else ""
    return f"  {name} = relax.constant dense<{text}> : {type}\n"


def _driver(name, case, inputs):
    """A function without operands that calls a case with these inputs."""
    operands = [f"%p{i}" for i in range(len(inputs))]
    types = [operator_cases.static_type(array) for array in inputs]
    results = [operator_cases.open_type(array) for array in case.expected]
    values = ", ".join(f"%r#{i}" for i in range(len(results))) if len(results) > 1 else "%r"
    return (f"relax.func @{name}() -> ({', '.join(results)}) {{\n"
            + "".join(_constant(operand, array) for operand, array in zip(operands, inputs))
            + f"  %r{f':{len(results)}' if len(results) > 1 else ''} = relax.call @{case.name}({', '.join(operands)}) : "
            + f"({', '.join(types)}) -> ({', '.join(results)})\n"
            + f"  relax.return {values} : {', '.join(results)}\n}}\n")


def _values(text, like):
    """The printed tensors as arrays."""
    text = re.sub(r"-?\bnan\b", "NaN", text).replace("inf", "Infinity")
    decoder, results = json.JSONDecoder(), []
    for wanted in like:
        try:
            value, end = decoder.raw_decode(text)
        except json.JSONDecodeError:
            return f"unreadable: {text[:80]}"
        text = text[end:].lstrip()
        array = np.array(value, dtype=operator_cases.parsed_dtype(wanted.dtype)).astype(wanted.dtype)
        # Without elements, sizes behind the first 0 are not printed.
        results.append(array.reshape(wanted.shape) if array.size == wanted.size == 0 else array)
    return results if not text else f"more results than expected: {text}"


def run_interpreter(build, folder, cases, pick):
    """The same for the runs that `pick` chooses of a case's."""
    jobs = [(case, inputs, expected) for case in cases for inputs, expected in pick(case)]

    def interpret(numbered):
        number, batch = numbered
        file = folder / f"interpreted-{number}.mlir"
        functions = {case.name: case.text("private ") for case, _, _ in batch}
        drivers = [_driver(f"run_{i}", case, inputs) for i, (case, inputs, _) in enumerate(batch)]
        file.write_text("".join([*functions.values(), *drivers]))
        # Each call that fails says so in one error; the others print.
        done = subprocess.run([build / "bin/relax-interp", file, "--each"], capture_output=True, text=True)
        printed = dict(re.match(r"@run_(\d+) gives ?(.*)", line).groups() for line in done.stdout.splitlines())
        errors = iter([line for line in done.stderr.splitlines() if ": error: " in line])
        results = []
        for i, (case, inputs, expected) in enumerate(batch):
            if str(i) in printed:
                found = _values(printed[str(i)], case.expected if isinstance(expected, operator_cases.Stops) else expected)
            else:
                found = next(errors, f"the interpreter ended early: {done.stderr[-300:]}")
            results.append((case, inputs, expected, found))
        return results

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for results in pool.map(interpret, enumerate(_batches(jobs, _INTERPRETED))):
            yield from results
