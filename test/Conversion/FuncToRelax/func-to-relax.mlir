// Functions on tensors: sizes, calls, branches, checks; what stays.
// RUN: relax-opt %s --convert-func-to-relax --convert-linalg-to-tir | FileCheck %s
// RUN: relax-opt %s --convert-func-to-relax --convert-linalg-to-tir > %t.mlir
// RUN: relax-opt %t.mlir --convert-func-to-relax --convert-linalg-to-tir | diff %t.mlir -
// RUN: relax-interp %s --function=main --input=4xf32="1 2 3 4" --output=- | FileCheck %s --check-prefix=RESULT
// RUN: relax-compile %s -o %t.so -O0
// RUN: relax-run %t.so --function=main --input=4xf32="1 2 3 4" --output=- | FileCheck %s --check-prefix=RESULT

// RESULT: 3
// RESULT-SAME: 6
// RESULT-SAME: 9
// RESULT-SAME: 12

// CHECK: relax.func @main(%{{.*}}: tensor<?xf32, #relax.dims<[s0]>>) -> tensor<?xf32>
// CHECK: relax.call @twice
// CHECK: relax.match_cast
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @twice(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = arith.addf %0, %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}
// CHECK: relax.func private @twice(%{{.*}}: tensor<?xf32, #relax.dims<[s0]>>)
func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK: relax.func @several(%{{.*}}: tensor<?x4xf32, #relax.dims<[s0, 4]>>, %{{.*}}: tensor<?x?xf32, #relax.dims<[s1, s2]>>, %{{.*}}: i64)
// CHECK: relax.return %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xf32, {{.*}}>, i64, index
func.func @several(%x: tensor<?x4xf32>, %y: tensor<?x?xf32>, %n: i64) -> (tensor<?x?xf32>, i64, index) {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %y, %c1 : tensor<?x?xf32>
  return %y, %n, %d : tensor<?x?xf32>, i64, index
}

// CHECK-LABEL: relax.func @branches
// CHECK: %[[C:.*]] = tensor.extract
// CHECK: relax.if %[[C]] : i1 -> tensor<2xf32>
// CHECK: relax.yield
// CHECK: } else {
// CHECK: relax.yield
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %b = tensor.extract %c[] : tensor<i1>
  %0 = scf.if %b -> (tensor<2xf32>) {
    %1 = math.exp %x : tensor<2xf32>
    scf.yield %1 : tensor<2xf32>
  } else {
    scf.yield %y : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// CHECK: relax.func impure @checked
// CHECK: relax.assert_op %{{.*}}, "expected another number"
func.func @checked(%c: i1, %x: tensor<2xf32>) -> tensor<2xf32> {
  cf.assert %c, "expected another number"
  scf.if %c {
    cf.assert %c, "again"
  }
  return %x : tensor<2xf32>
}
// CHECK: relax.func impure @calls_checked
// CHECK: relax.call impure @checked
func.func @calls_checked(%c: i1, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @checked(%c, %x) : (i1, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK: relax.func @empty()
func.func @empty() {
  %e = tensor.empty() : tensor<2xf32>
  return
}
// CHECK: relax.func private @dead
func.func private @dead(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// CHECK: func.func private @stays
func.func private @stays(%m: memref<4xf32>, %n: i64) -> i64 {
  return %n : i64
}
