// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @f(%t: tuple<i64>) {
  // expected-error @+1 {{'relax.tuple_get_item' op takes field 1 of 'tuple<i64>', expected one of its 1 fields}}
  %0 = relax.tuple_get_item %t[1] : tuple<i64> -> i64
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{makes 'tuple<tensor<4xf32>>', expected its result to be that, found 'tuple<tensor<5xf32>>'}}
  %0 = relax.tuple %x : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{has values of type 'tensor<2xf32>', expected that of its result, 'tensor<3xf32>'}}
  %0 = relax.constant dense<1.0> : tensor<2xf32> as tensor<3xf32>
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{expected known expressions, found '?'}}
  %0 = relax.shape [?] : !relax.shape<rank 1>
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{expects an integer or float type, a vector of rank 1 of such, '!relax.unknown' or '!relax.object', found 'index'}}
  %0 = relax.dtype index
  relax.return
}

// -----

relax.func @f(%x: f32) {
  // expected-error @+1 {{expects a tensor of rank 0 of 'f32', found 'tensor<1xf32>'}}
  %0 = relax.scalar_to_tensor %x : f32 -> tensor<1xf32>
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{expects extents of at least 0, found -1}}
  %0 = relax.shape [-1] : !relax.shape<rank 1>
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{declares result 0 as '!relax.shape<[4]>', expected what its operands give, '!relax.shape<[3]>'}}
  %0 = relax.shape [3] : !relax.shape<[4]>
  relax.return
}

// -----

relax.func @f(%x: tensor<2x2xi64>) {
  // expected-error @+1 {{expects a tensor of rank 1, found 'tensor<2x2xi64>'}}
  %0 = relax.tensor_to_shape %x : tensor<2x2xi64> -> !relax.shape<?>
  relax.return
}

// -----

// A shape has at most 1024 sizes, whatever the tensor has.
relax.func @f(%x: tensor<2147483648xi64>) {
  // expected-error @+1 {{expects a tensor of at most 1024 extents, but found 'tensor<2147483648xi64>'}}
  %0 = relax.tensor_to_shape %x : tensor<2147483648xi64> -> !relax.shape<?>
  relax.return
}

// -----

relax.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{expects integer elements, found 'tensor<2xf32>'}}
  %0 = relax.tensor_to_shape %x : tensor<2xf32> -> !relax.shape<?>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{never succeeds: expected a type that 'tensor<4xf32>' may be, found 'tensor<5xf32>'}}
  %0 = relax.match_cast %x : tensor<4xf32> to tensor<5xf32>
  relax.return
}

// -----

relax.func impure @f(%c: tensor<i32>) {
  // expected-error @+1 {{expects a condition of i1 or of a rank-0 tensor of i1, found 'tensor<i32>'}}
  relax.assert_op %c, "no" : tensor<i32>
  relax.return
}

// -----

relax.func impure @f() {
  // expected-error @+1 {{expects a result whose dimensions are all known, found 'tensor<?xf32>'; name them with 'relax.match_cast'}}
  %0 = relax.builtin.alloc_tensor : tensor<?xf32>
  relax.return
}

// -----

relax.func impure @f() {
  // expected-error @+1 {{expects a result of known dtype, found 'tensor<4x!relax.unknown>'}}
  %0 = relax.builtin.alloc_tensor : tensor<4x!relax.unknown>
  relax.return
}

// -----

relax.func impure @f() {
  // expected-error @+1 {{expects a size of at least 0 bytes, found -4}}
  %0 = relax.memory.alloc_storage [-4]
  relax.return
}

// -----

relax.func impure @f() {
  // expected-note @+1 {{the storage is made here}}
  %0 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"cuda", 1>}
  // expected-error @+1 {{expects a storage on the host, as its type says, found one on #relax.vdevice<"cuda", 1>}}
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @f(%x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @+1 {{expects a target of 'tensor<4xf32>', wherever it is placed, found 'tensor<4xi32>'}}
  relax.memory.copy %x to %y : tensor<4xf32> to tensor<4xi32>
  relax.return
}

// -----

relax.func impure @f() {
  // expected-note @+1 {{the storage has 16 bytes}}
  %0 = relax.memory.alloc_storage [16]
  // expected-error @+1 {{needs 16 bytes at offset 4, which passes the end of the storage}}
  %1 = relax.memory.alloc_tensor %0 at [4] : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @f(%x: tensor<4xf32>) {
  // expected-note @+1 {{the region is here; put the op after it}}
  relax.dataflow {
    // expected-error @+1 {{ends a tensor, which is an effect; expected none in a 'relax.dataflow' region}}
    relax.memory.kill_tensor %x : tensor<4xf32>
    relax.output
  }
  relax.return
}

// -----

relax.func impure @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{ends a parameter, expected memory that this function made; the caller ends it}}
  relax.memory.kill_tensor %x : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @f() {
  %0 = relax.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{ends a constant, expected memory that this function made; it lives as long as the module}}
  relax.memory.kill_tensor %0 : tensor<2xf32>
  relax.return
}

// -----

relax.func impure @f() -> tensor<4xf32> {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  // expected-error @+1 {{ends a value that is still used, expected after the last use}}
  relax.memory.kill_tensor %0 : tensor<4xf32>
  // expected-note @+1 {{this use comes later}}
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func impure @f(%s: !relax.object) {
  // expected-error @+1 {{expects a storage made by 'relax.memory.alloc_storage' in this function}}
  relax.memory.kill_storage %s
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{needs 32 bytes at offset 0, but the tensor has 16}}
  %0 = relax.memory.view %x at [0] : tensor<4xf32> to tensor<8xf32>
  relax.return
}

// -----

relax.func impure @f(%x: !relax.object) {
  // expected-note @+1 {{the region is here; put the op after it}}
  relax.dataflow {
    // expected-error @+1 {{drops an object, which is an effect; expected none in a 'relax.dataflow' region}}
    relax.vm.kill_object %x : !relax.object
    relax.output
  }
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects a result of 'tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<"cuda", 0>>>', the operand placed on}}
  %0 = relax.to_vdevice %x to <"cuda", 0> : tensor<4xf32> -> tensor<5xf32, #relax.dims<[5], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  %0 = arith.constant 1 : i64
  // expected-error @+1 {{expects an axis below the rank 1, found 1}}
  %1 = relax.inspect.tensor_shape_i %x, %0 : tensor<4xf32>, i64 -> i64
  relax.return
}

// -----

// relax.shape_to_tensor R1: a vector of i64, as long as the rank.
relax.func @f(%s: !relax.shape<rank 2>) {
  // expected-error @+1 {{declares result 0 as 'tensor<3xi64>', expected what its operands give, 'tensor<2xi64>'}}
  %0 = relax.shape_to_tensor %s : !relax.shape<rank 2> -> tensor<3xi64>
  relax.return
}

// -----

relax.func @f(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{expects a tensor of rank 1024 or less, but found rank 1025}}
  %0 = relax.shape_of %x : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32> -> !relax.shape<?>
  relax.return
}

// -----

// Two equal values may become one: nobody may end one of them.
relax.func impure @f(%x: tensor<4xf32>) {
  // expected-note @+1 {{the value is here}}
  %0 = relax.abs %x : tensor<4xf32>
  // expected-error @+1 {{ends a value, which others may share; expected what an allocation or a call made}}
  relax.memory.kill_tensor %0 : tensor<4xf32>
  relax.return
}

// -----

relax.func impure @f() {
  %0 = relax.memory.alloc_storage [16]
  %1 = relax.memory.alloc_tensor %0 at [0] : tensor<4xf32>
  // expected-error @+1 {{ends a storage of which a tensor is still used, expected after the last use [relax.memory.kill_storage R4]}}
  relax.memory.kill_storage %0
  // expected-note @+1 {{this use comes later}}
  relax.print "{}"(%1) : tensor<4xf32>
  relax.return
}
