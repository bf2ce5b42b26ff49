// Rules that there are not, and the one that there has to be.
// RUN: not relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-default-gpu-schedule{skip-rules=matmul3}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-default-gpu-schedule{skip-rules=fallback}))' 2>&1 | FileCheck %s --check-prefix=LAST

// UNKNOWN: error: expected 'skip-rules' to name some of attention, {{.*}}; found "matmul3"
// LAST: error: expected 'skip-rules' to name some of attention, {{.*}}; found "fallback"
tir.func private @nothing() attributes {num_inputs = 0 : i64} {
  tir.return
}
