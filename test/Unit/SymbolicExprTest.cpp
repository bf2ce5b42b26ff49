// Symbolic expressions: their normal form agrees with arithmetic, and their
// text with themselves.
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>

namespace mlir::relax {
namespace {

class SymbolicExprTest : public ::testing::Test {
protected:
  SymbolicExprTest() { context.loadDialect<RelaxDialect>(); }

  SymExprAttr sym(StringRef name) {
    return SymExprAttr::symbol(&context, name);
  }
  SymExprAttr num(int64_t value) {
    return SymExprAttr::constant(&context, value);
  }
  std::string print(SymExprAttr expr) {
    if (!expr)
      return "?";
    std::string text;
    llvm::raw_string_ostream os(text);
    expr.printExpr(os);
    return text;
  }
  SymExprAttr parse(const std::string &text) {
    return dyn_cast_or_null<SymExprAttr>(
        parseAttribute("#relax.expr<" + text + ">", &context));
  }
  std::string normalize(const std::string &text) { return print(parse(text)); }

  MLIRContext context;
};

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

TEST_F(SymbolicExprTest, EqualSumsAreOne) {
  SymExprAttr n = sym("n"), m = sym("m");
  EXPECT_EQ(n + m, m + n);
  EXPECT_EQ((n + 1) * (n - 1), n * n - 1);
  EXPECT_EQ(n - n, num(0));
  EXPECT_EQ((n + m) * (n + m), n * n + n * m * 2 + m * m);
}

TEST_F(SymbolicExprTest, TextIsAsOneWritesIt) {
  EXPECT_EQ(normalize("1 + 2 * n"), "n * 2 + 1");
  EXPECT_EQ(normalize("4 - n"), "4 - n");
  EXPECT_EQ(normalize("-n - 1"), "-n - 1");
  EXPECT_EQ(normalize("1 + n + n * n"), "n * n + n + 1");
  EXPECT_EQ(normalize("(1 + n) floordiv 2"), "(n + 1) floordiv 2");
  EXPECT_EQ(normalize("m * (n floordiv 2)"), "m * (n floordiv 2)");
  EXPECT_EQ(normalize("(n floordiv 2) * 4"), "n floordiv 2 * 4");
  EXPECT_EQ(normalize("min(m, max(n, 4))"), "min(m, max(n, 4))");
  EXPECT_EQ(normalize("\"batch size\" * \"min\""), "\"batch size\" * \"min\"");
}

TEST_F(SymbolicExprTest, DivisionTakesOutWhatItDivides) {
  EXPECT_EQ(normalize("(4 * n) floordiv 2"), "n * 2");
  EXPECT_EQ(normalize("(n * 5 + 6) floordiv 4"), "n + (n + 2) floordiv 4 + 1");
  EXPECT_EQ(normalize("(n * 4 + 3) floormod 4"), "3");
  EXPECT_EQ(normalize("n floordiv 1"), "n");
  EXPECT_EQ(normalize("n floormod 1"), "0");
  EXPECT_EQ(normalize("n floordiv n"), "1");
  EXPECT_EQ(normalize("n floormod n"), "0");
  EXPECT_EQ(normalize("(n * 64) floordiv n"), "64");
  EXPECT_EQ(normalize("((n + 1) * 64) floordiv (n + 1)"), "64");
  EXPECT_EQ(normalize("(n * m * 2) floordiv (m * 4)"), "n floordiv 2");
  EXPECT_EQ(normalize("(n * 4) floormod 8"), "n floormod 2 * 4");
  EXPECT_EQ(normalize("n floordiv 2 floordiv 3"), "n floordiv 6");
  EXPECT_EQ(normalize("(n floormod 8) floormod 4"), "n floormod 4");
  EXPECT_EQ(normalize("(n floormod 4) floordiv 4"), "0");
  EXPECT_EQ(normalize("n floormod 4 + n floordiv 4 * 4"), "n");
  EXPECT_EQ(normalize("n ceildiv 4"), "(n + 3) floordiv 4");
  EXPECT_EQ(normalize("(n * 3) ceildiv n"), "3");
  EXPECT_EQ(normalize("n ceildiv m"), "n ceildiv m");
  EXPECT_EQ(normalize("-7 floordiv 2"), "-4");
  EXPECT_EQ(normalize("-7 floormod 2"), "1");
  EXPECT_EQ(normalize("7 floormod -2"), "-1");
  EXPECT_EQ(normalize("-7 ceildiv 2"), "-3");
}

TEST_F(SymbolicExprTest, ExtremaDropWhatIsProvablyWorse) {
  EXPECT_EQ(normalize("min(n, n)"), "n");
  EXPECT_EQ(normalize("min(n, n + 1, m)"), "min(m, n)");
  EXPECT_EQ(normalize("max(n, n + m)"), "m + n");
  EXPECT_EQ(normalize("max(n, 0)"), "n");
  EXPECT_EQ(normalize("min(n, 0)"), "0");
  EXPECT_EQ(normalize("max(n - 1, 0)"), "max(n - 1, 0)");
  EXPECT_EQ(normalize("min(min(n, 4), min(m, 5))"), "min(m, n, 4)");
}

TEST_F(SymbolicExprTest, NothingWraps) {
  SymExprAttr open = num(kMax) + num(1);
  EXPECT_FALSE(open.getConstant());
  EXPECT_EQ(parse(print(open)), open);
  EXPECT_EQ(num(kMax) * num(2), num(2) * num(kMax));
  EXPECT_FALSE((num(kMax) * num(2)).getConstant());
  EXPECT_FALSE((-num(kMin)).getConstant());
  EXPECT_EQ((sym("n") * kMax + sym("n")) - sym("n") * kMax,
            (sym("n") * kMax + sym("n")) - sym("n") * kMax);
  for (SymExprAttr expr :
       {num(kMin), sym("n") * kMin + kMin, floorDiv(num(kMin), num(-1)),
        floorMod(num(kMin), num(-1)), floorDiv(sym("n") * kMin, 2),
        sym("n") - kMin, (sym("n") * kMax) * (sym("m") * kMax) + 1,
        (sym("n") + kMax) + 1, ((sym("n") + kMax) + 1) * ((num(kMax) * 2)),
        ceilDiv(sym("n") + kMax, 3)})
    EXPECT_EQ(parse(print(expr)), expr) << print(expr);
}

TEST_F(SymbolicExprTest, UnknownStaysUnknown) {
  SymExprAttr n = sym("n"), unknown;
  EXPECT_FALSE(n + unknown);
  EXPECT_FALSE(unknown - n);
  EXPECT_FALSE(unknown * 0);
  EXPECT_FALSE(floorDiv(n, unknown));
  EXPECT_FALSE(floorDiv(n, 0));
  EXPECT_FALSE(floorMod(n, 0));
  EXPECT_FALSE(ceilDiv(n, 0));
  EXPECT_FALSE(min(n, unknown));
  EXPECT_FALSE(SymExprAttr::minimum({}));
  EXPECT_FALSE(sym(""));
}

TEST_F(SymbolicExprTest, SizeIsLimited) {
  SymExprAttr deep = sym("n");
  for (int i = 0; i < 1000 && deep; ++i)
    deep = floorDiv(deep + 1, sym("m"));
  EXPECT_FALSE(deep);
  SymExprAttr wide = sym("n");
  for (int i = 0; i < 100 && wide; ++i)
    wide = floorMod(wide + sym("m"), wide + 1);
  EXPECT_FALSE(wide);
  // (a + b) * (c + d) * ... would have 2^40 terms.
  SymExprAttr product = num(1);
  for (int i = 0; i < 40; ++i)
    product = product * (sym("a" + std::to_string(i)) + i + 1);
  EXPECT_EQ(parse(print(product)), product);
}

TEST_F(SymbolicExprTest, LongSumsAreQuick) {
  std::string text = "n0";
  for (int i = 1; i < 100000; ++i)
    text += " + n" + std::to_string(i) + " * " + std::to_string(i);
  SymExprAttr expr = parse(text);
  ASSERT_TRUE(expr);
  EXPECT_EQ(parse(print(expr)), expr);
  std::string open = "9223372036854775807";
  for (int i = 1; i < 20000; ++i)
    open += " + 9223372036854775807";
  SymExprAttr opened = parse(open);
  ASSERT_TRUE(opened);
  EXPECT_EQ(parse(print(opened)), opened);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

TEST_F(SymbolicExprTest, Leaves) {
  EXPECT_EQ(num(4).getConstant(), 4);
  EXPECT_TRUE(sym("n").isSymbol());
  EXPECT_EQ(sym("n").getSymbol(), "n");
  EXPECT_FALSE((sym("n") + 1).isSymbol());
  EXPECT_EQ((sym("n") + 1).getSymbol(), "");
}

TEST_F(SymbolicExprTest, Bounds) {
  EXPECT_EQ((sym("n") + 1).getLowerBound(), 1);
  EXPECT_EQ((sym("n") + 1).getUpperBound(), std::nullopt);
  EXPECT_EQ((4 * min(sym("n"), num(8)).getUpperBound().value()), 32);
  EXPECT_EQ(floorMod(sym("n"), 4).getUpperBound(), 3);
  EXPECT_EQ((num(4) - sym("n")).getUpperBound(), 4);
}

TEST_F(SymbolicExprTest, WalkVisitsEachSymbolOnce) {
  std::vector<std::string> names;
  SymExprAttr expr = sym("n") * sym("m") + floorDiv(sym("n"), sym("k"));
  expr.walkSymbols([&](StringAttr name) { names.push_back(name.str()); });
  llvm::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"k", "m", "n"}));
}

TEST_F(SymbolicExprTest, Substitute) {
  llvm::DenseMap<StringAttr, SymExprAttr> values;
  values[StringAttr::get(&context, "n")] = sym("m") * 2;
  EXPECT_EQ(floorDiv(sym("n") + 1, 2).substitute(values), sym("m"));
  EXPECT_EQ(sym("k").substitute(values), sym("k"));
  values[StringAttr::get(&context, "n")] = {};
  EXPECT_FALSE((sym("n") + 1).substitute(values));
}

TEST_F(SymbolicExprTest, EvaluateNeedsAllSizes) {
  auto four = [](StringAttr name) -> std::optional<int64_t> {
    if (name == "n")
      return 4;
    return std::nullopt;
  };
  EXPECT_EQ((sym("n") * 2 + 1).evaluate(four), 9);
  EXPECT_EQ(sym("m").evaluate(four), std::nullopt);
  EXPECT_EQ((sym("n") * kMax).evaluate(four), std::nullopt);
  EXPECT_EQ(floorDiv(num(7), sym("n") - 4).evaluate(four), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Random expressions
//===----------------------------------------------------------------------===//

/// An expression beside its value for some sizes, which nothing simplified.
struct Random {
  static constexpr size_t kSamples = 6;
  SymExprAttr expr;
  /// None where the expression divides by zero.
  std::optional<__int128> values[kSamples];
};

__int128 floorOf(__int128 lhs, __int128 rhs) {
  __int128 quotient = lhs / rhs;
  return quotient - (lhs % rhs != 0 && (lhs < 0) != (rhs < 0));
}

class RandomExprs : public SymbolicExprTest {
protected:
  int pick(int below) { return static_cast<int>(random() % below); }

  void newSizes() {
    for (auto &row : sizes)
      for (int64_t &size : row)
        size = pick(4) == 0 ? pick(2) : pick(40);
  }

  Random makeLeaf() {
    Random leaf;
    if (pick(3) == 0) {
      int64_t value = pick(17) - 4;
      leaf.expr = num(value);
      for (auto &entry : leaf.values)
        entry = value;
      return leaf;
    }
    int symbol = pick(3);
    leaf.expr = sym(StringRef("nmk").substr(symbol, 1));
    for (size_t i = 0; i < Random::kSamples; ++i)
      leaf.values[i] = sizes[i][symbol];
    return leaf;
  }

  Random make(int depth) {
    if (depth == 0 || pick(6) == 0)
      return makeLeaf();
    return join(pick(9), make(depth - 1), make(depth - 1));
  }

  static std::optional<__int128> apply(int op, __int128 lhs, __int128 rhs) {
    switch (op) {
    case 0:
    case 7:
      return lhs + rhs;
    case 1:
      return lhs - rhs;
    case 2:
    case 8:
      return lhs * rhs;
    case 3:
      return std::min(lhs, rhs);
    case 4:
      return std::max(lhs, rhs);
    default:
      break;
    }
    if (rhs == 0)
      return std::nullopt;
    if (op == 5)
      return floorOf(lhs, rhs);
    return lhs - rhs * floorOf(lhs, rhs);
  }

  static SymExprAttr applyExpr(int op, SymExprAttr lhs, SymExprAttr rhs) {
    switch (op) {
    case 0:
    case 7:
      return lhs + rhs;
    case 1:
      return lhs - rhs;
    case 2:
    case 8:
      return lhs * rhs;
    case 3:
      return min(lhs, rhs);
    case 4:
      return max(lhs, rhs);
    case 5:
      return floorDiv(lhs, rhs);
    default:
      return floorMod(lhs, rhs);
    }
  }

  Random join(int op, const Random &lhs, const Random &rhs) {
    Random result;
    // Every other quotient rounds up.
    bool up = op == 5 && pick(2) == 0;
    result.expr =
        up ? ceilDiv(lhs.expr, rhs.expr) : applyExpr(op, lhs.expr, rhs.expr);
    for (size_t i = 0; i < Random::kSamples; ++i) {
      if (!lhs.values[i] || !rhs.values[i])
        continue;
      result.values[i] = apply(op, *lhs.values[i], *rhs.values[i]);
      if (up && result.values[i])
        result.values[i] = -floorOf(-*lhs.values[i], *rhs.values[i]);
    }
    return result;
  }

  std::optional<int64_t> evaluate(SymExprAttr expr, size_t sample) {
    return expr.evaluate([&](StringAttr name) -> std::optional<int64_t> {
      return sizes[sample][StringRef("nmk").find(name.getValue())];
    });
  }

  std::mt19937 random{20260731};
  int64_t sizes[Random::kSamples][3] = {};
};

TEST_F(RandomExprs, ValueIsThatOfTheOriginal) {
  int compared = 0;
  for (int round = 0; round < 30000; ++round) {
    newSizes();
    Random made = make(1 + round % 5);
    if (!made.expr)
      continue;
    for (size_t i = 0; i < Random::kSamples; ++i) {
      std::optional<int64_t> value = evaluate(made.expr, i);
      if (!made.values[i] || !value)
        continue;
      ++compared;
      ASSERT_EQ(*value, static_cast<int64_t>(*made.values[i]))
          << print(made.expr) << " for n = " << sizes[i][0]
          << ", m = " << sizes[i][1] << ", k = " << sizes[i][2];
      ASSERT_LE(made.expr.getLowerBound().value_or(kMin), *value)
          << print(made.expr);
      ASSERT_GE(made.expr.getUpperBound().value_or(kMax), *value)
          << print(made.expr);
    }
  }
  EXPECT_GT(compared, 100000);
}

TEST_F(RandomExprs, TextParsesToTheSame) {
  for (int round = 0; round < 10000; ++round) {
    SymExprAttr expr = make(1 + round % 5).expr;
    if (!expr)
      continue;
    ASSERT_EQ(parse(print(expr)), expr)
        << print(expr) << " became " << print(parse(print(expr)));
  }
}

TEST_F(RandomExprs, SubstitutionKeepsValues) {
  llvm::DenseMap<StringAttr, SymExprAttr> values;
  values[StringAttr::get(&context, "n")] = sym("m") * 2 + 1;
  values[StringAttr::get(&context, "k")] = floorDiv(sym("m"), 3);
  for (int round = 0; round < 5000; ++round) {
    newSizes();
    for (auto &row : sizes) {
      row[0] = row[1] * 2 + 1;
      row[2] = row[1] / 3;
    }
    SymExprAttr expr = make(1 + round % 4).expr;
    SymExprAttr replaced = expr ? expr.substitute(values) : expr;
    for (size_t i = 0; i < Random::kSamples && replaced; ++i) {
      std::optional<int64_t> before = evaluate(expr, i);
      std::optional<int64_t> after = evaluate(replaced, i);
      if (!before || !after)
        continue;
      ASSERT_EQ(*before, *after)
          << print(expr) << " became " << print(replaced);
    }
  }
}

TEST_F(RandomExprs, AnyTokensParseOrFail) {
  ScopedDiagnosticHandler silent(&context, [](Diagnostic &) {});
  const char *tokens[] = {"n",        "m",         "4",
                          "0",        "(",         ")",
                          "+",        "-",         "*",
                          ",",        "min",       "max",
                          "\"a\"",    "min(n, m)", "?",
                          "floordiv", "floormod",  "ceildiv",
                          "->",       "-1",        "9223372036854775807"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (int length = pick(9) + 1; length > 0; --length)
      text += std::string(tokens[pick(std::size(tokens))]) + " ";
    SymExprAttr expr = parse(text);
    ASSERT_TRUE(!expr || parse(print(expr)) == expr) << text;
  }
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

// Upstream's replacer has to cope with unknown dimensions.
TEST_F(SymbolicExprTest, ReplacingVisitsDimensions) {
  DimsAttr dims = DimsAttr::get(&context, {sym("n"), {}, sym("m")}, {});
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](SymExprAttr expr) -> Attribute {
    return expr == sym("n") ? sym("k") : expr;
  });
  Attribute replaced = replacer.replace(dims);
  EXPECT_EQ(replaced, DimsAttr::get(&context, {sym("k"), {}, sym("m")}, {}));
}

} // namespace
} // namespace mlir::relax
