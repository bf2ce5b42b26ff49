#!/usr/bin/env python3
"""Convert the operators' cases to linalg, compile that with upstream's own
tools, run it, and compare with numpy, ONNX Runtime or a written formula.

Operators that have no form in linalg are listed with the reason; `--table`
writes them all.
"""
import argparse
import concurrent.futures
import json
import os
import re
import sys
import tempfile
from collections import Counter, defaultdict
from importlib import import_module
from pathlib import Path

import operator_cases
from linalg_runs import Toolchain, functions_in
from operator_cases import Stops

difference = import_module("compare-operators").difference
_BATCH = 40


def _run(library, cases):
    """What is wrong with each run, from a process of its own, which may die."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        with os.fdopen(writer, "w") as pipe:
            for case in cases:
                for inputs, expected in case.runs():
                    if isinstance(expected, Stops):
                        continue
                    found = library.call(case.name, inputs, expected)
                    wrong = [difference(have, want, case.tolerance)[0] for have, want in zip(found, expected)]
                    print(json.dumps([case.name, " | ".join(filter(None, wrong))]), file=pipe, flush=True)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        lines = [json.loads(line) for line in pipe]
    _, status = os.waitpid(child, 0)
    if status:
        lines.append([cases[-1].name if not lines else lines[-1][0], f"the process ends with status {status}"])
    return lines


def _convert(tools, batch, arguments):
    """The functions of a batch, and why some are missing."""
    if not arguments.memrefs:
        text, reasons = tools.to_linalg("".join(case.text() for case in batch), f"named-ops={'false' if arguments.generic else 'true'}")
        return functions_in(text), reasons
    functions, reasons = {}, []
    for case in batch:
        text, why = tools.to_memrefs(case.text(), arguments.tile)
        functions.update(functions_in(text))
        reasons += why
    return functions, reasons


def _judge(tools, folder, number, batch, arguments):
    """The runs of a batch, and the reasons of operators that stay."""
    functions, reasons = _convert(tools, batch, arguments)
    converted = [case for case in batch if case.name in functions]
    if not converted:
        return [], reasons, batch
    try:
        library = tools.compile("".join(functions[case.name] for case in converted), folder / f"linalg-{number}.so")
    except RuntimeError as error:
        if len(batch) == 1:
            return [[batch[0].name, str(error).splitlines()[0]]], reasons, []
        half, lines, stay = len(batch) // 2, [], []
        for part, cases in enumerate((batch[:half], batch[half:])):
            some, why, left = _judge(tools, folder, f"{number}-{part}", cases, arguments)
            lines, reasons, stay = lines + some, reasons + why, stay + left
        return lines, reasons, stay
    return _run(library, converted), reasons, [case for case in batch if case.name not in functions]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin", help="where mlir-opt is")
    parser.add_argument("--filter", default="", help="operators whose names match this regular expression only")
    parser.add_argument("--every", type=int, default=1, help="take each case of so many")
    parser.add_argument("--least", type=int, default=0, help="how many runs there have to be at least")
    parser.add_argument("--generic", action="store_true", help="without names of linalg's ops")
    parser.add_argument("--memrefs", action="store_true", help="by the operators' BufferizableOpInterface instead")
    parser.add_argument("--tile", type=int, default=0, help="with --memrefs, in tiles of this size by their TilingInterface")
    arguments = parser.parse_args()
    cases = [case for case in operator_cases.all_cases() if re.search(arguments.filter, case.op)][::arguments.every]
    owner = {case.name: case.op for case in cases}
    failures, reasons, stay, runs = [], Counter(), defaultdict(int), 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        tools = Toolchain(arguments.build, arguments.llvm)
        batches = [cases[first:first + _BATCH] for first in range(0, len(cases), _BATCH)]
        for lines, why, left in pool.map(lambda item: _judge(tools, Path(folder), *item, arguments), enumerate(batches)):
            runs += len(lines)
            reasons.update(why)
            for case in left:
                stay[case.op] += 1
            failures += [f"{owner[name]} ({name}): {wrong}" for name, wrong in lines if wrong]
    for failure in failures:
        print(failure)
    ops = set(owner.values())
    for (op, reason), count in sorted(reasons.items()):
        print(f"{op}, {count} times: {reason}")
    print(f"{runs} runs of {len(ops - set(stay))} operators and some of {len(set(stay))}, {len(failures)} failed")
    sys.exit(1 if failures or runs < arguments.least else 0)


if __name__ == "__main__":
    main()
