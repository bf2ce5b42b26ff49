// Sums of products: their operands, rows, columns and groups.
#include "Relax/Dialect/TIR/Analysis/Contraction.h"
#include "LoopNestFixture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tir;

namespace {

class ContractionTest : public LoopNestTest {
protected:
  FailureOr<Contraction> match(std::string source) {
    if (!parse(source))
      return failure();
    FailureOr<Reduction> reduction =
        matchReduction(*matchLoopNest(getLoop("product", 0), nullptr), nullptr);
    return succeeded(reduction) ? matchContraction(*reduction)
                                : FailureOr<Contraction>();
  }
  /// The product with some of its text replaced.
  static std::string replace(StringRef from, StringRef by) {
    std::string source = getProduct().str();
    source.replace(source.find(from), from.size(), by);
    return source;
  }
};

} // namespace

TEST_F(ContractionTest, AProductHasRowsColumnsAndTerms) {
  FailureOr<Contraction> found = match(getProduct().str());
  ASSERT_TRUE(succeeded(found));
  EXPECT_EQ(found->rows, SmallVector<unsigned>({0}));
  EXPECT_EQ(found->columns, SmallVector<unsigned>({1}));
  EXPECT_TRUE(found->batch.empty());
  EXPECT_EQ(found->kIters, SmallVector<unsigned>({2}));
  EXPECT_EQ(found->shape.rows, 16);
  EXPECT_EQ(found->shape.columns, 16);
  EXPECT_EQ(found->shape.k, 16);
  EXPECT_EQ(found->shape.batch, 1);
  EXPECT_TRUE(found->hasWholeBytes());
  EXPECT_TRUE(found->hasFloatOperands());
  // %a lies along terms, %b along columns.
  EXPECT_TRUE(found->lhs.contiguous.test(2));
  EXPECT_FALSE(found->lhs.contiguous.test(0));
  EXPECT_TRUE(found->rhs.contiguous.test(1));
  EXPECT_EQ(found->lhs.loads.front().buffer, getArgument(0));
  EXPECT_EQ(found->rhs.loads.front().buffer, getArgument(1));
}

TEST_F(ContractionTest, TheLastAxisHasTheColumns) {
  // The result is stored transposed: the operand of the last axis is the right
  // one.
  std::string source = getProduct().str();
  for (size_t at = 0;
       (at = source.find("%c[%vi, %vj]", at)) != std::string::npos;)
    source.replace(at, 12, "%c[%vj, %vi]");
  FailureOr<Contraction> found = match(source);
  ASSERT_TRUE(succeeded(found));
  EXPECT_EQ(found->rows, SmallVector<unsigned>({1}));
  EXPECT_EQ(found->columns, SmallVector<unsigned>({0}));
  EXPECT_EQ(found->rhs.loads.front().buffer, getArgument(0));
}

TEST_F(ContractionTest, AnOperandThatIsOfBothAxesLeavesNoColumns) {
  // sum over k of a[i, k] * b[i, j]: rows are of both operands.
  FailureOr<Contraction> found = match(replace("%b[%vk, %vj]", "%b[%vi, %vj]"));
  EXPECT_TRUE(failed(found));
}

TEST_F(ContractionTest, ASumOfOtherThingsIsNone) {
  EXPECT_TRUE(failed(match(replace("arith.mulf", "arith.divf"))));
  EXPECT_TRUE(failed(match(replace("arith.addf", "arith.maximumf"))));
}

TEST_F(ContractionTest, AStartOfItsOwnForEachElementIsNone) {
  // The result starts with what is loaded at its place.
  FailureOr<Contraction> found =
      match(replace("memref.store %f0, %c[%vi, %vj]",
                    "%start = memref.load %a[%vi, %vj] : memref<16x16xf32>\n"
                    "memref.store %start, %c[%vi, %vj]"));
  EXPECT_TRUE(failed(found));
}

TEST_F(ContractionTest, IteratorsThatAnOperandMovesByAreItsOwn) {
  ASSERT_TRUE(succeeded(match(getProduct().str())));
  BlockOp block = getBlock("product");
  auto product = *block.getBody()->getOps<arith::MulFOp>().begin();
  llvm::SmallBitVector lhs = getIters(block, product.getLhs());
  EXPECT_TRUE(lhs.test(0) && !lhs.test(1) && lhs.test(2));
  EXPECT_EQ(getLoadsOf(block, product.getResult()).size(), 2u);
}

// The right operand becomes what a row of `b` has for so many k, less `a`.
static std::string getPacked(StringRef product, StringRef size) {
  StringRef load = "%y = memref.load %b[%vk, %vj] : memref<16x16xf32>";
  std::string source = product.str();
  return source.replace(
      source.find(load), load.size(),
      ("%two = arith.constant 2 : index\n"
       "%all = arith.constant " +
       size +
       " : index\n"
       "%row = arith.divui %vk, %all : index\n"
       "%rest = arith.remui %vk, %all : index\n"
       "%half = arith.divui %rest, %two : index\n"
       "%y0 = memref.load %b[%row, %half] : memref<16x16xf32>\n"
       "%y1 = memref.load %a[%vj, %vk] : memref<16x16xf32>\n"
       "%y = arith.subf %y1, %y0 : f32\n")
          .str());
}

TEST_F(ContractionTest, QuotientAndRestMayBeNeighbours) {
  // (k / 32) * 16 + k % 32 / 2 is k / 2; with rows half full there are gaps.
  FailureOr<Contraction> found = match(getPacked(getProduct(), "32"));
  ASSERT_TRUE(succeeded(found));
  EXPECT_TRUE(found->rhs.contiguous.test(2));
  EXPECT_FALSE(found->rhs.isDecoded());
  found = match(getPacked(getProduct(), "16"));
  ASSERT_TRUE(succeeded(found));
  EXPECT_FALSE(found->rhs.contiguous.test(2));
}

TEST_F(ContractionTest, AQuotientOfAnAxisCountsGroups) {
  // As a grouped convolution: a moves with j / 4 alone, b with j.
  std::string source = replace("%a[%vi, %vk]", "%a[%vi, %vg]");
  source.replace(source.find("%x ="), 4,
                 "%vg = arith.divui %vj, %four : index\n%x =");
  source.replace(source.find("%b[%vk, %vj]"), 12, "%b[%vj, %vk]");
  FailureOr<Contraction> found = match(source);
  ASSERT_TRUE(succeeded(found));
  EXPECT_EQ(found->rows, SmallVector<unsigned>({0}));
  EXPECT_EQ(found->columns, SmallVector<unsigned>({1}));
  EXPECT_EQ(found->groups.iter, 1u);
  EXPECT_EQ(found->groups.size, 4);
  EXPECT_EQ(found->groups.number, 4);
  EXPECT_EQ(found->shape.columns, 4);
  EXPECT_EQ(found->shape.batch, 4);
}

TEST_F(ContractionTest, WidenedOperandsAreNarrow) {
  ASSERT_TRUE(succeeded(match(getProduct().str())));
  BlockOp block = getBlock("product");
  auto product = *block.getBody()->getOps<arith::MulFOp>().begin();
  Type f32 = product.getType();
  EXPECT_FALSE(getNarrow(product.getLhs(), f32));
  OpBuilder b(product);
  Value half = arith::TruncFOp::create(b, product.getLoc(), b.getF16Type(),
                                       product.getLhs());
  Value wide = arith::ExtFOp::create(b, product.getLoc(), f32, half);
  EXPECT_EQ(getNarrow(wide, f32), half);
  // Tensor cores do not add f16 up as f64.
  EXPECT_FALSE(getNarrow(wide, b.getF64Type()));
}

//===----------------------------------------------------------------------===//
// Groups of rows
//===----------------------------------------------------------------------===//

namespace {

class ProductGroupsTest : public ContractionTest {
protected:
  FailureOr<Contraction> matchGrouped(std::string source) {
    if (!parse(source))
      return failure();
    FailureOr<Reduction> reduction =
        matchReduction(*matchLoopNest(getLoop("product", 0), nullptr), nullptr);
    return succeeded(reduction) ? matchGroupedContraction(*reduction)
                                : FailureOr<Contraction>();
  }
  /// Rows of %a by the matrix of their group, in %c, with some text replaced.
  static std::string getSource(StringRef from = "", StringRef by = "") {
    std::string source = R"(
      %three = arith.constant 3 : index
      %last = arith.constant 2 : i32
      %w = memref.alloc() : memref<3x16x16xf32>
      %ends = memref.alloc() : memref<3xi64>
      %numbers = memref.alloc() : memref<16xi32>
      tir.for %i = %zero to %size {
        tir.for %e = %zero to %three {
          tir.block "group" iters(%vi : spatial = %i in %size,
                                  %ve : reduce = %e in %three)
              reads(%ends : memref<3xi64>) writes(%numbers : memref<16xi32>) {
            tir.init {
              memref.store %last, %numbers[%vi] : memref<16xi32>
            }
            %end = memref.load %ends[%ve] : memref<3xi64>
            %row = arith.index_cast %vi : index to i64
            %before = arith.cmpi slt, %row, %end : i64
            %group = arith.index_cast %ve : index to i32
            %choice = arith.select %before, %group, %last : i32
            %old = memref.load %numbers[%vi] : memref<16xi32>
            %least = arith.minsi %old, %choice : i32
            memref.store %least, %numbers[%vi] : memref<16xi32>
          }
        }
      }
      tir.for %i = %zero to %size {
        tir.for %j = %zero to %size {
          tir.for %k = %zero to %size {
            tir.block "product" iters(%vi : spatial = %i in %size,
                                      %vj : spatial = %j in %size,
                                      %vk : reduce = %k in %size)
                reads(%a, %w, %numbers : memref<16x16xf32>,
                      memref<3x16x16xf32>, memref<16xi32>)
                writes(%c : memref<16x16xf32>) {
              tir.init {
                memref.store %f0, %c[%vi, %vj] : memref<16x16xf32>
              }
              %n0 = memref.load %numbers[%vi] : memref<16xi32>
              %g = arith.index_cast %n0 : i32 to index
              %x = memref.load %a[%vi, %vk] : memref<16x16xf32>
              %y = memref.load %w[%g, %vj, %vk] : memref<3x16x16xf32>
              %z = memref.load %c[%vi, %vj] : memref<16x16xf32>
              %p = arith.mulf %x, %y : f32
              %s = arith.addf %z, %p : f32
              memref.store %s, %c[%vi, %vj] : memref<16x16xf32>
            }
          }
        }
      }
      )";
    if (!from.empty())
      source.replace(source.find(from), from.size(), by);
    return source;
  }
};

} // namespace

TEST_F(ProductGroupsTest, RowsOfGroupsHaveAMatrixEach) {
  FailureOr<Contraction> found = matchGrouped(getSource());
  ASSERT_TRUE(succeeded(found));
  EXPECT_EQ(found->rows, SmallVector<unsigned>({0}));
  EXPECT_EQ(found->columns, SmallVector<unsigned>({1}));
  EXPECT_TRUE(found->batch.empty());
  ASSERT_TRUE(found->productGroups);
  EXPECT_EQ(found->productGroups->count, 3);
  EXPECT_EQ(found->rhs.loads.size(), 1u);
  EXPECT_TRUE(found->rhs.contiguous.test(2));
  // What a group has on average, and how many there are.
  EXPECT_EQ(found->shape.rows, 6);
  EXPECT_EQ(found->shape.batch, 3);
}

TEST_F(ProductGroupsTest, FactorsMayBeExchanged) {
  FailureOr<Contraction> found =
      matchGrouped(getSource("arith.mulf %x, %y", "arith.mulf %y, %x"));
  ASSERT_TRUE(succeeded(found));
  EXPECT_EQ(found->lhs.loads.front().buffer, getArgument(0));
}

TEST_F(ProductGroupsTest, OtherNumbersAreNoGroups) {
  // Rows of a group would not follow each other.
  for (auto [from, by] :
       {std::pair("slt, %row", "sgt, %row"), std::pair("minsi", "maxsi"),
        std::pair("%group, %last", "%last, %group"),
        std::pair("constant 2 : i32", "constant 1 : i32"),
        std::pair("index_cast %vi : index to i64",
                  "index_cast %ve : index to i64")})
    EXPECT_TRUE(failed(matchGrouped(getSource(from, by)))) << from;
}

TEST_F(ProductGroupsTest, NumbersOfOtherRowsAreNone) {
  EXPECT_TRUE(
      failed(matchGrouped(getSource("load %numbers[%vi] : memref<16xi32>\n"
                                    "              %g",
                                    "load %numbers[%vj] : memref<16xi32>\n"
                                    "              %g"))));
}

TEST_F(ProductGroupsTest, NumbersThatChangeAreNone) {
  std::string source = getSource();
  size_t behind = source.rfind("tir.for %i");
  source.insert(behind,
                "memref.store %last, %numbers[%zero] : memref<16xi32>\n");
  EXPECT_TRUE(failed(matchGrouped(source)));
}
