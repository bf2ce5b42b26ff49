// Each type of number, on old and new chips.
// REQUIRES: ptxas
// RUN: relax-compile %s --target=sm_75 -o %t.ptx && %ptxas -arch=sm_75 %t.ptx -o %t.cubin
// RUN: relax-compile %s --target=sm_80 -o %t.ptx && %ptxas -arch=sm_80 %t.ptx -o %t.cubin
// RUN: relax-compile %s --target=sm_90 -o %t.ptx && %ptxas -arch=sm_90 %t.ptx -o %t.cubin
// RUN: relax-compile %s --target=sm_90a -o %t.ptx && %ptxas -arch=sm_90a %t.ptx -o %t.cubin
// RUN: relax-compile %s --target=sm_100 -o %t.ptx && %ptxas -arch=sm_100 %t.ptx -o %t.cubin
// RUN: FileCheck %s < %t.ptx

// CHECK: .target sm_100
// CHECK-DAG: .visible .entry fused_tanh_multiply
// CHECK-DAG: .visible .entry shared
// CHECK-DAG: .shared
// CHECK-DAG: bar.sync
relax.func @f16(%x: tensor<8xf16>, %y: tensor<8xf16>) -> tensor<8xf16> {
  %0 = relax.tanh %x : tensor<8xf16>
  %1 = relax.multiply %0, %y : tensor<8xf16>
  relax.return %1 : tensor<8xf16>
}
relax.func @bf16(%x: tensor<8xbf16>) -> tensor<8xbf16> {
  %0 = relax.erf %x : tensor<8xbf16>
  relax.return %0 : tensor<8xbf16>
}
relax.func @f64(%x: tensor<8xf64>) -> tensor<8xf64> {
  %0 = relax.log %x : tensor<8xf64>
  relax.return %0 : tensor<8xf64>
}
relax.func @math(%x: tensor<8xi8>, %y: tensor<8xf32>) -> (tensor<8xi8>, tensor<8xf32>, tensor<8xf32>) {
  %0 = relax.abs %x : tensor<8xi8>
  %1 = relax.trunc %y : tensor<8xf32>
  %2 = relax.sort %1 : (tensor<8xf32>) -> tensor<8xf32>
  relax.return %0, %1, %2 : tensor<8xi8>, tensor<8xf32>, tensor<8xf32>
}
relax.func @i8(%x: tensor<8xi8>, %y: tensor<8xi8>) -> tensor<8xi1> {
  %0 = relax.add %x, %y : tensor<8xi8>
  %1 = relax.less %0, %x : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi1>
  relax.return %1 : tensor<8xi1>
}
relax.func @i64(%x: tensor<8xi64>, %y: tensor<8xi64>) -> tensor<8xi64> {
  %0 = relax.floor_divide %x, %y : tensor<8xi64>
  relax.return %0 : tensor<8xi64>
}
relax.func @threads(%x: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %0 = relax.call_tir @shared(%x) : (tensor<2x4xi32>) -> tensor<2x4xi32>
  relax.return %0 : tensor<2x4xi32>
}
tir.func @shared(%x: memref<2x4xi32>, %y: memref<2x4xi32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c2 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      %m = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
      %2 = memref.load %x[%b, %t] : memref<2x4xi32>
      memref.store %2, %m[%t] : memref<4xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %3 = arith.subi %c3, %t : index
      %4 = memref.load %m[%3] : memref<4xi32, #gpu.address_space<workgroup>>
      memref.store %4, %y[%b, %t] : memref<2x4xi32>
    }
  }
  tir.return
}
