// Three-valued equality: what it proves holds, what it cannot prove it admits.
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>

namespace mlir::relax {

static void PrintTo(Proof proof, std::ostream *os) {
  *os << (proof == Proof::Equal       ? "Equal"
          : proof == Proof::Different ? "Different"
                                      : "Unknown");
}

namespace {

class SymbolicEqualityTest : public ::testing::Test {
protected:
  SymbolicEqualityTest() { context.loadDialect<RelaxDialect>(); }

  SymExprAttr expr(const std::string &text) {
    if (text == "?")
      return {};
    return cast<SymExprAttr>(
        parseAttribute("#relax.expr<" + text + ">", &context));
  }
  Type type(StringRef text) { return parseType(text, &context); }
  Proof dims(const std::string &lhs, const std::string &rhs) {
    Proof proof = compareDims(expr(lhs), expr(rhs));
    EXPECT_EQ(proof, compareDims(expr(rhs), expr(lhs)));
    return proof;
  }
  Proof types(StringRef lhs, StringRef rhs) {
    Proof proof = compareTypes(type(lhs), type(rhs));
    EXPECT_EQ(proof, compareTypes(type(rhs), type(lhs)));
    return proof;
  }
  Proof unify(StringRef parameter, StringRef argument) {
    return unifier.unify(type(parameter), type(argument));
  }

  MLIRContext context;
  SymbolUnifier unifier;
};

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

TEST_F(SymbolicEqualityTest, Dims) {
  EXPECT_EQ(dims("n", "n"), Proof::Equal);
  EXPECT_EQ(dims("n", "m"), Proof::Unknown);
  EXPECT_EQ(dims("n", "4"), Proof::Unknown);
  EXPECT_EQ(dims("n", "?"), Proof::Unknown);
  EXPECT_EQ(dims("?", "?"), Proof::Unknown);
  EXPECT_EQ(dims("3", "4"), Proof::Different);
  EXPECT_EQ(dims("n", "n + 1"), Proof::Different);
  // A size is never negative.
  EXPECT_EQ(dims("n + m + 1", "0"), Proof::Different);
  EXPECT_EQ(dims("n + 5", "4"), Proof::Different);
  EXPECT_EQ(dims("n * 2", "3"), Proof::Different);
  EXPECT_EQ(dims("n * 4 + 1", "m * 2"), Proof::Different);
  EXPECT_EQ(dims("n * 3", "m * 2"), Proof::Unknown);
  EXPECT_EQ(dims("min(n, 3)", "4"), Proof::Different);
}

TEST_F(SymbolicEqualityTest, DimsInOtherWords) {
  EXPECT_EQ(dims("n floormod m", "n - n floordiv m * m"), Proof::Equal);
  EXPECT_EQ(dims("n ceildiv m", "(n + m - 1) floordiv m"), Proof::Equal);
  EXPECT_EQ(dims("max(n, m)", "n + m - min(n, m)"), Proof::Equal);
  EXPECT_EQ(dims("n floormod 4 + n floordiv 4 * 8", "n + n floordiv 4 * 4"),
            Proof::Equal);
  EXPECT_EQ(dims("(n - 1) floordiv 2 + 1", "n ceildiv 2"), Proof::Equal);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TEST_F(SymbolicEqualityTest, Tensors) {
  StringRef n4 = "tensor<?x4xf32, #relax.dims<[n, 4]>>";
  EXPECT_EQ(types(n4, n4), Proof::Equal);
  EXPECT_EQ(types(n4, "tensor<?x4xf32, #relax.dims<[m, 4]>>"), Proof::Unknown);
  EXPECT_EQ(types(n4, "tensor<?x4xf32, #relax.dims<[n + 1, 4]>>"),
            Proof::Different);
  EXPECT_EQ(types(n4, "tensor<?x5xf32, #relax.dims<[n, 5]>>"),
            Proof::Different);
  EXPECT_EQ(types(n4, "tensor<?x4xf16, #relax.dims<[n, 4]>>"),
            Proof::Different);
  EXPECT_EQ(types(n4, "tensor<?x4x!relax.unknown, #relax.dims<[n, 4]>>"),
            Proof::Unknown);
  EXPECT_EQ(types(n4, "tensor<?xf32, #relax.dims<[n]>>"), Proof::Different);
  EXPECT_EQ(types(n4, "tensor<*xf32>"), Proof::Unknown);
  EXPECT_EQ(types("tensor<?xf32>", "tensor<?xf32>"), Proof::Unknown);
  EXPECT_EQ(types("tensor<4xf32>", "tensor<4xf32>"), Proof::Equal);
  EXPECT_EQ(types("tensor<4xf32>", "!relax.object"), Proof::Unknown);
  EXPECT_EQ(types("tensor<4xf32>", "f32"), Proof::Different);
}

TEST_F(SymbolicEqualityTest, Placement) {
  StringRef cpu =
      "tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<\"llvm\", 0>>>";
  StringRef gpu =
      "tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<\"cuda\", 0>>>";
  EXPECT_EQ(types(cpu, cpu), Proof::Equal);
  EXPECT_EQ(types(cpu, gpu), Proof::Different);
  EXPECT_EQ(types(cpu, "tensor<4xf32>"), Proof::Unknown);
  EXPECT_EQ(unify(cpu, gpu), Proof::Different);
  EXPECT_EQ(unify(cpu, "tensor<4xf32>"), Proof::Unknown);
  EXPECT_EQ(unify("tensor<4xf32>", gpu), Proof::Equal);
}

TEST_F(SymbolicEqualityTest, OtherTypes) {
  EXPECT_EQ(types("f32", "f32"), Proof::Equal);
  EXPECT_EQ(types("i32", "i64"), Proof::Different);
  EXPECT_EQ(types("!relax.shape<[n, 4]>", "!relax.shape<[n, 4]>"),
            Proof::Equal);
  EXPECT_EQ(types("!relax.shape<[n, 4]>", "!relax.shape<rank 2>"),
            Proof::Unknown);
  EXPECT_EQ(types("!relax.shape<[n, 4]>", "!relax.shape<rank 3>"),
            Proof::Different);
  EXPECT_EQ(types("!relax.shape<?>", "!relax.shape<rank 3>"), Proof::Unknown);
  EXPECT_EQ(types("tuple<f32, i32>", "tuple<f32, i32>"), Proof::Equal);
  EXPECT_EQ(types("tuple<f32, i32>", "tuple<f32>"), Proof::Different);
  EXPECT_EQ(types("tuple<f32, tensor<?xf32>>", "tuple<f32, tensor<4xf32>>"),
            Proof::Unknown);
  EXPECT_EQ(types("!relax.dtensor<tensor<8xf32>, @m, [S[0]]>",
                  "!relax.dtensor<tensor<8xf32>, @m, [S[0]]>"),
            Proof::Equal);
  EXPECT_EQ(types("!relax.dtensor<tensor<8xf32>, @m, [S[0]]>",
                  "!relax.dtensor<tensor<8xf32>, @m, [R]>"),
            Proof::Different);
}

TEST_F(SymbolicEqualityTest, Callables) {
  StringRef pure = "!relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>";
  StringRef impure =
      "!relax.callable<(tensor<4xf32>) -> tensor<4xf32>, impure>";
  EXPECT_EQ(types(pure, pure), Proof::Equal);
  EXPECT_EQ(types(pure, impure), Proof::Unknown);
  EXPECT_EQ(types(pure, "!relax.callable<pure>"), Proof::Unknown);
  EXPECT_EQ(types(pure, "!relax.callable<() -> tensor<4xf32>, pure>"),
            Proof::Different);
  EXPECT_EQ(unify(pure, impure), Proof::Different);
  EXPECT_EQ(unify(impure, pure), Proof::Equal);
  EXPECT_EQ(unify("!relax.callable<impure>", pure), Proof::Equal);
  EXPECT_EQ(unify(pure, "!relax.callable<pure>"), Proof::Unknown);
}

//===----------------------------------------------------------------------===//
// Unifier
//===----------------------------------------------------------------------===//

TEST_F(SymbolicEqualityTest, BindsBareSymbols) {
  // The caller's n has nothing to do with the callee's.
  EXPECT_EQ(unify("tensor<?x?xf32, #relax.dims<[n, m]>>",
                  "tensor<?x4xf32, #relax.dims<[n * 2, 4]>>"),
            Proof::Equal);
  EXPECT_EQ(unifier.substitute(expr("n + m")), expr("n * 2 + 4"));
  EXPECT_EQ(unifier.substitute(type("tensor<?x?xf32, #relax.dims<[m, k]>>")),
            type("tensor<4x?xf32>"));
  EXPECT_FALSE(unifier.substitute(expr("k")));
  EXPECT_EQ(unify("tensor<?xf32, #relax.dims<[m]>>", "tensor<5xf32>"),
            Proof::Different);
  EXPECT_EQ(unifier.getReason(), "dimension 0 is 5, expected m = 4");
}

TEST_F(SymbolicEqualityTest, ChecksWhatWaitedForASymbol) {
  EXPECT_EQ(
      unify("tensor<?x?xf32, #relax.dims<[n * 2, n]>>", "tensor<6x3xf32>"),
      Proof::Equal);
  SymbolUnifier other;
  EXPECT_EQ(
      other.unify(type("!relax.shape<[n * 2]>"), type("!relax.shape<[7]>")),
      Proof::Unknown);
  EXPECT_EQ(other.unify(type("!relax.shape<[n]>"), type("!relax.shape<[3]>")),
            Proof::Different);
  EXPECT_EQ(other.getReason(), "dimension 0 is 7, expected n * 2 = 6");
}

TEST_F(SymbolicEqualityTest, UnknownSizesFitAndBindNothing) {
  EXPECT_EQ(unify("tensor<?xf32, #relax.dims<[n]>>", "tensor<?xf32>"),
            Proof::Equal);
  EXPECT_EQ(unify("tensor<?xf32, #relax.dims<[n]>>", "tensor<4xf32>"),
            Proof::Equal);
  EXPECT_EQ(unifier.substitute(expr("n")), expr("4"));
  EXPECT_EQ(unify("tensor<?xf32, #relax.dims<[n]>>", "tensor<?xf32>"),
            Proof::Unknown);
  EXPECT_EQ(unifier.getReason(), "dimension 0 is unknown, expected n");
  EXPECT_EQ(unify("tensor<?xf32>", "tensor<4xf32>"), Proof::Equal);
  EXPECT_EQ(unify("tensor<*x!relax.unknown>", "tensor<4xf32>"), Proof::Equal);
  EXPECT_EQ(unify("tensor<4xf32>", "tensor<*xf32>"), Proof::Unknown);
  EXPECT_EQ(unifier.getReason(), "the rank is unknown, expected 1");
  EXPECT_EQ(unify("!relax.object", "tensor<4xf32>"), Proof::Equal);
  EXPECT_EQ(unify("tensor<4xf32>", "!relax.object"), Proof::Unknown);
}

TEST_F(SymbolicEqualityTest, SaysWhy) {
  EXPECT_EQ(unify("tensor<4xf32>", "tensor<4x4xf32>"), Proof::Different);
  EXPECT_EQ(unifier.getReason(), "the rank is 2, expected 1");
  EXPECT_EQ(unify("tensor<4xf32>", "tensor<4xf16>"), Proof::Different);
  EXPECT_EQ(unifier.getReason(), "the element type is f16, expected f32");
  EXPECT_EQ(unify("tuple<f32>", "tuple<f32, f32>"), Proof::Different);
  EXPECT_EQ(unifier.getReason(), "the tuple has 2 fields, expected 1");
  EXPECT_EQ(unify("f32", "i32"), Proof::Different);
  EXPECT_EQ(unifier.getReason(), "the type is i32, expected f32");
  // The strongest reason wins, not the first.
  EXPECT_EQ(unify("tuple<tensor<4xf32>, f32>", "tuple<tensor<?xf32>, i32>"),
            Proof::Different);
  EXPECT_EQ(unifier.getReason(), "the type is i32, expected f32");
  EXPECT_EQ(unify("f32", "f32"), Proof::Equal);
  EXPECT_EQ(unifier.getReason(), "");
}

//===----------------------------------------------------------------------===//
// TensorDims
//===----------------------------------------------------------------------===//

TEST_F(SymbolicEqualityTest, TensorTypesAreCanonical) {
  Type f32 = type("f32");
  EXPECT_EQ(getTensorType({expr("2"), expr("n - n + 4")}, f32),
            type("tensor<2x4xf32>"));
  EXPECT_EQ(getTensorType({expr("?"), expr("4")}, f32),
            type("tensor<?x4xf32>"));
  EXPECT_EQ(getTensorType({expr("n"), expr("?")}, f32),
            type("tensor<?x?xf32, #relax.dims<[n, ?]>>"));
  EXPECT_EQ(getTensorType({expr("-1 - n")}, f32), type("tensor<?xf32>"));
  EXPECT_EQ(getTensorType({}, f32), type("tensor<f32>"));
  auto ranked = cast<RankedTensorType>(type("tensor<2x?xf32>"));
  EXPECT_EQ(getDims(ranked), (SmallVector<SymExprAttr>{expr("2"), {}}));
}

TEST_F(SymbolicEqualityTest, MapDimsReachesNestedTypes) {
  auto toFour = [&](SymExprAttr dim) {
    return dim == expr("n") ? expr("4") : dim;
  };
  EXPECT_EQ(
      mapDims(type("tuple<tensor<?x?xf32, #relax.dims<[n, ?]>>, "
                   "tuple<!relax.shape<[n, m]>>, "
                   "!relax.dtensor<tensor<?xf32, #relax.dims<[n]>>, @m, [R]>>"),
              toFour),
      type("tuple<tensor<4x?xf32>, tuple<!relax.shape<[4, m]>>, "
           "!relax.dtensor<tensor<4xf32>, @m, [R]>>"));
  // A callable has symbols of its own.
  StringRef callable =
      "!relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> f32, pure>";
  EXPECT_EQ(mapDims(type(callable), toFour), type(callable));
}

//===----------------------------------------------------------------------===//
// Random dimensions
//===----------------------------------------------------------------------===//

TEST_F(SymbolicEqualityTest, ProofsHold) {
  std::mt19937 random(3);
  auto pick = [&](int below) { return static_cast<int>(random() % below); };
  std::function<SymExprAttr(int)> make = [&](int depth) -> SymExprAttr {
    if (depth == 0)
      return pick(2) ? expr(std::string(1, "nm"[pick(2)]))
                     : expr(std::to_string(pick(5)));
    SymExprAttr lhs = make(depth - 1), rhs = make(depth - 1);
    switch (pick(6)) {
    case 0:
      return lhs * rhs;
    case 1:
      return floorDiv(lhs, rhs + 1);
    case 2:
      return floorMod(lhs, rhs + 1);
    case 3:
      return pick(2) ? min(lhs, rhs) : max(lhs, rhs);
    default:
      return lhs + rhs;
    }
  };
  int proved[3] = {};
  for (int round = 0; round < 20000; ++round) {
    SymExprAttr lhs = make(pick(4)), rhs = make(pick(4));
    Proof proof = compareDims(lhs, rhs);
    ++proved[static_cast<int>(proof)];
    if (proof == Proof::Unknown)
      continue;
    for (int sample = 0; sample < 8; ++sample) {
      int64_t n = pick(12), m = pick(12);
      auto size = [&](StringAttr name) -> std::optional<int64_t> {
        return name == "n" ? n : m;
      };
      std::optional<int64_t> left = lhs.evaluate(size);
      std::optional<int64_t> right = rhs.evaluate(size);
      if (!left || !right)
        continue;
      ASSERT_EQ(*left == *right, proof == Proof::Equal)
          << "n = " << n << ", m = " << m;
    }
  }
  EXPECT_GT(proved[static_cast<int>(Proof::Equal)], 100);
  EXPECT_GT(proved[static_cast<int>(Proof::Different)], 100);
}

} // namespace
} // namespace mlir::relax
