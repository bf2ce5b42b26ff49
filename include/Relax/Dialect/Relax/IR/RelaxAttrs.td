// The attributes of relax: symbolic expressions, dimensions, virtual devices.
#ifndef RELAX_DIALECT_RELAX_IR_RELAXATTRS_TD
#define RELAX_DIALECT_RELAX_IR_RELAXATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "Relax/Dialect/Relax/IR/RelaxBase.td"

def Relax_SymExprAttr : Relax_Attr<"SymExpr", "expr"> {
  let summary = "An integer expression over symbolic sizes";
  let description = [{
    A uniqued expression in normal form: a sum of products of symbols and of
    the opaque terms `floordiv`, `floormod`, `ceildiv`, `min` and `max`. Two
    expressions that the normal form proves equal are the same attribute.

    Symbols stand for sizes, hence are never negative. Arithmetic is that of
    the integers: what a 64-bit coefficient cannot hold stays unfolded. A
    simplified expression agrees with the original wherever the original is
    defined, that is, wherever it does not divide by zero.

    The null attribute means "unknown" and is printed as `?` where a list of
    dimensions allows it.

    ```mlir
    #relax.expr<n * 2 + 1>
    #relax.expr<(n + 1) floordiv 2>
    #relax.expr<min(n, 512) * "batch size">
    ```
  }];
  // The storage is written by hand: the builder has to bring each expression
  // to its normal form, and walkers must not see into it.
  let parameters = (ins "int64_t":$value);
  let genStorageClass = 0;
  let storageClass = "SymExprStorage";
  let genAccessors = 0;
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The largest number of nodes in, and levels of, one expression. An
    /// operator whose result is larger gives null, which is "unknown".
    static constexpr int64_t kMaxSize = 1 << 20;
    static constexpr int64_t kMaxDepth = 200;

    /// The symbol called `name`.
    static SymExprAttr symbol(::mlir::MLIRContext *context,
                              ::llvm::StringRef name);
    /// The constant `value`.
    static SymExprAttr constant(::mlir::MLIRContext *context, int64_t value);
    /// The sum of all terms, 0 if there is none; null if a term is null.
    static SymExprAttr sum(::mlir::MLIRContext *context,
                           ::llvm::ArrayRef<SymExprAttr> terms);
    /// The product of all factors, 1 if there is none; null if one is null.
    static SymExprAttr product(::mlir::MLIRContext *context,
                               ::llvm::ArrayRef<SymExprAttr> factors);
    /// The least operand; null if there is none or one is null.
    static SymExprAttr minimum(::llvm::ArrayRef<SymExprAttr> operands);
    /// The greatest operand; null if there is none or one is null.
    static SymExprAttr maximum(::llvm::ArrayRef<SymExprAttr> operands);

    /// The value if the expression is a constant.
    std::optional<int64_t> getConstant() const;
    /// True if the expression is one symbol.
    bool isSymbol() const;
    /// The name of the symbol; empty if the expression is not one symbol.
    ::llvm::StringRef getSymbol() const;

    /// The least value the expression can take, if one is known.
    std::optional<int64_t> getLowerBound() const;
    /// The greatest value the expression can take, if one is known.
    std::optional<int64_t> getUpperBound() const;

    /// Call `fn` once for each symbol, in the order of the normal form.
    void walkSymbols(::llvm::function_ref<void(::mlir::StringAttr)> fn) const;
    /// Replace symbols; those that `values` lacks stay. Null if a symbol that
    /// occurs maps to null.
    SymExprAttr substitute(
        const ::llvm::DenseMap<::mlir::StringAttr, SymExprAttr> &values) const;
    /// The value for given sizes; none if a size is missing, a divisor is
    /// zero or 64 bits do not hold an intermediate result.
    std::optional<int64_t> evaluate(
        ::llvm::function_ref<std::optional<int64_t>(::mlir::StringAttr)> size)
        const;

    /// Print the bare expression, without `#relax.expr<>`.
    void printExpr(::llvm::raw_ostream &os) const;
    /// Parse a bare expression, as `printExpr` writes it.
    static ::mlir::FailureOr<SymExprAttr>
    parseExpr(::mlir::AsmParser &parser);
  }];
}

def Relax_VDeviceAttr : Relax_Attr<"VDevice", "vdevice"> {
  let summary = "A virtual device: where a tensor lives";
  let description = [{
    A kind of target, the index among the devices of that kind, and a memory
    scope, which is printed unless it is `"global"`.

    * **R1** the kind of target has a name;
    * **R2** the index is not negative;
    * **R3** the memory scope has a name.

    ```mlir
    #relax.vdevice<"cuda", 0>
    #relax.vdevice<"hexagon", 1, "global.vtcm">
    ```
  }];
  let parameters = (ins
    StringRefParameter<"kind of target">:$target,
    DefaultValuedParameter<"int64_t", "0">:$index,
    StringRefParameter<"memory scope", "\"global\"">:$memoryScope);
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$target, CArg<"int64_t", "0">:$index),
      [{ return $_get($_ctxt, target, index, ::llvm::StringRef("global")); }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Relax_DimsAttr : Relax_Attr<"Dims", "dims",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Symbolic dimensions and placement of a tensor";
  let description = [{
    The encoding of a tensor type: an expression for each dimension (`?` if it
    is unknown) and, if the tensor is placed, its virtual device. One meaning
    has one type, hence:

    * **R1** there are as many entries as the tensor has dimensions;
    * **R2** the entry of a static dimension is that constant;
    * **R3** the entry of a dynamic dimension is no constant;
    * **R4** an encoding says something that the type does not: a symbolic
      entry or a placement;
    * **R5** no entry is negative for all sizes.

    ```mlir
    tensor<?x4xf32, #relax.dims<[n * 2, 4]>>
    tensor<2x4xf32, #relax.dims<[2, 4], vdevice = #relax.vdevice<"cuda", 0>>>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::relax::SymExprAttr">:$dims,
    OptionalParameter<"::mlir::relax::VDeviceAttr">:$vdevice);
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<::mlir::relax::SymExprAttr>":$dims),
      [{ return $_get($_ctxt, dims, ::mlir::relax::VDeviceAttr()); }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_RELAXATTRS_TD
