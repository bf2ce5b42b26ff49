// Private functions that nobody calls break no build, whatever they are of:
// they go before anything is lowered. What public functions call stays.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=4xf32=1.5 --output=- | FileCheck %s --check-prefix=VALUE
// RUN: relax-compile %s --target=sm_90 -o %t.ll
// RUN: relax-compile %s -o - --emit=mlir --stop-at=graph | FileCheck %s --implicit-check-not=spread --implicit-check-not=complex --implicit-check-not=caller
// RUN: relax-compile %s -o - --emit=mlir --stop-at=link | FileCheck %s --check-prefix=LINKED --implicit-check-not=@library

// VALUE: output 0: f32[4] = [3, 3, 3, 3]

// CHECK: relax.func private @reached
// CHECK: tir.func @library
// CHECK: relax.func @main
// CHECK: relax.func @second
// LINKED: relax.func private @reached
// LINKED: relax.func @main
// LINKED: relax.func @second

// A mesh of two axes, on which nothing is exchanged yet.
relax.device_mesh @mesh [2, 2]
relax.func private @spread(%x: !relax.dtensor<tensor<8xf32>, @mesh, [S[0], R]>) -> !relax.dtensor<tensor<8xf32>, @mesh, [R, R]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8xf32>, @mesh, [S[0], R]> to !relax.dtensor<tensor<8xf32>, @mesh, [R, R]>
  relax.return %0 : !relax.dtensor<tensor<8xf32>, @mesh, [R, R]>
}

// Complex numbers have no storage here.
tir.func private @complex(%x: memref<4xcomplex<f32>>, %y: memref<4xcomplex<f32>>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xcomplex<f32>> to memref<4xcomplex<f32>>
  tir.return
}
relax.func private @caller(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = relax.call_tir @complex(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  relax.return %0 : tensor<4xcomplex<f32>>
}

// One that calls itself is as dead.
relax.func private @spread_again(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = relax.call @spread_again(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  relax.return %0 : tensor<4xcomplex<f32>>
}

relax.func private @reached(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// Public tensor programs stay until the link stage.
tir.func @library(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.call @reached(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

relax.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
