// RUN: relax-opt %s --relax-append-optimizer=learning-rate=0.5 -o %t.sgd.mlir
// RUN: FileCheck %s < %t.sgd.mlir
// RUN: relax-opt %t.sgd.mlir --relax-append-optimizer=learning-rate=0.5 | FileCheck %s
// RUN: relax-interp %t.sgd.mlir --function=optimizer --input=2xf32='1 2' --input=1x2xf32='3 4' --input=2xf32='2 4' --input=1x2xf32='6 8' --input=i64=5 --expected_output=2xf32='0 0' --expected_output=1x2xf32='0 0' --expected_output=i64=6
// RUN: relax-interp %t.sgd.mlir --function=optimizer_init --input=2xf32='1 2' --input=1x2xf32='3 4' --expected_output=i64=0
// RUN: relax-opt %s '--relax-append-optimizer=params=1 optimizer=momentum-sgd learning-rate=0.5 momentum=0.5 dampening=0.5 weight-decay=1 nesterov new-name=step' -o %t.momentum.mlir
// RUN: FileCheck %s --check-prefix=MOMENTUM < %t.momentum.mlir
// g = 2 + 1, v = 0.5 * 4 + 0.5 * 3, p = 1 - 0.5 * (3 + 0.5 * 3.5); the second: g = 4 + 2, v = 0.5 * 8 + 3.
// RUN: relax-interp %t.momentum.mlir --function=step --input=2xf32='1 2' --input=2xf32='2 4' --input=i64=0 --input=2xf32='4 8' --expected_output=2xf32='-1.375 -2.75' --expected_output=i64=1 --expected_output=2xf32='3.5 7'
// RUN: relax-opt %s '--relax-append-optimizer=func-name=sized optimizer=adam learning-rate=1.5 beta1=0.5 beta2=0.5 epsilon=1' -o %t.adam.mlir
// RUN: FileCheck %s --check-prefix=ADAM < %t.adam.mlir
// m = 0.5 * 1 + 0.5 * 2, v = 0.5 * 2 + 0.5 * 4; by 1 - 0.5 * 0.5 they are 2 and 4: p = 3 - 1.5 * 2 / (2 + 1).
// RUN: relax-interp %t.adam.mlir --function=optimizer --input=1xf64=3 --input=f64=1 --input=1xf64=2 --input=f64=0 --input=i64=1 --input=f64=0.5 --input=f64=0.5 --input=1xf64=1 --input=f64=0 --input=1xf64=2 --input=f64=0 --expected_output=1xf64=2 --expected_output=f64=1 --expected_output=i64=2 --expected_output=f64=0.25 --expected_output=f64=0.25 --expected_output=1xf64=1.5 --expected_output=f64=0 --expected_output=1xf64=3 --expected_output=f64=0
// RUN: relax-interp %t.adam.mlir --function=optimizer_init --input=1xf64=3 --input=f64=1 --expected_output=i64=0 --expected_output=f64=1 --expected_output=f64=1 --expected_output=1xf64=0 --expected_output=f64=0 --expected_output=1xf64=0 --expected_output=f64=0
// RUN: not relax-opt %s '--relax-append-optimizer=func-name=sized optimizer=lion' 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: error: expected the optimizer sgd, momentum-sgd or adam, found "lion"
// RUN: not relax-opt %s '--relax-append-optimizer=func-name=empty' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: 'relax.func' op expected parameters to train, found none behind the inputs that 'num_input' counts; choose them with 'params'
// RUN: %same-results=relax-append-optimizer

// What is behind the inputs is trained; of sgd only the steps are a state.
// CHECK-LABEL: relax.func @main(
// CHECK-LABEL: relax.func @optimizer(
// CHECK-SAME: tuple<tensor<2xf32>, tensor<1x2xf32>> {relax.name = "params"}, %{{.*}}: tuple<tensor<2xf32>, tensor<1x2xf32>> {relax.name = "gradients"}, %{{.*}}: tuple<tensor<i64>> {relax.name = "optim_states"})
// CHECK-SAME: -> (tuple<tensor<2xf32>, tensor<1x2xf32>>, tuple<tensor<i64>>)
// CHECK: relax.dataflow
// CHECK: relax.subtract
// CHECK: relax.subtract
// CHECK-NOT: relax.subtract
// CHECK-LABEL: relax.func @optimizer_init(
// CHECK-NOT: relax.func @optimizer
// MOMENTUM-LABEL: relax.func @step(
// MOMENTUM-SAME: tuple<tensor<2xf32>> {{.*}}, %{{.*}}: tuple<tensor<2xf32>> {{.*}}, %{{.*}}: tuple<tensor<i64>, tensor<2xf32>>
// MOMENTUM-LABEL: relax.func @step_init(
relax.func @main(%x: tensor<2xf32>, %w: tensor<2xf32>, %v: tensor<1x2xf32>) -> tensor<1x2xf32> attributes {num_input = 1 : i64} {
  %0 = relax.add %x, %w : tensor<2xf32>
  %1 = relax.add %0, %v : (tensor<2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  relax.return %1 : tensor<1x2xf32>
}

// Sizes that are symbols, a private function that does nothing, and no inputs.
// ADAM-LABEL: relax.func private @optimizer(
// ADAM-SAME: tuple<tensor<?xf64, #relax.dims<[n]>>, tensor<f64>>
// ADAM-SAME: -> (tuple<tensor<?xf64, #relax.dims<[n]>>, tensor<f64>>, tuple<tensor<i64>, tensor<f64>, tensor<f64>, tensor<?xf64, #relax.dims<[n]>>, tensor<f64>, tensor<?xf64, #relax.dims<[n]>>, tensor<f64>>)
// ADAM-LABEL: relax.func private @optimizer_init(
// ADAM: relax.zeros_like {{.*}} -> tensor<?xf64, #relax.dims<[n]>>
relax.func private @sized(%w: tensor<?xf64, #relax.dims<[n]>>, %v: tensor<f64>) {
  relax.return
}

relax.func @empty() {
  relax.return
}
