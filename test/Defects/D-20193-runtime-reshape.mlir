// Folding leaves alone a reshape whose target is known at run time only.
// RUN: relax-opt %s -relax-graph-stage | FileCheck %s
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=2x6xf32=1 | FileCheck %s --check-prefix=RESULT

// CHECK: relax.reshape
// RESULT: f32[4, 3] = {{\[}}[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]]
relax.func @main(%x: tensor<?x6xf32, #relax.dims<[n, 6]>>) -> tensor<?x3xf32, #relax.dims<[n * 2, 3]>> {
  %s = relax.shape [n * 2, 3] : !relax.shape<[n * 2, 3]>
  %0 = relax.reshape %x, %s : (tensor<?x6xf32, #relax.dims<[n, 6]>>, !relax.shape<[n * 2, 3]>) -> tensor<?x3xf32, #relax.dims<[n * 2, 3]>>
  relax.return %0 : tensor<?x3xf32, #relax.dims<[n * 2, 3]>>
}
