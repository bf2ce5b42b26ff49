// Threads of a warp shuffle values: on the device, as loops of the CPU, and in
// the interpreter, with the same results.
// RUN: relax-opt %s --split-input-file --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu))' | FileCheck %s
// RUN: relax-opt %s --split-input-file --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu,convert-gpu-to-tir))' | FileCheck %s --check-prefix=LOOPS
// RUN: %same-results=convert-tir-to-gpu
// RUN: %same-results='convert-tir-to-gpu,convert-gpu-to-tir'

// CHECK-LABEL: tir.func @modes(
// CHECK: gpu.shuffle{{ +}}xor {{.*}} : f32
// CHECK: gpu.shuffle{{ +}}down {{.*}} : f32
// CHECK: gpu.shuffle{{ +}}up {{.*}} : f32
// CHECK: gpu.shuffle{{ +}}idx {{.*}} : f32
// LOOPS-LABEL: tir.func @modes(
// LOOPS-COUNT-4: memref.alloc() : memref<1024xf32>
// LOOPS-NOT: gpu.
tir.func @modes(%x: memref<?x2x32xf32>, %y: memref<?x2x32xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x2x32xf32>
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %width = arith.constant 32 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %zero = arith.constant 0.0 : f32
  tir.for thread_binding "blockIdx.x" %i = %c0 to %n {
    tir.for thread_binding "threadIdx.y" %j = %c0 to %c2 {
      tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
        %0 = memref.load %x[%i, %j, %t] : memref<?x2x32xf32>
        %1, %has1 = gpu.shuffle xor %0, %one, %width : f32
        %2 = arith.addf %0, %1 : f32
        %3, %has3 = gpu.shuffle down %2, %two, %width : f32
        %4 = arith.select %has3, %3, %zero : f32
        %5, %has5 = gpu.shuffle up %4, %two, %width : f32
        %6 = arith.addf %4, %5 : f32
        %7, %has7 = gpu.shuffle idx %6, %one, %width : f32
        %8 = arith.addf %7, %6 : f32
        memref.store %8, %y[%i, %j, %t] : memref<?x2x32xf32>
      }
    }
  }
  tir.return
}

// -----

// Chips shuffle 32 bits: fewer go as part of them. In a loop, all threads come
// each time.
// CHECK-LABEL: tir.func private @narrow(
// CHECK: scf.for
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
// CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK: %[[R:.*]], %{{.*}} = gpu.shuffle{{ +}}xor %[[WIDE]], {{.*}} : i32
// CHECK: %[[CUT:.*]] = arith.trunci %[[R]] : i32 to i16
// CHECK: arith.bitcast %[[CUT]] : i16 to f16
// CHECK: gpu.shuffle{{ +}}xor {{.*}} : i64
tir.func private @narrow(%x: memref<64xf16>, %y: memref<64xf16>, %z: memref<64xi64>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  %width = arith.constant 32 : i32
  %one = arith.constant 1 : i32
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c64 {
    %own = memref.alloc() : memref<1xf16>
    %0 = memref.load %x[%t] : memref<64xf16>
    memref.store %0, %own[%c0] : memref<1xf16>
    tir.for %k = %c0 to %c5 {
      %k32 = arith.index_cast %k : index to i32
      %distance = arith.shli %one, %k32 : i32
      %1 = memref.load %own[%c0] : memref<1xf16>
      %2, %has = gpu.shuffle xor %1, %distance, %width : f16
      %3 = arith.addf %1, %2 : f16
      memref.store %3, %own[%c0] : memref<1xf16>
    }
    %4 = memref.load %own[%c0] : memref<1xf16>
    memref.store %4, %y[%t] : memref<64xf16>
    %5 = arith.index_cast %t : index to i64
    %6, %has6 = gpu.shuffle xor %5, %one, %width : i64
    memref.store %6, %z[%t] : memref<64xi64>
  }
  tir.return
}

// -----

// How often, says a number that the kernel only reads: all threads come.
// CHECK-LABEL: tir.func @repeated(
// CHECK: memref.load
// CHECK: gpu.shuffle
tir.func @repeated(%n: memref<i8>, %x: memref<32xf32>, %y: memref<32xf32>) attributes {num_inputs = 2 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %width = arith.constant 32 : i32
  %one = arith.constant 1 : i32
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c1 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
      %0 = memref.load %n[] : memref<i8>
      %1 = arith.extui %0 : i8 to i32
      %2 = arith.index_cast %1 : i32 to index
      %3 = memref.load %x[%t] : memref<32xf32>
      memref.store %3, %y[%t] : memref<32xf32>
      tir.for %step = %c0 to %2 {
        %4 = memref.load %y[%t] : memref<32xf32>
        %5, %has = gpu.shuffle xor %4, %one, %width : f32
        memref.store %5, %y[%t] : memref<32xf32>
      }
    }
  }
  tir.return
}
