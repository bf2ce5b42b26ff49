// linalg on buffers of a tensor program: loops and blocks in its place.
// RUN: relax-opt %s --convert-linalg-to-tir | FileCheck %s
// RUN: relax-opt %s --convert-linalg-to-tir > %t.mlir
// RUN: relax-opt %t.mlir --convert-linalg-to-tir | diff %t.mlir -
// RUN: relax-compile %s -o %t.so -O0
// RUN: relax-run %t.so --function=main --input=4x8xf32=1 --input=8x4xf32=2 --output=- | FileCheck %s --check-prefix=RESULT
// RUN: relax-interp %s --function=main --input=4x8xf32=1 --input=8x4xf32=2 --output=- | FileCheck %s --check-prefix=RESULT
// RESULT: 16

// A fill right before a reduction is its start.
// CHECK-LABEL: tir.func private @mm
// CHECK-NOT: "fill"
// CHECK: tir.block "matmul"
// CHECK-NEXT: tir.init
tir.func private @mm(%x: memref<4x8xf32>, %y: memref<8x4xf32>, %o: memref<4x4xf32>) attributes {num_inputs = 2} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%o : memref<4x4xf32>)
  linalg.matmul ins(%x, %y : memref<4x8xf32>, memref<8x4xf32>) outs(%o : memref<4x4xf32>)
  tir.return
}

// No fill right before: what the buffer holds is added to.
// CHECK-LABEL: tir.func private @onto
// CHECK: memref.dim %arg0
// CHECK: memref.dim %arg1
// CHECK: tir.block "matmul" {{.*}} reads(%arg0, %arg1, %arg2 :
// CHECK-NOT: tir.init
tir.func private @onto(%x: memref<?x8xf32>, %y: memref<8x?xf32>, %o: memref<?x?xf32>) attributes {num_inputs = 2} {
  linalg.matmul ins(%x, %y : memref<?x8xf32>, memref<8x?xf32>) outs(%o : memref<?x?xf32>)
  tir.return
}

// The buffer is read: the fill stays.
// CHECK-LABEL: tir.func private @read
// CHECK: tir.block "fill"
// CHECK: memref.copy
// CHECK: tir.block "dot"
// CHECK-NOT: tir.init
tir.func private @read(%x: memref<4xf32>, %o: memref<f32>) attributes {num_inputs = 1} {
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%o : memref<f32>)
  memref.copy %o, %m : memref<f32> to memref<f32>
  linalg.dot ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%o : memref<f32>)
  tir.return
}

// CHECK-LABEL: tir.func private @view
// CHECK: tir.for
// CHECK: %[[ROW:.*]] = memref.subview
// CHECK: tir.block "addf" {{.*}} reads(%arg0, %arg1 :
// CHECK: memref.load %[[ROW]]
tir.func private @view(%x: memref<4x8xf32>, %o: memref<8xf32>, %n: index) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %row = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (7 - d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%row : memref<8xf32, strided<[1], offset: ?>>) outs(%o : memref<8xf32>) {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    }
  }
  tir.return
}

relax.func @main(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = relax.call_tir @mm(%x, %y) : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  relax.return %0 : tensor<4x4xf32>
}
