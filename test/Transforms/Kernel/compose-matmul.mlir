// Products of two f32 matrices that tiles divide are scripts of primitives, on
// either machine; others are the steps of generators.
// RUN: relax-opt %s --relax-legalize-ops --relax-annotate-tir-op-pattern --relax-fuse-ops --relax-fuse-tir --symbol-dce -o %t.mlir
// RUN: relax-opt %t.mlir --tir-write-default-cpu-schedule=vector-bits=256 | FileCheck %s --check-prefix=CPU
// RUN: relax-opt %t.mlir --tir-write-default-gpu-schedule=chip=sm_80 | FileCheck %s --check-prefix=GPU
// RUN: relax-opt %t.mlir --tir-default-cpu-schedule='vector-bits=256 show-steps' -o %t.steps.mlir 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: remark: is scheduled by primitives, which 'tir-write-default-cpu-schedule' writes
// STEPS: "matmul"
// RUN: relax-interp %t.mlir --before-after='tir-default-cpu-schedule{vector-bits=256}' --tolerance=1e-4
// RUN: relax-interp %t.mlir --before-after='tir-default-gpu-schedule{chip=sm_80}' --tolerance=1e-4
// RUN: relax-interp %t.mlir --before-after='tir-default-gpu-schedule{chip=sm_80},tir-inject-software-pipeline' --tolerance=1e-4
// RUN: relax-opt %t.mlir --tir-default-cpu-schedule=vector-bits=256 -o %t.cpu.mlir
// RUN: relax-opt %t.cpu.mlir --tir-default-cpu-schedule=vector-bits=256 | diff %t.cpu.mlir -

// A last tile would stick out; f64.
// CPU-COUNT-2: transform.tir.tile_reduction
// GPU-COUNT-2: transform.tir.tile_contraction
relax.func @ragged(%x: tensor<41x64xf32>, %w: tensor<64x129xf32>) -> tensor<41x129xf32> {
  %0 = relax.matmul %x, %w : (tensor<41x64xf32>, tensor<64x129xf32>) -> tensor<41x129xf32>
  relax.return %0 : tensor<41x129xf32>
}
relax.func @wide(%x: tensor<64x64xf64>, %w: tensor<64x32xf64>) -> tensor<64x32xf64> {
  %0 = relax.matmul %x, %w : (tensor<64x64xf64>, tensor<64x32xf64>) -> tensor<64x32xf64>
  relax.return %0 : tensor<64x32xf64>
}

// A bias goes with the results.
// CPU: transform.tir.reorder
// CPU: %[[PANEL:.*]] = transform.tir.cache_read %{{.*}}[1] "global"
// CPU-NEXT: transform.tir.compute_at %[[PANEL]]
// CPU: %[[RESULT:.*]] = transform.tir.cache_write %{{.*}}[0] "global"
// CPU-NEXT: transform.tir.reverse_compute_at %[[RESULT]]
// CPU: transform.tir.decompose_reduction
// CPU: transform.tir.parallel
// CPU: transform.tir.reverse_compute_inline
// CPU: transform.tir.lower_blocks
// CPU-NEXT: apply_registered_pass "tir-compact-buffers"
// GPU: transform.tir.cache_write %{{.*}}[0] "local"
// GPU: transform.tir.cache_read %{{.*}}[0] "shared"
// GPU: transform.tir.transform_layout
// GPU: transform.tir.decompose_reduction
// GPU: transform.tir.annotate "software_pipeline_stage"
// GPU: transform.tir.reverse_compute_inline
relax.func @divided(%x: tensor<96x128xf32>, %w: tensor<128x256xf32>, %b: tensor<256xf32>) -> tensor<96x256xf32> {
  %0 = relax.dataflow -> tensor<96x256xf32> {
    %1 = relax.matmul %x, %w : (tensor<96x128xf32>, tensor<128x256xf32>) -> tensor<96x256xf32>
    %2 = relax.add %1, %b : (tensor<96x256xf32>, tensor<256xf32>) -> tensor<96x256xf32>
    relax.output %2 : tensor<96x256xf32>
  }
  relax.return %0 : tensor<96x256xf32>
}

// Much code behind the results stays a loop.
// CPU: transform.tir.tile_reduction
// GPU: transform.tir.tile_contraction
relax.func @heavy(%x: tensor<64x32xf32>, %w: tensor<32x64xf32>) -> tensor<64x64xf32> {
  %0 = relax.dataflow -> tensor<64x64xf32> {
    %1 = relax.matmul %x, %w : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<64x64xf32>
    %2 = relax.nn.gelu %1 : tensor<64x64xf32>
    %3 = relax.nn.gelu %2 : tensor<64x64xf32>
    %4 = relax.tanh %3 : tensor<64x64xf32>
    relax.output %4 : tensor<64x64xf32>
  }
  relax.return %0 : tensor<64x64xf32>
}
