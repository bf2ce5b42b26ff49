// One linalg.generic as loops and a block over buffers.
//
// Upstream's linalg-to-loops gives loops alone: which iterators reduce, what a
// reduction starts from and which buffers a step reads is lost there, and it is
// what our schedules and fusion ask for.
#include "GenericNest.h"

#include "ScalarBody.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {

static bool isReduction(linalg::GenericOp op, unsigned loop) {
  return op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
}

static AffineMap getOutMap(linalg::GenericOp op, unsigned index) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(index));
}

// Reduce means: the result does not depend on the order of the steps but for
// rounding, so schedules may split it (rfactor). That holds if the body
// combines with the accumulator. A reduction iterator that the result's index
// uses, or a body that only overwrites, is executed in order instead.
SmallVector<tir::IterKind> getIterKinds(linalg::GenericOp op) {
  bool accumulates =
      llvm::all_of(llvm::seq<unsigned>(op.getNumDpsInits()), [&](unsigned i) {
        return op.payloadUsesValueFromOperand(op.getDpsInitOperand(i));
      });
  SmallVector<tir::IterKind> kinds;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool isIndex =
        llvm::any_of(llvm::seq<unsigned>(op.getNumDpsInits()), [&](unsigned i) {
          return getOutMap(op, i).isFunctionOfDim(loop);
        });
    kinds.push_back(!isReduction(op, loop)    ? tir::IterKind::Spatial
                    : accumulates && !isIndex ? tir::IterKind::Reduce
                                              : tir::IterKind::Ordered);
  }
  return kinds;
}

// A permutation of the parallel loops, with ones elsewhere. Otherwise some
// elements keep what the init had, so it must be copied first.
bool writesEachElement(linalg::GenericOp op, unsigned index,
                       ArrayRef<int64_t> shape) {
  llvm::SmallDenseSet<unsigned> seen;
  for (auto [expr, size] :
       llvm::zip_equal(getOutMap(op, index).getResults(), shape)) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      if (isReduction(op, dim.getPosition()) ||
          !seen.insert(dim.getPosition()).second)
        return false;
    } else if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      if (constant.getValue() != 0 || size != 1)
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// Whether two values of parallel loop `loop` never give one index: it stands
/// in an index alone, perhaps scaled or moved.
/// Two parallel steps that write one element are a race; linalg's verifier does
/// not look for them. Only forms that are surely injective in the loop pass: d,
/// d + c, d * c.
static bool isOneToOne(AffineExpr expr, unsigned loop) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dim.getPosition() == loop;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || !isa<AffineConstantExpr>(binary.getRHS()))
    return false;
  bool keeps = expr.getKind() == AffineExprKind::Add ||
               (expr.getKind() == AffineExprKind::Mul &&
                cast<AffineConstantExpr>(binary.getRHS()).getValue() != 0);
  return keeps && isOneToOne(binary.getLHS(), loop);
}

std::string getNestObstacle(linalg::GenericOp op) {
  for (unsigned index = 0; index < op.getNumDpsInits(); ++index)
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (!isReduction(op, loop) &&
          llvm::none_of(
              getOutMap(op, index).getResults(),
              [&](AffineExpr expr) { return isOneToOne(expr, loop); }))
        return llvm::formatv("parallel iterator d{0} does not choose the "
                             "element of result #{1}, so that several steps "
                             "write it; expected an iterator that reduces",
                             loop, index)
            .str();
  return getBodyObstacle(op.getRegion());
}

namespace {
/// Writes the parts of one block.
/// The body is written twice, for the step and perhaps for the start, with the
/// block's iterators in its own order; so places are computed from loops by the
/// indexing maps each time.
class NestWriter {
public:
  NestWriter(const GenericNest &nest, ArrayRef<unsigned> order)
      : nest(nest), order(order) {}

  /// The loops' indices in the order of the op, from those of the block.
  SmallVector<Value> getLoops(ValueRange iters) const {
    SmallVector<Value> loops(order.size());
    // The block has spatial iterators first (see buildNest), the maps number
    // the op's loops.
    for (auto [loop, iter] : llvm::zip_equal(order, iters))
      loops[loop] = iter;
    return loops;
  }

  void writeStep(OpBuilder &builder, Location loc, ValueRange iters) const;
  void writeStart(OpBuilder &builder, Location loc, ValueRange iters) const;

private:
  SmallVector<Value> getPlace(OpBuilder &builder, Location loc, AffineMap map,
                              ValueRange loops) const {
    SmallVector<Value> place;
    for (AffineExpr expr : map.getResults())
      place.push_back(affine::expandAffineExpr(builder, loc, expr, loops, {}));
    return place;
  }

  const GenericNest &nest;
  ArrayRef<unsigned> order;
};
} // namespace

void NestWriter::writeStep(OpBuilder &builder, Location loc,
                           ValueRange iters) const {
  linalg::GenericOp op = nest.op;
  SmallVector<Value> loops = getLoops(iters);
  IRMapping values;
  if (nest.addCaptured)
    nest.addCaptured(builder, loc, values);
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    Value buffer = nest.elements[operand.getOperandNumber()];
    // An operand that the body does not read must not be loaded: an init's
    // first content may be undefined.
    if (argument.use_empty() || values.contains(argument))
      continue;
    // A scalar operand, passed by value.
    if (!buffer) {
      values.map(argument, values.lookupOrDefault(operand.get()));
      continue;
    }
    SmallVector<Value> place =
        getPlace(builder, loc, op.getMatchingIndexingMap(&operand), loops);
    values.map(argument,
               memref::LoadOp::create(builder, loc, buffer, place).getResult());
  }
  SmallVector<Value> results =
      cloneBody(builder, op.getRegion().front(), loops, values);
  for (auto [index, result] : llvm::enumerate(results))
    memref::StoreOp::create(
        builder, loc, result, nest.outs[index],
        getPlace(builder, loc, getOutMap(op, index), loops));
}

void NestWriter::writeStart(OpBuilder &builder, Location loc,
                            ValueRange iters) const {
  linalg::GenericOp op = nest.op;
  SmallVector<Value> loops = getLoops(iters);
  for (auto [index, start] : llvm::enumerate(nest.starts)) {
    // Results whose start is what they hold already need no start.
    if (!start)
      continue;
    SmallVector<Value> place =
        getPlace(builder, loc, getOutMap(op, index), loops);
    Value value =
        start.number
            ? Value(arith::ConstantOp::create(builder, loc, start.number))
            : Value(memref::LoadOp::create(builder, loc, start.buffer, place));
    memref::StoreOp::create(builder, loc, value, nest.outs[index], place);
  }
}

void buildNest(OpBuilder &builder, Location loc, StringRef label,
               const GenericNest &nest) {
  SmallVector<tir::IterKind> kinds = getIterKinds(nest.op);
  // What reduces comes last, as schedules expect it.
  // Schedules look for reductions behind the spatial iterators, and rfactor
  // needs them there. The order of steps among one kind stays.
  SmallVector<unsigned> order;
  for (bool isSpatial : {true, false})
    for (auto [loop, kind] : llvm::enumerate(kinds))
      if ((kind == tir::IterKind::Spatial) == isSpatial)
        order.push_back(loop);
  SmallVector<tir::Iter> iters;
  for (unsigned loop : order)
    iters.push_back({nest.extents[loop], kinds[loop]});
  NestWriter writer(nest, order);
  auto step = [&](OpBuilder &b, Location loc, ValueRange iters) {
    writer.writeStep(b, loc, iters);
  };
  auto start = [&](OpBuilder &b, Location loc, ValueRange iters) {
    writer.writeStart(b, loc, iters);
  };
  bool hasStart = llvm::any_of(
      nest.starts, [](const StartValue &value) { return bool(value); });
  tir::buildBlock(builder, loc, label, iters, step,
                  hasStart ? tir::BlockBody(start) : tir::BlockBody());
}

// A block is called after the op that makes its result, so that dumps of
// unnamed generics can be read: "maxnumf", "addf".
std::string getNestName(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  Operation *named = op;
  if (generic) {
    Value first = generic.getRegion().front().getTerminator()->getOperand(0);
    named = first.getDefiningOp();
  }
  std::string name =
      named ? named->getName().stripDialect().str() : std::string("copy");
  llvm::replace(name, '.', '_');
  return name;
}

} // namespace mlir::relax
