// Random numbers by generators whose words are a hash of a key and a counter
// (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
//
// The specification leaves open which bits a state gives. Here they are those
// of XLA, so that what was tested with a seed there is the same here. A word
// depends on its place alone: all are computed in parallel, on each machine
// alike.
#include "GraphConversion.h"

#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {
/// Arithmetic of unsigned integers of 32 and 64 bits.
class WordMath {
public:
  explicit WordMath(GraphConversion &graph)
      : graph(graph), u32(getUnsigned(32)), u64(getUnsigned(64)) {}

  Value number(uint64_t value, Type type) {
    return graph.constant(
        IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), value)));
  }
  Value add(Value x, uint64_t value) {
    return graph.add(x, number(value, TensorBuilder::elementOf(x)));
  }
  Value exclusive(Value lhs, Value rhs) {
    return graph.emit<BitwiseXorOp>({lhs, rhs});
  }
  Value shiftDown(Value x, unsigned bits) {
    return graph.emit<RightShiftOp>(
        {x, number(bits, TensorBuilder::elementOf(x))});
  }
  Value rotate(Value x, unsigned bits) {
    Value up = graph.emit<LeftShiftOp>({x, number(bits, u32)});
    return graph.emit<BitwiseOrOp>({up, shiftDown(x, 32 - bits)});
  }
  Value low(Value wide) { return graph.cast(wide, u32); }
  Value high(Value wide) { return low(shiftDown(wide, 32)); }
  Value join(Value low, Value high) {
    Value up =
        graph.emit<LeftShiftOp>({graph.cast(high, u64), number(32, u64)});
    return graph.emit<BitwiseOrOp>({graph.cast(low, u64), up});
  }
  /// `base`, `base + 1` and so on.
  Value countFrom(Value base, int64_t count) {
    ArangeOp::Properties range;
    range.start = graph.dim(0);
    range.end = graph.dim(count);
    range.step = graph.dim(1);
    range.dtype = TypeAttr::get(IntegerType::get(graph.getContext(), 64));
    return graph.add(graph.cast(graph.emit<ArangeOp>({}, range), u64), base);
  }
  Value reshape(Value x, ArrayRef<int64_t> sizes) {
    return graph.reshape(x, llvm::map_to_vector(sizes, [&](int64_t size) {
                           return graph.dim(size);
                         }));
  }
  /// The number at `index` of a list.
  Value element(Value list, int64_t index) {
    return reshape(graph.slice(list, 0, graph.dim(index), graph.dim(index + 1)),
                   {});
  }
  /// Parts of one size, an element of each in turn, as many as are wanted.
  Value interleave(ArrayRef<Value> parts, int64_t length, int64_t wanted) {
    SmallVector<Value> columns;
    for (Value part : parts)
      columns.push_back(reshape(part, {length, 1}));
    int64_t number = parts.size();
    Value all = reshape(graph.concat(columns, 1), {length * number});
    return graph.slice(all, 0, graph.dim(0), graph.dim(wanted));
  }

  GraphConversion &graph;
  Type u32, u64;

private:
  Type getUnsigned(unsigned width) {
    return IntegerType::get(graph.getContext(), width, IntegerType::Unsigned);
  }
};

/// Random words, and the counter behind them.
struct Words {
  Value words, counter;
};
} // namespace

//===----------------------------------------------------------------------===//
// Threefry
//===----------------------------------------------------------------------===//

/// Threefry-2x32 of 20 rounds: a word of the key is added after each four.
static std::pair<Value, Value> hashThreefry(WordMath math, Value counter,
                                            Value key) {
  static constexpr unsigned kTurns[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  GraphConversion &graph = math.graph;
  Value keys[] = {math.low(key), math.high(key), Value()};
  // The third word makes a key of zeros as good as any (section 3.3).
  keys[2] = math.exclusive(math.exclusive(keys[0], keys[1]),
                           math.number(0x1bd11bda, math.u32));
  Value x = graph.add(math.low(counter), keys[0]);
  Value y = graph.add(math.high(counter), keys[1]);
  for (unsigned group = 0; group < 5; ++group) {
    for (unsigned bits : kTurns[group % 2]) {
      x = graph.add(x, y);
      y = math.exclusive(math.rotate(y, bits), x);
    }
    x = graph.add(x, keys[(group + 1) % 3]);
    y = math.add(graph.add(y, keys[(group + 2) % 3]), group + 1);
  }
  return {x, y};
}

namespace {
/// How XLA lays pairs of words out: in turn along one axis, the first of even
/// size, or else the first of the largest size.
struct PairLayout {
  explicit PairLayout(ArrayRef<int64_t> sizes);
  /// Sizes of the axes in front of it, of half of it, and of those behind it.
  int64_t outer = 1, half = 1, inner = 1, size = 1;
};
} // namespace

// A size of [3, 4, 5] is split to [3, 2, 2, 5], where the third axis is that of
// the pair. Another order would give the same numbers at other places, and a
// seed would no longer mean what it means to JAX.
PairLayout::PairLayout(ArrayRef<int64_t> sizes) {
  if (sizes.empty())
    return;
  const int64_t *split =
      llvm::find_if(sizes, [](int64_t size) { return size % 2 == 0; });
  if (split == sizes.end())
    split = llvm::max_element(sizes);
  size = *split;
  half = llvm::divideCeil(size, 2);
  for (const int64_t *other = sizes.begin(); other != sizes.end(); ++other)
    if (other != split)
      (other < split ? outer : inner) *= *other;
}

// Of 32 bits a turn of the generator gives two words, one for each half of the
// places; of 64 bits both are one number, and no axis is split.
static Words drawThreefry(WordMath math, Value state, ArrayRef<int64_t> sizes,
                          unsigned width) {
  GraphConversion &graph = math.graph;
  Value key = math.element(state, 0), counter = math.element(state, 1);
  if (width == 64) {
    int64_t count = ShapedType::getNumElements(sizes);
    auto [x, y] = hashThreefry(math, math.countFrom(counter, count), key);
    return {math.join(x, y), math.add(counter, count)};
  }
  PairLayout pairs(sizes);
  int64_t count = pairs.outer * pairs.half * pairs.inner;
  auto [x, y] = hashThreefry(math, math.countFrom(counter, count), key);
  SmallVector<Value> columns;
  for (Value part : {x, y})
    columns.push_back(
        math.reshape(part, {pairs.outer, pairs.half, 1, pairs.inner}));
  Value all = math.reshape(graph.concat(columns, 2),
                           {pairs.outer, 2 * pairs.half, pairs.inner});
  return {graph.slice(all, 1, graph.dim(0), graph.dim(pairs.size)),
          math.add(counter, count)};
}

//===----------------------------------------------------------------------===//
// Philox
//===----------------------------------------------------------------------===//

/// Philox-4x32 of 10 rounds, on a counter of two words of 64 bits.
static SmallVector<Value, 4> hashPhilox(WordMath math, Value low, Value high,
                                        Value key) {
  static constexpr uint32_t kFactors[] = {0xd2511f53, 0xcd9e8d57};
  static constexpr uint32_t kSteps[] = {0x9e3779b9, 0xbb67ae85};
  SmallVector<Value, 4> x = {math.low(low), math.high(low), math.low(high),
                             math.high(high)};
  Value keys[] = {math.low(key), math.high(key)};
  for (unsigned round = 0; round < 10; ++round) {
    // Both halves of a product are used, hence 64 bits.
    auto multiply = [&](Value word, uint32_t factor) {
      return math.graph.mul(math.graph.cast(word, math.u64),
                            math.number(factor, math.u64));
    };
    Value first = multiply(x[0], kFactors[0]);
    Value second = multiply(x[2], kFactors[1]);
    x = {math.exclusive(math.exclusive(math.high(second), x[1]), keys[0]),
         math.low(second),
         math.exclusive(math.exclusive(math.high(first), x[3]), keys[1]),
         math.low(first)};
    for (unsigned index : {0, 1})
      keys[index] = math.add(keys[index], kSteps[index]);
  }
  return x;
}

/// A state of two words has the key as the upper half of its counter as well,
/// and loses what is carried there.
static Words drawPhilox(WordMath math, Value state, ArrayRef<int64_t> sizes,
                        unsigned width) {
  GraphConversion &graph = math.graph;
  bool isLong = TensorBuilder::dimsOf(state)[0] == graph.dim(3);
  Value key = math.element(state, 0), counter = math.element(state, 1);
  Value upper = isLong ? math.element(state, 2) : key;
  int64_t count = ShapedType::getNumElements(sizes);
  int64_t blocks = llvm::divideCeil(count * (width == 64 ? 2 : 1), 4);
  auto carry = [&](Value sum) {
    return graph.select(graph.emit<LessOp>({sum, counter}), math.add(upper, 1),
                        upper);
  };
  Value places = math.countFrom(counter, blocks);
  SmallVector<Value, 4> x = hashPhilox(math, places, carry(places), key);
  if (width == 64)
    x = {math.join(x[0], x[1]), math.join(x[2], x[3])};
  Value after = math.add(counter, blocks), behind = math.reshape(after, {1});
  if (isLong)
    behind = graph.concat({behind, math.reshape(carry(after), {1})}, 0);
  return {math.interleave(x, blocks, count), behind};
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static bool isState(Value state, bool isPhilox) {
  auto type = typeOf(state);
  return type && type.getElementType().isUnsignedInteger(64) &&
         type.getRank() == 1 &&
         (type.getDimSize(0) == 2 || (isPhilox && type.getDimSize(0) == 3));
}

// The bits themselves are what programs rely on: each width and both forms of
// the state are compared with XLA's (test/Integration/stablehlo/random-*).
static LogicalResult convertBits(hlo::RngBitGeneratorOp op,
                                 GraphConversion &graph) {
  // What is the default is up to the machine; on processors it is this.
  bool isPhilox = op.getRngAlgorithm() != hlo::RngAlgorithm::THREE_FRY;
  RankedTensorType type = typeOf(op.getOutput());
  auto element =
      type ? dyn_cast<IntegerType>(type.getElementType()) : IntegerType();
  if (!isState(op.getInitialState(), isPhilox) || !element ||
      element.getWidth() < 8 || !type.hasStaticShape() ||
      op.getOutputState().getType() != op.getInitialState().getType())
    return graph
        .reject(op,
                "expected a state of 2 ui64, with PHILOX 2 or 3, and integers "
                "of known sizes",
                "found " + typesText(op->getOperandTypes()) + " and " +
                    typesText(op->getResultTypes()))
        .attachNote(op.getInitialState());
  WordMath math(graph);
  Value state = graph.get(op.getInitialState());
  Words drawn = (isPhilox ? drawPhilox : drawThreefry)(
      math, state, type.getShape(), element.getWidth());
  Value key = math.reshape(math.element(state, 0), {1});
  Value counter = isPhilox ? drawn.counter : math.reshape(drawn.counter, {1});
  // Of narrow integers the upper bits of a word are left out.
  Value bits = graph.cast(math.reshape(drawn.words, type.getShape()), element);
  return graph.replace(op, {graph.concat({key, counter}, 0), bits});
}

/// Numbers from 0 on and below 1, of as many bits as the format has.
// More bits would be rounded up to 1 now and then, which the range excludes.
static Value toUnit(WordMath math, Value words, FloatType type) {
  unsigned digits = type.getFPMantissaWidth();
  Value whole = math.graph.cast(math.shiftDown(words, 64 - digits), type);
  return math.graph.mul(whole, std::ldexp(1.0, -int(digits)));
}

/// By Box and Muller: a radius and an angle.
static Value toNormal(WordMath math, Value radii, Value angles,
                      FloatType type) {
  GraphConversion &graph = math.graph;
  // Half a step from 0, where the logarithm has no value.
  Value radius = graph.add(toUnit(math, radii, type),
                           std::ldexp(0.5, -int(type.getFPMantissaWidth())));
  radius = graph.emit<SqrtOp>(graph.mul(graph.emit<LogOp>(radius), -2));
  Value angle = graph.mul(toUnit(math, angles, type), 2 * llvm::numbers::pi);
  return graph.mul(radius, graph.emit<CosOp>(angle));
}

/// The generator's state is hidden, and nothing here outlives a call: each op
/// has its own key, and gives the same numbers in each call.
static LogicalResult convertRandom(hlo::RngOp op, GraphConversion &graph) {
  RankedTensorType type = typeOf(op.getA());
  Type element = elementAt(op.getResult());
  bool isNormal = op.getRngDistribution() == hlo::RngDistribution::NORMAL;
  std::optional<SmallVector<int64_t>> sizes =
      graph.getKnownNumbers(op.getShape());
  bool isNumber =
      isa<FloatType>(element) || (!isNormal && isa<IntegerType>(element) &&
                                  element.getIntOrFloatBitWidth() >= 8);
  if (!sizes || !isNumber || op.getA().getType() != op.getB().getType() ||
      !type || type.getRank() != 0 || type.getElementType() != element)
    return graph
        .reject(op,
                "expected known sizes and two numbers of the result's type, "
                "with NORMAL floats",
                "found " + typesText(op->getOperandTypes()) + " and " +
                    typesText(op->getResultTypes()))
        .attachNote(op->getOperands());
  WordMath math(graph);
  Value key = math.number(++graph.getModule().numGenerators, math.u64);
  int64_t count = ShapedType::getNumElements(*sizes);
  auto draw = [&](int64_t begin) {
    Value places = math.countFrom(math.number(begin, math.u64), count);
    auto [x, y] = hashThreefry(math, places, key);
    return math.join(x, y);
  };
  Value a = graph.get(op.getA()), b = graph.get(op.getB());
  if (isa<IntegerType>(element)) {
    Value range = graph.cast(graph.sub(b, a), math.u64);
    Value place = graph.cast(graph.emit<ModOp>({draw(0), range}), element);
    return graph.replace(op, math.reshape(graph.add(a, place), *sizes));
  }
  // Narrow floats are computed in f32, whose logarithm is good enough.
  FloatType wide = cast<FloatType>(element);
  if (wide.getWidth() < 32)
    wide = Float32Type::get(op.getContext());
  Value drawn = isNormal ? toNormal(math, draw(0), draw(count), wide)
                         : toUnit(math, draw(0), wide);
  Value scale = isNormal ? b : graph.sub(b, a);
  Value x =
      graph.add(graph.mul(drawn, graph.cast(scale, wide)), graph.cast(a, wide));
  return graph.replace(op, math.reshape(graph.cast(x, element), *sizes));
}

void populateRandomConversions(ConversionTable &table) {
  table.add(convertBits);
  table.add(convertRandom);
}

} // namespace mlir::relax
