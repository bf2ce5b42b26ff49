// Passes that give parts of a program to a library.
#ifndef RELAX_TRANSFORMS_MODULE_LIBRARYPASSES_TD
#define RELAX_TRANSFORMS_MODULE_LIBRARYPASSES_TD

include "mlir/Pass/PassBase.td"

def FuseOpsByPatternPass
    : Pass<"relax-fuse-ops-by-pattern", "::mlir::ModuleOp"> {
  let summary = "Make functions of the ops that patterns of a library find";
  let description = [{
    Patterns are `pdl.pattern` ops of the file `patterns`, or those of
    `library`, of which there are `dnnl`, `cublas` and `cudnn`.
    docs/Libraries.md says how one writes them. They are tried in their order in dataflow regions, in all functions
    or in `entry-functions`.

    Requires: nothing.
    Ensures: each match whose ops can run as one is a call of a private function
    with the attributes `Composite`, the pattern's name, and `relax.primitive`;
    equal ones share a function. It has copies of constants, unless
    `bind-constants` is off. With `annotate-codegen`, it is the local function
    of a public one with the attribute `Codegen`, the library's name.

    ```mlir
    // before: library=dnnl
    relax.func @main(%x: tensor<2x4xf32>, %w: tensor<4x8xf32>) -> tensor<2x8xf32> {
      %0 = relax.dataflow -> tensor<2x8xf32> {
        %1 = relax.matmul %x, %w : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
        %2 = relax.nn.relu %1 : tensor<2x8xf32>
        relax.output %2 : tensor<2x8xf32>
      }
      relax.return %0 : tensor<2x8xf32>
    }
    // after
    relax.func @main(%x: tensor<2x4xf32>, %w: tensor<4x8xf32>) -> tensor<2x8xf32> {
      %0 = relax.dataflow -> tensor<2x8xf32> {
        %1 = relax.call @fused_relax_matmul_relax_nn_relu(%x, %w) : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
        relax.output %1 : tensor<2x8xf32>
      }
      relax.return %0 : tensor<2x8xf32>
    }
    relax.func private @fused_relax_matmul_relax_nn_relu(%x: tensor<2x4xf32>, %w: tensor<4x8xf32>) -> tensor<2x8xf32> attributes {Composite = "dnnl.matmul_relu", relax.primitive} {
      %0 = relax.dataflow -> tensor<2x8xf32> {
        %1 = relax.matmul %x, %w : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
        %2 = relax.nn.relu %1 : tensor<2x8xf32>
        relax.output %2 : tensor<2x8xf32>
      }
      relax.return %0 : tensor<2x8xf32>
    }
    ```
  }];
  let options = [
    Option<"patterns", "patterns", "std::string", "",
        "a file of patterns">,
    Option<"library", "library", "std::string", "",
        "the library whose patterns are taken: dnnl, cublas or cudnn">,
    Option<"bindConstants", "bind-constants", "bool", "true",
        "copy constants into the functions">,
    Option<"annotateCodegen", "annotate-codegen", "bool", "false",
        "make a function of the library of each composite one">,
    ListOption<"entryFunctions", "entry-functions", "std::string",
        "the functions to look in (default: all)">];
  let statistics = [
    Statistic<"numGroups", "matches", "Number of matches that became calls">];
  let dependentDialects = [
    "::mlir::relax::RelaxDialect", "::mlir::pdl::PDLDialect",
    "::mlir::pdl_interp::PDLInterpDialect"];
}

def MergeCompositeFunctionsPass
    : Pass<"relax-merge-composite-functions", "::mlir::ModuleOp"> {
  let summary = "Join calls of composite functions of one library";
  let description = [{
    Requires: nothing.
    Ensures: in dataflow regions, each call of a function with the attribute
    `Composite` is in a public function with the attribute `Codegen`, the name
    of its library. Calls of one library of which one uses the other's result
    share such a function, unless something between them would have to wait for
    it and it for that.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.call @exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
        %2 = relax.call @exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
        relax.output %2 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    relax.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Composite = "my.exp"} {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.call @fused_exp_exp_my(%x) : (tensor<4xf32>) -> tensor<4xf32>
        relax.output %1 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    relax.func @fused_exp_exp_my(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Codegen = "my"} {
      %f = relax.lambda {Composite = "my.exp"} : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
      ^bb0(%y: tensor<4xf32>):
        %2 = relax.exp %y : tensor<4xf32>
        relax.yield %2 : tensor<4xf32>
      }
      %0 = relax.invoke_pure_closure %f(%x) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>) -> tensor<4xf32>
      %1 = relax.invoke_pure_closure %f(%0) : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>) -> tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numGroups", "groups", "Number of functions of a library made">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def AllocateWorkspacePass
    : Pass<"relax-allocate-workspace", "::mlir::ModuleOp"> {
  let summary = "Give functions of libraries their scratch memory";
  let description = [{
    A function with `WorkspaceSize` gets a last parameter `workspace` of as many
    bytes as the one that asks for the most; each function that calls some has
    one tensor for all of them. `relax-run-codegen` then passes it to the
    library.

    Requires: such functions are called by `relax.call` only.
    Ensures: no function has the attribute `WorkspaceSize`.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @soft_my(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.func @soft_my(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Codegen = "my", WorkspaceSize = 256 : i64} {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<256xui8>
      %1 = relax.call @soft_my(%x, %0) : (tensor<4xf32>, tensor<256xui8>) -> tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    relax.func @soft_my(%x: tensor<4xf32>, %workspace: tensor<256xui8> {relax.name = "workspace"}) -> tensor<4xf32> attributes {Codegen = "my"} {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def RunCodegenPass : Pass<"relax-run-codegen", "::mlir::ModuleOp"> {
  let summary = "Replace functions of libraries by calls of the libraries";
  let description = [{
    In a function with `Codegen = "dnnl"`, `"cublas"` or `"cudnn"`, calls of
    local composite functions become calls of the run time's functions for
    oneDNN, cuBLASLt or cuDNN; of those that it does not have, a remark says
    why, and they stay. A function of another library
    calls the external function of its name. With `fallback`, what the function
    was stays beside that, for where the library or the function is not there
    when the program runs.

    Requires: nothing.
    Ensures: no function has the attribute `Codegen`; those that had it are
    private.

    ```mlir
    // before: fallback=false
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @soft_my(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.func @soft_my(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Codegen = "my"} {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @soft_my_own(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.func private @soft_my_own(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_dps_packed @soft_my(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.extern_func @soft_my
    ```
  }];
  let options = [
    Option<"fallback", "fallback", "bool", "true",
        "keep our own code for where the library is not there">];
  let statistics = [
    Statistic<"numCalls", "calls", "Number of calls of libraries made">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_MODULE_LIBRARYPASSES_TD
