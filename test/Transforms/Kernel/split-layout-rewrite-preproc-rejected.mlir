// What stays where it is.
// RUN: relax-opt %s --relax-split-layout-rewrite-preproc | FileCheck %s
// CHECK-NOT: weight_prepack

relax.func @main(%x: tensor<2xf32>, %n: tensor<?xf32, #relax.dims<[n]>>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.call_tir @unmarked(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relax.call_tir @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relax.call_tir @before(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relax.call_tir @scoped(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relax.call_tir @sized(%n) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<?xf32, #relax.dims<[n]>>
}

// The mark says no.
tir.func private @unmarked(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %row = memref.alloc() : memref<2xf32>
  tir.for %i = %c0 to %c2 {
    tir.block "row" iters(%vi : spatial = %i in %c2) reads(%x : memref<2xf32>) writes(%row : memref<2xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = false} {
      %0 = memref.load %x[%vi] : memref<2xf32>
      memref.store %0, %row[%vi] : memref<2xf32>
    }
  }
  tir.for %i = %c0 to %c2 {
    %0 = memref.load %row[%i] : memref<2xf32>
    memref.store %0, %y[%i] : memref<2xf32>
  }
  tir.return
}

// Something else fills the buffer, too.
tir.func private @twice(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %row = memref.alloc() : memref<2xf32>
  tir.for %i = %c0 to %c2 {
    tir.block "row" iters(%vi : spatial = %i in %c2) reads(%x : memref<2xf32>) writes(%row : memref<2xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = true} {
      %0 = memref.load %x[%vi] : memref<2xf32>
      memref.store %0, %row[%vi] : memref<2xf32>
    }
  }
  tir.for %i = %c0 to %c2 {
    %0 = memref.load %row[%i] : memref<2xf32>
    memref.store %0, %y[%i] : memref<2xf32>
    memref.store %0, %row[%c0] : memref<2xf32>
  }
  tir.return
}

// It reads what the program has computed.
tir.func private @before(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %row = memref.alloc() : memref<2xf32>
  tir.for %i = %c0 to %c2 {
    %0 = memref.load %x[%i] : memref<2xf32>
    memref.store %0, %y[%i] : memref<2xf32>
  }
  tir.for %i = %c0 to %c2 {
    tir.block "row" iters(%vi : spatial = %i in %c2) reads(%y : memref<2xf32>) writes(%row : memref<2xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = true} {
      %0 = memref.load %y[%vi] : memref<2xf32>
      memref.store %0, %row[%vi] : memref<2xf32>
    }
  }
  tir.return
}

// The buffer is memory of a device.
tir.func private @scoped(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %row = memref.alloc() : memref<2xf32, "shared">
  tir.for %i = %c0 to %c2 {
    tir.block "row" iters(%vi : spatial = %i in %c2) reads(%x : memref<2xf32>) writes(%row : memref<2xf32, "shared">) annotations {"meta_schedule.layout_rewrite_preproc" = true} {
      %0 = memref.load %x[%vi] : memref<2xf32>
      memref.store %0, %row[%vi] : memref<2xf32, "shared">
    }
  }
  tir.for %i = %c0 to %c2 {
    %0 = memref.load %row[%i] : memref<2xf32, "shared">
    memref.store %0, %y[%i] : memref<2xf32>
  }
  tir.return
}

// A size that the program computes.
tir.func private @sized(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %row = memref.alloc(%n) : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.block "row" iters(%vi : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%row : memref<?xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = true} {
      %0 = memref.load %x[%vi] : memref<?xf32>
      memref.store %0, %row[%vi] : memref<?xf32>
    }
  }
  tir.for %i = %c0 to %n {
    %0 = memref.load %row[%i] : memref<?xf32>
    memref.store %0, %y[%i] : memref<?xf32>
  }
  tir.return
}

// A dead one, and one that is called from outside.
tir.func private @dead(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %row = memref.alloc() : memref<2xf32>
  tir.for %i = %c0 to %c2 {
    tir.block "row" iters(%vi : spatial = %i in %c2) reads(%x : memref<2xf32>) writes(%row : memref<2xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = true} {
      %0 = memref.load %x[%vi] : memref<2xf32>
      memref.store %0, %row[%vi] : memref<2xf32>
    }
  }
  tir.return
}
tir.func @public(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %row = memref.alloc() : memref<2xf32>
  tir.for %i = %c0 to %c2 {
    tir.block "row" iters(%vi : spatial = %i in %c2) reads(%x : memref<2xf32>) writes(%row : memref<2xf32>) annotations {"meta_schedule.layout_rewrite_preproc" = true} {
      %0 = memref.load %x[%vi] : memref<2xf32>
      memref.store %0, %row[%vi] : memref<2xf32>
    }
  }
  tir.return
}
