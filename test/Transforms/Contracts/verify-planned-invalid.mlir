// RUN: relax-opt %s --relax-verify-planned --split-input-file --verify-diagnostics

relax.extern_func @my.f
relax.func impure @form(%x: tensor<4xf32>) {
  // expected-error @+1 {{is left, expected explicit memory; run 'relax-to-non-dataflow'}}
  relax.dataflow {
    relax.output
  }
  // expected-error @+1 {{makes its own results, expected explicit memory; run 'relax-call-tir-rewrite'}}
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{expects a storage, found none; run 'relax-lower-alloc-tensor'}}
  %1 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @ends() -> tensor<4xf32> {
  // expected-error @+1 {{is never ended, expected once; end it with 'relax.memory.kill_storage'}}
  %0 = relax.memory.alloc_storage [16]
  // expected-note @+1 {{the storage is here}}
  %1 = relax.memory.alloc_storage [16]
  %2 = relax.memory.alloc_tensor %1 at [0] : tensor<4xf32>
  %3 = relax.match_cast %2 : tensor<4xf32> to tensor<4xf32>
  // expected-error @+2 {{ends a storage that leaves its block, expected it to live on}}
  // expected-note @+1 {{the end is here}}
  relax.memory.kill_storage %1
  // expected-error @+1 {{uses memory that was ended, expected before its end}}
  relax.return %3 : tensor<4xf32>
}

// -----

relax.func impure @twice(%c: tensor<i1>) {
  // expected-note @+1 {{the storage is here}}
  %0 = relax.memory.alloc_storage [16]
  relax.if %c : tensor<i1> {
    // expected-error @below {{ends a storage in another block, expected that of its allocation}}
    // expected-note @below {{the other end is here}}
    relax.memory.kill_storage %0
    relax.yield
  } else {
    // expected-error @below {{ends a storage that is ended elsewhere, too; expected one end}}
    relax.memory.kill_storage %0
    relax.yield
  }
  relax.return
}

// -----

tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @after(%x: tensor<4xf32>) {
  %0 = relax.memory.alloc_storage [16]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  %2 = relax.match_cast %1 : tensor<4xf32> to tensor<4xf32>
  // expected-note @+1 {{the end is here}}
  relax.memory.kill_storage %0
  // expected-error @+1 {{uses memory that was ended, expected before its end}}
  relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%2 : tensor<4xf32>)
  relax.return
}

// -----

tir.func private @exp(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @overlap(%x: tensor<4xf32>) {
  %0 = relax.memory.alloc_storage [64]
  // expected-note @+1 {{the other tensor is here}}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  relax.call_prim_func @exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>)
  // expected-error @+1 {{may overlap a tensor that lives at the same time, expected bytes of its own}}
  %2 = relax.memory.alloc_tensor %0 at [8] : tensor<4xf32>
  relax.call_prim_func @exp ins(%1 : tensor<4xf32>) outs(%2 : tensor<4xf32>)
  relax.memory.kill_storage %0
  relax.return
}

// -----

// All of them in one module, whatever the functions are.
tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @public(%x: tensor<4xf32>) {
  // expected-error @+1 {{'relax.dataflow' op is left, expected explicit memory; run 'relax-to-non-dataflow' [relax-verify-planned R1]}}
  relax.dataflow {
    // expected-error @+1 {{'relax.call_tir' op makes its own results, expected explicit memory; run 'relax-call-tir-rewrite' [relax-verify-planned R1]}}
    %0 = relax.call_tir @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
    relax.output
  }
  relax.return
}
relax.func impure private @dead(%c: tensor<i1>) {
  relax.if %c : tensor<i1> {
    // expected-error @+1 {{'relax.memory.alloc_storage' op is never ended, expected once; end it with 'relax.memory.kill_storage' [relax-verify-planned R2]}}
    %0 = relax.memory.alloc_storage [16]
    relax.yield
  } else {
    relax.yield
  }
  // expected-note @+1 {{the storage is here}}
  %1 = relax.memory.alloc_storage [16]
  relax.if %c : tensor<i1> {
    // expected-error @+1 {{ends a storage in another block, expected that of its allocation [relax-verify-planned R3]}}
    relax.memory.kill_storage %1
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}
relax.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
relax.func impure private @group(%c: tensor<i1>) -> !relax.callable<() -> tensor<4xf32>, pure> attributes {relax.primitive} {
  // expected-note @+1 {{the storage is here}}
  %0 = relax.memory.alloc_storage [64]
  // expected-note @+1 {{the other tensor is here}}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  // expected-error @+1 {{may overlap a tensor that lives at the same time, expected bytes of its own [relax-verify-planned R6]}}
  %2 = relax.memory.alloc_tensor %0 at [8] : tensor<4xf32>
  relax.print "{}"(%2) : tensor<4xf32>
  relax.memory.kill_tensor %2 : tensor<4xf32>
  %4 = relax.match_cast %1 : tensor<4xf32> to tensor<4xf32>
  %3 = relax.make_closure @same(%1) : (tensor<4xf32>) -> !relax.callable<() -> tensor<4xf32>, pure>
  // expected-error @+2 {{ends a storage that leaves its block, expected it to live on [relax-verify-planned R4]}}
  // expected-note @+1 {{the end is here}}
  relax.memory.kill_storage %0
  relax.if %c : tensor<i1> {
    // Once, whichever end is to blame.
    // expected-error @+1 {{'relax.print' op uses memory that was ended, expected before its end [relax-verify-planned R5]}}
    relax.print "{}"(%4) : tensor<4xf32>
    relax.yield
  } else {
    relax.yield
  }
  relax.return %3 : !relax.callable<() -> tensor<4xf32>, pure>
}
module @nested {
  relax.func impure @inner() {
    // expected-error @+1 {{expects a storage, found none; run 'relax-lower-alloc-tensor' [relax-verify-planned R1]}}
    %0 = relax.builtin.alloc_tensor : tensor<4xf32>
    relax.return
  }
}

// -----

// The end of a view is that of what it is a view of; fields that a call gave
// are memory of their own.
relax.func private @pair(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
  %0 = relax.tuple %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  relax.return %0 : tuple<tensor<4xf32>, tensor<4xf32>>
}
relax.func impure @names(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = relax.call @pair(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %1 = relax.tuple_get_item %0[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %2 = relax.tuple_get_item %0[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %3 = relax.tuple_get_item %0[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
  %4 = relax.memory.view %1 at [0] : tensor<4xf32> to tensor<2x2xf32>
  // expected-note @+1 {{the end is here}}
  relax.memory.kill_tensor %4 : tensor<2x2xf32>
  relax.print "{}"(%3) : tensor<4xf32>
  // expected-error @+1 {{uses memory that was ended, expected before its end [relax-verify-planned R5]}}
  relax.return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// What a choice of tuples holds.
// expected-note @+1 {{the memory is this one's}}
relax.func impure @foreign(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-note @+1 {{the memory is this one's}}
  %0 = relax.constant dense<1.0> : tensor<4xf32>
  %1:2 = relax.if %c : tensor<i1> -> tuple<tensor<4xf32>>, tuple<tensor<4xf32>> {
    %4 = relax.tuple %x : (tensor<4xf32>) -> tuple<tensor<4xf32>>
    %5 = relax.tuple %0 : (tensor<4xf32>) -> tuple<tensor<4xf32>>
    relax.yield %4, %5 : tuple<tensor<4xf32>>, tuple<tensor<4xf32>>
  } else {
    %4 = relax.tuple %x : (tensor<4xf32>) -> tuple<tensor<4xf32>>
    %5 = relax.tuple %0 : (tensor<4xf32>) -> tuple<tensor<4xf32>>
    relax.yield %4, %5 : tuple<tensor<4xf32>>, tuple<tensor<4xf32>>
  }
  %2 = relax.tuple_get_item %1#0[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
  %3 = relax.tuple_get_item %1#1[0] : tuple<tensor<4xf32>> -> tensor<4xf32>
  // expected-error @+1 {{may end a parameter, which is the caller's, expected memory of the function [relax-verify-planned R7]}}
  relax.memory.kill_tensor %2 : tensor<4xf32>
  // expected-error @+1 {{may end a constant of the module, expected memory of the function [relax-verify-planned R7]}}
  relax.memory.kill_tensor %3 : tensor<4xf32>
  relax.return
}

// -----

tir.func private @fill(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.extern_func @my.f
relax.func impure @constants(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-note @+1 {{the constant is here}}
  %0 = relax.constant dense<1.0> : tensor<4xf32>
  %1 = relax.memory.view %0 at [0] : tensor<4xf32> to tensor<2x2xf32>
  %2 = relax.if %c : tensor<i1> -> tensor<4xf32> {
    relax.yield %x : tensor<4xf32>
  } else {
    relax.yield %0 : tensor<4xf32>
  }
  %3 = relax.memory.view %x at [0] : tensor<4xf32> to tensor<2x2xf32>
  // expected-error @+1 {{may write a constant, expected memory of its own; copy it there with 'relax.memory.copy' and write that [relax-verify-planned R8]}}
  relax.call_prim_func @fill outs(%0 : tensor<4xf32>)
  // expected-error @+1 {{may write a constant}}
  relax.memory.copy %3 to %1 : tensor<2x2xf32>
  // expected-error @+1 {{may write a constant}}
  relax.call_packed @my.f(%0, %2) {num_outs = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  relax.return
}

// -----

relax.func impure @operators(%x: tensor<4xf32>) {
  // expected-error @+1 {{'relax.exp' op makes its own results, expected explicit memory; run 'relax-legalize-ops' and 'relax-call-tir-rewrite' [relax-verify-planned R1]}}
  %0 = relax.exp %x : tensor<4xf32>
  relax.return
}
relax.func impure @storages_of_vm() {
  // expected-error @+1 {{'relax.vm.alloc_storage' op is never ended, expected once; end it with 'relax.vm.kill_object' [relax-verify-planned R2]}}
  %0 = relax.vm.alloc_storage [16]
  relax.return
}
