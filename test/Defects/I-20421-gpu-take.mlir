// Gathers and reductions, fused, run right with the GPU schedule.
// RUN: relax-opt %s -relax-legalize-ops -relax-fuse-ops -relax-fuse-tir -relax-dead-code-elimination > %t
// RUN: relax-interp %t | FileCheck %s
// RUN: relax-opt %t -tir-default-gpu-schedule -tir-verify-well-formed 2>/dev/null | relax-interp - | FileCheck %s

// CHECK: [-3, -1]
// CHECK: = 6
relax.func @main() -> (tensor<2xf32>, tensor<f32>) {
  %x = relax.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = relax.constant dense<[2, 0]> : tensor<2xi64>
  %0:2 = relax.dataflow -> tensor<2xf32>, tensor<f32> {
    %1 = relax.take %x, %i {axis = 0 : i64} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
    %2 = relax.negative %1 : tensor<2xf32>
    %3 = relax.sum %x : (tensor<3xf32>) -> tensor<f32>
    relax.output %2, %3 : tensor<2xf32>, tensor<f32>
  }
  relax.return %0#0, %0#1 : tensor<2xf32>, tensor<f32>
}
