#!/usr/bin/env python3
"""Give operators tensors whose axes stand in another order, and compare.

What an operator needs then is a fact of it (`AxisOrderInterface`): nothing,
that its attributes name axes where they are, or that its layout names their
order. Cases of compare-operators.py are turned round by that fact, and run. An
operator with such a fact and without a case is an error.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

import operator_cases
import operator_runs
from operator_cases import Stops

# So many cases of an operator are enough.
_ENOUGH = 6
# Operators all of whose operands have the axes of the first.
_ALIKE = {"concat", "stack", "gather_elements", "scatter_elements"}
# Operators to which no axis means all axes, one as good as the other.
_REDUCTIONS = {"sum", "prod", "max", "min", "mean", "variance", "std", "median"}
# Operators whose axis is the last one unless they name another.
_LAST = {"quantize", "dequantize", "sort", "argsort", "topk", "nn.softmax", "nn.log_softmax"}
# Exchanged tensors are what the run time of several workers gives.
_WORKERS = {"ccl.allreduce", "ccl.broadcast_from_worker0"}
_AXES = re.compile(r"\b(axis|axes|channel_axis) = (?:(-?\d+)|array<i64: ([-\d, ]+)>)")


def facts(build):
    """What each operator needs."""
    table = subprocess.run([build / "bin/relax-opt", "--relax-op-support"], capture_output=True, text=True, check=True).stdout
    rows = [[cell.strip(" `") for cell in line.split("|")] for line in table.splitlines()[2:]]
    return {row[1].removeprefix("relax."): row[7] for row in rows if row[7]}


def _named_axes(attributes, rank):
    """The axes that attributes name, from the front; none if they name none."""
    axes = []
    for _, one, several in _AXES.findall(attributes):
        axes += [int(number) % rank for number in (several or one).split(",")]
    return axes


def _renamed(attributes, order):
    """The attributes, with axes where they are now."""
    def place(number):
        return str(order.index(int(number) % len(order)))

    def rename(match):
        if match.group(2) is not None:
            return f"{match.group(1)} = {place(match.group(2))}"
        return f"{match.group(1)} = array<i64: {', '.join(map(place, match.group(3).split(',')))}>"

    return _AXES.sub(rename, attributes)


def _turned(array, order):
    return array.transpose(order).copy()


def _without(array, order, gone):
    """A result that lacks axes of the operand, in the order of the others."""
    left = [axis for axis in range(len(order)) if axis not in gone]
    return _turned(array, [left.index(axis) for axis in order if axis in left])


def _by_axes(case, order):
    """A case of which attributes name axes, turned round; None if none is named
    and that means something else."""
    rank, op = len(order), case.op
    if op in _LAST and not _AXES.search(case.attributes):
        case = replace(case, attributes=", ".join(filter(None, [case.attributes, f"axis = {rank - 1} : i64"])))
    named = _named_axes(case.attributes, rank)
    if not named and op not in _REDUCTIONS:
        return None
    inputs = [_turned(array, order) if array.ndim == rank and (i == 0 or op in _ALIKE) else array
              for i, array in enumerate(case.inputs)]
    attributes = case.attributes if op in ("expand_dims", "stack") else _renamed(case.attributes, order)
    if op == "expand_dims":
        added = [axis % case.expected[0].ndim for axis in _named_axes(case.attributes, case.expected[0].ndim)]
        expected = [np.expand_dims(inputs[0], added)]
    elif op == "stack":
        expected = [np.stack(inputs, _named_axes(case.attributes, rank + 1)[0])]
    elif op == "permute_dims":
        expected = case.expected
    else:
        gone = (named or range(rank)) if case.expected[0].ndim < rank else ()
        expected = [_turned(array, order) if array.ndim == rank else _without(array, order, gone)
                    if gone and array.ndim == rank - len(set(gone)) else array for array in case.expected]
    return replace(case, inputs=inputs, attributes=attributes, expected=expected)


def _by_name(case, order):
    """A case in the plain layout, in another one."""
    if "layout" in case.attributes or len(order) < 3:
        return None
    letters = "NC" + "DHW"[5 - len(order):]
    name = "data_layout" if "conv" in case.op else "layout"
    layout = "".join(letters[axis] for axis in order)
    attributes = ", ".join(filter(None, [case.attributes, f'{name} = "{layout}"']))
    return replace(case, inputs=[_turned(case.inputs[0], order), *case.inputs[1:]], attributes=attributes,
                   expected=[_turned(array, order) for array in case.expected])


def _by_any(case, order):
    """A case of operands of one rank, turned round."""
    if any(array.ndim != len(order) for array in [*case.inputs, *case.expected]):
        return None
    return replace(case, inputs=[_turned(array, order) for array in case.inputs],
                   expected=[_turned(array, order) for array in case.expected])


_TURN = {"any": _by_any, "axes": _by_axes, "layout": _by_name}


def turned_cases(needs):
    """The cases, turned round; for each kind of attributes the first."""
    counts, seen = Counter(), set()
    for case in operator_cases.all_cases():
        need = needs.get(case.op)
        if need not in _TURN or isinstance(case.expected, Stops) or not case.inputs or re.search(r"expr<[^>]*[a-z]", case.attributes):
            continue
        if case.shape is not None and (need != "layout" or any(isinstance(size, str) for size in case.shape)):
            continue
        rank = case.inputs[0].ndim
        key = (case.op, case.attributes, rank)
        if rank < 2 or key in seen or counts[case.op] >= _ENOUGH:
            continue
        # The last axis first, which is no swap from rank 3 on.
        turned = _TURN[need](case, [rank - 1, *range(rank - 1)])
        if turned:
            seen.add(key)
            counts[case.op] += 1
            yield replace(turned, more=(), dims={}, name=f"turned_{case.name}")


def _differs(found, expected):
    """What is wrong with results, empty if nothing is."""
    if isinstance(found, str):
        return found
    for index, (array, wanted) in enumerate(zip(found, expected)):
        if array.shape != wanted.shape or array.dtype != wanted.dtype:
            return f"result {index} is {array.dtype}{list(array.shape)}, expected {wanted.dtype}{list(wanted.shape)}"
        exact = wanted.dtype.kind in "iub"
        wide = array.astype(np.float64), wanted.astype(np.float64)
        if not (np.array_equal(array, wanted) if exact else np.allclose(*wide, rtol=0.01, atol=1e-3, equal_nan=True)):
            return f"result {index} differs"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    build = Path(parser.parse_args().build).resolve()
    needs = facts(build)
    cases = list(turned_cases(needs))
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for case, _, expected, found in operator_runs.run_native(build, Path(folder), cases):
            wrong = _differs(found, expected)
            if wrong:
                failures.append(f"relax.{case.op} {{{case.attributes}}}: {wrong}")
    for failure in failures:
        print(failure)
    known = {case.op for case in cases} | _WORKERS
    lacking = sorted(op for op, need in needs.items() if need in _TURN and op not in known)
    print(f"{len(lacking)} operators without a case{': ' if lacking else ''}{' '.join(lacking)}")
    print(f"{len(cases)} cases of {len(known)} operators, {len(failures)} failed")
    sys.exit(1 if failures or lacking else 0)


if __name__ == "__main__":
    main()
