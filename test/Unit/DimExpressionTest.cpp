// Symbolic dims that relax-run computes.
#include "DimExpression.h"
#include "gtest/gtest.h"

using relax::run::evaluateDim;
using relax::run::Failure;

static const relax::run::DimSizes sizes = {{"n", 7}, {"m_1", 3}, {"min", 4}};

// The words of the failure, "" if there is none.
static std::string getFailure(const std::string &expression) {
  try {
    evaluateDim(expression, sizes);
    return "";
  } catch (const Failure &failure) {
    return failure.what();
  }
}

TEST(DimExpression, Computes) {
  EXPECT_EQ(evaluateDim("n", sizes), 7);
  EXPECT_EQ(evaluateDim("n * 2 + m_1", sizes), 17);
  EXPECT_EQ(evaluateDim("m_1 + n * -2", sizes), -11);
  EXPECT_EQ(evaluateDim("(n - m_1) * 2", sizes), 8);
  EXPECT_EQ(evaluateDim("(n + 1) floordiv 3", sizes), 2);
  EXPECT_EQ(evaluateDim("n ceildiv 3", sizes), 3);
  EXPECT_EQ(evaluateDim("n floormod 4", sizes), 3);
  EXPECT_EQ(evaluateDim("-n floordiv 4", sizes), -2);
  EXPECT_EQ(evaluateDim("-n mod 4", sizes), 1);
  EXPECT_EQ(evaluateDim("min(n, m_1) + max(n, 9)", sizes), 12);
  EXPECT_EQ(evaluateDim("min", sizes), 4);
}

TEST(DimExpression, RejectsWhatItCannotCompute) {
  for (const char *text : {"", "n +", "(n", "n n", "n floordiv 0", "min(n)",
                           "min(n, 1", "n / 2", ")"})
    EXPECT_EQ(getFailure(text), "cannot compute the dim \"" +
                                    std::string(text) +
                                    "\"; give the value with --input");
  EXPECT_EQ(getFailure("k * 2"),
            "the size of the dim \"k\" is not known; add --dims=k=SIZE");
  EXPECT_EQ(getFailure("9223372036854775807 + 1"),
            "the dim \"9223372036854775807 + 1\" does not fit in 64 bits");
  EXPECT_NE(getFailure(std::string(100000, '(')), "");
  EXPECT_NE(getFailure(std::string(100000, '-')), "");
}
