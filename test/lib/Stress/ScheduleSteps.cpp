// Random steps of a schedule, as lines of a transform script.
#include "ScheduleSteps.h"

#include "StepWriter.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/Contraction.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"

namespace mlir::relax {

tir::BlockOp StepWriter::pickBlock(StringRef name) {
  return take(decisions.pick(blocks), name);
}

tir::BlockOp StepWriter::take(tir::BlockOp picked, StringRef name) {
  line(block(name) + " = transform.tir.get_block \"" + picked.getLabel() +
       "\" in %root : !transform.any_op");
  return picked;
}

unsigned StepWriter::takeLoops(tir::BlockOp of, StringRef name) {
  unsigned count = tir::getLoops(of).size();
  if (count != 0)
    line("%" + name + number + ":" + Twine(count) +
         " = transform.tir.get_loops " + block(name == "l" ? "b" : "c"));
  return count;
}

std::string StepWriter::list(ArrayRef<int64_t> values) {
  std::string all = "[";
  for (auto [i, value] : llvm::enumerate(values))
    all += (i ? ", " : "") + (value < 0 ? "?" : std::to_string(value));
  return all + "]";
}

SmallVector<unsigned> StepWriter::pickSome(unsigned count) {
  SmallVector<unsigned> some;
  for (unsigned i = 0; i != count; ++i)
    if (!decisions.oneIn(3))
      some.insert(some.begin() + below(some.size() + 1), i);
  return some;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> pickSizes(StepWriter &writer) {
  SmallVector<int64_t> sizes;
  for (uint64_t i = 0, count = 2 + writer.below(2); i < count; ++i)
    sizes.push_back(1 + writer.below(4));
  if (!writer.decisions.oneIn(4))
    sizes[writer.below(sizes.size())] = -1;
  return sizes;
}

static void writeSplit(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  SmallVector<int64_t> sizes = pickSizes(writer);
  writer.line(writer.result("s") + ":" + Twine(sizes.size()) +
              " = transform.tir.split " + writer.loop(writer.below(loops)) +
              " " + writer.list(sizes));
}

static void writePartition(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  SmallVector<int64_t> sizes = pickSizes(writer);
  writer.line(writer.result("s") + ":" + Twine(sizes.size()) +
              " = transform.tir.loop_partition " +
              writer.loop(writer.below(loops)) + " " + writer.list(sizes));
}

static void writeFuse(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops < 2)
    return;
  unsigned first = writer.below(loops - 1);
  writer.line(writer.result("f") + " = transform.tir.fuse " +
              writer.loop(first) + ", " + writer.loop(first + 1));
}

static void writeReorder(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  SmallVector<unsigned> some = writer.pickSome(loops);
  if (some.size() < 2)
    return;
  std::string names;
  for (unsigned loop : some)
    names += (names.empty() ? "" : ", ") + writer.loop(loop);
  writer.line("transform.tir.reorder " + names);
}

static void writeMerge(StepWriter &writer) {
  unsigned first = writer.takeLoops(writer.pickBlock());
  unsigned second = writer.takeLoops(writer.pickBlock("c"), "k");
  if (first == 0 || second == 0)
    return;
  unsigned depth = writer.below(std::min(first, second));
  writer.line(writer.result("m") + " = transform.tir.merge " +
              writer.loop(depth) + ", " + writer.loop(depth, "k"));
}

static void writeUnitLoop(StepWriter &writer) {
  writer.pickBlock();
  writer.line(writer.result("u") + " = transform.tir.add_unit_loop " +
              writer.block() + " : !transform.op<\"tir.block\">");
}

static void writeIterOrder(StepWriter &writer) {
  unsigned count = writer.pickBlock().getNumIters();
  SmallVector<int64_t> order;
  for (unsigned i = 0; i != count; ++i)
    order.insert(order.begin() + writer.below(order.size() + 1), i);
  writer.line("transform.tir.reorder_block_iter_var " + writer.block() + " " +
              writer.list(order));
}

static void writeKind(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  static constexpr StringRef kinds[] = {"parallel", "vectorize", "unroll",
                                        "bind"};
  StringRef kind = writer.decisions.pick(kinds);
  writer.line("transform.tir." + kind + " " + writer.loop(writer.below(loops)) +
              (kind != "bind"              ? ""
               : writer.decisions.oneIn(2) ? " \"threadIdx.x\""
                                           : " \"blockIdx.x\""));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static void writeDecompose(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  writer.line(writer.result("i") + " = transform.tir.decompose_reduction " +
              writer.block() + " before " + writer.loop(writer.below(loops)));
}

static void writeFactor(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  writer.line(writer.result("r") + " = transform.tir.rfactor " +
              writer.block() + ", " + writer.loop(writer.below(loops)) +
              " axis = " + Twine(writer.below(3)));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static void writeInline(StepWriter &writer) {
  writer.pickBlock();
  writer.line((writer.decisions.oneIn(2)
                   ? "transform.tir.compute_inline "
                   : "transform.tir.reverse_compute_inline ") +
              writer.block());
}

static void writeMove(StepWriter &writer) {
  tir::BlockOp moved = writer.pickBlock();
  bool isReverse = writer.decisions.oneIn(2);
  SmallVector<tir::BlockOp> others =
      isReverse ? tir::getProducers(moved) : tir::getConsumers(moved);
  if (others.empty() || writer.decisions.oneIn(4))
    others = writer.blocks;
  unsigned loops =
      writer.takeLoops(writer.take(writer.decisions.pick(others), "c"), "k");
  if (loops == 0)
    return;
  writer.line((isReverse ? "transform.tir.reverse_compute_at "
                         : "transform.tir.compute_at ") +
              writer.block() + ", " + writer.loop(writer.below(loops), "k"));
}

//===----------------------------------------------------------------------===//
// Decisions, and steps of a default schedule
//===----------------------------------------------------------------------===//

static void writeSampledSplit(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  std::string loop = writer.loop(writer.below(loops));
  std::string seed = std::to_string(writer.below(1000));
  writer.line(writer.result("p") + ":2 = transform.tir.sample_" +
              (writer.decisions.oneIn(2)
                   ? "perfect_tile " + loop + " max_innermost = 4"
                   : "partitioned_tile " + loop + " inner = 1 factor = 2") +
              " seed = " + seed);
  writer.line(writer.result("s") + ":2 = transform.tir.split " + loop + " [" +
              writer.result("p") + "#0, " + writer.result("p") + "#1]");
}

static void writeSampledPlace(StepWriter &writer) {
  writer.pickBlock();
  std::string loop = writer.result("a");
  writer.line(writer.result("w") + " = transform.tir.sample_compute_location " +
              writer.block() + " seed = " + Twine(writer.below(1000)));
  writer.line("transform.foreach " + writer.result("w") +
              " : !transform.op<\"tir.for\"> {");
  writer.line("^bb0(" + loop + ": !transform.op<\"tir.for\">):");
  writer.line("transform.tir.compute_at " + writer.block() + ", " + loop);
  writer.line("}");
}

static void writeEpilogue(StepWriter &writer) {
  SmallVector<tir::BlockOp> reductions;
  for (tir::BlockOp block : writer.blocks)
    if (block.getInit() && !tir::getConsumers(block).empty())
      reductions.push_back(block);
  if (reductions.empty())
    return;
  tir::BlockOp block = writer.take(writer.decisions.pick(reductions), "b");
  writer.take(writer.decisions.pick(tir::getConsumers(block)), "c");
  writer.line("transform.tir.fuse_reduction_epilogue " + writer.block() + ", " +
              writer.block("c"));
}

// Sometimes what reads what the block writes, to go with it.
static std::string writeReader(StepWriter &writer, tir::BlockOp block) {
  SmallVector<tir::BlockOp> readers = tir::getConsumers(block);
  if (readers.empty() || writer.decisions.oneIn(2))
    return {};
  writer.take(readers.front(), "c");
  return writer.block("c");
}

// Tiles take a block away, so there are few.
static void writeTile(StepWriter &writer) {
  if (!writer.decisions.oneIn(3))
    return;
  SmallVector<tir::BlockOp> reductions;
  for (tir::BlockOp each : writer.blocks)
    if (each.isReduction())
      reductions.push_back(each);
  bool isAny = reductions.empty() || writer.decisions.oneIn(3);
  tir::BlockOp block = writer.take(
      writer.decisions.pick(isAny ? writer.blocks : reductions), "b");
  std::string lanes = " lanes = " + std::to_string(1 << writer.below(3));
  if (!block.isReduction())
    return writer.line("transform.tir.tile_spatial " + writer.block() + lanes);
  std::string with = writeReader(writer, block);
  if (!with.empty())
    with = " with " + with;
  if (writer.decisions.oneIn(3))
    return writer.line("transform.tir.vectorize_reduction " + writer.block() +
                       with + lanes);
  std::string tile;
  if (writer.decisions.oneIn(2))
    tile = " tile = " + writer.list({int64_t(1 + writer.below(3)),
                                     int64_t(1 + writer.below(4))});
  writer.line("transform.tir.tile_reduction " + writer.block() + with + lanes +
              tile);
}

// Kernels of a GPU take a block away as well.
static void writeKernel(StepWriter &writer) {
  if (!writer.decisions.oneIn(3))
    return;
  tir::BlockOp block = writer.pickBlock();
  switch (writer.below(5)) {
  case 0:
    return writer.line("transform.tir.inline_padding " + writer.block());
  case 1:
    return writer.line("transform.tir.simplify_iters " + writer.block());
  case 2:
    return writer.line("transform.tir.tile_transpose " + writer.block());
  case 3:
    return writer.line("transform.tir.fill_padding " + writer.block());
  default:
    if (writer.takeLoops(block) == 0)
      return writer.line("transform.tir.bind_one_thread " + writer.block() +
                         " : !transform.op<\"tir.block\">");
    return writer.line("transform.tir.bind_one_thread " + writer.loop(0) +
                       " : !transform.op<\"tir.for\">");
  }
}

static bool isContraction(tir::BlockOp block) {
  std::string why;
  SmallVector<tir::ForOp> loops = tir::getLoops(block);
  Operation *root = loops.empty() ? block.getOperation() : loops.front();
  FailureOr<tir::LoopNest> nest = tir::matchLoopNest(root, &why);
  if (failed(nest))
    return false;
  FailureOr<tir::Reduction> reduction = tir::matchReduction(*nest, &why);
  return succeeded(reduction) && succeeded(tir::matchContraction(*reduction));
}

// Tiles of a GPU with as few elements as can be: programs are small. Few blocks
// are products, so that these come first.
static void writeContraction(StepWriter &writer) {
  SmallVector<tir::BlockOp> reductions, products;
  for (tir::BlockOp each : writer.blocks) {
    if (each.isReduction())
      reductions.push_back(each);
    if (isContraction(each))
      products.push_back(each);
  }
  bool isAny = products.empty();
  if (reductions.empty() || (isAny && !writer.decisions.oneIn(3)))
    return;
  tir::BlockOp block =
      writer.take(writer.decisions.pick(isAny ? reductions : products), "b");
  if (writer.decisions.oneIn(3))
    return writer.line("transform.tir.split_reduction " + writer.block() +
                       " partitions = " + std::to_string(1 + writer.below(4)));
  std::string reader = writeReader(writer, block);
  std::string tile = writer.list({int64_t(16 << writer.below(2)),
                                  int64_t(16 << writer.below(2)),
                                  int64_t(8 << writer.below(2))});
  writer.line("transform.tir.tile_contraction " + writer.block() +
              (reader.empty() ? "" : " with " + reader) + " tile = " + tile +
              " stages = " + std::to_string(2 + writer.below(2)));
}

// A reduction, and sometimes what comes behind it, row by row; or a scan.
static void writeRows(StepWriter &writer) {
  if (!writer.decisions.oneIn(3))
    return;
  tir::BlockOp block = writer.pickBlock();
  if (writer.decisions.oneIn(4)) {
    bool areVectors = writer.decisions.oneIn(2);
    auto neighbours = areVectors ? 2 << writer.below(2) : 1 + writer.below(3);
    return writer.line(
        "transform.tir.bind_scan " + writer.block() +
        " rows = 1 lanes = 32 neighbours = " + Twine(neighbours) +
        " chunks = " + Twine(1 + writer.below(3)) +
        (areVectors ? " vectors" : ""));
  }
  std::string reader = writeReader(writer, block);
  if (writer.decisions.oneIn(3))
    return writer.line("transform.tir.tile_row_reduction " + writer.block() +
                       (reader.empty() ? "" : ", " + reader) +
                       " bits = " + Twine(128 << writer.below(3)));
  writer.line("transform.tir.bind_row_reduction " + writer.block() +
              (reader.empty() ? "" : ", " + reader) +
              " rows = " + std::to_string(2 << writer.below(3)) +
              " lanes = " + std::to_string(1 << writer.below(4)) +
              (writer.decisions.oneIn(2) ? " across" : "") +
              (writer.decisions.oneIn(2)
                   ? " vector = " + std::to_string(2 << writer.below(2))
                   : ""));
}

ArrayRef<WriteStep> getLoopSteps() {
  static constexpr WriteStep steps[] = {
      writeSplit,        writeSplit,        writeFuse,      writeReorder,
      writeReorder,      writeMerge,        writeKind,      writePartition,
      writeUnitLoop,     writeIterOrder,    writeDecompose, writeDecompose,
      writeFactor,       writeFactor,       writeInline,    writeMove,
      writeMove,         writeMove,         writeEpilogue,  writeEpilogue,
      writeSampledSplit, writeSampledPlace, writeTile,      writeKernel,
      writeContraction,  writeRows};
  return steps;
}

std::string StepWriter::write() {
  if (blocks.empty())
    return text;
  SmallVector<WriteStep> steps(getLoopSteps());
  llvm::append_range(steps, getBufferSteps());
  // Some find nothing to do: a few try.
  for (unsigned tries = 0; tries != 4; ++tries) {
    text.clear();
    decisions.pick(steps)(*this);
    StringRef last = StringRef(text).rsplit("transform.tir.").second;
    if (!last.empty() && !last.starts_with("get_"))
      break;
  }
  return text;
}

std::string makeScheduleStep(ModuleOp module, Decisions &decisions,
                             unsigned number) {
  return StepWriter(module, decisions, number).write();
}

std::string makeScheduleScript(ArrayRef<std::string> steps) {
  std::string script = "  transform.named_sequence @__transform_main(%root: "
                       "!transform.any_op {transform.readonly}) {\n";
  for (const std::string &step : steps)
    script += step;
  return script + "    transform.yield\n  }\n";
}

} // namespace mlir::relax
