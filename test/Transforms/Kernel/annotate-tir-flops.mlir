// Operations on floats are counted in modules that are for profiles.
// RUN: relax-opt %s -split-input-file -relax-annotate-tir-flops | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-annotate-tir-flops -relax-annotate-tir-flops | FileCheck %s
// RUN: relax-opt %s -split-input-file -relax-annotate-tir-flops -tir-default-cpu-schedule -relax-annotate-tir-flops | FileCheck %s
// RUN: %same-results=relax-annotate-tir-flops

module attributes {relax_rt.profile} {
  // CHECK: @rows({{.*}}relax_rt.flops = #relax.expr<n * 8>
  // A sum is one operation, its start none; of two branches the larger counts.
  tir.func private @rows(%x: memref<?x4xf32> {tir.dims = #relax.dims<[n, 4]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %n = memref.dim %x, %c0 : memref<?x4xf32>
    tir.for %i = %c0 to %n {
      tir.for %j = %c0 to %c4 {
        tir.block "sum" iters(%vi : spatial = %i in %n, %vj : reduce = %j in %c4) reads(%x : memref<?x4xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            %start = arith.negf %zero : f32
            memref.store %start, %y[%vi] : memref<?xf32>
          }
          %0 = memref.load %x[%vi, %vj] : memref<?x4xf32>
          %1 = memref.load %y[%vi] : memref<?xf32>
          %2 = arith.addf %0, %1 : f32
          %even = arith.cmpf oeq, %0, %zero : f32
          %3 = scf.if %even -> (f32) {
            scf.yield %2 : f32
          } else {
            %4 = math.exp %2 : f32
            scf.yield %4 : f32
          }
          memref.store %3, %y[%vi] : memref<?xf32>
        }
      }
    }
    tir.return
  }

  // CHECK: @fma({{.*}}relax_rt.flops = #relax.expr<2>
  tir.func private @fma(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
    %0 = memref.load %x[] : memref<f32>
    %1 = math.fma %0, %0, %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    %3 = arith.extf %2 : f16 to f32
    memref.store %3, %y[] : memref<f32>
    tir.return
  }

  // CHECK: @integers({{.*}}relax_rt.flops = #relax.expr<0>
  tir.func private @integers(%x: memref<i32>, %y: memref<i32>) attributes {num_inputs = 1 : i64} {
    %0 = memref.load %x[] : memref<i32>
    %1 = arith.addi %0, %0 : i32
    memref.store %1, %y[] : memref<i32>
    tir.return
  }

  // Nothing says how long the inner loop is.
  // CHECK: @triangle
  // CHECK-NOT: relax_rt.flops
  // CHECK: tir.return
  tir.func private @triangle(%x: memref<4x4xf32>, %y: memref<4x4xf32>) attributes {num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    tir.for %i = %c0 to %c4 {
      tir.for %j = %c0 to %i {
        %0 = memref.load %x[%i, %j] : memref<4x4xf32>
        %1 = math.exp %0 : f32
        memref.store %1, %y[%i, %j] : memref<4x4xf32>
      }
    }
    tir.return
  }

  // CHECK: @empty({{.*}}relax_rt.flops = #relax.expr<0>
  tir.func private @empty() attributes {num_inputs = 0 : i64} {
    tir.return
  }
}

// -----

// A module that is for no profile stays.
// CHECK: @plain
// CHECK-NOT: relax_rt.flops
tir.func private @plain() attributes {num_inputs = 0 : i64} {
  tir.return
}
