// Schedules that cannot be written as a script, and where a script cannot go.
// RUN: not relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-write-default-gpu-schedule=chip=sm_75 2>&1 | FileCheck %s
// RUN: not relax-opt %s --relax-legalize-ops '--tir-write-default-cpu-schedule=file=%t.none/schedule.mlir' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not relax-opt %s --tir-write-default-gpu-schedule=skip-rules=fallback 2>&1 | FileCheck %s --check-prefix=RULE

// CHECK: error: cannot write the schedule of @{{.*}} as a script: there is no op yet for the rule "attention"
// FILE: error: cannot write the schedule to "{{.*}}schedule.mlir": cannot open output file
// RULE: error: cannot skip the rule "fallback": there is none of that name, or it is the last
relax.func @attention(%q: tensor<2x35x2x32xf32>, %k: tensor<2x20x1x32xf32>, %v: tensor<2x20x1x48xf32>) -> tensor<2x35x2x48xf32> {
  %1 = relax.dataflow -> tensor<2x35x2x48xf32> {
    %0 = relax.nn.attention %q, %k, %v : (tensor<2x35x2x32xf32>, tensor<2x20x1x32xf32>, tensor<2x20x1x48xf32>) -> tensor<2x35x2x48xf32>
    relax.output %0 : tensor<2x35x2x48xf32>
  }
  relax.return %1 : tensor<2x35x2x48xf32>
}
