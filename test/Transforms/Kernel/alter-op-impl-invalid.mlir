// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-alter-op-impl

// expected-error @+1 {{'tir.func' op implements "relax.exp", expected 'buffer_layouts' with a map for each of 2 buffers, found 1}}
tir.func private @short(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>]} {
  tir.return
}

// -----

// expected-note @+1 {{it is here}}
tir.func private @one(%y: memref<2xf32>) attributes {num_inputs = 0 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>]} {
  tir.return
}
// expected-error @+1 {{'tir.func' op implements "relax.exp", expected one program that does, found another}}
tir.func private @two(%y: memref<2xf32>) attributes {num_inputs = 0 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>]} {
  tir.return
}

// -----

relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relax.call_tir' op calls what @other implements with 2 tensors, expected its number of buffers, found 1}}
  %0 = relax.call_tir @exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
tir.func private @exp(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.exp"} {
  tir.return
}
// expected-note @+1 {{@other is here}}
tir.func private @other(%y: memref<2xf32>) attributes {num_inputs = 0 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>]} {
  tir.return
}

// -----

relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relax.call_tir' op gets another layout by @other, expected maps of the ranks and known sizes of its tensors, found 'tensor<2xf32>'}}
  %0 = relax.call_tir @exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
tir.func private @exp(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.exp"} {
  tir.return
}
// expected-note @+1 {{@other is here}}
tir.func private @other(%x: memref<2xf32>, %y: memref<1x2xf32>) attributes {num_inputs = 1 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>, affine_map<(a, b) -> (a, b, a)>]} {
  tir.return
}

// -----

// What does not fit is a call's error.
relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relax.call_tir' op}}
  %0 = relax.call_tir @exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
tir.func private @exp(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.exp"} {
  tir.return
}
// expected-note @+1 {{here}}
tir.func private @other(%x: memref<3xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]} {
  tir.return
}

// -----

// A second run would go on from @first to @second.
// expected-error @+1 {{'tir.func' op implements "relax.exp", expected no 'operator_name' that another program implements, found "relax.log"}}
tir.func private @first(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.log", implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]} {
  tir.return
}
// expected-note @+1 {{this one does}}
tir.func private @second(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, implements = "relax.log", buffer_layouts = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]} {
  tir.return
}

// -----

relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relax.call_tir' op calls what @other implements with 1 arguments, expected 'num_inputs' of as many, found 2}}
  %0 = relax.call_tir @exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
tir.func private @exp(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 1 : i64, operator_name = "relax.exp"} {
  tir.return
}
// expected-note @+1 {{@other is here}}
tir.func private @other(%x: memref<2xf32>, %y: memref<2xf32>) attributes {num_inputs = 2 : i64, implements = "relax.exp", buffer_layouts = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]} {
  tir.return
}
