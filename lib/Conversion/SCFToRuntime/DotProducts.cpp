// Computes sums of products of bytes, halves and bf16 by what the CPU has for
// them.
//
// vpmaddubsw is no way to do it for any numbers: the sum of two products of u8
// and s8 needs 17 bits, and it keeps 16. Where 16 are known to do, it is.
#include "DotProducts.h"

#include "Relax/Dialect/TIR/IR/DotOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::relax {

namespace {

/// What the operations on one kind of vector are written with.
class LaneMath {
public:
  LaneMath(OpBuilder &builder, Location location)
      : builder(builder), location(location) {}

  Value constant(Type type, int64_t value) {
    auto number = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
    TypedAttr attribute = number;
    if (auto vector = dyn_cast<VectorType>(type))
      attribute = DenseElementsAttr::get(vector, number.getValue());
    return arith::ConstantOp::create(builder, location, attribute);
  }
  template <typename Op>
  Value with(Value value, int64_t number) {
    return Op::create(builder, location, value,
                      constant(value.getType(), number));
  }
  template <typename Op>
  Value make(Value lhs, Value rhs) {
    return Op::create(builder, location, lhs, rhs);
  }

private:
  OpBuilder &builder;
  Location location;
};

/// sum + dot4(a, b) -> vpdpbusd(sum, a, b), and sum + dot2(a, b) ->
/// vdpbf16ps(sum, a, b), in vectors of up to `instructionBits`; or arithmetic.
template <typename Op>
class ExpandWithInstruction : public OpRewritePattern<Op> {
public:
  ExpandWithInstruction(MLIRContext *context, unsigned instructionBits)
      : OpRewritePattern<Op>(context), instructionBits(instructionBits) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override;

private:
  unsigned instructionBits;
};

/// dot4(a, b) -> vpmaddubsw and vpmaddwd by ones, where pairs fit.
class ExpandBytePairs : public OpRewritePattern<tir::Dot4U8S8Op> {
public:
  ExpandBytePairs(MLIRContext *context, TargetInfo target)
      : OpRewritePattern(context, /*benefit=*/2), target(target) {}

  LogicalResult matchAndRewrite(tir::Dot4U8S8Op op,
                                PatternRewriter &rewriter) const override;

private:
  TargetInfo target;
};

/// dot2(a, b) -> arithmetic that LLVM selects vpmaddwd for.
struct ExpandDot2 : OpRewritePattern<tir::Dot2S16Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tir::Dot2S16Op op,
                                PatternRewriter &rewriter) const override;
};

/// An instruction that adds the products of the parts of words to a sum.
struct DotInstruction {
  /// Of the intrinsic, without the bits of the vector.
  StringRef name;
  /// The type of a part of a word.
  Type part;
  int64_t lanes;
};

} // namespace

// All four products in lanes of 32 bits, of what has no lanes to be split.
// Shifting left and then arithmetically right extends the sign of a byte inside
// its lane, so that a scalar, which has no lanes to be reinterpreted, needs
// nothing else. It wraps around as vpdpbusd does, since 4 * 255 * 128 = 130560
// needs only 18 bits.
static Value expandInLanes(OpBuilder &builder, tir::Dot4U8S8Op op) {
  LaneMath math(builder, op.getLoc());
  Value sum;
  for (int64_t bit = 0; bit < 32; bit += 8) {
    Value lhs = math.with<arith::ShRUIOp>(op.getLhs(), bit);
    lhs = math.with<arith::AndIOp>(lhs, 0xff);
    Value rhs = math.with<arith::ShLIOp>(op.getRhs(), 24 - bit);
    rhs = math.with<arith::ShRSIOp>(rhs, 24);
    Value product = math.make<arith::MulIOp>(lhs, rhs);
    sum = sum ? math.make<arith::AddIOp>(sum, product) : product;
  }
  return sum;
}

// Two neighbours of two vectors of i16 are multiplied and added. LLVM matches
// vpmaddwd only in this form: products in 32 bits of two sign-extended halves,
// of which even and odd lanes are added. Where AVX512-VNNI or AVX-VNNI is
// there, it joins an addition behind it to vpdpwssd.
static Value sumPairs(OpBuilder &builder, Location location, Value left,
                      Value right) {
  LaneMath math(builder, location);
  int64_t lanes = cast<VectorType>(left.getType()).getNumElements() / 2;
  auto wide = VectorType::get(2 * lanes, builder.getI32Type());
  SmallVector<int64_t> even, odd;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    even.push_back(2 * lane);
    odd.push_back(2 * lane + 1);
  }
  Value products = math.make<arith::MulIOp>(
      arith::ExtSIOp::create(builder, location, wide, left),
      arith::ExtSIOp::create(builder, location, wide, right));
  return math.make<arith::AddIOp>(
      vector::ShuffleOp::create(builder, location, products, products, even),
      vector::ShuffleOp::create(builder, location, products, products, odd));
}

// The lanes of a vector of i32 as halves, which assumes that the lowest byte
// comes first.
static Value viewAsHalves(OpBuilder &builder, Value words) {
  int64_t lanes = cast<VectorType>(words.getType()).getNumElements();
  return vector::BitCastOp::create(
      builder, words.getLoc(), VectorType::get(2 * lanes, builder.getI16Type()),
      words);
}

// Products of even and of odd bytes, as numbers of 16 bits. Two neighbours are
// multiplied and added, which LLVM knows as vpmaddwd: a mask or two shifts, and
// two instructions in place of four long products.
// Both factors fit into 16 bits with their sign (0..255 and -128..127), and the
// two products of a pair into 32, so nothing is lost.
static Value expandInPairs(OpBuilder &builder, tir::Dot4U8S8Op op) {
  Location location = op.getLoc();
  LaneMath math(builder, location);
  Value lhs = viewAsHalves(builder, op.getLhs());
  Value rhs = viewAsHalves(builder, op.getRhs());
  Value low =
      sumPairs(builder, location, math.with<arith::AndIOp>(lhs, 0xff),
               math.with<arith::ShRSIOp>(math.with<arith::ShLIOp>(rhs, 8), 8));
  Value high = sumPairs(builder, location, math.with<arith::ShRUIOp>(lhs, 8),
                        math.with<arith::ShRSIOp>(rhs, 8));
  return math.make<arith::AddIOp>(low, high);
}

// The lanes of the instruction that makes the fewest of them do; 0 where it
// does not fit.
// 4 lanes are 128 bits, the narrowest form of the instruction. Vectors of 2
// lanes would have to be filled up, which costs more than the arithmetic.
static int64_t getInstructionLanes(Type type, unsigned instructionBits) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getRank() != 1)
    return 0;
  for (int64_t lanes = instructionBits / 32; lanes >= 4; lanes /= 2)
    if (vector.getNumElements() % lanes == 0)
      return lanes;
  return 0;
}

// Lanes from `first` on. A slice of vector ops would have to be lowered by
// patterns that the stages behind do not run; a shuffle is LLVM's.
static Value takeLanes(OpBuilder &builder, Value whole, int64_t first,
                       int64_t lanes) {
  if (cast<VectorType>(whole.getType()).getNumElements() == lanes)
    return whole;
  auto places = llvm::to_vector(llvm::seq<int64_t>(first, first + lanes));
  return vector::ShuffleOp::create(builder, whole.getLoc(), whole, whole,
                                   places);
}

// The concatenation of equal vectors.
// One after the other and not in pairs, since there may be three pieces;
// `vector.shuffle` takes operands of different lengths. LLVM takes them apart
// again, as no register holds the whole, so the order costs nothing.
static Value joinLanes(OpBuilder &builder, ArrayRef<Value> pieces) {
  Value joined = pieces.front();
  int64_t lanes = cast<VectorType>(joined.getType()).getNumElements();
  for (auto [index, piece] : llvm::enumerate(pieces.drop_front())) {
    auto places =
        llvm::to_vector(llvm::seq<int64_t>(0, lanes * int64_t(index + 2)));
    joined = vector::ShuffleOp::create(builder, piece.getLoc(), joined, piece,
                                       places);
  }
  return joined;
}

// The vector in parts that registers hold.
static Value callInstruction(OpBuilder &builder, Operation *op, Value sum,
                             const DotInstruction &instruction) {
  Location location = op->getLoc();
  int64_t lanes = instruction.lanes;
  auto whole = cast<VectorType>(sum.getType());
  auto result = VectorType::get(lanes, whole.getElementType());
  auto factor = VectorType::get(
      32 * lanes / instruction.part.getIntOrFloatBitWidth(), instruction.part);
  StringAttr name = builder.getStringAttr(instruction.name + "." +
                                          std::to_string(32 * lanes));
  SmallVector<Value> pieces;
  for (int64_t first = 0; first < whole.getNumElements(); first += lanes) {
    auto takeFactor = [&](Value words) -> Value {
      return vector::BitCastOp::create(builder, location, factor,
                                       takeLanes(builder, words, first, lanes));
    };
    Value operands[] = {takeLanes(builder, sum, first, lanes),
                        takeFactor(op->getOperand(0)),
                        takeFactor(op->getOperand(1))};
    pieces.push_back(
        LLVM::CallIntrinsicOp::create(builder, location, result, name, operands)
            .getResult(0));
  }
  return joinLanes(builder, pieces);
}

// Where the only use adds it to something, the instruction stands for both.
template <typename Addition>
static void useInstruction(PatternRewriter &rewriter, Operation *op,
                           const DotInstruction &instruction) {
  // An addition that has another user would stay, and the instruction would add
  // in vain. x + x with the product on both sides has two uses, and is left to
  // the other branch.
  auto addition =
      op->hasOneUse() ? dyn_cast<Addition>(*op->user_begin()) : Addition();
  if (!addition) {
    Type type = op->getResult(0).getType();
    Value zero = arith::ConstantOp::create(rewriter, op->getLoc(),
                                           rewriter.getZeroAttr(type));
    rewriter.replaceOp(op, callInstruction(rewriter, op, zero, instruction));
    return;
  }
  // At the addition: its other operand need not dominate the product.
  rewriter.setInsertionPoint(addition);
  Value sum = addition.getLhs() == op->getResult(0) ? addition.getRhs()
                                                    : addition.getLhs();
  rewriter.replaceOp(addition, callInstruction(rewriter, op, sum, instruction));
  rewriter.eraseOp(op);
}

template <>
LogicalResult ExpandWithInstruction<tir::Dot4U8S8Op>::matchAndRewrite(
    tir::Dot4U8S8Op op, PatternRewriter &rewriter) const {
  auto type = dyn_cast<VectorType>(op.getType());
  int64_t lanes = getInstructionLanes(op.getType(), instructionBits);
  // LLVM selects the intrinsic of 128 and 256 bits for AVX-VNNI as well, so
  // that CPUs without AVX-512 need no name of their own. The form without
  // saturation: the one that ends in `s` would differ from sums modulo 2^32.
  if (lanes != 0)
    useInstruction<arith::AddIOp>(
        rewriter, op,
        {"llvm.x86.avx512.vpdpbusd", rewriter.getI8Type(), lanes});
  else
    rewriter.replaceOp(op, type && type.getRank() == 1
                               ? expandInPairs(rewriter, op)
                               : expandInLanes(rewriter, op));
  return success();
}

// The name of the intrinsic that adds products of pairs of bytes.
static StringRef getBytePairName(int64_t lanes) {
  switch (lanes) {
  case 16:
    return "llvm.x86.avx512.pmaddubs.w.512";
  case 8:
    return "llvm.x86.avx2.pmadd.ub.sw";
  default:
    return "llvm.x86.ssse3.pmadd.ub.sw.128";
  }
}

// Three instructions with the addition behind them, in place of four for the
// same number of products in halves. vpdpbusd is one, where it is there.
LogicalResult
ExpandBytePairs::matchAndRewrite(tir::Dot4U8S8Op op,
                                 PatternRewriter &rewriter) const {
  int64_t lanes = getInstructionLanes(op.getType(), target.getBytePairBits());
  if (!op.getPairsFit() || lanes == 0 ||
      getInstructionLanes(op.getType(), target.getDot4Bits()) != 0)
    return failure();
  Location location = op.getLoc();
  int64_t total = cast<VectorType>(op.getType()).getNumElements();
  auto bytes = VectorType::get(4 * lanes, rewriter.getI8Type());
  auto halves = VectorType::get(2 * lanes, rewriter.getI16Type());
  auto name = rewriter.getStringAttr(getBytePairName(lanes));
  Value ones = LaneMath(rewriter, location).constant(halves, 1);
  SmallVector<Value> pieces;
  for (int64_t first = 0; first < total; first += lanes) {
    auto takeBytes = [&](Value words) -> Value {
      return vector::BitCastOp::create(
          rewriter, location, bytes, takeLanes(rewriter, words, first, lanes));
    };
    Value operands[] = {takeBytes(op.getLhs()), takeBytes(op.getRhs())};
    Value pairs = LLVM::CallIntrinsicOp::create(rewriter, location, halves,
                                                name, operands)
                      .getResult(0);
    pieces.push_back(sumPairs(rewriter, location, pairs, ones));
  }
  rewriter.replaceOp(op, joinLanes(rewriter, pieces));
  return success();
}

LogicalResult ExpandDot2::matchAndRewrite(tir::Dot2S16Op op,
                                          PatternRewriter &rewriter) const {
  auto type = dyn_cast<VectorType>(op.getType());
  if (!type || type.getRank() != 1) {
    rewriter.replaceOp(op, op.expandInLanes(rewriter));
    return success();
  }
  rewriter.replaceOp(op, sumPairs(rewriter, op.getLoc(),
                                  viewAsHalves(rewriter, op.getLhs()),
                                  viewAsHalves(rewriter, op.getRhs())));
  return success();
}

template <>
LogicalResult ExpandWithInstruction<tir::Dot2BF16Op>::matchAndRewrite(
    tir::Dot2BF16Op op, PatternRewriter &rewriter) const {
  int64_t lanes = getInstructionLanes(op.getType(), instructionBits);
  if (lanes != 0)
    useInstruction<arith::AddFOp>(
        rewriter, op,
        {"llvm.x86.avx512bf16.dpbf16ps", rewriter.getBF16Type(), lanes});
  else
    rewriter.replaceOp(op, op.expandInLanes(rewriter));
  return success();
}

void populateDotProductPatterns(RewritePatternSet &patterns,
                                TargetInfo target) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ExpandDot2>(context);
  if (target)
    patterns.add<ExpandBytePairs>(context, target);
  patterns.add<ExpandWithInstruction<tir::Dot4U8S8Op>>(
      context, target ? target.getDot4Bits() : 0);
  patterns.add<ExpandWithInstruction<tir::Dot2BF16Op>>(
      context, target ? target.getDot2BF16Bits() : 0);
}

} // namespace mlir::relax
