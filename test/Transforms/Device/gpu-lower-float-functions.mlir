// Maxima and minima are instructions of chips that have them, powers of two
// that may be approximated of all; a second run changes nothing.
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-float-functions))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-lower-float-functions,relax-gpu-lower-float-functions))' | FileCheck %s

// CHECK-LABEL: gpu.module @ampere
// CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: llvm.intr.minimum(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK: llvm.intr.maximum(%{{.*}}, %{{.*}}) : (f16, f16) -> f16
// No chip has one of f64, and bf16 is computed in f32.
// CHECK: arith.maximumf %{{.*}} : f64
// CHECK: arith.maximumf %{{.*}} : bf16
// What gives the number and not the NaN is another instruction.
// CHECK: arith.maxnumf
gpu.module @ampere [#nvvm.target<chip = "sm_80">] {
  gpu.func @maxima(%a: f32, %v: vector<4xf32>, %h: f16, %d: f64, %b: bf16, %m: memref<1xf32>, %n: memref<1xvector<4xf32>>, %o: memref<1xf16>, %p: memref<1xf64>, %q: memref<1xbf16>) {
    %c0 = arith.constant 0 : index
    %old = memref.load %m[%c0] : memref<1xf32>
    %0 = arith.maximumf %a, %old : f32
    %1 = arith.minimumf %0, %old : f32
    %2 = arith.maximumf %v, %v : vector<4xf32>
    %3 = arith.maximumf %h, %h : f16
    %4 = arith.maximumf %d, %d : f64
    %5 = arith.maximumf %b, %b : bf16
    %6 = arith.maxnumf %1, %old : f32
    memref.store %6, %m[%c0] : memref<1xf32>
    memref.store %2, %n[%c0] : memref<1xvector<4xf32>>
    memref.store %3, %o[%c0] : memref<1xf16>
    memref.store %4, %p[%c0] : memref<1xf64>
    memref.store %5, %q[%c0] : memref<1xbf16>
    gpu.return
  }
}

// CHECK-LABEL: gpu.module @turing
// CHECK: arith.maximumf
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"
gpu.module @turing [#nvvm.target<chip = "sm_75">] {
  gpu.func @maximum(%a: f32, %m: memref<1xf32>) {
    %c0 = arith.constant 0 : index
    %old = memref.load %m[%c0] : memref<1xf32>
    %0 = arith.maximumf %a, %old : f32
    %1 = math.exp2 %0 fastmath<afn> : f32
    memref.store %1, %m[%c0] : memref<1xf32>
    gpu.return
  }
}

// Without a target nobody knows.
// CHECK-LABEL: gpu.module @unknown
// CHECK: arith.maximumf
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%{{.*}}) : (f32) -> f32
// CHECK: vector.from_elements
// CHECK: math.exp2 %{{.*}} : f32
// CHECK: math.exp2 %{{.*}} fastmath<afn> : f64
gpu.module @unknown {
  gpu.func @powers(%a: f32, %v: vector<4xf32>, %d: f64, %m: memref<1xf32>, %n: memref<1xvector<4xf32>>, %p: memref<1xf64>) {
    %c0 = arith.constant 0 : index
    %old = memref.load %m[%c0] : memref<1xf32>
    %0 = arith.maximumf %a, %old : f32
    %1 = math.exp2 %v fastmath<afn> : vector<4xf32>
    // Exact ones, and those of f64, are the device library's.
    %2 = math.exp2 %0 : f32
    %3 = math.exp2 %d fastmath<afn> : f64
    memref.store %2, %m[%c0] : memref<1xf32>
    memref.store %1, %n[%c0] : memref<1xvector<4xf32>>
    memref.store %3, %p[%c0] : memref<1xf64>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @none(
  gpu.func @none() {
    gpu.return
  }
}
