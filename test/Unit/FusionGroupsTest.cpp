// Which calls become one kernel: by the patterns on the paths between them.
#include "Relax/Analysis/FusionGroups.h"
#include "MemoryAnalysisFixture.h"

using namespace mlir;
using namespace mlir::relax;

namespace {
class FusionGroupsTest : public MemoryAnalysisTest {
protected:
  /// The groups of a chain of calls of @exp, whose patterns are given; the
  /// last one is returned, and so is that of `escape`, if any.
  SmallVector<FusionGroup> groupChain(ArrayRef<OpPatternKind> patterns,
                                      unsigned maxDepth = 256,
                                      std::optional<unsigned> escape = {}) {
    std::string text = "relax.func @f(%v: tensor<16xf32>) -> (tensor<16xf32>, "
                       "tensor<16xf32>) {\n";
    std::string value = "%v";
    for (unsigned index = 0; index < patterns.size(); ++index) {
      std::string result = "%" + std::to_string(index);
      text += result + " = relax.call_tir @exp(" + value +
              ") : (tensor<16xf32>) -> tensor<16xf32>\n";
      value = result;
    }
    std::string other = escape ? "%" + std::to_string(*escape) : "%v";
    text += "relax.return " + value + ", " + other +
            " : tensor<16xf32>, tensor<16xf32>\n}";
    FuncOp func = parse(text);
    EXPECT_TRUE(func);
    DenseMap<Operation *, OpPatternKind> patternOf;
    for (auto [index, pattern] : llvm::enumerate(patterns))
      patternOf[opAt(func, index)] = pattern;
    return computeFusionGroups(
        func.getBody().front(), maxDepth,
        [&](CallTIROp call) { return patternOf.lookup(call); });
  }
};
} // namespace

TEST_F(FusionGroupsTest, ElementwiseChainsAreOneKernel) {
  SmallVector<FusionGroup> groups =
      groupChain({OpPatternKind::Elementwise, OpPatternKind::Broadcast,
                  OpPatternKind::Elementwise});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].size(), 3u);
}

TEST_F(FusionGroupsTest, OpaqueCallsStayAlone) {
  EXPECT_TRUE(
      groupChain({OpPatternKind::Opaque, OpPatternKind::Opaque}).empty());
  EXPECT_TRUE(
      groupChain({OpPatternKind::Opaque, OpPatternKind::Elementwise}).empty());
}

TEST_F(FusionGroupsTest, AProductTakesItsEpilogueAndNoSecondProduct) {
  SmallVector<FusionGroup> groups =
      groupChain({OpPatternKind::OutFusable, OpPatternKind::Elementwise,
                  OpPatternKind::OutFusable});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].size(), 2u);
}

TEST_F(FusionGroupsTest, AValueThatEscapesIsStored) {
  // Only the last call's result may be used outside of a group.
  EXPECT_TRUE(
      groupChain({OpPatternKind::Elementwise, OpPatternKind::Elementwise}, 256,
                 0)
          .empty());
}

TEST_F(FusionGroupsTest, GroupsHaveAMaximumOfCalls) {
  SmallVector<FusionGroup> groups =
      groupChain(SmallVector<OpPatternKind>(6, OpPatternKind::Elementwise), 3);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].size(), 3u);
  EXPECT_EQ(groups[1].size(), 3u);
}

TEST_F(FusionGroupsTest, RowsAreJoinedWhereThatIsAsked) {
  auto countGroups = [&](std::string sizes, bool rows) {
    std::string full = "<16x8xf32>", part = "<" + sizes + "xf32>";
    FuncOp func = parse(
        "tir.func private @sum(%x: memref" + full + ", %y: memref" + part +
        ") attributes {num_inputs = 1 : i64} {\ntir.return\n}\n"
        "tir.func private @divide(%x: memref" +
        full + ", %z: memref" + part + ", %y: memref" + full +
        ") attributes {num_inputs = 2 : i64} {\ntir.return\n}\n"
        "relax.func @f(%v: tensor" +
        full + ") -> tensor" + full +
        " {\n%0 = relax.call_tir @sum(%v) : (tensor" + full + ") -> tensor" +
        part + "\n%1 = relax.call_tir @divide(%v, %0) : (tensor" + full +
        ", tensor" + part + ") -> tensor" + full +
        "\nrelax.return %1 : tensor" + full + "\n}");
    EXPECT_TRUE(func);
    return computeFusionGroups(func.getBody().front(), 256,
                               [&](CallTIROp call) {
                                 return call.getOperation() == opAt(func, 0)
                                            ? OpPatternKind::Reduction
                                            : OpPatternKind::Broadcast;
                               },
                               nullptr, {rows})
        .size();
  };
  EXPECT_EQ(countGroups("16x1", /*rows=*/true), 1u);
  EXPECT_EQ(countGroups("16x1", /*rows=*/false), 0u);
  // Columns.
  EXPECT_EQ(countGroups("1x8", /*rows=*/true), 0u);
}
