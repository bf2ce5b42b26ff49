// Shardings that relax has no words for.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --convert-stablehlo-to-relax

// The parts of another order are other ones.
// expected-note @+1 {{the mesh is here}}
sdy.mesh @mesh = <["a"=2, "b"=2]>
// expected-error @+1 {{'func.func' (1 op) cannot be converted to relax: expected a sharding by different axes of its mesh, those of one dimension in the order of the mesh, found #sdy.sharding<@mesh, [{"b", "a"}]>}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// expected-note @+1 {{the mesh is here}}
sdy.mesh @mesh = <["a"=2]>
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.sharding_constraint' (1 op) cannot be converted to relax: expected a sharding by different axes of its mesh}}
  %0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {"a"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// expected-note @+1 {{the mesh is here}}
sdy.mesh @mesh = <["a"=2], device_ids=[1, 0]>
// expected-error @+1 {{expected a sharding of each dimension by a mesh of the module whose devices are in order, found #sdy.sharding<@mesh, [{"a"}]> for tensor<8xf32>}}
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{expected a sharding of each dimension by a mesh of the module whose devices are in order, found #sdy.sharding<@mesh, [{"a"}]> for tensor<8xf32>}}
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
// expected-note @+1 {{an operand of type tensor<8xf32> comes from here}}
func.func @parameter(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected parameters of the region that are as large as the parts of its operands, and known sizes that the workers divide, found tensor<2xf32> for tensor<8xf32>}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%y: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
// expected-note @+1 {{comes from here}}
func.func @result(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected results of the region that are as large as the parts of its own results, found tensor<4xf32> for tensor<4xf32>}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// An obstacle inside is one of the program.
sdy.mesh @mesh = <["a"=2]>
func.func @inside(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    // expected-error @+1 {{it calls @solve, code that the program does not hold}}
    %1 = stablehlo.custom_call @solve(%y) : (tensor<4xf32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
