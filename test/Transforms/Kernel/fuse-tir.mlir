// RUN: relax-opt %s --relax-fuse-tir --split-input-file --verify-diagnostics | FileCheck %s
// RUN: relax-opt %s --relax-fuse-tir --relax-fuse-tir --split-input-file 2>/dev/null | FileCheck %s
// RUN: %same-results=relax-fuse-tir

// What is passed between the calls is a local buffer of symbolic size; a
// program that nothing calls any more is gone.
tir.func private @exp(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n]>}) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  tir.return
}
// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @fused(%{{.*}}) : (tensor<?xf32, #{{.*}}>) -> tensor<?xf32, #{{.*}}>
// CHECK-NOT: @exp
// CHECK: tir.func private @fused(%[[X:.*]]: memref<?xf32> {tir.dims = #{{.*}}}, %[[Y:.*]]: memref<?xf32> {{.*}})
// CHECK: %[[N:.*]] = memref.dim %[[X]]
// CHECK: %[[L:.*]] = memref.alloc(%[[N]])
// CHECK: memref.copy %[[X]], %[[L]]
// CHECK: memref.copy %[[L]], %[[Y]]
relax.func @main(%x: tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>> {
  %0 = relax.call @fused(%x) : (tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[k]>>
}
relax.func private @fused(%x: tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>> attributes {relax.primitive} {
  %0 = relax.dataflow -> tensor<?xf32, #relax.dims<[k]>> {
    %1 = relax.call_tir @exp(%x) : (tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>>
    %2 = relax.call_tir @exp(%1) : (tensor<?xf32, #relax.dims<[k]>>) -> tensor<?xf32, #relax.dims<[k]>>
    relax.output %2 : tensor<?xf32, #relax.dims<[k]>>
  }
  relax.return %0 : tensor<?xf32, #relax.dims<[k]>>
}

// -----

// A function that holds something else stays, with a remark.
// CHECK-LABEL: relax.func private @other
// expected-remark @+1 {{stays a function: it holds a 'relax.exp' that is no call of a tensor program with known dimensions}}
relax.func private @other(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.primitive} {
  %0 = relax.exp %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// CHECK: relax.func private @identity
// expected-remark @+1 {{stays a function: it returns a value that no call of its own makes, or one twice}}
relax.func private @identity(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.primitive} {
  relax.return %x : tensor<4xf32>
}

// CHECK: relax.func private @nothing
// expected-remark @+1 {{stays a function: it returns nothing}}
relax.func private @nothing() attributes {relax.primitive} {
  relax.return
}

// CHECK: relax.func private @unknown
// expected-remark @+1 {{stays a function: a parameter is neither a tensor of known dimensions nor a shape}}
relax.func private @unknown(%x: tensor<?xf32>) -> tensor<?xf32> attributes {relax.primitive} {
  relax.return %x : tensor<?xf32>
}

// CHECK: relax.func private @derived
// expected-remark @+1 {{stays a function: a shape parameter has a dimension that is no symbol}}
relax.func private @derived(%x: tensor<?xf32, #relax.dims<[n]>>, %s: !relax.shape<[n * 2]>) -> tensor<?xf32, #relax.dims<[n]>> attributes {relax.primitive} {
  relax.return %x : tensor<?xf32, #relax.dims<[n]>>
}

// What is ended is memory, which a tensor program's result is not.
tir.func private @copied(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  tir.return
}
// expected-remark @+1 {{stays a function: a call of it makes memory that 'relax.memory.kill_tensor' ends; run the pass before memory is explicit}}
relax.func private @ended(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relax.primitive} {
  %0 = relax.call_tir @copied(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
relax.func impure @ends(%x: tensor<4xf32>) {
  // expected-note @+1 {{the call is here}}
  %0 = relax.call @ended(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.memory.kill_tensor %0 : tensor<4xf32>
  relax.return
}
