// What is multiplied by a vector of columns is converted in front of a
// reduction, not in its innermost loop.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=256 --tir-verify-well-formed --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule'
// RUN: FileCheck %s --check-prefix=SCRIPT --input-file=%t.schedule
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' | diff - %t.script
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-2 --dims=n=3
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-2 --dims=n=70

// One copy for three reads of one buffer.
// CHECK-LABEL: tir.func private @reads(
// CHECK: memref.alloc() : memref<40x40xf32>
// CHECK: arith.extf
// CHECK-NOT: arith.extf
// CHECK: tir.return
tir.func private @reads(%x: memref<40x40xf16>, %y: memref<40x40xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c40 {
    tir.for %j = %c0 to %c40 {
      tir.for %k = %c0 to %c40 {
        tir.block "sum" iters(%vi : spatial = %i in %c40, %vj : spatial = %j in %c40, %vk : reduce = %k in %c40) reads(%x : memref<40x40xf16>) writes(%y : memref<40x40xf32>) {
          tir.init {
            memref.store %zero, %y[%vi, %vj] : memref<40x40xf32>
          }
          %0 = memref.load %y[%vi, %vj] : memref<40x40xf32>
          %1 = memref.load %x[%vi, %vk] : memref<40x40xf16>
          %2 = arith.extf %1 : f16 to f32
          %3 = memref.load %x[%vk, %vi] : memref<40x40xf16>
          %4 = arith.extf %3 : f16 to f32
          %5 = memref.load %x[%vk, %vj] : memref<40x40xf16>
          %6 = arith.extf %5 : f16 to f32
          %7 = arith.mulf %2, %4 : f32
          %8 = arith.mulf %7, %6 : f32
          %9 = arith.addf %0, %8 : f32
          memref.store %9, %y[%vi, %vj] : memref<40x40xf32>
        }
      }
    }
  }
  tir.return
}

// Both: the lhs as a whole, the rhs with its panel.
// SCRIPT: transform.tir.cache_read %{{.*}}[0] "global"
// SCRIPT: transform.tir.unsafe_set_dtype %{{.*}}[0] f32
// CHECK-LABEL: tir.func private @matmul(
// CHECK: memref.alloc() : memref<96x128xf32>
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: memref.alloc() : memref<128x{{[0-9]+}}xf32>
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK-NOT: arith.extf
// CHECK: arith.truncf
// CHECK: tir.return
relax.func @product(%x: tensor<96x128xf16>, %y: tensor<128x80xf16>) -> tensor<96x80xf16> {
  %0 = relax.matmul %x, %y : (tensor<96x128xf16>, tensor<128x80xf16>) -> tensor<96x80xf16>
  relax.return %0 : tensor<96x80xf16>
}

// Rows of unknown number.
// CHECK-LABEL: tir.func private @matmul_0(
// CHECK: memref.alloc(%{{.*}}) : memref<?x64xf32>
// CHECK: arith.extf %{{.*}} : bf16 to f32
relax.func @rows(%x: tensor<?x64xbf16, #relax.dims<[n, 64]>>, %y: tensor<64x80xbf16>) -> tensor<?x80xbf16, #relax.dims<[n, 80]>> {
  %0 = relax.matmul %x, %y : (tensor<?x64xbf16, #relax.dims<[n, 64]>>, tensor<64x80xbf16>) -> tensor<?x80xbf16, #relax.dims<[n, 80]>>
  relax.return %0 : tensor<?x80xbf16, #relax.dims<[n, 80]>>
}

// Eight columns pay for a copy as well.
// CHECK-LABEL: tir.func private @matmul_1(
// CHECK: memref.alloc() : memref<96x64xf32>
// CHECK: tir.return
relax.func @few(%x: tensor<96x64xf16>, %y: tensor<64x8xf16>) -> tensor<96x8xf16> {
  %0 = relax.matmul %x, %y : (tensor<96x64xf16>, tensor<64x8xf16>) -> tensor<96x8xf16>
  relax.return %0 : tensor<96x8xf16>
}

// The padded copy is the wide one; the kernel is converted as vectors.
// CHECK-LABEL: tir.func private @nn_conv2d(
// CHECK: memref.alloc() : memref<1x9x9x8xf32>
// CHECK: arith.extf
// CHECK: memref.alloc() : memref<5x16xf32>
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK-NOT: arith.extf
// CHECK: tir.return
relax.func @image(%x: tensor<1x7x7x8xf16>, %w: tensor<2x3x3x8x16xf16>) -> tensor<1x7x7x32xf16> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", kernel_layout = "OHWI16o"} : (tensor<1x7x7x8xf16>, tensor<2x3x3x8x16xf16>) -> tensor<1x7x7x32xf16>
  relax.return %0 : tensor<1x7x7x32xf16>
}

// What is the same for all columns of a group, too: the data as a whole.
// CHECK-LABEL: tir.func private @nn_conv2d_2(
// CHECK: memref.alloc() : memref<1x6x6x64xf32>
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: memref.alloc() : memref<
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK-NOT: arith.extf
// CHECK: tir.return
relax.func @groups(%x: tensor<1x6x6x64xf16>, %w: tensor<3x3x32x64xf16>) -> tensor<1x4x4x64xf16> {
  %0 = relax.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO", groups = 2 : i64} : (tensor<1x6x6x64xf16>, tensor<3x3x32x64xf16>) -> tensor<1x4x4x64xf16>
  relax.return %0 : tensor<1x4x4x64xf16>
}

// A batch of one: the copy is one nest of vectors as any other.
// CHECK-LABEL: tir.func private @matmul_3(
// CHECK: memref.alloc() : memref<1x40x64xf32>
// CHECK: tir.for vectorized
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: memref.store %{{.*}} : memref<2560xf32>
relax.func @one(%x: tensor<1x40x64xf16>, %y: tensor<64x80xf16>) -> tensor<1x40x80xf16> {
  %0 = relax.matmul %x, %y : (tensor<1x40x64xf16>, tensor<64x80xf16>) -> tensor<1x40x80xf16>
  relax.return %0 : tensor<1x40x80xf16>
}

// A single one does not: vectors are of the terms of its sums.
// CHECK-LABEL: tir.func private @matmul_4(
// CHECK-NOT: memref<96x64xf32>
// CHECK: tir.return
relax.func @single(%x: tensor<96x64xf16>, %y: tensor<64x1xf16>) -> tensor<96x1xf16> {
  %0 = relax.matmul %x, %y : (tensor<96x64xf16>, tensor<64x1xf16>) -> tensor<96x1xf16>
  relax.return %0 : tensor<96x1xf16>
}

// The padded copy of a depthwise convolution is wide, as each element is in nine
// windows.
// CHECK-LABEL: tir.func private @nn_conv2d_5(
// CHECK: memref.alloc() : memref<1x9x9x32xf32>
// CHECK-NOT: memref<1x9x9x32xf16>
// CHECK: tir.return
relax.func @depthwise(%x: tensor<1x7x7x32xf16>, %w: tensor<32x1x3x3xf16>) -> tensor<1x7x7x32xf16> {
  %0 = relax.nn.conv2d %x, %w {padding = array<i64: 1, 1, 1, 1>, data_layout = "NHWC", groups = 32 : i64} : (tensor<1x7x7x32xf16>, tensor<32x1x3x3xf16>) -> tensor<1x7x7x32xf16>
  relax.return %0 : tensor<1x7x7x32xf16>
}
