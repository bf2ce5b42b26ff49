// A tensor program as ops of linalg, on tensors or on memrefs.
#ifndef RELAX_LIB_CONVERSION_RELAXTOLINALG_PROGRAMTOLINALG_H
#define RELAX_LIB_CONVERSION_RELAXTOLINALG_PROGRAMTOLINALG_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::relax {

/// What the buffers and scalars of a program are where it is converted to.
/// Buffers are tensors, of which each write makes another one, or memrefs,
/// which stay what they are.
class ProgramToLinalg {
public:
  ProgramToLinalg(OpBuilder &builder, tir::FuncOp program)
      : builder(builder), program(program) {}

  /// Writes what the program does at the insertion point of the builder, with
  /// `buffers` and `vars` for its parameters, and gives what its outputs are
  /// then. All buffers are tensors, or all are memrefs.
  FailureOr<SmallVector<Value>> convert(ValueRange buffers, ValueRange vars);
  /// Why there is no conversion, and what in the program is in the way.
  StringRef getReason() const { return reason; }
  Operation *getObstacle() const { return obstacle; }

  // What blocks are converted with.
  OpBuilder &getBuilder() { return builder; }
  IRMapping &getScalars() { return scalars; }
  bool isOnTensors() const { return onTensors; }
  Value lookup(Value buffer) const { return buffers.lookup(buffer); }
  void setBuffer(Value buffer, Value value) { buffers[buffer] = value; }
  /// A number of the program: an attribute if it is a constant there.
  OpFoldResult getIndex(Value index);
  /// The size of a buffer's axis.
  OpFoldResult getSize(Location loc, Value buffer, int64_t axis);
  Value getDim(OpBuilder &inner, memref::DimOp dim, Value axis);
  /// Something of these sizes whose elements are not set.
  Value createEmpty(Location loc, ArrayRef<OpFoldResult> sizes, Type element);
  /// One element.
  Value load(OpBuilder &inner, Location loc, Value whole, ValueRange place);
  /// Whether all that the op takes is known as scalars outside of loops.
  bool isScalar(Operation *op) const;
  LogicalResult reject(Operation *op, const Twine &why);

private:
  LogicalResult convertOp(Operation *op);
  LogicalResult convertNest(Operation *op);
  LogicalResult convertCopy(Value from, Value to, Location loc);

  OpBuilder &builder;
  tir::FuncOp program;
  bool onTensors = true;
  DenseMap<Value, Value> buffers;
  IRMapping scalars;
  std::string reason;
  Operation *obstacle = nullptr;
};

/// Converts one block, which runs once for all values of its iterators.
LogicalResult convertBlock(ProgramToLinalg &program, tir::BlockOp block);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOLINALG_PROGRAMTOLINALG_H
