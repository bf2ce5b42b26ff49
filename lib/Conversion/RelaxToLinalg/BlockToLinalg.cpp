// A block of a tensor program as one op of linalg.
//
//   tir.block iters(%i : spatial, %k : reduce)      linalg.fill outs(%o)
//     tir.init { store %zero, %o[%i] }         =>   linalg.generic ins(%x)
//     store (load %o[%i]) + (load %x[%i, %k])         outs(%o), maps of indices
//
// An element that is read at a place that is no affine expression of the
// iterators is extracted in the body.
#include "BufferSizes.h"
#include "IndexExpressions.h"
#include "NarrowFloat.h"
#include "ProgramToLinalg.h"
#include "Slice.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {

namespace {
/// A buffer that a block reads by a map of its iterators.
struct Input {
  Value buffer;
  AffineMap map;
};

/// A buffer that a block writes: the part of it that the iterators run over,
/// axes that stay at one place left out.
struct Output {
  Value buffer;
  SmallVector<Value> place;
  SmallVector<StridedIndex> axes;
  AffineMap map;
  bool isWhole = true;
};

/// Reading one element for one that is written. It is recognised first:
/// upstream has named ops for transposes, and a generic hides them.
struct Move {
  Value buffer;
  SmallVector<StridedIndex> axes;
  /// The iterators in the order in which the axes have them.
  SmallVector<int64_t> order;
};

/// The body of a block, or its init: what runs for each value of `iters`.
class BodyToLinalg {
public:
  BodyToLinalg(ProgramToLinalg &program, tir::BlockOp block, Block *body,
               bool withReduction);

  LogicalResult convert();

private:
  bool isKnown(Operation &op);
  LogicalResult readAccesses();
  LogicalResult addOutput(memref::StoreOp store);
  void addInput(memref::LoadOp load);
  Output *findOutput(Value buffer);
  LogicalResult checkReads(memref::LoadOp load);

  OpFoldResult getOffset(const StridedIndex &index);
  Slice makeSlice(ArrayRef<StridedIndex> axes);
  std::optional<Slice> getSlice(const Input &input);
  std::optional<Slice> getSlice(const Output &output);
  void update(ArrayRef<Output> written,
              llvm::function_ref<SmallVector<Value>(ValueRange)> build);

  Value getFilling();
  std::optional<Move> getMove();
  void buildMove(const Move &move);
  void addWindow(SmallVectorImpl<Value> &operands,
                 SmallVectorImpl<AffineMap> &maps);
  void buildGeneric();
  void buildBody(OpBuilder &b, Location loc, ValueRange elements);
  void buildLoad(OpBuilder &b, memref::LoadOp load, ValueRange elements,
                 ArrayRef<Value> written, IRMapping &values);

  ProgramToLinalg &program;
  OpBuilder &builder;
  tir::BlockOp block;
  Block *body;
  Location loc;
  /// The iterators and their extents in the program.
  SmallVector<Value> iters, extents;
  SmallVector<utils::IteratorType> kinds;
  SmallVector<Input> inputs;
  SmallVector<Output> outputs;
  /// The number of the input that a load is.
  DenseMap<Operation *, unsigned> loads;
};
} // namespace

BodyToLinalg::BodyToLinalg(ProgramToLinalg &program, tir::BlockOp block,
                           Block *body, bool withReduction)
    : program(program), builder(program.getBuilder()), block(block), body(body),
      loc(block.getLoc()) {
  for (auto [i, iter, extent] :
       llvm::enumerate(block.getIters(), block.getExtents())) {
    bool reduces = block.getIterKind(i) == tir::IterKind::Reduce;
    if (reduces && !withReduction)
      continue;
    iters.push_back(iter);
    extents.push_back(extent);
    kinds.push_back(reduces ? utils::IteratorType::reduction
                            : utils::IteratorType::parallel);
  }
}

//===-- What is read and written ------------------------------------------===//

Output *BodyToLinalg::findOutput(Value buffer) {
  Output *found = llvm::find_if(
      outputs, [&](Output &output) { return output.buffer == buffer; });
  return found == outputs.end() ? nullptr : found;
}

// linalg's results are tensors or buffers as a whole, indexed by a projected
// permutation. So each parallel iterator must give its own element, and a
// reduction none.
LogicalResult BodyToLinalg::addOutput(memref::StoreOp store) {
  SmallVector<Value> place(store.getIndices());
  if (Output *known = findOutput(store.getMemRef())) {
    if (known->place == place)
      return success();
    return program.reject(store, "a block of its tensor program writes two "
                                 "elements of one buffer, expected one");
  }
  Output output{store.getMemRef(), place, {}, {}, true};
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> isUsed(iters.size());
  for (auto [axis, index] : llvm::enumerate(place)) {
    std::optional<StridedIndex> split = getStridedIndex(index, iters, body);
    if (!split || (split->iter >= 0 && isUsed[split->iter]))
      return program.reject(store,
                            "a block of its tensor program writes at computed "
                            "indices, expected its iterators, one by one");
    output.isWhole &= split->iter >= 0 && split->stride == 1 &&
                      split->offset == 0 && !split->base &&
                      isSizeOfAxis(extents[split->iter], output.buffer, axis);
    output.axes.push_back(*split);
    if (split->iter < 0)
      continue;
    isUsed[split->iter] = true;
    exprs.push_back(builder.getAffineDimExpr(split->iter));
  }
  for (auto [kind, used] : llvm::zip_equal(kinds, isUsed))
    if ((kind == utils::IteratorType::parallel) != used)
      return program.reject(store,
                            "a block of its tensor program writes one element "
                            "for several values of its spatial iterators, or "
                            "several in a reduction, expected one for each");
  output.map = AffineMap::get(iters.size(), 0, exprs, builder.getContext());
  outputs.push_back(output);
  return success();
}

void BodyToLinalg::addInput(memref::LoadOp load) {
  SmallVector<AffineExpr> exprs;
  for (Value index : load.getIndices()) {
    exprs.push_back(getAffineIndex(index, iters));
    if (!exprs.back())
      return;
  }
  Input input{load.getMemRef(),
              AffineMap::get(iters.size(), 0, exprs, builder.getContext())};
  Input *known = llvm::find_if(inputs, [&](Input &other) {
    return other.buffer == input.buffer && other.map == input.map;
  });
  loads[load] = known - inputs.begin();
  if (known == inputs.end())
    inputs.push_back(input);
}

// A body that reads its output elsewhere, as a scan does, has an order that
// linalg does not express.
LogicalResult BodyToLinalg::checkReads(memref::LoadOp load) {
  Output *output = findOutput(load.getMemRef());
  if (!output || output->place == SmallVector<Value>(load.getIndices()))
    return success();
  return program.reject(load,
                        "a block of its tensor program reads what its other "
                        "iterations write, expected its own element");
}

/// Whether all that an op takes is in the block, or known outside of loops.
bool BodyToLinalg::isKnown(Operation &op) {
  return llvm::all_of(op.getOperands(), [&](Value operand) {
    return block.getRegion().isAncestor(operand.getParentRegion()) ||
           program.getScalars().contains(operand) || program.lookup(operand);
  });
}

LogicalResult BodyToLinalg::readAccesses() {
  for (Operation &op : body->without_terminator()) {
    if (!isKnown(op))
      return program.reject(
          &op, "a block of its tensor program uses a view, or what loops "
               "around it compute, expected buffers and its iterators");
    if (isa<tir::InitOp, memref::LoadOp, memref::DimOp>(op))
      continue;
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store && (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return program.reject(&op,
                            "a block of its tensor program has '" +
                                op.getName().getStringRef() +
                                "', expected what an element by itself can do");
    if (store && failed(addOutput(store)))
      return failure();
  }
  if (outputs.empty())
    return program.reject(
        block,
        "a block of its tensor program writes nothing, expected a buffer");
  for (auto load : body->getOps<memref::LoadOp>()) {
    if (failed(checkReads(load)))
      return failure();
    if (!findOutput(load.getMemRef()))
      addInput(load);
  }
  return success();
}

//===-- Operands ----------------------------------------------------------===//

OpFoldResult BodyToLinalg::getOffset(const StridedIndex &index) {
  if (!index.base)
    return builder.getIndexAttr(index.offset);
  Value base = program.getScalars().lookup(index.base);
  if (index.offset == 0)
    return base;
  Value offset = arith::ConstantIndexOp::create(builder, loc, index.offset);
  return builder.createOrFold<arith::AddIOp>(loc, base, offset);
}

/// The part of an input whose axes are as long as the iterators that index
/// them: linalg takes the one for the other.
std::optional<Slice> BodyToLinalg::getSlice(const Input &input) {
  auto isSame = [&](int64_t axis) {
    auto dim = dyn_cast<AffineDimExpr>(input.map.getResult(axis));
    return !dim || isSizeOfAxis(extents[dim.getPosition()], input.buffer, axis);
  };
  auto axes = llvm::seq<int64_t>(0, input.map.getNumResults());
  if (llvm::all_of(axes, isSame))
    return std::nullopt;
  Slice slice;
  for (int64_t axis : axes) {
    auto dim = dyn_cast<AffineDimExpr>(input.map.getResult(axis));
    slice.add(builder.getIndexAttr(0),
              isSame(axis) ? program.getSize(loc, input.buffer, axis)
                           : program.getIndex(extents[dim.getPosition()]),
              builder.getIndexAttr(1));
  }
  return slice;
}

/// What the iterators run over.
Slice BodyToLinalg::makeSlice(ArrayRef<StridedIndex> axes) {
  Slice slice;
  for (const StridedIndex &index : axes)
    slice.add(getOffset(index),
              index.iter < 0 ? OpFoldResult(builder.getIndexAttr(1))
                             : program.getIndex(extents[index.iter]),
              builder.getIndexAttr(index.stride), index.iter >= 0);
  return slice;
}

std::optional<Slice> BodyToLinalg::getSlice(const Output &output) {
  return output.isWhole ? std::nullopt : std::optional(makeSlice(output.axes));
}

/// Runs `build` on what an output is before, and keeps what it is then.
void BodyToLinalg::update(
    ArrayRef<Output> written,
    llvm::function_ref<SmallVector<Value>(ValueRange)> build) {
  std::vector<std::optional<Slice>> slices;
  SmallVector<Value> before;
  for (const Output &output : written) {
    slices.push_back(getSlice(output));
    Value whole = program.lookup(output.buffer);
    before.push_back(slices.back() ? slices.back()->take(builder, loc, whole)
                                   : whole);
  }
  SmallVector<Value> after = build(before);
  if (!program.isOnTensors())
    return;
  for (auto [output, slice, value] : llvm::zip_equal(written, slices, after))
    program.setBuffer(
        output.buffer,
        slice ? slice->put(builder, loc, value, program.lookup(output.buffer))
              : value);
}

//===-- Ops ---------------------------------------------------------------===//

/// What a block reads that only moves elements: the operand, and for each
/// iterator the axis of it. None if it does something else.
std::optional<Move> BodyToLinalg::getMove() {
  auto stores = body->getOps<memref::StoreOp>();
  if (!llvm::hasSingleElement(stores))
    return std::nullopt;
  auto load =
      (*stores.begin()).getValueToStore().getDefiningOp<memref::LoadOp>();
  if (!load || findOutput(load.getMemRef()))
    return std::nullopt;
  Move move;
  move.buffer = load.getMemRef();
  for (Value index : load.getIndices()) {
    std::optional<StridedIndex> split = getStridedIndex(index, iters, body);
    if (!split ||
        (split->iter >= 0 && llvm::is_contained(move.order, split->iter)))
      return std::nullopt;
    move.axes.push_back(*split);
    if (split->iter >= 0)
      move.order.push_back(split->iter);
  }
  if (move.order.size() != iters.size())
    return std::nullopt;
  return move;
}

/// `linalg.transpose`, or nothing at all, of slices.
void BodyToLinalg::buildMove(const Move &move) {
  bool isWhole = llvm::all_of(llvm::enumerate(move.axes), [&](auto entry) {
    const StridedIndex &index = entry.value();
    return index.iter >= 0 && index.stride == 1 && index.offset == 0 &&
           !index.base &&
           isSizeOfAxis(extents[index.iter], move.buffer, entry.index());
  });
  Value part = program.lookup(move.buffer);
  if (!isWhole)
    part = makeSlice(move.axes).take(builder, loc, part);
  SmallVector<int64_t> order;
  for (AffineExpr expr : outputs.front().map.getResults())
    order.push_back(
        llvm::find(move.order, cast<AffineDimExpr>(expr).getPosition()) -
        move.order.begin());
  update(outputs, [&](ValueRange before) -> SmallVector<Value> {
    if (!llvm::equal(order, llvm::seq<int64_t>(0, order.size())))
      return linalg::TransposeOp::create(builder, loc, part, before.front(),
                                         order)
          ->getResults();
    if (program.isOnTensors() && part.getType() == before.front().getType())
      return {part};
    return linalg::CopyOp::create(builder, loc, part, before.front())
        ->getResults();
  });
}

/// What a body writes everywhere, where that is one scalar.
Value BodyToLinalg::getFilling() {
  auto stores = body->getOps<memref::StoreOp>();
  if (!llvm::hasSingleElement(stores) || !inputs.empty())
    return {};
  Value stored = (*stores.begin()).getValueToStore();
  if (!body->getParent()->isAncestor(stored.getParentRegion()))
    return program.getScalars().lookup(stored);
  Operation *op = stored.getDefiningOp();
  if (!op || !op->hasTrait<OpTrait::ConstantLike>())
    return {};
  return builder.clone(*op)->getResult(0);
}

/// An operand without elements that only says how long iterators are which no
/// other operand shows.
void BodyToLinalg::addWindow(SmallVectorImpl<Value> &operands,
                             SmallVectorImpl<AffineMap> &maps) {
  SmallVector<AffineExpr> exprs;
  SmallVector<OpFoldResult> sizes;
  for (unsigned iter = 0; iter < iters.size(); ++iter) {
    AffineExpr dim = builder.getAffineDimExpr(iter);
    auto shows = [&](AffineMap map) {
      return llvm::is_contained(map.getResults(), dim);
    };
    if (llvm::any_of(maps, shows) ||
        llvm::any_of(outputs, [&](Output &out) { return shows(out.map); }))
      continue;
    exprs.push_back(dim);
    sizes.push_back(program.getIndex(extents[iter]));
  }
  if (exprs.empty())
    return;
  operands.push_back(program.createEmpty(loc, sizes, builder.getF32Type()));
  maps.push_back(AffineMap::get(iters.size(), 0, exprs, builder.getContext()));
}

void BodyToLinalg::buildLoad(OpBuilder &b, memref::LoadOp load,
                             ValueRange elements, ArrayRef<Value> written,
                             IRMapping &values) {
  if (Output *output = findOutput(load.getMemRef())) {
    values.map(load.getResult(), written[output - outputs.begin()]);
    return;
  }
  if (auto known = loads.find(load); known != loads.end()) {
    values.map(load.getResult(), elements[known->second]);
    return;
  }
  SmallVector<Value> place = llvm::map_to_vector(
      load.getIndices(), [&](Value index) { return values.lookup(index); });
  values.map(
      load.getResult(),
      program.load(b, load.getLoc(), program.lookup(load.getMemRef()), place));
}

void BodyToLinalg::buildBody(OpBuilder &b, Location loc, ValueRange elements) {
  IRMapping values = program.getScalars();
  for (auto [i, iter] : llvm::enumerate(iters))
    values.map(iter, linalg::IndexOp::create(b, loc, i).getResult());
  SmallVector<Value> written(elements.take_back(outputs.size()));
  for (Operation &op : body->without_terminator()) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      buildLoad(b, load, elements, written, values);
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      written[findOutput(store.getMemRef()) - outputs.begin()] =
          values.lookup(store.getValueToStore());
    else if (auto dim = dyn_cast<memref::DimOp>(op))
      values.map(dim.getResult(),
                 program.getDim(b, dim, values.lookup(dim.getIndex())));
    else if (!isa<tir::InitOp>(op))
      b.clone(op, values);
  }
  linalg::YieldOp::create(b, loc, written);
  expandFloat8(b.getInsertionBlock());
  // Loads became operands: their indices are dead, and nobody may run DCE.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*b.getInsertionBlock())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

void BodyToLinalg::buildGeneric() {
  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (const Input &input : inputs) {
    std::optional<Slice> slice = getSlice(input);
    Value whole = program.lookup(input.buffer);
    operands.push_back(slice ? slice->take(builder, loc, whole) : whole);
    maps.push_back(input.map);
  }
  addWindow(operands, maps);
  for (const Output &output : outputs)
    maps.push_back(output.map);
  update(outputs, [&](ValueRange before) -> SmallVector<Value> {
    auto types = program.isOnTensors() ? TypeRange(before) : TypeRange();
    return linalg::GenericOp::create(
               builder, loc, types, operands, before, maps, kinds,
               [&](OpBuilder &b, Location loc, ValueRange elements) {
                 buildBody(b, loc, elements);
               })
        ->getResults();
  });
}

LogicalResult BodyToLinalg::convert() {
  if (failed(readAccesses()))
    return failure();
  // Slices without elements may begin behind the last one, which verifiers of
  // slices do not like; nothing happens there.
  if (llvm::any_of(extents,
                   [](Value extent) { return isConstantIntValue(extent, 0); }))
    return success();
  if (std::optional<Move> move = getMove()) {
    buildMove(*move);
  } else if (Value filling = getFilling()) {
    update(outputs, [&](ValueRange before) -> SmallVector<Value> {
      return linalg::FillOp::create(builder, loc, filling, before)
          ->getResults();
    });
  } else {
    buildGeneric();
  }
  return success();
}

LogicalResult convertBlock(ProgramToLinalg &program, tir::BlockOp block) {
  for (unsigned iter = 0; iter < block.getNumIters(); ++iter) {
    tir::IterKind kind = block.getIterKind(iter);
    if (kind == tir::IterKind::Ordered || kind == tir::IterKind::Opaque)
      return program.reject(block, "a block of its tensor program has an " +
                                       stringifyIterKind(kind) +
                                       " iterator; expected spatial and "
                                       "reduce ones");
    Value extent = block.getExtents()[iter];
    if (!getConstantIntValue(extent) && !program.getScalars().contains(extent))
      return program.reject(block, "loops around a block of its tensor program "
                                   "compute its extents, expected known ones");
  }
  if (tir::InitOp init = block.getInit())
    if (failed(BodyToLinalg(program, block, init.getBody(),
                            /*withReduction=*/false)
                   .convert()))
      return failure();
  return BodyToLinalg(program, block, block.getBody(), /*withReduction=*/true)
      .convert();
}

} // namespace mlir::relax
