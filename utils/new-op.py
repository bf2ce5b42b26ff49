#!/usr/bin/env python3
"""Write the stubs of a new op in all their places.

    utils/new-op.py relax Tuple tuple_length

adds the op `relax.tuple_length` to the family Tuple: its definition, its
verifier, a case in the round-trip test and one in the invalid test. The tests
are red until the stubs are filled; TODO marks what is to be written.
"""
import argparse

from stubs import append_case, camel, insert_before, kebab

_DIALECTS = {"relax": ("Relax", "Relax"), "tir": ("TIR", "TIR"), "relax_rt": ("Runtime", "Runtime")}

_DEFINITION = """def {prefix}_{name}Op : {prefix}_Op<"{mnemonic}"> {{
  let summary = "TODO: what it does, as an order";
  let description = [{{
    TODO: what it means.

    * **R1** TODO: what has to hold.

    ```mlir
    %r = {dialect}.{mnemonic} %x : index -> index
    ```
  }}];
  // TODO: operands, attributes, results; effects, unless it has none.
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{{
    $input attr-dict `:` type($input) `->` type($result)
  }}];
  let hasVerifier = 1;
}}

"""

_VERIFIER = """LogicalResult {name}Op::verify() {{
  // R1: TODO.
  return emitOpError("has no rules yet; write them");
}}

"""

_ROUND_TRIP = """// CHECK-LABEL: @{mnemonic}
func.func @{mnemonic}(%x: index) -> index {{
  // CHECK: TODO: {dialect}.{mnemonic} %{{{{.*}}}} : index -> index
  %r = {dialect}.{mnemonic} %x : index -> index
  return %r : index
}}
"""

_INVALID = """// {name}Op R1
func.func @{mnemonic}(%x: index) -> index {{
  // expected-error @below {{{{TODO: the message of R1}}}}
  %r = {dialect}.{mnemonic} %x : index -> index
  return %r : index
}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dialect", choices=_DIALECTS)
    parser.add_argument("family", help="its file is <family>Ops.td, such as Memory")
    parser.add_argument("mnemonic", help="the name without the dialect's, such as memory.kill_tensor")
    options = parser.parse_args()
    folder, prefix = _DIALECTS[options.dialect]
    place = f"Dialect/{folder}/IR/{options.family}Ops"
    test = f"test/Dialect/{folder}/{kebab(options.family)}"
    words = {"dialect": options.dialect, "prefix": prefix, "mnemonic": options.mnemonic,
             "name": camel(options.mnemonic)}

    insert_before(f"include/Relax/{place}.td", "#endif", _DEFINITION.format(**words))
    insert_before(f"lib/{place}.cpp", "} // namespace", _VERIFIER.format(**words))
    append_case(f"{test}-ops.mlir", "// RUN: relax-opt %s | relax-opt | FileCheck %s\n"
                "// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s\n",
                _ROUND_TRIP.format(**words))
    append_case(f"{test}-invalid.mlir", "// RUN: relax-opt %s --split-input-file --verify-diagnostics\n",
                _INVALID.format(**words))
    print("still to do: the lowering, or the entry that says which later stage owns the op")


if __name__ == "__main__":
    main()
