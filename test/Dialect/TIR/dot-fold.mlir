// Sums of products of halves with zeros are zeros.
// RUN: relax-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: relax-opt %s --canonicalize --split-input-file | relax-opt --split-input-file --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @zeros
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: return %[[ZERO]], %[[ZERO]]
func.func @zeros(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %0 = tir.dot2_s16 %x, %zero : i32
  %1 = tir.dot2_s16 %zero, %x : i32
  return %0, %1 : i32, i32
}

// -----

// What is not known stays; the constant is on the right.
// CHECK-LABEL: func.func @sides
// CHECK-SAME: %[[X:.*]]: i32
// CHECK: %[[C:.*]] = arith.constant 7 : i32
// CHECK: %[[R:.*]] = tir.dot2_s16 %[[X]], %[[C]] : i32
// CHECK: return %[[R]]
func.func @sides(%x: i32) -> i32 {
  %c = arith.constant 7 : i32
  %1 = tir.dot2_s16 %c, %x : i32
  return %1 : i32
}
