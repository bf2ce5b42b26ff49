#!/usr/bin/env python3
"""Convert the operators' cases to linalg, take that back, run it, and compare with what operators compute."""
import argparse
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import numpy as np

import operator_cases
from linalg_runs import Toolchain, functions_in
from operator_cases import Stops

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

difference = import_module("compare-operators").difference
_BATCH = 60


def _signless(array):
    """As linalg has it: the operations know the sign."""
    return array.view(array.dtype.name.removeprefix("u")) if array.dtype.kind == "u" else array


def _compile(build, text, library):
    done = subprocess.run([build / "bin/relax-compile", "-", "-o", library, "-O0"], input=text, capture_output=True,
                          text=True)
    return done.stderr if done.returncode else ""


def _check(module, case, failures):
    """Run all inputs of a case; gives how many there are."""
    runs = [(inputs, expected) for inputs, expected in case.runs() if not isinstance(expected, Stops)]
    for inputs, expected in runs:
        try:
            found = module.call(case.name, *map(_signless, inputs))
        except RuntimeFailure as error:
            failures.append(f"{case.op} ({case.name}): {error}")
            continue
        found = found if isinstance(found, (list, tuple)) else [found]
        for have, want in zip(found, expected):
            wrong = difference(np.asarray(have).view(want.dtype), want, case.tolerance)[0]
            if wrong:
                failures.append(f"{case.op} ({case.name}): {wrong}")
    return len(runs)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=Path, help="the build folder")
    parser.add_argument("--every", type=int, default=17, help="take each case of so many")
    arguments = parser.parse_args()
    tools = Toolchain(arguments.build, "")
    runtime = Runtime(arguments.build / "lib/librelax_runtime.so", threads=2)
    cases, failures, runs = operator_cases.all_cases()[::arguments.every], [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number, first in enumerate(range(0, len(cases), _BATCH)):
            text, _ = tools.to_linalg("".join(case.text() for case in cases[first:first + _BATCH]))
            functions = functions_in(text)
            # Tensors of indices, which resizes have in between, come back as none of ours.
            converted = [case for case in cases[first:first + _BATCH] if "xindex>" not in functions.get(case.name, "xindex>")]
            maps = "".join(line + "\n" for line in text.splitlines() if line.startswith("#"))
            library = Path(folder) / f"back-{number}.so"
            error = _compile(arguments.build, maps + "".join(functions[case.name] for case in converted), library)
            if error:
                failures.append(error)
                continue
            module = runtime.load(library)
            runs += sum(_check(module, case, failures) for case in converted)
    print("\n".join([*failures, f"{runs} runs, {len(failures)} failed"]))
    sys.exit(bool(failures) or runs < 100)


if __name__ == "__main__":
    main()
