// The interpreter as a library: its values, its errors, comparisons.
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Reference/SameResult.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::relax;
using namespace mlir::relax::reference;

namespace {

class ReferenceTest : public testing::Test {
protected:
  ReferenceTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          errors += diagnostic.str() + "\n";
          return success();
        }) {
    context.loadDialect<RelaxDialect, tir::TIRDialect, arith::ArithDialect,
                        math::MathDialect, memref::MemRefDialect>();
    context.printOpOnDiagnostic(false);
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(
        text, ParserConfig(&context, /*verifyAfterParse=*/false));
  }

  /// The result of an op on constants of one type, as bits.
  uint64_t compute(const std::string &op, Type type,
                   ArrayRef<uint64_t> operands, Type result = {}) {
    std::string text = "tir.func @f(";
    if (!result)
      result = type;
    std::string from, to, names;
    llvm::raw_string_ostream(from) << type;
    llvm::raw_string_ostream(to) << result;
    std::string body;
    std::vector<Datum> inputs;
    for (auto [index, bits] : llvm::enumerate(operands)) {
      std::string name = "%x" + std::to_string(index);
      text += (index ? ", " : "") + name + ": memref<" + from + ">";
      body += "%a" + std::to_string(index) + " = memref.load " + name +
              "[] : memref<" + from + ">\n";
      names += (index ? ", %a" : "%a") + std::to_string(index);
      ViewRef view = makeView({}, *Element::of(type));
      view->element.store(view->memory->getData(),
                          fromBits(view->element, bits));
      view->memory->setInitialized(0, view->memory->getSize());
      inputs.push_back(reference::Tensor{view, {}});
    }
    std::string types = from == to ? from : from + " to " + to;
    size_t place = op.find('#');
    std::string call = place == std::string::npos
                           ? op + " " + names
                           : op.substr(0, place) + names + op.substr(place + 1);
    text += std::string(operands.empty() ? "" : ", ") + "%y: memref<" + to +
            ">) attributes {num_inputs = " + std::to_string(operands.size()) +
            " : i64} {\n" + body + "%r = " + call + " : " + types +
            "\nmemref.store %r, %y[] : memref<" + to + ">\ntir.return\n}";
    OwningOpRef<ModuleOp> module = parse(text);
    EXPECT_TRUE(module) << text << errors;
    if (!module)
      return 0;
    FailureOr<std::vector<Datum>> results =
        Interpreter(*module).call("f", inputs);
    if (failed(results))
      return 0;
    const View &view = *results->front().getTensor()->view;
    return getBits(view.element, view.element.load(view.memory->getData()));
  }
  Type getType(StringRef text) { return parseType(text, &context); }

  MLIRContext context;
  std::string errors;
  ScopedDiagnosticHandler handler;
};

uint64_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

} // namespace

TEST_F(ReferenceTest, IntegersWrapAround) {
  Type i8 = getType("i8"), i1 = getType("i1"), i64 = getType("i64");
  EXPECT_EQ(compute("arith.addi", i8, {127, 1}), 128u);
  EXPECT_EQ(compute("arith.subi", i8, {128, 1}), 127u);
  EXPECT_EQ(compute("arith.muli", i8, {200, 3}), (200u * 3) % 256);
  EXPECT_EQ(compute("arith.muli", i64, {uint64_t(1) << 63, 3}), uint64_t(1)
                                                                    << 63);
  EXPECT_EQ(compute("arith.addi", i1, {1, 1}), 0u);
  EXPECT_EQ(compute("math.absi", i8, {128}), 128u);
  EXPECT_EQ(compute("math.ipowi", i8, {3, 5}), 243u);
  EXPECT_EQ(compute("math.ipowi", i8, {0xff, 0xfd}), 0xffu);
}

TEST_F(ReferenceTest, DivisionsRoundAsTheySay) {
  Type i8 = getType("i8");
  auto divide = [&](const char *op, int a, int b) {
    return static_cast<int8_t>(compute(op, i8, {uint8_t(a), uint8_t(b)}));
  };
  EXPECT_EQ(divide("arith.divsi", -7, 2), -3);
  EXPECT_EQ(divide("arith.remsi", -7, 2), -1);
  EXPECT_EQ(divide("arith.floordivsi", -7, 2), -4);
  EXPECT_EQ(divide("arith.floordivsi", 7, -2), -4);
  EXPECT_EQ(divide("arith.ceildivsi", -7, 2), -3);
  EXPECT_EQ(divide("arith.ceildivsi", 7, 2), 4);
  EXPECT_EQ(divide("arith.divui", -7, 2), 124);
  EXPECT_EQ(divide("arith.remui", -7, 16), 9);
  EXPECT_EQ(divide("arith.ceildivui", 7, 2), 4);
  // Neither has a value.
  divide("arith.divsi", 1, 0);
  EXPECT_NE(errors.find("divides by zero"), std::string::npos);
  divide("arith.remsi", -128, -1);
  EXPECT_NE(errors.find("divides the least value by -1"), std::string::npos);
  // As an unsigned number it has.
  EXPECT_EQ(divide("arith.divui", -128, -1), 0);
}

TEST_F(ReferenceTest, ShiftsAndOrders) {
  Type i8 = getType("i8");
  EXPECT_EQ(compute("arith.shli", i8, {0x81, 1}), 2u);
  EXPECT_EQ(compute("arith.shrsi", i8, {0x80, 7}), 0xffu);
  EXPECT_EQ(compute("arith.shrui", i8, {0x80, 7}), 1u);
  EXPECT_EQ(compute("arith.maxsi", i8, {0x80, 1}), 1u);
  EXPECT_EQ(compute("arith.maxui", i8, {0x80, 1}), 0x80u);
  EXPECT_EQ(compute("arith.minui", i8, {0x80, 1}), 1u);
  EXPECT_EQ(compute("math.ctlz", i8, {1}), 7u);
  EXPECT_EQ(compute("math.cttz", i8, {0}), 8u);
  EXPECT_EQ(compute("math.ctpop", i8, {0xff}), 8u);
}

TEST_F(ReferenceTest, NaNFollowsTheOp) {
  Type f32 = getType("f32");
  uint64_t nan = bitsOf(NAN), one = bitsOf(1.0f);
  auto isNaN = [](uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; };
  EXPECT_TRUE(isNaN(compute("arith.maximumf", f32, {nan, one})));
  EXPECT_TRUE(isNaN(compute("arith.minimumf", f32, {one, nan})));
  EXPECT_EQ(compute("arith.maxnumf", f32, {nan, one}), one);
  EXPECT_EQ(compute("arith.minnumf", f32, {one, nan}), one);
  EXPECT_EQ(compute("arith.maximumf", f32, {bitsOf(-0.0f), 0}), 0u);
  EXPECT_EQ(compute("arith.minimumf", f32, {0, bitsOf(-0.0f)}), bitsOf(-0.0f));
  EXPECT_EQ(compute("math.roundeven", f32, {bitsOf(2.5f)}), bitsOf(2.0f));
  EXPECT_EQ(compute("math.roundeven", f32, {bitsOf(-0.5f)}), bitsOf(-0.0f));
  EXPECT_EQ(compute("math.round", f32, {bitsOf(2.5f)}), bitsOf(3.0f));
}

TEST_F(ReferenceTest, NarrowFloatsRoundOnce) {
  Type f16 = getType("f16"), bf16 = getType("bf16"), f32 = getType("f32");
  // 2048 + 1 lies between two numbers of f16; the even one is 2048.
  EXPECT_EQ(compute("arith.addf", f16, {0x6800, 0x3c00}), 0x6800u);
  EXPECT_EQ(compute("arith.addf", f16, {0x6800, 0x4200}), 0x6802u);
  // The greatest number plus half a step is infinite.
  EXPECT_EQ(compute("arith.addf", f16, {0x7bff, 0x4c00}), 0x7c00u);
  // Below the least normal number.
  EXPECT_EQ(compute("arith.mulf", f16, {0x0400, 0x3800}), 0x0200u);
  EXPECT_EQ(compute("arith.mulf", f16, {0x0001, 0x3800}), 0x0000u);
  EXPECT_EQ(compute("arith.addf", bf16, {0x4380, 0x3f80}), 0x4380u);
  EXPECT_EQ(compute("arith.truncf", f32, {bitsOf(65519.0f)}, f16), 0x7bffu);
  EXPECT_EQ(compute("arith.truncf", f32, {bitsOf(65520.0f)}, f16), 0x7c00u);
  EXPECT_EQ(compute("arith.truncf", f32, {0x3f808000}, bf16), 0x3f80u);
  EXPECT_EQ(compute("arith.truncf", f32, {0x3f818000}, bf16), 0x3f82u);
  EXPECT_EQ(compute("arith.extf", f16, {0x0001}, f32), bitsOf(0x1p-24f));
}

TEST_F(ReferenceTest, EveryHalfComesBack) {
  Element half = *Element::of(getType("f16"));
  for (uint64_t bits = 0; bits < 0x10000; ++bits) {
    Scalar value = fromBits(half, bits);
    if (std::isnan(value.f))
      continue;
    EXPECT_EQ(getBits(half, value), bits);
    EXPECT_EQ(roundToF16(value.f), value.f);
  }
}

TEST_F(ReferenceTest, CastsKeepOrSayWhyNot) {
  Type i8 = getType("i8"), i1 = getType("i1"), i32 = getType("i32");
  Type f32 = getType("f32"), index = getType("index"), bf16 = getType("bf16");
  EXPECT_EQ(compute("arith.extsi", i8, {0x80}, i32), 0xffffff80u);
  EXPECT_EQ(compute("arith.extui", i8, {0x80}, i32), 0x80u);
  EXPECT_EQ(compute("arith.extui", i1, {1}, i32), 1u);
  EXPECT_EQ(compute("arith.extsi", i1, {1}, i32), 0xffffffffu);
  EXPECT_EQ(compute("arith.trunci", i32, {0x1ff}, i8), 0xffu);
  EXPECT_EQ(compute("arith.index_castui", i8, {0xff}, index), 255u);
  EXPECT_EQ(compute("arith.index_cast", i8, {0xff}, index), ~uint64_t(0));
  EXPECT_EQ(compute("arith.uitofp", i8, {0xff}, f32), bitsOf(255.0f));
  EXPECT_EQ(compute("arith.sitofp", i8, {0xff}, f32), bitsOf(-1.0f));
  EXPECT_EQ(compute("arith.sitofp", i32, {257}, bf16), 0x4380u);
  EXPECT_EQ(compute("arith.fptosi", f32, {bitsOf(-128.9f)}, i8), 0x80u);
  EXPECT_EQ(compute("arith.fptoui", f32, {bitsOf(255.9f)}, i8), 0xffu);
  EXPECT_EQ(compute("arith.bitcast", f32, {bitsOf(1.0f)}, i32), 0x3f800000u);
  EXPECT_EQ(errors, "");
  compute("arith.fptosi", f32, {bitsOf(128.0f)}, i8);
  EXPECT_NE(errors.find("converts too large a number"), std::string::npos);
}

/// What no verifier would let through, and calls that do not fit.
static const char *const kWrongCalls = R"(
    tir.func @k(%n: index) attributes {num_inputs = 0 : i64} { tir.return }
    relax.func @g(%i: i64) { relax.return }
    relax.func @calls() { relax.call @missing() : () -> () relax.return }
    relax.func @kernels() {
      %0 = relax.call_tir @missing() : () -> tensor<2xf32>
      relax.return
    }
    relax.func @few() { relax.call @g() : () -> () relax.return }
    relax.func @alloc() {
      %0 = relax.builtin.alloc_tensor : tensor<2x!relax.unknown>
      relax.return
    }
    relax.func @twice() {
      %s = relax.memory.alloc_storage [8]
      relax.memory.kill_storage %s
      relax.memory.kill_storage %s
      relax.return
    }
    relax.func @one() -> tensor<2xi1> {
      %c = relax.constant dense<true> : tensor<2xi1>
      relax.assert_op %c, "a" : tensor<2xi1>
      relax.return %c : tensor<2xi1>
    }
    relax.func @result() {
      %0 = relax.call @one_row() : () -> i64
      relax.return
    }
    relax.func @one_row() -> tensor<2xi1> {
      %c = relax.constant dense<true> : tensor<2xi1>
      relax.return %c : tensor<2xi1>
    }
    relax.func @argument() {
      %c = relax.constant dense<true> : tensor<2xi1>
      relax.call @g(%c) : (tensor<2xi1>) -> ()
      relax.return
    }
    relax.func @dtype() {
      %0 = relax.call_tir @k() : () -> tensor<2x!relax.unknown>
      relax.return
    })";

TEST_F(ReferenceTest, WrongCallsAreErrors) {
  OwningOpRef<ModuleOp> module = parse(kWrongCalls);
  ASSERT_TRUE(module);
  Interpreter interpreter(*module);
  auto expect = [&](FailureOr<std::vector<Datum>> result, StringRef words) {
    EXPECT_TRUE(failed(result));
    EXPECT_NE(errors.find(words.str()), std::string::npos) << errors;
    errors.clear();
  };
  Datum number = Number{*Element::of(getType("index")), {}};
  expect(interpreter.call("g", {}), "expects 1 arguments, found 0");
  expect(interpreter.call("g", Datum(Null{})), "cannot take null");
  expect(interpreter.call("k", {number, number}),
         "expects no more arguments than parameters, found 1 more");
  expect(interpreter.call("calls", {}),
         "cannot be interpreted: expected the module to have @missing");
  expect(interpreter.call("kernels", {}),
         "cannot be interpreted: expected the module to have @missing");
  expect(interpreter.call("few", {}), "passes 0 arguments, expected 1");
  expect(interpreter.call("dtype", {}),
         "expected a known dtype of the tensor that it makes");
  expect(interpreter.call("alloc", {}),
         "expected a known dtype of the tensor that it makes");
  expect(interpreter.call("twice", {}), "gives back a storage that was killed");
  expect(interpreter.call("one", {}), "expects one number, found tensor<2xi1>");
  expect(interpreter.call("result", {}),
         "expects another result than tensor<2xi1>");
  expect(interpreter.call("argument", {}),
         "passes tensor<2xi1> where its callee expects something else");
}

TEST_F(ReferenceTest, DifferencesAreFound) {
  StringRef first = "relax.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { "
                    "relax.return %x : tensor<2xf32> }";
  auto compareWith = [&](StringRef text) {
    OwningOpRef<ModuleOp> before = parse(first), after = parse(text);
    SameResultCount count;
    std::string report;
    llvm::raw_string_ostream os(report);
    errors.clear();
    return succeeded(compareResults(*before, *after, {}, count, os));
  };
  EXPECT_TRUE(compareWith(first));
  EXPECT_FALSE(
      compareWith(R"(relax.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relax.constant dense<9.0> : tensor<2xf32>
    relax.return %0 : tensor<2xf32> })"));
  EXPECT_NE(errors.find("gives another result after the change: output #0 on "
                        "inputs #0: element 0: expected"),
            std::string::npos);
  EXPECT_FALSE(compareWith(R"(relax.func @f(%x: tensor<2xf32>) {
    relax.return })"));
  EXPECT_NE(
      errors.find("gives 0 results after the change, expected 1 as before"),
      std::string::npos);
  EXPECT_FALSE(
      compareWith(R"(relax.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
    relax.return %x : tensor<3xf32> })"));
  EXPECT_NE(errors.find("fails after the change, on inputs #0, and not before"),
            std::string::npos);
  EXPECT_FALSE(compareWith(R"(relax.func private @g() { relax.return })"));
  EXPECT_NE(errors.find("to be there after the change, as it is public"),
            std::string::npos);
  EXPECT_FALSE(
      compareWith(R"(relax.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relax.builtin.alloc_tensor : tensor<2xf32>
    relax.return %0 : tensor<2xf32> })"));
  EXPECT_NE(errors.find("element 0: nobody has written it"), std::string::npos);
}

TEST_F(ReferenceTest, InfinitiesMayBeNaNWhereOrderMayChange) {
  auto make = [&](StringRef value) {
    return parse(
        ("relax.func @f() -> tensor<1xf32> { %0 = relax.constant dense<" +
         value + "> : tensor<1xf32> relax.return %0 : tensor<1xf32> }")
            .str());
  };
  StringRef infinity = "0x7F800000", minus = "0xFF800000", nan = "0x7FC00000";
  auto isSame = [&](StringRef x, StringRef y, double tolerance) {
    OwningOpRef<ModuleOp> before = make(x), after = make(y);
    SameResultCount count;
    SameResultOptions options;
    options.tolerance = tolerance;
    return succeeded(
        compareResults(*before, *after, options, count, llvm::nulls()));
  };
  EXPECT_TRUE(isSame(infinity, nan, 1e-5));
  EXPECT_TRUE(isSame(nan, infinity, 1e-5));
  EXPECT_FALSE(isSame(infinity, nan, 0));
  EXPECT_TRUE(isSame(nan, "1.0", 1e-5));
  EXPECT_TRUE(isSame(infinity, "1.0", 1e-5));
  EXPECT_FALSE(isSame(nan, "1.0", 0));
  EXPECT_FALSE(isSame(infinity, minus, 1e-5));
  EXPECT_FALSE(isSame("1.0", nan, 1e-5));
}

TEST_F(ReferenceTest, ExternalFunctionsAreCalled) {
  OwningOpRef<ModuleOp> module = parse(R"(
    relax.extern_func @twice
    relax.func @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relax.force_pure} {
      %0 = relax.call_inplace_packed @twice(%x) {inplace_indices = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
      relax.return %0 : tensor<2xf32>
    })");
  ASSERT_TRUE(module) << errors;
  ViewRef view = makeView(2, *Element::of(getType("f32")));
  auto *data = reinterpret_cast<float *>(view->memory->getData());
  data[0] = 1;
  data[1] = 2;
  view->memory->setInitialized(0, 8);
  Interpreter interpreter(*module);
  interpreter.registerExternal(
      "twice", [](ArrayRef<Datum>, ArrayRef<Datum> outputs) {
        auto *out = reinterpret_cast<float *>(
            outputs.front().getTensor()->view->memory->getData());
        out[0] *= 2;
        out[1] *= 2;
        return success();
      });
  FailureOr<std::vector<Datum>> results =
      interpreter.call("f", Datum(reference::Tensor{view, {}}));
  ASSERT_TRUE(succeeded(results)) << errors;
  std::string text;
  llvm::raw_string_ostream os(text);
  results->front().print(os);
  EXPECT_EQ(text, "[2, 4]");
  interpreter.registerExternal(
      "twice", [](ArrayRef<Datum>, ArrayRef<Datum>) { return failure(); });
  EXPECT_TRUE(
      failed(interpreter.call("f", Datum(reference::Tensor{view, {}}))));
  EXPECT_NE(errors.find("fails: so says the external function @twice"),
            std::string::npos);
}

TEST_F(ReferenceTest, ConstantsComeBack) {
  for (StringRef text :
       {"dense<[1.0, 2.0]> : tensor<2xf16>",
        "dense<[true, false]> : tensor<2xi1>", "dense<7> : tensor<3xi64>",
        "dense<[[1], [-2]]> : tensor<2x1xi8>"}) {
    auto constant = cast<ElementsAttr>(parseAttribute(text, &context));
    std::optional<reference::Tensor> tensor = fromAttribute(constant);
    ASSERT_TRUE(tensor);
    EXPECT_EQ(toAttribute(*tensor, "c"), constant);
  }
}
