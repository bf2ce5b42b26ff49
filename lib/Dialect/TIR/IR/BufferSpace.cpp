// Moves buffers to other memory spaces.
#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

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

} // namespace mlir::tir
