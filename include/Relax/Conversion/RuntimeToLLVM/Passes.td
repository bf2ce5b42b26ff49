// Passes from host code and kernels to the llvm dialect.
#ifndef RELAX_CONVERSION_RUNTIMETOLLVM_PASSES_TD
#define RELAX_CONVERSION_RUNTIMETOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertRelaxRTToLLVMPass
    : Pass<"convert-relax-rt-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Lower host code and kernels to the llvm dialect";
  let description = [{
    Ops of `relax_rt` become calls of the run-time library; one that fails ends
    its function with the status. The other dialects that host code and kernels
    consist of are lowered with them. The module's `relax.target` becomes
    `llvm.target`, which has the triple, CPU and features. Functions with `relax_rt.params` are
    listed in the module's descriptor. It is exported if there is one, by the name
    that `relax_rt.descriptor` says, or as `relax_module_descriptor_v1` with a
    `__tvm_ffi_NAME` for each function; nothing else is. A module with `relax_rt.profile` also tells the run time when
    each kernel begins and ends. Constants become bytes, so that weights cost no more than
    their size.

    Requires: no structured control flow is left, vectors are of one dimension.
    Ensures: `relax-verify-lowered`.

    ```mlir
    // before
    func.func private @twice(%x: i64) -> i64 {
      %y = arith.addi %x, %x : i64
      return %y : i64
    }
    // after
    llvm.func internal @twice(%x: i64) -> i64 attributes {sym_visibility = "private"} {
      %y = llvm.add %x, %x : i64
      llvm.return %y : i64
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::relax::RelaxDialect"];
  let options = [
    Option<"cpuFeatures", "cpu-features", "std::string", "",
           "Features of the CPU that loading the module asks for">
  ];
}

#endif // RELAX_CONVERSION_RUNTIMETOLLVM_PASSES_TD
