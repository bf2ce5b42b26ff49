// Functions of the C library, as operations that any target has.
// RUN: relax-opt %s --tir-expand-library-calls --tir-verify-well-formed | FileCheck %s
// RUN: relax-opt %s --tir-expand-library-calls --tir-expand-library-calls | FileCheck %s
// RUN: %same-results=tir-expand-library-calls --tolerance=1e-6

// CHECK-LABEL: @hypot32
// CHECK: arith.extf
// CHECK: math.sqrt
// CHECK: arith.truncf
// CHECK-NOT: call_extern
tir.func @hypot32(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %z: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.block "hypot" iters(%v : spatial = %i in %n) reads(%x, %y : memref<?xf32>, memref<?xf32>) writes(%z : memref<?xf32>) {
      %0 = memref.load %x[%v] : memref<?xf32>
      %1 = memref.load %y[%v] : memref<?xf32>
      %2 = tir.call_extern @hypotf(%0, %1) {pure} : (f32, f32) -> f32
      memref.store %2, %z[%v] : memref<?xf32>
    }
  }
  tir.return
}

// CHECK-LABEL: @hypot64
// CHECK: math.fma
// CHECK-NOT: call_extern
tir.func @hypot64(%x: memref<8xf64>, %y: memref<8xf64>, %z: memref<8xf64>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    %0 = memref.load %x[%i] : memref<8xf64>
    %1 = memref.load %y[%i] : memref<8xf64>
    %2 = tir.call_extern @hypot(%0, %1) {pure} : (f64, f64) -> f64
    memref.store %2, %z[%i] : memref<8xf64>
  }
  tir.return
}

// CHECK-LABEL: @next
// CHECK: arith.bitcast
// CHECK-NOT: call_extern
tir.func @next(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %w: memref<8xf64>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    %0 = memref.load %x[%i] : memref<8xf32>
    %1 = memref.load %y[%i] : memref<8xf32>
    %2 = tir.call_extern @nextafterf(%0, %1) : (f32, f32) -> f32
    memref.store %2, %z[%i] : memref<8xf32>
    %3 = arith.extf %0 : f32 to f64
    %4 = arith.extf %1 : f32 to f64
    %5 = tir.call_extern @nextafter(%3, %4) : (f64, f64) -> f64
    memref.store %5, %w[%i] : memref<8xf64>
  }
  tir.return
}

// CHECK-LABEL: @scale
// CHECK-NOT: call_extern
tir.func @scale(%x: memref<8xf32>, %y: memref<8xi32>, %z: memref<8xf32>, %w: memref<8xf64>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for %i = %c0 to %c8 {
    %0 = memref.load %x[%i] : memref<8xf32>
    %1 = memref.load %y[%i] : memref<8xi32>
    %2 = tir.call_extern @ldexpf(%0, %1) : (f32, i32) -> f32
    memref.store %2, %z[%i] : memref<8xf32>
    %3 = arith.extf %0 : f32 to f64
    %4 = arith.extsi %1 : i32 to i64
    %5 = tir.call_extern @ldexp(%3, %4) : (f64, i64) -> f64
    memref.store %5, %w[%i] : memref<8xf64>
  }
  tir.return
}

// What is of other types, or of the module itself, is another function.
// CHECK-LABEL: @others
// CHECK: tir.call_extern @hypot(
// CHECK: tir.call_extern @nextafter(
// CHECK: tir.call_extern @ldexpf(
tir.func private @others() attributes {num_inputs = 0 : i64} {
  %x = arith.constant 1.0 : f32
  %y = arith.constant 1.0 : f64
  %0 = tir.call_extern @hypot(%x, %x) : (f32, f32) -> f32
  %1 = tir.call_extern @nextafter(%y) : (f64) -> f64
  tir.call_extern @ldexpf(%x, %y) : (f32, f64) -> ()
  tir.return
}

// CHECK-LABEL: @own
// CHECK: tir.call_extern @hypotf
module @own {
  tir.func private @hypotf(%x: memref<f32>) attributes {num_inputs = 0 : i64} {
    tir.return
  }
  tir.func private @user(%x: memref<f32>) attributes {num_inputs = 0 : i64} {
    tir.call_extern @hypotf(%x) : (memref<f32>) -> ()
    tir.return
  }
}

// CHECK-LABEL: @external
tir.func private @external(memref<f32>) attributes {num_inputs = 0 : i64}
