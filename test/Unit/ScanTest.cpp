// Running sums, products and the like.
#include "Relax/Dialect/TIR/Analysis/Scan.h"
#include "AttentionSources.h"
#include "LoopNestFixture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class ScanTest : public LoopNestTest {
protected:
  FailureOr<Scan> match(const std::string &source) {
    if (!parse(source))
      return failure();
    return matchScan(*matchLoopNest(getLoop("scan", 0), nullptr), &why);
  }
  /// %b[i, j] = %a[i, 0] + ... + %a[i, j].
  static std::string getSource() {
    return R"(
      tir.for %i = %zero to %size {
        tir.block "scan" iters(%vi : spatial = %i in %size)
            reads(%a, %b : memref<16x16xf32>, memref<16x16xf32>)
            writes(%b : memref<16x16xf32>) {
          %some = arith.cmpi sgt, %size, %zero : index
          tir.if %some {
            %x = memref.load %a[%vi, %zero] : memref<16x16xf32>
            memref.store %x, %b[%vi, %zero] : memref<16x16xf32>
          }
          tir.for %j = %one to %size {
            %before = arith.subi %j, %one : index
            %total = memref.load %b[%vi, %before] : memref<16x16xf32>
            %y = memref.load %a[%vi, %j] : memref<16x16xf32>
            %sum = arith.addf %total, %y : f32
            memref.store %sum, %b[%vi, %j] : memref<16x16xf32>
          }
        }
      }
    )";
  }

  std::string why;
};

} // namespace

TEST_F(ScanTest, ARunningSumIsAScan) {
  FailureOr<Scan> scan = match(getSource());
  ASSERT_TRUE(succeeded(scan)) << why;
  EXPECT_EQ(scan->dim, 1u);
  EXPECT_EQ(scan->countRows(), 16);
  EXPECT_EQ(getConstantIndex(scan->getLength()), 16);
  EXPECT_TRUE(isa<arith::AddFOp>(scan->combiner));
  EXPECT_TRUE(isa<memref::LoadOp>(scan->getStep().getDefiningOp()));
}

TEST_F(ScanTest, StepsInOneOrderOnlyAreNone) {
  EXPECT_TRUE(failed(match(replaceAll(getSource(), "addf", "subf"))));
  EXPECT_NE(why.find("any order"), std::string::npos) << why;
}

TEST_F(ScanTest, EachElementIsOfTheOneBefore) {
  EXPECT_TRUE(failed(match(replaceAll(getSource(), "%j, %one", "%j, %four"))));
  EXPECT_NE(why.find("of the one before"), std::string::npos) << why;
}

TEST_F(ScanTest, TheSecondElementIsTheFirstOfTheLoop) {
  EXPECT_TRUE(
      failed(match(replaceAll(getSource(), "%j = %one", "%j = %four"))));
  EXPECT_NE(why.find("first element of a row"), std::string::npos) << why;
}

TEST_F(ScanTest, AReductionIsNone) {
  ASSERT_TRUE(parse(getProduct()));
  EXPECT_TRUE(
      failed(matchScan(*matchLoopNest(getLoop("product", 0), nullptr), &why)));
  EXPECT_NE(why.find("found 'reduce'"), std::string::npos) << why;
}
