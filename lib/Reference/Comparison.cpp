// Whether two versions of a module execute to the same results.
#include "Relax/Reference/Comparison.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"

#include <cmath>
#include <random>

namespace mlir::relax::reference {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
/// Makes the values of one call.
class ArgumentMaker {
public:
  explicit ArgumentMaker(uint64_t seed) : generator(seed) {}

  std::optional<Datum> make(Type type);

private:
  /// Nothing if the expression is negative or has no value.
  std::optional<int64_t> getSize(SymExprAttr dim);
  std::optional<Datum> makeTensor(RankedTensorType type);
  Scalar makeScalar(const Element &element);
  int64_t below(int64_t bound) { return int64_t(generator() % bound); }

  std::mt19937_64 generator;
  DenseMap<StringAttr, int64_t> symbols;
};
} // namespace

std::optional<int64_t> ArgumentMaker::getSize(SymExprAttr dim) {
  if (!dim)
    return 1 + below(4);
  std::optional<int64_t> size =
      dim.evaluate([&](StringAttr name) -> std::optional<int64_t> {
        auto [found, isNew] = symbols.try_emplace(name, 0);
        if (isNew)
          found->second = below(8) == 0 ? 0 : 1 + below(5);
        return found->second;
      });
  return size && *size >= 0 ? size : std::nullopt;
}

Scalar ArgumentMaker::makeScalar(const Element &element) {
  Scalar value = {};
  int64_t number = below(17) - 8;
  if (!element.isFloat()) {
    value.i = element.bits == 1 ? -(number & 1) : number / 2;
    return value;
  }
  double real = double(number) / 4;
  if (below(32) == 0)
    real = below(2) ? std::nan("") : INFINITY;
  if (element.kind == Element::Kind::F64)
    value.d = real;
  else
    value.f = roundTo(element, real);
  return value;
}

std::optional<Datum> ArgumentMaker::makeTensor(RankedTensorType type) {
  std::optional<Element> element = Element::of(type.getElementType());
  SmallVector<int64_t> sizes;
  for (SymExprAttr dim : getDims(type)) {
    std::optional<int64_t> size = getSize(dim);
    if (!size)
      return std::nullopt;
    sizes.push_back(*size);
  }
  ViewRef view = element ? makeView(sizes, *element) : nullptr;
  if (!view)
    return std::nullopt;
  view->forEachPlace([&](int64_t place) {
    element->store(view->memory->getData() + place, makeScalar(*element));
  });
  view->memory->setInitialized(0, view->memory->getSize());
  return Tensor{view, {}};
}

std::optional<Datum> ArgumentMaker::make(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return makeTensor(tensor);
  if (auto tensor = dyn_cast<UnrankedTensorType>(type))
    return makeTensor(RankedTensorType::get({2, 3}, tensor.getElementType()));
  if (auto tuple = dyn_cast<TupleType>(type)) {
    Tuple value;
    for (Type field : tuple.getTypes()) {
      std::optional<Datum> made = make(field);
      if (!made)
        return std::nullopt;
      value.fields.push_back(*made);
    }
    return value;
  }
  if (auto shape = dyn_cast<ShapeType>(type)) {
    Shape value;
    if (!shape.hasRank())
      return std::nullopt;
    for (SymExprAttr dim : shape.getDims()) {
      std::optional<int64_t> size = getSize(dim);
      if (!size)
        return std::nullopt;
      value.sizes.push_back(*size);
    }
    return value;
  }
  if (std::optional<Element> element = Element::of(type))
    return Number{*element, makeScalar(*element)};
  return std::nullopt;
}

/// What a parameter of a tensor program stands for.
static Type getParameterType(tir::FuncOp function, unsigned index) {
  Type type = function.getArgumentTypes()[index];
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer)
    return type;
  if (auto dims = function.getArgAttrOfType<DimsAttr>(index, "tir.dims"))
    return getTensorType(dims.getDims(), buffer.getElementType());
  return RankedTensorType::get(buffer.getShape(), buffer.getElementType());
}

std::optional<std::vector<Datum>> makeArguments(FunctionOpInterface function,
                                                uint64_t seed) {
  SmallVector<Type> types(function.getArgumentTypes());
  if (auto program = dyn_cast<tir::FuncOp>(function.getOperation())) {
    // What a scalar must be depends on the outputs, which the program makes.
    if (program.getNumBuffers() != program.getNumArguments())
      return std::nullopt;
    types.clear();
    for (unsigned i = 0; i < program.getNumInputs(); ++i)
      types.push_back(getParameterType(program, i));
  }
  ArgumentMaker maker(seed);
  std::vector<Datum> values;
  for (Type type : types) {
    std::optional<Datum> value = maker.make(type);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

Datum copyDatum(const Datum &value) {
  if (const Tensor *tensor = value.getTensor())
    return Tensor{copyView(*tensor->view), tensor->end};
  const Tuple *tuple = value.getTuple();
  if (!tuple)
    return value;
  Tuple copy;
  for (const Datum &field : tuple->fields)
    copy.fields.push_back(copyDatum(field));
  return copy;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool isSameScalar(const Element &element, Scalar lhs, Scalar rhs,
                         double allowed) {
  if (!element.isFloat())
    return lhs.i == rhs.i;
  double a = toDouble(element, lhs), b = toDouble(element, rhs);
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::abs(a - b) <= allowed;
}

/// The greatest finite magnitude of a tensor.
static double getMagnitude(const View &view) {
  double magnitude = 0;
  view.forEachPlace([&](int64_t place) {
    double value = std::abs(toDouble(
        view.element, view.element.load(view.memory->getData() + place)));
    if (std::isfinite(value))
      magnitude = std::max(magnitude, value);
  });
  return magnitude;
}

static bool isSameView(const View &lhs, const View &rhs, double tolerance) {
  if (lhs.sizes != rhs.sizes || lhs.element.type != rhs.element.type)
    return false;
  if (lhs.element.isFloat())
    tolerance *= lhs.element.bits == 64   ? 1e-3
                 : lhs.element.bits == 32 ? 1
                                          : 100;
  double allowed = lhs.element.isFloat() ? tolerance * getMagnitude(lhs) : 0;
  SmallVector<int64_t> places;
  rhs.forEachPlace([&](int64_t place) { places.push_back(place); });
  bool isSame = true;
  size_t next = 0;
  lhs.forEachPlace([&](int64_t place) {
    int64_t other = places[next++];
    int64_t bytes = lhs.element.bytes;
    bool isWritten = lhs.memory->isInitialized(place, bytes);
    isSame &= isWritten == rhs.memory->isInitialized(other, bytes) &&
              (!isWritten ||
               isSameScalar(
                   lhs.element, lhs.element.load(lhs.memory->getData() + place),
                   rhs.element.load(rhs.memory->getData() + other), allowed));
  });
  return isSame;
}

bool isSameDatum(const Datum &lhs, const Datum &rhs, double tolerance) {
  if (lhs.getTensor() && rhs.getTensor())
    return isSameView(*lhs.getTensor()->view, *rhs.getTensor()->view,
                      tolerance);
  if (lhs.getShape() && rhs.getShape())
    return lhs.getShape()->sizes == rhs.getShape()->sizes;
  if (lhs.getNumber() && rhs.getNumber()) {
    const Number &a = *lhs.getNumber(), &b = *rhs.getNumber();
    return a.element.type == b.element.type &&
           isSameScalar(a.element, a.value, b.value,
                        tolerance * std::abs(toDouble(a.element, a.value)));
  }
  if (lhs.getTuple() && rhs.getTuple())
    return llvm::equal(lhs.getTuple()->fields, rhs.getTuple()->fields,
                       [&](const Datum &a, const Datum &b) {
                         return isSameDatum(a, b, tolerance);
                       });
  // What else there is cannot be looked into.
  return !lhs.getTensor() == !rhs.getTensor() &&
         !lhs.getShape() == !rhs.getShape() &&
         !lhs.getNumber() == !rhs.getNumber() &&
         !lhs.getTuple() == !rhs.getTuple();
}

/// A call with copies of `arguments`, which may be written; they come after
/// the results.
static FailureOr<std::vector<Datum>>
callQuietly(ModuleOp module, StringRef name, ArrayRef<Datum> arguments,
            const Limits &limits, std::string &errors) {
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          errors += diagnostic.str() + "\n";
        return success();
      });
  std::vector<Datum> copies;
  for (const Datum &argument : arguments)
    copies.push_back(copyDatum(argument));
  Interpreter interpreter(module, limits);
  FailureOr<std::vector<Datum>> results = interpreter.call(name, copies);
  if (succeeded(results))
    llvm::append_range(*results, copies);
  return results;
}

static std::string describe(const Datum &value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.print(stream);
  return text;
}

LogicalResult compareModules(ModuleOp before, ModuleOp after,
                             const ComparisonOptions &options,
                             std::string &difference) {
  SymbolTable symbols(after);
  for (auto function : before.getOps<FunctionOpInterface>()) {
    StringRef name = function.getName();
    if (!function.isPublic() || function.isExternal() ||
        !isa<FuncOp, tir::FuncOp>(function.getOperation()) ||
        !symbols.lookup<FunctionOpInterface>(name))
      continue;
    auto arguments = makeArguments(function, options.seed);
    if (!arguments)
      continue;
    std::string errors;
    FailureOr<std::vector<Datum>> expected =
        callQuietly(before, name, *arguments, options.limits, errors);
    if (failed(expected))
      continue;
    FailureOr<std::vector<Datum>> found =
        callQuietly(after, name, *arguments, options.limits, errors);
    if (failed(found)) {
      difference =
          ("@" + name + " gave results, now it fails: " + errors).str();
      return failure();
    }
    for (size_t i = 0; i < expected->size(); ++i)
      if (found->size() != expected->size() ||
          !isSameDatum((*expected)[i], (*found)[i], options.tolerance)) {
        difference = ("@" + name + ": result #" + Twine(i) + " was " +
                      describe((*expected)[i]) + ", now it is " +
                      (i < found->size() ? describe((*found)[i]) : "missing"))
                         .str();
        return failure();
      }
  }
  return success();
}

} // namespace mlir::relax::reference
