// Passes that change what a tensor program computes with, and none of its loops.
#ifndef RELAX_TRANSFORMS_KERNEL_PROGRAMPASSES_TD
#define RELAX_TRANSFORMS_KERNEL_PROGRAMPASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandLibraryCallsPass
    : Pass<"tir-expand-library-calls", "::mlir::tir::FuncOp"> {
  let summary = "Compute what functions of the C library give";
  let description = [{
    Requires: nothing.
    Ensures: no call of `hypot`, `ldexp` or `nextafter`, or of these of f32
    (`hypotf`), is left whose types are those of the C library, unless the
    module has a function of that name.

    ```mlir
    // before
    tir.func private @next(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
      %0 = memref.load %x[] : memref<f32>
      %i = arith.constant 3 : i32
      %1 = tir.call_extern @ldexpf(%0, %i) : (f32, i32) -> f32
      memref.store %1, %y[] : memref<f32>
      tir.return
    }
    // after
    tir.func private @next(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
      %0 = memref.load %x[] : memref<f32>
      %i = arith.constant 3 : i32
      %1 = arith.extsi %i : i32 to i64
      %2 = arith.extf %0 : f32 to f64
      %first = arith.constant -400 : i64
      %3 = arith.maxsi %1, %first : i64
      %last = arith.constant 400 : i64
      %4 = arith.minsi %3, %last : i64
      %bias = arith.constant 1023 : i64
      %5 = arith.addi %4, %bias : i64
      %place = arith.constant 52 : i64
      %6 = arith.shli %5, %place : i64
      %7 = arith.bitcast %6 : i64 to f64
      %8 = arith.mulf %2, %7 : f64
      %9 = arith.truncf %8 : f64 to f32
      memref.store %9, %y[] : memref<f32>
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::math::MathDialect"];
}

def UseAssumeToReduceBranchesPass
    : Pass<"tir-use-assume-to-reduce-branches", "::mlir::tir::FuncOp"> {
  let summary = "Leave branches out that give what is assumed anyway";
  let description = [{
    A program that is told by `llvm.intr.assume` what lies in the padding of a
    buffer need not ask where the padding is: what it computes there is what it
    would write. So a loop over all elements has no branch, and is vectorized.

    Requires: nothing.
    Ensures: an `scf.if`, or an `arith.select`, is replaced by one of its sides
    if the other one is a constant, and wherever that is taken the first gives
    the same by what is assumed. An assumption counts if it is made for each
    element of a buffer that nothing writes, as `buffer[...] == constant`, or
    that or conditions on the indices.

    ```mlir
    // before
    tir.func private @double(%x: memref<8xi32>, %y: memref<8xi32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c6 = arith.constant 6 : index
      %zero = arith.constant 0 : i32
      tir.for %i = %c0 to %c8 {
        %inside = arith.cmpi slt, %i, %c6 : index
        %a = memref.load %x[%i] : memref<8xi32>
        %is = arith.cmpi eq, %a, %zero : i32
        %known = arith.ori %inside, %is : i1
        llvm.intr.assume %known : i1
      }
      tir.for %i = %c0 to %c8 {
        %outside = arith.cmpi sge, %i, %c6 : index
        %v = scf.if %outside -> i32 {
          scf.yield %zero : i32
        } else {
          %a = memref.load %x[%i] : memref<8xi32>
          %sum = arith.addi %a, %a : i32
          scf.yield %sum : i32
        }
        memref.store %v, %y[%i] : memref<8xi32>
      }
      tir.return
    }
    // after
    tir.func private @double(%x: memref<8xi32>, %y: memref<8xi32>) attributes {num_inputs = 1 : i64} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c6 = arith.constant 6 : index
      %zero = arith.constant 0 : i32
      tir.for %i = %c0 to %c8 {
        %inside = arith.cmpi slt, %i, %c6 : index
        %a = memref.load %x[%i] : memref<8xi32>
        %is = arith.cmpi eq, %a, %zero : i32
        %known = arith.ori %inside, %is : i1
        llvm.intr.assume %known : i1
      }
      tir.for %i = %c0 to %c8 {
        %a = memref.load %x[%i] : memref<8xi32>
        %sum = arith.addi %a, %a : i32
        memref.store %sum, %y[%i] : memref<8xi32>
      }
      tir.return
    }
    ```
  }];
}

def FastMathTransformPass
    : Pass<"tir-fast-math-transform", "::mlir::tir::FuncOp"> {
  let summary = "Compute exp, tanh and erf by approximations of fewer steps";
  let description = [{
    The approximations are those of TVM's pass of this name. Relative errors
    beside the exact values: `exp` 8.2e-8, `tanh` 2.7e-7, `erf` 3.8e-7, where it
    is a normal number; below -87.3 `exp` is at least 2^-127.

    Requires: nothing.
    Ensures: no `math.exp`, `math.tanh` or `math.erf` of f32 is left.

    ```mlir
    // before
    tir.func private @f(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
      %0 = memref.load %x[] : memref<f32>
      %1 = math.tanh %0 : f32
      memref.store %1, %y[] : memref<f32>
      tir.return
    }
    // after
    tir.func private @f(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
      %0 = memref.load %x[] : memref<f32>
      %high = arith.constant 9.0 : f32
      %above = arith.cmpf olt, %high, %0 : f32
      %1 = arith.select %above, %high, %0 : f32
      %low = arith.constant -9.0 : f32
      %below = arith.cmpf ogt, %low, %1 : f32
      %2 = arith.select %below, %low, %1 : f32
      %3 = arith.mulf %2, %2 : f32
      %p0 = arith.constant -2.76076847742355e-16 : f32
      %4 = arith.mulf %p0, %3 : f32
      %p1 = arith.constant 2.00018790482477e-13 : f32
      %5 = arith.addf %4, %p1 : f32
      %6 = arith.mulf %5, %3 : f32
      %p2 = arith.constant -8.60467152213735e-11 : f32
      %7 = arith.addf %6, %p2 : f32
      %8 = arith.mulf %7, %3 : f32
      %p3 = arith.constant 5.12229709037114e-08 : f32
      %9 = arith.addf %8, %p3 : f32
      %10 = arith.mulf %9, %3 : f32
      %p4 = arith.constant 1.48572235717979e-05 : f32
      %11 = arith.addf %10, %p4 : f32
      %12 = arith.mulf %11, %3 : f32
      %p5 = arith.constant 6.37261928875436e-04 : f32
      %13 = arith.addf %12, %p5 : f32
      %14 = arith.mulf %13, %3 : f32
      %p6 = arith.constant 4.89352455891786e-03 : f32
      %15 = arith.addf %14, %p6 : f32
      %16 = arith.mulf %2, %15 : f32
      %q0 = arith.constant 1.19825839466702e-06 : f32
      %17 = arith.mulf %q0, %3 : f32
      %q1 = arith.constant 1.18534705686654e-04 : f32
      %18 = arith.addf %17, %q1 : f32
      %19 = arith.mulf %18, %3 : f32
      %q2 = arith.constant 2.26843463243900e-03 : f32
      %20 = arith.addf %19, %q2 : f32
      %21 = arith.mulf %20, %3 : f32
      %q3 = arith.constant 4.89352518554385e-03 : f32
      %22 = arith.addf %21, %q3 : f32
      %23 = arith.divf %16, %22 : f32
      memref.store %23, %y[] : memref<f32>
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

#endif // RELAX_TRANSFORMS_KERNEL_PROGRAMPASSES_TD
