// How the loads and the store of a reduction walk through memory.
#include "Relax/Dialect/TIR/Analysis/ReductionAccesses.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class ReductionAccessesTest : public LoopNestTest {
protected:
  Reduction match(const std::string &source) {
    EXPECT_TRUE(parse(source));
    return *matchReduction(*matchLoopNest(getLoop("product", 0), nullptr),
                           nullptr);
  }
};

} // namespace

TEST_F(ReductionAccessesTest, AProductWalksAlongItsColumns) {
  Reduction product = match(getProduct().str());
  ReductionAccesses accesses = matchAccesses(product);
  EXPECT_EQ(accesses.column, 1u);
  EXPECT_EQ(accesses.steps, 16);
  EXPECT_TRUE(accesses.out.access.isStore);
  EXPECT_EQ(accesses.out.strides[0], 16);
  EXPECT_TRUE(accesses.out.isUnit(1));
  ASSERT_EQ(accesses.inputs.size(), 2u);
  // %a has rows and terms, %b terms and columns.
  const WalkingAccess &lhs = accesses.inputs[0], &rhs = accesses.inputs[1];
  EXPECT_TRUE(lhs.moves[0] && !lhs.moves[1] && lhs.isUnit(2));
  EXPECT_TRUE(!rhs.moves[0] && rhs.isUnit(1) && rhs.moves[2]);
  EXPECT_EQ(rhs.strides[2], 16);
  ASSERT_EQ(accesses.columnInputs.size(), 1u);
  EXPECT_EQ(accesses.columnInputs[0].access.buffer, getArgument(1));
}

TEST_F(ReductionAccessesTest, AnUnknownExtentIsAGuess) {
  std::string source = getProduct().str();
  std::string loop = "%k = %zero to %size", iter = "%k in %size";
  source.replace(source.find(loop), loop.size(), "%k = %zero to %n");
  source.replace(source.find(iter), iter.size(), "%k in %n");
  Reduction product = match(source);
  EXPECT_EQ(matchAccesses(product).steps, kUnknownExtent);
}

TEST_F(ReductionAccessesTest, TheColumnIsWhatTheResultLiesAlong) {
  std::string source = getProduct().str();
  for (size_t at = 0;
       (at = source.find("%c[%vi, %vj]", at)) != std::string::npos;)
    source.replace(at, 12, "%c[%vj, %vi]");
  Reduction product = match(source);
  ReductionAccesses accesses = matchAccesses(product);
  EXPECT_EQ(accesses.column, 0u);
  EXPECT_EQ(accesses.out.strides[1], 16);
  ASSERT_EQ(accesses.columnInputs.size(), 1u);
  EXPECT_EQ(accesses.columnInputs[0].access.buffer, getArgument(0));
  EXPECT_FALSE(accesses.columnInputs[0].isUnit(0));
}
