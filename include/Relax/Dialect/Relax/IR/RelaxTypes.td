// The types of relax that upstream lacks: shapes, objects, callables, shards.
#ifndef RELAX_DIALECT_RELAX_IR_RELAXTYPES_TD
#define RELAX_DIALECT_RELAX_IR_RELAXTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "Relax/Dialect/Relax/IR/RelaxAttrs.td"

class Relax_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Relax_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Relax_ShapeType : Relax_Type<"Shape", "shape"> {
  let summary = "The shape of a tensor, as a value";
  let description = [{
    A list of sizes. The type knows each of them (`?` marks one that it does
    not), or only how many there are, or nothing. A list of nothing but `?` is
    written by its rank.

    * **R1** no size is negative for all values of its symbols;
    * **R2** the rank is from 0 to 1024.

    ```mlir
    !relax.shape<[n, 4]>
    !relax.shape<rank 2>
    !relax.shape<?>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"::mlir::relax::SymExprAttr">:$dims,
    "int64_t":$rank);
  // The builders below give equal meanings equal types.
  let skipDefaultBuilders = 1;
  let builders = [
    TypeBuilder<(ins "::llvm::ArrayRef<::mlir::relax::SymExprAttr>":$dims)>,
    TypeBuilder<(ins "int64_t":$rank)>,
    TypeBuilder<(ins)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The rank of a shape of which nothing is known.
    static constexpr int64_t kUnknownRank = -1;
    /// The greatest rank, so that a list of as many sizes fits anywhere.
    static constexpr int64_t kMaxRank = 1024;

    /// True if the number of sizes is known.
    bool hasRank() const { return getRank() != kUnknownRank; }
    /// True if at least one size is known (or the rank is 0).
    bool hasDims() const { return getRank() == 0 || !getDims().empty(); }
    /// The sizes, null where unknown; none if the rank is unknown.
    ::llvm::SmallVector<::mlir::relax::SymExprAttr> getDimsOrUnknown() const;
  }];
}

def Relax_ObjectType : Relax_Type<"Object", "object"> {
  let summary = "Any value of the run time";
  let description = [{
    ```mlir
    !relax.object
    ```
  }];
}

def Relax_UnknownType : Relax_Type<"Unknown", "unknown"> {
  let summary = "The element type of a tensor of unknown data type";
  let description = [{
    ```mlir
    tensor<?x4x!relax.unknown>
    ```
  }];
}

def Relax_CallableType : Relax_Type<"Callable", "callable"> {
  let summary = "A function as a value";
  let description = [{
    The signature, absent if unknown, and whether a call is free of effects.

    ```mlir
    !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>
    !relax.callable<impure>
    ```
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::FunctionType">:$signature,
    "bool":$pure);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// True if the signature is unknown.
    bool isOpaque() const { return !getSignature(); }
  }];
}

def Relax_DTensorType : Relax_Type<"DTensor", "dtensor"> {
  let summary = "A tensor spread over a mesh of devices";
  let description = [{
    The whole tensor, the mesh, and for each axis of it which dimension it splits
    (`S[i]`), that it keeps copies (`R`), or addends of the tensor (`P`).

    * **R1** a split dimension is one of the tensor's, addends are numbers.

    ```mlir
    !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], P]>
    ```
  }];
  let parameters = (ins
    "::mlir::TensorType":$tensor,
    "::mlir::FlatSymbolRefAttr":$mesh,
    ArrayRefParameter<"int64_t">:$placement);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The placement on a mesh axis along which the tensor is copied.
    static constexpr int64_t kReplicated = -1;
  }];
}

#endif // RELAX_DIALECT_RELAX_IR_RELAXTYPES_TD
