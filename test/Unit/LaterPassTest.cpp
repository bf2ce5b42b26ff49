// Which pass each op belongs to: exactly one, and that one lowers it.
#include "Relax/Analysis/LaterPass.h"
#include "Relax/Conversion/RelaxToRuntime/HostCode.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/Relax.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

namespace {
using namespace mlir;
using namespace mlir::relax;

/// Calls `visit` with an op of each kind, without operands.
void forEachOp(llvm::function_ref<void(Operation *)> visit) {
  MLIRContext context;
  context.loadDialect<RelaxDialect>();
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "relax")
      continue;
    Operation *op =
        Operation::create(OperationState(UnknownLoc::get(&context), name));
    visit(op);
    op->destroy();
  }
}

/// Functions and what ends a region are part of what is around them.
bool isFrame(Operation *op) {
  return isa<FuncOp, ExternFuncOp>(op) || op->hasTrait<OpTrait::IsTerminator>();
}

TEST(LaterPass, HostCodeIsMadeOfWhatBelongsToIt) {
  unsigned count = 0;
  forEachOp([&](Operation *op) {
    if (isFrame(op) || getLaterPass(op) != "convert-relax-to-runtime")
      return;
    ++count;
    EXPECT_TRUE(hasHostCode(op->getName()))
        << op->getName().getStringRef().str();
  });
  EXPECT_GT(count, 30u);
}

TEST(LaterPass, HostCodeIsMadeOfNothingElse) {
  forEachOp([&](Operation *op) {
    // A computation may belong to several: a view is one, or a program.
    if (hasHostCode(op->getName()) && !isa<OpPatternInterface>(op))
      EXPECT_EQ(getLaterPass(op).str(), "convert-relax-to-runtime")
          << op->getName().getStringRef().str();
  });
}

} // namespace
