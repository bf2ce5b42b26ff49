// Descriptions of tensors: the run-time library makes them in the frame, and a
// launch passes them on where they are.
// RUN: relax-opt %s -convert-relax-rt-to-llvm | FileCheck %s
// RUN: relax-opt %s -convert-relax-rt-to-llvm -convert-relax-rt-to-llvm | FileCheck %s

module attributes {gpu.container_module} {
gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">, "ptx">]

// CHECK-LABEL: llvm.func internal @kernel(
// CHECK-DAG: %[[MAP:.*]] = llvm.alloca %{{.*}} x !llvm.array<128 x i8> {alignment = 64 : i64} : (i64) -> !llvm.ptr
// CHECK-DAG: %[[SLOTS:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
// CHECK: llvm.call @relax_rt_tensor_map(%[[MAP]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i32, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK: llvm.getelementptr %[[SLOTS]][0]
// CHECK: llvm.store %[[MAP]], %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: llvm.call @relax_rt_launch(
// CHECK-NOT: tir.tensor_map
func.func private @kernel(%m: memref<?x?xf16>, %n: index) {
  %c1 = arith.constant 1 : index
  %map = tir.tensor_map %m[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  gpu.launch_func @kernels::@load blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%map : !llvm.ptr, %n : index)
  return
}
}
