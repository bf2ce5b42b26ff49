// What has no vector form stays a serial loop.
// RUN: relax-opt %s --convert-tir-to-scf=remarks --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @refused(
// CHECK-COUNT-3: scf.for
tir.func private @refused(%a: memref<8xf32>, %b: memref<1xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark @+1 {{stays a serial loop: memref.store writes all lanes to one element}}
  tir.for vectorized %i = %c0 to %c8 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
  }
  // expected-remark @+1 {{stays a serial loop: tir.call_extern has an effect}}
  tir.for vectorized %i = %c0 to %c8 {
    tir.call_extern @tick() : () -> ()
  }
  // expected-remark @+1 {{stays a serial loop: tir.for has bounds that vary}}
  tir.for vectorized %i = %c0 to %c8 {
    tir.for %j = %c0 to %i {
    }
  }
  // expected-remark @+1 {{stays a serial loop: arith.divsi divides under a condition that varies}}
  tir.for vectorized %i = %c0 to %c8 {
    %in = arith.cmpi ne, %i, %c0 : index
    tir.if %in {
      %j = arith.divsi %c8, %i : index
      %x = memref.load %a[%j] : memref<8xf32>
      memref.store %x, %a[%i] : memref<8xf32>
    }
  }
  tir.return
}
