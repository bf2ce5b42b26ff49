// Special functions of chlo that relax has no op for, composed of those it has.
//
// They are written at the graph level: fusion makes one kernel of each, and
// what relax learns about its operators serves them, too. Narrow floats are
// computed in f32, because a sum of ten terms would lose all of the 8 bits that
// bf16 has. f64 is rejected: the coefficients are for f32, and their error
// would be 1e-7 where 1e-16 is expected.
#include "GraphConversion.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"

#include "llvm/Support/MathExtras.h"
#include <cmath>

namespace mlir::relax {

// Horner's scheme, the coefficient of the highest power first.
static Value buildPolynomial(GraphConversion &graph, ArrayRef<double> terms,
                             Value x) {
  Value sum = graph.number(terms.front(), x);
  for (double term : terms.drop_front())
    sum = graph.add(graph.mul(sum, x), term);
  return sum;
}

static Value isLess(GraphConversion &graph, Value x, double bound) {
  return graph.emit<LessOp>({x, graph.number(bound, x)});
}

// As 1 - erf(x) it has no digits left where erf is close to 1. Beyond 0.5 it is
// exp(-x * x) times a rational function of 1 / (1 + x / 2) (Press et al.,
// Numerical Recipes, erfcc: relative error below 1.2e-7).
static Value buildErfc(GraphConversion &graph, Value x) {
  static constexpr double kTerms[] = {
      0.17087277,  -0.82215223, 1.48851587, -1.13520398, 0.27886807,
      -0.18628806, 0.09678418,  0.37409196, 1.00002368,  -1.26551223};
  Value size = graph.emit<AbsOp>(x);
  Value t = graph.div(graph.number(1, x), graph.add(graph.mul(size, 0.5), 1));
  Value sum = buildPolynomial(graph, kTerms, t);
  Value tail =
      graph.mul(t, graph.emit<ExpOp>(graph.sub(sum, graph.square(size))));
  Value far = graph.select(isLess(graph, x, 0), graph.subFrom(2, tail), tail);
  Value near = graph.subFrom(1, graph.emit<ErfOp>(x));
  return graph.select(isLess(graph, size, 0.5), near, far);
}

// By two polynomials of w = -log(1 - x * x), which grows with the digits of x
// that are lost near 1 (Giles, "Approximating the erfinv function", GPU
// Computing Gems 2, table 5: relative error below 3.5e-7). At 1 it is infinite,
// beyond it NaN, as the logarithm says by itself.
static Value buildErfInv(GraphConversion &graph, Value x) {
  static constexpr double kCentre[] = {
      2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
      -4.39150654e-06, 0.00021858087,  -0.00125372503,
      -0.00417768164,  0.246640727,    1.50140941};
  static constexpr double kTail[] = {
      -0.000200214257, 0.000100950558, 0.00134934322,
      -0.00367342844,  0.00573950773,  -0.0076224613,
      0.00943887047,   1.00167406,     2.83297682};
  // The product keeps digits that 1 - x * x would round off.
  Value product = graph.mul(graph.subFrom(1, x), graph.add(x, 1));
  Value w = graph.negate(graph.emit<LogOp>(product));
  Value centre = buildPolynomial(graph, kCentre, graph.add(w, -2.5));
  Value tail =
      buildPolynomial(graph, kTail, graph.add(graph.emit<SqrtOp>(w), -3));
  Value scale = graph.select(isLess(graph, w, 5), centre, tail);
  // The polynomial of an infinite w is infinity minus infinity.
  Value isEnd = graph.emit<EqualOp>({graph.emit<AbsOp>(x), graph.number(1, x)});
  Value infinity = graph.number(HUGE_VAL, x);
  return graph.mul(graph.select(isEnd, infinity, scale), x);
}

// Lanczos' approximation with g = 7 and eight terms (Lanczos, "A precision
// approximation of the gamma function", 1964; coefficients by Godfrey). Its
// error is far below that of f32, so the digits are lost by the arithmetic.
static constexpr double kLanczosShift = 7.5;
static constexpr double kLanczosBase = 0.99999999999980993;
static constexpr double kLanczos[] = {
    676.5203681218851,     -1259.1392167224028,  771.32342877765313,
    -176.61502916214059,   12.507343278686905,   -0.13857109526572012,
    9.9843695780195716e-6, 1.5056327351493116e-7};

namespace {
/// What both functions of the gamma function begin with. Below 0.5 the argument
/// is mirrored, since the series holds to the right of there.
struct LanczosTerms {
  LanczosTerms(GraphConversion &graph, Value x)
      : isMirrored(isLess(graph, x, 0.5)),
        z(graph.select(isMirrored, graph.negate(x), graph.add(x, -1))),
        t(graph.add(z, kLanczosShift)), logT(graph.emit<LogOp>(t)) {}
  Value isMirrored, z, t, logT;
};
} // namespace

static Value buildLgamma(GraphConversion &graph, Value x) {
  LanczosTerms terms(graph, x);
  Value sum = graph.number(kLanczosBase, x);
  for (auto [index, coefficient] : llvm::enumerate(kLanczos))
    sum = graph.add(sum, graph.div(graph.number(coefficient, x),
                                   graph.add(terms.z, double(index + 1))));
  // (z + 0.5) * log(t) - t, with one rounding less where t is large.
  Value power = graph.mul(
      graph.sub(graph.add(terms.z, 0.5), graph.div(terms.t, terms.logT)),
      terms.logT);
  Value right = graph.add(graph.add(power, std::log(2 * llvm::numbers::pi) / 2),
                          graph.emit<LogOp>(sum));
  // log|gamma(x)| = log(pi / |sin(pi * x)|) - log(gamma(1 - x)). The sine is of
  // the distance to the nearest integer, where it has all digits.
  Value size = graph.emit<AbsOp>(x);
  Value fraction = graph.sub(size, graph.emit<FloorOp>(size));
  Value distance =
      graph.emit<MinimumOp>({fraction, graph.subFrom(1, fraction)});
  Value sine = graph.emit<SinOp>(graph.mul(distance, llvm::numbers::pi));
  Value left = graph.sub(
      graph.subFrom(std::log(llvm::numbers::pi), graph.emit<LogOp>(sine)),
      right);
  Value found = graph.select(terms.isMirrored, left, right);
  // At infinity both ways are infinity minus infinity.
  return graph.select(graph.emit<IsInfOp>(x), size, found);
}

static Value buildDigamma(GraphConversion &graph, Value x) {
  LanczosTerms terms(graph, x);
  Value slope = graph.number(0, x), sum = graph.number(kLanczosBase, x);
  for (auto [index, coefficient] : llvm::enumerate(kLanczos)) {
    Value place = graph.add(terms.z, double(index + 1));
    Value term = graph.div(graph.number(coefficient, x), place);
    sum = graph.add(sum, term);
    slope = graph.sub(slope, graph.div(term, place));
  }
  Value right =
      graph.sub(graph.add(terms.logT, graph.div(slope, sum)),
                graph.div(graph.number(kLanczosShift - 0.5, x), terms.t));
  // digamma(x) = digamma(1 - x) - pi / tan(pi * x), by the distance to the
  // nearest integer; integers up to 0 are poles.
  Value nearest = graph.emit<FloorOp>(graph.add(x, 0.5));
  Value angle = graph.mul(graph.sub(x, nearest), llvm::numbers::pi);
  Value cotangent =
      graph.div(graph.emit<CosOp>(angle), graph.emit<SinOp>(angle));
  Value left = graph.sub(right, graph.mul(cotangent, llvm::numbers::pi));
  Value isPole = graph.emit<LogicalAndOp>(
      {graph.emit<LessEqualOp>({x, graph.number(0, x)}),
       graph.emit<EqualOp>({x, nearest})});
  Value found = graph.select(terms.isMirrored, left, right);
  return graph.select(isPole, graph.number(std::nan(""), x), found);
}

template <typename OpT, Value (*build)(GraphConversion &, Value)>
static LogicalResult convertSpecial(OpT op, GraphConversion &graph) {
  Value x = graph.get(op.getOperand());
  Type type = TensorBuilder::elementOf(x);
  if (!isa<FloatType>(type) || type.getIntOrFloatBitWidth() > 32)
    return graph
        .reject(op, "expected floats of at most 32 bits",
                "found " + typesText(type))
        .attachNote(op.getOperand());
  Value wide = graph.cast(x, Float32Type::get(op.getContext()));
  return graph.replace(op, graph.cast(build(graph, wide), type));
}

void populateSpecialConversions(ConversionTable &table) {
  table.add(convertSpecial<chlo::DigammaOp, buildDigamma>);
  table.add(convertSpecial<chlo::ErfcOp, buildErfc>);
  table.add(convertSpecial<chlo::ErfInvOp, buildErfInv>);
  table.add(convertSpecial<chlo::LgammaOp, buildLgamma>);
}

} // namespace mlir::relax
