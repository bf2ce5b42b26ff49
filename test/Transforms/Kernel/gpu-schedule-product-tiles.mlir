// What tiles of products on tensor cores give, executed: of one, two and four warps,
// in parts of the reduction dimension, ragged, and in long steps.
// RUN: split-file %s %t
// RUN: relax-interp %t/rows.mlir --before-after='relax-legalize-ops,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule{chip=sm_80}' --tolerance=1e-2 | FileCheck %s
// CHECK-COUNT-5: same: @{{.*}} on
// RUN: relax-interp %t/tf32.mlir --before-after='relax-legalize-ops,tir-default-gpu-schedule{chip=sm_80 tf32}' --tolerance=1e-2 | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: same: @columns on
// RUN: relax-interp %t/large.mlir --before-after='relax-legalize-ops,tir-default-gpu-schedule' --tolerance=1e-2 | FileCheck %s --check-prefix=LARGE
// LARGE-COUNT-2: same: @{{.*}} on
// RUN: relax-interp %t/attention.mlir --before-after='relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule' --tolerance=1e-2 | FileCheck %s --check-prefix=ATTENTION
// ATTENTION: same: @attention on
// RUN: relax-interp %t/wave.mlir --before-after='relax-legalize-ops,tir-default-gpu-schedule' --tolerance=1e-2 | FileCheck %s --check-prefix=WAVE
// WAVE: same: @wave on
// RUN: relax-opt %t/wave.mlir --relax-legalize-ops --tir-default-gpu-schedule | FileCheck %s --check-prefix=TILE
// TILE: tir.warpgroup_product {{.*}} memref<32xf32, #gpu.address_space<private>>
// RUN: relax-opt %t/decoded.mlir --relax-legalize-ops=decoders --relax-fuse-ops=decoded --relax-fuse-tir -o %t/fused.mlir
// RUN: relax-interp %t/fused.mlir --before-after='tir-default-gpu-schedule' --tolerance=1e-2 | FileCheck %s --check-prefix=DECODED
// DECODED: same: @decoded on
// RUN: relax-opt %t/fused.mlir --tir-write-default-gpu-schedule | FileCheck %s --check-prefix=ROWS
// ROWS: transform.tir.tile_by_warpgroups %{{.*}} rows = 256 columns = 128 stages = 4

//--- rows.mlir
relax.func @rows(%a: tensor<12x512xf16>, %b: tensor<512x40xf16>) -> tensor<12x40xf16> {
  %0 = relax.matmul %a, %b : (tensor<12x512xf16>, tensor<512x40xf16>) -> tensor<12x40xf16>
  relax.return %0 : tensor<12x40xf16>
}
relax.func @parts(%a: tensor<16x1024xf16>, %b: tensor<1024x32xf16>, %c: tensor<32xf16>) -> tensor<16x32xf16> {
  %4 = relax.dataflow -> tensor<16x32xf16> {
  %0 = relax.matmul %a, %b : (tensor<16x1024xf16>, tensor<1024x32xf16>) -> tensor<16x32xf16>
  %1 = relax.add %0, %c : (tensor<16x32xf16>, tensor<32xf16>) -> tensor<16x32xf16>
  relax.output %1 : tensor<16x32xf16>
  }
  relax.return %4 : tensor<16x32xf16>
}
relax.func @bytes(%a: tensor<16x64xi8>, %b: tensor<64x96xi8>) -> tensor<16x96xi32> {
  %0 = relax.matmul %a, %b {out_dtype = i32} : (tensor<16x64xi8>, tensor<64x96xi8>) -> tensor<16x96xi32>
  relax.return %0 : tensor<16x96xi32>
}
relax.func @one(%a: tensor<9x77xf16>, %b: tensor<77x11xf16>) -> tensor<9x11xf16> {
  %0 = relax.matmul %a, %b : (tensor<9x77xf16>, tensor<77x11xf16>) -> tensor<9x11xf16>
  relax.return %0 : tensor<9x11xf16>
}
// Few columns, of a weight that lies along the reduction dimension.
relax.func @narrow(%a: tensor<200x64xf16>, %b: tensor<16x64xf16>) -> tensor<200x16xf16> {
  %1 = relax.dataflow -> tensor<200x16xf16> {
  %t = relax.permute_dims %b {axes = array<i64: 1, 0>} : (tensor<16x64xf16>) -> tensor<64x16xf16>
  %0 = relax.matmul %a, %t : (tensor<200x64xf16>, tensor<64x16xf16>) -> tensor<200x16xf16>
  relax.output %0 : tensor<200x16xf16>
  }
  relax.return %1 : tensor<200x16xf16>
}
//--- tf32.mlir
relax.func @columns(%a: tensor<40x48xf32>, %b: tensor<48x16xf32>) -> tensor<40x16xf32> {
  %0 = relax.matmul %a, %b : (tensor<40x48xf32>, tensor<48x16xf32>) -> tensor<40x16xf32>
  relax.return %0 : tensor<40x16xf32>
}
//--- large.mlir
module attributes {relax.target = #relax.target<cuda, chip = "sm_80", cores = 1>} {
  relax.func @square(%a: tensor<120x192xf16>, %b: tensor<192x128xf16>) -> tensor<120x128xf16> {
    %0 = relax.matmul %a, %b : (tensor<120x192xf16>, tensor<192x128xf16>) -> tensor<120x128xf16>
    relax.return %0 : tensor<120x128xf16>
  }
  relax.func @four(%a: tensor<2x8x64xbf16>, %b: tensor<2x64x64xbf16>) -> tensor<2x8x64xf32> {
    %0 = relax.matmul %a, %b {out_dtype = f32} : (tensor<2x8x64xbf16>, tensor<2x64x64xbf16>) -> tensor<2x8x64xf32>
    relax.return %0 : tensor<2x8x64xf32>
  }
}
//--- attention.mlir
module attributes {relax.target = #relax.target<cuda, chip = "sm_80", cores = 1>} {
  relax.func @attention(%q: tensor<1x128x1x32xf16>, %k: tensor<1x200x1x32xf16>, %v: tensor<1x200x1x32xf16>) -> tensor<1x128x1x32xf16> {
    %1 = relax.dataflow -> tensor<1x128x1x32xf16> {
      %0 = relax.nn.attention %q, %k, %v : (tensor<1x128x1x32xf16>, tensor<1x200x1x32xf16>, tensor<1x200x1x32xf16>) -> tensor<1x128x1x32xf16>
      relax.output %0 : tensor<1x128x1x32xf16>
    }
    relax.return %1 : tensor<1x128x1x32xf16>
  }
}
//--- wave.mlir
module attributes {relax.target = #relax.target<cuda, chip = "sm_90a", cores = 2>} {
  relax.func @wave(%a: tensor<128x128xf16>, %b: tensor<128x64xf16>) -> tensor<128x64xf16> {
    %0 = relax.matmul %a, %b : (tensor<128x128xf16>, tensor<128x64xf16>) -> tensor<128x64xf16>
    relax.return %0 : tensor<128x64xf16>
  }
}
//--- decoded.mlir
// Weights of 4 bits, two in a byte, with a scale for each 32: once for 256 rows.
module attributes {relax.target = #relax.target<cuda, chip = "sm_90a", cores = 1>} {
  relax.func @decoded(%a: tensor<70x64xf16>, %w: tensor<72x2x16xui8>, %s: tensor<72x2x1xf16>) -> tensor<70x72xf16> {
    %r = relax.dataflow -> tensor<70x72xf16> {
      %0 = relax.expand_dims %w {axis = array<i64: -1>} : (tensor<72x2x16xui8>) -> tensor<72x2x16x1xui8>
      %1 = relax.constant dense<[0, 4]> : tensor<2xui8>
      %2 = relax.right_shift %0, %1 : (tensor<72x2x16x1xui8>, tensor<2xui8>) -> tensor<72x2x16x2xui8>
      %3 = relax.constant dense<15> : tensor<ui8>
      %4 = relax.bitwise_and %2, %3 : (tensor<72x2x16x2xui8>, tensor<ui8>) -> tensor<72x2x16x2xui8>
      %5 = relax.shape [72, 2, 32] : !relax.shape<[72, 2, 32]>
      %6 = relax.reshape %4, %5 : (tensor<72x2x16x2xui8>, !relax.shape<[72, 2, 32]>) -> tensor<72x2x32xui8>
      %7 = relax.astype %6 {dtype = f16} : (tensor<72x2x32xui8>) -> tensor<72x2x32xf16>
      %8 = relax.multiply %7, %s : (tensor<72x2x32xf16>, tensor<72x2x1xf16>) -> tensor<72x2x32xf16>
      %k = relax.shape [72, 64] : !relax.shape<[72, 64]>
      %9 = relax.reshape %8, %k : (tensor<72x2x32xf16>, !relax.shape<[72, 64]>) -> tensor<72x64xf16>
      %t = relax.permute_dims %9 {axes = array<i64: 1, 0>} : (tensor<72x64xf16>) -> tensor<64x72xf16>
      %10 = relax.matmul %a, %t : (tensor<70x64xf16>, tensor<64x72xf16>) -> tensor<70x72xf16>
      relax.output %10 : tensor<70x72xf16>
    }
    relax.return %r : tensor<70x72xf16>
  }
}
