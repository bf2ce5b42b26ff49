// Regions of the graph level: dataflow, conditionals, local functions.
#ifndef RELAX_DIALECT_RELAX_IR_CONTROLFLOWOPS_TD
#define RELAX_DIALECT_RELAX_IR_CONTROLFLOWOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_DataflowOp : Relax_Op<"dataflow", [
    SingleBlock, NoRegionArguments, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let summary = "A region of pure ops whose results leave it together";
  let description = [{
    Inside the region order is free: nothing has an effect and there is no
    control flow. The results are the values that leave the region.

    * **R1** the body ends in `relax.output`, whose operands have the types of
      the results, as far as can be proved;
    * **R2** no op in the region has an effect;
    * **R3** the region has no control flow: no `relax.if`, no nested
      `relax.dataflow`.

    ```mlir
    relax.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        %1 = relax.multiply %x, %x : tensor<4xf32>
        relax.output %1 : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "(`->` type($results)^)? attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// RegionBranchOpInterface: the region's verifier compares the types.
    bool areTypesCompatible(::mlir::Type, ::mlir::Type) { return true; }
    /// The terminator that names the values which leave the region.
    OutputOp getOutput();
  }];
}

def Relax_OutputOp : Relax_Op<"output", [
    Pure, ReturnLike, Terminator, HasParent<"DataflowOp">]> {
  let summary = "Name the values that leave a dataflow region";
  let description = [{
    ```mlir
    relax.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.dataflow -> tensor<4xf32> {
        relax.output %x : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
}

def Relax_IfOp : Relax_Op<"if", [
    NoRegionArguments, RecursiveMemoryEffects,
    SingleBlock, DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let summary = "Take one of two branches";
  let description = [{
    The condition is a rank-0 tensor of `i1`, or an `i1`. A result type is one
    that both branches' values fit; what only one branch knows is unknown.

    * **R1** both branches end in `relax.yield`, whose operands have the types
      of the results, as far as can be proved;
    * **R2** the condition is an `i1` or a rank-0 tensor of `i1`.

    ```mlir
    relax.func @choose(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.if %c : tensor<i1> -> tensor<4xf32> {
        relax.yield %x : tensor<4xf32>
      } else {
        relax.yield %y : tensor<4xf32>
      }
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins AnyType:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, SizedRegion<1>:$elseRegion);
  let assemblyFormat = [{
    $condition `:` type($condition) (`->` type($results)^)?
    attr-dict-with-keyword $thenRegion `else` $elseRegion
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// RegionBranchOpInterface: the regions' verifier compares the types.
    bool areTypesCompatible(::mlir::Type, ::mlir::Type) { return true; }
  }];
}

def Relax_YieldOp : Relax_Op<"yield", [
    Pure, ReturnLike, Terminator, ParentOneOf<["IfOp", "LambdaOp"]>]> {
  let summary = "Give a region's values to the op around it";
  let description = [{
    ```mlir
    relax.func @either(%c: i1, %x: i64, %y: i64) -> i64 {
      %0 = relax.if %c : i1 -> i64 {
        relax.yield %x : i64
      } else {
        relax.yield %y : i64
      }
      relax.return %0 : i64
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
}

def Relax_LambdaOp : Relax_Op<"lambda", [SingleBlock, Pure]> {
  let summary = "A local function, which may use the values around it";
  let description = [{
    Gives a closure over the values that the body uses from outside. Making it
    has no effect; calling it has those of the body, unless its type says
    `pure`. The body of a `recursive` one gets the callable itself as its first
    parameter.

    * **R1** the region's parameters, behind the callable itself if it is
      `recursive`, and the operands of its `relax.yield` have the types that the
      callable's type says;
    * **R2** a callable typed `pure` has a body without effects.

    ```mlir
    relax.func @make(%y: tensor<4xf32>) -> !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
      %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
      ^bb0(%x: tensor<4xf32>):
        %0 = relax.add %x, %y : tensor<4xf32>
        relax.yield %0 : tensor<4xf32>
      }
      relax.return %f : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
    }
    ```
  }];
  let arguments = (ins UnitAttr:$recursive);
  let results = (outs Relax_CallableType:$callable);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`recursive` $recursive^)? attr-dict `:` qualified(type($callable)) $body
  }];
  let hasRegionVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$callable), [{
    build($_builder, $_state, callable, /*recursive=*/false);
  }]>];
  let extraClassDeclaration = [{
    /// The callable itself inside the body; null if it is not recursive.
    ::mlir::BlockArgument getSelf() {
      return getRecursive() ? getBody().getArgument(0)
                            : ::mlir::BlockArgument();
    }
    /// The parameters that a call passes.
    ::llvm::ArrayRef<::mlir::BlockArgument> getParameters() {
      return getBody().getArguments().drop_front(getRecursive() ? 1 : 0);
    }
  }];
}

#endif // RELAX_DIALECT_RELAX_IR_CONTROLFLOWOPS_TD
