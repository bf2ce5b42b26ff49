// Where buffers are, and how much room they take.
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::tir {

void setMemorySpace(Value buffer, Attribute space) {
  auto type = cast<MemRefType>(buffer.getType());
  buffer.setType(MemRefType::Builder(type).setMemorySpace(space));
  for (Operation *user : buffer.getUsers())
    if (auto view = dyn_cast<ViewLikeOpInterface>(user))
      if (view.getViewSource() == buffer)
        for (Value result : user->getResults())
          if (isa<MemRefType>(result.getType()))
            setMemorySpace(result, space);
}

std::optional<int64_t> getSpan(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) || offset != 0)
    return std::nullopt;
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  std::optional<int64_t> span = 1;
  // A stride that is not known is a negative number.
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (stride < 0 || !span)
      return std::nullopt;
    span = llvm::checkedMulAdd(size - 1, stride, *span);
  }
  return span;
}

} // namespace mlir::tir
