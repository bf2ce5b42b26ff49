// Contracts: passes that check what a stage promises to the next one.
#ifndef RELAX_TRANSFORMS_CONTRACTS_PASSES_TD
#define RELAX_TRANSFORMS_CONTRACTS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyPlannedPass : Pass<"relax-verify-planned", "::mlir::relax::FuncOp"> {
  let summary = "Check that memory is explicit and never used wrongly";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * no dataflow region, no call that makes its own results and no tensor
      without storage is left;
    * each storage that does not leave its block is ended once, there, and no
      other is;
    * nothing uses a storage or a tensor after its end;
    * tensors that live at the same time do not overlap in their storage.

    ```mlir
    // before
    relax.func impure @main() {
      %0 = relax.memory.alloc_storage [16]
      relax.return
    }
    // error: is never ended; end it with 'relax.memory.kill_storage'
    ```
  }];
}

def VerifySymbolsPass : Pass<"relax-verify-symbols", "::mlir::ModuleOp"> {
  let summary = "Check that references resolve and exported names are unique";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation: each reference to a symbol, in any op,
    resolves; no two public symbols are exported under one name.

    ```mlir
    // before
    func.func @main() attributes {callee = @missing} {
      return
    }
    // error: which the module does not define
    ```
  }];
}

#endif // RELAX_TRANSFORMS_CONTRACTS_PASSES_TD
