// Attention by tensor cores: of halves whose result is narrowed again, on chips
// that have such; the others compute it as that of f32.
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-gpu-schedule=chip=sm_80 --tir-verify-scheduled --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir --tir-default-gpu-schedule=chip=sm_75 | FileCheck %s --check-prefix=OLD
// RUN: %same-results=relax-legalize-ops,relax-fuse-ops{attention},relax-fuse-tir,tir-default-gpu-schedule --tolerance=1e-2
// RUN: relax-compile %s --target=sm_80 --emit=cubin -o %t.cubin --kernel-report=- | FileCheck %s --check-prefix=SPILLS
// RUN: relax-opt %s --relax-legalize-ops --relax-fuse-ops=attention --relax-fuse-tir > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=chip=sm_80 file=%t.schedule' | diff - %t.program
// RUN: relax-opt %t.program --transform-preload-library='transform-library-paths=%t.schedule' --transform-interpreter > %t.script
// RUN: relax-opt %t.program '--tir-default-gpu-schedule=chip=sm_80' | diff - %t.script
// RUN: FileCheck %s --check-prefix=STEPS --input-file=%t.schedule
// STEPS: transform.tir.bind_attention {{.*}} rows = 32 keys = 64 tensor_cores
// OLD-NOT: nvgpu

// SPILLS: registers  frame  spill stores  spill loads
// SPILLS-COUNT-4: {{^ *[0-9]+ +0 +0 +0 }}

// Two warps; the scale of scores goes to their exponents, its sign to queries,
// and weights go from registers to registers. Values are copied while scores are computed, and the next keys
// while results are.
// CHECK-LABEL: tir.func private @fused_repeat_repeat_0_permute_dims_astype
// CHECK:         memref.alloc() : memref<32x40xf16, #gpu.address_space<workgroup>>
// CHECK:         memref.alloc() : memref<64x40xf16, #gpu.address_space<workgroup>>
// CHECK:         memref.alloc() : memref<64x56xf16, #gpu.address_space<workgroup>>
// CHECK:         tir.for thread_binding "threadIdx.x" %{{.*}} = %c0{{.*}} to %c64
// CHECK:           %[[SCALE:.*]] = memref.load %arg{{[0-9]+}}[] : memref<f32>
// CHECK:           math.copysign %{{.*}}, %[[SCALE]]
// CHECK:           math.absf %[[SCALE]]
// CHECK:           nvgpu.device_async_copy %arg{{[0-9]+}}{{.*}} memref<2x20x1x32xf16> to memref<64x40xf16, #gpu.address_space<workgroup>>
// CHECK:           nvvm.cp.async.wait.group 0
// CHECK-NEXT:      gpu.barrier
// CHECK:           tir.for %
// CHECK-NOT:         gpu.barrier
// CHECK-COUNT-5:     nvgpu.device_async_copy %arg{{[0-9]+}}{{.*}} memref<2x20x1x40xf16> to memref<64x56xf16, #gpu.address_space<workgroup>>
// CHECK:             nvgpu.ldmatrix %{{.*}} {numTiles = 4 : i32, transpose = false}
// CHECK:             nvgpu.mma.sync
// CHECK-COUNT-2:     gpu.shuffle xor
// CHECK:             nvvm.cp.async.wait.group 0
// CHECK-NEXT:        gpu.barrier
// CHECK-COUNT-4:     nvgpu.device_async_copy %arg{{[0-9]+}}{{.*}} memref<2x20x1x32xf16>
// CHECK:             arith.truncf
// CHECK:             nvgpu.ldmatrix %{{.*}} {numTiles = 4 : i32, transpose = true}
// CHECK:             nvgpu.mma.sync
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @halves(%q: tensor<2x35x2x32xf16>, %k: tensor<2x20x1x32xf16>, %v: tensor<2x20x1x40xf16>) -> tensor<2x35x2x40xf16> {
  %1 = relax.dataflow -> tensor<2x35x2x40xf16> {
    %0 = relax.nn.attention %q, %k, %v : (tensor<2x35x2x32xf16>, tensor<2x20x1x32xf16>, tensor<2x20x1x40xf16>) -> tensor<2x35x2x40xf16>
    relax.output %0 : tensor<2x35x2x40xf16>
  }
  relax.return %1 : tensor<2x35x2x40xf16>
}

// CHECK-LABEL: tir.func private @fused_permute_dims_8_astype
// CHECK:         memref.alloc() : memref<32x136xbf16, #gpu.address_space<workgroup>>
// CHECK:         memref.alloc() : memref<32x136xbf16, #gpu.address_space<workgroup>>
// CHECK:         nvgpu.mma.sync
// CHECK-NOT:   blockIdx
// CHECK:       tir.return
relax.func @bfloats(%q: tensor<1x?x1x128xbf16, #relax.dims<[1, n, 1, 128]>>, %k: tensor<1x?x1x128xbf16, #relax.dims<[1, m, 1, 128]>>) -> tensor<1x?x1x128xbf16, #relax.dims<[1, n, 1, 128]>> {
  %1 = relax.dataflow -> tensor<1x?x1x128xbf16, #relax.dims<[1, n, 1, 128]>> {
    %0 = relax.nn.attention %q, %k, %k : (tensor<1x?x1x128xbf16, #relax.dims<[1, n, 1, 128]>>, tensor<1x?x1x128xbf16, #relax.dims<[1, m, 1, 128]>>, tensor<1x?x1x128xbf16, #relax.dims<[1, m, 1, 128]>>) -> tensor<1x?x1x128xbf16, #relax.dims<[1, n, 1, 128]>>
    relax.output %0 : tensor<1x?x1x128xbf16, #relax.dims<[1, n, 1, 128]>>
  }
  relax.return %1 : tensor<1x?x1x128xbf16, #relax.dims<[1, n, 1, 128]>>
}

// Weights and results of f32 are not rounded.
// CHECK-LABEL: tir.func private @fused_matmul_20_nn_softmax
// CHECK-NOT:   nvgpu
// CHECK:       tir.return
relax.func @wide(%q: tensor<20x32xf16>, %k: tensor<32x24xf16>, %v: tensor<24x32xf16>) -> tensor<20x32xf32> {
  %6 = relax.dataflow -> tensor<20x32xf32> {
    %0 = relax.matmul %q, %k {out_dtype = f32} : (tensor<20x32xf16>, tensor<32x24xf16>) -> tensor<20x24xf32>
    %1 = relax.nn.softmax %0 : tensor<20x24xf32>
    %2 = relax.astype %v {dtype = f32} : (tensor<24x32xf16>) -> tensor<24x32xf32>
    %3 = relax.matmul %1, %2 : (tensor<20x24xf32>, tensor<24x32xf32>) -> tensor<20x32xf32>
    relax.output %3 : tensor<20x32xf32>
  }
  relax.return %6 : tensor<20x32xf32>
}

// Keys that do not lie in memory as a tile of them does go through registers.
// CHECK-LABEL: tir.func private @fused_matmul_{{[0-9]+}}_nn_softmax_{{[0-9]+}}_astype_{{[0-9]+}}_matmul_{{[0-9]+}}_astype_{{[0-9]+}}(
// CHECK-NOT:   device_async
// CHECK:       tir.for %
// CHECK-COUNT-2: gpu.barrier
// CHECK:         nvgpu.mma.sync
// CHECK-NOT:   device_async
// CHECK:       tir.return
relax.func @turned(%q: tensor<20x32xf16>, %k: tensor<32x24xf16>, %v: tensor<24x32xf16>) -> tensor<20x32xf16> {
  %6 = relax.dataflow -> tensor<20x32xf16> {
    %0 = relax.matmul %q, %k {out_dtype = f32} : (tensor<20x32xf16>, tensor<32x24xf16>) -> tensor<20x24xf32>
    %1 = relax.nn.softmax %0 : tensor<20x24xf32>
    %2 = relax.astype %v {dtype = f32} : (tensor<24x32xf16>) -> tensor<24x32xf32>
    %3 = relax.matmul %1, %2 : (tensor<20x24xf32>, tensor<24x32xf32>) -> tensor<20x32xf32>
    %4 = relax.astype %3 {dtype = f16} : (tensor<20x32xf32>) -> tensor<20x32xf16>
    relax.output %4 : tensor<20x32xf16>
  }
  relax.return %6 : tensor<20x32xf16>
}
