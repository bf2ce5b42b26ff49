// RUN: relax-opt %s -tir-lower-cross-thread-reduction | FileCheck %s
// RUN: relax-opt %s -tir-lower-cross-thread-reduction | relax-opt -tir-lower-cross-thread-reduction -tir-convert-blocks-to-opaque -tir-verify-well-formed -o /dev/null
// RUN: %same-results=tir-lower-cross-thread-reduction --tolerance=1e-5

// Symbolic rows of a symbolic length: the last steps are not all there.
// CHECK-LABEL: @rows
// CHECK:      tir.for thread_binding "blockIdx.x"
// CHECK:        %[[PARTS:.*]] = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK:        tir.for thread_binding "threadIdx.x"
// CHECK:          memref.alloc() : memref<1xf32, #gpu.address_space<private>>
// CHECK:          tir.for %
// CHECK:            tir.if
// CHECK:          memref.store %{{.*}}, %[[PARTS]]
// CHECK:        tir.for thread_binding "threadIdx.x" %[[T:.*]] =
// CHECK:          arith.cmpi ult, %[[T]], %c4
// CHECK:          tir.if
// CHECK:            arith.addf
// CHECK:            memref.store %{{.*}}, %[[PARTS]][%[[T]]]
// CHECK:        tir.for thread_binding "threadIdx.x"
// CHECK:        tir.for thread_binding "threadIdx.x"
// CHECK:        tir.for thread_binding "threadIdx.x" %[[U:.*]] =
// CHECK:          arith.cmpi ult, %[[U]], %c1
// CHECK-NOT:    tir.for
// CHECK-NOT:  tir.block
tir.func private @rows(%x: memref<?x?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  %p = arith.ceildivui %m, %c8 : index
  tir.for thread_binding "blockIdx.x" %i = %c0 to %n {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
      tir.for %o = %c0 to %p {
        %0 = arith.muli %o, %c8 : index
        %k = arith.addi %0, %t : index
        %in = arith.cmpi ult, %k, %m : index
        tir.block "sum" iters(%v : spatial = %i in %n, %w : reduce = %k in %m) where %in reads(%x : memref<?x?xf32>) writes(%y : memref<?xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<?xf32>
          }
          %1 = memref.load %y[%v] : memref<?xf32>
          %2 = memref.load %x[%v, %w] : memref<?x?xf32>
          %3 = arith.addf %1, %2 : f32
          memref.store %3, %y[%v] : memref<?xf32>
        }
      }
    }
  }
  tir.return
}

// Threads whose number is no power of two, a start value that is not neutral,
// a serial loop around the threads, and rows side by side in one block of
// which the last has too many.
// CHECK-LABEL: @ragged
// CHECK:      memref.alloc() : memref<2x6xf32, #gpu.address_space<workgroup>>
// CHECK:      tir.for thread_binding "threadIdx.y" %[[Y:.*]] =
// CHECK:        tir.for thread_binding "threadIdx.x" %[[T:.*]] =
// CHECK:          tir.for %
// CHECK:          memref.store %{{.*}}, %{{.*}}[%[[Y]], %[[T]]]
// CHECK:        tir.for thread_binding "threadIdx.x" %[[U:.*]] =
// CHECK:          arith.cmpi ult, %[[U]], %c2
// CHECK:          arith.addi %[[U]], %c4
// CHECK:          arith.mulf
tir.func private @ragged(%x: memref<5x12xf32>, %y: memref<5xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c12 = arith.constant 12 : index
  %f = arith.constant 2.0 : f32
  tir.for thread_binding "blockIdx.x" %b = %c0 to %c3 {
    tir.for thread_binding "threadIdx.y" %r = %c0 to %c2 {
      tir.for %o = %c0 to %c2 {
        tir.for thread_binding "threadIdx.x" %t = %c0 to %c6 {
          %0 = arith.muli %b, %c2 : index
          %i = arith.addi %0, %r : index
          %1 = arith.muli %o, %c6 : index
          %k = arith.addi %1, %t : index
          %in = arith.cmpi ult, %i, %c5 : index
          tir.block "product" iters(%v : spatial = %i in %c5, %w : reduce = %k in %c12) where %in reads(%x : memref<5x12xf32>) writes(%y : memref<5xf32>) {
            tir.init {
              memref.store %f, %y[%v] : memref<5xf32>
            }
            %2 = memref.load %y[%v] : memref<5xf32>
            %3 = memref.load %x[%v, %w] : memref<5x12xf32>
            %4 = arith.mulf %3, %2 : f32
            memref.store %4, %y[%v] : memref<5xf32>
          }
        }
      }
    }
  }
  tir.return
}

// Threads alone get a block of their own, two axes are one number, and one
// thread needs no tree.
// CHECK-LABEL: @alone
// CHECK:      tir.for thread_binding "blockIdx.x" %{{.*}} = %c0{{.*}} to %c1
// CHECK:        memref.alloc() : memref<12xi32, #gpu.address_space<workgroup>>
// CHECK:        tir.for thread_binding "threadIdx.y" %[[Y:.*]] =
// CHECK:          tir.for thread_binding "threadIdx.x" %[[T:.*]] =
// CHECK:            %[[W:.*]] = arith.muli %[[Y]], %c4
// CHECK:            arith.addi %[[W]], %[[T]]
// CHECK:            arith.maxsi
// CHECK-LABEL: @one
// CHECK-NOT:  workgroup
tir.func private @alone(%x: memref<3x4xi32>, %y: memref<i32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant -5 : i32
  tir.for thread_binding "threadIdx.y" %i = %c0 to %c3 {
    tir.for thread_binding "threadIdx.x" %j = %c0 to %c4 {
      tir.block "most" iters(%v : reduce = %i in %c3, %w : reduce = %j in %c4) reads(%x : memref<3x4xi32>) writes(%y : memref<i32>) {
        tir.init {
          memref.store %f, %y[] : memref<i32>
        }
        %0 = memref.load %y[] : memref<i32>
        %1 = memref.load %x[%v, %w] : memref<3x4xi32>
        %2 = arith.maxsi %0, %1 : i32
        memref.store %2, %y[] : memref<i32>
      }
    }
  }
  tir.return
}
tir.func private @one(%x: memref<4x0xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  tir.for thread_binding "blockIdx.x" %i = %c0 to %c4 {
    tir.for thread_binding "threadIdx.x" %t = %c0 to %c1 {
      tir.for %o = %c0 to %c0 {
        %k = arith.addi %o, %t : index
        tir.block "sum" iters(%v : spatial = %i in %c4, %w : reduce = %k in %c0) reads(%x : memref<4x0xf32>) writes(%y : memref<4xf32>) {
          tir.init {
            memref.store %f, %y[%v] : memref<4xf32>
          }
          %1 = memref.load %y[%v] : memref<4xf32>
          %2 = memref.load %x[%v, %w] : memref<4x0xf32>
          %3 = arith.addf %1, %2 : f32
          memref.store %3, %y[%v] : memref<4xf32>
        }
      }
    }
  }
  tir.return
}

// No threads: not this pass's.
// CHECK-LABEL: @serial
// CHECK: tir.block "sum"
tir.func private @serial(%x: memref<4xf32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  tir.for %i = %c0 to %c4 {
    tir.block "sum" iters(%w : reduce = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<f32>) {
      tir.init {
        memref.store %f, %y[] : memref<f32>
      }
      %1 = memref.load %y[] : memref<f32>
      %2 = memref.load %x[%w] : memref<4xf32>
      %3 = arith.addf %1, %2 : f32
      memref.store %3, %y[] : memref<f32>
    }
  }
  tir.return
}

// CHECK-LABEL: @nothing
tir.func private @nothing() attributes {num_inputs = 0 : i64} {
  tir.return
}
