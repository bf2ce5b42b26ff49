// What is computed of elements along another axis reads tiles that are
// transposed in registers.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %t --before-after='tir-default-cpu-schedule{vector-bits=256}'
// RUN: relax-interp %t --before-after='tir-default-cpu-schedule{vector-bits=512}'

// Two that lie across have no tile.
// CHECK-LABEL: tir.func private @across(
// CHECK-NOT: vector.shuffle
// CHECK: tir.return
tir.func private @across(%x: memref<16x32xf32>, %y: memref<16x32xf32>, %z: memref<32x16xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  tir.for %i = %c0 to %c32 {
    tir.for %j = %c0 to %c16 {
      tir.block "sum" iters(%vi : spatial = %i in %c32, %vj : spatial = %j in %c16) reads(%x, %y : memref<16x32xf32>, memref<16x32xf32>) writes(%z : memref<32x16xf32>) {
        %0 = memref.load %x[%vj, %vi] : memref<16x32xf32>
        %1 = memref.load %y[%vj, %vi] : memref<16x32xf32>
        %2 = arith.addf %0, %1 : f32
        memref.store %2, %z[%vi, %vj] : memref<32x16xf32>
      }
    }
  }
  tir.return
}
relax.func @sum(%x: tensor<16x32xf32>, %y: tensor<16x32xf32>) -> tensor<32x16xf32> {
  %0 = relax.call_tir @across(%x, %y) : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<32x16xf32>
  relax.return %0 : tensor<32x16xf32>
}

// CHECK-LABEL: tir.func private @fused_permute_dims_exp_add(
// CHECK-COUNT-24: vector.shuffle
// CHECK: %[[TILE:.*]] = memref.alloc() : memref<8x8xf32>
// CHECK-COUNT-8: vector.store %{{.*}}, %[[TILE]]
// CHECK: tir.for %[[ROW:.*]] =
// CHECK: tir.for vectorized %[[LANE:.*]] =
// CHECK: memref.load %[[TILE]][%[[ROW]], %[[LANE]]]
// CHECK: math.exp
relax.func @computed(%x: tensor<20x33xf32>, %y: tensor<33x20xf32>) -> tensor<33x20xf32> {
  %r = relax.dataflow -> tensor<33x20xf32> {
    %0 = relax.permute_dims %x : (tensor<20x33xf32>) -> tensor<33x20xf32>
    %1 = relax.exp %0 : tensor<33x20xf32>
    %2 = relax.add %1, %y : (tensor<33x20xf32>, tensor<33x20xf32>) -> tensor<33x20xf32>
    relax.output %2 : tensor<33x20xf32>
  }
  relax.return %r : tensor<33x20xf32>
}

// Of unknown sizes, and to elements of another width.
// CHECK-LABEL: tir.func private @fused_permute_dims_0_astype(
// CHECK: vector.shuffle
// CHECK: memref.alloc() : memref<{{.*}}xf32>
relax.func @narrow(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf16, #relax.dims<[m, n]>> {
  %r = relax.dataflow -> tensor<?x?xf16, #relax.dims<[m, n]>> {
    %0 = relax.permute_dims %x : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[m, n]>>
    %1 = relax.astype %0 {dtype = f16} : (tensor<?x?xf32, #relax.dims<[m, n]>>) -> tensor<?x?xf16, #relax.dims<[m, n]>>
    relax.output %1 : tensor<?x?xf16, #relax.dims<[m, n]>>
  }
  relax.return %r : tensor<?x?xf16, #relax.dims<[m, n]>>
}
