#!/usr/bin/env python3
"""Faults seeded into kernels for a GPU: does the interpreter see them, and the emulation?

    test/Integration/kernel-faults.py --build=build                  # all programs, a table
    test/Integration/kernel-faults.py --build=build --program=softmax --kind=barrier
    test/Integration/kernel-faults.py --build=build --sample=6       # some, spread over all kinds

A program is compiled up to its kernels and each fault is a change of their
text. relax-interp runs the kernels as they are; the emulation compiles loops of
them (`convert-gpu-to-tir`) and its result is compared with that of the kernel
without the fault. Inputs of sums are integers, so that results are compared
exactly: of 333 products one that is wrong is less than what rounding allows.

A fault that nobody sees may change nothing. Where that depends on two numbers,
as of a bound that no index gets to, the kernel without the fault is run again
with an assertion that they never make a difference. Where a copy fills with
zeros, it is run with NaN in place of these: the same result needs neither.
"""
import argparse
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

_FORM = "builtin.module(tir.func(convert-tir-to-gpu,relax-gpu-remove-redundant-barriers))"
# How the emulation runs the threads of a block; what checks do without an order.
_EMULATIONS = {"ascending": "", "descending": "{thread-order=descending}", "shuffled": "{thread-order=shuffled}",
               "checked": "{thread-order=descending check-accesses}"}


def _program(parameters, result, body):
    names = [f"%a{i}" for i in range(len(parameters))]
    taken = ", ".join(f"{name}: tensor<{type_}>" for name, type_ in zip(names, parameters))
    types = ", ".join(f"tensor<{type_}>" for type_ in parameters)
    op, _, rest = body.partition(" ")
    return (f"relax.func @main({taken}) -> tensor<{result}> {{\n"
            f"  %0 = relax.{op} {', '.join(names)}{' ' + rest if rest else ''} : ({types}) -> tensor<{result}>\n"
            f"  relax.return %0 : tensor<{result}>\n}}\n")


def _sorted(result, op, attributes):
    """Places, which tell equal numbers from each other, of rows one of which has nothing else."""
    x, y = "tensor<3x300xf32>", f"tensor<{result}>"
    return (f"relax.func @main(%x: {x}) -> {y} {{\n  %0 = relax.constant dense<[[1.0], [0.0], [1.0]]> : tensor<3x1xf32>\n"
            f"  %1 = relax.multiply %x, %0 : ({x}, tensor<3x1xf32>) -> {x}\n"
            f"  %2 = relax.{op} %1 {{{attributes}}} : ({x}) -> {y}\n  relax.return %2 : {y}\n}}\n")


def _small(source):
    """For a chip of two multiprocessors, which small programs keep busy."""
    return ('module attributes {relax.target = #relax.target<cuda, chip = "sm_90a", cores = 2, emulated = true>} {\n' + source + "}\n")


def _grouped(rows, groups, columns, terms):
    x, w, y = f"tensor<{rows}x{terms}xf16>", f"tensor<{groups}x{columns}x{terms}xf16>", f"tensor<{rows}x{columns}xf16>"
    ends = f"tensor<{groups}xi64>"
    return (f"relax.extern_func @cutlass.group_gemm\nrelax.func @main(%x: {x}, %w: {w}) -> {y} {{\n"
            f"  %e = relax.constant dense<{[rows // 3 * (i + 1) for i in range(groups)]}> : {ends}\n"
            f"  %s = relax.constant dense<0> : tensor<16xui8>\n"
            f"  %0 = relax.call_dps_packed @cutlass.group_gemm(%x, %w, %e, %s) : ({x}, {w}, {ends}, tensor<16xui8>) -> {y}\n"
            f"  relax.return %0 : {y}\n}}\n")


_ATTENTION = ["1x300x1x64xf16"] * 3
# Source, chip unless the source says it, the largest integer of inputs (none
# where they are any numbers), and how far a result may be off.
_PROGRAMS = {
    "softmax": (_program(["5x300xf32"], "5x300xf32", "nn.softmax"), "sm_80", 0, 1e-5),
    "sum": (_program(["9x40000xf32"], "9xf32", "sum {axis = array<i64: 1>}"), "sm_80", 100, 0),
    "product": (_program(["70x40xf32", "40x50xf32"], "70x50xf32", "matmul"), "sm_80", 100, 0),
    "tensor-product": (_program(["72x328xf16", "328x88xf16"], "72x88xf16", "matmul"), "sm_80", 8, 0),
    "few-rows": (_program(["9x584xf16", "584x88xf16"], "9x88xf16", "matmul"), "sm_80", 8, 0),
    "transpose": (_program(["70x40xf32"], "40x70xf32", "permute_dims {axes = array<i64: 1, 0>}"), "sm_80", 1000, 0),
    "cumsum": (_program(["5x700xf32"], "5x700xf32", "cumsum {axis = 1 : i64}"), "sm_80", 100, 0),
    "sort": (_sorted("3x300xi32", "argsort", "axis = 1 : i64"), "sm_80", 3, 0),
    "top-k": (_sorted("3x8xi32", "topk", 'k = 8 : i64, axis = 1 : i64, ret_type = "indices"'), "sm_80", 20, 0),
    "grouped-product": (_grouped(150, 3, 72, 200), "sm_80", 8, 0),
    "warpgroup-product": (_small(_program(["140x328xf16", "328x264xf16"], "140x264xf16", "matmul")), "", 8, 0),
    "warpgroup-registers": (_small(_program(["139x333xf16", "333x131xf16"], "139x131xf16", "matmul")), "", 8, 0),
    "warpgroup-bytes": (_small(_program(["140x656xi8", "656x144xi8"], "140x144xi32", "matmul {out_dtype = i32}")), "", 100, 0),
    "warpgroup-groups": (_small(_grouped(300, 3, 136, 328)), "", 8, 0),
    # Weights of few keys, each of which counts.
    "warpgroup-attention": (_small(_program(_ATTENTION, "1x300x1x64xf16", "nn.attention")), "", 3, 2e-3),
}


def _npy(shape, element, most):
    """A file of numpy with integers from -`most` to `most`."""
    code, descr = {"f16": ("e", "<f2"), "f32": ("f", "<f4"), "i8": ("b", "|i1")}[element]
    count = 1
    for size in shape:
        count *= size
    draw = random.Random(count)
    values = [draw.randint(-most, most) for _ in range(count)]
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{count}{code}", *values)


def _each(pattern, to, name, proof=None):
    """A fault for each place that the pattern matches: name, changed text, and the
    text with `proof` in place of that line, or nothing: if that gives the result,
    the change makes no difference."""
    def find(text):
        for place in re.finditer(pattern, text, re.M):
            number = text.count("\n", 0, place.start()) + 1
            changed = text[:place.start()] + place.expand(to) + text[place.end():]
            begin, end = text.rindex("\n", 0, place.start()) + 1, text.index("\n", place.end() - 1)
            proved = text[:begin] + place.expand(proof).replace("LINE", text[begin:end]) + text[end:] if proof else ""
            yield f"{name}, line {number}", changed, proved
    return find


def _never(op, lhs, rhs, type_):
    return f"LINE\n%same = {op} {lhs}, {rhs} : {type_}\ncf.assert %same, \"it makes a difference\""


# A copy of halves: where it is to, the last index, how many it is of, how many of them are copied.
_COPY = r"(nvgpu\.device_async_copy [^,]*(?:, %\w+)*\], (%\w+\[(?:[^\]]*, )?)(%\w+)\], (\d+)), (%\w+)(.* to (memref<.*xf16.*>))$"
_NAN_FILL = r"""%whole = arith.constant \4 : index
%all = arith.cmpi eq, \5, %whole : index
scf.if %all {
LINE
} else {
  %none = arith.constant 0 : index
  %one = arith.constant 1 : index
  %wrong = arith.constant 0x7E00 : f16
  scf.for %at = %none to %whole step %one {
    %place = arith.addi \3, %at : index
    memref.store %wrong, \2%place] : \7
  }
}"""


# Where a thread has a vector of a row that it shares.
_ROW = r"^( *(?:%\w+ = )?vector\.(?:load|store) (?:%\w+, )?%\w+\[%\w+, )(%\w+)(\] : memref<1x\d+xf32, #gpu\.address_space<workgroup>>, vector<4xf32>.*)$"
_BEFORE = r"%four = arith.constant 4 : index\n%behind = arith.maxui \2, %four : index\n%before = arith.subi %behind, %four : index\n\1%before\3"
_LINE = r"^ *"
# What a barrier waits for.
_BYTES = r"(nvgpu\.mbarrier\.arrive\.expect_tx .*, )(%\w+)(?= : )"
# Kinds of faults, each a list of changes.
_KINDS = {
    "barrier removed": [_each(_LINE + r"gpu\.barrier\n", "", "no barrier")],
    "exchange between threads": [
        _each(r"gpu\.shuffle  xor (%\w+)", r"gpu.shuffle  up \1", "shuffle of neighbours"),
        _each(r"(nvgpu\.ldmatrix .*)transpose = true", r"\1transpose = false", "not transposed"),
        _each(r"(nvgpu\.ldmatrix .*)transpose = false", r"\1transpose = true", "transposed")],
    "wait for `cp.async`": [
        _each(_LINE + r"nvvm\.cp\.async\.wait\.group .*\n", "", "no wait"),
        _each(r"(cp\.async\.wait\.group )1$", r"\g<1>2", "wait for one group fewer"),
        _each(r"(cp\.async\.wait\.group )0$", r"\g<1>1", "wait for one group fewer")],
    "bound": [
        _each(r"arith\.cmpi ult,( (%\w+), (%c[1-9]\d\w*) : (\w+))", r"arith.cmpi ule,\1", "one more", _never("arith.cmpi ne,", r"\2", r"\3", r"\4")),
        _each(_COPY, r"\1\6", "no zero-fill", _NAN_FILL)],
    "index": [_each(r"(memref\.load %\w+)\[(%\w+), (%\w+)\]", r"\1[\3, \2]", "indices exchanged",
                    _never("arith.cmpi eq,", r"\2", r"\3", "index")),
              _each(r"arith\.xori (%\w+), (%\w+) : index", r"arith.ori \1, \2 : index", "another swizzle",
                    _never("arith.cmpi eq,", "%both", "%none", "index").replace(
                        "LINE", r"LINE\n%both = arith.andi \1, \2 : index\n%none = arith.constant 0 : index"))],
    "place in a row": [_each(_ROW, _BEFORE, "that of the thread before")],
    "order of keys": [_each(r"arith\.cmpi ule,( (%\w+), (%\w+) : (\w+))", r"arith.cmpi ult,\1", "equal ones exchanged",
                            _never("arith.cmpi ne,", r"\2", r"\3", r"\4")),
                      _each(r"arith\.cmpi uge,( (%\w+), (%\w+) : (\w+))", r"arith.cmpi ugt,\1", "one more of a run",
                            _never("arith.cmpi ne,", r"\2", r"\3", r"\4")),
                      _each(r"arith\.minui (%\w+), (%\w+) : i32", r"arith.addi \1, %c0_i32 : i32", "not limited",
                            _never("arith.cmpi ule,", r"\1", r"\2", "i32"))],
    "phase or bytes of a barrier": [
        _each(_LINE + r"nvgpu\.mbarrier\.try_wait.*\n", "", "no wait"),
        _each(r"(%\w+ = arith\.cmpi) eq,(.*\n.*\n *nvgpu\.mbarrier\.try_wait)", r"\1 ne,\2", "the other phase"),
        _each(_BYTES, r"%two = arith.constant 2 : index\n%half = arith.divui \2, %two : index\n\1%half", "half the bytes"),
        _each(_BYTES, r"%double = arith.addi \2, \2 : index\n\1%double", "twice the bytes")],
    "box of TMA": [
        _each(r"(tir\.tensor_map .*array<i64: )128, 64>", r"\g<1>64, 64>", "half a description"),
        _each(r"(tir\.bulk_load .*swizzle = )128", r"\g<1>0", "no swizzle")],
    "wait for `wgmma`": [
        _each(r"wgmma\.wait\.group\.sync\.aligned 1", "wgmma.wait.group.sync.aligned 2", "wait for one group fewer"),
        _each(r"wgmma\.wait\.group\.sync\.aligned 0", "wgmma.wait.group.sync.aligned 1", "wait for one group fewer"),
        _each(_LINE + r"nvvm\.wgmma\.wait\.group.* [01]\n", "", "no wait"),
        _each(_LINE + r"nvvm\.wgmma\.commit\.group.*\n", "", "no commit")],
    "fence": [_each(_LINE + r"nvvm\.wgmma\.fence\.aligned\n", "", "no fence of registers"),
              _each(_LINE + r"nvvm\.fence\.proxy.*\n", "", "no fence of the proxy")],
    "layout of an operand": [
        _each(r"(tir\.warpgroup_product .*lhs_layout = array<i64: )128", r"\g<1>64", "another swizzle"),
        _each(r"(tir\.warpgroup_product .*lhs_layout = array<i64: 128, \d+, )1024", r"\g<1>512", "half the stride")],
}


@dataclass
class Fault:
    program: str
    kind: str
    name: str
    text: str
    proof: str
    seen: dict = field(default_factory=dict)
    # An assertion holds: no number of the kernel is another one.
    changes_nothing: bool = False

    def is_late(self):
        return None in self.seen.values()


class Runner:
    """Runs kernels of a program, in the interpreter and emulated."""

    def __init__(self, build, folder, emulations):
        self.bin, self.folder, self.emulations = build / "bin", folder, emulations
        # Seconds of a run without a fault; one that takes ten times as long hangs.
        self.seconds = {}

    def _tool(self, name, *arguments, limit=1500):
        try:
            return subprocess.run([self.bin / name, *map(str, arguments)], capture_output=True, text=True,
                                  errors="replace", timeout=limit)
        except subprocess.TimeoutExpired:
            return None

    def make_kernels(self, name):
        source, chip, most, _ = _PROGRAMS[name]
        path, linked = self.folder / f"{name}.mlir", self.folder / f"{name}-link.mlir"
        path.write_text(source)
        target = [f"--target={chip}", "--emulate"] if chip else []
        for made in (self._tool("relax-compile", path, *target, "--stop-at=link", "-o", linked),
                     self._tool("relax-opt", linked, f"--pass-pipeline={_FORM}", "-o", self.folder / f"{name}-gpu.mlir")):
            if made.returncode:
                sys.exit(f"{name}: {made.stderr}")
        for i, type_ in enumerate(re.findall(r"%\w+: tensor<([\w]+)>", source.split(") ->")[0])):
            *shape, element = type_.split("x")
            if most:
                (self.folder / f"{name}-{i}.npy").write_bytes(_npy(list(map(int, shape)), element, most))
        return (self.folder / f"{name}-gpu.mlir").read_text()

    def _inputs(self, name):
        return [f"--input=@{path}" for path in sorted(self.folder.glob(f"{name}-[0-9].npy"))] or ["--random=1"]

    def _compare(self, tool, path, name, tolerance, way):
        """Nothing if the result is that of the kernel without a fault, else what is said."""
        expected = self.folder / f"{name}-expected.npy"
        begin = time.monotonic()
        run = self._tool(tool, path, "--function=main", *self._inputs(name), "--quiet", f"--expected_output=@{expected}",
                         f"--tolerance={tolerance}", limit=10 * self.seconds.get((name, way), 100) + 60)
        self.seconds.setdefault((name, way), time.monotonic() - begin)
        if run is None:
            return "it hangs"
        return "" if run.returncode == 0 else (run.stderr or run.stdout).strip() or f"status {run.returncode}"

    def holds(self, fault):
        """Whether the assertion of a fault holds in the interpreter."""
        path = self.folder / f"{fault.program}-proof.mlir"
        path.write_text(fault.proof)
        return self._compare("relax-interp", path, fault.program, _PROGRAMS[fault.program][3], "interpreter") == ""

    def run(self, text, name, stem):
        """What each way says of the kernels in `text`; none where there was no time to compile them."""
        said, tolerance = {}, _PROGRAMS[name][3]
        path = self.folder / f"{stem}.mlir"
        path.write_text(text)
        said["interpreter"] = self._compare("relax-interp", path, name, tolerance, "interpreter")
        for way in self.emulations:
            loops, library = self.folder / f"{stem}-{way}.mlir", self.folder / f"{stem}-{way}.so"
            passes = f"builtin.module(tir.func(convert-gpu-to-tir{_EMULATIONS[way]}))"
            for tool, *arguments in (("relax-opt", path, f"--pass-pipeline={passes}", "-o", loops),
                                     ("relax-compile", loops, "--start-at=host", "-O1", "-o", library)):
                made = self._tool(tool, *arguments)
                if made is None or made.returncode:
                    said[way] = made and made.stderr.strip()
                    break
            else:
                said[way] = self._compare("relax-run", library, name, tolerance, way)
            for file in (loops, library):
                file.unlink(missing_ok=True)
        return said

    def expect(self, name, text):
        """The result without a fault, which all ways have to give."""
        path = self.folder / f"{name}-gpu.mlir"
        run = self._tool("relax-interp", path, "--function=main", *self._inputs(name), "--quiet",
                         f"--output=@{self.folder / f'{name}-expected.npy'}")
        if run.returncode:
            sys.exit(f"{name}: {run.stderr}")
        for way, words in self.run(text, name, f"{name}-right").items():
            if words != "":
                sys.exit(f"{name}: without a fault, {way} says: {words or 'nothing, for lack of time'}")


def _find_faults(name, text, kinds, most):
    """The first, the last and some between of each change: unrolled loops have many places alike."""
    for kind in kinds:
        for change in _KINDS[kind]:
            found = list(change(text))
            step = max(1, -(-len(found) // most))
            yield from (Fault(name, kind, *found_one) for found_one in found[::step])


def _spread(faults, count):
    """`count` of the faults, as many of each kind of a program as of the others."""
    groups, chosen = {}, []
    for fault in faults:
        groups.setdefault((fault.program, fault.kind), []).append(fault)
    while len(chosen) < count and any(groups.values()):
        chosen += [group.pop(len(group) // 2) for group in groups.values() if group]
    return chosen[:count]


def _print_table(faults, ways):
    print("| fault | seeded | " + " | ".join(ways) + " | emulation, any | unseen | of these change nothing | late |")
    print("| --- |" + " ---: |" * (len(ways) + 5))
    rows = [(kind, [f for f in faults if f.kind == kind]) for kind in _KINDS]
    for kind, some in [row for row in rows if row[1]] + [("**all**", faults)]:
        seen = [sum(bool(f.seen[way]) for f in some) for way in ways]
        emulated = sum(any(f.seen[way] for way in ways[1:]) for f in some)
        unseen = [f for f in some if not any(f.seen.values())]
        last = len(unseen), sum(f.changes_nothing for f in unseen), sum(f.is_late() for f in some)
        print(f"| {kind} | {len(some)} | " + " | ".join(map(str, [*seen, emulated, *last])) + " |")


def _tell(fault):
    says = {way: "no time" if words is None else (words.splitlines() or ["nothing"])[0][:150] for way, words in fault.seen.items()}
    if fault.changes_nothing:
        says["proved"] = "it changes nothing"
    print(f"{fault.program}: {fault.kind}: {fault.name}: " + ", ".join(f"{way}: {words}" for way, words in says.items()), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--program", action="append", choices=_PROGRAMS)
    parser.add_argument("--kind", default="", help="kinds that this regular expression finds")
    parser.add_argument("--emulation", action="append", choices=[*_EMULATIONS, "none"],
                        help="ways to run threads; all without it, of \"none\" the interpreter runs alone")
    parser.add_argument("--most", type=int, default=4, metavar="N", help="so many places of a change in a program")
    parser.add_argument("--sample", type=int, metavar="N", help="so many faults, of all kinds")
    parser.add_argument("--all-seen", action="store_true", help="fail for a fault that the interpreter or every emulation misses")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="so many faults at once")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    kinds = [kind for kind in _KINDS if re.search(arguments.kind, kind)]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments.build, Path(folder), [way for way in arguments.emulation or _EMULATIONS if way != "none"])
        faults = []
        for name in arguments.program or _PROGRAMS:
            text = runner.make_kernels(name)
            runner.expect(name, text)
            faults += _find_faults(name, text, kinds, arguments.most)
        if arguments.sample:
            faults = _spread(faults, arguments.sample)
        with ThreadPoolExecutor(arguments.jobs) as pool:
            runs = [pool.submit(runner.run, fault.text, fault.program, f"fault{i}") for i, fault in enumerate(faults)]
            for fault, run in zip(faults, runs):
                fault.seen = run.result()
                fault.changes_nothing = not fault.seen["interpreter"] and bool(fault.proof) and runner.holds(fault)
                if arguments.verbose or not any(fault.seen.values()):
                    _tell(fault)
    ways = ["interpreter", *runner.emulations]
    _print_table(faults, ways)
    missed = [f for f in faults
              if not f.changes_nothing and (not f.seen["interpreter"] or (ways[1:] and not any(f.seen[way] for way in ways[1:])))]
    sys.exit(bool(arguments.all_seen and missed))


if __name__ == "__main__":
    main()
