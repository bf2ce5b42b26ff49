// The relax_rt dialect, its types and the base class of its ops.
#ifndef RELAX_DIALECT_RUNTIME_IR_RUNTIMEBASE_TD
#define RELAX_DIALECT_RUNTIME_IR_RUNTIMEBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Runtime_Dialect : Dialect {
  let name = "relax_rt";
  let summary = "What compiled host code asks of the run-time library";
  let description = [{
    Host code is `func.func` with the signature of an entry:
    `(!relax_rt.context, !relax_rt.inputs, !relax_rt.outputs) -> i32`. Inside
    it a tensor is a compact `memref` (an `i1` takes a byte), or
    `!relax_rt.borrowed` where its dtype or rank is known at run time only; a
    size is an `index`. Each op is one call of the run-time library, which gets the
    context from the function's first argument.

    An op that *may fail* ends the function with the status of the failure.
    What the function still holds then is given back by the run-time library.
  }];
  let cppNamespace = "::mlir::relax::rt";
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let extraClassDeclaration = [{
    /// The name by which the run time knows a function, where its symbol is
    /// another.
    static constexpr StringLiteral kName = "relax_rt.name";
    /// Parameters of an exported function: an array of dictionaries with
    /// `name` and `type`, tuples flattened.
    static constexpr StringLiteral kParams = "relax_rt.params";
    /// Results of an exported function, likewise.
    static constexpr StringLiteral kResults = "relax_rt.results";
    /// A module with this unit attribute tells the run time of each kernel
    /// call, for profiles.
    static constexpr StringLiteral kProfile = "relax_rt.profile";
    /// In such a module, the operations on floats of a tensor program's call: a
    /// `#relax.expr` in the symbols of its parameters.
    static constexpr StringLiteral kFlops = "relax_rt.flops";
    /// The name of a module's descriptor, where it is to be linked with others
    /// into one program; the default is the one that loaders look for.
    static constexpr StringLiteral kDescriptor = "relax_rt.descriptor";
    /// The descriptors of other versions of a module, for other CPUs, that are
    /// linked with it: their names, from the one that is wanted least. The
    /// module's own is wanted less than all of them.
    static constexpr StringLiteral kVersions = "relax_rt.versions";
    /// The type of every function of host code.
    static FunctionType getEntryType(MLIRContext *context);
  }];
}

class Runtime_Type<string name, string typeMnemonic, string text>
    : TypeDef<Runtime_Dialect, name> {
  let mnemonic = typeMnemonic;
  let summary = text;
  let description = [{
    ```mlir
    !relax_rt.}] # typeMnemonic # [{

    ```
  }];
}

def Runtime_ContextType
    : Runtime_Type<"Context", "context", "The context of the call">;
def Runtime_InputsType
    : Runtime_Type<"Inputs", "inputs", "The inputs of the call, borrowed">;
def Runtime_OutputsType
    : Runtime_Type<"Outputs", "outputs", "Where the results of the call go">;
def Runtime_StorageType
    : Runtime_Type<"Storage", "storage", "Pooled memory with owners">;
def Runtime_TensorType
    : Runtime_Type<"Tensor", "tensor", "A tensor with owners">;

def Runtime_BorrowedType : Runtime_Type<"Borrowed", "borrowed",
    "A tensor that others own, whose dtype and rank are known at run time">;

def Runtime_Field : I32EnumAttr<"Field", "what a tensor says of itself", [
    I32EnumAttrCase<"Rank", 0, "rank">,
    I32EnumAttrCase<"Code", 1, "dtype_code">,
    I32EnumAttrCase<"Bits", 2, "dtype_bits">,
    I32EnumAttrCase<"Lanes", 3, "dtype_lanes">,
    I32EnumAttrCase<"Elements", 4, "elements">]> {
  let cppNamespace = "::mlir::relax::rt";
}

/// What a call passes: a tensor of known dtype and rank, or any other.
def Runtime_Passed : AnyTypeOf<[AnyStridedMemRef, Runtime_BorrowedType]>;

/// The number of a CUDA device.
def Runtime_Device : ConfinedAttr<I32Attr, [IntNonNegative]>;

class Runtime_Op<string mnemonic, list<Trait> traits = []>
    : Op<Runtime_Dialect, mnemonic, traits>;

#endif // RELAX_DIALECT_RUNTIME_IR_RUNTIMEBASE_TD
