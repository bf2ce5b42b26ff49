// Minimal filtering of 3 x 3 windows (A. Lavin and S. Gray, "Fast algorithms
// for convolutional neural networks", 2016), by Toom and Cook: the polynomials
// of taps and data are multiplied by their values at points, of which infinity
// is the last one.
//
// Points of four outputs are 0, +-sqrt(1/2), +-sqrt(2). Those of the paper, 0,
// +-1 and +-2, lose twice as much: root mean square of the error of f32 by that
// of the results 1.6e-6 for 64 channels and 4.5e-6 for 512, here 0.8e-6 and
// 2.1e-6; sums of products one by one have 0.4e-6 and 1.2e-6.
#include "WinogradTransform.h"

#include "../ScalarMath.h"

#include "Relax/Support/ConstantTensor.h"
#include "Relax/Support/ConvertConstant.h"
#include "Relax/Support/PermuteConstant.h"
#include "mlir/IR/AsmState.h"
#include "llvm/Support/Endian.h"
#include <cmath>
#include <vector>

namespace mlir::relax {

/// The taps of a window along an axis.
static constexpr size_t kTaps = 3;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

// The coefficients of the product of `x - point` over all points but `left`,
// that of x^0 first, and zeros up to `size`.
static SmallVector<double> multiplyFactors(ArrayRef<double> points,
                                           std::optional<size_t> left,
                                           size_t size) {
  SmallVector<double> product(size, 0);
  product[0] = 1;
  for (size_t i = 0; i != points.size(); ++i) {
    if (i == left)
      continue;
    for (size_t power = size; power-- > 0;)
      product[power] =
          (power == 0 ? 0 : product[power - 1]) - points[i] * product[power];
  }
  return product;
}

// The first `count` powers of `x` times `factor`.
static SmallVector<double> getPowers(double x, size_t count, double factor) {
  SmallVector<double> powers;
  for (size_t i = 0; i != count; ++i, factor *= x)
    powers.push_back(factor);
  return powers;
}

static SmallVector<double> getPoints(int64_t outputs) {
  if (outputs == 2)
    return {0, 1, -1};
  double small = std::sqrt(0.5);
  return {0, small, -small, 2 * small, -2 * small};
}

WinogradMatrices::WinogradMatrices(int64_t outputs) {
  SmallVector<double> points = getPoints(outputs);
  size_t size = points.size() + 1;
  output.assign(outputs, SmallVector<double>(size, 0));
  for (size_t i = 0; i != points.size(); ++i) {
    double scale = 1;
    for (size_t j = 0; j != points.size(); ++j)
      scale *= i == j ? 1 : points[i] - points[j];
    weight.push_back(getPowers(points[i], kTaps, 1 / scale));
    input.push_back(multiplyFactors(points, i, size));
    for (auto [row, power] :
         llvm::zip_equal(output, getPowers(points[i], outputs, 1)))
      row[i] = power;
  }
  // At infinity a polynomial is its highest coefficient.
  weight.push_back({0, 0, 1});
  input.push_back(multiplyFactors(points, std::nullopt, size));
  output.back().back() = 1;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

// The sum of products of numbers and values. Those that are multiplied by 1
// come first: each of the others is then one instruction.
static Value addProducts(OpBuilder &builder, Location loc,
                         ArrayRef<double> numbers, ArrayRef<Value> values) {
  Value sum;
  for (bool isOne : {true, false})
    for (auto [number, value] : llvm::zip_equal(numbers, values)) {
      // Rounded as in the program: powers of roots are whole numbers there.
      auto factor = static_cast<float>(number);
      if (factor == 0 || (factor == 1) != isOne)
        continue;
      // Of integers there are no other factors than these.
      if (factor == -1 && sum && isa<IntegerType>(value.getType())) {
        sum = subScalar(builder, loc, sum, value);
        continue;
      }
      Value term = value;
      if (!isOne)
        term = mulScalar(builder, loc,
                         constantScalar(builder, loc, value.getType(), factor),
                         value);
      sum = sum ? addScalar(builder, loc, sum, term) : term;
    }
  return sum;
}

// Half the sum and half the difference of what belongs to a point and to its
// negative: even powers are in one of them, odd ones in the other.
static std::pair<SmallVector<double>, SmallVector<double>>
splitPowers(ArrayRef<double> point, ArrayRef<double> negative) {
  SmallVector<double> even, odd;
  for (auto [lhs, rhs] : llvm::zip_equal(point, negative)) {
    even.push_back((lhs + rhs) / 2);
    odd.push_back((lhs - rhs) / 2);
  }
  return {even, odd};
}

// `input * x` of a vector.
static SmallVector<Value> applyInput(OpBuilder &builder, Location loc,
                                     const WinogradMatrices &matrices,
                                     ArrayRef<Value> x) {
  const Matrix &rows = matrices.input;
  SmallVector<Value> made{addProducts(builder, loc, rows.front(), x)};
  for (size_t row = 1; row + 1 < rows.size(); row += 2) {
    auto [even, odd] = splitPowers(rows[row], rows[row + 1]);
    Value lhs = addProducts(builder, loc, even, x);
    Value rhs = addProducts(builder, loc, odd, x);
    made.push_back(addScalar(builder, loc, lhs, rhs));
    made.push_back(subScalar(builder, loc, lhs, rhs));
  }
  made.push_back(addProducts(builder, loc, rows.back(), x));
  return made;
}

// `output * x` of a vector.
static SmallVector<Value> applyOutput(OpBuilder &builder, Location loc,
                                      const WinogradMatrices &matrices,
                                      ArrayRef<Value> x) {
  SmallVector<Value> values(x);
  for (size_t i = 1; i + 1 < x.size(); i += 2) {
    values[i] = addScalar(builder, loc, x[i], x[i + 1]);
    values[i + 1] = subScalar(builder, loc, x[i], x[i + 1]);
  }
  SmallVector<Value> made;
  for (ArrayRef<double> row : matrices.output) {
    SmallVector<double> numbers(row);
    for (size_t i = 1; i + 1 < row.size(); i += 2) {
      numbers[i] = (row[i] + row[i + 1]) / 2;
      numbers[i + 1] = (row[i] - row[i + 1]) / 2;
    }
    made.push_back(addProducts(builder, loc, numbers, values));
  }
  return made;
}

using ApplyFunction = SmallVector<Value> (*)(OpBuilder &, Location,
                                             const WinogradMatrices &,
                                             ArrayRef<Value>);

// Along the columns, then along the rows.
static SmallVector<Value> transform(OpBuilder &builder, Location loc,
                                    const WinogradMatrices &matrices,
                                    ArrayRef<Value> x, ApplyFunction apply) {
  size_t size = matrices.input.size();
  SmallVector<SmallVector<Value>> columns;
  for (size_t column = 0; column != size; ++column) {
    SmallVector<Value> line;
    for (size_t row = 0; row != size; ++row)
      line.push_back(x[row * size + column]);
    columns.push_back(apply(builder, loc, matrices, line));
  }
  SmallVector<Value> made;
  for (size_t row = 0; row != columns.front().size(); ++row)
    made.append(apply(builder, loc, matrices,
                      llvm::map_to_vector(columns, [&](const auto &column) {
                        return column[row];
                      })));
  return made;
}

SmallVector<Value> transformInput(OpBuilder &builder, Location loc,
                                  const WinogradMatrices &matrices,
                                  ArrayRef<Value> x) {
  return transform(builder, loc, matrices, x, applyInput);
}

SmallVector<Value> transformOutput(OpBuilder &builder, Location loc,
                                   const WinogradMatrices &matrices,
                                   ArrayRef<Value> x) {
  return transform(builder, loc, matrices, x, applyOutput);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// `weight * w * weight^T` in f64; elements of `w` are `strides` apart.
static SmallVector<double> transformWindow(const Matrix &weight, const float *w,
                                           int64_t down, int64_t right) {
  SmallVector<double> half, made;
  for (ArrayRef<double> row : weight)
    for (size_t column = 0; column != kTaps; ++column) {
      double sum = 0;
      for (size_t tap = 0; tap != kTaps; ++tap)
        sum += row[tap] * w[tap * down + column * right];
      half.push_back(sum);
    }
  for (size_t row = 0; row != weight.size(); ++row)
    for (ArrayRef<double> column : weight) {
      double sum = 0;
      for (size_t tap = 0; tap != kTaps; ++tap)
        sum += column[tap] * half[row * kTaps + tap];
      made.push_back(sum);
    }
  return made;
}

// Calls `store` with each output and input channel, and with what becomes of
// their window, whose axes have the letters of `layout`.
static void
transformWindows(RankedTensorType type, ArrayRef<float> numbers,
                 StringRef layout, const WinogradMatrices &matrices,
                 function_ref<void(int64_t, int64_t, ArrayRef<double>)> store) {
  auto getStride = [&](char axis) {
    int64_t stride = 1;
    for (size_t place = layout.find(axis) + 1; place != layout.size(); ++place)
      stride *= type.getDimSize(place);
    return stride;
  };
  for (int64_t o = 0; o != type.getDimSize(layout.find('O')); ++o)
    for (int64_t i = 0; i != type.getDimSize(layout.find('I')); ++i)
      store(o, i,
            transformWindow(matrices.weight,
                            numbers.data() + o * getStride('O') +
                                i * getStride('I'),
                            getStride('H'), getStride('W')));
}

ElementsAttr transformWeight(ElementsAttr constant, StringRef layout,
                             const WinogradMatrices &matrices, int64_t block) {
  std::optional<SmallVector<float>> numbers = getAsFloats(constant);
  if (!numbers)
    return {};
  auto type = cast<RankedTensorType>(constant.getShapedType());
  int64_t outputs = type.getDimSize(layout.find('O'));
  int64_t inputs = type.getDimSize(layout.find('I'));
  auto places =
      static_cast<int64_t>(matrices.input.size() * matrices.input.size());
  std::vector<float> to(places * outputs * inputs);
  transformWindows(type, *numbers, layout, matrices,
                   [&](int64_t o, int64_t i, ArrayRef<double> made) {
                     int64_t at = (o / block * inputs + i) * block + o % block;
                     for (auto [place, number] : llvm::enumerate(made))
                       to[place * outputs * inputs + at] =
                           static_cast<float>(number);
                   });
  return makeConstant(
      RankedTensorType::get({places, outputs / block, inputs, block},
                            Float32Type::get(type.getContext())),
      to, "winograd");
}

// Whether all that is made of these weights, and of data up to `bound`, are the
// numbers that types of 16 and 32 bits have: four times their sums is what the
// last transform starts from.
static bool fitsIntegers(ArrayRef<float> numbers, int64_t outputs,
                         int64_t stride, int64_t bound) {
  // A number of the data is made of four, one of the weight of nine at most.
  constexpr double kDataTerms = 4, kWeightTerms = 9;
  constexpr double kMaxHalf = std::numeric_limits<int16_t>::max();
  constexpr double kMaxWord = std::numeric_limits<int32_t>::max();
  auto size = static_cast<double>(bound);
  SmallVector<double> sums(outputs, 0);
  double largest = 0;
  for (auto [place, number] : llvm::enumerate(numbers)) {
    sums[place / stride % outputs] += std::abs(number);
    largest = std::max<double>(largest, std::abs(number));
  }
  return kDataTerms * size <= kMaxHalf && kWeightTerms * largest <= kMaxHalf &&
         llvm::all_of(sums,
                      [&](double sum) { return 4 * size * sum <= kMaxWord; });
}

ElementsAttr transformHalves(ElementsAttr constant, StringRef layout,
                             int64_t block, int64_t bound) {
  auto type = cast<RankedTensorType>(constant.getShapedType());
  WinogradMatrices matrices(2);
  size_t output = layout.find('O');
  int64_t outputs = type.getDimSize(output);
  int64_t inputs = type.getDimSize(layout.find('I'));
  std::optional<SmallVector<float>> numbers = getAsFloats(constant);
  int64_t stride =
      ShapedType::getNumElements(type.getShape().drop_front(output + 1));
  if (!numbers || !fitsIntegers(*numbers, outputs, stride, bound))
    return {};
  auto places =
      static_cast<int64_t>(matrices.input.size() * matrices.input.size());
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(
      places * outputs * inputs * sizeof(int16_t), 64);
  char *to = blob.getMutableData().data();
  transformWindows(type, *numbers, layout, matrices,
                   [&](int64_t o, int64_t i, ArrayRef<double> made) {
                     int64_t word =
                         (o / block * (inputs / 2) + i / 2) * block + o % block;
                     for (auto [place, number] : llvm::enumerate(made))
                       llvm::support::endian::write16le(
                           to + sizeof(int16_t) * (place * outputs * inputs +
                                                   2 * word + i % 2),
                           // Halves along each axis, whole numbers behind this.
                           static_cast<int16_t>(4 * number));
                   });
  Type i32 = IntegerType::get(type.getContext(), 32);
  return makeConstantOf(
      RankedTensorType::get({places, outputs / block, inputs / 2, block}, i32),
      std::move(blob), "winograd");
}

} // namespace mlir::relax
