// One linalg.generic as loops and a block over buffers.
#ifndef RELAX_LIB_CONVERSION_LINALGTOTIR_GENERICNEST_H
#define RELAX_LIB_CONVERSION_LINALGTOTIR_GENERICNEST_H

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include <functional>

namespace mlir::relax {

/// What a result of a reduction starts from: a number, or the element of a
/// buffer; nothing where the result itself holds it.
struct StartValue {
  TypedAttr number;
  Value buffer;

  explicit operator bool() const { return number || buffer; }
};

/// One `linalg.generic` over buffers.
struct GenericNest {
  linalg::GenericOp op;
  /// How many indices each loop has.
  SmallVector<OpFoldResult> extents;
  /// For each operand the buffer of its elements; null where the body does not
  /// read it, or where it is a scalar.
  SmallVector<Value> elements;
  /// For each result where it goes.
  SmallVector<Value> outs;
  /// For each result what it starts from.
  SmallVector<StartValue> starts;
  /// Gives, inside the block, what the body takes from outside, and arguments
  /// of it that are the same for all elements.
  std::function<void(OpBuilder &, Location, IRMapping &)> addCaptured;
};

/// The kinds of the loops as kinds of iterators: what reduces into no
/// accumulator keeps its order.
SmallVector<tir::IterKind> getIterKinds(linalg::GenericOp op);

/// Whether the map of result `index` names each element of the result once, for
/// the extents of a result of this shape.
bool writesEachElement(linalg::GenericOp op, unsigned index,
                       ArrayRef<int64_t> shape);

/// Why no block can say what the op does; empty if one can.
std::string getNestObstacle(linalg::GenericOp op);

/// Writes the loops and the block.
void buildNest(OpBuilder &builder, Location loc, StringRef label,
               const GenericNest &nest);

/// A name for the program of an op: that of the named op, else that of the op
/// of the body which computes the result.
std::string getNestName(Operation *op);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_LINALGTOTIR_GENERICNEST_H
