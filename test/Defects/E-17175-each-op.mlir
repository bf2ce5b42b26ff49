// Each op of the report has its way: lowered, made precise, or one error.
// RUN: relax-opt %s -split-input-file -relax-legalize-ops -verify-diagnostics | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-infer-types | FileCheck %s --check-prefix=INFER

// How many dimensions the shape has is known only when it runs: inference keeps
// what is declared, code generation asks.
// CHECK-LABEL: @tensor_to_shape
// CHECK: relax.tensor_to_shape
// INFER-LABEL: @tensor_to_shape
// INFER: relax.tensor_to_shape {{.*}} -> !relax.shape<rank 3>
relax.func @tensor_to_shape(%x: tensor<?xi64>, %y: tensor<3xi64>) -> (!relax.shape<rank 2>, !relax.shape<rank 3>) {
  %0 = relax.tensor_to_shape %x : tensor<?xi64> -> !relax.shape<rank 2>
  %1 = relax.tensor_to_shape %y : tensor<3xi64> -> !relax.shape<rank 3>
  relax.return %0, %1 : !relax.shape<rank 2>, !relax.shape<rank 3>
}

// -----

// CHECK-LABEL: @shape_of
// CHECK: relax.shape_of
// INFER-LABEL: @shape_of
// INFER: relax.shape_of {{.*}} -> !relax.shape<[n, 4]>
relax.func @shape_of(%x: tensor<*x!relax.unknown>, %y: tensor<?x4x!relax.unknown, #relax.dims<[n, 4]>>) -> (!relax.shape<rank 2>, !relax.shape<rank 2>) {
  %0 = relax.shape_of %x : tensor<*x!relax.unknown> -> !relax.shape<rank 2>
  %1 = relax.shape_of %y : tensor<?x4x!relax.unknown, #relax.dims<[n, 4]>> -> !relax.shape<rank 2>
  relax.return %0, %1 : !relax.shape<rank 2>, !relax.shape<rank 2>
}

// -----

// The gradient is of no use any more: a plain call.
// CHECK-LABEL: relax.func @call_tir_with_grad
// CHECK: relax.call_tir @k(%arg0)
// CHECK-NOT: with_grad
tir.func private @k(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1} {
  tir.return
}
relax.func @call_tir_with_grad(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call_tir_with_grad @k(%x) {te_grad_name = "g"} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @wrap_param
// CHECK-NEXT: relax.call_tir @astype
// INFER-LABEL: @wrap_param
// INFER: relax.wrap_param {{.*}} -> tensor<4xf16>
relax.func @wrap_param(%x: tensor<4xf32>) -> tensor<*xf16> {
  %0 = relax.wrap_param %x {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  relax.return %0 : tensor<4xf16>
}

// -----

relax.func @unknown_param(%x: tensor<*x!relax.unknown>) {
  // expected-error @below {{cannot become a tensor program: operand #0 is 'tensor<*x!relax.unknown>'; its rank is unknown; name the shape with 'relax.match_cast'}}
  %0 = relax.wrap_param %x {dtype = f32} : (tensor<*x!relax.unknown>) -> tensor<*xf32>
  relax.return
}

// -----

// CHECK-LABEL: @stop_lift_params
// CHECK-NEXT: relax.return %arg0
relax.func @stop_lift_params(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.builtin.stop_lift_params %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// A hint stays for relax-realize-vdevice or host code, whatever is known of its
// tensor.
// CHECK-LABEL: @hint_on_device
// CHECK: relax.hint_on_device
relax.func @hint_on_device(%x: tensor<*x!relax.unknown>) {
  %0 = relax.hint_on_device %x on <"llvm", 0> : tensor<*x!relax.unknown>
  relax.return
}

// -----

relax.func @ewise_fma(%x: tensor<*x!relax.unknown>) {
  // expected-error @below {{'relax.ewise_fma' op cannot become a tensor program: operand #0 is 'tensor<*x!relax.unknown>'; its rank is unknown}}
  %0 = relax.ewise_fma %x, %x, %x : (tensor<*x!relax.unknown>, tensor<*x!relax.unknown>, tensor<*x!relax.unknown>) -> tensor<*x!relax.unknown>
  relax.return
}

// -----

relax.func @permute_dims(%x: tensor<2x3x!relax.unknown>) {
  // expected-error @below {{operand #0 is 'tensor<2x3x!relax.unknown>'; its dtype is unknown; name it with 'relax.match_cast'}}
  %0 = relax.permute_dims %x : (tensor<2x3x!relax.unknown>) -> tensor<3x2x!relax.unknown>
  relax.return
}

// -----

// INFER-LABEL: @add
// INFER: relax.match_cast
// INFER: relax.add {{.*}}: tensor<?x4xf32, #relax.dims<[n, 4]>>
relax.func @add(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<?x4xf32, #relax.dims<[m, 4]>>, %z: tensor<*xf32>) {
  // expected-error @below {{result #0 is 'tensor<?x4xf32>'; dimension 0 is unknown; name it with 'relax.match_cast'}}
  %0 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<?x4xf32>
  // expected-error @below {{operand #0 is 'tensor<*xf32>'; its rank is unknown}}
  %1 = relax.add %z, %y : (tensor<*xf32>, tensor<?x4xf32, #relax.dims<[m, 4]>>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @multiply(%x: tensor<4x!relax.unknown>) {
  // expected-error @below {{operand #0 is 'tensor<4x!relax.unknown>'; its dtype is unknown}}
  %0 = relax.multiply %x, %x : tensor<4x!relax.unknown>
  relax.return
}

// -----

// INFER-LABEL: @conv2d
// INFER: relax.nn.conv2d {{.*}} -> tensor<1x8x6x6xf32>
relax.func @conv2d(%x: tensor<1x3x8x8xf32>, %w: tensor<8x3x3x3xf32>, %u: tensor<*xf32>, %v: tensor<1x3x8x8x!relax.unknown>) {
  // expected-error @below {{result #0 is 'tensor<*xf32>'; its rank is unknown}}
  %0 = relax.nn.conv2d %x, %w : (tensor<1x3x8x8xf32>, tensor<8x3x3x3xf32>) -> tensor<*xf32>
  // expected-error @below {{operand #0 is 'tensor<*xf32>'; its rank is unknown}}
  %1 = relax.nn.conv2d %u, %w : (tensor<*xf32>, tensor<8x3x3x3xf32>) -> tensor<*xf32>
  // expected-error @below {{operand #0 is 'tensor<1x3x8x8x!relax.unknown>'; its dtype is unknown}}
  %2 = relax.nn.conv2d %v, %w : (tensor<1x3x8x8x!relax.unknown>, tensor<8x3x3x3xf32>) -> tensor<1x8x6x6xf32>
  relax.return
}
