// Loops and branches.
#ifndef RELAX_DIALECT_TIR_IR_LOOPOPS_TD
#define RELAX_DIALECT_TIR_IR_LOOPOPS_TD

include "Relax/Dialect/TIR/IR/TIRAttrs.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_YieldOp : TIR_Op<"yield", [
    Pure, ReturnLike, Terminator,
    // R1.
    ParentOneOf<["BlockOp", "ForOp", "IfOp", "InitOp", "WhileOp"]>]> {
  let summary = "End of a region; never written";
  let description = [{
    * **R1** the parent is a loop, a branch, a block or an `init`.

    ```mlir
    tir.if %c {
      tir.yield
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TIR_ForOp : TIR_Op<"for", [
    AutomaticAllocationScope, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    DeclareOpInterfaceMethods<LoopLikeOpInterface,
      ["getLoopInductionVars", "getLoopLowerBounds", "getLoopUpperBounds",
       "getLoopSteps", "getStaticTripCount"]>,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Run a region for each index of a range";
  let description = [{
    Runs the body for each index from the lower bound up to, not including, the
    upper bound. The kind says how the iterations run; `thread_binding` names
    the thread axis that the index is. `annotations` are hints that may be
    dropped; `unroll = N` asks for a body of N copies.

    * **R1** the body has one argument, an `index`;
    * **R2** `thread_binding`, and no other kind, names a thread axis;
    * **R3** the axis is `blockIdx.`, `threadIdx.` or `vthread.` and x, y or z.

    ```mlir
    tir.for parallel %i = %lb to %ub {
      tir.for vectorized %j = %lb to %ub annotations {hint = 1 : i64} {
      }
    }
    ```
  }];
  let arguments = (ins
    Index:$lower_bound, Index:$upper_bound,
    DefaultValuedAttr<TIR_ForKindAttr, "::mlir::tir::ForKind::Serial">:$kind,
    OptionalAttr<StrAttr>:$thread_axis,
    OptionalAttr<DictionaryAttr>:$annotations);
  let regions = (region SizedRegion<1>:$region);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "Value":$lowerBound, "Value":$upperBound,
                   CArg<"ForKind", "::mlir::tir::ForKind::Serial">:$kind,
                   CArg<"StringRef", "{}">:$threadAxis)>
  ];
  let extraClassDeclaration = [{
    /// The index of the loop.
    BlockArgument getInductionVar() { return getBody()->getArgument(0); }
    /// Number of iterations, if the bounds are constants.
    std::optional<int64_t> getConstantExtent();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TIR_IfOp : TIR_Op<"if", [
    RecursiveMemoryEffects, NoRegionArguments,
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
                              ["getEntrySuccessorRegions"]>,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Run one of two regions";
  let description = [{
    Runs `then` where the condition holds, else `otherwise`, which may be
    absent. It has no results and hence no rules of its own.

    ```mlir
    tir.if %c {
    } else {
    }
    ```
  }];
  let arguments = (ins I1:$condition);
  let regions = (region SizedRegion<1>:$then, MaxSizedRegion<1>:$otherwise);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "Value":$condition, CArg<"bool", "false">:$withElse)>
  ];
  let assemblyFormat = [{
    $condition $then (`else` $otherwise^)? attr-dict
  }];
}

def TIR_WhileOp : TIR_Op<"while", [
    RecursiveMemoryEffects, NoRegionArguments, SingleBlock,
    DeclareOpInterfaceMethods<RegionBranchOpInterface>]> {
  let summary = "Run a region as long as a condition holds";
  let description = [{
    Runs `before`, which ends with the condition; where that holds, `body`, and
    starts again.

    * **R1** `before` ends with `tir.condition` and `body` with `tir.yield`.

    ```mlir
    tir.while {
      %x = memref.load %m[] : memref<i1>
      tir.condition %x
    } do {
      memref.store %c, %m[] : memref<i1>
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$before, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TIR_ConditionOp : TIR_Op<"condition", [
    Pure, Terminator,
    // R1.
    HasParent<"WhileOp">,
    DeclareOpInterfaceMethods<RegionBranchTerminatorOpInterface>]> {
  let summary = "Condition of a `tir.while`";
  let description = [{
    * **R1** the parent is a `tir.while`.

    ```mlir
    tir.while {
      tir.condition %c
    } do {
    }
    ```
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
}

#endif // RELAX_DIALECT_TIR_IR_LOOPOPS_TD
