// Running sums and products: the threads of a block scan a tile of a row, then the
// next one.
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --tir-default-gpu-schedule | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,tir-default-gpu-schedule --tolerance=1e-5
// RUN: relax-opt %s --relax-legalize-ops > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=file=%t.schedule' | diff - %t.program
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-gpu-schedule' | diff - %t.script

// Some neighbours a thread, joined one by one, which it loads and stores as a
// vector; what the threads of a warp have by shuffles; a block has
// several short rows.
// CHECK-LABEL: tir.func private @cumsum(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c99{{.*}} {
// CHECK:         memref.alloc() : memref<2x128xf32, #gpu.address_space<workgroup>>
// CHECK:         tir.for thread_binding "threadIdx.y" %{{.*}} = %c0{{.*}} to %c2{{.*}} {
// CHECK:           tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c64
// CHECK:             tir.for vectorized %{{.*}} = %c0{{.*}} to %c2
// CHECK:               memref.load %{{.*}} : memref<198x70xf32>
// CHECK:           gpu.shuffle up
// CHECK:           arith.addf
// CHECK:             tir.for vectorized %{{.*}} = %c0{{.*}} to %c2
// CHECK:               memref.store %{{.*}} : memref<198x70xf32>
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @rows(%x: tensor<198x70xf32>) -> tensor<198x70xf32> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<198x70xf32>) -> tensor<198x70xf32>
  relax.return %0 : tensor<198x70xf32>
}

// An element itself does not count; more than a tile, which the next one begins
// with.
// CHECK-LABEL: tir.func private @cumprod(
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c3{{.*}} {
// CHECK:         memref.alloc() : memref<1x1792xi32, #gpu.address_space<workgroup>>
// CHECK:         tir.for %{{.*}} = %c0{{.*}} to %c2{{.*}} {
// CHECK:           gpu.shuffle up
// CHECK:           arith.muli
// CHECK:       tir.return
relax.func @long(%x: tensor<3x2000xi32>) -> tensor<3x2000xi32> {
  %0 = relax.cumprod %x {axis = 1 : i64, exclusive = true} : (tensor<3x2000xi32>) -> tensor<3x2000xi32>
  relax.return %0 : tensor<3x2000xi32>
}

// All elements, of unknown numbers: each piece, then what all before it give;
// nothing is done for pieces behind the end.
// CHECK-LABEL: tir.func private @cumsum_0(
// CHECK:       %[[TOTALS:.*]] = memref.alloc() : memref<1x256xf32>
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c256{{.*}} {
// CHECK:         %[[BEGIN:.*]] = arith.minui %{{.*}}, %[[LENGTH:.*]] : index
// CHECK:         %[[REST:.*]] = arith.subi %[[LENGTH]], %[[BEGIN]]
// CHECK:         arith.minui %[[REST]]
// CHECK:         gpu.shuffle up
// CHECK:         memref.store %{{.*}}, %[[TOTALS]]
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c256{{.*}} {
// CHECK:         arith.minui
// CHECK:         %[[BEFORE:.*]] = arith.select %{{.*}}, %c0{{.*}}, %{{.*}} : index
// CHECK:         tir.for %{{.*}} = %c0{{.*}} to %[[BEFORE]] {
// CHECK:           memref.load %[[TOTALS]]
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @flat(%x: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>> {
  %0 = relax.cumsum %x : (tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?xf32, #relax.dims<[n * m]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n * m]>>
}

// A few long rows, in pieces that do not come out even.
// CHECK-LABEL: tir.func private @cumprod_1(
// CHECK:       memref.alloc() : memref<2x4xi32>
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c8{{.*}} {
// CHECK:         tir.for %{{.*}} = %c0{{.*}} to %c5
// CHECK:       blockIdx
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @few(%x: tensor<2x33001xi32>) -> tensor<2x33001xi32> {
  %0 = relax.cumprod %x {axis = 1 : i64, exclusive = true} : (tensor<2x33001xi32>) -> tensor<2x33001xi32>
  relax.return %0 : tensor<2x33001xi32>
}

// A few rows that are no neighbours in memory, in another type.
// CHECK-LABEL: tir.func private @cumsum_2(
// CHECK:       gpu.shuffle up {{.*}} : i64
relax.func @across(%x: tensor<70x3xi8>) -> tensor<70x3xi64> {
  %0 = relax.cumsum %x {axis = 0 : i64, dtype = i64} : (tensor<70x3xi8>) -> tensor<70x3xi64>
  relax.return %0 : tensor<70x3xi64>
}

// Truth: whether one so far is true.
// CHECK-LABEL: tir.func private @cumsum_3(
// CHECK:       gpu.shuffle up {{.*}} : i1
// CHECK:       arith.ori
relax.func @truth(%x: tensor<2x40xi1>) -> tensor<2x40xi1> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<2x40xi1>) -> tensor<2x40xi1>
  relax.return %0 : tensor<2x40xi1>
}

// No element, or no row.
// CHECK-LABEL: tir.func private @cumsum_4(
// CHECK:       blockIdx
// CHECK-LABEL: tir.func private @cumsum_5(
// CHECK:       blockIdx
relax.func @no_element(%x: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<3x0xf32>) -> tensor<3x0xf32>
  relax.return %0 : tensor<3x0xf32>
}
relax.func @no_row(%x: tensor<0x40xf32>) -> tensor<0x40xf32> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<0x40xf32>) -> tensor<0x40xf32>
  relax.return %0 : tensor<0x40xf32>
}

// Few elements, and many rows side by side: a thread a row.
// CHECK-LABEL: tir.func private @cumsum_6(
// CHECK-NOT:   gpu.shuffle
// CHECK-LABEL: tir.func private @cumsum_7(
// CHECK-NOT:   gpu.shuffle
relax.func @short(%x: tensor<40x12xf32>) -> tensor<40x12xf32> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<40x12xf32>) -> tensor<40x12xf32>
  relax.return %0 : tensor<40x12xf32>
}
relax.func @many(%x: tensor<20x2100xf32>) -> tensor<20x2100xf32> {
  %0 = relax.cumsum %x {axis = 0 : i64} : (tensor<20x2100xf32>) -> tensor<20x2100xf32>
  relax.return %0 : tensor<20x2100xf32>
}

// Pieces of vectors: what the pieces before give is joined with these as well.
// CHECK-LABEL: tir.func private @cumsum_8(
// CHECK:         memref.alloc() : memref<1x1024xi32, #gpu.address_space<workgroup>>
// CHECK:         tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK:         tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
// CHECK:       blockIdx
// CHECK:         tir.for vectorized %{{.*}} = %c0{{.*}} to %c4
relax.func @pieces(%x: tensor<1x33000xi32>) -> tensor<1x33000xi32> {
  %0 = relax.cumsum %x {axis = 1 : i64} : (tensor<1x33000xi32>) -> tensor<1x33000xi32>
  relax.return %0 : tensor<1x33000xi32>
}
