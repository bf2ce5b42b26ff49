// Each different program that has no schedule is a module of its own, with a
// function that calls it.
// RUN: rm -rf %t && relax-opt %s --relax-write-tuning-tasks=folder=%t 2> /dev/null | FileCheck %s
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks.json
// RUN: cat %t/*.mlir | FileCheck %s --check-prefix=FILES
// RUN: relax-opt %s --relax-write-tuning-tasks=folder=%t/again -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEFT && diff %t/tasks.json %t/again/tasks.json
// RUN: not relax-opt %s --relax-write-tuning-tasks=folder=/dev/null/x 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot make the folder "/dev/null/x"
// FOLDER: note: give 'folder' a place where you may write

// The module stays.
// CHECK: relax.func @main
// CHECK: tir.func private @copy
// CHECK: tir.func private @again
// TASKS: [{"bytes":0,"calls":3,"key":"[[KEY:[0-9a-f]+]]","name":"copy"}]
// FILES: tir.func private @program(
// FILES: relax.func @main(%{{.*}}: tensor<?xf32, #relax.dims<[n]>>)
// FILES-NEXT: relax.call_tir @program(
// FILES-NOT: tir.func
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.call_tir @copy(%x) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.call_tir @copy(%0) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  %2 = relax.call_tir @again(%1) : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %2 : tensor<?xf32, #relax.dims<[n]>>
}
tir.func private @copy(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.block "copy" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
      %0 = memref.load %x[%v] : memref<?xf32>
      memref.store %0, %y[%v] : memref<?xf32>
    }
  }
  tir.return
}

// The same one, by another name.
tir.func private @again(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    tir.block "copy" iters(%v : spatial = %i in %n) reads(%x : memref<?xf32>) writes(%y : memref<?xf32>) {
      %0 = memref.load %x[%v] : memref<?xf32>
      memref.store %0, %y[%v] : memref<?xf32>
    }
  }
  tir.return
}

// Nothing calls it; it has a schedule; a closure may call it.
tir.func private @dead(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func @scheduled(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = relax.call_tir @vectors(%x) : (tensor<8xf32>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}
tir.func private @vectors(%x: memref<8xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  tir.for vectorized %i = %c0 to %c8 {
    %0 = memref.load %x[%i] : memref<8xf32>
    memref.store %0, %y[%i] : memref<8xf32>
  }
  tir.return
}

// A size that no tensor has.
// LEFT: remark: is not tuned: a function that calls it alone is rejected: {{.*}} uses symbol "m"
relax.func @lengths(%s: !relax.shape<[m]>) -> tensor<?xf32, #relax.dims<[m * 2]>> {
  %0 = relax.call_tir @zeros() : () -> tensor<?xf32, #relax.dims<[m * 2]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[m * 2]>>
}
tir.func private @zeros(%y: memref<?xf32> {tir.dims = #relax.dims<[k]>}) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  tir.for %i = %c0 to %n {
    memref.store %f, %y[%i] : memref<?xf32>
  }
  tir.return
}
