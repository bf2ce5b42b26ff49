// Sizes that a type declares, and operands cannot show, reach the code.
// RUN: relax-opt %s --relax-legalize-ops | FileCheck %s
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=loss --input=3x2xf32=2 --input=3x2xf32=1 --output=- | FileCheck %s --check-prefix=LOSS
// RUN: not relax-run %t.so --function=loss --input=2x2xf32=2 --input=3x2xf32=1 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// RUN: not relax-run %t.so --function=flatten --input=3x3xf32=2 --input=2xi64=3 2>&1 | FileCheck %s --check-prefix=LENGTH

// How many sizes the tensor has is compared where it is read.
// CHECK-LABEL: relax.func @flatten
// CHECK: relax.tensor_to_shape {{.*}} -> !relax.shape<rank 1>
// CHECK-NOT: match_cast
// LENGTH: the tensor of a shape: expected dim 0 to be 1, found 2
relax.func @flatten(%x: tensor<3x3xf32>, %sizes: tensor<?xi64, #relax.dims<[n]>>) -> tensor<?xf32> {
  %0 = relax.tensor_to_shape %sizes : tensor<?xi64, #relax.dims<[n]>> -> !relax.shape<rank 1>
  %1 = relax.reshape %x, %0 : (tensor<3x3xf32>, !relax.shape<rank 1>) -> tensor<?xf32>
  relax.return %1 : tensor<?xf32>
}

// Both operands have one shape, whatever its sizes are called.
// CHECK-LABEL: relax.func @loss
// CHECK: relax.match_cast %{{.*}} : tensor<3x?xf32, #relax.dims<[3, c]>> to tensor<?x?xf32, #relax.dims<[a, b]>>
// LOSS: -4
// DIFFERENT: sizes of relax.nn.cross_entropy_with_logits': expected dim 0 to be a = 2, found 3
relax.func @loss(%x: tensor<?x?xf32, #relax.dims<[a, b]>>, %y: tensor<3x?xf32, #relax.dims<[3, c]>>) -> tensor<f32> {
  %0 = relax.nn.cross_entropy_with_logits %x, %y : (tensor<?x?xf32, #relax.dims<[a, b]>>, tensor<3x?xf32, #relax.dims<[3, c]>>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}
