// RUN: relax-opt %s -split-input-file -verify-diagnostics -convert-relax-to-runtime

// expected-error @+1 {{cannot become host code: parameter 'arg0' is !relax.object, expected a shape, a number or a tensor, on a device one of known dtype and rank}}
relax.func @object(%x: !relax.object) {
  relax.return
}

// -----

// expected-error @+1 {{parameter 'arg0' is tensor<2x!relax.unknown, #relax.dims<[2], vdevice = #relax.vdevice<"cuda", 0>>>, expected a shape}}
relax.func @device(%x: tensor<2x!relax.unknown, #relax.dims<[2], vdevice = #relax.vdevice<"cuda", 0>>>) {
  relax.return
}

// -----

// Each op that has no lowering is reported, what depends on it is not.
relax.extern_func @my.f
relax.func impure @many(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{cannot become host code: memory is not explicit; run 'relax-to-non-dataflow' first}}
  relax.dataflow {
    relax.output
  }
  // expected-error @+1 {{it makes its own results; run 'relax-call-tir-rewrite' first}}
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relax.match_cast %0 : tensor<4xf32> to tensor<4xf32>
  // expected-error @+1 {{it promises to have no effect; run 'relax-remove-purity-checking' first}}
  %2 = relax.call_pure_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{cannot become host code: it has no storage; run 'relax-lower-alloc-tensor' first}}
  %3 = relax.builtin.alloc_tensor : tensor<4xf32>
  // expected-error @+1 {{an external function gives its results through arguments; call it with 'relax.call_dps_packed'}}
  %4 = relax.call_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{objects have no host form, so nothing but 'relax.vm.kill_object' may use one}}
  %5 = relax.null_value : !relax.object
  %8 = relax.tuple %5 : (!relax.object) -> tuple<!relax.object>
  // expected-error @+1 {{'relax.string' op cannot become host code: objects have no host form, so nothing but 'relax.vm.kill_object' may use one; an external function of host code takes tensors, shapes and numbers}}
  %9 = relax.string "word"
  // expected-error @+1 {{'relax.dtype' op cannot become host code: objects have no host form}}
  %10 = relax.dtype f32
  relax.call_packed @my.f(%x, %9, %10) : (tensor<4xf32>, !relax.object, !relax.object) -> ()
  // expected-error @+1 {{it makes its own result; run 'relax-call-tir-rewrite' first}}
  %6 = relax.to_vdevice %x to <"cuda", 0> : tensor<4xf32> -> tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  // expected-error @+1 {{a function of the run time gives nothing back; pass it tensors to fill}}
  %7 = relax.call_builtin_with_ctx "vm.builtin.shape_of"(%x) : (tensor<4xf32>) -> !relax.object
  relax.return %1 : tensor<4xf32>
}

// -----

relax.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
relax.func impure @closures(%x: tensor<4xf32>) {
  // expected-error @+1 {{host code calls a closure only where it is made, which 'relax-lambda-lift' makes a call of}}
  %0 = relax.make_closure @callee(%x) : (tensor<4xf32>) -> !relax.object
  // expected-error @+1 {{it is local to a function; run 'relax-lambda-lift' first}}
  %1 = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%y: tensor<4xf32>):
    relax.yield %y : tensor<4xf32>
  }
  // What uses a rejected value says nothing more.
  %2 = relax.invoke_closure %0(%x) : !relax.object, (tensor<4xf32>) -> tensor<4xf32>
  relax.return
}

// -----

relax.func @unknown(%c: tensor<i1>, %x: tensor<*xf32>, %y: tensor<?xi32>) {
  // expected-error @+1 {{a result is !relax.object, which has no host form; expected tensors, shapes and numbers}}
  %0 = relax.if %c : tensor<i1> -> !relax.object {
    %2 = relax.null_value : !relax.object
    relax.yield %2 : !relax.object
  } else {
    %3 = relax.null_value : !relax.object
    relax.yield %3 : !relax.object
  }
  // expected-error @+1 {{expected elements i64 where the number of values is unknown, found tensor<?xi32>; cast them with 'relax.astype'}}
  %1 = relax.tensor_to_shape %y : tensor<?xi32> -> !relax.shape<?>
  // expected-error @+1 {{cannot become host code: operand #0 is tensor<*xf32>, expected a known dtype and rank; name them before, with 'relax.match_cast'}}
  %4 = relax.flatten %x : (tensor<*xf32>) -> tensor<?xf32>
  relax.return
}

// -----

relax.func @reshape(%x: tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, %s: !relax.shape<?>) {
  // expected-error @+1 {{its rank is unknown, but its operand is tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, on a device, where ranks are known; name the shape before, with 'relax.match_cast'}}
  %0 = relax.reshape %x, %s : (tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>, !relax.shape<?>) -> tensor<*xf32>
  relax.return
}

// -----

relax.func @call(%x: tensor<4xf32>) {
  // expected-error @+1 {{its callee returns !relax.object, which has no host form; expected tensors, shapes and numbers}}
  %0 = relax.call @maker(%x) : (tensor<4xf32>) -> !relax.object
  // expected-error @+1 {{expected a check of a dtype, rank and device that host code knows, found a cast of }}
  %1 = relax.match_cast %x : tensor<4xf32> to tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return
}
relax.func private @maker(%x: tensor<4xf32>) -> !relax.object {
  // expected-error @+1 {{objects have no host form}}
  %0 = relax.null_value : !relax.object
  relax.return %0 : !relax.object
}

// -----

tir.func private @strided(%x: memref<4xf32, strided<[2]>>) attributes {num_inputs = 1 : i64} {
  tir.return
}
relax.func @kernel(%x: tensor<4xf32>) attributes {relax.force_pure} {
  // expected-error @+1 {{its kernel expects another kind of buffer}}
  relax.call_prim_func @strided ins(%x : tensor<4xf32>)
  relax.return
}

// -----

relax.func @left(%x: tensor<4xf32>) {
  // expected-error @+1 {{cannot become host code: no lowering is known}}
  %0 = relax.add %x, %x : tensor<4xf32>
  // expected-error @+1 {{its dtype or rank is unknown}}
  %1 = relax.flatten %x : (tensor<4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{the dimensions of its result are unknown; name them with 'relax.match_cast'}}
  %2 = relax.flatten %x : (tensor<4xf32>) -> tensor<?xf32>
  // expected-error @+1 {{memory cannot hold its elements}}
  %3 = relax.constant dense<["a", "b"]> : tensor<2x!relax.unknown>
  relax.return
}

// -----

relax.func @vectors(%x: i64) -> i64 {
  // expected-error @+1 {{it is not of scalars}}
  %0 = arith.constant dense<1> : vector<4xi64>
  relax.return %x : i64
}
