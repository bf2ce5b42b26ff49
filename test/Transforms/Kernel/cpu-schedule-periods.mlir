// The rest of an index by a size becomes an iterator of its own, along which
// vectors go.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' --mlir-print-local-scope | FileCheck %s
// RUN: relax-interp %t.program --before-after='tir-default-cpu-schedule{vector-bits=256}'
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' > /dev/null
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter --mlir-print-local-scope | FileCheck %s

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
