// Sums of products of bytes with zeros are zeros.
// RUN: relax-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: relax-opt %s --canonicalize --split-input-file | relax-opt --split-input-file --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @zeros
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: return %[[ZERO]], %[[ZERO]]
func.func @zeros(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %0 = tir.dot4_u8s8 %x, %zero : i32
  %1 = tir.dot4_u8s8 %zero, %x : i32
  return %0, %1 : i32, i32
}

// -----

// What is not known stays: the sides differ in their signs.
// CHECK-LABEL: func.func @sides
// CHECK-SAME: %[[X:.*]]: i32
// CHECK: %[[C:.*]] = arith.constant 7 : i32
// CHECK-DAG: tir.dot4_u8s8 %[[X]], %[[C]] : i32
// CHECK-DAG: tir.dot4_u8s8 %[[C]], %[[X]] : i32
func.func @sides(%x: i32) -> (i32, i32) {
  %c = arith.constant 7 : i32
  %0 = tir.dot4_u8s8 %x, %c : i32
  %1 = tir.dot4_u8s8 %c, %x : i32
  return %0, %1 : i32, i32
}
