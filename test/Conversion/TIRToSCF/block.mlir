// Blocks give way to their bodies; inits go where they belong.
// RUN: relax-opt %s --convert-tir-to-scf --canonicalize | FileCheck %s

// The init runs before the reduction, also where that is empty.
// CHECK-LABEL: func.func private @sum(
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32> {llvm.noalias}, %[[B:.*]]: memref<?xf32> {llvm.noalias})
tir.func private @sum(%a: memref<?x?xf32>, %b: memref<?xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %a, %c1 : memref<?x?xf32>
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: memref.store %{{.*}}, %[[B]][%[[I]]]
  // CHECK-NEXT: scf.for %[[K:.*]] =
  // CHECK-NEXT: memref.load %[[A]][%[[I]], %[[K]]]
  tir.for %i = %c0 to %n {
    tir.for %k = %c0 to %m {
      tir.block "sum" iters(%vi : spatial = %i in %n, %vk : reduce = %k in %m)
          reads(%a : memref<?x?xf32>) writes(%b : memref<?xf32>) {
        tir.init {
          memref.store %zero, %b[%vi] : memref<?xf32>
        }
        %x = memref.load %a[%vi, %vk] : memref<?x?xf32>
        %y = memref.load %b[%vi] : memref<?xf32>
        %z = arith.addf %x, %y : f32
        memref.store %z, %b[%vi] : memref<?xf32>
      }
    }
  }
  tir.return
}

// Of loops that are reordered and split, those of spatial iterators are copied
// for the init; a predicate on the reduction does not concern it.
// CHECK-LABEL: func.func private @split(
// CHECK: scf.for %[[J:.*]] =
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[J]]]
// CHECK: scf.for
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK: scf.if
tir.func private @split(%a: memref<8x30xf32>, %b: memref<8xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c30 = arith.constant 30 : index
  %zero = arith.constant 0.0 : f32
  tir.for %k = %c0 to %c4 {
    tir.for %i = %c0 to %c8 {
      tir.for %l = %c0 to %c8 {
        %base = arith.muli %k, %c8 : index
        %kl = arith.addi %base, %l : index
        %in = arith.cmpi ult, %kl, %c30 : index
        tir.block "sum" iters(%vi : spatial = %i in %c8, %vk : reduce = %kl in %c30) where %in
            reads(%a : memref<8x30xf32>) writes(%b : memref<8xf32>) {
          tir.init {
            memref.store %zero, %b[%vi] : memref<8xf32>
          }
          %x = memref.load %a[%vi, %vk] : memref<8x30xf32>
          %y = memref.load %b[%vi] : memref<8xf32>
          %z = arith.addf %x, %y : f32
          memref.store %z, %b[%vi] : memref<8xf32>
        }
      }
    }
  }
  tir.return
}

// A loop that drives both kinds of iterators leaves the init in place.
// CHECK-LABEL: func.func private @fused(
// CHECK: scf.for
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store
tir.func private @fused(%a: memref<8x4xf32>, %b: memref<8xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  tir.for %f = %c0 to %c32 {
    %i = arith.divui %f, %c4 : index
    %k = arith.remui %f, %c4 : index
    tir.block "sum" iters(%vi : spatial = %i in %c8, %vk : reduce = %k in %c4)
        reads(%a : memref<8x4xf32>) writes(%b : memref<8xf32>) {
      tir.init {
        memref.store %zero, %b[%vi] : memref<8xf32>
      }
      %x = memref.load %a[%vi, %vk] : memref<8x4xf32>
      %y = memref.load %b[%vi] : memref<8xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %b[%vi] : memref<8xf32>
    }
  }
  tir.return
}

// A block of rank 0, and functions with nothing inside.
// CHECK-LABEL: func.func private @scalar(
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
tir.func private @scalar(%a: memref<f32>, %b: memref<f32>) attributes {num_inputs = 1} {
  tir.block "copy" reads(%a : memref<f32>) writes(%b : memref<f32>) {
    %x = memref.load %a[] : memref<f32>
    memref.store %x, %b[] : memref<f32>
  }
  tir.return
}

// CHECK-LABEL: func.func @nothing() {
// CHECK-NEXT: return
tir.func @nothing() attributes {num_inputs = 0} {
  tir.return
}

// CHECK-LABEL: func.func private @outside(memref<4xf32>)
tir.func private @outside(memref<4xf32>) attributes {num_inputs = 1}
