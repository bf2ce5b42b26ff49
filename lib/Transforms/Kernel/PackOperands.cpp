// Lay constant operands of products out as vectors of columns:
//
//   call_tir @product(x, w[K, N])        w[k, n]
//
// becomes
//
//   call_tir @product(x, w[N / 16, K, 16])    w[n / 16, k, n mod 16]
//
// The kernel loads a vector of columns at each step of K. In `w[K, N]` the next
// step is N elements on: with rows of 4 KiB or more each step is another page,
// and the translation buffer misses. Packed, a tile of columns is one stream.
// relax-pack-weights does the same to convolutions before they are programs.
#include "PrivatePrograms.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Support/ConstantTensor.h"
#include "Relax/Support/PermuteConstant.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relax {
#define GEN_PASS_DEF_PACKOPERANDSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

namespace {

/// Lays the factors of one tensor program out, in it and in all its calls.
class OperandPacker {
public:
  OperandPacker(tir::FuncOp func, ArrayRef<CallTIROp> calls, int64_t block)
      : func(func), calls(calls), block(block) {}

  void run();

private:
  bool suitsBlocks(int64_t columns);
  bool isConstantOfItsOwn(unsigned input);
  bool packConstants(unsigned input, unsigned dim);
  void packLoads(BlockArgument parameter, unsigned dim);

  tir::FuncOp func;
  ArrayRef<CallTIROp> calls;
  int64_t block;
};

struct PackOperandsPass : impl::PackOperandsPassBase<PackOperandsPass> {
  using Base::Base;
  void runOnOperation() override;
};

} // namespace

/// The iterator along which the sums of `block` are contiguous; none where it
/// computes no sums. The last index of the store says along which iterator
/// results are contiguous; that is what vectors run along.
static std::optional<unsigned> findColumn(tir::BlockOp block) {
  std::optional<tir::Accumulator> found = tir::matchAccumulator(block);
  if (!found || found->store.getIndices().empty())
    return std::nullopt;
  auto column = dyn_cast<BlockArgument>(found->store.getIndices().back());
  if (!column || column.getOwner() != block.getBody() ||
      block.getIterKind(column.getArgNumber()) != tir::IterKind::Spatial)
    return std::nullopt;
  return column.getArgNumber();
}

/// Whether no load of `block` but `load`, and that of the sums, moves with the
/// iterator. If another operand moves with the columns too, its loads are not
/// packed, and the tile would gain nothing.
static bool isOnlyMover(tir::BlockOp block, memref::LoadOp load,
                        unsigned iter) {
  std::optional<tir::Accumulator> accumulator = tir::matchAccumulator(block);
  return llvm::all_of(tir::getAccesses(block), [&](tir::ElementAccess &access) {
    return access.isStore || access.op == load ||
           access.op == accumulator->load ||
           tir::isInvariant(block, access, iter);
  });
}

/// The dimension that `load` indexes by the columns of the sums; the others it
/// indexes by what is summed over, at least one. None if it does otherwise.
/// Blocks of columns first, then K: the order in which the kernel's loops go. A
/// dimension indexed by a row of the result would be read in another order.
static std::optional<unsigned> findColumnDim(memref::LoadOp load) {
  auto block = dyn_cast<tir::BlockOp>(load->getParentOp());
  std::optional<unsigned> column = block ? findColumn(block) : std::nullopt;
  if (!column || !isOnlyMover(block, load, *column))
    return std::nullopt;
  std::optional<unsigned> found;
  bool isSummed = false;
  for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
    auto iter = dyn_cast<BlockArgument>(index);
    if (!iter || iter.getOwner() != block.getBody()) {
      if (!tir::getConstantIndex(index))
        return std::nullopt;
      continue;
    }
    if (block.getIterKind(iter.getArgNumber()) == tir::IterKind::Reduce) {
      isSummed = true;
      continue;
    }
    if (found || iter.getArgNumber() != *column)
      return std::nullopt;
    found = dim;
  }
  return isSummed ? found : std::nullopt;
}

/// The dimension of a parameter that all its loads index by columns. All loads
/// must agree, since the constant has one layout. A block that lists the
/// parameter among its reads is no load.
static std::optional<unsigned> findColumnDim(BlockArgument parameter) {
  std::optional<unsigned> found;
  for (Operation *user : parameter.getUsers()) {
    if (isa<tir::BlockOp>(user))
      continue;
    auto load = dyn_cast<memref::LoadOp>(user);
    std::optional<unsigned> dim = load ? findColumnDim(load) : std::nullopt;
    if (!dim || (found && found != dim))
      return std::nullopt;
    found = dim;
  }
  return found;
}

/// The places of all axes but one, in their order.
static SmallVector<int64_t> getOthers(int64_t rank, int64_t axis) {
  SmallVector<int64_t> others;
  for (int64_t other = 0; other < rank; ++other)
    if (other != axis)
      others.push_back(other);
  return others;
}

/// The constant with axis `axis` in blocks, the last with zeros behind: their
/// number first, the places in one last. Null where its elements are not all
/// there.
static ElementsAttr packAxis(ElementsAttr constant, int64_t axis,
                             int64_t block) {
  int64_t size = constant.getShapedType().getDimSize(axis);
  if (size % block != 0)
    constant = padConstant(constant, axis, llvm::alignTo(size, block));
  if (!constant)
    return {};
  auto type = cast<RankedTensorType>(constant.getShapedType());
  SmallVector<int64_t> apart(type.getShape());
  apart[axis] /= block;
  apart.insert(apart.begin() + axis + 1, block);
  // Zeros behind are loaded into lanes that are never stored.
  ElementsAttr split = reshapeConstant(
      constant, RankedTensorType::get(apart, type.getElementType()));
  if (!split)
    return {};
  SmallVector<int64_t> order{axis};
  for (int64_t other : getOthers(type.getRank(), axis))
    order.push_back(other + (other > axis));
  order.push_back(axis + 1);
  return permuteConstant(split, order);
}

/// Whether there are whole blocks, and what is behind them is a short vector. A
/// remainder that is a multiple of 4 lanes is a shorter vector; others would be
/// scalars, for which the packed layout is worse.
bool OperandPacker::suitsBlocks(int64_t columns) {
  constexpr int64_t kShort = 4;
  int64_t behind = columns % block;
  return columns >= block && behind % std::min(kShort, block) == 0;
}

/// Whether all calls give a constant there that is used for nothing else. A
/// constant with another use would be kept twice, in two layouts.
bool OperandPacker::isConstantOfItsOwn(unsigned input) {
  // A program of a deep network has thousands of calls.
  llvm::SmallPtrSet<Operation *, 8> own(llvm::from_range, calls);
  return llvm::all_of(calls, [&](CallTIROp call) {
    auto constant = call.getArgs()[input].getDefiningOp<ConstantOp>();
    auto type = constant ? dyn_cast<RankedTensorType>(constant.getType())
                         : RankedTensorType();
    return type && !type.getEncoding() && type.hasStaticShape() &&
           llvm::all_of(constant->getUses(), [&](OpOperand &use) {
             return use.getOperandNumber() == input &&
                    own.contains(use.getOwner());
           });
  });
}

/// Packs the constants of all calls, or none. All constants first: if one has
/// elements that cannot be read, the program's indices must stay.
bool OperandPacker::packConstants(unsigned input, unsigned dim) {
  llvm::SmallMapVector<Operation *, ElementsAttr, 4> packed;
  for (CallTIROp call : calls) {
    auto constant = call.getArgs()[input].getDefiningOp<ConstantOp>();
    ElementsAttr &value = packed[constant];
    if (!value)
      value = packAxis(constant.getValue(), dim, block);
    if (!value)
      return false;
  }
  for (auto [op, value] : packed) {
    OpBuilder builder(op);
    auto constant =
        ConstantOp::create(builder, op->getLoc(), value.getShapedType(), value);
    op->replaceAllUsesWith(constant);
    op->erase();
  }
  return true;
}

void OperandPacker::packLoads(BlockArgument parameter, unsigned dim) {
  auto type = cast<MemRefType>(parameter.getType());
  SmallVector<int64_t> others = getOthers(type.getRank(), dim), shape;
  shape.push_back(llvm::divideCeil(type.getDimSize(dim), block));
  for (int64_t other : others)
    shape.push_back(type.getDimSize(other));
  shape.push_back(block);
  parameter.setType(MemRefType::get(shape, type.getElementType()));
  // More indices take other memory, so uses move.
  SmallVector<Operation *> users(parameter.getUsers());
  for (Operation *user : users) {
    auto load = dyn_cast<memref::LoadOp>(user);
    if (!load)
      continue;
    OpBuilder builder(load);
    Location loc = load.getLoc();
    Value size = arith::ConstantIndexOp::create(builder, loc, block);
    Value column = load.getIndices()[dim];
    SmallVector<Value> indices{
        arith::DivUIOp::create(builder, loc, column, size)};
    for (int64_t other : others)
      indices.push_back(load.getIndices()[other]);
    indices.push_back(arith::RemUIOp::create(builder, loc, column, size));
    load.getIndicesMutable().assign(indices);
  }
}

void OperandPacker::run() {
  for (BlockArgument parameter : func.getInputs()) {
    auto type = cast<MemRefType>(parameter.getType());
    std::optional<unsigned> dim = findColumnDim(parameter);
    unsigned input = parameter.getArgNumber();
    if (!dim || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
        !suitsBlocks(type.getDimSize(*dim)) || !isConstantOfItsOwn(input) ||
        !packConstants(input, *dim))
      continue;
    packLoads(parameter, *dim);
  }
  func.setFunctionType(FunctionType::get(
      func.getContext(), func.getBody().getArgumentTypes(), {}));
}

void PackOperandsPass::runOnOperation() {
  if (block < 2) {
    getOperation().emitError("expects 'block' to be at least 2, found ")
        << block.getValue();
    return signalPassFailure();
  }
  for (auto &[func, calls] : getPrivatePrograms(getOperation()))
    if (!func.isScheduled())
      OperandPacker(func, calls, block).run();
}

} // namespace mlir::relax
