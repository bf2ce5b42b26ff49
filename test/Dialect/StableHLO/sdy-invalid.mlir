// What relax cannot hold of a sharding is an error at its place.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["x"=4]>
// expected-error @+1 {{expected whole axes of a mesh, found a part of "x"; make it an axis of the mesh}}
func.func private @main(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}]>})

// -----

// expected-error @+1 {{expected the name of a 'sdy.mesh', found another mesh; give it a name}}
func.func private @main(tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=4]>, [{"x"}]>})

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error @+1 {{expected a tensor of which workers have parts or copies, found one that is 'unreduced'; join it in front of the function}}
func.func private @main(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>})

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error @+1 {{expected a priority such as p1, found high}}
func.func private @main(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}high]>})

// -----

func.func @reshard(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{has no counterpart in relax, expected 'sdy.mesh', 'sdy.sharding_constraint' and 'sdy.manual_computation'; write the program by 'jax.jit' with shardings or 'jax.shard_map'}}
  %0 = sdy.reshard %x <@mesh, [{"x"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @parts(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expects a sharding and a part for each of 1 operands and 1 results, found 1 and 1 shardings, and a region of 2 parameters and 1 results}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%y: tensor<4xf32>, %z: tensor<4xf32>) {
    // expected-note @+1 {{the region ends here}}
    sdy.return %y : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error @+1 {{expected a mesh or a sharding, found '#sdy.shard_map'; write the program by 'jax.jit' with shardings}}
func.func private @main(tensor<8xf32> {sdy.sharding = #sdy.shard_map<1>})
