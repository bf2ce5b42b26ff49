// What the virtual machine's programs use: each rule once.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of relax.vm.alloc_storage
relax.func impure @main() {
  // expected-error @below {{'relax.vm.alloc_storage' op expects a size of at least 0 bytes, found -4}}
  %0 = relax.vm.alloc_storage [-4]
  relax.return
}

// -----

// R1 of relax.vm.alloc_tensor
relax.func impure @main(%s: !relax.object) {
  // expected-error @below {{'relax.vm.alloc_tensor' op expects a result whose dimensions are all known, found 'tensor<?xf32>'; name them with 'relax.match_cast'}}
  %0 = relax.vm.alloc_tensor %s at [0] : tensor<?xf32>
  relax.return
}

// -----

relax.func impure @main(%s: !relax.object) {
  // expected-error @below {{'relax.vm.alloc_tensor' op expects a result of known dtype, found 'tensor<4x!relax.unknown>'}}
  %0 = relax.vm.alloc_tensor %s at [0] : tensor<4x!relax.unknown>
  relax.return
}

// -----

// R2 of relax.vm.alloc_tensor
relax.func impure @main(%s: !relax.object) {
  // expected-error @below {{'relax.vm.alloc_tensor' op expects an offset of at least 0 bytes, found -1}}
  %0 = relax.vm.alloc_tensor %s at [-1] : tensor<4xf32>
  relax.return
}

// -----

// R3 of relax.vm.alloc_tensor
relax.func impure @main() {
  // expected-note @below {{the storage has 16 bytes}}
  %0 = relax.vm.alloc_storage [16]
  // expected-error @below {{'relax.vm.alloc_tensor' op needs 16 bytes at offset 4, which passes the end of the storage}}
  %1 = relax.vm.alloc_tensor %0 at [4] : tensor<4xf32>
  relax.return
}

// -----

// R1 of relax.vm.call_tir_dyn
relax.func impure @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.vm.call_tir_dyn' op calls @copy, expected a 'tir.func' of the module; add it}}
  relax.vm.call_tir_dyn @copy(%x : tensor<4xf32>)
  relax.return
}

// -----

// R2 of relax.vm.call_tir_dyn
// expected-note @below {{the callee is here}}
tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.vm.call_tir_dyn' op needs 1 inputs, 0 outputs and 0 variables, but @copy has 2 parameters}}
  relax.vm.call_tir_dyn @copy(%x : tensor<4xf32>)
  relax.return
}

// -----

// R3 of relax.vm.call_tir_dyn
// expected-note @below {{the callee is here}}
tir.func private @read(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @main(%x: tensor<5xf32>) {
  // expected-error @below {{'relax.vm.call_tir_dyn' op has argument #0 of type 'tensor<5xf32>', expected what parameter #0 of @read holds}}
  relax.vm.call_tir_dyn @read(%x : tensor<5xf32>)
  relax.return
}

// -----

// R4 of relax.vm.call_tir_dyn
tir.func private @read(%x: memref<4xf32>, %n: index) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func impure @main(%x: tensor<4xf32>, %s: !relax.shape<rank 1>) {
  // expected-error @below {{'relax.vm.call_tir_dyn' op expects a shape of known sizes, found '!relax.shape<rank 1>'; name them with 'relax.match_cast'}}
  relax.vm.call_tir_dyn @read(%x : tensor<4xf32>) shape(%s : !relax.shape<rank 1>)
  relax.return
}

// -----

// R1 of relax.call_py_func
relax.func @main(%x: tensor<4xf32>) {
  // expected-error @below {{'relax.call_py_func' op expects the name of a function, found ""}}
  relax.call_py_func ""(%x) : (tensor<4xf32>) -> ()
  relax.return
}

// -----

tir.func private @k(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{the argument is written here}}
  memref.copy %y, %x : memref<4xf32> to memref<4xf32>
  tir.return
}
relax.func impure @f(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{passes argument #0 to be read, expected no write by @k; have it written in place, or into an output [relax.vm.call_tir_dyn R5]}}
  relax.vm.call_tir_dyn @k(%x, %y : tensor<4xf32>, tensor<4xf32>)
  relax.return
}
