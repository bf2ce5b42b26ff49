// RUN: relax-opt %s --relax-convert-to-dataflow --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-convert-to-dataflow --relax-convert-to-dataflow --split-input-file | FileCheck %s
// RUN: relax-opt %s --relax-convert-to-dataflow=min-size=1 --split-input-file | FileCheck %s --check-prefix=ONE
// RUN: %same-results=relax-convert-to-dataflow

// An effect ends a region; two ops make one, one alone does not. What says a
// value does not count.
// CHECK: relax.func impure @effects
// CHECK: relax.dataflow -> tensor<4xf32> {
// CHECK-NEXT: relax.exp
// CHECK-NEXT: relax.negative
// CHECK-NEXT: relax.output
// CHECK: relax.call_packed @my.log
// CHECK-NOT: relax.dataflow
// CHECK: relax.return
// ONE: relax.func impure @effects
// ONE: relax.call_packed @my.log
// ONE: relax.dataflow
relax.extern_func @my.log
relax.func impure @effects(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.negative %0 : tensor<4xf32>
  relax.call_packed @my.log(%1) : (tensor<4xf32>) -> ()
  %3 = relax.constant dense<1.0> : tensor<4xf32>
  %4 = relax.add %1, %3 : tensor<4xf32>
  relax.return %4 : tensor<4xf32>
}

// -----

// Regions become part of what is around them.
// CHECK: relax.func @joined
// CHECK: %[[R:.*]] = relax.dataflow -> tensor<4xf32> {
// CHECK-NEXT: relax.exp
// CHECK-NEXT: relax.negative
// CHECK-NEXT: relax.log
// CHECK-NEXT: relax.output
// CHECK: relax.return %[[R]]
relax.func @joined(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.dataflow -> tensor<4xf32> {
    %2 = relax.negative %0 : tensor<4xf32>
    relax.output %2 : tensor<4xf32>
  }
  %3 = relax.log %1 : tensor<4xf32>
  relax.return %3 : tensor<4xf32>
}

// -----

// Branches and bodies of local functions have regions of their own; the
// conditional stays outside. The symbol of a cast is known behind the region.
// CHECK: relax.func @control
// CHECK: relax.dataflow -> tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[n]>>
// CHECK-NEXT: relax.match_cast
// CHECK-NEXT: relax.exp
// CHECK: relax.if
// CHECK-NEXT: relax.dataflow
// CHECK-NEXT: relax.exp
// CHECK-NEXT: relax.negative
// CHECK: } else {
// CHECK-NOT: relax.dataflow
// CHECK: relax.lambda
// CHECK: relax.dataflow
relax.func @control(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.exp %0 : tensor<?xf32, #relax.dims<[n]>>
  %2 = relax.if %c : tensor<i1> -> tensor<?xf32, #relax.dims<[n]>> {
    %3 = relax.exp %1 : tensor<?xf32, #relax.dims<[n]>>
    %4 = relax.negative %3 : tensor<?xf32, #relax.dims<[n]>>
    relax.yield %4 : tensor<?xf32, #relax.dims<[n]>>
  } else {
    %3 = relax.exp %1 : tensor<?xf32, #relax.dims<[n]>>
    relax.yield %3 : tensor<?xf32, #relax.dims<[n]>>
  }
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%y: tensor<4xf32>):
    %5 = relax.exp %y : tensor<4xf32>
    %6 = relax.exp %5 : tensor<4xf32>
    relax.yield %6 : tensor<4xf32>
  }
  relax.return %2 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

// CHECK: relax.func private @dead
// CHECK: relax.dataflow
relax.func private @dead(%x: tensor<4xf32>) {
  %0 = relax.exp %x : tensor<4xf32>
  %1 = relax.exp %0 : tensor<4xf32>
  relax.return
}

// -----

// What is ended outside is made outside.
// CHECK-LABEL: relax.func impure @memory
// CHECK-NOT: relax.dataflow
// CHECK: relax.return
relax.func impure @memory(%x: tensor<4xf32>) {
  %0 = relax.memory.alloc_storage [16]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  %2 = relax.memory.alloc_storage [16]
  %3 = relax.memory.alloc_tensor %2 at [0] : tensor<4xf32>
  relax.memory.copy %x to %1 : tensor<4xf32>
  relax.memory.kill_storage %0
  relax.memory.kill_storage %2
  relax.return
}
