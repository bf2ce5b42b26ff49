// A stream of decisions: reproducible, in range, and ending at the smallest.
#include "Stress/Decisions.h"
#include "gtest/gtest.h"

#include <array>

using mlir::relax::Decisions;

TEST(DecisionsTest, SameSeedSameAnswers) {
  Decisions first(42), second(42), other(43);
  bool differs = false;
  for (int i = 0; i < 1000; ++i) {
    uint64_t answer = first.below(1000);
    EXPECT_EQ(answer, second.below(1000));
    differs |= answer != other.below(1000);
  }
  EXPECT_TRUE(differs);
}

TEST(DecisionsTest, AnswersAreBelowTheBound) {
  Decisions decisions(1);
  std::array<int, 7> counts = {};
  for (int i = 0; i < 7000; ++i) {
    uint64_t answer = decisions.below(7);
    ASSERT_LT(answer, 7u);
    ++counts[answer];
  }
  for (int count : counts)
    EXPECT_NEAR(count, 1000, 150);
  EXPECT_EQ(decisions.below(0), 0u);
  EXPECT_EQ(decisions.below(1), 0u);
  EXPECT_LT(decisions.below(UINT64_MAX), UINT64_MAX);
}

TEST(DecisionsTest, BytesAreTheAnswers) {
  const uint8_t bytes[] = {5, 1, 2};
  Decisions decisions{llvm::ArrayRef<uint8_t>(bytes)};
  EXPECT_EQ(decisions.below(256), 5u);
  EXPECT_EQ(decisions.below(65536), 258u);
  // Used up: the smallest choice, and nothing rare.
  EXPECT_EQ(decisions.below(10), 0u);
  EXPECT_FALSE(decisions.oneIn(2));
  int values[] = {3, 4};
  EXPECT_EQ(decisions.pick(values), 3);
}
