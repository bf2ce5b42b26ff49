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
