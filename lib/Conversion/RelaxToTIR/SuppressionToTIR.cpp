// Lowers the dropping of boxes that overlap with better ones. Rows of boxes are
// independent of each other; a row is one iterator of a block, and what is done
// in it one after the other, loops inside the block.
#include "Sorting.h"
#include "Suppression.h"

#include "Relax/Dialect/Relax/IR/VisionOps.h"

namespace mlir::relax {

//===-- Boxes of one list -------------------------------------------------===//

namespace {
/// Choosing among the boxes of `relax.vision.get_valid_counts`.
struct ListSuppression {
  ListSuppression(NonMaxSuppressionOp op, KernelBuilder &kernel);

  /// Order the boxes by score, the best first, and choose.
  void build();
  void writeIndices(unsigned first);
  void writeData();

private:
  Value getNumValid(BlockMath math, ValueRange row) const;
  void order();
  /// The box of rank `rank`.
  SmallVector<Value> place(BlockMath math, ValueRange row, Value rank) const {
    return at(row, math.loadIndex(ordered, at(row, rank)));
  }
  Value isSame(BlockMath math, ValueRange row, Value lhs, Value rhs);

  NonMaxSuppressionOp op;
  KernelBuilder &kernel;
  Value data, valid, indices;
  SmallVector<OpFoldResult> extents;
  Suppression boxes;
  /// The boxes by rank.
  Value ordered;
};
} // namespace

ListSuppression::ListSuppression(NonMaxSuppressionOp op, KernelBuilder &kernel)
    : op(op), kernel(kernel), data(kernel.input(0)), valid(kernel.input(1)),
      indices(kernel.input(2)),
      extents(tir::getExtents(kernel.builder(), kernel.loc(), data)),
      boxes(kernel, extents[0], extents[1],
            getAccumulatorType(getElementType(data))) {
  boxes.sigma = op.getSoftNmsSigma().convertToDouble();
  boxes.lowest = op.getScoreThreshold().convertToDouble();
}

Value ListSuppression::getNumValid(BlockMath math, ValueRange row) const {
  return math.clamp(math.loadIndex(valid, row), math.constant(0),
                    math.value(extents[1]));
}

/// Scores and states by rank. Boxes that do not count, which stand behind all
/// others, are the worst.
void ListSuppression::order() {
  Value byPlace = tir::allocBuffer(kernel.builder(), kernel.loc(),
                                   {extents[0], extents[1]}, boxes.wide);
  tir::buildComputeBlock(
      kernel.builder(), kernel.loc(), "scores", {extents[0], extents[1]},
      [&](OpBuilder &b, Location loc, ValueRange box) {
        BlockMath math(b, loc);
        Value entry = math.constant(op.getScoreIndex());
        Value score = loadScore(math, data, at(box, entry), boxes.wide);
        return math.choose(
            math.isLess(box[1], getNumValid(math, box.take_front(1))), score,
            lowestOf(b, loc, boxes.wide));
      },
      byPlace);
  ordered = buildOrder(kernel, {byPlace, 1, /*descending=*/true});
  int64_t top = int64_t(op.getTopK());
  tir::buildBlock(kernel.builder(), kernel.loc(), "ranks",
                  makeSpatial({extents[0], extents[1]}),
                  [&](OpBuilder &b, Location loc, ValueRange rank) {
                    BlockMath math(b, loc);
                    ValueRange row = rank.take_front(1);
                    math.store(math.load(byPlace, place(math, row, rank[1])),
                               boxes.scores, rank);
                    Value end = getNumValid(math, row);
                    if (top >= 0)
                      end = math.min(end, math.constant(top));
                    math.store(math.choose(math.isLess(rank[1], end),
                                           math.constant(Waiting),
                                           math.constant(Dropped)),
                               boxes.states, rank);
                  });
}

// A class below 0 in `id_index` means that there are no classes: all boxes
// compete.
Value ListSuppression::isSame(BlockMath math, ValueRange row, Value lhs,
                              Value rhs) {
  if (op.getForceSuppress() || int64_t(op.getIdIndex()) < 0)
    return math.isEqual(lhs, lhs);
  Value entry = math.constant(op.getIdIndex());
  return math.isEqual(math.load(data, at(place(math, row, lhs), entry)),
                      math.load(data, at(place(math, row, rhs), entry)));
}

// A row is done by one iteration of the block, as each choice depends on the
// one before.
void ListSuppression::build() {
  double threshold = op.getIouThreshold().convertToDouble();
  order();
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "suppress", makeSpatial(extents[0]),
      [&](OpBuilder &b, Location loc, ValueRange row) {
        BlockMath math(b, loc);
        Value limit = math.value(extents[1]);
        if (int64_t(op.getMaxOutputSize()) >= 0)
          limit = math.min(limit, math.constant(op.getMaxOutputSize()));
        boxes.choose(
            math, row, limit,
            {[&](BlockMath math, ValueRange row, Value lhs, Value rhs) {
               return isSame(math, row, lhs, rhs);
             },
             [&](BlockMath math, ValueRange row, Value lhs, Value rhs) {
               auto load = [&](Value rank) {
                 return loadBox(math, data, place(math, row, rank),
                                op.getCoordStart(), boxes.wide);
               };
               return getOverlap(math, load(lhs), load(rhs));
             },
             [&](BlockMath math, Value part) {
               return math.isAtMost(math.number(threshold, boxes.wide), part);
             }});
      });
}

/// Where the chosen boxes stood, -1 behind them; and how many they are. These
/// are results number `first` and the next.
void ListSuppression::writeIndices(unsigned first) {
  Value out = kernel.output(first);
  tir::buildBlock(kernel.builder(), kernel.loc(), "indices",
                  makeSpatial({extents[0], extents[1]}),
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    BlockMath math(b, loc);
                    Value isChosen =
                        math.isLess(at[1], math.loadIndex(boxes.counts, at[0]));
                    math.when(
                        isChosen,
                        [&] {
                          Value rank = math.loadIndex(boxes.chosen, at);
                          math.store(
                              math.loadIndex(indices, place(math, at[0], rank)),
                              out, at);
                        },
                        [&] { math.store(math.constant(-1), out, at); });
                  });
  (void)buildResult(
      kernel, "numbers",
      [&](OpBuilder &b, Location loc, ValueRange at) {
        return BlockMath(b, loc).loadIndex(boxes.counts, at[0]);
      },
      first + 1);
}

/// The chosen boxes with their scores; rows of -1 in place of the others.
void ListSuppression::writeData() {
  Value out = kernel.output(0);
  // Where scores decay, boxes have no order but that of their choice.
  bool moves = op.getInvalidToBottom() || boxes.sigma > 0;
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "boxes", makeSpatial(extents),
      [&](OpBuilder &b, Location loc, ValueRange iters) {
        BlockMath math(b, loc);
        Value row = iters[0], slot = iters[1];
        Value isChosen =
            moves ? math.isLess(slot, math.loadIndex(boxes.counts, row))
                  : math.isEqual(math.loadIndex(boxes.states, {row, slot}),
                                 math.constant(Chosen));
        Type type = getElementType(out);
        math.when(
            isChosen,
            [&] {
              Value rank =
                  moves ? math.loadIndex(boxes.chosen, {row, slot}) : slot;
              Value x = math.loadAs(boxes.wide, data,
                                    at(place(math, row, rank), iters[2]));
              Value isScore =
                  math.isEqual(iters[2], math.constant(op.getScoreIndex()));
              math.store(
                  math.choose(isScore, math.load(boxes.scores, {row, rank}), x),
                  out, iters);
            },
            [&] { math.store(math.number(-1, type), out, iters); });
      });
}

static LogicalResult legalizeNonMaxSuppression(NonMaxSuppressionOp op,
                                               KernelBuilder &kernel) {
  int64_t width = cast<MemRefType>(kernel.input(0).getType()).getDimSize(2);
  int64_t needed = std::max<int64_t>({int64_t(op.getCoordStart()) + 4,
                                      int64_t(op.getScoreIndex()) + 1,
                                      int64_t(op.getIdIndex()) + 1});
  // Sizes that are not known could not be checked when the program runs: a
  // kernel reads entries of a row by constants.
  if (ShapedType::isDynamic(width) || width < needed ||
      int64_t(op.getCoordStart()) < 0 || int64_t(op.getScoreIndex()) < 0)
    return kernel.notifyMatchFailure(
        "expected rows that hold the score, the class and "
        "four numbers of the box, hence " +
        Twine(needed) + " entries, but found " +
        (ShapedType::isDynamic(width) ? Twine("an unknown "
                                              "number")
                                      : Twine(width)));
  ListSuppression boxes(op, kernel);
  boxes.build();
  bool hasData = op.getNumResults() != 2;
  if (hasData)
    boxes.writeData();
  if (op.getReturnIndices())
    boxes.writeIndices(hasData ? 1 : 0);
  return success();
}

//===-- Boxes of several classes ------------------------------------------===//

namespace {
/// Choosing for each batch and class.
struct ClassSuppression {
  ClassSuppression(AllClassNonMaxSuppressionOp op, KernelBuilder &kernel);

  void build();
  /// Rows of batch, class and box.
  void writeList();
  /// Rows of class and box by score, a list a batch.
  void writeBatches();

private:
  Value loadLimit(BlockMath math, unsigned input) const {
    Value buffer = kernel.input(input);
    int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
    return math.load(buffer, SmallVector<Value>(rank, math.constant(0)));
  }
  void fill(Value out, double number);
  /// Run code for each chosen box of a batch.
  void
  forEachChosen(BlockMath math, Value batch,
                llvm::function_ref<void(Value kind, Value slot)> body) const;
  Value getScore(BlockMath math, Value batch, Value kind, Value slot) const {
    Value box = math.loadIndex(choice.chosen, {batch, kind, slot});
    return math.load(choice.scores, {batch, kind, box});
  }

  KernelBuilder &kernel;
  Value boxes, scores;
  SmallVector<OpFoldResult> extents;
  Suppression choice;
};
} // namespace

ClassSuppression::ClassSuppression(AllClassNonMaxSuppressionOp op,
                                   KernelBuilder &kernel)
    : kernel(kernel), boxes(kernel.input(0)), scores(kernel.input(1)),
      extents(tir::getExtents(kernel.builder(), kernel.loc(), scores)),
      choice(kernel, {extents[0], extents[1]}, extents[2],
             getAccumulatorType(getElementType(scores))) {}

void ClassSuppression::fill(Value out, double number) {
  tir::buildComputeBlock(
      kernel.builder(), kernel.loc(), "fill",
      tir::getExtents(kernel.builder(), kernel.loc(), out),
      [&](OpBuilder &b, Location loc, ValueRange) {
        return constantScalar(b, loc, getElementType(out), number);
      },
      out);
}

/// Boxes at or below the score's threshold do not take part.
/// ONNX NonMaxSuppression: a score has to be greater than the threshold, and
/// not equal.
void ClassSuppression::build() {
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "scores", makeSpatial(extents),
      [&](OpBuilder &b, Location loc, ValueRange box) {
        BlockMath math(b, loc);
        Value least = math.cast(loadLimit(math, 4), choice.wide);
        Value score = loadScore(math, scores, box, choice.wide);
        math.store(score, choice.scores, box);
        math.store(math.choose(math.isLess(least, score),
                               math.constant(Waiting), math.constant(Dropped)),
                   choice.states, box);
      });
  choice.order = buildOrder(kernel, {choice.scores, 2, /*descending=*/true});
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "suppress",
      makeSpatial({extents[0], extents[1]}),
      [&](OpBuilder &b, Location loc, ValueRange row) {
        BlockMath math(b, loc);
        Value zero = math.constant(0), length = math.value(extents[2]);
        // The greatest i64 is a usual limit for "all", so it is clamped to the
        // number of boxes.
        Value limit = math.clamp(
            math.cast(loadLimit(math, 2), b.getIndexType()), zero, length);
        choice.choose(
            math, row, limit,
            {[&](BlockMath math, ValueRange, Value lhs, Value) {
               return math.isEqual(lhs, lhs);
             },
             [&](BlockMath math, ValueRange row, Value lhs, Value rhs) {
               auto load = [&](Value box) {
                 return loadBox(math, boxes, {row[0], box}, 0, choice.wide);
               };
               return getOverlap(math, load(lhs), load(rhs));
             },
             [&](BlockMath math, Value part) {
               // Greater, where the list form above asks for at least: ONNX
               // says that boxes go whose overlap is greater than
               // iou_threshold, TVM's get_valid_counts form drops equal ones.
               return math.isLess(math.cast(loadLimit(math, 3), choice.wide),
                                  part);
             }});
      });
}

void ClassSuppression::forEachChosen(
    BlockMath math, Value batch,
    llvm::function_ref<void(Value kind, Value slot)> body) const {
  Value zero = math.constant(0);
  math.loop(zero, math.value(extents[1]), [&](Value kind) {
    math.loop(zero, math.loadIndex(choice.counts, {batch, kind}),
              [&](Value slot) { body(kind, slot); });
  });
}

void ClassSuppression::writeList() {
  Value out = kernel.output(0), number = kernel.output(1);
  fill(out, -1);
  fill(number, 0);
  // One iteration for all: lines of the list follow each other over batches
  // and classes, so their places are known only one after the other.
  tir::buildBlock(kernel.builder(), kernel.loc(), "list", {},
                  [&](OpBuilder &b, Location loc, ValueRange) {
                    BlockMath math(b, loc);
                    Value zero = math.constant(0);
                    math.loop(zero, math.value(extents[0]), [&](Value batch) {
                      forEachChosen(math, batch, [&](Value kind, Value slot) {
                        Value line = math.loadIndex(number, zero);
                        Value box =
                            math.loadIndex(choice.chosen, {batch, kind, slot});
                        Value place[] = {batch, kind, box};
                        for (auto [entry, value] : llvm::enumerate(place))
                          math.store(value, out, {line, math.constant(entry)});
                        math.store(math.add(line, 1), number, zero);
                      });
                    });
                  });
}

/// The line of a box is how many of its batch are better.
/// Ties go to the lower class, then to the box that was chosen earlier, so that
/// the order is the same on each machine.
void ClassSuppression::writeBatches() {
  Value out = kernel.output(0), found = kernel.output(1),
        numbers = kernel.output(2);
  fill(out, -1);
  fill(found, 0);
  tir::buildBlock(
      kernel.builder(), kernel.loc(), "batches", makeSpatial(extents[0]),
      [&](OpBuilder &b, Location loc, ValueRange row) {
        BlockMath math(b, loc);
        Value batch = row[0];
        forEachChosen(math, batch, [&](Value kind, Value slot) {
          math.store(math.constant(0), numbers, row);
          Value mine = getScore(math, batch, kind, slot);
          forEachChosen(math, batch, [&](Value other, Value its) {
            Value score = getScore(math, batch, other, its);
            Value isBefore = math.either(
                math.isLess(other, kind),
                math.both(math.isEqual(other, kind), math.isLess(its, slot)));
            Value isBetter =
                math.either(math.isLess(mine, score),
                            math.both(math.isEqual(mine, score), isBefore));
            Value line = math.loadIndex(numbers, row);
            math.store(math.choose(isBetter, math.add(line, 1), line), numbers,
                       row);
          });
          Value line = math.loadIndex(numbers, row);
          Value box = math.loadIndex(choice.chosen, {batch, kind, slot});
          math.store(kind, out, {batch, line, math.constant(0)});
          math.store(box, out, {batch, line, math.constant(1)});
          math.store(mine, found, {batch, line});
        });
        math.store(math.constant(0), numbers, row);
        math.loop(math.constant(0), math.value(extents[1]), [&](Value kind) {
          Value count = math.loadIndex(choice.counts, {batch, kind});
          math.store(math.add(math.loadIndex(numbers, row), count), numbers,
                     row);
        });
      });
}

// A limit may be a tensor of rank 0 or of one element: models of ONNX have
// both.
static LogicalResult legalizeAllClass(AllClassNonMaxSuppressionOp op,
                                      KernelBuilder &kernel) {
  for (unsigned input : {2, 3, 4}) {
    auto type = cast<MemRefType>(kernel.input(input).getType());
    if (!type.hasStaticShape() || type.getNumElements() != 1)
      return kernel.notifyMatchFailure(
          "expected limits of one element, but operand #" + Twine(input) +
          " may have another number");
  }
  ClassSuppression boxes(op, kernel);
  boxes.build();
  if (op.getOutputFormat() == "onnx")
    boxes.writeList();
  else
    boxes.writeBatches();
  return success();
}

void populateSuppressionLegalizations(LegalizationTable &table) {
  table.add(legalizeAllClass);
  table.add(legalizeNonMaxSuppression);
}

} // namespace mlir::relax
