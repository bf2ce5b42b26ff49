// Deep nesting of brackets in MLIR text is found, and nothing else is.
#include "Relax/Support/Nesting.h"
#include "gtest/gtest.h"

namespace mlir::relax {
namespace {

constexpr size_t kNone = llvm::StringRef::npos;

TEST(NestingTest, FindsTheBracketThatIsTooDeep) {
  EXPECT_EQ(findDeepBracket("([{<>}])", 4), kNone);
  EXPECT_EQ(findDeepBracket("([{<>}])", 3), 3u);
  EXPECT_EQ(findDeepBracket("()()()()", 1), kNone);
  EXPECT_EQ(findDeepBracket("", 0), kNone);
}

TEST(NestingTest, PassesOverStringsCommentsAndArrows) {
  EXPECT_EQ(findDeepBracket("\"((((\" (", 1), kNone);
  EXPECT_EQ(findDeepBracket("\"\\\"((((\" (", 1), kNone);
  EXPECT_EQ(findDeepBracket("// ((((\n(", 1), kNone);
  EXPECT_EQ(findDeepBracket("a / ((", 1), 5u);
  EXPECT_EQ(findDeepBracket("<() -> (<", 2), 8u);
}

TEST(NestingTest, OperatorsDoNotAddUp) {
  EXPECT_EQ(findDeepBracket("(a < b) (a < b) (a < b)", 2), kNone);
  EXPECT_EQ(findDeepBracket(")>]}", 0), kNone);
}

TEST(NestingTest, CountsWhatAliasesHold) {
  EXPECT_EQ(findDeepBracket("#a = [1]\n#b = [#a]\n#c = [#b]", 5), kNone);
  EXPECT_EQ(findDeepBracket("#a = [1]\n#b = [#a]\n#c = [#b]", 4), 25u);
  EXPECT_EQ(findDeepBracket("!t = i1 !u =\n (!t)\nf(!u)", 4), kNone);
  EXPECT_EQ(findDeepBracket("!t = i1 !u =\n (!t)\nf(!u)", 3), 21u);
  // Uses do not add up, results are no aliases, definitions replace.
  EXPECT_EQ(findDeepBracket("#a = [1] f(#a) g(#a) h(#a) %0#1", 3), kNone);
  EXPECT_EQ(findDeepBracket("#a = [[[1]]] #a = 1 [#a]", 3), kNone);
}

TEST(NestingTest, FindsResultsThatNoOpHas) {
  EXPECT_EQ(findHighResult("f(%0#7, %x#8)", 8), kNone);
  EXPECT_EQ(findHighResult("f(%0#7, %x#8)", 7), 10u);
  EXPECT_EQ(findHighResult("%0#99999999999999999999999", 7), 2u);
  EXPECT_EQ(findHighResult("\"#9\" // #9\n #a9 #", 7), kNone);
}

TEST(NestingTest, FindsLongNumbers) {
  EXPECT_EQ(findLongNumber("123 4567 89ab", 4), kNone);
  EXPECT_EQ(findLongNumber("123 4567 89ab", 3), 4u);
  EXPECT_EQ(findLongNumber("1.23456", 4), 2u);
  EXPECT_EQ(findLongNumber("4x0xabcd", 3), 2u);
  EXPECT_EQ(findLongNumber("abcdefabcdef 1x1x1x1x", 4), kNone);
  EXPECT_EQ(findLongNumber("\"0x123456\" // 123456", 4), kNone);
}

TEST(NestingTest, EndsInsideAStringOrComment) {
  EXPECT_EQ(findDeepBracket("\"abc", 0), kNone);
  EXPECT_EQ(findDeepBracket("\"abc\\", 0), kNone);
  EXPECT_EQ(findDeepBracket("// abc", 0), kNone);
  EXPECT_EQ(findDeepBracket("/", 0), kNone);
}

} // namespace
} // namespace mlir::relax
