#!/usr/bin/env python3
"""Infer the types of operators' results from operands of which all, some or
nothing is known, and compare them with what numpy gives.

The cases are those of compare-operators.py. Of each the result's type is left
open and the operands are given with known sizes, with a symbol for each size,
with unknown sizes, without a rank, and without a type of elements. What is
inferred must be true of the result. Of known sizes it must be all there is to
say, of symbols each size must be an expression whose value is the size.
Operands of rank 0 give a type, or an error about their rank or axes.
The summary counts the operators that lack a kind of operand; a lack is an error.
"""
import argparse
import bisect
import re
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import operator_cases
from operator_cases import Stops, element_of

_KINDS = ("known sizes", "symbols", "unknown sizes", "unknown rank", "unknown elements", "size 0", "rank 0")
_OPEN = "tensor<*x!relax.unknown>"
# So many questions that leave something open are enough for an operator.
_ENOUGH = 12
# How many functions a module has.
_BATCH = 100
# Sizes that data decides are no expressions.
_BY_DATA = {"nonzero", "unique", "dynamic_strided_slice"}
# The type of the result is written once, with the operand's.
_SAME_TYPE = {"builtin.stop_lift_params"}
# How many coordinates there are decides the rank.
_RANK_BY_SIZE = {"gather_nd"}


@dataclass
class Question:
    """One function with one operator: what is known of its operands, and what
    its results are."""

    case: operator_cases.Case
    kind: str
    sizes: dict
    types: list
    expected: list
    # The operand that is a shape, if there is one.
    shape: tuple = None
    # Whether the symbols decide each size of the results.
    is_decided: bool = True

    def text(self, name):
        """The function; the types of the operator's results are open."""
        case = self.case
        operands = [f"%p{i}" for i in range(len(self.types))]
        parameters = ", ".join(f"{operand}: {type}" for operand, type in zip(operands, self.types))
        types = list(self.types)
        # Symbols that stand in no type alone are those of a parameter.
        known = {symbol for type in self.types for symbol in re.findall(r"[\[ ]([a-z]\w*)[,\]]", type)}
        rest = sorted(set(self.sizes) - known)
        if rest:
            parameters += f"{', ' if parameters else ''}%sizes: !relax.shape<[{', '.join(rest)}]>"
        lines = [f"relax.func @{name}({parameters}) {{"]
        if self.shape is not None:
            shape = f"[{', '.join(map(str, self.shape))}]"
            lines.append(f"  %s = relax.shape {shape} : !relax.shape<{shape}>")
            operands.insert(case.shape_at, "%s")
            types.insert(case.shape_at, f"!relax.shape<{shape}>")
        count = f":{len(self.expected)}" if len(self.expected) > 1 else ""
        attributes = f" {{{case.attributes}}}" if case.attributes else ""
        call = f"relax.{case.op} {', '.join(operands)}" if attributes else f"\"relax.{case.op}\"({', '.join(operands)})"
        results = self.types if case.op in _SAME_TYPE else [_OPEN] * len(self.expected)
        signature = types[0] if case.op in _SAME_TYPE else f"({', '.join(types)}) -> ({', '.join(results)})"
        if case.op in _SAME_TYPE:
            call = f"relax.{case.op} %p0"
        lines.append(f"  %r{count} = {call}{attributes} : {signature}")
        return "\n".join([*lines, "  relax.return", "}"]) + "\n"


def _type(sizes, element):
    """A tensor type; sizes are numbers, expressions or `?`."""
    shape = "".join(f"{size}x" if isinstance(size, int) else "?x" for size in sizes)
    if all(isinstance(size, int) or size == "?" for size in sizes):
        return f"tensor<{shape}{element}>"
    return f"tensor<{shape}{element}, #relax.dims<[{', '.join(map(str, sizes))}]>>"


def _bindings(case, inputs):
    """The sizes that the symbols of a case stand for in a run, or nothing."""
    sizes = {}
    for index, array in enumerate(inputs):
        for dim, size in zip(case.dims.get(index) or (), array.shape):
            if isinstance(dim, str) and dim.isidentifier():
                sizes[dim] = size
    return sizes


def _python(expression):
    """An expression of sizes, as Python writes it."""
    expression = re.sub(r"\bfloordiv\b", "//", expression)
    expression = re.sub(r"\bfloormod\b", "%", expression)
    # a ceildiv b is -(-a // b), and binds as the others do.
    return re.sub(r"([\w]+|\([^()]*\)) ceildiv ([\w]+|\([^()]*\))", r"(-(-\1 // \2))", expression)


def _named(shape, sizes):
    """A symbol for each size; 0, 1 and -1 have a meaning of their own."""
    for size in shape:
        if size > 1:
            sizes[f"s{size}"] = size
    return tuple(f"s{size}" if size > 1 else int(size) for size in shape)


def questions(case, inputs, expected):
    """What is asked about one run of a case."""
    elements = [element_of(array) for array in inputs]
    known = [_type(array.shape, element) for array, element in zip(inputs, elements)]

    def question(kind, types, sizes=None, shape=case.shape, is_decided=True):
        return Question(case, kind, sizes or {}, types, expected, shape, is_decided)

    sizes = _bindings(case, inputs)
    if sizes:
        yield question("symbols", [_type(case.dims[i], element) if case.dims.get(i) else type
                                   for i, (type, element) in enumerate(zip(known, elements))], sizes, is_decided=False)
    # Symbols of attributes and shapes are those that the case's types define.
    if any(isinstance(size, str) for size in case.shape or ()) or re.search(r"expr<[^>]*[a-z]", case.attributes):
        return
    yield question("known sizes", known)
    sizes = {}
    types = [_type(_named(array.shape, sizes), element) for array, element in zip(inputs, elements)]
    shape = case.shape and _named(case.shape, sizes)
    if sizes:
        yield question("symbols", types, sizes, shape)
    if inputs:
        yield question("unknown sizes", [_type("?" * array.ndim, element) for array, element in zip(inputs, elements)])
        yield question("unknown rank", [f"tensor<*x{element}>" for element in elements])
        yield question("unknown elements", [_type(array.shape, "!relax.unknown") for array in inputs])
        yield question("rank 0", [_type((), element) for element in elements])


def _infer(build, texts):
    """What relax-opt prints for modules of these texts, and its errors with the
    numbers of the modules."""
    source = "// -----\n".join(texts)
    done = subprocess.run([build / "bin/relax-opt", "--split-input-file", "--relax-infer-types", "--mlir-print-op-generic", "-"],
                          input=source, capture_output=True, text=True)
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + text.count("\n") + 1)
    errors = [re.match(r".*?:(\d+):\d+: error: (.*)", line) for line in done.stderr.splitlines()]
    return done.stdout, [(bisect.bisect_left(starts, int(error.group(1))) - 1, error.group(2)) for error in errors if error]


def _read(printed):
    """The types of results by the number of the question."""
    for module in printed.split("// -----"):
        aliases = dict(re.findall(r"^(#\w+) = (.*)$", module, re.M))
        for function in re.split(r'(?="relax\.func")', module)[1:]:
            number = int(re.search(r'sym_name = "q(\d+)"', function).group(1))
            lines = [line for line in function.splitlines() if re.match(r'\s+%\d.* = "relax\.', line) and '"relax.shape"' not in line]
            types = re.sub(r"#\w+\b(?![.\w])", lambda alias: aliases.get(alias.group(0), alias.group(0)), lines[-1].rsplit(" -> ", 1)[1])
            yield number, re.findall(r"tensor<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>", types)


def ask(build, asked):
    """Give each question the inferred types, or an error. What is expected to
    succeed shares modules; a module with an error gives no answers."""
    texts = [question.text(f"q{i}") for i, question in enumerate(asked)]
    shared = [i for i, question in enumerate(asked) if question.kind != "rank 0"]
    batches = [shared[first:first + _BATCH] for first in range(0, len(shared), _BATCH)]
    answers = dict(_read(_infer(build, ["".join(texts[i] for i in batch) for batch in batches])[0]))
    alone = [i for i in range(len(asked)) if i not in answers]
    printed, errors = _infer(build, [texts[i] for i in alone])
    answers.update(_read(printed))
    for number, error in errors:
        answers.setdefault(alone[number], error)
    return answers


def _parse(type):
    """The sizes of a tensor type, None without a rank, and its elements."""
    match = re.match(r"tensor<(\*x|(?:[\d?]+x)*)([^,]*?)(?:, #relax\.dims<\[(.*)\]>)?>$", type)
    if not match:
        sys.exit(f"unreadable: {type}")
    shape, element, dims = match.groups()
    if shape == "*x":
        return None, element
    sizes = [text if text == "?" else int(text) for text in shape.split("x")[:-1]]
    if dims:
        parts, depth, last = [], 0, ""
        for letter in dims:
            depth += {"(": 1, ")": -1}.get(letter, 0)
            if letter == "," and not depth:
                parts.append(last.strip())
                last = ""
            else:
                last += letter
        sizes = [size if size != "?" else text for size, text in zip(sizes, [*parts, last.strip()])]
    return sizes, element


def _judge_size(question, size, actual):
    """What is wrong with one inferred size."""
    if size == "?":
        is_open = question.kind in ("unknown sizes", "unknown rank") or not question.is_decided
        return "" if is_open or question.case.op in _BY_DATA else "is unknown"
    value = size if isinstance(size, int) else eval(_python(size), {"min": min, "max": max, **question.sizes})
    return "" if value == actual else f"is {size}, which is {value}, expected {actual}"


def judge(question, types):
    """What is wrong with an answer, empty if nothing is."""
    case = question.case
    if question.kind == "rank 0" and any(array.ndim for array in case.inputs):
        # Nothing is known of the result; an error has to say what is wrong.
        is_clear = not isinstance(types, str) or re.search(r"rank|axis|axes|dimension|shape|\b0\b", types)
        return "" if is_clear else types
    if isinstance(types, str):
        return types
    for index, (type, array) in enumerate(zip(types, question.expected)):
        sizes, element = _parse(type)
        if element != element_of(array) and (element != "!relax.unknown" or question.kind != "unknown elements"):
            return f"result {index} has elements {element}, expected {element_of(array)}"
        if sizes is None:
            if question.kind != "unknown rank" and case.op not in _RANK_BY_SIZE:
                return f"result {index} has an unknown rank"
            continue
        if len(sizes) != array.ndim:
            return f"result {index} has rank {len(sizes)}, expected {array.ndim}"
        for axis, (size, actual) in enumerate(zip(sizes, array.shape)):
            wrong = _judge_size(question, size, actual)
            if wrong:
                return f"size {axis} of result {index} {wrong}: {type}"
    return "" if len(types) == len(question.expected) else f"{len(types)} results"


def kinds_of(question):
    """The kinds that a question shows."""
    yield question.kind
    is_empty = 0 in question.sizes.values() or any(array.size == 0 for array in question.expected)
    if question.kind in ("known sizes", "symbols") and (is_empty or re.search(r"[<x]0x", " ".join(question.types))):
        yield "size 0"


def all_questions(pattern):
    """The questions about all cases, each once."""
    seen, asked, counts = set(), [], Counter()
    for case in operator_cases.all_cases():
        if not re.search(pattern, case.op):
            continue
        for inputs, expected in case.runs():
            if isinstance(expected, Stops):
                continue
            for question in questions(case, inputs, expected):
                # Each type of elements once, and all sizes once.
                elements = " ".join(re.findall(r"\w+(?=>)|\w+(?=, #)", " ".join(question.types)))
                attributes = re.sub(r"dtype = \w+", "", case.attributes)
                sizes = re.sub(r"x\w+(?=[>,])|(?<=<)[a-z]\w*(?=>)", "", " ".join(question.types))
                keys = {(case.op, elements, case.attributes) if question.kind == "known sizes" else None,
                        (case.op, attributes, question.kind, sizes, question.shape)} - {None}
                counted = (case.op, question.kind)
                if not keys <= seen and (question.kind in ("known sizes", "symbols") or counts[counted] < _ENOUGH):
                    seen |= keys
                    counts[counted] += 1
                    asked.append(question)
    return asked


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--filter", default="", help="only operators whose names this regular expression finds")
    arguments = parser.parse_args()
    asked = all_questions(arguments.filter)
    answers = ask(Path(arguments.build).resolve(), asked)
    shown, failures, has_operands = defaultdict(set), 0, set()
    for number, question in enumerate(asked):
        wrong = judge(question, answers.get(number, "no answer"))
        if wrong:
            failures += 1
            print(f"relax.{question.case.op} {{{question.case.attributes}}} of {', '.join(question.types)}, {question.kind}: {wrong}")
        shown[question.case.op].update(kinds_of(question))
        if question.types:
            has_operands.add(question.case.op)
    gaps = 0
    for kind in _KINDS:
        lacking = sorted(op for op in shown if kind not in shown[op] and (op in has_operands or kind == "known sizes")
                         and kind not in operator_cases.excuses(op))
        gaps += len(lacking)
        print(f"{len(lacking)} operators without {kind}{': ' if lacking else ''}{' '.join(lacking)}")
    print(f"{len(asked)} types inferred of {len(shown)} operators, {failures} wrong")
    sys.exit(1 if failures or gaps else 0)


if __name__ == "__main__":
    main()
