// Shardings of HLO (GSPMD) list devices; their digits are the axes of one mesh.
// RUN: relax-opt %s --split-input-file --convert-stablehlo-to-relax | FileCheck %s
// RUN: relax-opt %S/Inputs/sharded-hlo.mlirbc --convert-stablehlo-to-relax | FileCheck %s --check-prefix=CODE
// RUN: relax-opt %S/Inputs/sharded-sdy.mlirbc --convert-stablehlo-to-relax | FileCheck %s --check-prefix=CODE

// Byte code of jax.export, with shardings of HLO and with those of sdy.
// CODE: relax.device_mesh @mesh [2, 4]
// CODE: relax.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32x8xf32>) -> tensor<8x8xf32>
// CODE-NEXT: relax.dist.annotate_sharding %arg0 on @mesh [S[0], R] : tensor<8x16xf32>
// CODE-NEXT: relax.dist.annotate_sharding %arg1 on @mesh [R, S[1]] : tensor<16x32xf32>
// CODE-NEXT: relax.dist.annotate_sharding %arg2 on @mesh [R, S[0]] : tensor<32x8xf32>
// CODE: relax.dist.annotate_sharding %{{.*}} on @mesh [S[0], S[1]] : tensor<8x32xf32>
// CODE: relax.matmul
// CODE-NEXT: relax.dist.annotate_sharding %{{.*}} on @mesh [S[0], R] : tensor<8x8xf32>

// Lists and arrays of devices; axes of one dimension; all copies.
// CHECK: relax.device_mesh @mesh [2, 2, 2]
// CHECK-LABEL: relax.func @main
// CHECK-NEXT: relax.dist.annotate_sharding %arg0 on @mesh [S[1], R, S[0]] : tensor<8x8xf32>
// CHECK-NEXT: relax.dist.annotate_sharding %arg1 on @mesh [S[0], S[0], S[1]] : tensor<8x8xf32>
// CHECK-NEXT: relax.add
// CHECK-NEXT: relax.dist.annotate_sharding %{{.*}} on @mesh [R, R, R] : tensor<8x8xf32>
// CHECK-NEXT: relax.dist.annotate_sharding %{{.*}} on @mesh [R, S[0], S[0]] : tensor<8x8xf32>
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2,2]0,2,4,6,1,3,5,7 last_tile_dim_replicate}"},
                %y: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"})
    -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dims={replicated}}"}) {
  %0 = stablehlo.add %x, %y : tensor<8x8xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{replicated}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// What is left open, and is not split, is no hint.
// CHECK-NOT: relax.device_mesh
// CHECK: relax.func @main
// CHECK-NEXT: relax.negative
// CHECK-NEXT: relax.return
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{replicated}"}) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
