// Nests that a CPU does not go through row by row, and why.
// RUN: relax-opt %s --relax-legalize-ops --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  relax.func @one(%x: tensor<1x64xf32>) -> tensor<1x64xf32> {
    // expected-error @below {{cannot tile 'tir.block' "maximum": expected several rows, found one}}
    %0 = relax.nn.softmax %x : tensor<1x64xf32>
    relax.return %0 : tensor<1x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.tir.get_block "maximum" in %root : !transform.any_op
    %e = transform.tir.get_block "exp" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %m, %e bits = 256
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  relax.func @across(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
    // expected-error @below {{cannot tile 'tir.block' "maximum": expected rows along memory, found them across}}
    %0 = relax.nn.softmax %x {axis = 0 : i64} : tensor<64x32xf32>
    relax.return %0 : tensor<64x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.tir.get_block "maximum" in %root : !transform.any_op
    %e = transform.tir.get_block "exp" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %m, %e bits = 256
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  relax.func @axes(%x: tensor<6x5x7xf32>, %g: tensor<5x7xf32>) -> tensor<6x5x7xf32> {
    // expected-error @below {{cannot tile 'tir.block' "sum": expected one axis within a row, or a last one of whole vectors}}
    %0 = relax.nn.layer_norm %x, %g, %g {axes = array<i64: -2, -1>} : (tensor<6x5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<6x5x7xf32>
    relax.return %0 : tensor<6x5x7xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.tir.get_block "sum" in %root : !transform.any_op
    %m = transform.tir.get_block "mean" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %s, %m bits = 256
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  relax.func @short(%x: tensor<37x5xf32>) -> tensor<37x5xf32> {
    // expected-error @below {{cannot tile 'tir.block' "maximum": expected a reduction along memory, of a vector or more}}
    %0 = relax.nn.softmax %x : tensor<37x5xf32>
    relax.return %0 : tensor<37x5xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.tir.get_block "maximum" in %root : !transform.any_op
    %e = transform.tir.get_block "exp" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %m, %e bits = 256
    transform.yield
  }
}

// -----

// Rows of a product share what they multiply by.
module attributes {transform.with_named_sequence} {
  relax.func @product(%x: tensor<16x32xf32>, %y: tensor<16x32xf32>) -> tensor<16x16xf32> {
    // expected-error @below {{cannot tile 'tir.block' "einsum": expected a reduction of which rows share no input}}
    %0 = relax.einsum %x, %y {subscripts = "ik,jk->ij"} : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x16xf32>
    relax.return %0 : tensor<16x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "einsum" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %b bits = 256
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  relax.func @no_reduction(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
    // expected-error @below {{cannot tile 'tir.block' "relu": expected blocks over the same rows, of which each uses what others make of that row, with a reduction among them that may do its steps in any order}}
    %0 = relax.nn.relu %x : tensor<16x32xf32>
    relax.return %0 : tensor<16x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "relu" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %b bits = 256
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @below {{'transform.tir.tile_row_reduction' op expects at least one block, found none}}
    transform.tir.tile_row_reduction bits = 256
    transform.yield
  }
}

// -----

// A block that reads columns goes along memory alone, by tiles.
module attributes {transform.with_named_sequence} {
  tir.func private @columns(%x: memref<32x16xf32>, %y: memref<16xf32>, %z: memref<16x32xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %f = arith.constant 0.0 : f32
    tir.for %i = %c0 to %c16 {
      tir.for %j = %c0 to %c32 {
        // expected-error @below {{cannot tile 'tir.block' "turn": expected loads along the axis of the stores}}
        tir.block "turn" iters(%v : spatial = %i in %c16, %w : spatial = %j in %c32) reads(%x : memref<32x16xf32>) writes(%z : memref<16x32xf32>) {
          %0 = memref.load %x[%w, %v] : memref<32x16xf32>
          memref.store %0, %z[%v, %w] : memref<16x32xf32>
        }
      }
    }
    tir.for %i = %c0 to %c16 {
      tir.for %k = %c0 to %c32 {
        tir.block "sum" iters(%v : spatial = %i in %c16, %r : reduce = %k in %c32) reads(%z : memref<16x32xf32>) writes(%y : memref<16xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<16xf32>
          }
          %0 = memref.load %y[%v] : memref<16xf32>
          %1 = memref.load %z[%v, %r] : memref<16x32xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<16xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %t = transform.tir.get_block "turn" in %root : !transform.any_op
    %s = transform.tir.get_block "sum" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %t, %s bits = 256
    transform.yield
  }
}

// -----

// What broadcasts as the run time says has loops of its own for each way.
module attributes {transform.with_named_sequence} {
  tir.func private @broadcast(%x: memref<16x32xf32>, %b: memref<?xf32>, %y: memref<16xf32>, %z: memref<16x32xf32>, %n: index) attributes {num_inputs = 2} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %f = arith.constant 0.0 : f32
    %one = arith.cmpi eq, %n, %c1 : index
    tir.for %i = %c0 to %c16 {
      tir.for %j = %c0 to %c32 {
        // expected-error @below {{cannot tile 'tir.block' "add": expected sizes that do not broadcast as the run time says}}
        tir.block "add" iters(%v : spatial = %i in %c16, %w : spatial = %j in %c32) reads(%x, %b : memref<16x32xf32>, memref<?xf32>) writes(%z : memref<16x32xf32>) {
          %p = arith.select %one, %c0, %w : index
          %0 = memref.load %x[%v, %w] : memref<16x32xf32>
          %1 = memref.load %b[%p] : memref<?xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %z[%v, %w] : memref<16x32xf32>
        }
      }
    }
    tir.for %i = %c0 to %c16 {
      tir.for %k = %c0 to %c32 {
        tir.block "sum" iters(%v : spatial = %i in %c16, %r : reduce = %k in %c32) reads(%z : memref<16x32xf32>) writes(%y : memref<16xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<16xf32>
          }
          %0 = memref.load %y[%v] : memref<16xf32>
          %1 = memref.load %z[%v, %r] : memref<16x32xf32>
          %2 = arith.addf %0, %1 : f32
          memref.store %2, %y[%v] : memref<16xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %t = transform.tir.get_block "add" in %root : !transform.any_op
    %s = transform.tir.get_block "sum" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.tile_row_reduction %t, %s bits = 256
    transform.yield
  }
}
