// The rest of an index by a size becomes an iterator of its own, along which
// vectors go.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}'
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s

// An op that uses quotient and whole index.
// CHECK-LABEL: tir.func private @both(
// CHECK: tir.for %[[PERIOD:.*]] = %{{.*}} to %c3
// CHECK: %[[START:.*]] = arith.muli %[[PERIOD]], %c16
// CHECK: %[[PLACE:.*]] = arith.addi %[[START]], %{{.*}}
// CHECK: memref.load %arg1[%[[PERIOD]], %[[PLACE]]]
tir.func private @both(%x: memref<16xf32>, %z: memref<3x48xf32>, %y: memref<48xf32>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  tir.for %i = %c0 to %c48 {
    tir.block "both" iters(%vi : spatial = %i in %c48) reads(%x, %z : memref<16xf32>, memref<3x48xf32>) writes(%y : memref<48xf32>) {
      %c16 = arith.constant 16 : index
      %rest = arith.remui %vi, %c16 : index
      %quotient = arith.divui %vi, %c16 : index
      %0 = memref.load %x[%rest] : memref<16xf32>
      %1 = memref.load %z[%quotient, %vi] : memref<3x48xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %y[%vi] : memref<48xf32>
    }
  }
  tir.return
}
relax.func @uses_both(%x: tensor<16xf32>, %z: tensor<3x48xf32>) -> tensor<48xf32> {
  %0 = relax.call_tir @both(%x, %z) : (tensor<16xf32>, tensor<3x48xf32>) -> tensor<48xf32>
  relax.return %0 : tensor<48xf32>
}

// CHECK-LABEL: tir.func private @tile(
// CHECK: tir.for %[[PERIOD:.*]] = %{{.*}} to %c3
// CHECK: tir.for vectorized %[[LANE:.*]] = {{.*}} to %c8
// CHECK: %[[REST:.*]] = arith.addi %{{.*}}, %[[LANE]]
// CHECK: %[[START:.*]] = arith.muli %[[PERIOD]], %c16
// CHECK: %[[PLACE:.*]] = arith.addi %[[START]], %[[REST]]
// CHECK: memref.load %arg0[%{{.*}}, %[[REST]]]
// CHECK: memref.store %{{.*}}, %arg1[%{{.*}}, %[[PLACE]]]
relax.func @rows(%x: tensor<6x16xf32>) -> tensor<12x48xf32> {
  %0 = relax.tile %x {repeats = array<i64: 2, 3>} : (tensor<6x16xf32>) -> tensor<12x48xf32>
  relax.return %0 : tensor<12x48xf32>
}

// A period that is shorter than a vector stays.
// CHECK-LABEL: tir.func private @tile_0(
// CHECK: arith.rem
// CHECK: tir.return
relax.func @short(%x: tensor<6x4xf32>) -> tensor<6x16xf32> {
  %0 = relax.tile %x {repeats = array<i64: 1, 4>} : (tensor<6x4xf32>) -> tensor<6x16xf32>
  relax.return %0 : tensor<6x16xf32>
}

// One of a number that is not known as well.
// CHECK-LABEL: tir.func private @tile_1(
// CHECK: arith.rem
// CHECK: tir.return
relax.func @unknown(%x: tensor<6x?xf32, #relax.dims<[6, n]>>) -> tensor<6x?xf32, #relax.dims<[6, n * 4]>> {
  %0 = relax.tile %x {repeats = array<i64: 1, 4>} : (tensor<6x?xf32, #relax.dims<[6, n]>>) -> tensor<6x?xf32, #relax.dims<[6, n * 4]>>
  relax.return %0 : tensor<6x?xf32, #relax.dims<[6, n * 4]>>
}

// With what is computed of it, which uses the whole index, too; the last vector
// of a period starts earlier.
// CHECK-LABEL: tir.func private @fused_tile_2_add(
// CHECK: tir.for vectorized %{{.*}} to %c8
// CHECK-NOT: arith.rem
// CHECK: tir.return
relax.func @fused(%x: tensor<21xf32>, %y: tensor<5x63xf32>) -> tensor<5x63xf32> {
  %2 = relax.dataflow -> tensor<5x63xf32> {
    %0 = relax.tile %x {repeats = array<i64: 5, 3>} : (tensor<21xf32>) -> tensor<5x63xf32>
    %1 = relax.add %0, %y : tensor<5x63xf32>
    relax.output %1 : tensor<5x63xf32>
  }
  relax.return %2 : tensor<5x63xf32>
}
