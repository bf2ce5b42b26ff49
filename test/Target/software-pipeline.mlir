// A tensor program that asks for a pipeline, from its text to code for a GPU, and
// run as loops. One that cannot be a pipeline runs as it is.
// REQUIRES: ptxas
// RUN: relax-compile %s --target=sm_80 --emit=mlir --stop-at=schedule -o - 2>&1 | FileCheck %s
// RUN: relax-compile %s --target=sm_80 --remarks -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %ptxas -arch=sm_80 %t.ptx -o %t.cubin
// RUN: relax-compile %s --target=sm_80 --emulate -o %t.so
// RUN: relax-run %t.so --function=main --input=16x64xf32=2 --output=- | FileCheck %s --check-prefix=GIVES
// REMARK: remark: stays as it is: 'tir.for' op cannot be a pipeline: expected a stage for each of its 1 statements, found 2
// CHECK: tir.for %{{.*}} annotations {software_pipeline_async_stages = [0]
// PTX: cp.async.cg.shared.global
// PTX: cp.async.wait_group{{[ \t]+}}2
// GIVES: f32[64] = [33, 33,
tir.func private @sum(%x: memref<16x64xf32>, %y: memref<64xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c63 = arith.constant 63 : index
  %one = arith.constant 1.0 : f32
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c1 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c16 {
      %sum = memref.alloc() : memref<4xf32, "local">
      tir.for %j = %c0 to %c4 annotations {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]} {
        memref.store %one, %sum[%j] : memref<4xf32, "local">
      }
      %first = arith.muli %t, %c4 : index
      tir.for %k = %c0 to %c16 annotations {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]} {
        %s = memref.alloc() : memref<64xf32, "shared">
        tir.for vectorized %j = %c0 to %c4 {
          %at = arith.addi %first, %j : index
          %0 = memref.load %x[%k, %at] : memref<16x64xf32>
          memref.store %0, %s[%at] : memref<64xf32, "shared">
        }
        gpu.barrier
        tir.for %j = %c0 to %c4 {
          %at = arith.addi %first, %j : index
          %other = arith.subi %c63, %at : index
          %0 = memref.load %s[%other] : memref<64xf32, "shared">
          %1 = memref.load %sum[%j] : memref<4xf32, "local">
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %sum[%j] : memref<4xf32, "local">
        }
        gpu.barrier
      }
      tir.for %j = %c0 to %c4 {
        %at = arith.addi %first, %j : index
        %0 = memref.load %sum[%j] : memref<4xf32, "local">
        memref.store %0, %y[%at] : memref<64xf32>
      }
    }
  }
  tir.return
}

relax.func @main(%x: tensor<16x64xf32>) -> tensor<64xf32> {
  %0 = relax.call_tir @sum(%x) : (tensor<16x64xf32>) -> tensor<64xf32>
  relax.return %0 : tensor<64xf32>
}
