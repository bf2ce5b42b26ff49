// Attention, in the nests that it is made of.
#include "Relax/Dialect/TIR/Analysis/AttentionChain.h"
#include "AttentionSources.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class AttentionChainTest : public LoopNestTest {
protected:
  std::optional<AttentionChain> match(const std::string &source) {
    FuncOp func = parse(source);
    if (!func)
      return std::nullopt;
    SmallVector<LoopNest> nests = getTopNests(func);
    return matchAttention(nests.back(), nests);
  }
};

const char *const causal = "%seen = arith.cmpi sle, %vj, %vi : index\n";

} // namespace

TEST_F(AttentionChainTest, SixNestsAreAttention) {
  std::optional<AttentionChain> found = match(getAttention());
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->finish);
  EXPECT_EQ(found->getNests().size(), 6u);
  EXPECT_EQ(found->getNests().back().block, getBlock("values"));
  EXPECT_EQ(found->keys, 1u);
  EXPECT_EQ(found->rows, SmallVector<unsigned>({0}));
  EXPECT_TRUE(found->batch.empty());
  EXPECT_EQ(found->getHeadDim(), 16);
  EXPECT_EQ(found->getNumColumns(), 16);
  EXPECT_EQ(getConstantIndex(found->getNumKeys()), 16);
  EXPECT_TRUE(found->getType().isF32());
  // Queries are the left operand, keys the right one.
  EXPECT_EQ(getLoadsOf(getBlock("scores"), found->scores.lhs.value)[0].buffer,
            getArgument(0));
  EXPECT_EQ(getLoadsOf(getBlock("values"), found->values.rhs.value)[0].buffer,
            getArgument(1));
}

TEST_F(AttentionChainTest, AMaskIsBetweenScoresAndSoftmax) {
  std::optional<AttentionChain> found = match(getAttention(getMask(causal)));
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->finish);
  EXPECT_EQ(found->finish->block, getBlock("mask"));
  EXPECT_EQ(found->finishIters, SmallVector<int64_t>({0, 1}));
  EXPECT_EQ(found->getNests().size(), 7u);
}

TEST_F(AttentionChainTest, WhatOthersReadStaysAsItIs) {
  // The weights leave the function: they have to be written.
  std::string source = replaceAll(
      getAttention(), "%weights = memref.alloc() : memref<16x16xf32>", "");
  source =
      replaceAll(source, "memref.dealloc %weights : memref<16x16xf32>", "");
  EXPECT_FALSE(match(replaceAll(source, "%weights", "%b")));
  // Another nest reads the scores.
  std::string reader =
      getNest("reader", "spatial", "reads(%scores : memref<16x16xf32>)",
              "%b : memref<16x16xf32>", R"(
          %x = memref.load %scores[%vi, %vj] : memref<16x16xf32>
          memref.store %x, %b[%vi, %vj] : memref<16x16xf32>)");
  source = getAttention();
  source.insert(source.find("%max ="), reader);
  EXPECT_FALSE(match(source));
}

TEST_F(AttentionChainTest, RowsAreDoneBeforeOthersBegin) {
  // The result overwrites the queries, which later rows still need.
  EXPECT_FALSE(match(replaceAll(getAttention(), "%c[", "%a[")));
}

TEST_F(AttentionChainTest, OneProductIsNoAttention) {
  EXPECT_FALSE(match(getProduct().str()));
  std::string source = getAttention();
  // The second product adds up onto something.
  size_t at = source.find("memref.store %f0, %c");
  source.insert(at, "%f1 = arith.constant 1.0 : f32\n");
  source = replaceAll(source, "memref.store %f0, %c", "memref.store %f1, %c");
  EXPECT_FALSE(match(source));
}
