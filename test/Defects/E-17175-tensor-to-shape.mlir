// relax.tensor_to_shape and relax.shape_of run.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=6xf32=1 --input=2xi64=2,3 | FileCheck %s

// CHECK: f32[2, 3] = {{\[}}[1, 1, 1], [1, 1, 1]]
relax.func @main(%x: tensor<6xf32>, %t: tensor<2xi64>) -> tensor<?x?xf32, #relax.dims<[a, b]>> {
  %s = relax.tensor_to_shape %t : tensor<2xi64> -> !relax.shape<rank 2>
  %m = relax.match_cast %s : !relax.shape<rank 2> to !relax.shape<[a, b]>
  %0 = relax.reshape %x, %m : (tensor<6xf32>, !relax.shape<[a, b]>) -> tensor<?x?xf32, #relax.dims<[a, b]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[a, b]>>
}
