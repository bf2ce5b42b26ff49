// A relax function as a function of linalg on tensors, under construction.
#ifndef RELAX_LIB_CONVERSION_RELAXTOLINALG_FUNCTIONTOLINALG_H
#define RELAX_LIB_CONVERSION_RELAXTOLINALG_FUNCTIONTOLINALG_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {

/// Appends the types of the values that stand for one of type `type`: a plain
/// tensor for a tensor, an index for each size of a shape, those of its fields
/// for a tuple. False if there are none.
bool flattenType(Type type, SmallVectorImpl<Type> &types);

/// Why an op cannot be converted, and where the tensor program is that it
/// calls.
struct LinalgObstacle {
  Operation *op;
  std::string reason;
  std::optional<Location> program;
};

/// Writes a function of upstream's dialects for a relax function, op by op.
class FunctionToLinalg {
public:
  FunctionToLinalg(FuncOp source, const SymbolTable &symbolTable)
      : source(source), symbolTable(symbolTable), builder(source.getContext()) {
  }

  /// The function; null if there are obstacles. Ops that stand for others are
  /// replaced in the source.
  OwningOpRef<func::FuncOp> convert();
  ArrayRef<LinalgObstacle> getObstacles() const { return obstacles; }

  // What the rules for ops are written with.
  OpBuilder &getBuilder() { return builder; }
  /// What stands for a value of the source.
  ArrayRef<Value> get(Value value) const { return values.find(value)->second; }
  void set(Value value, ValueRange stand) {
    values[value] = llvm::to_vector(stand);
  }
  /// The value of an expression; null if it has a symbol that is not defined.
  Value lower(Location loc, SymExprAttr expr);
  /// The sizes of a tensor of this type; null where one is not known.
  SmallVector<OpFoldResult> getSizes(Location loc, RankedTensorType type);
  /// Defines the symbols that stand alone in the types of these values, and
  /// checks the other sizes at run time, where `known` leaves that open.
  void defineSymbols(Location loc, TypeRange types, TypeRange known,
                     ValueRange stands);
  Value castTo(Location loc, Value value, Type type);
  /// The values, cast to what stands for values of these types.
  SmallVector<Value> castAll(Location loc, ValueRange stands, TypeRange types);
  LogicalResult convertBlock(Block &block);
  /// Converts a block into another one, which ends with `scf.yield`.
  LogicalResult convertBranch(Block &from, Block &to, TypeRange types);
  LogicalResult convertProgram(Operation *op, tir::FuncOp program,
                               ArrayRef<SymExprAttr> vars);
  template <typename OpT>
  OpT lookupCallee(StringRef name) const {
    return symbolTable.lookup<OpT>(name);
  }
  LogicalResult reject(Operation *op, const Twine &reason,
                       Operation *program = nullptr);

private:
  LogicalResult convertOp(Operation *op);
  LogicalResult convertOperator(Operation *op);
  bool getFunctionType(FunctionType &type);

  FuncOp source;
  const SymbolTable &symbolTable;
  OpBuilder builder;
  DenseMap<Value, SmallVector<Value>> values;
  DenseMap<StringAttr, Value> symbols;
  SmallVector<LinalgObstacle> obstacles;
};

/// Converts an op that computes nothing itself: constants, tuples, shapes,
/// calls, branches, reshapes. No result if it is none of them.
std::optional<LogicalResult> convertStructure(FunctionToLinalg &function,
                                              Operation *op);
/// `relax.reshape`.
LogicalResult convertReshape(FunctionToLinalg &function, Operation *op);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOLINALG_FUNCTIONTOLINALG_H
