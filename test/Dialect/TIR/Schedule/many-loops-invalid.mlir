// More loops than a schedule writes down.
// RUN: relax-opt %s -verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %i = transform.tir.get_loops %b
    // expected-error @below {{makes 4000000000 loops; expected at most 10000}}
    %0:4000000000 = transform.tir.split %i [2, 4]
    transform.yield
  }
}
