// linalg and arith on tensors: programs, start values, what bodies read.
// RUN: relax-opt %s --convert-linalg-to-tir | FileCheck %s
// RUN: relax-opt %s --convert-linalg-to-tir > %t.mlir
// RUN: relax-opt %t.mlir --convert-linalg-to-tir | diff %t.mlir -
// RUN: relax-interp %s --function=update --input=3xf32="1 2 3" --input=5xf32="9 9 9 9 9" --output=- | FileCheck %s --check-prefix=UPDATE
// RUN: relax-interp %s --function=last --input=2x3xf32="1 2 3 4 5 6" --output=- | FileCheck %s --check-prefix=LAST
// UPDATE: 1
// UPDATE-SAME: 9
// UPDATE-SAME: 2
// LAST: 3
// LAST-SAME: 6

// A bias that is repeated is read where it is; numbers are in the body.
// CHECK-LABEL: relax.func @elementwise
// CHECK: relax.call_tir @addf(%{{.*}}, %{{.*}}) : (tensor<4x3xf32>, tensor<3xf32>)
// CHECK: relax.call_tir @mulf(%{{.*}}) : (tensor<4x3xf32>)
relax.func @elementwise(%x: tensor<4x3xf32>, %row: tensor<3xf32>) -> tensor<4x3xf32> {
  %two = arith.constant dense<2.0> : tensor<4x3xf32>
  %e = tensor.empty() : tensor<4x3xf32>
  %b = linalg.broadcast ins(%row : tensor<3xf32>) outs(%e : tensor<4x3xf32>) dimensions = [0]
  %0 = arith.addf %x, %b : tensor<4x3xf32>
  %1 = arith.mulf %0, %two : tensor<4x3xf32>
  relax.return %1 : tensor<4x3xf32>
}

// The sum starts from zero, the bias comes after it.
// CHECK-LABEL: relax.func @onto_bias
// CHECK: %[[SUM:.*]] = relax.call_tir @matmul(%{{.*}}, %{{.*}}) :
// CHECK: relax.call_tir @addf_0(%{{.*}}, %[[SUM]])
relax.func @onto_bias(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x2xf32>) outs(%b : tensor<4x2xf32>) -> tensor<4x2xf32>
  relax.return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: relax.func @two_results
// CHECK: relax.call_tir @select(%{{.*}}, %{{.*}}) : (tensor<4x6xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>)
relax.func @two_results(%x: tensor<4x6xf32>, %m: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x6xf32>) outs(%m, %i : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%a: f32, %best: f32, %place: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %a, %best : f32
    %0 = arith.select %c, %a, %best : f32
    %1 = arith.select %c, %k, %place : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  relax.return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}

// Elements that no step writes keep what they had.
// CHECK-LABEL: relax.func @update
// CHECK: relax.call_tir @copy(
relax.func @update(%x: tensor<3xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 * 2)>], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%o : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<5xf32>
  relax.return %0 : tensor<5xf32>
}

// Without an accumulator the order counts.
// CHECK-LABEL: relax.func @last
// CHECK: relax.call_tir @copy_1(
relax.func @last(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x3xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}

// What the body takes from outside are operands, too.
// CHECK-LABEL: relax.func @captured
// CHECK: %[[S:.*]] = relax.scalar_to_tensor
// CHECK: relax.call_tir @mulf_2(%{{.*}}, %{{.*}}, %[[S]]) : (tensor<4xi64>, tensor<8xf32>, tensor<f32>)
relax.func @captured(%t: tensor<8xf32>, %i: tensor<4xi64>, %s: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%i : tensor<4xi64>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: i64, %b: f32):
    %j = arith.index_cast %a : i64 to index
    %v = tensor.extract %t[%j] : tensor<8xf32>
    %w = arith.mulf %v, %s : f32
    linalg.yield %w : f32
  } -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// Equal ops have one program; what nobody uses has none.
// CHECK-LABEL: relax.func private @shared
// CHECK: relax.call_tir @exp(
// CHECK: relax.call_tir @exp(
// CHECK: relax.call_tir @dot(
// CHECK-NEXT: relax.return
relax.func private @shared(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %0 = math.exp %x : tensor<4xf32>
  %1 = math.exp %y : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %2 = linalg.dot ins(%0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%i : tensor<f32>) -> tensor<f32>
  %dead = math.sin %y : tensor<4xf32>
  relax.return %2 : tensor<f32>
}

// CHECK-LABEL: relax.func @nothing
// CHECK-NEXT: relax.return
relax.func @nothing() {
  relax.return
}

// CHECK: tir.func private @addf(
// CHECK: memref.load %{{.*}}[%vi, %vj] : memref<4x3xf32>
// CHECK: memref.load %{{.*}}[%vj] : memref<3xf32>
// CHECK: tir.func private @mulf(
// CHECK: %[[TWO:.*]] = arith.constant 2.0
// CHECK: arith.mulf %{{.*}}, %[[TWO]]
// CHECK: tir.func private @matmul(
// CHECK: tir.block "matmul" iters(%vi : spatial = %{{.*}}, %vj : spatial = %{{.*}}, %vk : reduce = %{{.*}}) reads(
// CHECK: tir.init
// CHECK-NEXT: arith.constant 0.0
// CHECK: tir.func private @select(
// CHECK: tir.init
// CHECK: %[[M:.*]] = memref.load %arg1[%vi]
// CHECK-NEXT: memref.store %[[M]], %arg2[%vi]
// CHECK: memref.store %{{.*}}, %arg3[%vi]
// CHECK: arith.index_cast %vk : index to i32
// CHECK: tir.func private @copy(
// CHECK: tir.block "start"
// CHECK: tir.block "copy"
// CHECK: arith.muli %vi
// CHECK: tir.func private @copy_1(
// CHECK: ordered
// CHECK: tir.func private @dot(
// CHECK: tir.block "dot" iters(%vk : reduce
