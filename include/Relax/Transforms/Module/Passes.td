// Passes over whole modules: what is reachable, what is called how.
#ifndef RELAX_TRANSFORMS_MODULE_PASSES_TD
#define RELAX_TRANSFORMS_MODULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def DeadCodeEliminationPass
    : Pass<"relax-dead-code-elimination", "::mlir::ModuleOp"> {
  let summary = "Drop ops without use and functions that nothing reaches";
  let description = [{
    Requires: nothing.
    Ensures: each function is public, one of `entry-functions`, or used by one
    that stays; no op of a relax function has unused results and no effect.
    Functions with a body and external ones are treated alike. A
    `relax.match_cast` stays: it checks, and defines symbols.

    ```mlir
    // before
    relax.extern_func @my.f
    relax.func private @unused(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_dps_packed @my.f(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @unused(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %x : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      relax.return %x : tensor<4xf32>
    }
    ```
  }];
  let options = [ListOption<"entryFunctions", "entry-functions", "std::string",
      "private functions that are used from outside, too">];
}

def AttachGlobalSymbolPass
    : Pass<"relax-attach-global-symbol", "::mlir::ModuleOp"> {
  let summary = "Name each public function for the world outside the module";
  let description = [{
    Requires: nothing.
    Ensures: each public function with a body has the attribute
    `global_symbol`, which is its symbol name and begins with `prefix`.

    ```mlir
    // before: prefix=net_
    relax.func @main() {
      relax.return
    }
    // after
    relax.func @net_main() attributes {global_symbol = "net_main"} {
      relax.return
    }
    ```
  }];
  let options = [Option<"prefix", "prefix", "std::string", "",
      "what the names of public functions begin with">];
}

#endif // RELAX_TRANSFORMS_MODULE_PASSES_TD
