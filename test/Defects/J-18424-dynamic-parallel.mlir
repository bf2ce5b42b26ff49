// Loops over sizes that are known at run time only run in parallel.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=1000x3xf32=2 --quiet | FileCheck %s --allow-empty
// RUN: relax-run %t.so --function=main --input=1x3xf32=2 | FileCheck %s --check-prefix=ONE
// RUN: relax-run %t.so --function=main --input=0x3xf32 | FileCheck %s --check-prefix=NONE

// CHECK-NOT: error
// ONE: f32[1, 3] = {{\[}}[4, 4, 4]]
// NONE: f32[0, 3] = []
relax.func @main(%x: tensor<?x3xf32, #relax.dims<[n, 3]>>) -> tensor<?x3xf32, #relax.dims<[n, 3]>> {
  %0 = relax.add %x, %x : tensor<?x3xf32, #relax.dims<[n, 3]>>
  relax.return %0 : tensor<?x3xf32, #relax.dims<[n, 3]>>
}
