// Operators on signals: Fourier transforms and windows.
#include "ElementType.h"
#include "OperatorTable.h"
#include "Relax/Support/RootsOfUnity.h"
#include "TensorMath.h"
#include <cmath>

namespace mlir::relax {

static constexpr double kTurn = 6.283185307179586;

namespace {
/// The parts of complex numbers; no imaginary ones where they are real.
struct ComplexParts {
  Value real, imaginary;
};

/// One DFT or STFT node under construction. A signal's last axes are the
/// places and the two parts of complex numbers (or one part).
///
/// Transforms are products with the matrix of the DFT. One of known composite
/// length is two shorter ones (RootsOfUnity.h); n need not be known.
class FourierImport {
public:
  FourierImport(NodeImport &node, bool isInverse)
      : node(node), math(node), wide(node.getBuilder().getF64Type()),
        isInverse(isInverse) {}

  void runDFT();
  void runSTFT();

private:
  ComplexParts getWaves(SymExprAttr rows, SymExprAttr columns,
                        SymExprAttr length);
  ComplexParts multiply(ComplexParts x, ComplexParts table);
  ComplexParts transformShorter(ComplexParts x, int64_t length);
  ComplexParts transformPlaces(ComplexParts x, SymExprAttr length,
                               SymExprAttr frequencies);
  ComplexParts mirror(ComplexParts x, int64_t length);
  Value restore(Value x, SymExprAttr length);
  Value scaleDown(Value x, SymExprAttr length);
  Value transform(Value x, SymExprAttr length, bool isOneSided);
  Value fit(Value x, int64_t axis, SymExprAttr length);
  ComplexParts each(ComplexParts x, function_ref<Value(Value)> apply) {
    return {apply(x.real), x.imaginary ? apply(x.imaginary) : Value()};
  }

  NodeImport &node;
  TensorMath math;
  Type wide;
  bool isInverse;
};
} // namespace

/// Whether a transform of that length is made of shorter ones.
static bool isComposite(SymExprAttr length) {
  std::optional<int64_t> known = length.getConstant();
  return known && *known > 0 && chooseFourierFactor(*known) < *known;
}

/// Cosines and sines of angles: turns over `length`, times row and column. For
/// exp(-i x) forwards, exp(+i x) for the inverse.
///
/// Constants where the sizes are known. The program computed them in each call
/// else, as folding leaves alone what takes more than some milliseconds: five
/// times as long as the product.
ComplexParts FourierImport::getWaves(SymExprAttr rows, SymExprAttr columns,
                                     SymExprAttr length) {
  constexpr int64_t kMaxElements = 1 << 21;
  Type i64 = node.getBuilder().getI64Type();
  double sign = isInverse ? 1 : -1;
  std::optional<int64_t> height = rows.getConstant();
  std::optional<int64_t> width = columns.getConstant();
  std::optional<int64_t> size = length.getConstant();
  if (height && width && size && *height > 0 && *width > 0 &&
      std::max(*height, *width) <= kMaxElements / std::min(*height, *width)) {
    RootsOfUnity roots = getRootsOfUnity(*height, *width, *size);
    for (double &sine : roots.sines)
      sine *= sign;
    return {node.makeNumbers(roots.cosines, {*height, *width}, wide),
            node.makeNumbers(roots.sines, {*height, *width}, wide)};
  }
  // Whole turns are taken away while the numbers are exact: modulo n in
  // integers, so that cos and sin see [0, 2 pi).
  SymExprAttr zero = node.makeExpr(0);
  Value row = math.expand(math.range(zero, rows, i64), {1});
  Value column = math.expand(math.range(zero, columns, i64), {0});
  Value all = node.makeSize(length, i64);
  Value turns = math.binary<FloorModOp>(math.mul(row, column), all);
  Value part = math.div(node.castTo(turns, wide), node.castTo(all, wide));
  Value angles = math.mul(part, math.number(sign * kTurn, part));
  return {math.unary<CosOp>(angles), math.unary<SinOp>(angles)};
}

/// (a + ib)(c + is) = (ac - bs) + i(as + bc). A real signal saves two of the
/// four products.
ComplexParts FourierImport::multiply(ComplexParts x, ComplexParts table) {
  ComplexParts found{math.matmul(x.real, table.real),
                     math.matmul(x.real, table.imaginary)};
  if (!x.imaginary)
    return found;
  return {math.sub(found.real, math.matmul(x.imaginary, table.imaginary)),
          math.add(found.imaginary, math.matmul(x.imaginary, table.real))};
}

/// With n = first * second, element j1 * second + j2 of the signal and k1 +
/// first * k2 of the spectrum: transforms along j1, turns by j2 * k1 of n, and
/// transforms along j2.
ComplexParts FourierImport::transformShorter(ComplexParts x, int64_t length) {
  int64_t first = chooseFourierFactor(length), second = length / first;
  SymExprAttr all = node.makeExpr(length), outer = node.makeExpr(first),
              inner = node.makeExpr(second);
  if (first == length)
    return multiply(x, getWaves(all, all, all));
  SmallVector<SymExprAttr> whole = math.dims(x.real), split = whole;
  if (whole.empty())
    return {};
  split.back() = outer;
  split.push_back(inner);
  auto swap = [&](Value part) { return math.transpose(part); };
  x = each(x, [&](Value part) { return swap(math.reshape(part, split)); });
  x = multiply(x, getWaves(outer, outer, outer));
  ComplexParts turns = getWaves(inner, outer, all);
  x = {math.sub(math.mul(x.real, turns.real),
                math.mul(x.imaginary, turns.imaginary)),
       math.add(math.mul(x.real, turns.imaginary),
                math.mul(x.imaginary, turns.real))};
  x = transformShorter(each(x, swap), second);
  return each(x, [&](Value part) { return math.reshape(swap(part), whole); });
}

/// Along the last axis; the first ones of all frequencies.
ComplexParts FourierImport::transformPlaces(ComplexParts x, SymExprAttr length,
                                            SymExprAttr frequencies) {
  if (!isComposite(length))
    return multiply(x, getWaves(length, frequencies, length));
  int64_t last = math.rank(x.real) - 1;
  x = transformShorter(x, *length.getConstant());
  if (frequencies == length)
    return x;
  return each(x, [&](Value part) {
    return math.slice(part, last, node.makeExpr(0), frequencies);
  });
}

/// The transform along the last axis but one. Sums are f64: what nearly
/// vanishes would else be lost.
/// A spectral line that is 0 in theory is a sum of terms of size 1 that cancel.
/// In f32 about 1e-7 * sqrt(n) remains, in f64 1e-16.
Value FourierImport::transform(Value x, SymExprAttr length, bool isOneSided) {
  // The spectrum of a real signal is symmetric: n / 2 + 1 lines say all.
  SymExprAttr frequencies =
      isOneSided ? floorDiv(length, node.makeExpr(2)) + 1 : length;
  int64_t last = math.rank(x) - 1;
  if (!x)
    return x;
  Type element = node.getElementType(0);
  x = node.castTo(x, wide);
  bool isComplex = getKnownDim(node, x, last).getConstant() == 2;
  ComplexParts parts{math.element(x, last, 0),
                     isComplex ? math.element(x, last, 1) : Value()};
  parts = transformPlaces(parts, length, frequencies);
  Value result = math.concat(
      {math.expand(parts.real, {last}), math.expand(parts.imaginary, {last})},
      last);
  // The inverse is divided by n, the forward transform is not (DFT 17).
  return node.castTo(isInverse ? scaleDown(result, length) : result, element);
}

Value FourierImport::scaleDown(Value x, SymExprAttr length) {
  Value size = node.makeSize(length, node.getBuilder().getI64Type());
  return math.div(x, node.castTo(size, wide));
}

/// All of a spectrum of which the first half is known: the other half has the
/// same elements, conjugate and in the other order.
ComplexParts FourierImport::mirror(ComplexParts x, int64_t length) {
  int64_t last = math.rank(x.real) - 1, rest = length - (length / 2 + 1);
  auto extend = [&](Value part, bool isConjugate) {
    Value tail = math.flip(math.slice(part, last, 1, rest + 1), last);
    return math.concat(
        {part, isConjugate ? math.unary<NegativeOp>(tail) : tail}, last);
  };
  return {extend(x.real, false), extend(x.imaginary, true)};
}

/// The real signal whose transform has `x` as its first half.
///
/// Of a length without factors: each line but those of frequency 0 and n / 2
/// stands for two, itself and its conjugate. So it is counted twice, and only
/// the real part is left.
Value FourierImport::restore(Value x, SymExprAttr length) {
  Type i64 = node.getBuilder().getI64Type();
  int64_t last = math.rank(x) - 1;
  Type element = node.getElementType(0);
  SymExprAttr frequencies = getKnownDim(node, x, last - 1);
  x = node.castTo(x, wide);
  ComplexParts parts{math.element(x, last, 0), math.element(x, last, 1)};
  if (isComposite(length)) {
    parts = transformShorter(mirror(parts, *length.getConstant()),
                             *length.getConstant());
    Value result = scaleDown(parts.real, length);
    return node.castTo(math.expand(result, {last}), element);
  }
  auto [cosine, sine] = getWaves(frequencies, length, length);
  Value place = math.range(node.makeExpr(0), frequencies, i64);
  // 2 * place mod n is 0 for exactly these two.
  Value twice = math.binary<FloorModOp>(math.add(place, place),
                                        node.makeSize(length, i64));
  Value isAlone = math.binary<EqualOp>(twice, math.number(0, twice));
  Value weight = math.expand(
      math.where(isAlone, node.makeScalar(1, wide), node.makeScalar(2, wide)),
      {1});
  Value real = math.matmul(parts.real, math.mul(weight, cosine));
  Value imaginary = math.matmul(parts.imaginary, math.mul(weight, sine));
  Value result = scaleDown(math.sub(real, imaginary), length);
  return node.castTo(math.expand(result, {last}), element);
}

/// The first `length` places of an axis, zeros behind its end.
Value FourierImport::fit(Value x, int64_t axis, SymExprAttr length) {
  SymExprAttr size = getKnownDim(node, x, axis);
  SymExprAttr missing = length - size;
  // dft_length cuts or pads with zeros behind the end.
  if (missing.getConstant() == 0)
    return x;
  if (!missing.getConstant()) {
    node.error() << "expected a signal of known length, found "
                 << node.getType(0);
    return nullptr;
  }
  if (*missing.getConstant() < 0)
    return math.slice(x, axis, node.makeExpr(0), length);
  return math.pad(x, axis, 0, *missing.getConstant());
}

void FourierImport::runDFT() {
  bool isOneSided = node.getInt("onesided", 0) != 0;
  int64_t rank = node.getRank(0), axis = 1;
  // The axis was an attribute with default 1 until opset 19; since 20 it is an
  // input with default -2.
  if (node.getOpset() < 20) {
    axis = node.getInt("axis", 1);
  } else {
    axis = -2;
    if (node.hasInput(2))
      if (SmallVector<int64_t> found = node.requireIntegers(2, "axis");
          found.size() == 1)
        axis = found.front();
  }
  axis = node.normalizeAxis(axis, rank);
  bool isHalf = isInverse && isOneSided;
  // The last axis holds real and imaginary part.
  if (!node.hasFailed() && axis == rank - 1)
    node.error() << "axis is " << axis << ", expected one before the last";
  Value x = giveSymbols(node, node.getTensor(0));
  if (node.hasFailed())
    return;
  SymExprAttr length = getKnownDim(node, x, axis);
  if (isHalf)
    // An inverse one-sided transform makes a real signal of 2 (m - 1) samples
    // out of m lines, unless a length says an odd number.
    length = (length - 1) * 2;
  if (node.hasInput(1)) {
    SmallVector<SymExprAttr> given = node.requireSymbolic(1, "a length");
    if (given.size() == 1)
      length = given.front();
    if (node.hasFailed())
      return;
    x = fit(x, axis, isHalf ? floorDiv(length, node.makeExpr(2)) + 1 : length);
  }
  if (!x)
    return;
  // The transformed axis goes next to the last, where products want it, and
  // back afterwards.
  SmallVector<int64_t> order;
  for (int64_t i = 0; i < rank - 1; ++i)
    if (i != axis)
      order.push_back(i);
  order.append({axis, rank - 1});
  SmallVector<int64_t> back(rank);
  for (auto [to, from] : llvm::enumerate(order))
    back[from] = int64_t(to);
  x = math.permute(x, order);
  x = isHalf ? restore(x, length) : transform(x, length, isOneSided);
  node.setResult(0, math.permute(x, back));
}

// Frames overlap, so their places are an index matrix: frame * step + offset.
// One gather makes all of them.
void FourierImport::runSTFT() {
  bool isOneSided = node.getInt("onesided", 1) != 0;
  Type i64 = node.getBuilder().getI64Type();
  SmallVector<int64_t> step = node.requireIntegers(1, "a step of frames");
  SymExprAttr length;
  // frame_length may be missing if there is a window, which has that length.
  if (node.hasInput(3)) {
    SmallVector<SymExprAttr> given = node.requireSymbolic(3, "a frame length");
    if (given.size() == 1)
      length = given.front();
  } else if (node.hasInput(2) && node.getRank(2) == 1) {
    length = node.getDims(2).front();
  }
  if (!node.hasFailed() && node.getRank(0) != 2 && node.getRank(0) != 3)
    node.error() << "signal has type " << node.getType(0)
                 << ", expected a batch of rank 2 or 3";
  if (!node.hasFailed() && (!length || step.size() != 1 || step[0] < 1))
    node.error() << "expected a frame length and a step of at least 1";
  if (node.hasFailed())
    return;
  Value x = giveSymbols(node, node.getTensor(0));
  // A real signal may have no axis for the parts.
  if (math.rank(x) == 2)
    x = math.expand(x, {2});
  if (!x)
    return;
  SymExprAttr frames =
      floorDiv(getKnownDim(node, x, 1) - length, node.makeExpr(step[0])) + 1;
  SymExprAttr zero = node.makeExpr(0);
  Value begin = math.mul(math.range(zero, frames, i64),
                         node.makeScalar(double(step[0]), i64));
  Value places = math.add(math.expand(begin, {1}),
                          math.expand(math.range(zero, length, i64), {0}));
  x = math.take(x, places, 1);
  // The window is multiplied before the transform, along the places of each
  // frame.
  if (node.hasInput(2))
    x = math.mul(x,
                 math.expand(castDims(node, node.getTensor(2), {length}), {1}));
  node.setResult(0, x ? transform(x, length, isOneSided) : x);
}

static void importDFT(NodeImport &node) {
  FourierImport(node, node.getInt("inverse", 0) != 0).runDFT();
}
static void importSTFT(NodeImport &node) {
  FourierImport(node, /*isInverse=*/false).runSTFT();
}

namespace {
/// What is needed to say how much of each frequency is in each band.
struct MelBands {
  int64_t bands = 0, frequencies = 0;
  SmallVector<int64_t> edges;
};
} // namespace

/// Bands are as wide on the scale of mels, 2595 log10(1 + hertz / 700).
/// The mel scale of HTK, as in the standard's reference.
static MelBands getMelBands(int64_t bands, int64_t length, int64_t rate,
                            double lowest, double highest) {
  auto toMel = [](double hertz) {
    return 2595.0 * std::log10(1.0 + hertz / 700.0);
  };
  MelBands result{bands, length / 2 + 1, {}};
  double first = toMel(lowest);
  // bands + 2 edges: each band has a low, a middle and a high one, shared with
  // its neighbours.
  double step = (toMel(highest) - first) / double(bands + 2);
  for (int64_t edge = 0; edge < bands + 2; ++edge) {
    double mel = first + step * double(edge);
    double hertz = 700.0 * (std::pow(10.0, mel / 2595.0) - 1.0);
    result.edges.push_back(
        // Rounded down to a line of the spectrum, with length + 1 as in the
        // reference.
        int64_t(std::floor(double(length + 1) * hertz / double(rate))));
  }
  return result;
}

/// How much of frequency `place` is in the band with three edges: it rises to
/// the middle edge and falls again.
/// Two edges may fall on the same line. Then that side of the triangle is
/// empty, and the middle counts as 1: no division by 0.
static double getMelWeight(int64_t place, ArrayRef<int64_t> edges) {
  int64_t low = edges[0], middle = edges[1], high = edges[2];
  if (place >= middle && place < high)
    return double(high - place) / double(high - middle);
  if (place == middle)
    return 1.0;
  return place >= low && place < middle
             ? double(place - low) / double(middle - low)
             : 0.0;
}

static void importMelWeightMatrix(NodeImport &node) {
  constexpr int64_t kMaxWeights = 1 << 22;
  auto getNumber = [&](unsigned input) {
    if (std::optional<SmallVector<double>> found = node.getFloats(input);
        found && found->size() == 1)
      return found->front();
    SmallVector<int64_t> found = node.requireIntegers(input, "a number");
    return found.size() == 1 ? double(found.front()) : 0.0;
  };
  double numbers[5];
  for (unsigned input = 0; input < 5; ++input)
    numbers[input] = getNumber(input);
  Type element = getElementType(node.getContext(),
                                int32_t(node.getInt("output_datatype", 1)));
  auto [bands, length, rate, lowest, highest] = numbers;
  // `length` bounds the lines of the spectrum, so the product bounds the
  // constant.
  bool fits = element && bands >= 1 && length >= 1 && rate >= 1 &&
              bands * length < kMaxWeights && lowest >= 0 &&
              highest >= lowest && highest < 1e6;
  if (!node.hasFailed() && !fits)
    node.error() << "expected at least one band, a length, a rate and two "
                    "edges in order, and fewer than "
                 << kMaxWeights << " weights";
  if (node.hasFailed())
    return;
  MelBands mel = getMelBands(int64_t(bands), int64_t(length), int64_t(rate),
                             lowest, highest);
  SmallVector<double> weights;
  for (int64_t place = 0; place < mel.frequencies; ++place)
    for (int64_t band = 0; band < mel.bands; ++band)
      weights.push_back(
          getMelWeight(place, ArrayRef(mel.edges).slice(band, 3)));
  node.setResult(
      0, node.makeNumbers(weights, {mel.frequencies, mel.bands}, element));
}

void addSignalOperators(OperatorTable &table) {
  table.add({
      {"DFT", 17, 19, 1, 2, importDFT},
      {"DFT", 20, kLastOpset, 1, 3, importDFT},
      {"MelWeightMatrix", 17, kLastOpset, 5, 5, importMelWeightMatrix},
      {"STFT", 17, kLastOpset, 2, 4, importSTFT},
  });
}

} // namespace mlir::relax
