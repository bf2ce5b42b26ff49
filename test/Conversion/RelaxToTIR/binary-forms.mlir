// What operators of BinaryOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @atan2(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "atan2" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.atan2
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.atan2 %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @bitwise_and(%{{.*}}, %{{.*}}) : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
// CHECK: tir.block "bitwise_and" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.andi
relax.func @main(%x: tensor<?x4xi32, #relax.dims<[n, 4]>>, %y: tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>> {
  %0 = relax.bitwise_and %x, %y : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @bitwise_or(%{{.*}}, %{{.*}}) : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
// CHECK: tir.block "bitwise_or" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.ori
relax.func @main(%x: tensor<?x4xi32, #relax.dims<[n, 4]>>, %y: tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>> {
  %0 = relax.bitwise_or %x, %y : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @bitwise_xor(%{{.*}}, %{{.*}}) : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
// CHECK: tir.block "bitwise_xor" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.xori
relax.func @main(%x: tensor<?x4xi32, #relax.dims<[n, 4]>>, %y: tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>> {
  %0 = relax.bitwise_xor %x, %y : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @divide(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "divide" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.divide %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @equal(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "equal" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.equal %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @ewise_fma(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK: tir.block "ewise_fma" iters({{.*}} : spatial
// CHECK: math.fma
relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relax.ewise_fma %x, %x, %x : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @floor_divide(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "floor_divide" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.divf
// CHECK: math.floor
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.floor_divide %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @floor_mod(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "floor_mod" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.remf
// CHECK: arith.addf
// CHECK: math.copysign
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.floor_mod %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @greater(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "greater" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.greater %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @greater_equal(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "greater_equal" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.greater_equal %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @left_shift(%{{.*}}, %{{.*}}) : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
// CHECK: tir.block "left_shift" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpi
// CHECK: arith.select
// CHECK: arith.shli
relax.func @main(%x: tensor<?x4xi32, #relax.dims<[n, 4]>>, %y: tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>> {
  %0 = relax.left_shift %x, %y : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @less(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "less" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.less %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @less_equal(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "less_equal" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.less_equal %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @log_add_exp(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "log_add_exp" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.maximumf
// CHECK: arith.subf
// CHECK: math.absf
// CHECK: arith.negf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.log_add_exp %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @logical_and(%{{.*}}, %{{.*}}) : (tensor<?x4xi1, #relax.dims<[n, 4]>>, tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "logical_and" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.andi
relax.func @main(%x: tensor<?x4xi1, #relax.dims<[n, 4]>>, %y: tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.logical_and %x, %y : (tensor<?x4xi1, #relax.dims<[n, 4]>>, tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @logical_or(%{{.*}}, %{{.*}}) : (tensor<?x4xi1, #relax.dims<[n, 4]>>, tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "logical_or" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.ori
relax.func @main(%x: tensor<?x4xi1, #relax.dims<[n, 4]>>, %y: tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.logical_or %x, %y : (tensor<?x4xi1, #relax.dims<[n, 4]>>, tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @logical_xor(%{{.*}}, %{{.*}}) : (tensor<?x4xi1, #relax.dims<[n, 4]>>, tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "logical_xor" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.xori
relax.func @main(%x: tensor<?x4xi1, #relax.dims<[n, 4]>>, %y: tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.logical_xor %x, %y : (tensor<?x4xi1, #relax.dims<[n, 4]>>, tensor<4xi1>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @minimum(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "minimum" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.minimumf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.minimum %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @mod(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "mod" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.remf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.mod %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @multiply(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "multiply" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.multiply %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @not_equal(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "not_equal" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.not_equal %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @power(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "power" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.powf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.power %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @right_shift(%{{.*}}, %{{.*}}) : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
// CHECK: tir.block "right_shift" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpi
// CHECK: arith.select
// CHECK: arith.shrsi
relax.func @main(%x: tensor<?x4xi32, #relax.dims<[n, 4]>>, %y: tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>> {
  %0 = relax.right_shift %x, %y : (tensor<?x4xi32, #relax.dims<[n, 4]>>, tensor<4xi32>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @subtract(%{{.*}}, %{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "subtract" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.subtract %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
