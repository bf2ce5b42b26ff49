// Passes over whole modules: what is reachable, what is called how.
#ifndef RELAX_TRANSFORMS_MODULE_PASSES_TD
#define RELAX_TRANSFORMS_MODULE_PASSES_TD

include "Relax/Transforms/Module/LazyPasses.td"
include "Relax/Transforms/Module/LibraryPasses.td"
include "Relax/Transforms/Module/TrainingPasses.td"
include "Relax/Transforms/Module/WeightPasses.td"
include "mlir/Pass/PassBase.td"

def BindParamsPass : Pass<"relax-bind-params", "::mlir::ModuleOp"> {
  let summary = "Make constants of a function's parameters";
  let description = [{
    The safetensors file `file` has tensors by the names of parameters, the
    `relax.name` of each. Tensors that are no parameter's are left out. The file
    is mapped, and not copied.

    Requires: nothing in the module uses the function; the tensors have the
    types of the parameters.
    Ensures: no parameter has the name of a tensor of the file. Symbols that
    stand for a size of a tensor have its value.

    ```mlir
    // before: file=/none
    relax.func @main(%x: tensor<4xf32>) {
      relax.return
    }
    // error: cannot read weights from "/none": No such file or directory
    ```
  }];
  let options = [
    Option<"file", "file", "std::string", "", "the safetensors file">,
    Option<"function", "function", "std::string", "\"main\"",
           "the function whose parameters are bound">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def BindSymbolicVarsPass
    : Pass<"relax-bind-symbolic-vars", "::mlir::ModuleOp"> {
  let summary = "Give symbolic sizes of functions their values";
  let description = [{
    Requires: nothing.
    Ensures: where a parameter of `function`, or else of a public function,
    defines a symbol of `sizes`, the function has its value in that place, in
    types and expressions.

    ```mlir
    // before: sizes=n=3
    relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>> {
      %0 = relax.flatten %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?xf32, #relax.dims<[n * 4]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 4]>>
    }
    // after
    relax.func @main(%x: tensor<3x4xf32>) -> tensor<12xf32> {
      %0 = relax.flatten %x : (tensor<3x4xf32>) -> tensor<12xf32>
      relax.return %0 : tensor<12xf32>
    }
    ```
  }];
  let options = [
    ListOption<"sizes", "sizes", "std::string", "values of symbols, as n=4,m=8">,
    Option<"function", "function", "std::string", "",
           "the function whose sizes are bound (default: all public ones)">];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

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
      "private functions that are used from outside, too">,
    Option<"functionsOnly", "functions-only", "bool", "false",
      "of a module of functions nothing else is used from outside: a public "
      "tensor program that nobody calls goes, too">];
}

def ExpandTupleArgumentsPass
    : Pass<"relax-expand-tuple-arguments", "::mlir::ModuleOp"> {
  let summary = "Pass the fields of tuples to private functions, one by one";
  let description = [{
    Requires: nothing.
    Ensures: a private function that nothing but calls of it uses has no
    parameter that is a tuple.

    ```mlir
    // before
    relax.func private @sum(%t: tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32> {
      %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
      %1 = relax.tuple_get_item %t[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
      %2 = relax.add %0, %1 : tensor<4xf32>
      relax.return %2 : tensor<4xf32>
    }
    relax.func @main(%t: tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32> {
      %0 = relax.call @sum(%t) : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // after
    relax.func private @sum(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.add %a, %b : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.func @main(%t: tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32> {
      %0 = relax.tuple_get_item %t[0] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
      %1 = relax.tuple_get_item %t[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
      %2 = relax.call @sum(%0, %1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      relax.return %2 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def GraphSVGPass : Pass<"relax-graph-svg", "::mlir::ModuleOp"> {
  let summary = "Draw the functions of the graph level";
  let description = [{
    Each function is a box with a node for each op and an edge for each value,
    which says its shape. What takes no operands, constants above all, is text
    in the nodes that use it; the nodes of a dataflow region are those of its
    function; a branch of an `if` is a box of its own.

    The name of `output` says what is written: a name that ends in `.dot` the
    language of Graphviz, another one an SVG, which Graphviz's `dot` draws.
    Upstream's `--view-op-graph` has a node for each constant and no shapes on
    edges.

    Requires: a function of the graph level.
    Ensures: nothing is changed.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // error: expected the name of a drawing, found none; give one, as in --relax-graph-svg=output=graph.svg
    ```
  }];
  let options = [
    Option<"output", "output", "std::string", "",
           "the file to write, as graph.svg or graph.dot">];
}

def InlinePrivateFunctionsPass
    : Pass<"relax-inline-private-functions", "::mlir::ModuleOp"> {
  let summary = "Put private functions where they are called";
  let description = [{
    Requires: nothing.
    Ensures: no private function is called, save those that a remark names, and
    none is left without a use. The callee's symbols become what the arguments
    say; where these say less, a `relax.match_cast` checks what the signature
    promised.

    ```mlir
    // before
    relax.func private @twice(%x: tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[m]>> {
      %0 = relax.add %x, %x : tensor<?xf32, #relax.dims<[m]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
    }
    relax.func @main(%x: tensor<?xf32, #relax.dims<[n * 2]>>, %s: !relax.shape<[n]>) -> tensor<?xf32, #relax.dims<[n * 2]>> {
      %0 = relax.call @twice(%x) : (tensor<?xf32, #relax.dims<[n * 2]>>) -> tensor<?xf32, #relax.dims<[n * 2]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 2]>>
    }
    // after
    relax.func @main(%x: tensor<?xf32, #relax.dims<[n * 2]>>, %s: !relax.shape<[n]>) -> tensor<?xf32, #relax.dims<[n * 2]>> {
      %0 = relax.add %x, %x : tensor<?xf32, #relax.dims<[n * 2]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[n * 2]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def LambdaLiftPass : Pass<"relax-lambda-lift", "::mlir::ModuleOp"> {
  let summary = "Make functions of the module of local functions";
  let description = [{
    Requires: nothing.
    Ensures: no `relax.lambda` is left. What its body uses from outside comes in
    through its last parameters, which `relax.make_closure` binds; symbols that
    no parameter defines come in through one shape. A closure that is called in
    the function that makes it is a `relax.call` of its function; closures that
    leave it stay. A local function that calls itself calls its function.

    ```mlir
    // before
    relax.func @make(%y: tensor<4xf32>) -> !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
      %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
      ^bb0(%x: tensor<4xf32>):
        %0 = relax.add %x, %y : tensor<4xf32>
        relax.yield %0 : tensor<4xf32>
      }
      relax.return %f : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
    }
    // after
    relax.func private @make_lambda(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.add %x, %y : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    relax.func @make(%y: tensor<4xf32>) -> !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
      %f = relax.make_closure @make_lambda(%y) : (tensor<4xf32>) -> !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
      relax.return %f : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def LoadWeightsPass : Pass<"relax-load-weights", "::mlir::ModuleOp"> {
  let summary = "Give weights the data that lies in a file beside the module";
  let description = [{
    A module may name a safetensors file, `relax.weights = "m.safetensors"`,
    that holds the data of those of its resources that have none in the module
    itself. The file lies in the module's folder; `file` names another one. It
    is mapped, and not copied.

    Requires: the file has each such resource under its name, with its type.
    Ensures: all resources have data; the module names no file.

    ```mlir
    // before
    module attributes {relax.name = "no file"} {
    }
    // after
    module attributes {relax.name = "no file"} {
    }
    ```
  }];
  let options = [Option<"file", "file", "std::string", "",
      "the safetensors file (default: the one that the module names)">];
}

def NormalizeGlobalSymbolsPass
    : Pass<"relax-normalize-global-symbols", "::mlir::ModuleOp"> {
  let summary = "Make the symbol of each exported function its exported name";
  let description = [{
    Requires: nothing.
    Ensures: a `global_symbol`, of whatever op, is the name of the symbol; all
    uses follow. A private symbol that has the name gives it up for a fresh one;
    a public one is an error. (Functions of relax and tir are verified to agree
    at any time.)

    ```mlir
    // before
    func.func @a() attributes {global_symbol = "main"} {
      func.call @main() : () -> ()
      return
    }
    func.func private @main()
    // after
    func.func @main() attributes {global_symbol = "main"} {
      func.call @main_0() : () -> ()
      return
    }
    func.func private @main_0()
    ```
  }];
}

def AttachGlobalSymbolPass
    : Pass<"relax-attach-global-symbol", "::mlir::ModuleOp"> {
  let summary = "Name each public function for the world outside the module";
  let description = [{
    Requires: nothing.
    Ensures: each public function with a body has the attribute
    `global_symbol`, which is its symbol name and begins with `prefix`, or else
    with the module's `relax.system_lib_prefix`. All uses follow.

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

def RemoveUnusedOutputsPass
    : Pass<"relax-remove-unused-outputs", "::mlir::ModuleOp"> {
  let summary = "Drop what private functions return and nobody uses";
  let description = [{
    Requires: nothing.
    Ensures: of a private function that nothing but calls of it uses, some call
    uses each result, and each field of a tuple that is its one result, if all
    calls only take fields of that.

    ```mlir
    // before
    relax.func private @both(%x: tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.tuple %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
      relax.return %1 : tuple<tensor<4xf32>, tensor<4xf32>>
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @both(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
      %1 = relax.tuple_get_item %0[1] : tuple<tensor<4xf32>, tensor<4xf32>> -> tensor<4xf32>
      relax.return %1 : tensor<4xf32>
    }
    // after
    relax.func private @both(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      %1 = relax.tuple %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
      relax.return %0 : tensor<4xf32>
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @both(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

def RemoveUnusedParametersPass
    : Pass<"relax-remove-unused-parameters", "::mlir::ModuleOp"> {
  let summary = "Drop parameters of private functions that nobody uses";
  let description = [{
    Requires: nothing.
    Ensures: of a private function that nothing but calls of it uses, each
    parameter is used, or defines a symbol that a call does not say otherwise.
    Other symbols of what goes come in as shapes of one size.

    ```mlir
    // before
    relax.func private @ones(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<4xf32>) -> tensor<?xf32, #relax.dims<[n]>> {
      %0 = relax.shape [n] : !relax.shape<[n]>
      %1 = relax.ones %0 {dtype = f32} : (!relax.shape<[n]>) -> tensor<?xf32, #relax.dims<[n]>>
      relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
    }
    relax.func @main(%x: tensor<?xf32, #relax.dims<[m]>>, %y: tensor<4xf32>) -> tensor<?xf32, #relax.dims<[m]>> {
      %0 = relax.call @ones(%x, %y) : (tensor<?xf32, #relax.dims<[m]>>, tensor<4xf32>) -> tensor<?xf32, #relax.dims<[m]>>
      relax.return %0 : tensor<?xf32, #relax.dims<[m]>>
    }
    // after
    relax.func private @ones(%s: !relax.shape<[n]>) -> tensor<?xf32, #relax.dims<[n]>> {
      %0 = relax.shape [n] : !relax.shape<[n]>
      %1 = relax.ones %0 {dtype = f32} : (!relax.shape<[n]>) -> tensor<?xf32, #relax.dims<[n]>>
      relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
    }
    relax.func @main(%x: tensor<?xf32, #relax.dims<[m]>>, %y: tensor<4xf32>) -> tensor<?xf32, #relax.dims<[m]>> {
      %0 = relax.shape [m] : !relax.shape<[m]>
      %1 = relax.call @ones(%0) : (!relax.shape<[m]>) -> tensor<?xf32, #relax.dims<[m]>>
      relax.return %1 : tensor<?xf32, #relax.dims<[m]>>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relax::RelaxDialect"];
}

#endif // RELAX_TRANSFORMS_MODULE_PASSES_TD
