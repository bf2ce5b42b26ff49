// Passes from tir to scf, vector and func.
#ifndef RELAX_CONVERSION_TIRTOSCF_PASSES_TD
#define RELAX_CONVERSION_TIRTOSCF_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTIRToSCFPass : Pass<"convert-tir-to-scf", "::mlir::ModuleOp"> {
  let summary = "Lower tensor programs to functions, scf and vector";
  let description = [{
    Each `tir.func` becomes a `func.func` whose buffers do not alias, unless a
    call of the module passes one twice. Blocks give way to their bodies, the
    init of a reduction goes before its loops. Vectorized loops become vectors:
    a load or store of unit stride is one, an invariant is spread, the rest is
    done lane by lane; what cannot be in vectors stays a serial loop. Unrolled
    loops are, if their extent is a constant. Parallel loops become
    `scf.parallel`. Products may be contracted with sums.

    Requires: no loop is bound to a thread axis; no op of relax calls a tensor
    program, since `convert-relax-to-runtime` lowers those calls.
    Ensures: no op of tir is left.

    ```mlir
    // before
    tir.func private @double(%a: memref<8xf32>, %b: memref<8xf32>) attributes {num_inputs = 1} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      tir.for vectorized %i = %c0 to %c8 {
        %x = memref.load %a[%i] : memref<8xf32>
        %y = arith.addf %x, %x : f32
        memref.store %y, %b[%i] : memref<8xf32>
      }
      tir.return
    }
    // after
    func.func private @double(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %x = vector.load %a[%c0] : memref<8xf32>, vector<8xf32>
      %y = arith.addf %x, %x fastmath<contract> : vector<8xf32>
      vector.store %y, %b[%c0] : memref<8xf32>, vector<8xf32>
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::relax::rt::RuntimeDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"remarks", "remarks", "bool", "false",
           "Say why a vectorized loop stays a serial loop">
  ];
}

#endif // RELAX_CONVERSION_TIRTOSCF_PASSES_TD
