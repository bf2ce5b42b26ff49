// A thread of each warp is elected, the first one; the same as loops of the host.
// RUN: relax-interp %s --each
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu,convert-gpu-to-tir))' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// CHECK-NOT: nvvm
// RUN: relax-interp %t.mlir --each

tir.func @elected() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %y = memref.alloc() : memref<64xi32>
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c1 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c64 {
      %elected = nvvm.elect.sync -> i1
      %number = arith.extui %elected : i1 to i32
      memref.store %number, %y[%t] : memref<64xi32>
    }
  }
  tir.for %t = %c0 to %c64 {
    %lane = arith.remui %t, %c32 : index
    %first = arith.cmpi eq, %lane, %c0 : index
    %expected = arith.extui %first : i1 to i32
    %found = memref.load %y[%t] : memref<64xi32>
    %same = arith.cmpi eq, %found, %expected : i32
    tir.assert %same, "the first thread of each warp is elected"
  }
  tir.return
}
