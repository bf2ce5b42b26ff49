// Generated tensor programs with something to schedule: what blocks do.
#include "ProgramGenerator.h"

#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::relax {

Value ProgramGenerator::join(OpBuilder &b, Value x, Value y) {
  uint64_t kind = decisions.below(3);
  if (isa<FloatType>(element)) {
    if (kind == 0)
      return arith::AddFOp::create(b, loc, x, y);
    if (kind == 1)
      return arith::SubFOp::create(b, loc, x, y);
    return arith::MaximumFOp::create(b, loc, x, y);
  }
  if (kind == 0)
    return arith::AddIOp::create(b, loc, x, y);
  if (kind == 1)
    return arith::SubIOp::create(b, loc, x, y);
  return arith::MaxSIOp::create(b, loc, x, y);
}

Value ProgramGenerator::constant(int64_t number) {
  TypedAttr attribute = isa<FloatType>(element)
                            ? TypedAttr(builder.getFloatAttr(element, number))
                            : builder.getIntegerAttr(element, number);
  return arith::ConstantOp::create(builder, loc, attribute);
}

OpFoldResult ProgramGenerator::getExtent(unsigned axis) {
  if (std::optional<int64_t> known = axes[axis].getConstant())
    return builder.getIndexAttr(*known);
  Value &size = symbols[axes[axis]];
  if (!size) {
    Value place = arith::ConstantIndexOp::create(builder, loc, axis);
    size = memref::DimOp::create(builder, loc, buffers.front(), place);
  }
  return size;
}

SmallVector<OpFoldResult> ProgramGenerator::getExtents(ArrayRef<unsigned> of) {
  SmallVector<OpFoldResult> extents;
  for (unsigned axis : of)
    extents.push_back(getExtent(axis));
  return extents;
}

// An element of a source for the iterators of `of`.
Value ProgramGenerator::load(OpBuilder &b, const BlockStage &stage,
                             unsigned source, ArrayRef<unsigned> of,
                             ValueRange iters) {
  SmallVector<Value> indices;
  for (unsigned axis : shapes[source]) {
    Value index = iters[llvm::find(of, axis) - of.begin()];
    if (source == wide && stage.kind == StageKind::Window &&
        iters.size() > of.size())
      index = arith::AddIOp::create(b, loc, index, iters.back());
    indices.push_back(index);
  }
  return memref::LoadOp::create(b, loc, buffers[source], indices);
}

Value ProgramGenerator::loadAll(OpBuilder &b, const BlockStage &stage,
                                ArrayRef<unsigned> of, ValueRange iters) {
  Value all;
  for (unsigned source : stage.sources) {
    Value value = load(b, stage, source, of, iters);
    all = all ? join(b, all, value) : value;
  }
  return all;
}

Value ProgramGenerator::loadProduct(OpBuilder &b, const BlockStage &stage,
                                    ArrayRef<unsigned> of, ValueRange iters) {
  Value all;
  for (unsigned source : stage.sources) {
    Value value = load(b, stage, source, of, iters);
    if (all && isa<FloatType>(element))
      value = arith::MulFOp::create(b, loc, all, value);
    else if (all)
      value = arith::MulIOp::create(b, loc, all, value);
    all = value;
  }
  return all;
}

void ProgramGenerator::writeReduce(const BlockStage &stage, StringRef label,
                                   Value out) {
  SmallVector<OpFoldResult> spatial, reduce;
  Axes order = stage.out;
  for (unsigned axis : stage.out)
    spatial.push_back(getExtent(axis));
  for (unsigned axis : stage.reduced) {
    reduce.push_back(getExtent(axis));
    order.push_back(axis);
  }
  if (stage.kind == StageKind::Window)
    reduce.push_back(builder.getIndexAttr(kWindow));
  bool isFloat = isa<FloatType>(element);
  bool isFactors = stage.kind == StageKind::Product;
  bool isMax = !isFactors && decisions.oneIn(3);
  bool isProduct = isFactors || (!isMax && decisions.oneIn(2));
  Value init = constant(decisions.below(2));
  auto combine = [&](OpBuilder &b, Location loc, ValueRange at,
                     ValueRange steps, Value acc) -> Value {
    SmallVector<Value> iters(at);
    llvm::append_range(iters, steps);
    Value value = isProduct ? loadProduct(b, stage, order, iters)
                            : loadAll(b, stage, order, iters);
    if (isFloat && isMax)
      return arith::MaximumFOp::create(b, loc, acc, value);
    if (isFloat)
      return arith::AddFOp::create(b, loc, acc, value);
    if (isMax)
      return arith::MaxSIOp::create(b, loc, value, acc);
    return arith::AddIOp::create(b, loc, acc, value);
  };
  tir::buildReduceBlock(builder, loc, label, spatial, reduce, init, combine,
                        out);
}

// All of the buffer gets a number, then a part of it something else.
void ProgramGenerator::writeMasked(const BlockStage &stage, StringRef label,
                                   Value out) {
  SmallVector<OpFoldResult> extents = getExtents(stage.out);
  Value number = constant(7);
  tir::buildComputeBlock(
      builder, loc, (label + "_fill").str(), extents,
      [&](OpBuilder &, Location, ValueRange) { return number; }, out);
  int64_t bound = decisions.below(4);
  tir::BlockOp block = tir::buildComputeBlock(
      builder, loc, label, extents,
      [&](OpBuilder &b, Location, ValueRange iters) {
        return loadAll(b, stage, stage.out, iters);
      },
      out);
  OpBuilder inner(block);
  Value limit = arith::ConstantIndexOp::create(inner, loc, bound);
  auto relation = decisions.oneIn(2) ? arith::CmpIPredicate::slt
                                     : arith::CmpIPredicate::sge;
  Value condition = arith::CmpIOp::create(inner, loc, relation,
                                          block.getBindings().back(), limit);
  block.getPredicateMutable().assign(condition);
}

// The buffer is filled, then each element is changed where it is.
void ProgramGenerator::writeUpdate(const BlockStage &stage, StringRef label,
                                   Value out) {
  SmallVector<OpFoldResult> extents = getExtents(stage.out);
  tir::buildComputeBlock(
      builder, loc, (label + "_first").str(), extents,
      [&](OpBuilder &b, Location, ValueRange iters) {
        return loadAll(b, stage, stage.out, iters);
      },
      out);
  Value number = constant(3);
  tir::buildComputeBlock(
      builder, loc, label, extents,
      [&](OpBuilder &b, Location loc, ValueRange iters) {
        return join(b, memref::LoadOp::create(b, loc, out, iters), number);
      },
      out);
}

// The element is made of all sources.
void ProgramGenerator::writeMap(const BlockStage &stage, StringRef label,
                                Value out) {
  Value number = constant(2);
  tir::buildComputeBlock(
      builder, loc, label, getExtents(stage.out),
      [&](OpBuilder &b, Location, ValueRange iters) {
        return join(b, loadAll(b, stage, stage.out, iters), number);
      },
      out);
}

// One of two stores, as a condition says.
void ProgramGenerator::writeBranch(const BlockStage &stage, StringRef label,
                                   Value out) {
  Value limit =
      arith::ConstantIndexOp::create(builder, loc, decisions.below(4));
  Value number = constant(5);
  SmallVector<tir::Iter> iters;
  for (OpFoldResult extent : getExtents(stage.out))
    iters.push_back({extent});
  tir::buildBlock(builder, loc, label, iters,
                  [&](OpBuilder &b, Location, ValueRange at) {
                    Value condition = arith::CmpIOp::create(
                        b, loc, arith::CmpIPredicate::slt, at.back(), limit);
                    auto branch = tir::IfOp::create(b, loc, condition,
                                                    /*withElse=*/true);
                    OpBuilder then(&branch.getThen().front(),
                                   branch.getThen().front().begin());
                    Value value = loadAll(then, stage, stage.out, at);
                    memref::StoreOp::create(then, loc, value, out, at);
                    OpBuilder other(&branch.getOtherwise().front(),
                                    branch.getOtherwise().front().begin());
                    memref::StoreOp::create(other, loc, number, out, at);
                  });
}

// A number where an iterator is on the border, else an element and one that is
// some places before.
void ProgramGenerator::writeBordered(const BlockStage &stage, StringRef label,
                                     Value out) {
  int64_t before = decisions.below(3), room = 1 + decisions.below(6);
  Value number = constant(4);
  bool isUpper = decisions.oneIn(2), isPair = decisions.oneIn(2);
  tir::buildComputeBlock(
      builder, loc, label, getExtents(stage.out),
      [&](OpBuilder &b, Location, ValueRange iters) -> Value {
        Value shift = arith::ConstantIndexOp::create(b, loc, before);
        Value condition = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::sge, iters.front(), shift);
        if (isUpper)
          condition = arith::AndIOp::create(
              b, loc, condition,
              arith::CmpIOp::create(
                  b, loc, arith::CmpIPredicate::slt, iters.back(),
                  arith::ConstantIndexOp::create(b, loc, room)));
        auto choice = scf::IfOp::create(
            b, loc, condition,
            [&](OpBuilder &then, Location) {
              SmallVector<Value> place(iters);
              place.front() =
                  arith::SubIOp::create(then, loc, iters.front(), shift);
              Value value = loadAll(then, stage, stage.out, place);
              if (isPair)
                value =
                    join(then, value, loadAll(then, stage, stage.out, iters));
              scf::YieldOp::create(then, loc, value);
            },
            [&](OpBuilder &other, Location) {
              scf::YieldOp::create(other, loc, number);
            });
        return choice.getResult(0);
      },
      out);
}

// The same element, of a part of the buffer that begins with it.
Value ProgramGenerator::loadView(OpBuilder &b, Value buffer, ValueRange place) {
  SmallVector<OpFoldResult> offsets(place.begin(), place.end());
  SmallVector<OpFoldResult> ones(place.size(), b.getIndexAttr(1));
  Value view = memref::SubViewOp::create(b, loc, buffer, offsets, ones, ones);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return memref::LoadOp::create(b, loc, view,
                                SmallVector<Value>(place.size(), zero));
}

// Elements of parts of buffers, or of a part that is all of it.
void ProgramGenerator::writeViewed(const BlockStage &stage, StringRef label,
                                   Value out) {
  bool isWhole = decisions.oneIn(2);
  SmallVector<Value> views;
  for (unsigned source : stage.sources) {
    SmallVector<OpFoldResult> sizes =
        tir::getExtents(builder, loc, buffers[source]);
    SmallVector<OpFoldResult> zeros(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
    views.push_back(
        isWhole ? Value(memref::SubViewOp::create(builder, loc, buffers[source],
                                                  zeros, sizes, ones))
                : buffers[source]);
  }
  tir::buildComputeBlock(
      builder, loc, label, getExtents(stage.out),
      [&](OpBuilder &b, Location, ValueRange iters) {
        Value all;
        for (auto [source, view] : llvm::zip_equal(stage.sources, views)) {
          SmallVector<Value> place;
          for (unsigned axis : shapes[source])
            place.push_back(
                iters[llvm::find(stage.out, axis) - stage.out.begin()]);
          Value value = isWhole
                            ? Value(memref::LoadOp::create(b, loc, view, place))
                            : loadView(b, view, place);
          all = all ? join(b, all, value) : value;
        }
        return all;
      },
      out);
}

// Accumulates to each place: instances in the order of an iterator.
void ProgramGenerator::writeScan(const BlockStage &stage, StringRef label,
                                 Value out) {
  SmallVector<tir::Iter> iters;
  for (OpFoldResult extent : getExtents(stage.out))
    iters.push_back({extent});
  iters.back().kind =
      decisions.oneIn(4) ? tir::IterKind::Opaque : tir::IterKind::Ordered;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  tir::buildBlock(
      builder, loc, label, iters, [&](OpBuilder &b, Location, ValueRange at) {
        Value value = loadAll(b, stage, stage.out, at);
        memref::StoreOp::create(b, loc, value, out, at);
        Value condition = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::sge, at.back(), one);
        auto branch = tir::IfOp::create(b, loc, condition);
        OpBuilder then(&branch.getThen().front(),
                       branch.getThen().front().begin());
        SmallVector<Value> before(at);
        before.back() = arith::SubIOp::create(then, loc, at.back(), one);
        Value last = memref::LoadOp::create(then, loc, out, before);
        Value sum = isa<FloatType>(element)
                        ? Value(arith::AddFOp::create(then, loc, last, value))
                        : arith::AddIOp::create(then, loc, last, value);
        memref::StoreOp::create(then, loc, sum, out, at);
      });
}

// A block with a loop in its body, which goes over the last axis.
void ProgramGenerator::writeOpaque(const BlockStage &stage, StringRef label,
                                   Value out) {
  SmallVector<tir::Iter> iters;
  SmallVector<OpFoldResult> extents = getExtents(stage.out);
  for (OpFoldResult extent : ArrayRef(extents).drop_back())
    iters.push_back({extent});
  Value end = tir::getExtentValue(builder, loc, extents.back());
  tir::buildBlock(builder, loc, label, iters,
                  [&](OpBuilder &b, Location, ValueRange at) {
                    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
                    auto loop = tir::ForOp::create(b, loc, zero, end);
                    OpBuilder inner(loop.getBody(), loop.getBody()->begin());
                    SmallVector<Value> place(at);
                    place.push_back(loop.getInductionVar());
                    Value value = loadAll(inner, stage, stage.out, place);
                    memref::StoreOp::create(inner, loc, value, out, place);
                  });
}

// A reduction into a buffer of its own, whose result is joined with a number by
// the op that joins its steps.
void ProgramGenerator::writeBiased(const BlockStage &stage, StringRef label,
                                   Value out) {
  SmallVector<OpFoldResult> spatial = getExtents(stage.out);
  Axes order = stage.out;
  llvm::append_range(order, stage.reduced);
  bool isFloat = isa<FloatType>(element), isMax = decisions.oneIn(2);
  auto joinSame = [&](OpBuilder &b, Value x, Value y) -> Value {
    if (isFloat && isMax)
      return arith::MaximumFOp::create(b, loc, x, y);
    if (isFloat)
      return arith::AddFOp::create(b, loc, x, y);
    if (isMax)
      return arith::MaxSIOp::create(b, loc, x, y);
    return arith::AddIOp::create(b, loc, x, y);
  };
  Value between = tir::allocBuffer(builder, loc, spatial, element);
  tir::buildReduceBlock(
      builder, loc, (label + "_sum").str(), spatial, getExtents(stage.reduced),
      constant(decisions.below(2)),
      [&](OpBuilder &b, Location, ValueRange at, ValueRange steps, Value acc) {
        SmallVector<Value> iters(at);
        llvm::append_range(iters, steps);
        return joinSame(b, acc, loadAll(b, stage, order, iters));
      },
      between);
  Value number = constant(6);
  tir::buildComputeBlock(
      builder, loc, label, spatial,
      [&](OpBuilder &b, Location, ValueRange iters) {
        return joinSame(b, memref::LoadOp::create(b, loc, between, iters),
                        number);
      },
      out);
}

// Each element is made of two of a buffer that is some larger: neighbors use
// the same.
void ProgramGenerator::writeSlide(const BlockStage &stage, StringRef label,
                                  Value out) {
  SmallVector<OpFoldResult> sizes =
      tir::getExtents(builder, loc, buffers[wide]);
  Value number = constant(2);
  Value between = tir::allocBuffer(builder, loc, sizes, element);
  tir::buildComputeBlock(
      builder, loc, (label + "_wide").str(), sizes,
      [&](OpBuilder &b, Location, ValueRange iters) {
        return join(b, memref::LoadOp::create(b, loc, buffers[wide], iters),
                    number);
      },
      between);
  Value step = arith::ConstantIndexOp::create(builder, loc, kWindow - 1);
  tir::buildComputeBlock(
      builder, loc, label, getExtents(stage.out),
      [&](OpBuilder &b, Location, ValueRange iters) {
        SmallVector<Value> place(iters);
        Value first = memref::LoadOp::create(b, loc, between, place);
        place.front() = arith::AddIOp::create(b, loc, place.front(), step);
        return join(b, first, memref::LoadOp::create(b, loc, between, place));
      },
      out);
}

// Loops and a store in no block at all.
void ProgramGenerator::writeLoose(const BlockStage &stage, StringRef label,
                                  Value out) {
  OpBuilder::InsertionGuard guard(builder);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> ends, place;
  for (OpFoldResult extent : getExtents(stage.out))
    ends.push_back(tir::getExtentValue(builder, loc, extent));
  for (Value end : ends) {
    auto loop = tir::ForOp::create(builder, loc, zero, end);
    place.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  Value value = loadAll(builder, stage, stage.out, place);
  memref::StoreOp::create(builder, loc, value, out, place);
}

void ProgramGenerator::writeStage(const BlockStage &stage, unsigned number,
                                  Value out) {
  std::string label = (prefix + Twine(number)).str();
  switch (stage.kind) {
  case StageKind::Map:
    return writeMap(stage, label, out);
  case StageKind::Reduce:
  case StageKind::Window:
  case StageKind::Product:
    return writeReduce(stage, label, out);
  case StageKind::Masked:
    return writeMasked(stage, label, out);
  case StageKind::Update:
    return writeUpdate(stage, label, out);
  case StageKind::Branch:
    return writeBranch(stage, label, out);
  case StageKind::Bordered:
    return writeBordered(stage, label, out);
  case StageKind::Viewed:
    return writeViewed(stage, label, out);
  case StageKind::Scan:
    return writeScan(stage, label, out);
  case StageKind::Opaque:
    return writeOpaque(stage, label, out);
  case StageKind::Loose:
    return writeLoose(stage, label, out);
  case StageKind::Biased:
    return writeBiased(stage, label, out);
  case StageKind::Slide:
    return writeSlide(stage, label, out);
  }
}

} // namespace mlir::relax
