// A reduction that sums products: matrix products and convolutions.
#include "Relax/Dialect/TIR/Analysis/Contraction.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

std::optional<int64_t> Contraction::getConstantExtent(unsigned iter) {
  return iter == groups.iter ? groups.size
                             : reduction.nest.getConstantExtent(iter);
}

SmallVector<Value> Contraction::getExtents(OpBuilder &builder,
                                           ArrayRef<unsigned> iters) {
  SmallVector<Value> extents;
  for (unsigned iter : iters)
    extents.push_back(
        iter == groups.iter
            ? indexConstant(builder, reduction.nest.block.getLoc(), groups.size)
            : reduction.nest.getExtent(iter));
  return extents;
}

std::optional<int64_t> Contraction::getConstantTotal(ArrayRef<unsigned> iters) {
  return multiplyExtents(
      iters, [&](unsigned iter) { return getConstantExtent(iter); });
}

Value Contraction::buildTotal(OpBuilder &builder, ArrayRef<unsigned> iters) {
  return getTotal(builder, reduction.nest.block.getLoc(),
                  getExtents(builder, iters));
}

Value Contraction::addProduct(OpBuilder &builder, Value lhs, Value rhs,
                              Value accumulator) {
  IRMapping mapping;
  mapping.map(this->lhs.value, lhs);
  mapping.map(this->rhs.value, rhs);
  mapping.map(reduction.load.getResult(), accumulator);
  builder.clone(*product, mapping);
  return builder.clone(*sum, mapping)->getResult(0);
}

// The ops of the block that a value is computed of, with the value's own, up to
// that of `known`.
static llvm::SetVector<Operation *> getSlice(BlockOp block, Value value,
                                             Value known = Value()) {
  llvm::SetVector<Operation *> slice;
  auto add = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    if (op && operand != known && op->getBlock() == block.getBody())
      slice.insert(op);
  };
  add(value);
  for (size_t i = 0; i < slice.size(); ++i)
    for (Value operand : slice[i]->getOperands())
      add(operand);
  return slice;
}

SmallVector<ElementAccess> getLoadsOf(BlockOp block, Value value, Value known) {
  SmallVector<ElementAccess> loads;
  for (Operation *op : getSlice(block, value, known))
    if (auto load = dyn_cast<memref::LoadOp>(op))
      loads.push_back({op, load.getMemRef(), load.getIndices(), false});
  return loads;
}

llvm::SmallBitVector getIters(BlockOp block, Value value, Value known) {
  llvm::SmallBitVector iters(block.getNumIters());
  auto add = [&](Value operand) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (argument && argument.getOwner() == block.getBody())
      iters.set(argument.getArgNumber());
  };
  add(value);
  for (Operation *op : getSlice(block, value, known))
    for (Value operand : op->getOperands())
      add(operand);
  return iters;
}

static bool matchProduct(Contraction &found) {
  Reduction &reduction = found.reduction;
  found.sum = reduction.combiner;
  if (!isa_and_present<arith::AddFOp, arith::AddIOp>(found.sum))
    return false;
  bool isFirst = found.sum->getOperand(0) == reduction.load.getResult();
  found.product = found.sum->getOperand(isFirst ? 1 : 0).getDefiningOp();
  if (!isa_and_present<arith::MulFOp, arith::MulIOp>(found.product) ||
      found.product->getBlock() != reduction.nest.block.getBody())
    return false;
  found.lhs.value = found.product->getOperand(0);
  found.rhs.value = found.product->getOperand(1);
  return true;
}

// The start is the same for all elements.
static bool startsAnywhere(Reduction &reduction) {
  for (Operation &op : reduction.initStore->getBlock()->without_terminator())
    if (&op != reduction.initStore)
      for (Value operand : op.getOperands())
        if (isa<BlockArgument>(operand) &&
            reduction.nest.block.getRegion().isAncestor(
                operand.getParentRegion()))
          return false;
  return !isa<BlockArgument>(reduction.initStore.getValueToStore()) &&
         llvm::none_of(*reduction.initStore->getBlock(),
                       llvm::IsaPred<memref::LoadOp>);
}

// The constant of which all that `value` is computed of an iterator is the
// quotient; nullopt if there is no such one.
static std::optional<int64_t> getDivisor(BlockOp block, Value value,
                                         unsigned iter) {
  std::optional<int64_t> found;
  Value argument = block.getBody()->getArgument(iter);
  for (Operation *op : getSlice(block, value)) {
    if (!llvm::is_contained(op->getOperands(), argument))
      continue;
    std::optional<int64_t> divisor;
    if (isa<arith::DivUIOp, arith::FloorDivSIOp>(op) &&
        op->getOperand(0) == argument)
      divisor = getConstantIndex(op->getOperand(1));
    if (divisor.value_or(0) < 2 || (found && found != divisor))
      return std::nullopt;
    found = divisor;
  }
  return found;
}

// Takes an iterator of both factors for one that counts through groups, if one
// of the factors says so.
static SmallVector<unsigned> *matchGroups(Contraction &found, unsigned iter) {
  LoopNest &nest = found.reduction.nest;
  std::optional<int64_t> extent = nest.getConstantExtent(iter);
  std::optional<int64_t> lhsDivisor =
      getDivisor(nest.block, found.lhs.value, iter);
  std::optional<int64_t> rhsDivisor =
      getDivisor(nest.block, found.rhs.value, iter);
  std::optional<int64_t> size = lhsDivisor ? lhsDivisor : rhsDivisor;
  if (found.groups.iter || !extent || !size || (lhsDivisor && rhsDivisor) ||
      *extent % *size != 0)
    return &found.batch;
  found.groups = {iter, *size, *extent / *size};
  return lhsDivisor ? &found.columns : &found.rows;
}

// Which factor moves with each axis of the result.
static void sortIters(Contraction &found) {
  LoopNest &nest = found.reduction.nest;
  Value known = found.getGroupNumber();
  llvm::SmallBitVector lhs = getIters(nest.block, found.lhs.value, known);
  llvm::SmallBitVector rhs = getIters(nest.block, found.rhs.value, known);
  SmallVector<unsigned> *last = nullptr;
  for (Value index : found.reduction.store.getIndices()) {
    auto argument = dyn_cast<BlockArgument>(index);
    if (!argument || nest.getConstantExtent(argument.getArgNumber()) == 1)
      continue;
    unsigned iter = argument.getArgNumber();
    if (lhs.test(iter) && rhs.test(iter))
      last = matchGroups(found, iter);
    else
      last = lhs.test(iter)   ? &found.rows
             : rhs.test(iter) ? &found.columns
                              : &found.batch;
    last->push_back(iter);
  }
  for (unsigned iter : found.reduction.reduce)
    if (nest.getConstantExtent(iter) != 1)
      found.kIters.push_back(iter);
  if (last != &found.rows)
    return;
  std::swap(found.rows, found.columns);
  std::swap(found.lhs, found.rhs);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool isOfBytes(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8 &&
         llvm::isPowerOf2_32(type.getIntOrFloatBitWidth());
}

static bool hasWholeBytes(const ContractionOperand &operand) {
  return isOfBytes(operand.getType()) &&
         llvm::all_of(operand.loads, [](const ElementAccess &load) {
           Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
           return !type.isIntOrFloat() || type.isInteger(1) || isOfBytes(type);
         });
}

bool ContractionOperand::isDecoded() const {
  unsigned bits = getType().getIntOrFloatBitWidth();
  return llvm::any_of(loads, [&](const ElementAccess &load) {
    Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() < bits;
  });
}

bool isFloat8(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

Value getNarrow(Value value, Type sum) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::ExtFOp, arith::ExtSIOp>(op))
    return {};
  Type type = op->getOperand(0).getType();
  bool fits = sum.isF32() ? type.isF16() || type.isBF16() || isFloat8(type)
                          : sum.isInteger(32) && type.isInteger(8);
  return fits ? op->getOperand(0) : Value();
}

// As `getStride`, also where an index that does not move with the iterator is
// no expression, as that of an element inside of padding.
static std::optional<int64_t> getStep(BlockOp block, const ElementAccess &load,
                                      unsigned iter) {
  if (std::optional<int64_t> stride = getStride(block, load, iter))
    return stride;
  for (Value index : load.indices.drop_back())
    if (getIters(block, index).test(iter))
      return std::nullopt;
  AffineExpr expr = getIndexExpr(block, load.indices.back());
  // Neighbours are of one element, or of the next one, of packed weights and of
  // scales of groups: the index is a quotient.
  auto quotient = dyn_cast_if_present<AffineBinaryOpExpr>(expr);
  if (quotient && quotient.getKind() == AffineExprKind::FloorDiv &&
      isa<AffineConstantExpr>(quotient.getRHS()))
    expr = quotient.getLHS();
  return getCoefficient(expr, iter);
}

// The number of an element in its buffer, counted row by row; null if it is no
// expression.
static AffineExpr getPlace(BlockOp block, const ElementAccess &load) {
  ArrayRef<int64_t> shape = cast<MemRefType>(load.buffer.getType()).getShape();
  AffineExpr place = getAffineConstantExpr(0, block.getContext());
  for (auto [axis, index] : llvm::enumerate(load.indices)) {
    AffineExpr expr = getIndexExpr(block, index);
    if (!expr || (axis != 0 && ShapedType::isDynamic(shape[axis])))
      return {};
    place = place * (axis == 0 ? 1 : shape[axis]) + expr;
  }
  return place;
}

// Whether neighbours along the iterator are of one element or of the next one,
// where several indices are quotients and rests of it: of groups of packed
// weights, number, place and scale. It is enough to look at a few groups, all
// else at 0, as this decides how fast a kernel is, and not what it computes.
static std::optional<bool>
movesInGroups(BlockOp block, const ElementAccess &load, unsigned iter) {
  constexpr int64_t kLooked = 256;
  AffineExpr place = getPlace(block, load);
  if (!place)
    return std::nullopt;
  SmallVector<AffineExpr> at(block.getNumIters(),
                             getAffineConstantExpr(0, block.getContext()));
  auto evaluate = [&](int64_t number) {
    at[iter] = getAffineConstantExpr(number, block.getContext());
    auto found = dyn_cast<AffineConstantExpr>(
        place.replaceDimsAndSymbols(at, at.front()));
    return found ? found.getValue() : std::numeric_limits<int64_t>::min();
  };
  bool moves = false;
  int64_t last = evaluate(0);
  for (int64_t number = 1; number != kLooked; ++number) {
    int64_t next = evaluate(number);
    if (next != last && next != last + 1)
      return std::nullopt;
    moves |= next != last;
    last = next;
  }
  return moves;
}

// A few elements, as what 8 bits are shifted by, are in registers.
static bool isTable(const ElementAccess &load) {
  constexpr int64_t kMax = 8;
  auto type = cast<MemRefType>(load.buffer.getType());
  return type.hasStaticShape() && type.getNumElements() <= kMax;
}

static bool isContiguous(BlockOp block, ArrayRef<ElementAccess> loads,
                         unsigned iter) {
  bool moves = false;
  for (const ElementAccess &load : loads) {
    std::optional<int64_t> stride = getStep(block, load, iter);
    if (!stride && isTable(load))
      continue;
    std::optional<bool> moved =
        stride ? std::nullopt : movesInGroups(block, load, iter);
    if (!moved && stride != 0 && stride != 1)
      return false;
    moves |= moved.value_or(stride == 1);
  }
  return moves;
}

ContractionOperand matchOperand(BlockOp block, Value value, Value known) {
  ContractionOperand operand{value, {}, getLoadsOf(block, value, known), {}};
  operand.hasWholeBytes = hasWholeBytes(operand);
  operand.contiguous.resize(block.getNumIters());
  for (unsigned iter = 0; iter != block.getNumIters(); ++iter)
    operand.contiguous[iter] = isContiguous(block, operand.loads, iter);
  return operand;
}

//===----------------------------------------------------------------------===//
// Match
//===----------------------------------------------------------------------===//

FailureOr<Contraction> matchMultiplyAccumulate(const Reduction &reduction) {
  Contraction found;
  found.reduction = reduction;
  if (!matchProduct(found) || !startsAnywhere(found.reduction))
    return failure();
  return found;
}

// Which operand each iterator is of, and how.
static FailureOr<Contraction> sortContraction(Contraction found) {
  sortIters(found);
  if (found.rows.empty() || found.columns.empty())
    return failure();
  found.shape = {
      found.getConstantTotal(found.rows), found.getConstantTotal(found.columns),
      found.getConstantTotal(found.kIters),
      found.getConstantTotal(found.batch).value_or(1) * found.groups.number};
  Type type = found.sum->getResult(0).getType();
  for (ContractionOperand *operand : {&found.lhs, &found.rhs}) {
    Value narrow = getNarrow(operand->value, type);
    *operand = matchOperand(found.reduction.nest.block, operand->value,
                            found.getGroupNumber());
    operand->narrow = narrow;
  }
  return found;
}

FailureOr<Contraction> matchContraction(const Reduction &reduction) {
  FailureOr<Contraction> sum = matchMultiplyAccumulate(reduction);
  return failed(sum) ? sum : sortContraction(*sum);
}

//===----------------------------------------------------------------------===//
// Groups of rows
//===----------------------------------------------------------------------===//

// What a number of any width is a copy of.
static Value stripCasts(Value number) {
  while (auto cast = number.getDefiningOp<arith::IndexCastOp>())
    number = cast.getIn();
  return number;
}

// The iterator that a number of any width is; null if it is none.
static BlockArgument getIter(BlockOp block, Value number) {
  auto iter = dyn_cast<BlockArgument>(stripCasts(number));
  return iter && iter.getOwner() == block.getBody() ? iter : BlockArgument();
}

// min over e of (row < ends[e] ? e : last), from the last number on: whatever
// the ends are, rows of a group are consecutive. Group e begins where the
// greatest of the ends before it is, if its own is behind that.
std::optional<ProductGroups> matchProductGroups(Reduction &reduction) {
  LoopNest &nest = reduction.nest;
  if (reduction.spatial.size() != 1 || reduction.reduce.size() != 1 ||
      reduction.epilogue ||
      !isa_and_present<arith::MinSIOp>(reduction.combiner))
    return std::nullopt;
  Value row = nest.block.getBody()->getArgument(reduction.spatial.front());
  Value group = nest.block.getBody()->getArgument(reduction.reduce.front());
  std::optional<int64_t> count =
      nest.getConstantExtent(reduction.reduce.front());
  bool isFirst =
      reduction.combiner->getOperand(0) == reduction.load.getResult();
  auto choice = reduction.combiner->getOperand(isFirst ? 1 : 0)
                    .getDefiningOp<arith::SelectOp>();
  if (!choice || !count || *count < 1)
    return std::nullopt;
  auto isLast = [&](Value value) {
    IntegerAttr number;
    return matchPattern(value, m_Constant(&number)) &&
           number.getInt() == *count - 1;
  };
  auto test = choice.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!test || test.getPredicate() != arith::CmpIPredicate::slt ||
      getIter(nest.block, test.getLhs()) != row ||
      getIter(nest.block, choice.getTrueValue()) != group ||
      !isLast(choice.getFalseValue()) ||
      !isLast(reduction.initStore.getValueToStore()))
    return std::nullopt;
  auto load = stripCasts(test.getRhs()).getDefiningOp<memref::LoadOp>();
  if (!load || load.getIndices().size() != 1 || load.getIndices()[0] != group ||
      load->getBlock() != nest.block.getBody())
    return std::nullopt;
  return ProductGroups{{}, load.getMemRef(), nest, reduction.out, *count};
}

// What the nest around an op at the top of the function says of rows.
static std::optional<ProductGroups> matchProductGroups(Operation *root) {
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  if (failed(nest))
    return std::nullopt;
  FailureOr<Reduction> numbers = matchReduction(*nest, nullptr);
  return failed(numbers) ? std::nullopt : matchProductGroups(*numbers);
}

// The load of a number that a nest in front has written, for the row.
static std::optional<ProductGroups> findProductGroups(Reduction &reduction,
                                                      Value operand) {
  BlockOp block = reduction.nest.block;
  for (const ElementAccess &access : getLoadsOf(block, operand)) {
    auto load = cast<memref::LoadOp>(access.op);
    if (!load.getMemRef().getDefiningOp<memref::AllocOp>() ||
        load.getIndices().size() != 1 || !load->hasOneUse() ||
        !getIter(block, load.getIndices()[0]))
      continue;
    auto cast = dyn_cast<arith::IndexCastOp>(*load->user_begin());
    for (Operation *user : load.getMemRef().getUsers()) {
      Operation *root =
          reduction.nest.getRoot()->getBlock()->findAncestorOpInBlock(*user);
      if (!cast || !isa<memref::StoreOp>(user) || !root)
        continue;
      std::optional<ProductGroups> groups = matchProductGroups(root);
      if (!groups)
        continue;
      groups->number = cast;
      return groups;
    }
  }
  return std::nullopt;
}

FailureOr<Contraction> matchGroupedContraction(const Reduction &reduction) {
  FailureOr<Contraction> sum = matchMultiplyAccumulate(reduction);
  if (failed(sum))
    return failure();
  sum->productGroups = findProductGroups(sum->reduction, sum->rhs.value);
  if (!sum->productGroups) {
    std::swap(sum->lhs, sum->rhs);
    sum->productGroups = findProductGroups(sum->reduction, sum->rhs.value);
  }
  // Nothing that the numbers are computed of changes in between.
  if (!sum->productGroups ||
      !isUnwritten(sum->productGroups->nest.getRoot(),
                   sum->reduction.nest.getRoot(),
                   {sum->productGroups->ends, sum->productGroups->numbers}))
    return failure();
  auto load = stripCasts(sum->getGroupNumber()).getDefiningOp<memref::LoadOp>();
  unsigned row =
      getIter(sum->reduction.nest.block, load.getIndices()[0]).getArgNumber();
  Value rhs = sum->rhs.value;
  FailureOr<Contraction> found = sortContraction(*sum);
  if (failed(found) || found->rhs.value != rhs || !found->batch.empty() ||
      found->rows != SmallVector<unsigned>{row} || found->groups.iter)
    return failure();
  // Tiles are chosen for what a group has on average.
  int64_t count = found->productGroups->count;
  found->shape.batch = count;
  if (found->shape.rows)
    found->shape.rows = llvm::divideCeil(*found->shape.rows, count);
  return found;
}

} // namespace mlir::tir
