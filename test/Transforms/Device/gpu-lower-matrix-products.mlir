// Products of bf16 and i8 become instructions; those that upstream lowers stay.
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-matrix-products))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-matrix-products,relax-gpu-lower-matrix-products))' | FileCheck %s

// CHECK-LABEL: gpu.func @products(
// CHECK-COUNT-6: vector.bitcast %{{.*}} : vector<2xbf16> to vector<1xi32>
// CHECK: %[[D:.*]] = nvvm.mma.sync
// CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<bf16>
// CHECK-SAME: (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-COUNT-4: llvm.extractvalue %[[D]]
// CHECK: vector.from_elements
// CHECK: nvgpu.mma.sync
gpu.module @kernels {
  gpu.func @products(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf32>, %e: vector<4x2xf16>, %f: vector<2x2xf16>, %m: memref<2xvector<2x2xf32>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
    memref.store %d, %m[%c0] : memref<2xvector<2x2xf32>>
    %g = nvgpu.mma.sync (%e, %f, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    memref.store %g, %m[%c1] : memref<2xvector<2x2xf32>>
    gpu.return
  }
}
// f32 goes as it is, each register once: whoever wants the nearest has rounded
// it. A row that is all there is is inserted.
// CHECK-LABEL: gpu.func @cut(
// CHECK-COUNT-6: vector.bitcast %{{.*}} : vector<1xf32> to vector<1xi32>
// CHECK-NOT: vector.bitcast
// CHECK-COUNT-2: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<tf32>
// CHECK: vector.insert %{{.*}} [0] : vector<2xf16> into vector<1x2xf16>
// CHECK-NOT: vector.broadcast
gpu.module @others {
  gpu.func @cut(%a: vector<4x1xf32>, %b: vector<2x1xf32>, %c: vector<2x2xf32>, %h: vector<2xf16>, %m: memref<2xvector<2x2xf32>>, %n: memref<vector<1x2xf16>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
    %e = nvgpu.mma.sync (%a, %b, %d) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
    memref.store %e, %m[%c0] : memref<2xvector<2x2xf32>>
    %row = vector.broadcast %h : vector<2xf16> to vector<1x2xf16>
    memref.store %row, %n[] : memref<vector<1x2xf16>>
    gpu.return
  }
}
// CHECK-LABEL: gpu.module @empty
gpu.module @empty {
}
// Products of bytes are dp4a, lane by lane.
// CHECK-LABEL: gpu.func @dot4(
// CHECK-COUNT-3: nvvm.dot.accumulate.4way %{{.*}} <unsigned>, %{{.*}} <signed>, %{{.*}}
// CHECK-NOT: tir.dot4
gpu.module @dots {
  gpu.func @dot4(%a: i32, %v: vector<2xi32>, %m: memref<i32>, %n: memref<vector<2xi32>>) {
    %0 = tir.dot4_u8s8 %a, %a : i32
    memref.store %0, %m[] : memref<i32>
    %1 = tir.dot4_u8s8 %v, %v : vector<2xi32>
    memref.store %1, %n[] : memref<vector<2xi32>>
    gpu.return
  }
}
// No instruction multiplies halves: two products of 32 bits.
// CHECK-LABEL: gpu.func @dot2(
// CHECK-COUNT-2: arith.muli %{{.*}} : i32
// CHECK-COUNT-2: arith.muli %{{.*}} : vector<2xi32>
// CHECK-NOT: tir.dot2
gpu.module @halves {
  gpu.func @dot2(%a: i32, %v: vector<2xi32>, %m: memref<i32>, %n: memref<vector<2xi32>>) {
    %0 = tir.dot2_s16 %a, %a : i32
    memref.store %0, %m[] : memref<i32>
    %1 = tir.dot2_s16 %v, %v : vector<2xi32>
    memref.store %1, %n[] : memref<vector<2xi32>>
    gpu.return
  }
}
// Nor bf16 in one lane: two products of f32.
// CHECK-LABEL: gpu.func @dot2_bf16(
// CHECK-COUNT-2: arith.mulf %{{.*}} : f32
// CHECK-NOT: tir.dot2
gpu.module @bfloats {
  gpu.func @dot2_bf16(%a: i32, %m: memref<f32>) {
    %0 = tir.dot2_bf16 %a, %a : i32 to f32
    memref.store %0, %m[] : memref<f32>
    gpu.return
  }
}
