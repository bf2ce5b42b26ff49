// Primitives that change a whole function.
#include "Relax/Dialect/TIR/TransformOps/LoweringOps.h"

#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/Transforms/LowerBlock.h"
#include "Relax/Dialect/TIR/Transforms/ResolveSizes.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/LoweringOps.cpp.inc"

namespace mlir::tir::schedule {

LogicalResult ResolveSizesOp::run(Application &application) {
  FailureOr<FuncOp> function = application.get<FuncOp>(getFunction());
  if (failed(function))
    return failure();
  (void)resolveSizes(*function);
  return success();
}

LogicalResult LowerBlocksOp::run(Application &application) {
  FailureOr<Operation *> found = application.getAny(getFunction());
  if (failed(found))
    return failure();
  auto function = dyn_cast<FuncOp>(*found);
  if (!function || function.isExternal())
    return emitOpError("expects a handle of a 'tir.func' with a body, found "
                       "one of '")
           << (*found)->getName() << "'";
  SmallVector<BlockOp> blocks;
  function.walk([&](BlockOp block) { blocks.push_back(block); });
  for (BlockOp block : blocks)
    forget(application.rewriter, block);
  lowerBlocks(function);
  function.setScheduled();
  return success();
}

} // namespace mlir::tir::schedule
