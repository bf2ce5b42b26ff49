// Where buffers are, and how much room they take.
#ifndef RELAX_DIALECT_TIR_IR_BUFFERSPACE_H
#define RELAX_DIALECT_TIR_IR_BUFFERSPACE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <optional>

namespace mlir::tir {

/// The buffer that a view shows.
inline Value getViewedBuffer(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Gives `buffer`, a memref, and all views of it the memory space `space`,
/// which may be null.
void setMemorySpace(Value buffer, Attribute space);

/// The number of elements from the first to the last place of a buffer that
/// starts at 0, if sizes and strides are known, none of them negative, and 64
/// bits hold it.
std::optional<int64_t> getSpan(MemRefType type);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_IR_BUFFERSPACE_H
