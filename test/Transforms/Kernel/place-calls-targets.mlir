// Calls run on the GPU that the module is for, but for what is for a CPU.
// RUN: relax-opt %s --relax-place-calls | FileCheck %s
// RUN: relax-opt %s --relax-place-calls --relax-place-calls | FileCheck %s
// RUN: relax-interp %s --before-after=relax-place-calls

module attributes {relax.device_tensors, relax.target = #relax.target<cuda, chip = "sm_80">} {
  tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    tir.return
  }
  // CHECK: tir.func private @host({{.*}}tir.is_for_host
  tir.func private @host(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64, relax.target = #relax.target<cpu>} {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    tir.return
  }
  // CHECK: relax.func @main(%[[X:.*]]: tensor<4xf32, [[GPU:#.*]]>) -> tensor<4xf32, [[GPU]]>
  relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // CHECK: %[[A:.*]] = relax.call_tir @copy(%[[X]])
    // CHECK: %[[H:.*]] = relax.to_vdevice %[[A]] to {{.*}} -> tensor<4xf32>
    // CHECK: %[[B:.*]] = relax.call_tir @host(%[[H]]) : (tensor<4xf32>) -> tensor<4xf32>
    %0 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = relax.call_tir @host(%0) : (tensor<4xf32>) -> tensor<4xf32>
    relax.return %1 : tensor<4xf32>
  }
}
