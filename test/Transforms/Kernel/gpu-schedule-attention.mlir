// Attention as one kernel over tiles of keys: masks, biases, shared heads, sizes
// that only run time knows, and attention written with other operators.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-gpu-schedule=chip=sm_75 --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-gpu-schedule=chip=sm_75 | relax-opt --tir-default-gpu-schedule | FileCheck %s
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-3
// RUN: relax-compile %s --target=sm_75 --emit=cubin -o %t.cubin --kernel-report=- | FileCheck %s --check-prefix=SPILLS
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=chip=sm_75 file=%t.schedule' | diff - %t.program
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-gpu-schedule=chip=sm_75' | diff - %t.script
// RUN: FileCheck %s --check-prefix=STEPS --input-file=%t.schedule
// STEPS-COUNT-4: transform.tir.bind_attention {{.*}} rows = 16 keys = 

// SPILLS: registers  frame  spill stores  spill loads
// SPILLS-COUNT-5: {{^ *[0-9]+ +0 +0 +0 }}

// One kernel; scores and what the softmax makes of them are registers, queries,
// keys, values and weights are a block's. Threads that share a row shuffle the
// maximum score in each step, and the sum at the end.
// CHECK-LABEL: tir.func private @fused_arange_broadcast_to_permute_dims_arange_0_less_equal
// CHECK-NOT:   memref.alloc() : memref<2x
// CHECK:       tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c12{{.*}} {
// CHECK:         memref.alloc() : memref<16x36xf32, #gpu.address_space<workgroup>>
// CHECK:         memref.alloc() : memref<64x52xf32, #gpu.address_space<workgroup>>
// CHECK:         memref.alloc() : memref<16x68xf32, #gpu.address_space<workgroup>>
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c256
// CHECK:           memref.load %arg5
// CHECK:           tir.for %
// CHECK:             gpu.barrier
// CHECK:             memref.load %arg3
// CHECK:             gpu.barrier
// CHECK:             arith.mulf
// CHECK-NEXT:        arith.addf
// CHECK:             arith.cmpi sle
// CHECK:             arith.select
// CHECK-COUNT-4:     gpu.shuffle xor
// CHECK:             math.exp
// CHECK:             gpu.barrier
// CHECK:             memref.load %arg4
// CHECK:             gpu.barrier
// CHECK-COUNT-4:   gpu.shuffle xor
// CHECK:           arith.divf
// Who sees no key attends to nothing.
// CHECK:           memref.load %arg1
// CHECK:           arith.cmpi sge
// CHECK:           arith.select
// CHECK:           memref.store %{{.*}}, %arg9
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @causal(%q: tensor<2x35x2x32xf32>, %k: tensor<2x20x1x32xf32>, %v: tensor<2x20x1x48xf32>) -> tensor<2x35x2x48xf32> {
  %1 = relax.dataflow -> tensor<2x35x2x48xf32> {
    %0 = relax.nn.attention %q, %k, %v {causal_mask = "BottomRight", window_size = 9 : i64} : (tensor<2x35x2x32xf32>, tensor<2x20x1x32xf32>, tensor<2x20x1x48xf32>) -> tensor<2x35x2x48xf32>
    relax.output %0 : tensor<2x35x2x48xf32>
  }
  relax.return %1 : tensor<2x35x2x48xf32>
}

// Any number of rows and keys, none as well; halves are widened where they are
// loaded, and results narrowed where they are stored.
// CHECK-LABEL: tir.func private @fused_permute_dims_{{[0-9]+}}_astype
// CHECK:         memref.alloc() : memref<64x36xf32, #gpu.address_space<workgroup>>
// CHECK:         arith.extf
// CHECK:         tir.for %{{.*}} = %c0{{.*}} to %{{[0-9]+}}
// CHECK:         arith.cmpi eq
// CHECK:         arith.select
// CHECK:         arith.truncf
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @dynamic(%q: tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>, %k: tensor<?x?x1x32xf16, #relax.dims<[b, m, 1, 32]>>, %bias: tensor<1x1x?x?xf16, #relax.dims<[1, 1, n, m]>>) -> tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>> {
  %1 = relax.dataflow -> tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>> {
    %0 = relax.nn.attention_bias %q, %k, %k, %bias {scale = 0.3} : (tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>, tensor<?x?x1x32xf16, #relax.dims<[b, m, 1, 32]>>, tensor<?x?x1x32xf16, #relax.dims<[b, m, 1, 32]>>, tensor<1x1x?x?xf16, #relax.dims<[1, 1, n, m]>>) -> tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>
    relax.output %0 : tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>
  }
  relax.return %1 : tensor<?x?x1x32xf16, #relax.dims<[b, n, 1, 32]>>
}

// Other operators: scores are scaled, the terms and columns fill no tile, and
// what comes behind is done with each tile.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_multiply_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}_nn_relu(
// CHECK:         memref.alloc() : memref<16x44xf32, #gpu.address_space<workgroup>>
// CHECK:         memref.alloc() : memref<64x44xf32, #gpu.address_space<workgroup>>
// CHECK:         math.exp
// CHECK:         arith.divf
// CHECK:         arith.maximumf
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @separate(%q: tensor<3x20x36xf32>, %k: tensor<3x36x18xf32>, %v: tensor<3x18x27xf32>, %s: tensor<f32>) -> tensor<3x20x27xf32> {
  %5 = relax.dataflow -> tensor<3x20x27xf32> {
    %0 = relax.matmul %q, %k : (tensor<3x20x36xf32>, tensor<3x36x18xf32>) -> tensor<3x20x18xf32>
    %1 = relax.multiply %0, %s : (tensor<3x20x18xf32>, tensor<f32>) -> tensor<3x20x18xf32>
    %2 = relax.nn.softmax %1 : tensor<3x20x18xf32>
    %3 = relax.matmul %2, %v : (tensor<3x20x18xf32>, tensor<3x18x27xf32>) -> tensor<3x20x27xf32>
    %4 = relax.nn.relu %3 : tensor<3x20x27xf32>
    relax.output %4 : tensor<3x20x27xf32>
  }
  relax.return %5 : tensor<3x20x27xf32>
}

// Keys that all heads share, so that heads are rows, too; of f64, and wide.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}(
// CHECK:         memref.alloc() : memref<16x130xf64, #gpu.address_space<workgroup>>
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @shared(%q: tensor<2x9x128xf64>, %k: tensor<128x17xf64>, %v: tensor<17x64xf64>) -> tensor<2x9x64xf64> {
  %3 = relax.dataflow -> tensor<2x9x64xf64> {
    %0 = relax.matmul %q, %k : (tensor<2x9x128xf64>, tensor<128x17xf64>) -> tensor<2x9x17xf64>
    %1 = relax.nn.softmax %0 : tensor<2x9x17xf64>
    %2 = relax.matmul %1, %v : (tensor<2x9x17xf64>, tensor<17x64xf64>) -> tensor<2x9x64xf64>
    relax.output %2 : tensor<2x9x64xf64>
  }
  relax.return %3 : tensor<2x9x64xf64>
}

// Heads of 8: threads without a column have a place in the tile all the same.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_matmul_{{[0-9]+}}(
// CHECK:         memref.alloc() : memref<16x12xf32, #gpu.address_space<workgroup>>
// CHECK:         memref.alloc() : memref<64x20xf32, #gpu.address_space<workgroup>>
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @narrow(%q: tensor<3x20x8xf32>, %k: tensor<3x8x18xf32>, %v: tensor<3x18x8xf32>) -> tensor<3x20x8xf32> {
  %3 = relax.dataflow -> tensor<3x20x8xf32> {
    %0 = relax.matmul %q, %k : (tensor<3x20x8xf32>, tensor<3x8x18xf32>) -> tensor<3x20x18xf32>
    %1 = relax.nn.softmax %0 : tensor<3x20x18xf32>
    %2 = relax.matmul %1, %v : (tensor<3x20x18xf32>, tensor<3x18x8xf32>) -> tensor<3x20x8xf32>
    relax.output %2 : tensor<3x20x8xf32>
  }
  relax.return %3 : tensor<3x20x8xf32>
}
