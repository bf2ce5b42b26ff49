// Passes that give kernels their threads and their memory.
#ifndef RELAX_CONVERSION_SCFTORUNTIME_PASSES_TD
#define RELAX_CONVERSION_SCFTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def OutlineParallelLoopsPass
    : Pass<"relax-rt-outline-parallel-loops", "::mlir::ModuleOp"> {
  let summary = "Make the bodies of parallel loops functions";
  let description = [{
    The outermost `scf.parallel` of a function becomes a
    `relax_rt.parallel_for` over a function of its own, which runs a piece of
    the loop. Captured buffers stay free of aliases there, as parameters.
    Parallel loops inside become serial ones; a loop with a reduction stays.

    ```mlir
    // before
    func.func private @fill(%a: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        memref.store %x, %a[%i] : memref<?xf32>
      }
      return
    }
    // after
    func.func private @fill(%a: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = arith.subi %n, %c0 : index
      %1 = arith.ceildivsi %0, %c1 : index
      relax_rt.parallel_for @fill_parallel(%1) captures(%x, %a : f32, memref<?xf32>)
      return
    }
    func.func private @fill_parallel(%begin: index, %end: index, %x: f32, %a: memref<?xf32> {llvm.noalias}) attributes {no_inline} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1_0 = arith.constant 1 : index
      scf.for %k = %begin to %end step %c1_0 {
        %0 = arith.muli %k, %c1 : index
        %1 = arith.addi %0, %c0 : index
        memref.store %x, %a[%1] : memref<?xf32>
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::relax::rt::RuntimeDialect", "::mlir::scf::SCFDialect"
  ];
}

def PlaceKernelBuffersPass
    : Pass<"relax-rt-place-kernel-buffers", "::mlir::func::FuncOp"> {
  let summary = "Put local buffers on the stack or into scratch memory";
  let description = [{
    A `memref.alloc` of a small static size becomes an `alloca` at the entry of
    the function, where it can turn into registers. Others become scratch
    memory of the thread, released at the end of the block; if it cannot be
    had, the rest of the block does not run. Loops whose iterations need as
    much of it each time are one block: it is taken once, in front of them.

    ```mlir
    // before
    func.func private @kernel(%n: index) {
      %a = memref.alloc() : memref<16xf32>
      %b = memref.alloc(%n) : memref<?xf32>
      memref.copy %b, %b : memref<?xf32> to memref<?xf32>
      return
    }
    // after
    func.func private @kernel(%n: index) {
      %a = memref.alloca() {alignment = 64 : i64} : memref<16xf32>
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      %most = arith.constant 9223372036854775807 : index
      %low, %high = arith.mului_extended %n, %c4 : index
      %isLong = arith.cmpi ne, %high, %c0 : index
      %isNegative = arith.cmpi slt, %low, %c0 : index
      %wraps = arith.ori %isLong, %isNegative : i1
      %bytes = arith.select %wraps, %most, %low : index
      %scratch, %valid = relax_rt.scratch_alloc %bytes
      scf.if %valid {
        %zero = arith.constant 0 : index
        %b = memref.view %scratch[%zero][%n] : memref<?xi8> to memref<?xf32>
        memref.copy %b, %b : memref<?xf32> to memref<?xf32>
        relax_rt.scratch_release %scratch
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::relax::rt::RuntimeDialect", "::mlir::scf::SCFDialect"
  ];
}

def ExpandKernelMathPass
    : Pass<"relax-rt-expand-kernel-math", "::mlir::func::FuncOp"> {
  let summary = "Compute functions, maxima and products of bytes in vectors";
  let description = [{
    `math.exp`, `tanh`, `erf`, `log`, `log2`, `log1p` and `expm1` of `f32`,
    scalars and vectors, become polynomials whose relative error is below 3e-7,
    of `exp` 1.5 units in the last place, of `log` 1, of `tanh` and `erf` 2;
    subnormal numbers are numbers. `sin`, `cos`, `tan`, `asin`, `acos` and `atan`
    of `f32` are computed in `f64` to 0.51 units; only angles beyond 2^40 are
    left to the C library, as other functions are. `f16` and `bf16` are computed
    in `f32`. Powers with simple exponents become products and roots.

    Maxima and minima that propagate NaN become comparisons; of zeros of both
    signs either is the result. With a constant that is a number, one is
    enough. Those of f16 and bf16 that have been rounded are taken before, which
    gives the same: `max(narrow(x), 0)` is `narrow(max(x, 0))`.

    `tir.dot4_u8s8` of a vector is `vpdpbusd` where the target has it, together
    with the addition behind it, else exact products of 16 bits: `vpmaddubsw`,
    which the target may have, where the op has `pairs_fit`.
    `tir.dot2_s16` of a vector is `vpmaddwd`, by the form that LLVM knows it in.
    `tir.dot2_bf16` of a vector is `vdpbf16ps` where the target has it, with the
    addition behind it, else products of `f32`.

    A float that becomes a narrow integer and then a wider one, or a float
    again, is converted to the wider one, or to 32 bits, at once.

    ```mlir
    // before
    func.func private @relu(%x: f32) -> f32 {
      %zero = arith.constant 0.0 : f32
      %y = arith.maximumf %x, %zero : f32
      return %y : f32
    }
    // after
    func.func private @relu(%x: f32) -> f32 {
      %zero = arith.constant 0.0 : f32
      %less = arith.cmpf olt, %x, %zero : f32
      %y = arith.select %less, %zero, %x : f32
      return %y : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandFloat8Pass
    : Pass<"relax-rt-expand-float8"> {
  let summary = "Convert floats of 8 bits with arithmetic on their bits";
  let description = [{
    `arith.extf` from and `arith.truncf` to `f8E4M3FN` and `f8E5M2`, of scalars
    and vectors, become arithmetic on bits, which machines without such floats
    have, too. Rounding is to nearest, ties to even; what is too great becomes
    infinite, or NaN where the type has no infinity. A number of `f64` is rounded
    once, also to `bf16`, which is then a conversion of `f32`. Other types stay.

    ```mlir
    // before
    func.func private @wide(%x: f8E4M3FN) -> f32 {
      %y = arith.extf %x : f8E4M3FN to f32
      return %y : f32
    }
    // after
    func.func private @wide(%arg0: f8E4M3FN) -> f32 {
      %0 = arith.bitcast %arg0 : f8E4M3FN to i8
      %1 = arith.extui %0 : i8 to i32
      %c127_i32 = arith.constant 127 : i32
      %2 = arith.andi %1, %c127_i32 : i32
      %c20_i32 = arith.constant 20 : i32
      %3 = arith.shli %2, %c20_i32 : i32
      %4 = arith.bitcast %3 : i32 to f32
      %cst = arith.constant 1.329228E+36 : f32
      %5 = arith.mulf %4, %cst : f32
      %c2143289344_i32 = arith.constant 2143289344 : i32
      %c127_i32_0 = arith.constant 127 : i32
      %6 = arith.cmpi uge, %2, %c127_i32_0 : i32
      %7 = arith.bitcast %5 : f32 to i32
      %8 = arith.select %6, %c2143289344_i32, %7 : i32
      %c128_i32 = arith.constant 128 : i32
      %9 = arith.andi %1, %c128_i32 : i32
      %c24_i32 = arith.constant 24 : i32
      %10 = arith.shli %9, %c24_i32 : i32
      %11 = arith.ori %8, %10 : i32
      %12 = arith.bitcast %11 : i32 to f32
      return %12 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // RELAX_CONVERSION_SCFTORUNTIME_PASSES_TD
