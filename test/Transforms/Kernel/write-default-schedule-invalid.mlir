// Schedules that cannot be written as a script, and where a script cannot go.
// RUN: not relax-opt %s --relax-legalize-ops --tir-write-default-gpu-schedule 2>&1 | FileCheck %s
// RUN: not relax-opt %s --relax-legalize-ops '--tir-write-default-cpu-schedule=file=%t.none/schedule.mlir' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not relax-opt %s --tir-write-default-gpu-schedule=skip-rules=fallback 2>&1 | FileCheck %s --check-prefix=RULE

// CHECK: error: cannot write the schedule of @sum as a script: there is no op yet for the rule "general-reduction"
// FILE: error: cannot write the schedule to "{{.*}}schedule.mlir": cannot open output file
// RULE: error: cannot skip the rule "fallback": there is none of that name, or it is the last
relax.func @rows(%x: tensor<64x96xf32>) -> tensor<64xf32> {
  %0 = relax.sum %x {axis = array<i64: 1>} : (tensor<64x96xf32>) -> tensor<64xf32>
  relax.return %0 : tensor<64xf32>
}
