// Rules that there are not, and the one that there has to be.
// RUN: not relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-default-gpu-schedule{skip-rules=matmul3}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-default-gpu-schedule{skip-rules=fallback}))' 2>&1 | FileCheck %s --check-prefix=LAST

// UNKNOWN: error: cannot skip the rule "matmul3": there is none of that name, or it is the last
// LAST: error: cannot skip the rule "fallback": there is none of that name, or it is the last
tir.func private @nothing() attributes {num_inputs = 0 : i64} {
  tir.return
}
