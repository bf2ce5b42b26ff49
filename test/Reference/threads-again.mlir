// A constant outlives a run; what threads of one run did to it is nothing to those of the next.
// RUN: relax-interp %s --before-after=canonicalize | FileCheck %s
// CHECK: same: @many on 4 kinds of inputs
// CHECK: same: @few on 4 kinds of inputs
tir.func private @turn(%x: memref<5x3xf32>, %y: memref<5x3xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c5 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c3 {
      %row = memref.alloc() : memref<3xf32, #gpu.address_space<workgroup>>
      %0 = memref.load %x[%b, %t] : memref<5x3xf32>
      memref.store %0, %row[%t] : memref<3xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %1 = arith.subi %c2, %t : index
      %2 = memref.load %row[%1] : memref<3xf32, #gpu.address_space<workgroup>>
      memref.store %2, %y[%b, %t] : memref<5x3xf32>
    }
  }
  tir.return
}
relax.func @many() -> (tensor<5x3xf32>, tensor<5x3xf32>) {
  %0 = relax.constant dense<1.0> : tensor<5x3xf32>
  %1 = relax.call_tir @turn(%0) : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %2 = relax.call_tir @turn(%0) : (tensor<5x3xf32>) -> tensor<5x3xf32>
  relax.return %1, %2 : tensor<5x3xf32>, tensor<5x3xf32>
}
relax.func @few() -> tensor<5x3xf32> {
  %0 = relax.constant dense<1.0> : tensor<5x3xf32>
  %1 = relax.call_tir @turn(%0) : (tensor<5x3xf32>) -> tensor<5x3xf32>
  relax.return %1 : tensor<5x3xf32>
}
