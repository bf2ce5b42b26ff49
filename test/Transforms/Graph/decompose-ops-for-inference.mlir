// RUN: relax-opt %s --relax-decompose-ops-for-inference | FileCheck %s
// RUN: relax-opt %s --relax-decompose-ops-for-inference --relax-decompose-ops-for-inference | FileCheck %s
// RUN: relax-opt %s --relax-decompose-ops-for-inference=ignore-training | FileCheck %s --check-prefix=IGNORE
// RUN: %same-results=relax-decompose-ops-for-inference --tolerance=1e-5

// CHECK-LABEL: @constant
// CHECK: relax.multiply
// CHECK: relax.add
// CHECK-NOT: batch_norm
relax.func @constant(%x: tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>>) -> tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>> {
  %g = relax.constant dense<2.0> : tensor<2xf32>
  %b = relax.constant dense<1.0> : tensor<2xf32>
  %m = relax.constant dense<0.0> : tensor<2xf32>
  %v = relax.constant dense<1.0> : tensor<2xf32>
  %0:3 = relax.nn.batch_norm %x, %g, %b, %m, %v {axis = 1 : i64} : (tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>>, tensor<2xf32>, tensor<2xf32>)
  relax.return %0#0 : tensor<?x2x4x4xf32, #relax.dims<[n, 2, 4, 4]>>
}

// Statistics that are parameters stay.
// CHECK-LABEL: @parameters
// CHECK: relax.nn.batch_norm
relax.func @parameters(%x: tensor<1x2x4x4xf32>, %p: tensor<2xf32>) -> tensor<1x2x4x4xf32> {
  %0:3 = relax.nn.batch_norm %x, %p, %p, %p, %p {axis = 1 : i64} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
  relax.return %0#0 : tensor<1x2x4x4xf32>
}

// What trains stays, unless it shall not train: TVM's pass does not ask.
// CHECK-LABEL: @training
// CHECK: relax.nn.batch_norm {{.*}}training
// IGNORE-LABEL: @training
// IGNORE-NOT: training
// IGNORE: relax.return
relax.func @training(%x: tensor<1x2x4x4xf32>, %p: tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>) {
  %0:3 = relax.nn.batch_norm %x, %p, %p, %p, %p {axis = 1 : i64, training = true} : (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>)
  relax.return %0#0, %0#1 : tensor<1x2x4x4xf32>, tensor<2xf32>
}

// CHECK-LABEL: @dropout
// CHECK: relax.return %arg0
relax.func private @dropout(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = relax.nn.dropout %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return %0#0 : tensor<4xf32>
}

// CHECK-LABEL: @empty
relax.func private @empty() {
  relax.return
}
