#!/usr/bin/env python3
"""No module that `from_tvm` writes is rejected by our verifier: each name of TVM's parser, called in many ways.

Each name of `R` and `T` is called with operands of each kind, as an argument, a
value, a statement. What TVM's parser turns down is no case; what has no
counterpart here is an ExportError; the rest is text that relax-opt takes.
--part takes a sample, by --seed."""
import argparse
import multiprocessing
import random
import re
import sys
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from tvm.script import from_source, relax as R, tirx as T  # noqa: E402

from export_corpus import check  # noqa: E402
from relax_mlir.tvm import ExportError, from_tvm  # noqa: E402

# Operands of tensor programs: f32, i32, i1, f16, u8, a number, a dtype, an address.
_T_OPERANDS = ("A[i]", "B[i]", "C[i]", "H[i]", "U[i]", "2", '"float32"', "A.data")
_T_CALLS = [(), *[(one,) for one in _T_OPERANDS], *[(one, one) for one in _T_OPERANDS[:5]], ("A[i]", "B[i]"), ("A[i]", "2"), ("2", "A[i]"),
            ('"float32"', "A[i]"), ("B[i]", "2"), *[(one,) * 3 for one in _T_OPERANDS[:5]], ("C[i]", "A[i]", "A[i]"), ("C[i]", "B[i]", "B[i]")]
_PROGRAM = """# from tvm.script import tirx as T
@T.prim_func
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "bool"), H: T.Buffer((8,), "float16"),
         U: T.Buffer((8,), "uint8"), O: T.Buffer((8,), "float32")):
    for i in range(8):
        {statement}
"""
_STATEMENTS = ('O[i] = T.cast({call}, "float32")', "T.evaluate({call})", "if {call}:\n            O[i] = A[i]")
# What opens a region takes few forms.
_REGIONS = ("for j in {call}:\n            O[i] = A[i]", "with {call}:\n            O[i] = A[i]", "while {call}:\n            O[i] = A[i]")
_REGION_CALLS = ((), ("2",), ("A[i]",), ("B[i]",), ("B[i]", "2"))
# Vectors of each number of lanes are alike.
_ALIKE = re.compile(r"T\.\w+x(2|8|16|32|64)$")
# Operands of graphs: tensors of known, symbolic and unknown sizes, a tuple, a shape, a number, and what is no value.
_R_OPERANDS = ("x", "y", "i", "c", "m", "u", "t", "s", "p", "2", "[0, 1]", '"float32"', "(x, y)")
_R_CALLS = [(), *[(one,) for one in _R_OPERANDS], ("x", "y"), ("i", "i"), ("c", "c"), ("m", "m"), ("u", "u"), ("x", "i"), ("x", "2"), ("x", "s"),
            ("x", "[0]"), ("x", "p"), ("m", "[1]"), ("u", "[0]"), ("x", '"int32"'), ("c", "x", "y"), ("x", "i", "y"), ("x", "y", "x"), ("x", "0", "1"),
            ("m", "m", "m"), ("u", "u", "u"), ("x", "2", "2")]
_GRAPH = """# from tvm.script import relax as R
# from tvm.script import tirx as T
@R.function
def main(x: R.Tensor((4, 6), "float32"), y: R.Tensor((4, 6), "float32"), i: R.Tensor((4, 6), "int64"), c: R.Tensor((4, 6), "bool"),
         m: R.Tensor(("n", 6), "float32"), u: R.Tensor(dtype="float32"), t: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((2,), "int32")),
         s: R.Shape([4, 6]), p: R.Prim("int64")):
    r = {call}
    return r
"""
# Parts of TVM's parser that have names of operators.
_ROOMS = ("nn", "image", "vision", "grad", "memory", "vm", "builtin", "dist", "ccl")
# TVM's types let operands pass that an operator's rule here does not: bits of floats, windows without elements.
_RULE = re.compile(r"^(custom op '.*' )?'relax\.[\w.]+' op (operand #\d+ must be |.*\[[\w.]+ \w+\]$|attribute '\w+' failed to satisfy)")
# They end the process or ask for code of the device's maker.
_SKIPPED = ("R.parser", "T.parser", "R.builder", "T.builder", "R.rewriter", "T.print_buffer", "R.macro", "T.macro")


def _names(room, word):
    """Names that can be called, with those of the rooms inside."""
    for name in sorted(vars(room) if word.count(".") else dir(room)):
        value = getattr(room, name)
        if name.startswith("_") or f"{word}.{name}" in _SKIPPED or _ALIKE.match(f"{word}.{name}"):
            continue
        if callable(value):
            yield f"{word}.{name}"
        elif word == "R" and name in _ROOMS:
            yield from _names(value, f"R.{name}")


def cases():
    """What is called, and the source."""
    for name in _names(T, "T"):
        for operands in _T_CALLS:
            for statement in _STATEMENTS + (_REGIONS if operands in _REGION_CALLS else ()):
                line = statement.format(call=f"{name}({', '.join(operands)})")
                yield " ".join(line.split()), _PROGRAM.format(statement=line)
    for name in _names(R, "R"):
        for operands in _R_CALLS:
            call = f"{name}({', '.join(operands)})"
            yield call, _GRAPH.format(call=call)


def _outcome(source):
    """The text of a source, or what else becomes of it: a word to count, or a fault behind a blank."""
    try:
        module = from_source(source)
    except Exception:  # TVM's errors have no common base class.
        return "", "turned down by TVM"
    try:
        return from_tvm(module), ""
    except ExportError:
        return "", "without a counterpart"
    except Exception:
        return "", " " + traceback.format_exc(limit=-2)


def _tell(sources, pipe):
    for source in sources:
        pipe.send(_outcome(source))
    pipe.close()


def _outcomes(sources):
    """What becomes of each, in processes of their own: some calls make TVM's parser end the process."""
    context = multiprocessing.get_context("fork")
    done = []
    while len(done) < len(sources):
        ours, theirs = context.Pipe(duplex=False)
        child = context.Process(target=_tell, args=(sources[len(done):], theirs))
        child.start()
        theirs.close()
        try:
            while True:
                done.append(ours.recv())
        except EOFError:
            child.join()
        if len(done) < len(sources):
            done.append(("", "ended TVM's process"))
    return done


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=Path)
    parser.add_argument("--part", type=float, default=1, help="of the cases")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a part of what is called")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    drawn = [case for case in cases() if arguments.only in case[0] and draw.random() < arguments.part]
    texts, faults, counts = {}, {}, Counter()
    for (call, _), (text, word) in zip(drawn, _outcomes([source for _, source in drawn])):
        if text:
            texts[call] = text
        elif word[0] == " ":
            faults[call] = word.strip()
        else:
            counts[word] += 1
    for call, fault in check(arguments.build / "bin/relax-opt", texts).items():
        if _RULE.match(fault.splitlines()[0]):
            counts["against a rule of an operator"] += 1
        else:
            faults[call] = fault
    for call, fault in faults.items():
        print(f"{call}: {fault}")
    print(f"{len(texts)} written, {len(faults)} faults, {', '.join(f'{count} {what}' for what, count in counts.items())}")
    sys.stdout.flush()
    sys.exit(bool(faults or not texts))


if __name__ == "__main__":
    main()
