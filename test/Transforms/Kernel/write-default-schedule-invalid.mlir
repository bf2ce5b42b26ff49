// Where a script cannot go, and rules that there are not.
// RUN: not relax-opt %s --relax-legalize-ops '--tir-write-default-cpu-schedule=file=%t.none/schedule.mlir' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not relax-opt %s --tir-write-default-gpu-schedule=skip-rules=fallback 2>&1 | FileCheck %s --check-prefix=RULE

// FILE: error: cannot write the schedule to "{{.*}}schedule.mlir": cannot open output file
// RULE: error: expected 'skip-rules' to name some of attention, {{.*}}; found "fallback"
relax.func @attention(%q: tensor<2x35x2x32xf32>, %k: tensor<2x20x1x32xf32>, %v: tensor<2x20x1x48xf32>) -> tensor<2x35x2x48xf32> {
  %1 = relax.dataflow -> tensor<2x35x2x48xf32> {
    %0 = relax.nn.attention %q, %k, %v : (tensor<2x35x2x32xf32>, tensor<2x20x1x32xf32>, tensor<2x20x1x48xf32>) -> tensor<2x35x2x48xf32>
    relax.output %0 : tensor<2x35x2x48xf32>
  }
  relax.return %1 : tensor<2x35x2x48xf32>
}
