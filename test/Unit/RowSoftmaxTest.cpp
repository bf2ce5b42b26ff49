// Softmaxes along one axis, in four nests.
#include "Relax/Dialect/TIR/Analysis/RowSoftmax.h"
#include "AttentionSources.h"
#include "LoopNestFixture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class RowSoftmaxTest : public LoopNestTest {
protected:
  std::optional<RowSoftmax> match(const std::string &source) {
    FuncOp func = parse(source);
    if (!func)
      return std::nullopt;
    SmallVector<LoopNest> nests = getTopNests(func);
    return matchRowSoftmax(nests.back(), nests);
  }
  static std::string getSource() {
    return getSoftmax("%a", "%b") + getSoftmaxEnd();
  }
};

} // namespace

TEST_F(RowSoftmaxTest, FourNestsAreASoftmax) {
  std::optional<RowSoftmax> found = match(getSource());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->data, getArgument(0));
  EXPECT_EQ(found->out, getArgument(1));
  EXPECT_EQ(found->axis, 1u);
  EXPECT_TRUE(found->type.isF32());
  EXPECT_EQ(found->maximum.block, getBlock("max"));
  EXPECT_EQ(found->exponentials.block, getBlock("exp"));
  EXPECT_EQ(found->sum.block, getBlock("sum"));
  EXPECT_EQ(found->quotients.block, getBlock("quotient"));
  EXPECT_EQ(found->getNests().size(), 4u);
}

TEST_F(RowSoftmaxTest, AFunctionIsASoftmaxOfItsInput) {
  FuncOp func = parse(getSource());
  ASSERT_TRUE(func);
  EXPECT_TRUE(isRowSoftmax(func));
  func = parse(getSoftmax("%b", "%c") + getSoftmaxEnd());
  ASSERT_TRUE(func);
  EXPECT_FALSE(isRowSoftmax(func)) << "it is one of the second parameter";
  func = parse(getSource() + getProduct().str());
  ASSERT_TRUE(func);
  EXPECT_FALSE(isRowSoftmax(func)) << "there is another nest";
}

TEST_F(RowSoftmaxTest, OtherArithmeticIsNone) {
  EXPECT_FALSE(
      match(replaceAll(getSource(), "arith.maximumf", "arith.minimumf")));
  EXPECT_FALSE(match(replaceAll(getSource(), "math.exp ", "math.exp2 ")));
  EXPECT_FALSE(match(replaceAll(getSource(), "arith.divf", "arith.mulf")));
  // A maximum that starts with a number has a greatest element of its own.
  EXPECT_FALSE(match(replaceAll(getSource(), "store %lowest", "store %f0")));
}

TEST_F(RowSoftmaxTest, ARowHasOneMaximum) {
  // The exponential is of what is at its place transposed.
  std::string source = getSource();
  size_t at = source.find("%a[%vi, %vj]", source.find("\"exp\""));
  source.replace(at, 12, "%a[%vj, %vi]");
  EXPECT_FALSE(match(source));
}

TEST_F(RowSoftmaxTest, CastsOfFloatsDoNotCount) {
  ASSERT_TRUE(match(getSource()));
  auto store = *getBlock("exp").getBody()->getOps<memref::StoreOp>().begin();
  Value value = store.getValueToStore();
  EXPECT_EQ(skipFloatCasts(value), value);
  OpBuilder b(store);
  Value half =
      arith::TruncFOp::create(b, store.getLoc(), b.getF16Type(), value);
  Value wide = arith::ExtFOp::create(b, store.getLoc(), b.getF32Type(), half);
  EXPECT_EQ(skipFloatCasts(wide), value);
}
