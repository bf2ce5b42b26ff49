// Rows that no threads scan by vectors, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects vectors of 2, 4, 8 or 16 elements, found 3}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 1 vectors
    transform.yield
  }
}

// -----

// Rows of 42 elements.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x42xf32>, %y: memref<3x42xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 42 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected a known number of rows that are vectors of 4 elements along memory}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x42xf32>, memref<3x42xf32>) writes(%y : memref<3x42xf32>) {
        %n = arith.constant 42 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x42xf32>
          memref.store %1, %y[%a, %c0] : memref<3x42xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x42xf32>
          %3 = memref.load %x[%a, %k] : memref<3x42xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x42xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 4 chunks = 1 vectors
    transform.yield
  }
}

// -----

// What is first is no step.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected a known number of rows that are vectors of 4 elements along memory}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.constant 40 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = arith.constant 0.0 : f32
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 4 chunks = 1 vectors
    transform.yield
  }
}

// -----

// Rows of 40 elements that lie as far apart as run time says.
module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x?xf32>, %y: memref<3x?xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected a known number of rows that are vectors of 4 elements along memory}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x?xf32>, memref<3x?xf32>) writes(%y : memref<3x?xf32>) {
        %n = arith.constant 40 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x?xf32>
          memref.store %1, %y[%a, %c0] : memref<3x?xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x?xf32>
          %3 = memref.load %x[%a, %k] : memref<3x?xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x?xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 4 chunks = 1 vectors
    transform.yield
  }
}
