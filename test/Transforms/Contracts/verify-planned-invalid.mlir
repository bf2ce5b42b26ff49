// RUN: relax-opt %s -split-input-file -verify-diagnostics -relax-verify-planned

relax.extern_func @my.f
relax.func impure @form(%x: tensor<4xf32>) {
  // expected-error @+1 {{is left, but memory is to be explicit; run 'relax-to-non-dataflow'}}
  relax.dataflow {
    relax.output
  }
  // expected-error @+1 {{makes its own results, but memory is to be explicit; run 'relax-call-tir-rewrite'}}
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{has no storage; run 'relax-lower-alloc-tensor'}}
  %1 = relax.builtin.alloc_tensor : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @ends() -> tensor<4xf32> {
  // expected-error @+1 {{is never ended; end it with 'relax.memory.kill_storage'}}
  %0 = relax.memory.alloc_storage [16]
  // expected-note @+1 {{the storage is here}}
  %1 = relax.memory.alloc_storage [16]
  %2 = relax.memory.alloc_tensor %1 at [0] : tensor<4xf32>
  %3 = relax.match_cast %2 : tensor<4xf32> to tensor<4xf32>
  // expected-error @+2 {{ends a storage that leaves its block}}
  // expected-note @+1 {{the end is here}}
  relax.memory.kill_storage %1
  // expected-error @+1 {{uses memory that was ended before}}
  relax.return %3 : tensor<4xf32>
}

// -----

relax.func impure @twice(%c: tensor<i1>) {
  // expected-note @+1 {{the storage is here}}
  %0 = relax.memory.alloc_storage [16]
  relax.if %c : tensor<i1> {
    // expected-error @below {{ends a storage in another block than it is allocated in}}
    // expected-note @below {{the other end is here}}
    relax.memory.kill_storage %0
    relax.yield
  } else {
    // expected-error @below {{ends a storage that is ended elsewhere, too}}
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
  // expected-error @+1 {{uses memory that was ended before}}
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
  // expected-error @+1 {{may overlap a tensor that lives at the same time}}
  %2 = relax.memory.alloc_tensor %0 at [8] : tensor<4xf32>
  relax.call_prim_func @exp ins(%1 : tensor<4xf32>) outs(%2 : tensor<4xf32>)
  relax.memory.kill_storage %0
  relax.return
}
