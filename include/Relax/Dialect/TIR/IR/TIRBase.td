// The tir dialect and the base classes of its ops.
#ifndef RELAX_DIALECT_TIR_IR_TIRBASE_TD
#define RELAX_DIALECT_TIR_IR_TIRBASE_TD

include "mlir/IR/OpBase.td"

def TIR_Dialect : Dialect {
  let name = "tir";
  let summary = "Tensor programs: loops, blocks and buffers";
  let description = [{
    TIR is the level of one kernel. Its structure is its own: functions in
    destination-passing style (`tir.func`), loops with a kind (`tir.for`) and
    blocks (`tir.block`), which say what one step of a computation is,
    whichever loops drive it. Everything else is upstream: buffers are
    `memref`, scalars are `arith` and `math`, loads and stores are `memref`.

    A function without blocks, in *opaque* form, is legal.
  }];
  let cppNamespace = "::mlir::tir";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::relax::RelaxDialect"
  ];
  let extraClassDeclaration = [{
    /// Mark of a function whose loops a schedule has already arranged.
    static constexpr StringLiteral kIsScheduled = "tir.is_scheduled";
    /// Mark of a function that the host runs, in a program whose other functions
    /// are for a device.
    static constexpr StringLiteral kIsForHost = "tir.is_for_host";
    /// Symbolic dimensions of a parameter, a `#relax.dims`.
    static constexpr StringLiteral kDims = "tir.dims";
    /// Symbolic meaning of a scalar parameter, a `#relax.expr`.
    static constexpr StringLiteral kVar = "tir.var";
    /// Name outside the module; if present it is the symbol's name.
    static constexpr StringLiteral kGlobalSymbol = "global_symbol";
  }];
}

class TIR_Op<string mnemonic, list<Trait> traits = []>
    : Op<TIR_Dialect, mnemonic, traits>;

#endif // RELAX_DIALECT_TIR_IR_TIRBASE_TD
