// What operators of UnaryOps become: the call, its blocks, what they compute.
// RUN: relax-opt %s --split-input-file --relax-legalize-ops | FileCheck %s

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @abs(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "abs" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.absf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.abs %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @acos(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "acos" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.acos
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.acos %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @acosh(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "acosh" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.subf
// CHECK: math.fma
// CHECK: math.sqrt
// CHECK: math.log
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.acosh %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @asin(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "asin" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.asin
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.asin %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @asinh(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "asinh" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.absf
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: math.sqrt
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.asinh %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @atan(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "atan" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.atan
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.atan %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @atanh(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "atanh" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.negf
// CHECK: math.log1p
// CHECK: arith.subf
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.atanh %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @bitwise_not(%{{.*}}) : (tensor<?x4xi32, #relax.dims<[n, 4]>>) -> tensor<?x4xi32, #relax.dims<[n, 4]>>
// CHECK: tir.block "bitwise_not" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.xori
relax.func @main(%x: tensor<?x4xi32, #relax.dims<[n, 4]>>) -> tensor<?x4xi32, #relax.dims<[n, 4]>> {
  %0 = relax.bitwise_not %x : tensor<?x4xi32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @ceil(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "ceil" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.ceil
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.ceil %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @clip(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: tir.block "clip" iters({{.*}} : spatial
// CHECK: arith.maximumf
// CHECK: arith.minimumf
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.clip %x {min = 0.0, max = 6.0} : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @cos(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "cos" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.cos
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.cos %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @cosh(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "cosh" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.cosh
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.cosh %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @erf(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "erf" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.erf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.erf %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @floor(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "floor" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.floor
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.floor %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @isfinite(%{{.*}}) : (tensor<2xf32>) -> tensor<2xi1>
// CHECK: tir.block "isfinite" iters({{.*}} : spatial
// CHECK: math.absf
// CHECK: arith.cmpf
relax.func @main(%x: tensor<2xf32>) -> tensor<2xi1> {
  %0 = relax.isfinite %x : (tensor<2xf32>) -> tensor<2xi1>
  relax.return %0 : tensor<2xi1>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @isinf(%{{.*}}) : (tensor<2xf32>) -> tensor<2xi1>
// CHECK: tir.block "isinf" iters({{.*}} : spatial
// CHECK: math.absf
// CHECK: arith.cmpf
relax.func @main(%x: tensor<2xf32>) -> tensor<2xi1> {
  %0 = relax.isinf %x : (tensor<2xf32>) -> tensor<2xi1>
  relax.return %0 : tensor<2xi1>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @isnan(%{{.*}}) : (tensor<2xf32>) -> tensor<2xi1>
// CHECK: tir.block "isnan" iters({{.*}} : spatial
// CHECK: arith.cmpf
relax.func @main(%x: tensor<2xf32>) -> tensor<2xi1> {
  %0 = relax.isnan %x : (tensor<2xf32>) -> tensor<2xi1>
  relax.return %0 : tensor<2xi1>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @log(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "log" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.log
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.log %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @logical_not(%{{.*}}) : (tensor<?x4xi1, #relax.dims<[n, 4]>>) -> tensor<?x4xi1, #relax.dims<[n, 4]>>
// CHECK: tir.block "logical_not" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.xori
relax.func @main(%x: tensor<?x4xi1, #relax.dims<[n, 4]>>) -> tensor<?x4xi1, #relax.dims<[n, 4]>> {
  %0 = relax.logical_not %x : tensor<?x4xi1, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xi1, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @negative(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "negative" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.negf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.negative %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @round(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "round" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.roundeven
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.round %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @rsqrt(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "rsqrt" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.rsqrt
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.rsqrt %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sigmoid(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "sigmoid" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.negf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK: math.fma
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sigmoid %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sign(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "sign" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.cmpf
// CHECK: arith.select
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sign %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sin(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "sin" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.sin
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sin %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sinh(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "sinh" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.sinh
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sinh %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @sqrt(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "sqrt" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.sqrt
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.sqrt %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @square(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "square" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: arith.mulf
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.square %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @tan(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "tan" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.tan
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.tan %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @tanh(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "tanh" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.tanh
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.tanh %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// -----

// CHECK-LABEL: relax.func @main
// CHECK: relax.call_tir @trunc(%{{.*}}) : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
// CHECK: tir.block "trunc" iters({{.*}} : spatial {{.*}} : spatial
// CHECK: math.trunc
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.trunc %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}
