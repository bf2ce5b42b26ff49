// Why a buffer keeps its size, where lowering blocks first would help.
// RUN: relax-opt %s --tir-compact-buffers --verify-diagnostics -o /dev/null
// RUN: relax-opt %s --tir-convert-blocks-to-opaque --tir-compact-buffers 2> /dev/null | FileCheck %s

// CHECK-LABEL: @rows
// CHECK: memref.alloc() : memref<1x64xf32>
tir.func private @rows(%x: memref<8x64xf32>, %y: memref<8x64xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  tir.for %i = %c0 to %c8 {
    // expected-remark @+1 {{keeps its size: a block uses it, whose iterators have no bounds yet; lower blocks first, with 'tir-convert-blocks-to-opaque'}}
    %t = memref.alloc() : memref<8x64xf32>
    tir.for %j = %c0 to %c64 {
      tir.block "copy" iters(%vi : spatial = %i in %c8, %vj : spatial = %j in %c64) reads(%x : memref<8x64xf32>) writes(%t : memref<8x64xf32>) {
        %0 = memref.load %x[%vi, %vj] : memref<8x64xf32>
        memref.store %0, %t[%vi, %vj] : memref<8x64xf32>
      }
    }
    tir.for %j = %c0 to %c64 {
      // expected-note @+1 {{it is used here}}
      tir.block "back" iters(%vi : spatial = %i in %c8, %vj : spatial = %j in %c64) reads(%t : memref<8x64xf32>) writes(%y : memref<8x64xf32>) {
        %0 = memref.load %t[%vi, %vj] : memref<8x64xf32>
        memref.store %0, %y[%vi, %vj] : memref<8x64xf32>
      }
    }
  }
  tir.return
}

// All of it is used: nothing to say.
tir.func private @plain(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  tir.for %i = %c0 to %c8 {
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %t[%i] : memref<8xf32>
  }
  tir.for %i = %c0 to %c8 {
    %0 = memref.load %t[%i] : memref<8xf32>
    memref.store %0, %y[%i] : memref<8xf32>
  }
  tir.return
}
