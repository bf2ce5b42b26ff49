// RUN: relax-translate --mlir-to-tvmscript %s --split-input-file --verify-diagnostics

// expected-error@+1 {{has no form in TVMScript: expected elements and scalars that TVM has, found complex<f32>}}
relax.func private @element(%x: complex<f32>) -> complex<f32> {
  relax.return %x : complex<f32>
}

// -----
relax.device_mesh @mesh [2]
// expected-error@+1 {{expected parts or copies on each axis of a mesh, which TVM has, found partial sums in !relax.dtensor<tensor<4xf32>, @mesh, [P]>; redistribute them where they are made}}
relax.func private @sums(%x: !relax.dtensor<tensor<4xf32>, @mesh, [P]>) -> !relax.dtensor<tensor<4xf32>, @mesh, [P]> {
  relax.return %x : !relax.dtensor<tensor<4xf32>, @mesh, [P]>
}

// -----
relax.func private @quantized(%x: tensor<4xf64>, %s: tensor<f64>, %z: tensor<i8>) -> tensor<4xi8> {
  // expected-error@+1 {{TVM's quantization has no f64 and no bf16}}
  %0 = relax.quantize %x, %s, %z {axis = -1 : i64, out_dtype = i8} : (tensor<4xf64>, tensor<f64>, tensor<i8>) -> tensor<4xi8>
  relax.return %0 : tensor<4xi8>
}

// -----
relax.func private @heads(%q: tensor<1x2x0x4xf32>) -> tensor<1x2x0x4xf32> {
  // expected-error@+1 {{TVM divides by the number of heads, of which the key has none}}
  %0 = relax.nn.attention %q, %q, %q : (tensor<1x2x0x4xf32>, tensor<1x2x0x4xf32>, tensor<1x2x0x4xf32>) -> tensor<1x2x0x4xf32>
  relax.return %0 : tensor<1x2x0x4xf32>
}

// -----
relax.func private @flat(%x: tensor<4xf32>) -> tensor<4x1xf32> {
  // expected-error@+1 {{TVM's operator takes tensors of two axes and more}}
  %0 = relax.nn.batch_flatten %x : (tensor<4xf32>) -> tensor<4x1xf32>
  relax.return %0 : tensor<4x1xf32>
}

// -----
relax.func private @vectors(%x: tensor<i32>) -> tensor<1xi32> {
  // expected-error@+1 {{TVM's operator takes vectors, and no tensors of rank 0}}
  %0 = relax.meshgrid %x {indexing = "ij"} : (tensor<i32>) -> tensor<1xi32>
  relax.return %0 : tensor<1xi32>
}

// -----
// expected-error@+1 {{expected one value, as of a function of TVM, found 0; let a callable give a tuple}}
relax.func private @callable(%x: !relax.callable<() -> (), pure>) -> !relax.callable<() -> (), pure> {
  relax.return %x : !relax.callable<() -> (), pure>
}

// -----
relax.device_mesh @mesh [2]
// expected-error@+1 {{expected known sizes, as of a tensor of TVM that is spread over a mesh, found !relax.dtensor<tensor<*xf32>, @mesh, [R]>; name the others by symbols}}
relax.func private @spread(%x: !relax.dtensor<tensor<*xf32>, @mesh, [R]>) -> !relax.dtensor<tensor<*xf32>, @mesh, [R]> {
  relax.return %x : !relax.dtensor<tensor<*xf32>, @mesh, [R]>
}

// -----
// expected-error@+1 {{expected an attribute that TVM has, found dense<1> : tensor<2xi64>}}
relax.func private @attribute(%x: tensor<4xf32>) -> tensor<4xf32> attributes {strange = dense<1> : tensor<2xi64>} {
  relax.return %x : tensor<4xf32>
}

// -----
relax.func private @placed() -> tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 0>>> {
  // expected-error@+1 {{expected a constant without placement, as TVM's, found tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 0>>>; move it there with 'relax.to_vdevice'}}
  %0 = relax.constant dense<1.0> : tensor<1xf32> as tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 0>>>
  relax.return %0 : tensor<1xf32, #relax.dims<[1], vdevice = #relax.vdevice<"cuda", 0>>>
}

// -----
// expected-error@+1 {{expected elements and scalars that TVM has, found complex<f32>}}
relax.func private @elements() -> tensor<20xcomplex<f32>> {
  // expected-error@+1 {{expected elements that constants of TVM have}}
  %0 = relax.constant dense<(1.0, 2.0)> : tensor<20xcomplex<f32>>
  relax.return %0 : tensor<20xcomplex<f32>>
}

// -----
relax.func private @large() -> tensor<20xf32> {
  // expected-error@+1 {{a constant of 20 elements goes into a file, expected its name; give it with --tvmscript-params=FILE}}
  %0 = relax.constant dense<1.0> : tensor<20xf32>
  relax.return %0 : tensor<20xf32>
}

// -----
// expected-error@+1 {{@a.b is expected to be a name in Python; rename the function}}
relax.func @a.b(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}

// -----
// expected-error@+1 {{expected an attribute of modules that TVM has, found 'llvm.target_triple'}}
module attributes {llvm.target_triple = "x"} {
}

// -----
// expected-error@+1 {{expected an impure call, as the script of TVM has of external functions, found a pure one; call it with 'relax.call_pure_packed'}}
relax.extern_func pure @outside

// -----
// expected-error@+1 {{expected a part that modules of TVM have}}
memref.global @data : memref<4xf32>

// -----
relax.func private @width(%x: tensor<?xf32, #relax.dims<[n]>>) -> index {
  // expected-error@+1 {{expected a number with a width, as TVM's, found index; use i64 instead of index}}
  %0 = relax.prim_value n : index
  // expected-error@-3 {{expected elements and scalars that TVM has, found index}}
  relax.return %0 : index
}

// -----
relax.func private @scalars(%x: f32) -> f32 {
  // expected-error@+1 {{expected an operation on scalars that TVM has}}
  %0 = arith.maxnumf %x, %x : f32
  relax.return %0 : f32
}

// -----
relax.func impure private @operation(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.builtin.alloc_tensor : tensor<4xf32>
  // expected-error@+1 {{expected an operation that TVM has}}
  relax.memory.copy %x to %0 : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----
relax.func impure private @branch(%c: i1) {
  // expected-error@+1 {{expected a value, as of a branch of TVM, found none; let it give one}}
  relax.if %c : i1 {
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----
relax.func private @local() -> tensor<4xf32> {
  // expected-error@+1 {{expected a type and one value, as of a local function of TVM, found !relax.callable<() -> (), pure>; let it give a tuple}}
  %0 = relax.lambda : !relax.callable<() -> (), pure> {
    relax.yield
  }
  %1 = relax.constant dense<1.0> : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// -----
relax.func impure private @invoked(%f: !relax.object) {
  // expected-error@+1 {{expected one value, as of a function of TVM, found 0; let it give a tuple}}
  relax.invoke_closure %f() : !relax.object, () -> ()
  relax.return
}

// -----
// expected-error@+1 {{expected the type of the returned value for the result, which says less here, as TVM takes it; let it be the same}}
relax.func private @less(%x: tensor<4xf32>) -> tensor<*xf32> {
  relax.return %x : tensor<4xf32>
}

// -----
tir.func private @program(%x: memref<4xf32>, %n: index) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func impure private @sizes(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected sizes behind all inputs, as in TVM's program, found 0 inputs of 1; let 'num_inputs' be the number of arguments}}
  %0 = relax.call_tir_inplace @program(%x) vars [4] {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----
relax.extern_func @outside
relax.func impure private @filled(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected no 'num_outs', as TVM does not say which arguments a packed function fills, found 1; leave it out}}
  relax.call_packed @outside(%x) {num_outs = 1 : i64} : (tensor<4xf32>) -> ()
  relax.return
}

// -----
relax.func private @device(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expected a device for which TVM has a number, found "abacus"}}
  %0 = relax.hint_on_device %x on <"abacus", 0> : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----
relax.func private @sign(%x: tensor<4xf32>) -> i64 {
  // expected-error@+1 {{TVM's number has no sign, which a scalar here does not say}}
  %0 = relax.inspect.tensor_byte_offset %x : tensor<4xf32> -> i64
  relax.return %0 : i64
}

// -----
relax.func impure private @storage() {
  // expected-error@+1 {{expected a device by its number, as in a storage of TVM, found a description; give it 'virtual_device_index'}}
  %0 = relax.memory.alloc_storage [16] {vdevice = #relax.vdevice<"cuda", 0>}
  relax.return
}

// -----
relax.func private @order(%x: tensor<1x20xf32>, %s: tensor<1x3x5xf32>, %a: tensor<1x5x4xf32>) -> tensor<1x5x4xf32> {
  // expected-error@+1 {{the boxes of TVM's operator have another order of coordinates}}
  %0:2 = relax.vision.multibox_transform_loc %s, %x, %a {variances = array<f64: 1.0, 1.0, 1.0, 1.0>}
      : (tensor<1x3x5xf32>, tensor<1x20xf32>, tensor<1x5x4xf32>) -> (tensor<1x5x4xf32>, tensor<1x3x5xf32>)
  relax.return %0#0 : tensor<1x5x4xf32>
}

// -----

// expected-error@+1 {{expected sizes of parameters only in the type of a result, as TVM's; leave the others unknown}}
relax.func @f(%x: tensor<?xf32>) -> tensor<?xf32, #relax.dims<[n]>> {
  %0 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[n]>>
}

// -----

relax.extern_func @my.f
relax.func @f(%x: tensor<4xf32>) -> tuple<tensor<4xf32>> {
  // expected-error@+1 {{expected tensors, which TVM's programs and foreign functions fill, found a tuple; let the call give several results}}
  %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>>
  relax.return %0 : tuple<tensor<4xf32>>
}

// -----

relax.func @f(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> {
  // expected-error@+1 {{TVM's operator takes tensors of the same rank; use add and multiply, which broadcast}}
  %0 = relax.ewise_fma %x, %y, %x : (tensor<4xf32>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func @f(%x: tensor<1x?xi8>) -> tensor<i8> {
  // expected-error@+1 {{TVM gives the result the rank of an operand of unknown sizes; give these names by relax.match_cast}}
  %0 = relax.einsum %x, %x {subscripts = "ij,ij->"} : (tensor<1x?xi8>, tensor<1x?xi8>) -> tensor<i8>
  relax.return %0 : tensor<i8>
}
