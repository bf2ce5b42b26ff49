// Whether a program computes the same before and after a change.
#include "Relax/Reference/SameResult.h"

#include "SampleInputs.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Support/LibraryFunctions.h"
#include "mlir/IR/Diagnostics.h"

#include <cmath>

namespace mlir::relax::reference {

//===----------------------------------------------------------------------===//
// Comparing values
//===----------------------------------------------------------------------===//

/// Where two values differ; empty if they do not.
using Difference = std::string;

static Difference compareTensors(const View &before, const View &after,
                                 double tolerance) {
  if (before.sizes != after.sizes || before.element.type != after.element.type)
    return "expected " +
           Datum(Tensor{&const_cast<View &>(before), {}}).describe() +
           ", found " +
           Datum(Tensor{&const_cast<View &>(after), {}}).describe();
  const Element &element = before.element;
  SmallVector<int64_t> places;
  // The tolerance is of the largest number of the tensor and not of each
  // element: a sum of large numbers that nearly cancel is as wrong as its
  // terms.
  double largest = 0;
  after.forEachPlace([&](int64_t place) { places.push_back(place); });
  auto load = [&](const View &view, int64_t place) {
    return element.load(view.memory->getData() + place);
  };
  before.forEachPlace([&](int64_t place) {
    double value = toDouble(element, load(before, place));
    if (std::isfinite(value))
      largest = std::max(largest, std::fabs(value));
  });
  size_t index = 0;
  std::string text;
  llvm::raw_string_ostream os(text);
  before.forEachPlace([&](int64_t place) {
    size_t number = index++;
    // What nobody wrote before may be anything after.
    if (!text.empty() || !before.memory->isInitialized(place, element.bytes))
      return;
    if (!after.memory->isInitialized(places[number], element.bytes)) {
      os << "element " << number << ": nobody has written it";
      return;
    }
    Scalar a = load(before, place), b = load(after, places[number]);
    double x = toDouble(element, a), y = toDouble(element, b);
    // NaNs of any bits are the same: which one an operation gives, IEEE 754
    // leaves open. And where sums may change their order, so may infinities
    // meet others of the opposite sign or zeros, or products be beyond the
    // largest number, which is neither by another order.
    bool isSame = getBits(element, a) == getBits(element, b) ||
                  (std::isnan(x) && std::isnan(y)) ||
                  (tolerance > 0 && !std::isfinite(x) &&
                   !(std::isinf(x) && std::isinf(y))) ||
                  std::fabs(x - y) <= tolerance * largest;
    if (isSame)
      return;
    os << "element " << number << ": expected ";
    print(os, element, a);
    os << ", found ";
    print(os, element, b);
  });
  return text;
}

static Difference compareValues(const Datum &before, const Datum &after,
                                double tolerance) {
  if (before.getTensor() && after.getTensor())
    return compareTensors(*before.getTensor()->view, *after.getTensor()->view,
                          tolerance);
  if (before.getTuple() && after.getTuple() &&
      before.getTuple()->fields.size() == after.getTuple()->fields.size()) {
    for (auto [x, y] :
         llvm::zip(before.getTuple()->fields, after.getTuple()->fields))
      if (Difference difference = compareValues(x, y, tolerance);
          !difference.empty())
        return difference;
    return "";
  }
  // Closures cannot be compared but by calling them.
  if (before.getClosure() && after.getClosure())
    return "";
  std::string x, y;
  llvm::raw_string_ostream first(x), second(y);
  before.print(first);
  after.print(second);
  return x == y ? "" : "expected " + x + ", found " + y;
}

//===----------------------------------------------------------------------===//
// Running functions
//===----------------------------------------------------------------------===//

/// What stands for a function outside of the module: each element of an output
/// depends on an element of the first tensor.
/// It has to do the same before and after the change, depend on what it is
/// given, and be known for all functions. That elements differ finds results
/// that change places.
static LogicalResult runUnknown(ArrayRef<Datum> inputs,
                                ArrayRef<Datum> outputs) {
  const View *from = nullptr;
  for (const Datum &input : inputs)
    if (!from && input.getTensor() && input.getTensor()->view->isCompact() &&
        input.getTensor()->view->getNumElements() != 0)
      from = input.getTensor()->view.get();
  for (const Datum &output : outputs) {
    if (!output.getTensor())
      continue;
    const View &to = *output.getTensor()->view;
    int64_t number = 0;
    to.forEachPlace([&](int64_t place) {
      double value = static_cast<double>(number % 5);
      if (from) {
        int64_t source = from->offset +
                         number % from->getNumElements() * from->element.bytes;
        value += toDouble(from->element,
                          from->element.load(from->memory->getData() + source));
      }
      Scalar scalar;
      scalar.u = 0;
      if (to.element.kind == Element::Kind::F64)
        scalar.d = value;
      else if (to.element.isFloat())
        scalar.f = roundTo(to.element, static_cast<float>(value));
      else if (std::fabs(value) < 1e9)
        scalar.i =
            signExtend(static_cast<uint64_t>(static_cast<int64_t>(value)),
                       to.element.bits);
      to.element.store(to.memory->getData() + place, scalar);
      to.memory->setInitialized(place, to.element.bytes);
      ++number;
    });
  }
  return success();
}

namespace {

/// One module that functions are run in.
class Side {
public:
  Side(ModuleOp module, const SameResultOptions &options)
      : module(module), interpreter(module, options.limits) {
    for (auto external : module.getOps<ExternFuncOp>())
      if (external.getSymName() != kHasFunction)
        interpreter.registerExternal(external.getSymName(), &runUnknown);
  }

  FunctionOpInterface lookup(StringRef name) {
    Operation *symbol = SymbolTable::lookupSymbolIn(module, name);
    if (!isa_and_nonnull<FuncOp, tir::FuncOp>(symbol))
      return {};
    return cast<FunctionOpInterface>(symbol);
  }
  /// Runs a function; an error goes to `error` and nowhere else.
  FailureOr<std::vector<Datum>> run(FunctionOpInterface function,
                                    ArrayRef<Datum> arguments,
                                    SampleInputs &inputs, std::string &error) {
    // Errors are expected here: a random program that fails before a change
    // says nothing about it.
    ScopedDiagnosticHandler handler(module.getContext(),
                                    [&](Diagnostic &diagnostic) {
                                      if (error.empty())
                                        error = diagnostic.str();
                                      return success();
                                    });
    return interpreter.call(function.getName(), arguments,
                            inputs.getSize(SymExprAttr()));
  }

private:
  ModuleOp module;
  Interpreter interpreter;
};

} // namespace

/// Compares one function for one kind of input. Gives whether it could.
static FailureOr<bool> compareOnce(FunctionOpInterface before, Side &first,
                                   FunctionOpInterface after, Side &second,
                                   unsigned trial,
                                   const SameResultOptions &options,
                                   std::string &reason) {
  // Both have the same seed, so that the second makes equal values in memory
  // of its own.
  SampleInputs inputs(trial), again(trial);
  std::optional<std::vector<Datum>> arguments = inputs.make(before);
  if (!arguments) {
    reason = inputs.getReason().str();
    return false;
  }
  std::string error;
  FailureOr<std::vector<Datum>> expected =
      first.run(before, *arguments, inputs, error);
  if (failed(expected)) {
    reason = "it fails before: " + error;
    return false;
  }
  // The first run may have overwritten its arguments.
  FailureOr<std::vector<Datum>> found =
      second.run(after, *again.make(before), inputs, error);
  if (failed(found))
    return after.emitError("@")
           << after.getName() << " fails after the change, on inputs #" << trial
           << ", and not before: " << error;
  if (expected->size() != found->size())
    return after.emitError("@") << after.getName() << " gives " << found->size()
                                << " results after the change, expected "
                                << expected->size() << " as before";
  for (auto [index, pair] : llvm::enumerate(llvm::zip(*expected, *found))) {
    Difference difference =
        compareValues(std::get<0>(pair), std::get<1>(pair), options.tolerance);
    if (!difference.empty())
      return after.emitError("@")
             << after.getName()
             << " gives another result after the change: output #" << index
             << " on inputs #" << trial << ": " << difference;
  }
  return true;
}

static LogicalResult compareFunction(FunctionOpInterface before, Side &first,
                                     Side &second,
                                     const SameResultOptions &options,
                                     SameResultCount &count,
                                     llvm::raw_ostream &report) {
  FunctionOpInterface after = second.lookup(before.getName());
  std::string reason;
  unsigned trials = 0;
  if (!after) {
    if (before.isPublic())
      return before.emitError("expected @")
             << before.getName()
             << " to be there after the change, as it is public";
    reason = "it is gone";
  } else if (before.isPublic() && !after.isPublic()) {
    return after.emitError("@") << after.getName()
                                << " is private after the change, expected "
                                   "public as before; nobody can call it";
  } else if (after.isExternal() || before.isExternal()) {
    reason = "it has no body";
    // Nobody outside calls a private function, and passes may give it other
    // parameters.
  } else if (before.isPrivate() &&
             before.getFunctionType() != after.getFunctionType()) {
    reason = "it is private and has another type";
  } else {
    for (unsigned trial = 0; trial < SampleInputs::kTrials; ++trial) {
      FailureOr<bool> same =
          compareOnce(before, first, after, second, trial, options, reason);
      if (failed(same))
        return failure();
      trials += *same;
    }
  }
  if (trials) {
    ++count.same;
    report << "same: @" << before.getName() << " on " << trials
           << " kinds of inputs\n";
  } else {
    ++count.skipped;
    report << "skipped: @" << before.getName() << ": " << reason << '\n';
  }
  return success();
}

LogicalResult compareResults(ModuleOp before, ModuleOp after,
                             const SameResultOptions &options,
                             SameResultCount &count,
                             llvm::raw_ostream &report) {
  Side first(before, options), second(after, options);
  LogicalResult result = success();
  for (auto function : before.getOps<FunctionOpInterface>())
    if (isa<FuncOp, tir::FuncOp>(*function) &&
        failed(
            compareFunction(function, first, second, options, count, report)))
      result = failure();
  return result;
}

} // namespace mlir::relax::reference
