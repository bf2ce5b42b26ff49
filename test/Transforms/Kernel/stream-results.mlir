// What is larger than the last cache, and costs less than the memory, is stored
// past it.
// RUN: relax-opt %s --tir-stream-results | FileCheck %s
// RUN: %same-results=tir-stream-results

#small = #relax.target<cpu, cache_bytes = 8192>
#gpu = #relax.target<cuda, chip = "sm_90", host = <cpu, cache_bytes = 8192>>

// CHECK-LABEL: tir.func @view(
// CHECK: memref.store %{{.*}}, %collapse_shape[%{{.*}}] {nontemporal = true}
tir.func @view(%x: memref<4096xf32>, %y: memref<64x64xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %0 = memref.collapse_shape %y [[0, 1]] : memref<64x64xf32> into memref<4096xf32>
  tir.for vectorized %i = %c0 to %c4096 {
    %1 = memref.load %x[%i] : memref<4096xf32>
    %2 = arith.addf %1, %1 : f32
    memref.store %2, %0[%i] : memref<4096xf32>
  }
  tir.return
}

// Fits into the cache.
// CHECK-LABEL: tir.func @fits(
// CHECK-NOT: nontemporal
tir.func @fits(%x: memref<2048xf32>, %y: memref<2048xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %c2048 = arith.constant 2048 : index
  tir.for vectorized %i = %c0 to %c2048 {
    %0 = memref.load %x[%i] : memref<2048xf32>
    memref.store %0, %y[%i] : memref<2048xf32>
  }
  tir.return
}

// Nobody says how large the cache is, or the result.
// CHECK-LABEL: tir.func @unknown(
// CHECK-NOT: nontemporal
tir.func @unknown(%x: memref<4096xf32>, %y: memref<4096xf32>) attributes {num_inputs = 1 : i64, relax.target = #relax.target<cpu>} {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  tir.for vectorized %i = %c0 to %c4096 {
    %0 = memref.load %x[%i] : memref<4096xf32>
    memref.store %0, %y[%i] : memref<4096xf32>
  }
  tir.return
}

// CHECK-LABEL: tir.func @dynamic(
// CHECK-NOT: nontemporal
tir.func @dynamic(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for vectorized %i = %c0 to %n {
    %0 = memref.load %x[%i] : memref<?xf32>
    memref.store %0, %y[%i] : memref<?xf32>
  }
  tir.return
}

// Is loaded again, computes for longer than it stores, and stores one by one.
// CHECK-LABEL: tir.func @others(
// CHECK-NOT: nontemporal
tir.func @others(%x: memref<4096xf32>, %sums: memref<4096xf32>, %exps: memref<4096xf32>, %single: memref<4096xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  tir.for vectorized %i = %c0 to %c4096 {
    %0 = memref.load %x[%i] : memref<4096xf32>
    memref.store %0, %sums[%i] : memref<4096xf32>
    %1 = memref.load %sums[%i] : memref<4096xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %sums[%i] : memref<4096xf32>
    %3 = math.exp %0 : f32
    memref.store %3, %exps[%i] : memref<4096xf32>
  }
  tir.for %i = %c0 to %c4096 {
    %0 = memref.load %x[%i] : memref<4096xf32>
    memref.store %0, %single[%i] : memref<4096xf32>
  }
  tir.return
}

// A kernel of the GPU; what the host runs.
// CHECK-LABEL: tir.func @kernel(
// CHECK-NOT: nontemporal
// CHECK-LABEL: tir.func @host(
// CHECK: nontemporal
tir.func @kernel(%x: memref<4096xf32>, %y: memref<4096xf32>) attributes {num_inputs = 1 : i64, relax.target = #gpu} {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  tir.for vectorized %i = %c0 to %c4096 {
    %0 = memref.load %x[%i] : memref<4096xf32>
    memref.store %0, %y[%i] : memref<4096xf32>
  }
  tir.return
}
tir.func @host(%x: memref<4096xf32>, %y: memref<4096xf32>) attributes {num_inputs = 1 : i64, relax.target = #gpu, tir.is_for_host} {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  tir.for vectorized %i = %c0 to %c4096 {
    %0 = memref.load %x[%i] : memref<4096xf32>
    memref.store %0, %y[%i] : memref<4096xf32>
  }
  tir.return
}
