// Sorts that are written as ranks.
#include "Relax/Dialect/TIR/Analysis/RankSort.h"
#include "AttentionSources.h"
#include "LoopNestFixture.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class RankSortTest : public LoopNestTest {
protected:
  FailureOr<RankSort> match(const std::string &source) {
    if (!parse(source))
      return failure();
    return matchRankSort(*matchLoopNest(getLoop("rank", 0), nullptr), &why);
  }
  /// Rows of %a, whose bits are keys, go to %b in order, the first 5 only.
  static std::string getSource() {
    return R"(
      %none = arith.constant 0 : i64
      %five = arith.constant 5 : index
      %ranks = memref.alloc() : memref<16x16xi64>
      tir.for %i = %zero to %size {
        tir.for %j = %zero to %size {
          tir.for %k = %zero to %size {
            tir.block "rank" iters(%vi : spatial = %i in %size, %vj : spatial = %j in %size, %vk : reduce = %k in %size)
                reads(%a : memref<16x16xf32>) writes(%ranks : memref<16x16xi64>) {
              tir.init {
                memref.store %none, %ranks[%vi, %vj] : memref<16x16xi64>
              }
              %count = memref.load %ranks[%vi, %vj] : memref<16x16xi64>
              %x = memref.load %a[%vi, %vj] : memref<16x16xf32>
              %key = arith.bitcast %x : f32 to i32
              %isEarlier = arith.cmpi slt, %vk, %vj : index
              %y = memref.load %a[%vi, %vk] : memref<16x16xf32>
              %other = arith.bitcast %y : f32 to i32
              %isAtMost = arith.cmpi ule, %other, %key : i32
              %isLess = arith.cmpi ult, %other, %key : i32
              %isInFront = arith.select %isEarlier, %isAtMost, %isLess : i1
              %one1 = arith.extui %isInFront : i1 to i64
              %sum = arith.addi %count, %one1 : i64
              memref.store %sum, %ranks[%vi, %vj] : memref<16x16xi64>
            }
          }
        }
      }
      tir.for %i = %zero to %size {
        tir.for %j = %zero to %size {
          tir.block "elements" iters(%vi : spatial = %i in %size, %vj : spatial = %j in %size)
              reads(%ranks, %a : memref<16x16xi64>, memref<16x16xf32>) writes(%b : memref<16x16xf32>) {
            %rank = memref.load %ranks[%vi, %vj] : memref<16x16xi64>
            %at = arith.index_cast %rank : i64 to index
            %isFirst = arith.cmpi slt, %at, %five : index
            tir.if %isFirst {
              %x = memref.load %a[%vi, %vj] : memref<16x16xf32>
              memref.store %x, %b[%vi, %at] : memref<16x16xf32>
            }
          }
        }
      }
    )";
  }

  std::string why;
};

} // namespace

TEST_F(RankSortTest, RanksAndWhatIsStoredByThem) {
  FailureOr<RankSort> sort = match(getSource());
  ASSERT_TRUE(succeeded(sort)) << why;
  EXPECT_EQ(sort->along, 1u);
  EXPECT_FALSE(sort->run);
  EXPECT_EQ(sort->getMaxLength(), 16);
  EXPECT_TRUE(sort->key.getType().isInteger(32));
  ASSERT_EQ(sort->stores.size(), 1u);
  EXPECT_EQ(sort->getLimit(), 5);
}

TEST_F(RankSortTest, RanksOfColumns) {
  std::string source = replaceAll(getSource(), "[%vi, %vk]", "[%vk, %vj]");
  FailureOr<RankSort> sort =
      match(replaceAll(source, "slt, %vk, %vj", "slt, %vk, %vi"));
  ASSERT_TRUE(succeeded(sort)) << why;
  EXPECT_EQ(sort->along, 0u);
}

TEST_F(RankSortTest, KeysThatAreComputedOtherwiseAreNone) {
  EXPECT_TRUE(
      failed(match(replaceAll(getSource(), "[%vi, %vk]", "[%vk, %vi]"))));
  EXPECT_NE(why.find("found another reduction"), std::string::npos) << why;
}

TEST_F(RankSortTest, AStoreThatANestReadsIsNone) {
  std::string source = replaceAll(getSource(), "%b[%vi, %at]", "%a[%vi, %at]");
  EXPECT_TRUE(failed(match(replaceAll(source, "writes(%b", "writes(%a"))));
  EXPECT_NE(why.find("found other uses"), std::string::npos) << why;
}
