// Derivatives of operators that give their operand back.
// RUN: relax-opt %s --split-input-file --relax-gradient | FileCheck %s

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.grad.start_checkpoint %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.grad.end_checkpoint %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK-DAG: relax.zeros_like %{{.*}} -> tensor<2x2xf32>
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x2xf32>) -> tensor<f32> {
  %0 = relax.grad.no_grad %arg0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = relax.sum %0 : (tensor<2x2xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.builtin.stop_lift_params %arg0 : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: relax.output %{{.*}}, %[[D]] :
// CHECK: relax.return
#vdevice = #relax.vdevice<"llvm", 0>
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.hint_on_device %arg0 on #vdevice : tensor<2x3xf32>
  %1 = relax.sum %0 : (tensor<2x3xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: %[[X:.*]] = relax.match_cast %[[D]] : tensor<?x3xf32, #relax.dims<[m, 3]>> to tensor<2x3xf32>
// CHECK: relax.output %{{.*}}, %[[X]] :
// CHECK: relax.return
relax.func @main(%arg0: tensor<2x3xf32>) -> tensor<f32> {
  %0 = relax.match_cast %arg0 : tensor<2x3xf32> to tensor<?x3xf32, #relax.dims<[m, 3]>>
  %1 = relax.sum %0 : (tensor<?x3xf32, #relax.dims<[m, 3]>>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}

// -----

// The derivative by a part of a weight is spread like the weight.
// CHECK-LABEL: relax.func @main_adjoint(
// CHECK: %[[D:.*]] = relax.broadcast_to
// CHECK: %[[S:.*]] = relax.dist.annotate_sharding %[[D]] on @mesh [S[1]] : tensor<2x4xf32>
// CHECK: relax.output %{{.*}}, %[[S]] :
relax.device_mesh @mesh [2]
relax.func @main(%arg0: tensor<2x4xf32>) -> tensor<f32> {
  %0 = relax.dist.annotate_sharding %arg0 on @mesh [S[1]] : tensor<2x4xf32>
  %1 = relax.sum %0 : (tensor<2x4xf32>) -> tensor<f32>
  relax.return %1 : tensor<f32>
}
