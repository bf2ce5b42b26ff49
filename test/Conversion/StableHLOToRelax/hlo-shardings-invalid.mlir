// Shardings of HLO that are of no mesh.
// RUN: relax-opt %s --split-input-file --verify-diagnostics --convert-stablehlo-to-relax

// expected-note @below {{is the module}}
module {
// expected-error @below {{'func.func' op expects an 'mhlo.sharding' of tiles and copies on devices by their numbers, such as '{devices=[2,4]<=[8]}', found '{maximal device=0}'; export the program with shardings of a mesh}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{maximal device=0}"}) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
}

// -----

// Devices in an order that no digits make.
// expected-note @below {{is the module}}
module {
// expected-error @below {{found '{devices=[4]0,1,3,2}'}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,1,3,2}"}) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
}

// -----

// expected-note @below {{is the module}}
module {
// expected-error @below {{found '{devices=[2,2]<=[4] last_tile_dims={manual}}'}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual}}"}) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
}

// -----

// expected-note @+2 {{is the other one}}
// expected-error @+1 {{'func.func' op expects shardings over one number of devices, found one over 4 beside one over 2}}
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %y: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error @below {{expected shardings whose tiles are along axes of one mesh, found digits of device numbers that end at 2 and at 3; export the program with shardings of one mesh}}
module {
// expected-note @below {{is one of them}}
func.func @main(%x: tensor<6xf32> {mhlo.sharding = "{devices=[2,3]<=[6] last_tile_dim_replicate}"}, %y: tensor<6xf32> {mhlo.sharding = "{devices=[3,2]<=[6] last_tile_dim_replicate}"}) -> tensor<6xf32> {
  %0 = stablehlo.add %x, %y : tensor<6xf32>
  return %0 : tensor<6xf32>
}
}
