// Transforms of StableHLO as products with tables (RootsOfUnity.h).
#include "FourierTransform.h"

#include "Relax/Support/RootsOfUnity.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {

// A table of a prime's length has its square of numbers.
static constexpr int64_t kLargestPrime = 2048;

namespace {
/// The transform of one op.
class FourierTransform : public ComplexMath {
public:
  FourierTransform(OpBuilder &builder, Location loc, bool isInverse)
      : ComplexMath(builder, loc), isInverse(isInverse) {}

  /// Along the last axis.
  Complex transform(Complex x);
  /// Along another one.
  Complex transformAxis(Complex x, int64_t axis);
  Value slice(Value x, int64_t first, int64_t limit);
  /// All of a spectrum of which the first half is known: the other half has the
  /// same elements, conjugate and in the other order.
  Complex mirror(Complex x, int64_t length);
  Complex scaleBoth(Complex x, double by);

private:
  Complex makeTable(int64_t rows, int64_t columns, int64_t count, Value like);
  Complex product(Complex x, Complex table);
  Value dot(Value x, Value table);
  Complex reshape(Complex x, ArrayRef<int64_t> shape);
  Complex permute(Complex x, ArrayRef<int64_t> order);
  Complex swapLast(Complex x);
  Complex each(Complex x, llvm::function_ref<Value(Value)> apply) {
    return {apply(x.real), x.imaginary ? apply(x.imaginary) : Value()};
  }

  bool isInverse;
};
} // namespace

//===-- Moves -------------------------------------------------------------===//

Complex FourierTransform::reshape(Complex x, ArrayRef<int64_t> shape) {
  return each(x, [&](Value part) -> Value {
    return hlo::ReshapeOp::create(builder, loc, typeOf(part).clone(shape),
                                  part);
  });
}

Complex FourierTransform::permute(Complex x, ArrayRef<int64_t> order) {
  return each(x, [&](Value part) -> Value {
    SmallVector<int64_t> shape;
    for (int64_t axis : order)
      shape.push_back(typeOf(part).getDimSize(axis));
    return hlo::TransposeOp::create(builder, loc, typeOf(part).clone(shape),
                                    part, order);
  });
}

// Moves are ops of their own here. Fusion puts those of a twiddled product into
// its kernel, and a transpose in front of a product is an option of matmul.
Complex FourierTransform::swapLast(Complex x) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(typeOf(x.real).getRank()));
  std::swap(order.back(), order[order.size() - 2]);
  return permute(x, order);
}

Value FourierTransform::slice(Value x, int64_t first, int64_t limit) {
  SmallVector<int64_t> from(typeOf(x).getRank(), 0), to(typeOf(x).getShape()),
      step(typeOf(x).getRank(), 1);
  from.back() = first;
  to.back() = limit;
  SmallVector<int64_t> shape(typeOf(x).getShape());
  shape.back() = limit - first;
  return hlo::SliceOp::create(builder, loc, typeOf(x).clone(shape), x, from, to,
                              step);
}

Complex FourierTransform::mirror(Complex x, int64_t length) {
  int64_t half = typeOf(x.real).getShape().back(), rest = length - half;
  if (rest == 0)
    return x;
  SmallVector<int64_t> shape(typeOf(x.real).getShape());
  shape.back() = length;
  int64_t last = int64_t(shape.size()) - 1;
  auto extend = [&](Value part, bool isNegated) -> Value {
    Value tail =
        hlo::ReverseOp::create(builder, loc, slice(part, 1, rest + 1).getType(),
                               slice(part, 1, rest + 1), last);
    return hlo::ConcatenateOp::create(
        builder, loc, typeOf(part).clone(shape),
        ValueRange{part, isNegated ? neg(tail) : tail}, last);
  };
  return {extend(x.real, false), extend(x.imaginary, true)};
}

Complex FourierTransform::scaleBoth(Complex x, double by) {
  return each(x, [&](Value part) { return scale(part, by); });
}

//===-- Products ----------------------------------------------------------===//

/// Forward transforms turn clockwise.
Complex FourierTransform::makeTable(int64_t rows, int64_t columns,
                                    int64_t count, Value like) {
  auto type =
      RankedTensorType::get({rows, columns}, typeOf(like).getElementType());
  RootsOfUnity roots = getRootsOfUnity(rows, columns, count);
  auto make = [&](ArrayRef<double> numbers, double sign) -> Value {
    auto values = llvm::map_to_vector(numbers, [&](double number) -> Attribute {
      return builder.getFloatAttr(type.getElementType(), sign * number);
    });
    return hlo::ConstantOp::create(builder, loc, type,
                                   DenseElementsAttr::get(type, values));
  };
  return {make(roots.cosines, 1), make(roots.sines, isInverse ? 1 : -1)};
}

Value FourierTransform::dot(Value x, Value table) {
  SmallVector<int64_t> shape(typeOf(x).getShape());
  shape.back() = typeOf(table).getDimSize(1);
  int64_t last = int64_t(shape.size()) - 1;
  auto axes = hlo::DotDimsAttr::get(builder.getContext(), {}, {}, last, {0});
  return hlo::DotGeneralOp::create(builder, loc, typeOf(x).clone(shape), x,
                                   table, axes, ArrayAttr(), Attribute());
}

/// A row of the signal by a table whose columns are the frequencies.
Complex FourierTransform::product(Complex x, Complex table) {
  Complex found{dot(x.real, table.real), dot(x.real, table.imaginary)};
  // A real signal costs half of the products.
  if (!x.imaginary)
    return found;
  return {sub(found.real, dot(x.imaginary, table.imaginary)),
          add(found.imaginary, dot(x.imaginary, table.real))};
}

/// With n = first * second, element j1 * second + j2 of the signal and k1 +
/// first * k2 of the spectrum: transforms along j1, turns by j2 * k1 of n, and
/// transforms along j2.
Complex FourierTransform::transform(Complex x) {
  SmallVector<int64_t> shape(typeOf(x.real).getShape());
  int64_t length = shape.back(), first = chooseFourierFactor(length);
  Complex roots = makeTable(first, first, first, x.real);
  if (first == length)
    return product(x, roots);
  int64_t second = length / first;
  SmallVector<int64_t> split(shape);
  split.back() = first;
  split.push_back(second);
  Complex found = product(swapLast(reshape(x, split)), roots);
  Complex turns = makeTable(second, first, length, x.real);
  int64_t rank = int64_t(split.size());
  turns = each(turns, [&](Value table) -> Value {
    return hlo::BroadcastInDimOp::create(builder, loc, found.real.getType(),
                                         table,
                                         ArrayRef<int64_t>{rank - 2, rank - 1});
  });
  found = transform(swapLast(mul(found, turns)));
  return reshape(swapLast(found), shape);
}

/// Products want the axis to be the last one. It changes places with that, so
/// that the same order leads back.
Complex FourierTransform::transformAxis(Complex x, int64_t axis) {
  int64_t last = typeOf(x.real).getRank() - 1;
  if (axis == last)
    return transform(x);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(last + 1));
  std::swap(order[axis], order[last]);
  return permute(transform(permute(x, order)), order);
}

//===-- Ops ---------------------------------------------------------------===//

/// The text of a program may claim anything: sizes that do not follow from the
/// lengths would make slices that do not fit, and their verifiers would speak
/// of ops that the user never wrote.
std::string getFourierObstacle(hlo::FftOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getOperand().getType());
  auto result = dyn_cast<RankedTensorType>(op.getResult().getType());
  ArrayRef<int64_t> lengths = op.getFftLength();
  if (!type || !result || !type.hasStaticShape() || lengths.empty() ||
      int64_t(lengths.size()) > type.getRank())
    return "expected an operand of known sizes, and lengths of its last axes";
  // The half of a spectrum is known on the side where it is complex.
  bool isFromReal = op.getFftType() == hlo::FftType::RFFT;
  bool isToReal = op.getFftType() == hlo::FftType::IRFFT;
  SmallVector<int64_t> from(type.getShape()), to(type.getShape());
  for (auto [index, length] : llvm::enumerate(lengths)) {
    size_t axis = from.size() - lengths.size() + index;
    bool isLast = index + 1 == lengths.size();
    from[axis] = isToReal && isLast ? length / 2 + 1 : length;
    to[axis] = isFromReal && isLast ? length / 2 + 1 : length;
    int64_t prime = length;
    for (int64_t factor;
         prime > 0 && (factor = chooseFourierFactor(prime)) < prime;)
      prime = std::max(factor, prime / factor);
    if (length < 1 || prime > kLargestPrime)
      return "expected lengths whose prime factors are at most " +
             std::to_string(kLargestPrime);
  }
  bool isReal = isa<FloatType>(type.getElementType());
  bool isRealResult = isa<FloatType>(result.getElementType());
  if (ArrayRef(from) != type.getShape() || ArrayRef(to) != result.getShape() ||
      isReal != isFromReal || isRealResult != isToReal)
    return "expected the shapes and types that the lengths and the kind of "
           "transform say";
  return "";
}

/// Axes do not depend on each other, but for the last one: its half is known
/// only while the other axes' transforms see complex numbers. So it comes first
/// from real numbers and last to them.
Complex emitFourier(hlo::FftOp op, OpBuilder &builder, Complex x) {
  ArrayRef<int64_t> lengths = op.getFftLength();
  hlo::FftType kind = op.getFftType();
  bool isInverse = kind == hlo::FftType::IFFT || kind == hlo::FftType::IRFFT;
  FourierTransform fourier(builder, op.getLoc(), isInverse);
  int64_t rank = typeOf(x.real).getRank(), last = lengths.back();
  if (kind == hlo::FftType::RFFT) {
    x = fourier.transform(x);
    x = {fourier.slice(x.real, 0, last / 2 + 1),
         fourier.slice(x.imaginary, 0, last / 2 + 1)};
  }
  for (int64_t axis = rank - int64_t(lengths.size()); axis < rank - 1; ++axis)
    x = fourier.transformAxis(x, axis);
  if (kind == hlo::FftType::IRFFT)
    x = fourier.mirror(x, last);
  if (kind != hlo::FftType::RFFT)
    x = fourier.transform(x);
  if (kind == hlo::FftType::IRFFT)
    x.imaginary = {};
  double total = 1;
  for (int64_t length : lengths)
    total *= double(length);
  return isInverse ? fourier.scaleBoth(x, 1 / total) : x;
}

} // namespace mlir::relax
