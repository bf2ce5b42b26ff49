# Nesting of many kinds, from harmless to absurd: an answer or an error, soon.
# RUN: rm -rf %t && mkdir %t
# RUN: %python %s %t
# The frames of instrumented functions are several times larger: the depths are others.
# UNSUPPORTED: sanitized
"""Run relax-opt and relax-compile on programs that nest deeply.

A tool may read a program or reject it; it may not crash, and it may not take
longer than _SECONDS of a processor.
"""
import os
import resource
import subprocess
import sys

_LEVELS = (1_000, 2_400, 10_000, 100_000, 1_000_000)
_SECONDS = 10  # Two where nobody else uses the processor.


def nested(before, opening, inner, closing, after):
    """A program of `opening` n times, `inner`, `closing` n times."""
    return lambda n: before + opening * n + inner + closing * n + after


def chained(first, line, last):
    """A program in which each line refers to the one before it."""
    return lambda n: first + "".join(line.format(i + 1, i) for i in range(n)) + last.format(n)


def in_attribute(opening, inner, closing):
    return nested("func.func private @f() attributes {a = ", opening, inner, closing, "}\n")


def in_type(opening, inner, closing):
    return nested("func.func private @f(", opening, inner, closing, ")\n")


_SCALAR = "tensor<i1>"
KINDS = {
    "regions": nested("", "scf.execute_region {\n", "", "scf.yield\n}\n", ""),
    "modules": nested("", "module {\n", "", "}\n", ""),
    "generic-regions": nested("", '"scf.execute_region"() ({\n', "", '"scf.yield"() : () -> ()\n}) : () -> ()\n', ""),
    "conditionals": nested(f"relax.func @f(%c: {_SCALAR}) {{\n", f"relax.if %c : {_SCALAR} {{\n", "",
                           "relax.yield\n} else {\nrelax.yield\n}\n", "relax.return\n}\n"),
    "dataflow": nested("relax.func @f() {\n", "relax.dataflow {\n", "", "relax.output\n}\n", "relax.return\n}\n"),
    "branches": nested("tir.func @f(%i: index) attributes {num_inputs = 0} {\n%c = arith.constant true\n", "tir.if %c {\n", "",
                       "}\n", "tir.return\n}\n"),
    "arrays": in_attribute("[", "", "]"),
    "dictionaries": in_attribute("{a = ", "1", "}"),
    "tuples": in_type("tuple<", "", ">"),
    "functions": in_type("(", "i1", ") -> i1"),
    "callables": in_type("!relax.callable<(", "i1", ") -> i1, pure>"),
    "element-lists": nested("func.func private @f() attributes {a = dense<", "[", "1", "]", "> : tensor<1xi1>}\n"),
    "expressions": nested("func.func private @f(!relax.shape<[", "(", "n", " + m)", "]>)\n"),
    "minima": nested("func.func private @f(!relax.shape<[", "min(m, ", "n", ")", "]>)\n"),
    "affine-expressions": nested("#m = affine_map<(d0) -> (", "(", "d0", " + d0) floordiv 2", ")>\n"),
    "locations": nested("module {} loc(", 'callsite("f" at ', '"g"', ")", ")\n"),
    "open-brackets": nested("", "{", "", "", ""),
    "attribute-aliases": chained("#a0 = 1\n", "#a{} = [#a{}]\n", "func.func private @f() attributes {{a = #a{}}}\n"),
    "type-aliases": chained("!t0 = i1\n", "!t{} = tuple<!t{}>\n", "func.func private @f(!t{})\n"),
    "location-aliases": chained('#l0 = loc("f")\n', '#l{} = loc(callsite(#l{} at "g"))\n', "module {{}} loc(#l{})\n"),
    "callable-aliases": chained("!t0 = i1\n", "!t{} = !relax.callable<(!t{}) -> i1, pure>\n", "func.func private @f(!t{})\n"),
    "values": chained("relax.func @f(%0: tensor<4xf32>) -> tensor<4xf32> {\n",
                      "%{} = relax.exp %{} : tensor<4xf32>\n",
                      "relax.return %{} : tensor<4xf32>\n}}\n"),
}
# What takes long because it is long: a million ops are no nesting.
_LARGEST = {"values": 10_000}


def run(tool, path):
    """The exit code of a tool, the seconds of a processor that it took, and its
    errors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run([tool, path, "-o", path + ".out"], stderr=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result.returncode, seconds, result.stderr.decode(errors="replace")


def main():
    failures = []
    path = os.path.join(sys.argv[1], "program.mlir")
    for kind, program in KINDS.items():
        for levels in _LEVELS:
            if levels > _LARGEST.get(kind, levels):
                continue
            with open(path, "w", encoding="utf-8") as file:
                file.write(program(levels))
            for tool in ("relax-opt", "relax-compile"):
                code, seconds, errors = run(tool, path)
                answer = "taken" if code == 0 else errors.split("error: ", 1)[-1].split("\n", 1)[0][:60]
                print(f"{kind:20} {levels:8} {tool:14} {seconds:6.2f} s  {answer}", flush=True)
                if code not in (0, 1) or seconds > _SECONDS or (code == 1 and "error: " not in errors):
                    failures.append(f"{tool} of {kind} at {levels} levels: exit code {code} after {seconds:.1f} s")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
