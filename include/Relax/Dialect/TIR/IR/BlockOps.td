// Blocks: one step of a computation and its iterators.
#ifndef RELAX_DIALECT_TIR_IR_BLOCKOPS_TD
#define RELAX_DIALECT_TIR_IR_BLOCKOPS_TD

include "Relax/Dialect/TIR/IR/TIRAttrs.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_BlockOp : TIR_Op<"block", [
    AttrSizedOperandSegments, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "One step of a computation";
  let description = [{
    A block says what is done for one value of its iterators, and thereby what
    schedules may do with the loops around it. `%v : kind = %i in %n` declares
    iterator `%v` over [0, `%n`), bound to `%i` here. Kinds:

    * `spatial`: instances are independent;
    * `reduce`: instances accumulate, in any order;
    * `ordered`: instances run in the order of the iterator;
    * `opaque`: nothing is known.

    An optional first op `tir.init` runs before the first instance of a
    reduction, also where the reduction has none. Where `where` is false, the
    instance does not run. `reads` and `writes` list buffers. A computation
    of rank 0 is a block without iterators.

    * **R1** extents, bindings, kinds and arguments of the body are as many,
      and the arguments are `index`;
    * **R2** the body uses no index of a loop, and no iterator of a block,
      that surrounds it: these come in through iterators only;
    * **R3** of the buffers from outside, those that the body writes are in
      `writes`, those that it reads in `reads` or `writes`; a view counts as
      the buffer that it shows;
    * **R4** `tir.init` is the first op of the body.

    ```mlir
    tir.block "fill" iters(%v : spatial = %i in %n) where %c
        writes(%m : memref<?xf32>) annotations {hint = 1 : i64} {
      memref.store %f, %m[%v] : memref<?xf32>
    }
    ```
  }];
  let arguments = (ins
    StrAttr:$label,
    Variadic<Index>:$bindings,
    Variadic<Index>:$extents,
    Optional<I1>:$predicate,
    Variadic<AnyMemRef>:$reads,
    Variadic<AnyMemRef>:$writes,
    TIR_IterKindArrayAttr:$iter_kinds,
    OptionalAttr<DictionaryAttr>:$annotations);
  let regions = (region SizedRegion<1>:$region);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "StringRef":$label, "ValueRange":$bindings,
                   "ValueRange":$extents, "ArrayRef<IterKind>":$kinds,
                   CArg<"ValueRange", "{}">:$reads,
                   CArg<"ValueRange", "{}">:$writes,
                   CArg<"Value", "{}">:$predicate)>
  ];
  let extraClassDeclaration = [{
    /// The iterators, as the body sees them.
    MutableArrayRef<BlockArgument> getIters() {
      return getBody()->getArguments();
    }
    unsigned getNumIters() { return getBindings().size(); }
    IterKind getIterKind(unsigned iter);
    /// True if an iterator reduces.
    bool isReduction();
    /// The `tir.init` of the block, if there is one.
    InitOp getInit();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TIR_InitOp : TIR_Op<"init", [
    HasParent<"BlockOp">, NoRegionArguments, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Start value of a reduction";
  let description = [{
    Runs once for each value of the spatial iterators, before the first
    instance of the block, also where there is no instance.

    * **R1** the block around it has an iterator that reduces;
    * **R2** it uses no iterator that reduces.

    ```mlir
    tir.block "sum" iters(%v : reduce = %i in %n) writes(%m : memref<f32>) {
      tir.init {
        memref.store %f, %m[] : memref<f32>
      }
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$region);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins)>];
  let assemblyFormat = "$region attr-dict";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // RELAX_DIALECT_TIR_IR_BLOCKOPS_TD
