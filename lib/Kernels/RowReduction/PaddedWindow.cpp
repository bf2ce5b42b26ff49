// The part of a padded input that a task of a reduction reads, made by it:
//
//   for each task (images, channels, some lines):
//     window = lines in front of the image, of it, behind it
//     for each tile of the lines: as without padding, of the window
//
// A padded copy of the whole image goes through the last cache twice more, and
// is as long again in a thread's way as what reads it: a max pool of 3 x 3 took
// a third of its time for it, and did not get faster by a second thread.
#include "PaddedWindow.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/SplitIters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

//===-- What suits ----------------------------------------------------------//

namespace {
/// Finds out what the window of a reduction is.
class WindowPlanner {
public:
  WindowPlanner(Reduction &reduction, const ReductionTile &tile)
      : reduction(reduction), tile(tile), nest(reduction.nest) {}

  std::optional<PaddedWindow> run();

private:
  bool findBuffer();
  bool sortDims();
  bool setDim(unsigned dim);
  bool chooseLines();
  void choosePhases();
  bool isAxisOf(unsigned iter, unsigned dim);
  /// The lines of a tile; each may be several windows'.
  int64_t getLeastLines() { return line == tile.row ? tile.rows : 1; }
  std::optional<double> getCost(int64_t lines, int64_t maxBytes);

  Reduction &reduction;
  const ReductionTile &tile;
  LoopNest &nest;
  PaddedWindow window;
  /// For each dimension of the buffer its index.
  SmallVector<AffineExpr> exprs;
  std::optional<unsigned> line;
};
} // namespace

// The only input that a padding is around. With a second one both would have to
// be cut at the same lines, and a second load of the first would have indices
// of its own, which may be of other lines.
bool WindowPlanner::findBuffer() {
  for (ElementAccess &input : reduction.getInputs()) {
    auto alloc = input.buffer.getDefiningOp<memref::AllocOp>();
    std::optional<PaddedBuffer> found =
        alloc ? matchPadding(alloc) : std::nullopt;
    if (!found)
      continue;
    if (window.load || found->loads.size() != 1 || !isCheap(*found) ||
        !keepsSources(*found))
      return false;
    window.load = found->loads.front();
    window.buffer = *found;
  }
  return window.load && llvm::all_of(window.buffer.axes, [](auto &axis) {
           return axis.spread == 1 && axis.before >= 0;
         });
}

// True if the iterator is the index of that dimension, and of no other one:
// then tasks that differ in it read different elements, and a window has one
// place there.
bool WindowPlanner::isAxisOf(unsigned iter, unsigned dim) {
  MLIRContext *context = nest.block.getContext();
  if (exprs[dim] != getAffineDimExpr(iter, context))
    return false;
  for (auto [other, expr] : llvm::enumerate(exprs))
    if (other != dim && expr.isFunctionOfDim(iter))
      return false;
  return true;
}

// Task, columns of a tile, or all of it; which one has the lines is found by
// the order of the result, later. Rows of a tile are several values at once, so
// that an iterator of them is none of tasks.
bool WindowPlanner::setDim(unsigned dim) {
  const PaddedBuffer::Axis &axis = window.buffer.axes[dim];
  for (unsigned iter : reduction.spatial)
    if (isAxisOf(iter, dim) && !axis.extent && iter != tile.row) {
      bool isColumn = iter == tile.column;
      window.dims[dim] =
          isColumn ? PaddedWindow::Dim::Columns : PaddedWindow::Dim::Task;
      window.sizes[dim] = isColumn ? tile.columns : 1;
      return true;
    }
  // The others are loops of a task, or inside of a line: how many there are
  // must be known.
  window.dims[dim] = PaddedWindow::Dim::Whole;
  window.sizes[dim] = window.buffer.alloc.getType().getDimSize(dim);
  return !ShapedType::isDynamic(window.sizes[dim]) && window.sizes[dim] > 0 &&
         (!axis.extent || getConstantIndex(axis.extent).value_or(0) > 0);
}

// What of the buffer a task needs. Each spatial iterator has to move through
// it: what others share is better made once for all of them.
bool WindowPlanner::sortDims() {
  window.dims.resize(exprs.size());
  window.sizes.resize(exprs.size());
  for (unsigned dim = 0; dim != exprs.size(); ++dim)
    if (!setDim(dim))
      return false;
  for (Value index : reduction.store.getIndices()) {
    auto iter = dyn_cast<BlockArgument>(index);
    if (!iter || iter.getOwner() != nest.block.getBody())
      continue;
    unsigned number = iter.getArgNumber();
    SmallVector<unsigned, 2> moving;
    for (auto [dim, expr] : llvm::enumerate(exprs))
      if (expr.isFunctionOfDim(number))
        moving.push_back(dim);
    if (nest.getConstantExtent(number) == 1 && moving.empty())
      continue;
    if (moving.size() != 1)
      return false;
    if (window.dims[moving.front()] != PaddedWindow::Dim::Whole)
      continue;
    if (nest.getConstantExtent(number).value_or(0) < 1)
      return false;
    std::optional<int64_t> step = getCoefficient(exprs[moving.front()], number);
    if (line || number == tile.column || !step || *step < 1)
      continue;
    line = number;
    window.line = number;
    window.step = *step;
    window.dims[moving.front()] = PaddedWindow::Dim::Lines;
  }
  return line.has_value();
}

// What all tasks of so many lines take, in steps; nullopt if the window would
// be too large.
std::optional<double> WindowPlanner::getCost(int64_t lines, int64_t maxBytes) {
  // A copied element is loaded and stored, and loaded again.
  constexpr double kCopySteps = 1.5;
  int64_t all = *nest.getConstantExtent(*line), bytes = 4;
  MemRefType type = window.buffer.alloc.getType();
  if (type.getElementType().isIntOrFloat())
    bytes = llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
  double copied = 1, size = double(bytes);
  for (auto [dim, own] : llvm::enumerate(window.sizes)) {
    bool isLines = window.dims[dim] == PaddedWindow::Dim::Lines;
    double extent =
        isLines ? double(own - (all - lines) * window.step) : double(own);
    copied *= extent;
  }
  size *= copied;
  if (size > double(maxBytes))
    return std::nullopt;
  double steps = 1;
  for (unsigned iter : reduction.reduce)
    steps *= double(nest.getConstantExtent(iter).value_or(1));
  for (unsigned iter : reduction.spatial)
    for (auto [dim, expr] : llvm::enumerate(exprs))
      if (expr.isFunctionOfDim(iter))
        steps *= double(iter == *line ? llvm::alignTo(lines, getLeastLines())
                        : window.dims[dim] == PaddedWindow::Dim::Task ? 1
                        : window.dims[dim] == PaddedWindow::Dim::Columns
                            ? tile.columns
                            : *nest.getConstantExtent(iter));
  return double(llvm::divideCeil(all, lines)) * (steps + kCopySteps * copied);
}

// Each window repeats the lines that the one before it read last: for 3 x 3 two
// of them, so that a few long windows copy less than many short ones. So many
// lines that few are copied twice, and the window stays in the nearest
// cache; in the next one where a single line is long.
bool WindowPlanner::chooseLines() {
  constexpr int64_t kNearBytes = 1 << 14, kFarBytes = 1 << 17;
  int64_t all = *nest.getConstantExtent(*line);
  int64_t least = getLeastLines();
  for (int64_t maxBytes : {kNearBytes, kFarBytes}) {
    std::optional<double> best;
    for (int64_t lines = least; lines <= all; ++lines) {
      if (!tile.mayOverlap && (all % lines != 0 || lines % least != 0))
        continue;
      std::optional<double> cost = getCost(lines, maxBytes);
      // A window of more lines is larger.
      if (!cost)
        break;
      if (best && *cost >= *best)
        continue;
      best = cost;
      window.lines = lines;
      window.taskSteps = *cost / double(llvm::divideCeil(all, lines));
    }
    if (best)
      return true;
  }
  return false;
}

// Of windows that overlap each element is read several times. A vector of every
// second one is two loads, each of which is in two lines of the cache mostly,
// and a permutation; sorted once, each read is one load.
void WindowPlanner::choosePhases() {
  constexpr int64_t kMaxPhases = 4;
  unsigned last = exprs.size() - 1;
  std::optional<int64_t> step = getCoefficient(exprs[last], *tile.column);
  if (window.dims[last] != PaddedWindow::Dim::Whole || !step || *step < 2 ||
      *step > kMaxPhases)
    return;
  int64_t taps = 1;
  for (unsigned iter : reduction.reduce)
    taps *= nest.getConstantExtent(iter).value_or(1);
  // Two by two elements of the input for one of the result: each is read once.
  if (taps > 2 * *step)
    window.phases = *step;
}

std::optional<PaddedWindow> WindowPlanner::run() {
  if (!findBuffer())
    return std::nullopt;
  for (Value index : window.load.getIndices()) {
    exprs.push_back(getIndexExpr(nest.block, index));
    if (!exprs.back())
      return std::nullopt;
  }
  if (!sortDims() || !chooseLines())
    return std::nullopt;
  int64_t rest = (*nest.getConstantExtent(*line) - window.lines) * window.step;
  for (auto [kind, size] : llvm::zip_equal(window.dims, window.sizes))
    if (kind == PaddedWindow::Dim::Lines)
      size -= rest;
  choosePhases();
  return window;
}

std::optional<ReductionPlan>
planPaddedReduction(Reduction &reduction, int64_t lanes, TileOverlap overlap) {
  // To plan is long; most have no padding.
  if (hasSharedIter(reduction) ||
      llvm::none_of(reduction.getInputs(), [](ElementAccess &input) {
        auto alloc = input.buffer.getDefiningOp<memref::AllocOp>();
        return alloc && matchPadding(alloc);
      }))
    return std::nullopt;
  ReductionPlan plan =
      planReduction(reduction, matchAccesses(reduction), lanes, overlap);
  ReductionTile &tile = plan.tile;
  if (plan.laneIter || !tile.row || !tile.column || tile.block != 0 ||
      !tile.packed.empty() || !tile.narrower.empty())
    return std::nullopt;
  tile.window = WindowPlanner(reduction, tile).run();
  if (!tile.window)
    return std::nullopt;
  tile.window->lanes = lanes;
  return plan;
}

//===-- Loops ---------------------------------------------------------------//

using Dim = PaddedWindow::Dim;

SmallVector<PaddedWindowBuilder::Range>
PaddedWindowBuilder::getWhole(OpBuilder &b) {
  SmallVector<Range> box;
  for (int64_t size : window.sizes)
    box.push_back({indexConstant(b, loc, 0), indexConstant(b, loc, size)});
  return box;
}

// All lines, without what is padding in each of them.
SmallVector<PaddedWindowBuilder::Range>
PaddedWindowBuilder::getInside(OpBuilder &b) {
  SmallVector<Range> box = getWhole(b);
  for (auto [dim, axis] : llvm::enumerate(buffer.axes))
    if (window.dims[dim] == Dim::Whole && axis.extent)
      box[dim] = {indexConstant(b, loc, axis.before),
                  indexConstant(b, loc, *getConstantIndex(axis.extent))};
  return box;
}

void PaddedWindowBuilder::storeFrom(OpBuilder &b, ArrayRef<Range> box,
                                    SmallVector<Value> &at, Element element) {
  Range range = box[at.size()];
  if (at.size() + 1 == box.size())
    return storeLine(b, range, at, element);
  buildLoop(b, loc, ForKind::Serial, range.extent,
            [&](OpBuilder &b, ValueRange index) {
              at.push_back(addIndex(b, loc, range.start, index.front()));
              storeFrom(b, box, at, element);
              at.pop_back();
            });
}

// The places of a range that have indices of that phase.
PaddedWindowBuilder::Range
PaddedWindowBuilder::getPhase(OpBuilder &b, Range range, int64_t phase) {
  if (window.phases == 1)
    return range;
  // The dimension is one of those that are there as a whole.
  int64_t start = *getConstantIndex(range.start);
  int64_t end = start + *getConstantIndex(range.extent);
  int64_t first = llvm::divideCeilSigned(start - phase, window.phases);
  int64_t last = llvm::divideCeilSigned(end - phase, window.phases);
  return {indexConstant(b, loc, first), indexConstant(b, loc, last - first)};
}

void PaddedWindowBuilder::storeLine(OpBuilder &b, Range range,
                                    SmallVector<Value> &at, Element element) {
  for (int64_t phase = 0; phase != window.phases; ++phase) {
    Range run = getPhase(b, range, phase);
    // A side of one element is in one phase.
    if (getConstantIndex(run.extent) == 0)
      continue;
    storeRun(b, run, [&](OpBuilder &b, Value place) {
      SmallVector<Value> where(at);
      if (window.phases > 1)
        where.push_back(indexConstant(b, loc, phase));
      where.push_back(place);
      Value index =
          mulIndex(b, loc, place, indexConstant(b, loc, window.phases));
      at.push_back(addIndex(b, loc, index, indexConstant(b, loc, phase)));
      memref::StoreOp::create(b, loc, element(b, at), room, where);
      at.pop_back();
    });
  }
}

// Vectors along the last dimension; the last one may start earlier, as each
// element is stored whatever was there. A line with one element, such as a
// side, takes no vector.
void PaddedWindowBuilder::storeRun(
    OpBuilder &b, Range run,
    llvm::function_ref<void(OpBuilder &, Value)> storeAt) {
  std::optional<int64_t> extent = getConstantIndex(run.extent);
  auto go = [&](OpBuilder &b, Value index) {
    storeAt(b, addIndex(b, loc, run.start, index));
  };
  if (!extent || *extent <= 1)
    return buildLoop(
        b, loc, ForKind::Serial, run.extent,
        [&](OpBuilder &b, ValueRange index) { go(b, index.front()); });
  int64_t width = std::min(window.lanes, *extent);
  buildLoop(b, loc, ForKind::Serial, llvm::divideCeil(*extent, width),
            [&](OpBuilder &b, ValueRange number) {
              Value start =
                  getTileStart(b, loc, number.front(), run.extent, width);
              buildLoop(b, loc, ForKind::Vectorized, width,
                        [&](OpBuilder &b, ValueRange lane) {
                          go(b, addIndex(b, loc, start, lane.front()));
                        });
            });
}

// Stores each element of a box of the window.
void PaddedWindowBuilder::store(OpBuilder &b, ArrayRef<Range> box,
                                Element element) {
  if (llvm::any_of(box, [](const Range &range) {
        return getConstantIndex(range.extent) == 0;
      }))
    return;
  SmallVector<Value> at;
  storeFrom(b, box, at, element);
}

// The sides stay as they are: no window of the task stores there again.
void PaddedWindowBuilder::setup(OpBuilder &b) {
  MemRefType type = buffer.alloc.getType();
  SmallVector<int64_t> sizes = window.sizes;
  if (window.phases > 1) {
    // Whole vectors, so that those at the start of each phase are in one line
    // of the cache.
    int64_t places = llvm::divideCeil(sizes.back(), window.phases);
    sizes.back() = window.phases;
    sizes.push_back(llvm::alignTo(places, window.lanes));
  }
  room = memref::AllocOp::create(b, loc,
                                 MemRefType::get(sizes, type.getElementType()));
  Value fill = buffer.buildFill(b);
  SmallVector<Range> box = getWhole(b);
  auto element = [&](OpBuilder &, ValueRange) { return fill; };
  for (auto [dim, axis] : llvm::enumerate(buffer.axes)) {
    if (window.dims[dim] != Dim::Whole || !axis.extent)
      continue;
    int64_t extent = *getConstantIndex(axis.extent);
    int64_t end = axis.before + extent;
    Range inside{indexConstant(b, loc, axis.before),
                 indexConstant(b, loc, extent)};
    box[dim] = {indexConstant(b, loc, 0), inside.start};
    store(b, box, element);
    box[dim] = {indexConstant(b, loc, end),
                indexConstant(b, loc, window.sizes[dim] - end)};
    store(b, box, element);
    box[dim] = inside;
  }
}

Value PaddedWindowBuilder::getBase(unsigned dim) {
  if (window.dims[dim] == Dim::Lines)
    return lineBase;
  return window.dims[dim] == Dim::Columns ? columnBase : Value();
}

BlockArgument PaddedWindowBuilder::getTaskIter(unsigned dim) {
  BlockOp block = reduction.nest.block;
  auto iter =
      cast<AffineDimExpr>(getIndexExpr(block, window.load.getIndices()[dim]));
  return block.getBody()->getArgument(iter.getPosition());
}

int64_t PaddedWindowBuilder::countSteps() {
  // As tiles count theirs: four elements are a step.
  return int64_t(std::min(window.taskSteps / 4, 1e15)) + 1;
}

// The element that the window has at `at`, which is inside.
Value PaddedWindowBuilder::buildInterior(OpBuilder &b, const IRMapping &iters,
                                         ValueRange at) {
  IRMapping mapping;
  for (auto [dim, axis] : llvm::enumerate(buffer.axes)) {
    Value index = at[dim];
    if (window.dims[dim] == Dim::Task)
      index = iters.lookup(getTaskIter(dim));
    if (Value base = getBase(dim))
      index = addIndex(b, loc, base, index);
    index = b.createOrFold<arith::SubIOp>(loc, index,
                                          indexConstant(b, loc, axis.before));
    mapping.map(buffer.interior.block.getBody()->getArgument(axis.iter), index);
  }
  return buffer.buildInterior(b, mapping);
}

// Only how many lines are outside is known at run time: most windows have none,
// and their first and last loops then take no turn. A choice for each element
// would cost as much as the copy.
void PaddedWindowBuilder::build(OpBuilder &b, const IRMapping &iters,
                                Value line, Value column) {
  lineBase = mulIndex(b, loc, line, indexConstant(b, loc, window.step));
  columnBase = column;
  Value fill = buffer.buildFill(b);
  auto outside = [&](OpBuilder &, ValueRange) { return fill; };
  auto inside = [&](OpBuilder &b, ValueRange at) {
    return buildInterior(b, iters, at);
  };
  SmallVector<Range> box = getInside(b);
  unsigned dim = llvm::find(window.dims, Dim::Lines) - window.dims.begin();
  const PaddedBuffer::Axis &axis = buffer.axes[dim];
  if (!axis.extent)
    return store(b, box, inside);
  // Lines in front of the image, of it, and behind it.
  Value size = box[dim].extent, zero = indexConstant(b, loc, 0);
  auto clamp = [&](int64_t index) {
    Value distance = b.createOrFold<arith::SubIOp>(
        loc, indexConstant(b, loc, index), lineBase);
    distance = b.createOrFold<arith::MaxSIOp>(loc, distance, zero);
    return b.createOrFold<arith::MinSIOp>(loc, distance, size);
  };
  Value first = clamp(axis.before);
  Value end = clamp(axis.before + *getConstantIndex(axis.extent));
  auto storeLines = [&](Value from, Value to, Element element) {
    box[dim] = {from, b.createOrFold<arith::SubIOp>(loc, to, from)};
    store(b, box, element);
  };
  storeLines(zero, first, outside);
  storeLines(first, end, inside);
  storeLines(end, size, outside);
}

// With phases the index is `phases * column + rest`, and the rest the same for
// all columns.
void PaddedWindowBuilder::mapLoad(OpBuilder &b, IRMapping &mapping) {
  SmallVector<Value> at;
  IRMapping front = mapping;
  for (auto [dim, index] : llvm::enumerate(window.load.getIndices())) {
    if (window.dims[dim] == Dim::Task) {
      at.push_back(indexConstant(b, loc, 0));
      continue;
    }
    if (window.phases > 1 && dim + 1 == window.dims.size()) {
      BlockArgument iter = reduction.nest.block.getBody()->getArgument(*column);
      front.map(iter, indexConstant(b, loc, 0));
      Value rest = reduction.buildValue(b, index, front);
      Value phases = indexConstant(b, loc, window.phases);
      at.push_back(b.createOrFold<arith::RemUIOp>(loc, rest, phases));
      at.push_back(addIndex(b, loc, mapping.lookup(iter),
                            b.createOrFold<arith::DivUIOp>(loc, rest, phases)));
      continue;
    }
    at.push_back(reduction.buildValue(b, index, mapping));
    if (Value base = getBase(dim))
      at.back() = b.createOrFold<arith::SubIOp>(loc, at.back(), base);
  }
  mapping.map(window.load.getResult(),
              memref::LoadOp::create(b, loc, room, at).getResult());
}

} // namespace mlir::tir
