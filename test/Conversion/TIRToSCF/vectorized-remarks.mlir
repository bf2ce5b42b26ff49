// What has no vector form stays a serial loop.
// RUN: relax-opt %s --convert-tir-to-scf=remarks --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func private @rejected(
// CHECK-COUNT-3: scf.for
tir.func private @rejected(%a: memref<8xf32>, %b: memref<1xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-remark @+1 {{stays a serial loop: memref.store writes all lanes to one element, expected one for each}}
  tir.for vectorized %i = %c0 to %c8 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
  }
  // expected-remark @+1 {{stays a serial loop: tir.call_extern has an effect, expected none but loads and stores}}
  tir.for vectorized %i = %c0 to %c8 {
    tir.call_extern @tick() : () -> ()
  }
  // expected-remark @+1 {{stays a serial loop: tir.for has bounds that vary, expected those that all lanes share}}
  tir.for vectorized %i = %c0 to %c8 {
    tir.for %j = %c0 to %i {
    }
  }
  // expected-remark @+1 {{stays a serial loop: arith.divsi divides under a condition that varies, expected one that all lanes share}}
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

// CHECK-LABEL: func.func private @more(
tir.func private @more(%a: memref<8xf32>, %b: memref<1xf32>, %t: memref<8xcomplex<f32>>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  // expected-remark @+1 {{memref.load reads elements that no vector holds, expected integers or floats}}
  tir.for vectorized %i = %c0 to %c8 {
    %y = memref.load %t[%i] : memref<8xcomplex<f32>>
  }
  // expected-remark @+1 {{memref.store writes elements that no vector holds, expected integers or floats}}
  tir.for vectorized %i = %c0 to %c8 {
    %y = memref.load %t[%c0] : memref<8xcomplex<f32>>
    memref.store %y, %t[%i] : memref<8xcomplex<f32>>
  }
  // expected-remark @+1 {{memref.store writes one element under a condition that varies, expected one that all lanes share}}
  tir.for vectorized %i = %c0 to %c8 {
    %in = arith.cmpi ne, %i, %c0 : index
    tir.if %in {
      memref.store %x, %b[%c0] : memref<1xf32>
    }
  }
  // expected-remark @+1 {{arith.select has a value that no vector holds, expected integers or floats}}
  tir.for vectorized %i = %c0 to %c8 {
    %in = arith.cmpi ne, %i, %c0 : index
    %m = arith.select %in, %a, %a : memref<8xf32>
    %y = memref.load %m[%c0] : memref<8xf32>
  }
  // expected-remark @+1 {{arith.select has a value that no vector holds, expected integers or floats}}
  tir.for vectorized %i = %c0 to %c8 {
    %in = arith.cmpi ne, %i, %c0 : index
    %y = memref.load %t[%c0] : memref<8xcomplex<f32>>
    %z = arith.select %in, %y, %y : complex<f32>
  }
  // expected-remark @+1 {{memref.dim has no vector form, expected elementwise arithmetic}}
  tir.for vectorized %i = %c0 to %c8 {
    %d = memref.dim %a, %i : memref<8xf32>
  }
  // expected-remark @+1 {{scf.if has no else, expected a choice of two values}}
  tir.for vectorized %i = %c0 to %c8 {
    %in = arith.cmpi ne, %i, %c0 : index
    scf.if %in {
      memref.store %x, %a[%i] : memref<8xf32>
    }
  }
  tir.return
}
