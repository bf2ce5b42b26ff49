// Ends of life, views, shapes, calls: what a graph may not do.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func private @copy(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  memref.copy %x, %y : memref<2xf32> to memref<2xf32>
  tir.return
}
tir.func private @kill_free(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{reads what nobody has written}}
  %0 = memref.load %x[%c0] : memref<2xf32>
  tir.return
}

// The verifier sees one block; here the tensor has two names.
relax.func @use_after_kill() attributes {relax.force_pure} {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %0 = relax.call_tir @copy(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %t = relax.tuple %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  %1 = relax.tuple_get_item %t[0] : tuple<tensor<2xf32>> -> tensor<2xf32>
  relax.memory.kill_tensor %1 : tensor<2xf32>
  // expected-error @+1 {{uses a tensor after it was killed}}
  %2 = relax.call_tir @copy(%0) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return
}

relax.func @double_kill() attributes {relax.force_pure} {
  %0 = relax.builtin.alloc_tensor : tensor<2xf32>
  %t = relax.tuple %0 : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  %1 = relax.tuple_get_item %t[0] : tuple<tensor<2xf32>> -> tensor<2xf32>
  relax.memory.kill_tensor %1 : tensor<2xf32>
  // expected-error @+1 {{ends a tensor that was killed}}
  relax.memory.kill_tensor %0 : tensor<2xf32>
  relax.return
}

relax.func private @copied(%x: tensor<?xf32>, %y: tensor<?xf32>) attributes {relax.force_pure} {
  // expected-error @+1 {{expected tensors of equal sizes to copy between}}
  relax.memory.copy %x to %y : tensor<?xf32>
  relax.return
}
relax.func @copies() attributes {relax.force_pure} {
  %x = relax.constant dense<1.0> : tensor<3xf32>
  %y = relax.builtin.alloc_tensor : tensor<2xf32>
  // expected-note @+1 {{called from here}}
  relax.call @copied(%x, %y) : (tensor<3xf32>, tensor<2xf32>) -> ()
  relax.return
}

relax.func @use_after_storage() attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [8]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<2xf32>
  %1 = relax.match_cast %0 : tensor<2xf32> to tensor<2xf32>
  relax.memory.kill_storage %s
  // expected-error @+1 {{uses a tensor after it was killed}}
  %2 = relax.call_tir @copy(%1) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return
}

relax.func @storages() attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [8]
  %t = relax.tuple %s : (!relax.object) -> tuple<!relax.object>
  %u = relax.tuple_get_item %t[0] : tuple<!relax.object> -> !relax.object
  relax.memory.kill_storage %s
  // expected-error @+1 {{uses a storage after it was killed}}
  %0 = relax.memory.alloc_tensor %u at [0] : tensor<2xf32>
  relax.return
}

// Places of the storage that another tensor has written are not this one's.
relax.func @stale() attributes {relax.force_pure} {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %s = relax.memory.alloc_storage [8]
  %0 = relax.memory.alloc_tensor %s at [0] : tensor<2xf32>
  relax.call_prim_func @copy ins(%x : tensor<2xf32>) outs(%0 : tensor<2xf32>)
  %1 = relax.memory.alloc_tensor %s at [0] : tensor<2xf32>
  // expected-note @+1 {{called from here}}
  relax.call_prim_func @kill_free ins(%1 : tensor<2xf32>) outs(%0 : tensor<2xf32>)
  relax.return
}

relax.func private @placed(%x: tensor<?xf32, #relax.dims<[n]>>) attributes {relax.force_pure} {
  %s = relax.memory.alloc_storage [16]
  // expected-error @+1 {{does not fit: it takes 12 bytes from 8 on, expected at most 16}}
  %0 = relax.memory.alloc_tensor %s at [8] : tensor<?xf32, #relax.dims<[n]>>
  relax.return
}
relax.func @place() attributes {relax.force_pure} {
  %x = relax.constant dense<1.0> : tensor<3xf32>
  // expected-note @+1 {{called from here}}
  relax.call @placed(%x) : (tensor<3xf32>) -> ()
  relax.return
}

relax.func @reshape() -> tensor<*xf32> {
  %x = relax.constant dense<1.0> : tensor<3xf32>
  %y = relax.match_cast %x : tensor<3xf32> to tensor<?xf32>
  %s = relax.shape [2] : !relax.shape<[2]>
  // expected-error @+1 {{changes the number of elements: the operand has 12 bytes, expected as many of the result, found 8}}
  %0 = relax.reshape %y, %s : (tensor<?xf32>, !relax.shape<[2]>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

relax.func @as_shape() -> !relax.shape<?> {
  %x = relax.constant dense<-1> : tensor<2xi64>
  // expected-error @+1 {{expects sizes of at least 0, found -1}}
  %0 = relax.tensor_to_shape %x : tensor<2xi64> -> !relax.shape<rank 2>
  relax.return %0 : !relax.shape<rank 2>
}

relax.func @as_row() -> !relax.shape<?> {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.match_cast %x : tensor<2xf32> to tensor<*x!relax.unknown>
  // expected-error @+1 {{expects integers in one row, found tensor<2xf32>}}
  %0 = relax.tensor_to_shape %y : tensor<*x!relax.unknown> -> !relax.shape<?>
  relax.return %0 : !relax.shape<?>
}

relax.func @axis() -> i64 {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.match_cast %x : tensor<2xf32> to tensor<*xf32>
  %c = relax.prim_value 1 : i64
  // expected-error @+1 {{asks for axis 1, expected one of a tensor of rank 1}}
  %0 = relax.inspect.tensor_shape_i %y, %c : tensor<*xf32>, i64 -> i64
  relax.return %0 : i64
}

relax.func @assertion() attributes {relax.force_pure} {
  %c = relax.constant dense<false> : tensor<i1>
  %x = relax.constant dense<[1, 2]> : tensor<2xi32>
  // expected-error @+1 {{does not hold: expected less, found [1, 2]}}
  relax.assert_op %c, "expected less, found {}"(%x) : tensor<i1>, tensor<2xi32>
  relax.return
}

relax.func @promise() -> tensor<*xf32> {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.match_cast %x : tensor<2xf32> to tensor<*xf32>
  // expected-error @+1 {{gives a value, expected one of type tensor<3xf32>: dimension 0 is 2, expected 3}}
  %0 = relax.dataflow -> tensor<3xf32> {
    relax.output %y : tensor<*xf32>
  }
  relax.return %0 : tensor<3xf32>
}

relax.extern_func @outside
relax.func @external() -> tensor<2xf32> {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{cannot be interpreted: expected @outside in the module; register it as an external function}}
  %0 = relax.call_dps_packed @outside(%x) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

relax.func private @call(%f: !relax.object) -> i64 attributes {relax.force_pure} {
  // expected-error @+1 {{expects a closure, found null}}
  %0 = relax.invoke_pure_closure %f() : !relax.object, () -> i64
  relax.return %0 : i64
}
relax.func @no_closure() -> i64 {
  %f = relax.null_value : !relax.object
  // expected-note @+1 {{called from here}}
  %0 = relax.call @call(%f) : (!relax.object) -> i64
  relax.return %0 : i64
}

relax.func @lambda() -> tensor<*xf32> {
  // expected-error @+1 {{is called with arguments that do not fit: dimension 0 is 2, expected 3}}
  %f = relax.lambda : !relax.callable<(tensor<3xf32>) -> tensor<*xf32>, pure> {
  ^bb0(%y: tensor<3xf32>):
    relax.yield %y : tensor<3xf32>
  }
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.match_cast %x : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{called from here}}
  %0 = relax.invoke_pure_closure %f(%y) : !relax.callable<(tensor<3xf32>) -> tensor<*xf32>, pure>, (tensor<?xf32>) -> tensor<*xf32>
  relax.return %0 : tensor<*xf32>
}

relax.func @no_workers() -> tensor<2xf32> {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  // expected-note @+2 {{called from here}}
  // expected-error @+1 {{@runtime.disco.allreduce in the module; register it as an external function}}
  %0 = relax.ccl.allreduce %x {in_group = false, op_type = "avg"} : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

relax.func @other_type() -> tensor<*xf32> {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.match_cast %x : tensor<2xf32> to tensor<*xf32>
  // expected-error @+1 {{does not give what its type says: expected 'tensor<3xf32>', found 'tensor<2xf32>'}}
  %0 = relax.exp %y : (tensor<*xf32>) -> tensor<3xf32>
  relax.return %0 : tensor<3xf32>
}
