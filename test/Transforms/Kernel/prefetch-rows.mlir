// While a row is computed, the next one comes from memory.
// RUN: relax-opt %s --tir-stream-results | FileCheck %s
// RUN: %same-results=tir-stream-results

#small = #relax.target<cpu, cache_bytes = 8192>

// A line of a cache has 16 floats; the row behind the last one is the last one.
// CHECK-LABEL: tir.func @softmax(
// CHECK: tir.for %[[ROW:.*]] = %c0 to %c64
// CHECK-NOT: memref.prefetch
// CHECK: arith.maximumf
// CHECK: tir.for %[[K:.*]] = %c0 to %c2
// CHECK: %[[NEXT:.*]] = arith.addi %[[ROW]], %{{.*}}
// CHECK: %[[HERE:.*]] = arith.minui %[[NEXT]], %c63
// CHECK: memref.prefetch %arg0[%[[HERE]], %{{.*}}], read, locality<3>, data : memref<64x64xf32>
// CHECK: memref.prefetch %arg0[
// CHECK-NOT: memref.prefetch
// CHECK: math.exp
// CHECK: tir.return
tir.func @softmax(%x: memref<64x64xf32>, %y: memref<64x64xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %low = arith.constant 0xFF800000 : f32
  %m = memref.alloc() : memref<32xf32>
  tir.for %i = %c0 to %c64 {
    tir.for vectorized %l = %c0 to %c32 {
      memref.store %low, %m[%l] : memref<32xf32>
    }
    tir.for %k = %c0 to %c2 {
      %0 = arith.muli %k, %c32 : index
      tir.for vectorized %l = %c0 to %c32 {
        %1 = arith.addi %0, %l : index
        %2 = memref.load %x[%i, %1] : memref<64x64xf32>
        %3 = memref.load %m[%l] : memref<32xf32>
        %4 = arith.maximumf %2, %3 : f32
        memref.store %4, %m[%l] : memref<32xf32>
      }
    }
    tir.for %k = %c0 to %c2 {
      %0 = arith.muli %k, %c32 : index
      tir.for vectorized %l = %c0 to %c32 {
        %1 = arith.addi %0, %l : index
        %2 = memref.load %x[%i, %1] : memref<64x64xf32>
        %3 = memref.load %m[%l] : memref<32xf32>
        %4 = arith.subf %2, %3 : f32
        %5 = math.exp %4 : f32
        memref.store %5, %y[%i, %1] : memref<64x64xf32>
      }
    }
  }
  tir.return
}

// A thread that has a row of a parallel loop has the next one, too.
// CHECK-LABEL: tir.func @parallel(
// CHECK: tir.for parallel %[[ROW:.*]] = %c0 to %c64
// CHECK: %[[NEXT:.*]] = arith.addi %[[ROW]], %{{.*}}
// CHECK: %[[HERE:.*]] = arith.minui %[[NEXT]], %c63
// CHECK: memref.prefetch %arg0[%[[HERE]], %{{.*}}], read, locality<3>, data : memref<64x64xf32>
// CHECK: tir.return
tir.func @parallel(%x: memref<64x64xf32>, %y: memref<64x64xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  tir.for parallel %i = %c0 to %c64 {
    %m = memref.alloc() : memref<16xf32>
    tir.for %k = %c0 to %c4 {
      %0 = arith.muli %k, %c16 : index
      tir.for vectorized %l = %c0 to %c16 {
        %1 = arith.addi %0, %l : index
        %2 = memref.load %x[%i, %1] : memref<64x64xf32>
        memref.store %2, %m[%l] : memref<16xf32>
      }
    }
    tir.for %k = %c0 to %c4 {
      %0 = arith.muli %k, %c16 : index
      tir.for vectorized %l = %c0 to %c16 {
        %1 = arith.addi %0, %l : index
        %2 = memref.load %x[%i, %1] : memref<64x64xf32>
        %3 = memref.load %m[%l] : memref<16xf32>
        %4 = arith.subf %2, %3 : f32
        %5 = math.exp %4 : f32
        memref.store %5, %y[%i, %1] : memref<64x64xf32>
      }
    }
  }
  tir.return
}

// One loop reads the memory as it computes; and nothing is fetched where there
// is no elementary function, or where the input fits into the cache.
// CHECK-LABEL: tir.func @once(
// CHECK-NOT: memref.prefetch
// CHECK: tir.return
tir.func @once(%x: memref<64x64xf32>, %y: memref<64x64xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  tir.for %i = %c0 to %c64 {
    tir.for %k = %c0 to %c2 {
      %0 = arith.muli %k, %c32 : index
      tir.for vectorized %l = %c0 to %c32 {
        %1 = arith.addi %0, %l : index
        %2 = memref.load %x[%i, %1] : memref<64x64xf32>
        %3 = math.exp %2 : f32
        memref.store %3, %y[%i, %1] : memref<64x64xf32>
      }
    }
  }
  tir.return
}

// CHECK-LABEL: tir.func @cheap(
// CHECK-NOT: memref.prefetch
// CHECK: tir.return
tir.func @cheap(%x: memref<64x64xf32>, %y: memref<64x64xf32>) attributes {num_inputs = 1 : i64, relax.target = #small} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  tir.for %i = %c0 to %c64 {
    tir.for %k = %c0 to %c2 {
      %0 = arith.muli %k, %c32 : index
      tir.for vectorized %l = %c0 to %c32 {
        %1 = arith.addi %0, %l : index
        %2 = memref.load %x[%i, %1] : memref<64x64xf32>
        memref.store %2, %y[%i, %1] : memref<64x64xf32>
      }
    }
    tir.for %k = %c0 to %c2 {
      %0 = arith.muli %k, %c32 : index
      tir.for vectorized %l = %c0 to %c32 {
        %1 = arith.addi %0, %l : index
        %2 = memref.load %x[%i, %1] : memref<64x64xf32>
        %3 = arith.addf %2, %2 : f32
        memref.store %3, %y[%i, %1] : memref<64x64xf32>
      }
    }
  }
  tir.return
}
