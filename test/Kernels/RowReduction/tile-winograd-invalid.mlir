// Nests that are no convolution by tiles of results.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<2x4x8xf32>, %y: memref<2x4x8xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    tir.for %i = %c0 to %c2 {
      tir.for %j = %c0 to %c4 {
        tir.for %k = %c0 to %c8 {
          // expected-error @below {{cannot tile 'tir.block' "A": expected blocks that transform data, multiply, transform the products, and use lines of these, each what the one before alone makes of an image and a block of its lines}}
          tir.block "A" iters(%a : spatial = %i in %c2, %b : spatial = %j in %c4, %c : spatial = %k in %c8) reads(%x : memref<2x4x8xf32>) writes(%y : memref<2x4x8xf32>) {
            %0 = memref.load %x[%a, %b, %c] : memref<2x4x8xf32>
            memref.store %0, %y[%a, %b, %c] : memref<2x4x8xf32>
          }
        }
      }
    }
    tir.for %i = %c0 to %c2 {
      tir.block "B" iters(%a : spatial = %i in %c2) reads(%x : memref<2x4x8xf32>) writes(%y : memref<2x4x8xf32>) {
        %0 = memref.load %x[%a, %c0, %c0] : memref<2x4x8xf32>
        memref.store %0, %y[%a, %c0, %c0] : memref<2x4x8xf32>
      }
    }
    tir.for %i = %c0 to %c2 {
      tir.block "C" iters(%a : spatial = %i in %c2) reads(%x : memref<2x4x8xf32>) writes(%y : memref<2x4x8xf32>) {
        %0 = memref.load %x[%a, %c0, %c0] : memref<2x4x8xf32>
        memref.store %0, %y[%a, %c0, %c0] : memref<2x4x8xf32>
      }
    }
    tir.for %i = %c0 to %c2 {
      tir.block "D" iters(%a : spatial = %i in %c2) reads(%x : memref<2x4x8xf32>) writes(%y : memref<2x4x8xf32>) {
        %0 = memref.load %x[%a, %c0, %c0] : memref<2x4x8xf32>
        memref.store %0, %y[%a, %c0, %c0] : memref<2x4x8xf32>
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = transform.tir.get_block "A" in %root : !transform.any_op
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    %c = transform.tir.get_block "C" in %root : !transform.any_op
    %d = transform.tir.get_block "D" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_winograd %a, %b, %c, %d bits = 256
    transform.yield
  }
}
