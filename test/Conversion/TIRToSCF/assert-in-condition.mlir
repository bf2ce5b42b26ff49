// The condition of a loop comes out of the branch that an assertion makes; if
// it fails, the loop ends.
// RUN: sed '/^relax.func/,$d' %s | relax-opt --convert-tir-to-scf | FileCheck %s --check-prefix=SCF
// RUN: relax-run %s --input=4xi32="3 0 0 0" | FileCheck %s
// RUN: not relax-run %s --input=4xi32="9 0 0 0" 2>&1 | FileCheck %s --check-prefix=FAILED
// SCF: %[[GO:.*]] = scf.if %{{.*}} -> (i1)
// SCF: relax_rt.kernel_fail
// SCF: scf.condition(%[[GO]])
// CHECK: output 0: i32[1] = [3]
// FAILED: expected at most 5

tir.func private @count(%x: memref<4xi32>, %y: memref<1xi32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  memref.store %zero, %y[%c0] : memref<1xi32>
  tir.while {
    %most = memref.load %x[%c0] : memref<4xi32>
    %ok = arith.cmpi sle, %most, %five : i32
    tir.assert %ok, "expected at most 5"
    %v = memref.load %y[%c0] : memref<1xi32>
    %go = arith.cmpi slt, %v, %most : i32
    tir.condition %go
  } do {
    %v = memref.load %y[%c0] : memref<1xi32>
    %next = arith.addi %v, %one : i32
    memref.store %next, %y[%c0] : memref<1xi32>
  }
  tir.return
}

relax.func @main(%x: tensor<4xi32>) -> tensor<1xi32> {
  %0 = relax.call_tir @count(%x) : (tensor<4xi32>) -> tensor<1xi32>
  relax.return %0 : tensor<1xi32>
}
