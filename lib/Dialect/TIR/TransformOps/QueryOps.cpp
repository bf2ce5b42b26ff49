// Handles of blocks and loops.
#include "Relax/Dialect/TIR/TransformOps/QueryOps.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/TransformOps/QueryOps.cpp.inc"

namespace mlir::tir::schedule {

void GetFunctionOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getFunction(), "func");
}

LogicalResult GetFunctionOp::run(Application &application) {
  FailureOr<Operation *> root = application.getAny(getRoot());
  if (failed(root))
    return failure();
  SmallVector<FuncOp> functions;
  (*root)->walk([&](FuncOp function) {
    if (function.getSymNameAttr() == getNameAttr().getAttr())
      functions.push_back(function);
  });
  if (functions.size() != 1)
    return emitOpError("expects one 'tir.func' @")
           << getName() << " inside '" << (*root)->getName() << "', found "
           << functions.size();
  application.results.set(getOperation()->getOpResult(0),
                          {functions.front().getOperation()});
  return success();
}

LogicalResult GetStatementsOp::run(Application &application) {
  FailureOr<FuncOp> function = application.get<FuncOp>(getFunction());
  if (failed(function))
    return failure();
  application.results.set(getOperation()->getOpResult(0),
                          tir::getStatements(*function));
  return success();
}

void GetBlockOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getBlock(), getLabel());
}

LogicalResult GetBlockOp::run(Application &application) {
  FailureOr<Operation *> root = application.getAny(getRoot());
  if (failed(root))
    return failure();
  return application.name(findBlock(*root, getLabel()));
}

// As loops print: i, j, k and so on.
void GetLoopsOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  constexpr StringRef kNames[] = {"i", "j", "k", "l", "m", "n"};
  for (OpResult loop : getOperation()->getOpResults())
    setName(loop, kNames[loop.getResultNumber() % std::size(kNames)]);
}

LogicalResult GetLoopsOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  SmallVector<ForOp> loops = tir::getLoops(*block);
  if (getLoops().size() == 1) {
    application.results.set(
        cast<OpResult>(getLoops()[0]),
        SmallVector<Operation *>(loops.begin(), loops.end()));
    return success();
  }
  if (getLoops().size() != loops.size())
    return emitOpError("has ")
           << getLoops().size()
           << " results, expected one for each loop around 'tir.block' "
           << block->getLabelAttr() << ", " << loops.size();
  return application.name(loops);
}

LogicalResult GetChildBlocksOp::run(Application &application) {
  FailureOr<Operation *> root = application.getAny(getRoot());
  if (failed(root))
    return failure();
  return application.name(getChildBlocks(*root));
}

LogicalResult GetOutputBlocksOp::run(Application &application) {
  FailureOr<Operation *> root = application.getAny(getRoot());
  if (failed(root))
    return failure();
  return application.name(getOutputBlocks(*root));
}

LogicalResult GetProducersOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  return application.name(getProducers(*block));
}

LogicalResult GetConsumersOp::run(Application &application) {
  FailureOr<BlockOp> block = application.get<BlockOp>(getBlock());
  if (failed(block))
    return failure();
  return application.name(getConsumers(*block));
}

} // namespace mlir::tir::schedule
