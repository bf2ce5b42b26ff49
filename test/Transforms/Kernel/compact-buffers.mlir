// RUN: relax-opt %s --tir-compact-buffers | FileCheck %s
// RUN: relax-opt %s --tir-compact-buffers --tir-compact-buffers | FileCheck %s
// RUN: %same-results=tir-compact-buffers

// A tile of four and its neighbours, of a size that is not known; the tile
// sticks out.
// CHECK-LABEL: @window
// CHECK: tir.for %[[O:.*]] = %
// CHECK: memref.alloc() : memref<6xf32>
// CHECK: %[[B:.*]] = arith.muli %[[O]], %c4
// CHECK: tir.for %[[I:.*]] = %
// CHECK: tir.if
// CHECK: memref.store %{{.*}}[%[[I]]] : memref<6xf32>
// CHECK: tir.for %[[J:.*]] = %
// CHECK: memref.load %{{.*}}[%[[J]]] : memref<6xf32>
// CHECK: %[[NEXT:.*]] = arith.addi %[[J]], %c2
// CHECK: memref.load %{{.*}}[%[[NEXT]]] : memref<6xf32>
tir.func private @window(%s: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %x: memref<?xf32> {tir.dims = #relax.dims<[n + 2]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 2} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %m = memref.dim %x, %c0 : memref<?xf32>
  %n = memref.dim %y, %c0 : memref<?xf32>
  %tiles = arith.ceildivsi %n, %c4 : index
  tir.for %o = %c0 to %tiles {
    %t = memref.alloc(%m) : memref<?xf32>
    %b = arith.muli %o, %c4 : index
    tir.for %i = %c0 to %c6 {
      %0 = arith.addi %b, %i : index
      %1 = arith.cmpi slt, %0, %m : index
      tir.if %1 {
        %2 = memref.load %x[%0] : memref<?xf32>
        memref.store %2, %t[%0] : memref<?xf32>
      }
    }
    tir.for %i = %c0 to %c4 {
      %0 = arith.addi %b, %i : index
      %1 = arith.cmpi slt, %0, %n : index
      tir.if %1 {
        %2 = arith.addi %0, %c2 : index
        %3 = memref.load %t[%0] : memref<?xf32>
        %4 = memref.load %t[%2] : memref<?xf32>
        %5 = arith.addf %3, %4 : f32
        memref.store %5, %y[%0] : memref<?xf32>
      }
    }
    memref.dealloc %t : memref<?xf32>
  }
  tir.return
}

// Nobody calls it, and there is nothing to do: all of it is used, by a block,
// at indices that nobody knows, through a view.
// CHECK-LABEL: @dead
// CHECK-DAG: memref.alloc() : memref<4xf32>
// CHECK-DAG: memref.alloc() : memref<5xf32>
// CHECK-DAG: memref.alloc() : memref<6xf32>
// CHECK-DAG: memref.alloc() : memref<7xf32>
tir.func private @dead(%x: memref<4xindex>, %y: memref<4xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<5xf32>
  %c = memref.alloc() : memref<6xf32>
  %d = memref.alloc() : memref<7xf32>
  %e = memref.cast %d : memref<7xf32> to memref<?xf32>
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xindex>
    memref.store %f, %a[%i] : memref<4xf32>
    memref.store %f, %c[%0] : memref<6xf32>
    memref.store %f, %e[%i] : memref<?xf32>
    tir.block "B" iters(%v : spatial = %i in %c4) writes(%b : memref<5xf32>) {
      memref.store %f, %b[%v] : memref<5xf32>
    }
  }
  tir.return
}

// CHECK-LABEL: @empty
tir.func private @empty() attributes {num_inputs = 0} {
  tir.return
}

// Room that `storage_align` has made stays, for the rows that are left: 40
// columns of 8 used make 12, a stride of 4 modulo 8. What says nonsense counts
// for nothing.
// CHECK-LABEL: @aligned
// CHECK: memref.alloc() {tir.storage_align = array<i64: 0, 8, 4>} : memref<4x12xf32>
// CHECK: memref.alloc() {tir.storage_align = array<i64: 7, 8, 4>} : memref<4x8xf32>
tir.func private @aligned(%x: memref<4x8xf32>, %y: memref<4x8xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() {tir.storage_align = array<i64: 0, 8, 4>} : memref<16x44xf32>
  %u = memref.alloc() {tir.storage_align = array<i64: 7, 8, 4>} : memref<16x44xf32>
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c8 {
      %0 = memref.load %x[%i, %j] : memref<4x8xf32>
      memref.store %0, %t[%i, %j] : memref<16x44xf32>
      memref.store %0, %u[%i, %j] : memref<16x44xf32>
    }
  }
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c8 {
      %0 = memref.load %t[%i, %j] : memref<16x44xf32>
      %1 = memref.load %u[%i, %j] : memref<16x44xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %y[%i, %j] : memref<4x8xf32>
    }
  }
  tir.return
}
