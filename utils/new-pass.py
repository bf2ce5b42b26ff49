#!/usr/bin/env python3
"""Write a new pass in all its places.

    utils/new-pass.py Graph SinkCasts relax-sink-casts --file=PrecisionPasses

adds SinkCastsPass to include/Relax/Transforms/Graph/PrecisionPasses.td, its source file with the line in CMakeLists.txt,
its lit test and the reference. It compiles and changes nothing. Its example says `// unchanged`, and its test has a
second run and runs the functions before and after: write what the pass does into both, first.
"""
import argparse
import re
import subprocess
import sys

from source_tree import ROOT
from stubs import insert_before, insert_line, kebab, write

_DEFINITION = """def {name}Pass : Pass<"{flag}", "{anchor}"> {{
  let summary = "{summary}";
  let description = [{{
    Requires: nothing.
    Ensures: nothing yet.

    ```mlir
    // before
{example}
    // unchanged
    ```
  }}];
}}

"""

_SOURCE = """// {summary}.
#include "Relax/Transforms/{room}/Passes.h"

namespace mlir::relax {{
#define GEN_PASS_DEF_{macro}PASS
#include "Relax/Transforms/{room}/Passes.h.inc"

namespace {{

struct {name}Pass : impl::{name}PassBase<{name}Pass> {{
  void runOnOperation() override {{ markAllAnalysesPreserved(); }}
}};

}} // namespace

}} // namespace mlir::relax
"""

_TEST = """// {summary}.
// RUN: relax-opt %s --{flag} | FileCheck %s
// RUN: relax-opt %s --{flag} --{flag} | FileCheck %s
// RUN: %same-results={flag}

// An op that stays.
// CHECK-LABEL: @main
// CHECK: {check}
{example}

// Nothing to do.
// CHECK-LABEL: @empty
{empty}
"""

_RELAX = """relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.abs %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}"""
_RELAX_EMPTY = """relax.func @empty() {
  relax.return
}"""
_TIR = """tir.func private @main(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}"""
_TIR_EMPTY = """tir.func private @empty() attributes {num_inputs = 0 : i64} {
  tir.return
}"""


def _summary(name):
    """SinkCasts is "Sink casts"."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).split()
    return " ".join([words[0], *[word if word.isupper() else word.lower() for word in words[1:]]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", help="a folder of lib/Transforms, such as Memory")
    parser.add_argument("name", help="in CamelCase and without 'Pass': a verb, such as KillAfterLastUse")
    parser.add_argument("flag", help="such as relax-kill-after-last-use")
    parser.add_argument("--file", default="Passes", help="the .td file of the room, without its ending (default: %(default)s)")
    parser.add_argument("--anchor", default="::mlir::relax::FuncOp", help="the op that it runs on (default: %(default)s)")
    options = parser.parse_args()
    source = f"lib/Transforms/{options.room}/{options.name}.cpp"
    definitions = f"include/Relax/Transforms/{options.room}/{options.file}.td"
    if (ROOT / source).exists():
        sys.exit(f"{source} exists already")
    if not (ROOT / definitions).exists():
        known = sorted(path.stem for path in (ROOT / definitions).parent.glob("*Passes.td"))
        sys.exit(f"{definitions} does not exist; expected --file to be one of {', '.join(known) or 'a room that exists'}")
    is_tir = "tir::FuncOp" in options.anchor
    example = _TIR if is_tir else _RELAX
    words = dict(vars(options), macro=options.name.upper(), summary=_summary(options.name), example=example,
                 empty=_TIR_EMPTY if is_tir else _RELAX_EMPTY, check="memref.copy" if is_tir else "relax.abs")

    indented = "\n".join("    " + line for line in example.split("\n"))
    insert_before(definitions, "#endif", _DEFINITION.format(**dict(words, example=indented)))
    insert_line(f"lib/Transforms/{options.room}/CMakeLists.txt", r"  \w+\.cpp$", f"  {options.name}.cpp")
    write(source, _SOURCE.format(**words))
    write(f"test/Transforms/{options.room}/{kebab(options.name)}.mlir", _TEST.format(**words))
    subprocess.run([sys.executable, ROOT / "utils/reference-doc.py"], check=True)
    print("changed docs/Passes.md and docs/Passes")
    print("""still to do:
  its place in a stage of lib/Pipelines
  its place in the list of relax-stress, tools/relax-stress/PassChoice.cpp
  a case in test/Bridge/pass_cases.py and a row in docs/pass-comparison.md, if TVM has the pass
  a line in CHANGELOG.md
  tests: each pattern, each reason not to rewrite, a dead function, a dynamic shape, an invalid case per message""")


if __name__ == "__main__":
    main()
