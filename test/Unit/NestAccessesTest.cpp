// Which iterators index what a nest accesses, and which nest writes what.
#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"
#include "LoopNestFixture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tir;

// %TO[indices] = %a[%vi, %vj], in two loops and one of one value.
static std::string getCopy(StringRef to, StringRef indices) {
  std::string source = R"(
    tir.for %i = %zero to %size {
      tir.for %j = %zero to %size {
        tir.for %u = %zero to %one {
          tir.block "copy" iters(%vi : spatial = %i in %size,
                                 %vj : spatial = %j in %size,
                                 %vu : spatial = %u in %one)
              reads(%a : memref<16x16xf32>) writes(TO : memref<16x16xf32>) {
            %x = memref.load %a[%vi, %vj] : memref<16x16xf32>
            memref.store %x, TO[INDICES] : memref<16x16xf32>
          }
        }
      }
    }
  )";
  auto replace = [&](StringRef from, StringRef by) {
    for (size_t at = 0; (at = source.find(from, at)) != std::string::npos;)
      source.replace(at, from.size(), by);
  };
  replace("INDICES", indices);
  replace("TO", to);
  return source;
}

static LoopNest getNest(Operation *root) {
  return *matchLoopNest(root, nullptr);
}

TEST_F(LoopNestTest, StoresSayTheirIterators) {
  ASSERT_TRUE(parse(getCopy("%b", "%vj, %vi")));
  LoopNest nest = getNest(getLoop("copy", 0));
  EXPECT_EQ(getStoreIters(nest), SmallVector<int64_t>({1, 0}));
  // An iterator of one value, and a constant, are always 0.
  ASSERT_TRUE(parse(getCopy("%b", "%vu, %vi")));
  nest = getNest(getLoop("copy", 0));
  memref::StoreOp store =
      *nest.block.getBody()->getOps<memref::StoreOp>().begin();
  EXPECT_EQ(getIterList(nest, store.getIndices()),
            SmallVector<int64_t>({kUnitIter, 0}));
  // %vj is missing, so one place is written several times.
  EXPECT_FALSE(namesAllIters(nest, {kUnitIter, 0}));
  EXPECT_EQ(getStoreIters(nest), std::nullopt);
}

TEST_F(LoopNestTest, AnIteratorIndexesOneDimension) {
  ASSERT_TRUE(parse(getCopy("%b", "%vi, %vi")));
  EXPECT_EQ(getStoreIters(getNest(getLoop("copy", 0))), std::nullopt);
  ASSERT_TRUE(parse(getCopy("%b", "%vi, %four")));
  EXPECT_EQ(getStoreIters(getNest(getLoop("copy", 0))), std::nullopt);
}

TEST_F(LoopNestTest, ABufferHasOneWriter) {
  FuncOp func = parse(getCopy("%b", "%vi, %vj") + getProduct().str());
  ASSERT_TRUE(func);
  SmallVector<LoopNest> nests = getTopNests(func);
  ASSERT_EQ(nests.size(), 2u);
  std::optional<LoopNest> writer = findWriter(nests, getArgument(2));
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->block, getBlock("product"));
  EXPECT_FALSE(findWriter(nests, getArgument(0)));
  // Of two writers none has written all.
  func = parse(getCopy("%c", "%vi, %vj") + getProduct().str());
  ASSERT_TRUE(func);
  EXPECT_FALSE(findWriter(getTopNests(func), getArgument(2)));
}

TEST_F(LoopNestTest, ReadsAreDeclared) {
  ASSERT_TRUE(parse(getCopy("%b", "%vi, %vj")));
  LoopNest nest = getNest(getLoop("copy", 0));
  EXPECT_TRUE(readsAny(nest, {getArgument(1), getArgument(0)}));
  EXPECT_FALSE(readsAny(nest, {getArgument(1), getArgument(2)}));
}

TEST_F(LoopNestTest, AMarkSaysWhyANestIsNotSpatial) {
  ASSERT_TRUE(parse(getCopy("%b", "%vi, %vj") + getProduct().str()));
  LoopNest copy = getNest(getLoop("copy", 0));
  LoopNest product = getNest(getLoop("product", 0));
  EXPECT_TRUE(isSpatial(copy));
  EXPECT_FALSE(isSpatial(product));
  EXPECT_EQ(getReductionMark(product), "reduce");
}
