#!/usr/bin/env python3
"""Write the stubs of a new pass in all their places.

    utils/new-pass.py Memory KillAfterLastUse relax-kill-after-last-use

adds KillAfterLastUsePass to include/Relax/Transforms/Memory/Passes.td, its
source file with the line in CMakeLists.txt, and its lit test. The test and the
example are red until the stubs are filled; TODO marks what is to be written.
"""
import argparse
import sys

from stubs import append_case, insert_before, insert_line, kebab, write
from source_tree import ROOT

_DEFINITION = """def {name}Pass : Pass<"{flag}", "{anchor}"> {{
  let summary = "TODO: what it does, as an order";
  let description = [{{
    Requires: TODO, a state that a contract pass can check.
    Ensures: TODO.

    ```mlir
    // before
    // after
    TODO
    ```
  }}];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}}

"""

_SOURCE = """// TODO: the one job of the pass.
#include "Relax/Transforms/{room}/Passes.h"

namespace mlir::relax {{
#define GEN_PASS_DEF_{macro}PASS
#include "Relax/Transforms/{room}/Passes.h.inc"

namespace {{
struct {name}Pass : impl::{name}PassBase<{name}Pass> {{
  void runOnOperation() override {{
    getOperation()->emitError("'{flag}' does nothing yet; write it");
    signalPassFailure();
  }}
}};
}} // namespace

}} // namespace mlir::relax
"""

_TEST = """// CHECK-LABEL: @main
// CHECK: TODO
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
// TODO: each pattern alone, each reason not to rewrite, an empty function, a
// dead one, a dynamic shape, a second run, an invalid case per message.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", help="a folder of lib/Transforms, such as Memory")
    parser.add_argument("name", help="in CamelCase and without 'Pass': a verb, such as KillAfterLastUse")
    parser.add_argument("flag", help="such as relax-kill-after-last-use")
    parser.add_argument("--anchor", default="::mlir::relax::FuncOp", help="the op that it runs on (default: %(default)s)")
    options = parser.parse_args()
    source = f"lib/Transforms/{options.room}/{options.name}.cpp"
    if (ROOT / source).exists():
        sys.exit(f"{source} exists already")
    words = dict(vars(options), macro=options.name.upper())

    insert_before(f"include/Relax/Transforms/{options.room}/Passes.td", "#endif", _DEFINITION.format(**words))
    insert_line(f"lib/Transforms/{options.room}/CMakeLists.txt", r"  \w+\.cpp$", f"  {options.name}.cpp")
    write(source, _SOURCE.format(**words))
    append_case(f"test/Transforms/{options.room}/{kebab(options.name)}.mlir",
                f"// RUN: relax-opt %s --{options.flag} | FileCheck %s\n"
                f"// RUN: %same-results={options.flag}\n", _TEST)
    print("still to do: its place in a stage of lib/Pipelines")


if __name__ == "__main__":
    main()
