// Schedules for tensor cores, checked by the interpreter: it knows which thread
// has which element of a matrix, and what a copy brings is there once it is waited
// for.
// RUN: relax-interp %s --before-after='relax-legalize-ops,relax-annotate-tir-op-pattern,relax-fuse-ops,relax-fuse-tir,tir-default-gpu-schedule{chip=sm_80 tf32}' --tolerance=1e-2
// RUN: relax-opt %s --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --tir-default-gpu-schedule='chip=sm_80 tf32' | FileCheck %s
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>

relax.func @half(%x: tensor<64x64xf16>, %w: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %0 = relax.dataflow -> tensor<64x64xf16> {
    %1 = relax.matmul %x, %w : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf16>
    relax.output %1 : tensor<64x64xf16>
  }
  relax.return %0 : tensor<64x64xf16>
}

relax.func @brain(%x: tensor<40x48xbf16>, %w: tensor<48x72xbf16>) -> tensor<40x72xf32> {
  %0 = relax.dataflow -> tensor<40x72xf32> {
    %1 = relax.matmul %x, %w {out_dtype = f32} : (tensor<40x48xbf16>, tensor<48x72xbf16>) -> tensor<40x72xf32>
    relax.output %1 : tensor<40x72xf32>
  }
  relax.return %0 : tensor<40x72xf32>
}

relax.func @bytes(%x: tensor<64x64xi8>, %w: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %0 = relax.dataflow -> tensor<64x64xi32> {
    %1 = relax.matmul %x, %w {out_dtype = i32} : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi32>
    relax.output %1 : tensor<64x64xi32>
  }
  relax.return %0 : tensor<64x64xi32>
}

relax.func @rounded(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = relax.dataflow -> tensor<64x64xf32> {
    %1 = relax.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    relax.output %1 : tensor<64x64xf32>
  }
  relax.return %0 : tensor<64x64xf32>
}

// Ragged, and of a size that is not known.
relax.func @ragged(%x: tensor<33x50xf16>, %w: tensor<50x41xf16>) -> tensor<33x41xf32> {
  %0 = relax.dataflow -> tensor<33x41xf32> {
    %1 = relax.matmul %x, %w {out_dtype = f32} : (tensor<33x50xf16>, tensor<50x41xf16>) -> tensor<33x41xf32>
    relax.output %1 : tensor<33x41xf32>
  }
  relax.return %0 : tensor<33x41xf32>
}

relax.func @unknown(%x: tensor<?x64xf16, #relax.dims<[n, 64]>>, %w: tensor<64x64xf16>) -> tensor<?x64xf16, #relax.dims<[n, 64]>> {
  %0 = relax.dataflow -> tensor<?x64xf16, #relax.dims<[n, 64]>> {
    %1 = relax.matmul %x, %w : (tensor<?x64xf16, #relax.dims<[n, 64]>>, tensor<64x64xf16>) -> tensor<?x64xf16, #relax.dims<[n, 64]>>
    relax.output %1 : tensor<?x64xf16, #relax.dims<[n, 64]>>
  }
  relax.return %0 : tensor<?x64xf16, #relax.dims<[n, 64]>>
}
