// Products of matrices by tensor cores: of f16 and i8, ragged, with an end
// behind them; not on chips without such ones, nor of what they do not multiply.
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_80 -tir-verify-scheduled -tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule=chip=sm_75 | FileCheck %s --check-prefix=OLD
// RUN: relax-opt %s -relax-legalize-ops -relax-annotate-tir-op-pattern -relax-fuse-ops -relax-fuse-tir -tir-default-gpu-schedule='chip=sm_90 skip-rules=tensor-matmul' | FileCheck %s --check-prefix=OLD
// OLD-NOT: nvgpu

// CHECK-LABEL: tir.func private @matmul(
// CHECK-DAG: memref.alloc() : memref<2x32x40xf16, #gpu.address_space<workgroup>>
// CHECK-DAG: memref.alloc() : memref<2x32x40xf16, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: tir.for
// CHECK-COUNT-2: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK-NOT: nvgpu
// CHECK: gpu.barrier
relax.func @halves(%a: tensor<?x64xf16, #relax.dims<[n, 64]>>, %b: tensor<64x50xf16>) -> tensor<?x50xf16, #relax.dims<[n, 50]>> {
  %0 = relax.matmul %a, %b : (tensor<?x64xf16, #relax.dims<[n, 64]>>, tensor<64x50xf16>) -> tensor<?x50xf16, #relax.dims<[n, 50]>>
  %1 = relax.nn.relu %0 : (tensor<?x50xf16, #relax.dims<[n, 50]>>) -> tensor<?x50xf16, #relax.dims<[n, 50]>>
  relax.return %1 : tensor<?x50xf16, #relax.dims<[n, 50]>>
}

// CHECK-LABEL: tir.func private @matmul_0(
// CHECK-DAG: memref.alloc() : memref<2x32x48xi8, #gpu.address_space<workgroup>>
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
relax.func @bytes(%a: tensor<64x96xi8>, %b: tensor<96x70xi8>) -> tensor<64x70xi32> {
  %0 = relax.matmul %a, %b {out_dtype = i32} : (tensor<64x96xi8>, tensor<96x70xi8>) -> tensor<64x70xi32>
  relax.return %0 : tensor<64x70xi32>
}

// CHECK-LABEL: tir.func private @matmul_1(
// CHECK-NOT: nvgpu
relax.func @floats(%a: tensor<64x96xf32>, %b: tensor<96x70xf32>) -> tensor<64x70xf32> {
  %0 = relax.matmul %a, %b : (tensor<64x96xf32>, tensor<96x70xf32>) -> tensor<64x70xf32>
  relax.return %0 : tensor<64x70xf32>
}

// CHECK-LABEL: tir.func private @matmul_2(
// CHECK-NOT: nvgpu
relax.func @small(%a: tensor<8x64xf16>, %b: tensor<64x70xf16>) -> tensor<8x70xf16> {
  %0 = relax.matmul %a, %b : (tensor<8x64xf16>, tensor<64x70xf16>) -> tensor<8x70xf16>
  relax.return %0 : tensor<8x70xf16>
}
