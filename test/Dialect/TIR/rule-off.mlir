// What breaks a rule that is switched off is printed all the same.
// RUN: not relax-opt %s --test-disable-rule='tir.for R1' --split-input-file 2>/dev/null | FileCheck %s --check-prefix=FOR
// RUN: not relax-opt %s --test-disable-rule='tir.block R1' --split-input-file --tir-verify-well-formed 2>/dev/null | FileCheck %s --check-prefix=BLOCK

// FOR: tir.for(%{{.*}}, %{{.*}}) <{kind = #tir<for_kind serial>}> ({
tir.func private @argument(%n: index) attributes {num_inputs = 0} {
  "tir.for"(%n, %n) ({
    "tir.yield"() : () -> ()
  }) : (index, index) -> ()
  tir.return
}

// -----

// BLOCK: tir.block(%{{.*}}) <{iter_kinds = [], label = "x"
tir.func private @counts(%n: index) attributes {num_inputs = 0} {
  "tir.block"(%n) <{label = "x", iter_kinds = [], operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index):
    "tir.yield"() : () -> ()
  }) : (index) -> ()
  tir.return
}
