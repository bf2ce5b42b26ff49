// Functions of tensor programs and their return.
#ifndef RELAX_DIALECT_TIR_IR_FUNCTIONOPS_TD
#define RELAX_DIALECT_TIR_IR_FUNCTIONOPS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_FuncOp : TIR_Op<"func", [
    AffineScope, AutomaticAllocationScope, FunctionOpInterface,
    IsolatedFromAbove]> {
  let summary = "A tensor program in destination-passing style";
  let description = [{
    The parameters are `num_inputs` input buffers, then the output buffers,
    then scalars: the sizes that no buffer shows. What the function computes
    it writes into its outputs. An argument attribute `tir.dims` names the
    dimensions of a buffer, `tir.var` the meaning of a scalar.

    * **R1** there are no results;
    * **R2** buffers come before scalars; a buffer is a ranked memref, a scalar
      an `index`;
    * **R3** `num_inputs` is at most the number of buffers;
    * **R4** `tir.dims` stands at a buffer and agrees with its shape;
    * **R5** `tir.var` stands at a scalar and is a symbolic expression;
    * **R6** `global_symbol`, if present, is the name of the symbol;
    * **R7** the body is one block that ends with `tir.return`;
    * **R8** the name is not empty and has no NUL character.

    ```mlir
    tir.func private @copy(%src: memref<4xf32>, %dst: memref<4xf32>)
        attributes {num_inputs = 1} {
      memref.copy %src, %dst : memref<4xf32> to memref<4xf32>
      tir.return
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$num_inputs);
  let regions = (region AnyRegion:$body);
  let builders = [
    OpBuilder<(ins "StringRef":$name, "TypeRange":$inputs,
                   "TypeRange":$outputs, CArg<"unsigned", "0">:$numVars)>
  ];
  let extraClassDeclaration = [{
    /// Number of leading parameters that are buffers.
    unsigned getNumBuffers();
    /// Parameters that are read; the function has a body.
    MutableArrayRef<BlockArgument> getInputs();
    /// Parameters that are written; the function has a body.
    MutableArrayRef<BlockArgument> getOutputs();
    /// Scalar parameters; the function has a body.
    MutableArrayRef<BlockArgument> getVars();
    /// True when a schedule has arranged the loops.
    bool isScheduled();
    /// Record that a schedule has arranged the loops.
    void setScheduled();
    /// True when the host runs the function whatever the others are for.
    bool isForHost();
    /// Record that the host runs the function.
    void setForHost();

    // FunctionOpInterface.
    ArrayRef<Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ArrayRef<Type> getResultTypes() { return getFunctionType().getResults(); }
    Region *getCallableRegion() { return isExternal() ? nullptr : &getBody(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TIR_ReturnOp : TIR_Op<"return", [
    Pure, ReturnLike, Terminator,
    // R1.
    HasParent<"FuncOp">]> {
  let summary = "End of a tensor program";
  let description = [{
    It gives no values: results are in the output buffers.

    * **R1** the parent is a `tir.func`.

    ```mlir
    tir.func private @nothing() attributes {num_inputs = 0} {
      tir.return
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // RELAX_DIALECT_TIR_IR_FUNCTIONOPS_TD
