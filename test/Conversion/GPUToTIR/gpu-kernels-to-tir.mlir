// Kernels become functions that launch them; buffers come first.
// RUN: relax-opt %s --convert-gpu-kernels-to-tir | FileCheck %s
// RUN: relax-opt %s --convert-gpu-kernels-to-tir --convert-gpu-kernels-to-tir | FileCheck %s

// CHECK-NOT: gpu.module
// CHECK-NOT: @host
// CHECK-LABEL: tir.func @kernel.place(
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<f32>, %[[N:[a-z0-9]+]]: index, %[[F:[a-z0-9]+]]: index, %[[GX:[a-z0-9]+]]: index, {{.*}}: index)
// CHECK: %[[I:.*]] = arith.index_cast %[[F]] : index to i32
// CHECK: %[[V:.*]] = arith.bitcast %[[I]] : i32 to f32
// CHECK: gpu.launch blocks(%[[BX:.*]], %{{.*}}, %{{.*}}) in (%[[NX:.*]] = %[[GX]], {{.*}}) threads(%{{.*}}, %[[TY:.*]], %{{.*}}) in ({{.*}}) workgroup(%{{.*}} : memref<4xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[A:.*]] = arith.addi %[[BX]], %[[TY]]
// CHECK: %[[B:.*]] = arith.addi %[[A]], %[[NX]]
// CHECK: arith.addi %[[B]], %[[N]]
// CHECK: memref.store %[[V]], %[[M]][]
// CHECK-NOT: tir.func
gpu.module @kernels {
  gpu.func @place(%n: index, %v: f32, %m: memref<f32>) workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>) kernel {
    %b = gpu.block_id x
    %t = gpu.thread_id y
    %g = gpu.grid_dim x
    %d = gpu.block_dim z
    %0 = arith.addi %b, %t : index
    %1 = arith.addi %0, %g : index
    %2 = arith.addi %1, %n : index
    memref.store %v, %m[] : memref<f32>
    gpu.return
  }
}
tir.func private @host(%x: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
