// One kernel of nests over the same rows:
//
//   blockIdx.x = 0 to ceildiv(rows, 8)
//     buffers that hold something of eight rows, in shared memory; one for two
//       of which the second is made of the first
//     threadIdx.y = 0 to 8
//       for each nest:
//         threadIdx.x = 0 to 32
//           loop over every 32nd value of the other iterators { block }
//
// or over every 32nd vector of values, with a loop over these inside.
// The loop over threadIdx.x reduces where the block does.
#include "Relax/Kernels/RowReduction/RowReductionKernel.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Dialect/TIR/Transforms/CrossThreadReduction.h"
#include "Relax/Kernels/RowReduction/RowVectors.h"
#include "Relax/Kernels/RowReduction/SimplifySoftmax.h"
#include "RowBuffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tir {

namespace {

/// A buffer of the function, and what holds a part of it in the kernel.
struct PlacedBuffer {
  /// The dimensions that are kept; the others are rows.
  SmallVector<KeptDim> dims;
  /// Whether it is loaded in front of all nests, or stored by one.
  bool isCopied = false;
  Value made = {};
};

/// How the threads of a row go through what is in it of a nest.
struct RowSteps {
  /// The iterator of which a thread does several values at once.
  std::optional<unsigned> along;
  /// How many values, or vectors of these, each inner iterator has, all have
  /// together, and a thread sees.
  SmallVector<Value> extents;
  Value total, rounds;
};

class RowReductionKernel {
public:
  RowReductionKernel(RowReductionGroup &group, const RowReductionShape &shape)
      : group(group), shape(shape), loc(group.nests.back().nest.block.getLoc()),
        builder(group.nests.back().nest.getRoot()) {}

  BuiltRowReduction build();

private:
  Value index(int64_t value) { return indexConstant(builder, loc, value); }
  RowSteps countSteps(RowLoopNest &nest);
  void openVector(const RowSteps &own, RowLoopNest &nest,
                  MutableArrayRef<Value> inner);
  ForOp open();
  void placeBuffers();
  bool place(Value buffer, int64_t room, bool isCopied);
  Value findPlace(Value buffer, const PlacedBuffer &part, MemRefType type);
  SmallVector<Value> delinearize(Value number, ValueRange extents);
  Value openNest(RowLoopNest &nest, SmallVectorImpl<Value> &inner);
  void buildNest(RowLoopNest &nest);
  Value buildIndex(RowIndex own, BlockOp block, IRMapping &mapping);
  void buildCopy(RowInput &input);
  BlockOp buildBlock(RowLoopNest &nest, ValueRange inner, Value predicate);
  void redirect(BlockOp block, Value slot);

  RowReductionGroup &group;
  const RowReductionShape &shape;
  Location loc;
  OpBuilder builder;
  /// For each nest.
  SmallVector<RowSteps> steps;
  Value numRows;
  /// The number of a row in its block, the row, and the row's place along each
  /// axis.
  Value slot, row;
  SmallVector<Value> rowIndices;
  llvm::MapVector<Value, PlacedBuffer> placed;
  /// What is loaded once, in front of all nests.
  SmallVector<RowInput> copied;
  int64_t bytes = 0;
};

} // namespace

RowSteps RowReductionKernel::countSteps(RowLoopNest &nest) {
  RowSteps own;
  if (shape.vector > 1)
    own.along = findVectorIter(nest, shape.vector);
  for (unsigned iter : nest.inner)
    own.extents.push_back(
        iter == own.along
            ? index(*nest.nest.getConstantExtent(iter) / shape.vector)
            : nest.nest.getExtent(iter));
  own.total = getTotal(builder, loc, own.extents);
  own.rounds = ceilDivIndex(builder, loc, own.total, shape.lanes);
  return own;
}

// The place of `number` in a box, of whose indices the last moves fastest. The
// first index needs no bound.
SmallVector<Value> RowReductionKernel::delinearize(Value number,
                                                   ValueRange extents) {
  SmallVector<Value> indices(extents.size());
  int64_t first = 0;
  while (first < int64_t(extents.size()) &&
         getConstantIndex(extents[first]) == 1)
    ++first;
  for (int64_t i = int64_t(extents.size()) - 1; i >= 0; --i) {
    if (getConstantIndex(extents[i]) == 1) {
      indices[i] = index(0);
    } else if (i == first) {
      indices[i] = number;
    } else {
      indices[i] = arith::RemUIOp::create(builder, loc, number, extents[i]);
      number = arith::DivUIOp::create(builder, loc, number, extents[i]);
    }
  }
  return indices;
}

// The memory of other rows of that type, which nests use only before or after
// this buffer; null if there is none. What is copied is there before all nests.
Value RowReductionKernel::findPlace(Value buffer, const PlacedBuffer &part,
                                    MemRefType type) {
  auto canShare = [&](Value other, const PlacedBuffer &known) {
    return part.dims == known.dims &&
           ((!known.isCopied && takesPlace(group, buffer, other)) ||
            (!part.isCopied && takesPlace(group, other, buffer)));
  };
  for (auto &candidate : placed) {
    Value made = candidate.second.made;
    if (made.getType() == type && !part.dims.empty() &&
        llvm::all_of(placed, [&](auto &other) {
          return other.second.made != made ||
                 canShare(other.first, other.second);
        }))
      return made;
  }
  return {};
}

// A part of a buffer for the block's rows, in shared memory; false if there is
// no room.
bool RowReductionKernel::place(Value buffer, int64_t room, bool isCopied) {
  auto type = cast<MemRefType>(buffer.getType());
  std::optional<SmallVector<KeptDim>> dims = findKeptDims(group, buffer);
  std::optional<MemRefType> own =
      dims ? getRowsType(type, *dims, shape.rows) : std::nullopt;
  if (!own)
    return false;
  PlacedBuffer part{*dims, isCopied};
  part.made = findPlace(buffer, part, *own);
  if (part.made) {
    placed[buffer] = part;
    return true;
  }
  int64_t size = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  if (own->getNumElements() > (room - bytes) / size)
    return false;
  bytes += own->getNumElements() * size;
  part.made = memref::AllocOp::create(builder, loc, *own);
  placed[buffer] = part;
  return true;
}

// What nests pass on comes first, then what several load. Joining takes some
// of the memory as well, and several blocks should have room.
void RowReductionKernel::placeBuffers() {
  constexpr int64_t kWarp = 32;
  bool areWarps = !shape.isAcross && shape.lanes % kWarp == 0;
  for (RowLoopNest &nest : group.nests)
    if (nest.reduces() && shape.lanes > 1)
      bytes += shape.rows * (areWarps ? shape.lanes / kWarp : shape.lanes) * 8;
  for (Value buffer : findOwnBuffers(group))
    place(buffer, kDefaultSharedBytes, /*isCopied=*/false);
  if (shape.lanes > 1)
    for (RowInput &input : findSharedInputs(group))
      if (place(input.buffer, kDefaultSharedBytes * 3 / 4, /*isCopied=*/true))
        copied.push_back(input);
}

// The loops over blocks, which is the kernel, and over the rows of a block.
ForOp RowReductionKernel::open() {
  SmallVector<Value> extents = group.getRowExtents();
  numRows = getTotal(builder, loc, extents);
  for (RowLoopNest &nest : group.nests)
    steps.push_back(countSteps(nest));
  Value blocks = ceilDivIndex(builder, loc, numRows, shape.rows);
  row = buildAxis(builder, loc, blocks, "blockIdx.x");
  auto kernel = cast<ForOp>(builder.getInsertionBlock()->getParentOp());
  placeBuffers();
  slot = index(0);
  if (shape.rows > 1) {
    slot = buildAxis(builder, loc, index(shape.rows),
                     shape.isAcross ? "threadIdx.x" : "threadIdx.y");
    row = addIndex(builder, loc, mulIndex(builder, loc, row, index(shape.rows)),
                   slot);
  }
  rowIndices = delinearize(row, extents);
  return kernel;
}

// Let the block use what is placed in the kernel.
void RowReductionKernel::redirect(BlockOp block, Value slotIter) {
  for (ElementAccess &access : getAccesses(block)) {
    auto *found = placed.find(access.buffer);
    if (found == placed.end())
      continue;
    SmallVector<Value> indices{slotIter};
    for (KeptDim dim : found->second.dims)
      indices.push_back(dim.getIndex(block, access.indices));
    if (auto load = dyn_cast<memref::LoadOp>(access.op)) {
      load.getMemrefMutable().assign(found->second.made);
      load.getIndicesMutable().assign(indices);
    } else {
      auto store = cast<memref::StoreOp>(access.op);
      store.getMemrefMutable().assign(found->second.made);
      store.getIndicesMutable().assign(indices);
    }
  }
  updateAccesses(block);
}

BlockOp RowReductionKernel::buildBlock(RowLoopNest &from, ValueRange inner,
                                       Value predicate) {
  BlockOp old = from.nest.block;
  SmallVector<Value> bindings(old.getNumIters()), extents(old.getExtents());
  SmallVector<IterKind> kinds;
  for (auto [iter, at] : llvm::zip(from.rows, rowIndices))
    bindings[iter] = at;
  for (auto [iter, at] : llvm::zip(from.inner, inner))
    bindings[iter] = at;
  for (unsigned i = 0; i != old.getNumIters(); ++i)
    kinds.push_back(old.getIterKind(i));
  bindings.push_back(slot);
  extents.push_back(index(shape.rows));
  kinds.push_back(IterKind::Spatial);
  BlockOp block = BlockOp::create(builder, old.getLoc(), old.getLabel(),
                                  bindings, extents, kinds, {}, {}, predicate);
  IRMapping mapping;
  for (auto [iter, own] : llvm::zip(old.getIters(), block.getIters()))
    mapping.map(iter, own);
  OpBuilder body = OpBuilder::atBlockBegin(block.getBody());
  for (Operation &op : old.getBody()->without_terminator())
    body.clone(op, mapping);
  redirect(block, block.getIters().back());
  return block;
}

// The loops over the other iterators of a nest, which the threads of the row
// share; gives the values of these, and whether there is something to do.
Value RowReductionKernel::openNest(RowLoopNest &nest,
                                   SmallVectorImpl<Value> &inner) {
  const RowSteps &own = steps[&nest - group.nests.begin()];
  Value lane = buildAxis(builder, loc, index(shape.lanes),
                         shape.isAcross ? "threadIdx.y" : "threadIdx.x");
  Value at = lane;
  if (getConstantIndex(own.rounds) != 1) {
    ForOp loop = ForOp::create(builder, loc, index(0), own.rounds);
    builder.setInsertionPointToStart(loop.getBody());
    at = addIndex(
        builder, loc,
        mulIndex(builder, loc, loop.getInductionVar(), index(shape.lanes)),
        lane);
  }
  SmallVector<Value> conditions;
  auto require = [&](Value value, Value bound, int64_t multiple) {
    std::optional<int64_t> known = getConstantIndex(bound);
    if (!known || *known % multiple != 0)
      conditions.push_back(arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, value, bound));
  };
  require(row, numRows, shape.rows);
  require(at, own.total, shape.lanes);
  inner = delinearize(at, own.extents);
  Value condition = joinConditions(builder, loc, conditions);
  openVector(own, nest, inner);
  return condition;
}

// The loop over the elements of a vector.
void RowReductionKernel::openVector(const RowSteps &own, RowLoopNest &nest,
                                    MutableArrayRef<Value> inner) {
  if (!own.along)
    return;
  Value &at = inner[llvm::find(nest.inner, *own.along) - nest.inner.begin()];
  at = mulIndex(builder, loc, at, index(shape.vector));
  ForOp loop = ForOp::create(builder, loc, index(0), index(shape.vector),
                             ForKind::Vectorized);
  builder.setInsertionPointToStart(loop.getBody());
  at = addIndex(builder, loc, at, loop.getInductionVar());
}

void RowReductionKernel::buildNest(RowLoopNest &nest) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> inner;
  Value predicate = openNest(nest, inner);
  BlockOp block = buildBlock(nest, inner, predicate);
  // One thread keeps its result in a register as well.
  if (!getReducingThreads(block).empty())
    (void)lowerCrossThreadReduction(block);
}

// The index of a block, for other values of its iterators.
Value RowReductionKernel::buildIndex(RowIndex own, BlockOp block,
                                     IRMapping &mapping) {
  Value row = mapping.lookup(block.getIters()[own.row]);
  if (!own.member)
    return row;
  return addIndex(builder, loc, mulIndex(builder, loc, row, index(own.size)),
                  mapping.lookup(block.getIters()[*own.member]));
}

// Loads rows of an input, at the pace of a nest.
void RowReductionKernel::buildCopy(RowInput &input) {
  OpBuilder::InsertionGuard guard(builder);
  RowLoopNest &nest = *input.nest;
  SmallVector<Value> inner;
  if (Value predicate = openNest(nest, inner)) {
    IfOp branch = IfOp::create(builder, loc, predicate);
    builder.setInsertionPointToStart(&branch.getThen().front());
  }
  BlockOp block = nest.nest.block;
  IRMapping mapping;
  for (auto [iter, at] : llvm::zip(nest.rows, rowIndices))
    mapping.map(block.getIters()[iter], at);
  for (auto [iter, at] : llvm::zip(nest.inner, inner))
    mapping.map(block.getIters()[iter], at);
  SmallVector<Value> from, to{slot};
  for (Value at : input.load.getIndices())
    from.push_back(buildIndex(*matchRowIndex(block, at), block, mapping));
  PlacedBuffer &part = placed[input.buffer];
  for (KeptDim dim : part.dims)
    to.push_back(mapping.lookup(dim.getIndex(block, input.load.getIndices())));
  Value value = memref::LoadOp::create(builder, loc, input.buffer, from);
  memref::StoreOp::create(builder, loc, value, part.made, to);
}

BuiltRowReduction RowReductionKernel::build() {
  simplifySoftmaxes(
      llvm::map_to_vector(group.nests,
                          [](RowLoopNest &nest) { return nest.nest; }),
      /*approximates=*/true);
  ForOp kernel = open();
  for (RowInput &input : copied)
    buildCopy(input);
  for (RowLoopNest &nest : group.nests)
    buildNest(nest);
  for (RowLoopNest &nest : group.nests)
    nest.nest.getRoot()->erase();
  return {kernel, bytes};
}

BuiltRowReduction buildRowReductionKernel(RowReductionGroup &group,
                                          const RowReductionShape &shape) {
  return RowReductionKernel(group, shape).build();
}

} // namespace mlir::tir
