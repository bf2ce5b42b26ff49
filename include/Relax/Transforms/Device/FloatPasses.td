// Passes for arithmetic of floats in kernels.
#ifndef RELAX_TRANSFORMS_DEVICE_FLOATPASSES_TD
#define RELAX_TRANSFORMS_DEVICE_FLOATPASSES_TD

include "mlir/Pass/PassBase.td"

def GPULowerFloatFunctionsPass
    : Pass<"relax-gpu-lower-float-functions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower maxima and approximate powers of two to instructions";
  let description = [{
    Maxima and minima that give NaN (`arith.maximumf`, `arith.minimumf`) of f32
    and f16 become `max.NaN` and `min.NaN`, if the module's target is sm_80 or
    later. A power of two of f32 that may be approximated (`math.exp2` with
    `afn`) is `ex2.approx.ftz` on every chip: off by 2 ulp at most, 0 where it
    would be subnormal.

    Requires: nothing.
    Ensures: no `math.exp2` of f32 with `afn` is left; no such maximum is, if
    the target has the instruction.

    ```mlir
    // before
    gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
      gpu.func @weight(%a: f32, %b: f32, %m: memref<1xf32>) {
        %c0 = arith.constant 0 : index
        %0 = arith.maximumf %a, %b : f32
        %1 = math.exp2 %0 fastmath<afn> : f32
        memref.store %1, %m[%c0] : memref<1xf32>
        gpu.return
      }
    }
    // after
    gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
      gpu.func @weight(%a: f32, %b: f32, %m: memref<1xf32>) {
        %c0 = arith.constant 0 : index
        %0 = llvm.intr.maximum(%a, %b) : (f32, f32) -> f32
        %1 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%0) : (f32) -> f32
        memref.store %1, %m[%c0] : memref<1xf32>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // RELAX_TRANSFORMS_DEVICE_FLOATPASSES_TD
