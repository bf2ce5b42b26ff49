// The types of elementwise ops: one where all are equal, else a function type.
// RUN: relax-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @short
relax.func @short(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[n, 4]>>) {
  // CHECK-NEXT: {{.*}} = relax.exp %{{.*}} : tensor<?x4xf32, #relax.dims<[n, 4]>>{{$}}
  %0 = relax.exp %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  // CHECK-NEXT: {{.*}} = relax.clip %{{.*}} {max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : tensor<?x4xf32, #relax.dims<[n, 4]>>{{$}}
  %1 = relax.clip %0 {max = 6.0, min = 0.0} : tensor<?x4xf32, #relax.dims<[n, 4]>>
  // CHECK-NEXT: {{.*}} = relax.nn.softmax %{{.*}} : tensor<?x4xf32, #relax.dims<[n, 4]>>{{$}}
  %2 = relax.nn.softmax %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  // CHECK-NEXT: {{.*}} = relax.add %{{.*}}, %{{.*}} : tensor<?x4xf32, #relax.dims<[n, 4]>>{{$}}
  %3 = relax.add %2, %y : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return
}

// CHECK-LABEL: @long
relax.func @long(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) {
  // CHECK-NEXT: {{.*}} = relax.exp %{{.*}} : tensor<4xf32>{{$}}
  %0 = relax.exp %y : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: {{.*}} = relax.exp %{{.*}} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  %1 = relax.exp %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<*xf32>
  // CHECK-NEXT: {{.*}} = relax.add %{{.*}}, %{{.*}} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  // CHECK-NEXT: {{.*}} = relax.less %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = relax.less %y, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  relax.return
}

// -----

relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{expected the type that all operands and the result have, or 2 operand type(s) and one result type, found '(tensor<4xf32>) -> tensor<4xf32>'}}
  %0 = relax.add %x, %x : (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{expected the type that all operands and the result have, or 1 operand type(s) and one result type, found '(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)'}}
  %0 = relax.exp %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  relax.return
}
