// Attention on a CPU in tiles of rows and keys: masks, biases, shared heads,
// sizes that only run time knows, none as well, and other operators.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-cpu-schedule=vector-bits=256 --tir-verify-scheduled --tir-verify-well-formed --mlir-print-local-scope > %t
// RUN: FileCheck %s < %t
// RUN: relax-opt %t --tir-default-cpu-schedule=vector-bits=256 --mlir-print-local-scope | diff %t -
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule{vector-bits=256}" --tolerance=1e-3
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule{vector-bits=512}" --tolerance=1e-3 --dims=b=2,n=70,m=133
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule" --tolerance=1e-3 --dims=b=2,n=3,m=0
// RUN: %same-results="relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-cpu-schedule" --tolerance=1e-3 --dims=b=1,n=0,m=5
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-cpu-schedule=vector-bits=256 file=%t.schedule' | diff - %t.program
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-cpu-schedule=vector-bits=256' | diff - %t.script
// RUN: FileCheck %s --check-prefix=STEPS --input-file=%t.schedule
// STEPS: transform.tir.tile_attention {{.*}} lanes = 8 registers = 16

// Two tiles of keys; no buffer has all scores. Queries are multiplied by the
// scale as they are copied; rows behind the last one read what that one does.
// The last rows of this mask see no key at all.
// CHECK-LABEL: tir.func private @fused_arange_broadcast_to_permute_dims_arange_0_less_equal
// CHECK-NOT:   memref.alloc
// CHECK:       tir.for parallel
// CHECK:         memref.alloc() : memref<32x16xf32>
// CHECK:         memref.alloc() : memref<36x16xf32>
// CHECK:         memref.alloc() : memref<48x16xf32>
// CHECK-NOT:     memref<{{.*}}x70xf32>
// CHECK:         arith.minui
// CHECK:         memref.load %arg{{[0-9]}}{{.*}} memref<2x75x2x32xf32>
// CHECK:         arith.mulf
// CHECK:         tir.for %{{.*}} to %{{[0-9]}}
// CHECK:           memref.load %arg{{[0-9]}}{{.*}} memref<2x70x1x32xf32>
// CHECK:           tir.for unrolled
// CHECK:             arith.mulf
// CHECK-NEXT:        arith.addf
// CHECK:           arith.cmpi sle
// CHECK:           arith.select
// CHECK:           arith.maximumf
// CHECK:           math.exp
// CHECK:           math.exp
// CHECK:           memref.load %arg{{[0-9]}}{{.*}} memref<2x70x1x45xf32>
// CHECK:           tir.for unrolled
// CHECK:         arith.divf
// CHECK:         memref.store {{.*}} memref<2x75x2x45xf32>
// CHECK:       tir.return
relax.func @causal(%q: tensor<2x75x2x32xf32>, %k: tensor<2x70x1x32xf32>, %v: tensor<2x70x1x45xf32>) -> tensor<2x75x2x45xf32> {
  %1 = relax.dataflow -> tensor<2x75x2x45xf32> {
    %0 = relax.nn.attention %q, %k, %v {causal_mask = "BottomRight", window_size = 9 : i64} : (tensor<2x75x2x32xf32>, tensor<2x70x1x32xf32>, tensor<2x70x1x45xf32>) -> tensor<2x75x2x45xf32>
    relax.output %0 : tensor<2x75x2x45xf32>
  }
  relax.return %1 : tensor<2x75x2x45xf32>
}

// Any number of rows and keys: halves are widened where they are copied, and
// results narrowed where they are stored.
// CHECK-LABEL: tir.func private @fused_permute_dims_{{[0-9]+}}_astype
// CHECK:         memref.alloc() : memref<32x16xf32>
// CHECK:         memref.alloc() : memref<66x16xf32>
// CHECK:         arith.extf
// CHECK:         arith.cmpi eq
// CHECK:         arith.truncf
// CHECK:       tir.return
relax.func @dynamic(%q: tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>, %k: tensor<?x?x1x32xf16, #relax.dims<[b, m, 1, 32]>>, %bias: tensor<1x1x?x?xf16, #relax.dims<[1, 1, n, m]>>) -> tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>> {
  %1 = relax.dataflow -> tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>> {
    %0 = relax.nn.attention_bias %q, %k, %k, %bias {scale = 0.3} : (tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>, tensor<?x?x1x32xf16, #relax.dims<[b, m, 1, 32]>>, tensor<?x?x1x32xf16, #relax.dims<[b, m, 1, 32]>>, tensor<1x1x?x?xf16, #relax.dims<[1, 1, n, m]>>) -> tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>
    relax.output %0 : tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>
  }
  relax.return %1 : tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>
}

// Other operators: keys are contiguous, so that their copies are, too; what
// comes behind is done with each tile. Three blocks of rows share a copy.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_multiply_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}_nn_relu(
// CHECK:         memref.alloc() : memref<36x24xf32>
// CHECK:         memref.alloc() : memref<35x24xf32>
// CHECK:         memref.alloc() : memref<7x8xf32>
// CHECK:         arith.maximumf
// CHECK:       tir.return
relax.func @separate(%q: tensor<3x20x36xf32>, %k: tensor<3x36x34xf32>, %v: tensor<3x34x27xf32>, %s: tensor<f32>) -> tensor<3x20x27xf32> {
  %5 = relax.dataflow -> tensor<3x20x27xf32> {
    %0 = relax.matmul %q, %k : (tensor<3x20x36xf32>, tensor<3x36x34xf32>) -> tensor<3x20x34xf32>
    %1 = relax.multiply %0, %s : (tensor<3x20x34xf32>, tensor<f32>) -> tensor<3x20x34xf32>
    %2 = relax.nn.softmax %1 : tensor<3x20x34xf32>
    %3 = relax.matmul %2, %v : (tensor<3x20x34xf32>, tensor<3x34x27xf32>) -> tensor<3x20x27xf32>
    %4 = relax.nn.relu %3 : tensor<3x20x27xf32>
    relax.output %4 : tensor<3x20x27xf32>
  }
  relax.return %5 : tensor<3x20x27xf32>
}

// Keys that all heads share, so that heads are rows, too; of f64.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}(
// CHECK:         memref.alloc() : memref<128x8xf64>
// CHECK:       tir.return
relax.func @shared(%q: tensor<2x12x128xf64>, %k: tensor<128x37xf64>, %v: tensor<37x64xf64>) -> tensor<2x12x64xf64> {
  %3 = relax.dataflow -> tensor<2x12x64xf64> {
    %0 = relax.matmul %q, %k : (tensor<2x12x128xf64>, tensor<128x37xf64>) -> tensor<2x12x37xf64>
    %1 = relax.nn.softmax %0 : tensor<2x12x37xf64>
    %2 = relax.matmul %1, %v : (tensor<2x12x37xf64>, tensor<37x64xf64>) -> tensor<2x12x64xf64>
    relax.output %2 : tensor<2x12x64xf64>
  }
  relax.return %3 : tensor<2x12x64xf64>
}

// Halves of the other kind, without a mask, all keys in one tile.
// CHECK-LABEL: tir.func private @fused_permute_dims_{{.*}}astype{{.*}}nn_softmax_{{[0-9]+}}(
// CHECK:         memref.alloc() : memref<16x48xf32>
// CHECK:         math.exp
// CHECK:         arith.truncf
// CHECK:       tir.return
relax.func @brain(%q: tensor<1x40x2x16xbf16>, %k: tensor<1x33x2x16xbf16>) -> tensor<1x40x2x16xbf16> {
  %1 = relax.dataflow -> tensor<1x40x2x16xbf16> {
    %0 = relax.nn.attention %q, %k, %k : (tensor<1x40x2x16xbf16>, tensor<1x33x2x16xbf16>, tensor<1x33x2x16xbf16>) -> tensor<1x40x2x16xbf16>
    relax.output %0 : tensor<1x40x2x16xbf16>
  }
  relax.return %1 : tensor<1x40x2x16xbf16>
}

// With few keys, few rows, or a depth that only run time knows, each nest is by
// itself.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}(
// CHECK:         memref.alloc() : memref<20x16xf32>
relax.func @few_keys(%q: tensor<20x32xf32>, %k: tensor<32x16xf32>, %v: tensor<16x32xf32>) -> tensor<20x32xf32> {
  %3 = relax.dataflow -> tensor<20x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x32xf32>, tensor<32x16xf32>) -> tensor<20x16xf32>
    %1 = relax.nn.softmax %0 : tensor<20x16xf32>
    %2 = relax.matmul %1, %v : (tensor<20x16xf32>, tensor<16x32xf32>) -> tensor<20x32xf32>
    relax.output %2 : tensor<20x32xf32>
  }
  relax.return %3 : tensor<20x32xf32>
}
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}(
// CHECK:         memref.alloc() : memref<4x48xf32>
relax.func @few_rows(%q: tensor<4x32xf32>, %k: tensor<32x48xf32>, %v: tensor<48x32xf32>) -> tensor<4x32xf32> {
  %3 = relax.dataflow -> tensor<4x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<4x32xf32>, tensor<32x48xf32>) -> tensor<4x48xf32>
    %1 = relax.nn.softmax %0 : tensor<4x48xf32>
    %2 = relax.matmul %1, %v : (tensor<4x48xf32>, tensor<48x32xf32>) -> tensor<4x32xf32>
    relax.output %2 : tensor<4x32xf32>
  }
  relax.return %3 : tensor<4x32xf32>
}
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}(
// CHECK:         memref.alloc() : memref<20x48xf32>
relax.func @depth(%q: tensor<20x?xf32, #relax.dims<[20, d]>>, %k: tensor<?x48xf32, #relax.dims<[d, 48]>>, %v: tensor<48x32xf32>) -> tensor<20x32xf32> {
  %3 = relax.dataflow -> tensor<20x32xf32> {
    %0 = relax.matmul %q, %k : (tensor<20x?xf32, #relax.dims<[20, d]>>, tensor<?x48xf32, #relax.dims<[d, 48]>>) -> tensor<20x48xf32>
    %1 = relax.nn.softmax %0 : tensor<20x48xf32>
    %2 = relax.matmul %1, %v : (tensor<20x48xf32>, tensor<48x32xf32>) -> tensor<20x32xf32>
    relax.output %2 : tensor<20x32xf32>
  }
  relax.return %3 : tensor<20x32xf32>
}
