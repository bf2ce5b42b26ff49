// RUN: relax-opt %s --tir-use-assume-to-reduce-branches | FileCheck %s
// RUN: relax-opt %s --tir-use-assume-to-reduce-branches --tir-use-assume-to-reduce-branches | FileCheck %s

// The assumption and the branch say one condition in two ways; both buffers are
// known there.
// CHECK-LABEL: tir.func private @add(
// CHECK-COUNT-2: llvm.intr.assume
// CHECK: tir.block "add"
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.addi
// CHECK-NEXT: memref.store
tir.func private @add(%x: memref<4x8xi8>, %y: memref<4x8xi8>, %z: memref<4x8xi8>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %true = arith.constant true
  %zero = arith.constant 0 : i8
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c8 {
      tir.block "known" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c8) reads(%x, %y : memref<4x8xi8>, memref<4x8xi8>) {
        %last = arith.cmpi eq, %v, %c3 : index
        %right = arith.cmpi sle, %c4, %w : index
        %both = arith.andi %last, %right : i1
        %inside = arith.xori %both, %true : i1
        %known = scf.if %inside -> i1 {
          scf.yield %true : i1
        } else {
          %a = memref.load %x[%v, %w] : memref<4x8xi8>
          %is = arith.cmpi eq, %a, %zero : i8
          scf.yield %is : i1
        }
        llvm.intr.assume %known : i1
        %b = memref.load %y[%v, %w] : memref<4x8xi8>
        %same = arith.cmpi eq, %zero, %b : i8
        %or = arith.ori %same, %inside : i1
        llvm.intr.assume %or : i1
      }
    }
  }
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c8 {
      tir.block "add" iters(%v : spatial = %i in %c4, %w : spatial = %j in %c8) reads(%x, %y : memref<4x8xi8>, memref<4x8xi8>) writes(%z : memref<4x8xi8>) {
        %row = arith.cmpi sgt, %v, %c2 : index
        %column = arith.cmpi slt, %w, %c4 : index
        %left = arith.xori %column, %true : i1
        %outside = arith.andi %row, %left : i1
        %s = scf.if %outside -> i8 {
          scf.yield %zero : i8
        } else {
          %a = memref.load %x[%v, %w] : memref<4x8xi8>
          %b = memref.load %y[%v, %w] : memref<4x8xi8>
          %sum = arith.addi %a, %b : i8
          scf.yield %sum : i8
        }
        memref.store %s, %z[%v, %w] : memref<4x8xi8>
      }
    }
  }
  tir.return
}

// Without blocks; the side that is kept is the first one, or a value.
// CHECK-LABEL: tir.func private @opaque(
// CHECK: llvm.intr.assume
// CHECK: %[[A:.*]] = memref.load
// CHECK-NEXT: memref.store %[[A]]
// CHECK-NEXT: memref.store %[[A]]
tir.func private @opaque(%x: memref<8xf32>, %y: memref<2x8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %two = arith.constant 2.0 : f32
  tir.for %i = %c0 to %c8 {
    %inside = arith.cmpi slt, %i, %c6 : index
    %a = memref.load %x[%i] : memref<8xf32>
    %is = arith.cmpf oeq, %a, %two : f32
    %known = arith.ori %inside, %is : i1
    llvm.intr.assume %known : i1
  }
  tir.for %i = %c0 to %c8 {
    %inside = arith.cmpi slt, %i, %c6 : index
    %a = memref.load %x[%i] : memref<8xf32>
    %v = scf.if %inside -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %two : f32
    }
    memref.store %v, %y[%c0, %i] : memref<2x8xf32>
    %s = arith.select %inside, %a, %two : f32
    memref.store %s, %y[%c1, %i] : memref<2x8xf32>
  }
  tir.return
}

// Branches that stay: more than what is assumed, another constant, an element
// beside the one that is asked for, which may lie behind the buffer.
// CHECK-LABEL: tir.func private @stays(
// CHECK-COUNT-3: scf.if
// CHECK: arith.select
tir.func private @stays(%x: memref<8xi32>, %y: memref<4x8xi32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  tir.for %i = %c0 to %c8 {
    %inside = arith.cmpi slt, %i, %c6 : index
    %a = memref.load %x[%i] : memref<8xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    %known = arith.ori %inside, %is : i1
    llvm.intr.assume %known : i1
  }
  tir.for %i = %c0 to %c8 {
    %more = arith.cmpi sge, %i, %c5 : index
    %outside = arith.cmpi sge, %i, %c6 : index
    %u = scf.if %more -> i32 {
      scf.yield %zero : i32
    } else {
      %a = memref.load %x[%i] : memref<8xi32>
      scf.yield %a : i32
    }
    memref.store %u, %y[%c0, %i] : memref<4x8xi32>
    %v = scf.if %outside -> i32 {
      scf.yield %one : i32
    } else {
      %a = memref.load %x[%i] : memref<8xi32>
      scf.yield %a : i32
    }
    memref.store %v, %y[%c1, %i] : memref<4x8xi32>
    %w = scf.if %outside -> i32 {
      scf.yield %zero : i32
    } else {
      %next = arith.addi %i, %c1 : index
      %a = memref.load %x[%next] : memref<8xi32>
      scf.yield %a : i32
    }
    memref.store %w, %y[%c2, %i] : memref<4x8xi32>
    %b = memref.load %x[%i] : memref<8xi32>
    %s = arith.select %more, %zero, %b : i32
    memref.store %s, %y[%c3, %i] : memref<4x8xi32>
  }
  tir.return
}

// What is assumed of a part, under a condition or of what is written later says
// nothing.
// CHECK-LABEL: tir.func private @nothing(
// CHECK-COUNT-3: arith.select
tir.func private @nothing(%x: memref<8xi32>, %z: memref<8xi32>, %y: memref<3x8xi32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  tir.for %i = %c0 to %c7 {
    %a = memref.load %x[%i] : memref<8xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    llvm.intr.assume %is : i1
  }
  tir.for %i = %c0 to %c8 {
    %some = arith.cmpi sge, %i, %c1 : index
    scf.if %some {
      %a = memref.load %x[%i] : memref<8xi32>
      %is = arith.cmpi eq, %a, %zero : i32
      llvm.intr.assume %is : i1
    }
    %b = memref.load %z[%i] : memref<8xi32>
    %none = arith.cmpi eq, %b, %zero : i32
    llvm.intr.assume %none : i1
    memref.store %zero, %z[%i] : memref<8xi32>
  }
  tir.for %i = %c0 to %c8 {
    %first = arith.cmpi eq, %i, %c0 : index
    %a = memref.load %x[%i] : memref<8xi32>
    %b = memref.load %z[%i] : memref<8xi32>
    %u = arith.select %first, %zero, %a : i32
    memref.store %u, %y[%c0, %i] : memref<3x8xi32>
    %v = arith.select %first, %a, %zero : i32
    memref.store %v, %y[%c1, %i] : memref<3x8xi32>
    %w = arith.select %first, %b, %zero : i32
    memref.store %w, %y[%c2, %i] : memref<3x8xi32>
  }
  tir.return
}

// CHECK-LABEL: tir.func private @empty(
tir.func private @empty(%x: memref<8xi32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
