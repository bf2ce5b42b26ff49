// A step of training through a pipeline: all micro-batches there, and back.
// RUN: relax-opt %s --relax-gradient=require-grads=2,3 --relax-shard="mesh=2 plan=pipeline micro-batches=2 gflops=0.001 func-name=main_adjoint report=%t.md" | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.md
// RUN: relax-opt %s --relax-gradient=require-grads=2,3 --relax-shard="mesh=2 plan=pipeline micro-batches=2 gflops=0.001 func-name=main_adjoint recompute" | FileCheck %s --check-prefix=RECOMPUTE

// The first of two stages waits for the last micro-batch, there and back; the
// second one, which is busier, sends two derivatives of 256 bytes.
// REPORT: | payload bytes | bytes in a ring | steps | waiting |
// REPORT: | pipeline | {{[0-9]+}} | {{[0-9]+}} | 2 | 512 | 512 | 2 | 33 % |

// CHECK-LABEL: relax.func private @main_adjoint_stage0_step(
// CHECK-NEXT: relax.matmul
// CHECK-NEXT: relax.return
// The derivative by the weight is made where the weight is, of what comes back.
// CHECK-LABEL: relax.func private @main_adjoint_stage0_step_back(
// CHECK-SAME: %[[D:.*]]: tensor<4x16xf32>, %[[X:.*]]: tensor<4x4xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: %[[T:.*]] = relax.permute_dims %[[X]]
// CHECK-NEXT: relax.matmul %[[T]], %[[D]]
// CHECK-NEXT: relax.return
// CHECK-LABEL: relax.func impure @main_adjoint_stage0(
// CHECK-SAME: {relax.name = "arg0"}, %[[W:.*]]: tensor<4x16xf32> {relax.name = "arg2"}) -> (tensor<4x16xf32> {relax.derivative = "arg2", relax.result = 1 : i64})
// CHECK: %[[R:.*]]:2 = relax.split
// CHECK: relax.call @main_adjoint_stage0_step(%[[R]]#0, %[[W]])
// CHECK: relax.ccl.send
// CHECK: relax.call @main_adjoint_stage0_step(%[[R]]#1, %[[W]])
// CHECK: relax.ccl.send
// The last micro-batch comes back first; derivatives are added as they come.
// CHECK: %[[B1:.*]] = relax.ccl.receive from 1
// CHECK: %[[D1:.*]] = relax.call @main_adjoint_stage0_step_back(%[[B1]], %[[R]]#1)
// CHECK: %[[B0:.*]] = relax.ccl.receive from 1
// CHECK: %[[D0:.*]] = relax.call @main_adjoint_stage0_step_back(%[[B0]], %[[R]]#0)
// CHECK: %[[S:.*]] = relax.add %[[D1]], %[[D0]]
// CHECK: relax.return %[[S]]

// What is read again is kept: the error of the loss, and the activation.
// CHECK-LABEL: relax.func private @main_adjoint_stage1_step(
// CHECK-SAME: -> (tensor<f32>, tensor<4x2xf32>, tensor<4x16xf32>)
// CHECK-LABEL: relax.func private @main_adjoint_stage1_step_back(
// CHECK-NOT: relax.nn.relu
// The mean of all micro-batches is the loss.
// CHECK-LABEL: relax.func impure @main_adjoint_stage1(
// CHECK-SAME: -> (tensor<f32> {relax.result = 0 : i64}, tensor<16x2xf32> {relax.derivative = "arg3", relax.result = 2 : i64})
// CHECK: %[[L0:.*]]:3 = relax.call @main_adjoint_stage1_step(
// CHECK: %[[L1:.*]]:3 = relax.call @main_adjoint_stage1_step(
// CHECK: %[[L:.*]] = relax.add %[[L0]]#0, %[[L1]]#0
// CHECK: %[[D1:.*]]:2 = relax.call @main_adjoint_stage1_step_back(%[[L1]]#1
// CHECK: relax.ccl.send %[[D1]]#0 to 0
// CHECK: %[[D0:.*]]:2 = relax.call @main_adjoint_stage1_step_back(%[[L0]]#1
// CHECK: relax.add %[[D1]]#1, %[[D0]]#1
// CHECK: relax.divide %[[L]]

// Or it is computed again, of what was taken.
// RECOMPUTE-LABEL: relax.func private @main_adjoint_stage1_step(
// RECOMPUTE-SAME: -> tensor<f32>
// RECOMPUTE-LABEL: relax.func private @main_adjoint_stage1_step_back(
// RECOMPUTE: relax.nn.relu
// RECOMPUTE: relax.subtract
relax.func @main(%x: tensor<8x4xf32>, %t: tensor<8x2xf32>, %w: tensor<4x16xf32>, %v: tensor<16x2xf32>) -> tensor<f32> attributes {num_input = 2 : i64} {
  %h = relax.matmul %x, %w : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  %a = relax.nn.relu %h : tensor<8x16xf32>
  %y = relax.matmul %a, %v : (tensor<8x16xf32>, tensor<16x2xf32>) -> tensor<8x2xf32>
  %d = relax.subtract %y, %t : tensor<8x2xf32>
  %q = relax.multiply %d, %d : tensor<8x2xf32>
  %l = relax.mean %q : (tensor<8x2xf32>) -> tensor<f32>
  relax.return %l : tensor<f32>
}
