// Arithmetic of tensor types: what is inferred holds in every legal run.
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

namespace mlir::relax {
namespace {

class ShapeInferenceTest : public ::testing::Test {
protected:
  ShapeInferenceTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          message = diagnostic.str();
          return success();
        }) {
    context.loadDialect<RelaxDialect>();
  }

  SymExprAttr expr(const std::string &text) {
    if (text == "?")
      return {};
    return cast<SymExprAttr>(
        parseAttribute("#relax.expr<" + text + ">", &context));
  }
  Dims dims(const std::vector<std::string> &texts) {
    return llvm::map_to_vector(
        texts, [this](const std::string &text) { return expr(text); });
  }
  Type type(StringRef text) { return parseType(text, &context); }
  EmitError reporter() { return {UnknownLoc::get(&context), "relax.test"}; }

  /// The text of a dimension, or the error.
  std::string show(FailureOr<SymExprAttr> dim) {
    return failed(dim) ? "error: " + message : toString(*dim);
  }
  std::string broadcastTexts(const std::string &lhs, const std::string &rhs) {
    return show(broadcastDim(expr(lhs), expr(rhs), reporter()));
  }
  std::string count(const std::string &input, const std::string &size,
                    int64_t stride, int64_t pad, bool ceilMode = false) {
    Window window{expr(size), stride, 1, pad, pad, ceilMode};
    return show(getWindowCount(expr(input), window, reporter()));
  }
  std::string reshape(const std::vector<std::string> &from,
                      ArrayRef<int64_t> target, bool zeroCopies = true) {
    FailureOr<Dims> result =
        resolveReshape(&context, dims(from), target, zeroCopies, reporter());
    if (failed(result))
      return "error: " + message;
    std::string text;
    for (SymExprAttr dim : *result)
      text += (text.empty() ? "" : ", ") + toString(dim);
    return text;
  }
  /// How many elements a slice of static bounds has.
  int64_t sliceLength(int64_t size, int64_t begin, int64_t end,
                      int64_t stride) {
    SliceRange range =
        resolveSlice(getDim(&context, size), getDim(&context, begin),
                     getDim(&context, end), stride, /*assumeInbound=*/false);
    return range.length.getConstant().value_or(-1);
  }

  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler;
};

TEST_F(ShapeInferenceTest, BroadcastKeepsWhatEveryLegalRunHas) {
  EXPECT_EQ(broadcastTexts("4", "1"), "4");
  EXPECT_EQ(broadcastTexts("1", "n"), "n");
  EXPECT_EQ(broadcastTexts("n", "n"), "n");
  EXPECT_EQ(broadcastTexts("n", "4"), "4");
  EXPECT_EQ(broadcastTexts("?", "4"), "4");
  EXPECT_EQ(broadcastTexts("?", "1"), "?");
  EXPECT_EQ(broadcastTexts("n", "m"), "?");
  EXPECT_EQ(broadcastTexts("n + 2", "m"), "n + 2");
  EXPECT_EQ(broadcastTexts("0", "1"), "0");
  EXPECT_EQ(broadcastTexts("4", "5"),
            "error: 'relax.test' op cannot broadcast sizes 4 and 5; they must "
            "be equal, or one "
            "of them 1");
  // With n = 0 the result is 0, with n = 1 it is 2.
  EXPECT_EQ(broadcastTexts("n", "n + 1"), "?");
}

TEST_F(ShapeInferenceTest, WindowsCountTheirPlaces) {
  EXPECT_EQ(count("16", "3", 1, 1), "16");
  EXPECT_EQ(count("15", "2", 2, 0), "7");
  EXPECT_EQ(count("15", "2", 2, 0, /*ceilMode=*/true), "8");
  EXPECT_EQ(count("n", "3", 1, 1), "n");
  EXPECT_EQ(count("?", "3", 1, 1), "?");
  EXPECT_EQ(count("2", "3", 1, 0), "error: 'relax.test' op expects a window "
                                   "that fits the padded input of size 2, but "
                                   "found one of size 3");
  // Nothing overflows into a wrong answer.
  EXPECT_NE(count("9223372036854775807", "1", 1, INT64_MAX), "-1");
}

TEST_F(ShapeInferenceTest, SlicesAreThoseOfPython) {
  auto python = [](int64_t size, int64_t begin, int64_t end, int64_t stride) {
    int64_t low = stride < 0 ? -1 : 0, high = stride < 0 ? size - 1 : size;
    auto clamp = [&](int64_t bound) {
      return std::min(std::max(bound < 0 ? bound + size : bound, low), high);
    };
    int64_t length = 0, stop = clamp(end);
    for (int64_t i = clamp(begin); stride < 0 ? i > stop : i < stop;
         i += stride)
      ++length;
    return length;
  };
  for (int64_t size : {0, 1, 2, 5})
    for (int64_t begin = -7; begin <= 7; ++begin)
      for (int64_t end = -7; end <= 7; ++end)
        for (int64_t stride : {-3, -2, -1, 1, 2, 3})
          EXPECT_EQ(sliceLength(size, begin, end, stride),
                    python(size, begin, end, stride))
              << size << ' ' << begin << ':' << end << ':' << stride;
  EXPECT_EQ(sliceLength(5, 0, INT64_MAX, 1), 5);
  EXPECT_EQ(sliceLength(5, INT64_MIN, INT64_MAX, 1), 5);
}

TEST_F(ShapeInferenceTest, SlicesOfSymbols) {
  auto length = [&](const std::string &size, const std::string &begin,
                    const std::string &end) {
    return toString(
        resolveSlice(expr(size), expr(begin), expr(end), 1, false).length);
  };
  EXPECT_EQ(length("n", "0", "n"), "n");
  EXPECT_EQ(length("n", "0", "9223372036854775807"), "n");
  EXPECT_EQ(length("n + 8", "0", "4"), "4");
  EXPECT_EQ(length("?", "0", "4"), "?");
  // Whether `n - 4` counts from the end is not known.
  EXPECT_EQ(length("8", "0", "n - 4"), "?");
}

TEST_F(ShapeInferenceTest, ReshapeTargets) {
  EXPECT_EQ(reshape({"n", "4"}, {-1}), "n * 4");
  EXPECT_EQ(reshape({"n", "4"}, {0, 2, 2}), "n, 2, 2");
  EXPECT_EQ(reshape({"n", "4"}, {-1, 4}), "n, 4");
  EXPECT_EQ(reshape({"n", "m", "4"}, {0, -1}), "n, m * 4");
  EXPECT_EQ(reshape({"n", "12"}, {-1, 3}), "n * 4, 3");
  // What stands on both sides cancels, also a zero.
  EXPECT_EQ(reshape({"0", "4"}, {0, -1}, /*zeroCopies=*/false), "0, 4");
  EXPECT_EQ(reshape({"3", "4"}, {0, -1}, /*zeroCopies=*/false), "0, ?");
  EXPECT_EQ(reshape({"4"}, {-1, -1}), "error: 'relax.test' op expects at most "
                                      "one -1 in the new shape, found several");
  EXPECT_EQ(reshape({"4"}, {4, 0}), "error: 'relax.test' op copies dimension "
                                    "1, expected one of an operand of rank 1");
}

TEST_F(ShapeInferenceTest, MeetKeepsWhatEitherSays) {
  auto meet = [&](StringRef lhs, StringRef rhs) {
    return meetTypes(type(lhs), type(rhs));
  };
  EXPECT_EQ(meet("tensor<*xf32>", "tensor<?x4xf32>"), type("tensor<?x4xf32>"));
  EXPECT_EQ(meet("tensor<2x?xf32>", "tensor<?x4x!relax.unknown>"),
            type("tensor<2x4xf32>"));
  EXPECT_EQ(meet("tensor<2x4xf32>", "tensor<2x5xf32>"), Type());
  EXPECT_EQ(meet("tensor<4xf32>", "tensor<4xf16>"), Type());
  EXPECT_EQ(meet("!relax.shape<rank 2>", "!relax.shape<[?, 4]>"),
            type("!relax.shape<[?, 4]>"));
  EXPECT_EQ(meet("!relax.shape<?>", "!relax.shape<rank 2>"),
            type("!relax.shape<rank 2>"));
  EXPECT_EQ(meet("tuple<tensor<*xf32>, i64>", "tuple<tensor<4xf32>, i64>"),
            type("tuple<tensor<4xf32>, i64>"));
  EXPECT_EQ(meet("tensor<4xf32>", "!relax.object"), Type());
}

} // namespace
} // namespace mlir::relax
