// Random steps of a schedule, as lines of a transform script.
#include "ScheduleSteps.h"

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "Relax/Dialect/TIR/Schedule/BlockQueries.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {
namespace {

/// Writes one step.
class StepWriter {
public:
  StepWriter(ModuleOp module, Decisions &decisions, unsigned number)
      : decisions(decisions), number(std::to_string(number)) {
    module.walk([&](tir::BlockOp block) { blocks.push_back(block); });
  }

  std::string write();

  /// A block, and a line that names it `%bN`, or `%cN` if it is the second.
  tir::BlockOp pickBlock(StringRef name = "b");
  tir::BlockOp take(tir::BlockOp picked, StringRef name);
  /// Lines that name the loops of `block` `%lN#0`, ...; how many there are.
  unsigned takeLoops(tir::BlockOp block, StringRef name = "l");
  std::string loop(unsigned i, StringRef name = "l") {
    return "%" + name.str() + number + "#" + std::to_string(i);
  }
  std::string block(StringRef name = "b") { return "%" + name.str() + number; }
  std::string result(StringRef name) { return "%" + name.str() + number; }
  uint64_t below(uint64_t bound) { return decisions.below(bound); }
  void line(const Twine &rest) { text += ("    " + rest + "\n").str(); }
  /// Numbers in brackets.
  std::string list(ArrayRef<int64_t> values);
  /// Several of the numbers below `count`, in any order.
  SmallVector<unsigned> pickSome(unsigned count);

  Decisions &decisions;
  std::string number;
  SmallVector<tir::BlockOp> blocks;
  std::string text;
};

} // namespace

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
// Buffers
//===----------------------------------------------------------------------===//

static void writeScope(StepWriter &writer) {
  writer.pickBlock();
  static constexpr StringRef scopes[] = {"global", "shared", "local"};
  writer.line("transform.tir.set_scope " + writer.block() + "[0] \"" +
              writer.decisions.pick(scopes) + "\"");
}

static void writeAlign(StepWriter &writer) {
  writer.pickBlock();
  writer.line("transform.tir.storage_align " + writer.block() +
              "[0] axis = " + Twine(writer.below(2)) +
              " factor = 8 offset = " + Twine(writer.below(8)));
}

static void writeCache(StepWriter &writer) {
  writer.pickBlock();
  static constexpr StringRef kinds[] = {"cache_read", "cache_write",
                                        "reindex_read", "reindex_write"};
  StringRef kind = writer.decisions.pick(kinds);
  writer.line(writer.result("c") + " = transform.tir." + kind + " " +
              writer.block() + "[" + Twine(writer.below(4) / 3) + "]" +
              (kind.starts_with("cache") ? " \"local\"" : ""));
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

static void writeBlockize(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  writer.line(writer.result("o") + " = transform.tir.blockize " +
              writer.loop(writer.below(loops)));
}

// A map of `rank` dimensions: in any order, one of them in two parts, or two
// made one.
static std::string pickMap(StepWriter &writer, unsigned rank) {
  SmallVector<std::string> results;
  std::string dims;
  uint64_t split = writer.below(rank + 1), width = 1 + writer.below(4);
  for (unsigned i = 0; i != rank; ++i) {
    std::string dim = "d" + std::to_string(i);
    dims += (i ? ", " : "") + dim;
    auto place = results.begin() + writer.below(results.size() + 1);
    if (i != split) {
      results.insert(place, dim);
      continue;
    }
    results.insert(place, dim + " floordiv " + std::to_string(width));
    results.push_back(dim + " mod " + std::to_string(width));
  }
  if (results.size() > 1 && writer.decisions.oneIn(3)) {
    std::string last = results.pop_back_val();
    results.back() = "(" + results.back() + ") * " +
                     std::to_string(1 + writer.below(8)) + " + " + last;
  }
  return "affine_map<(" + dims + ") -> (" + llvm::join(results, ", ") + ")>";
}

static void writeLayout(StepWriter &writer) {
  tir::BlockOp block = writer.pickBlock();
  if (writer.decisions.oneIn(2) || block.getWrites().empty()) {
    writer.line("transform.tir.transform_block_layout " + writer.block() +
                " by " + pickMap(writer, block.getNumIters()));
    return;
  }
  auto type = cast<MemRefType>(block.getWrites().front().getType());
  writer.line("transform.tir.transform_layout " + writer.block() + "[0] by " +
              pickMap(writer, type.getRank()));
}

static void writeCacheAt(StepWriter &writer) {
  unsigned loops = writer.takeLoops(writer.pickBlock());
  if (loops == 0)
    return;
  writer.line(writer.result("c") + " = transform.tir." +
              (writer.decisions.oneIn(2) ? "read_at " : "write_at ") +
              writer.loop(writer.below(loops)) + ", " + writer.block() +
              "[0] \"local\"");
}

// To a wider type, which changes nothing.
static void writeElementType(StepWriter &writer) {
  tir::BlockOp block = writer.pickBlock();
  if (block.getWrites().empty())
    return;
  auto type = cast<MemRefType>(block.getWrites().front().getType());
  writer.line("transform.tir.unsafe_set_dtype " + writer.block() + "[0] " +
              (isa<FloatType>(type.getElementType()) ? "f64" : "i64"));
}

// What a copy of a buffer is, in place or at other indices.
static void writeOtherCache(StepWriter &writer) {
  tir::BlockOp block = writer.pickBlock();
  std::string number = std::to_string(writer.below(4) / 3);
  if (writer.decisions.oneIn(3)) {
    writer.line("%i" + writer.number + ", %o" + writer.number +
                " = transform.tir.cache_inplace " + writer.block() + "[" +
                number + "] \"local\"");
    return;
  }
  if (writer.decisions.oneIn(3)) {
    writer.line(writer.result("x") + " = transform.tir.cache_index " +
                writer.block() + " uses = " + Twine(1 + writer.below(2)) +
                " \"global\"");
    return;
  }
  SmallVector<std::string> dims, results;
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    dims.push_back("d" + std::to_string(i));
  for (unsigned i : writer.pickSome(block.getNumIters()))
    results.push_back(dims[i]);
  writer.line(writer.result("c") + " = transform.tir.reindex_cache_" +
              (writer.decisions.oneIn(2) ? "read " : "write ") +
              writer.block() + "[" + number + "] \"local\" by affine_map<(" +
              llvm::join(dims, ", ") + ") -> (" + llvm::join(results, ", ") +
              ")>");
}

// A promise that every index keeps.
static void writeAccess(StepWriter &writer) {
  tir::BlockOp block = writer.pickBlock();
  if (block.getReads().empty())
    return;
  auto type = cast<MemRefType>(block.getReads().front().getType());
  SmallVector<std::string> dims, results;
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    dims.push_back("d" + std::to_string(i));
  for (int64_t size : type.getShape()) {
    results.push_back("0");
    results.push_back(std::to_string(ShapedType::isDynamic(size) ? 100 : size));
  }
  writer.line("transform.tir.annotate_buffer_access " + writer.block() +
              "[0] by affine_map<(" + llvm::join(dims, ", ") + ") -> (" +
              llvm::join(results, ", ") + ")>");
}

static void writeRolling(StepWriter &writer) {
  writer.pickBlock();
  writer.line("transform.tir.rolling_buffer " + writer.block() + "[0]");
}

static void writePadding(StepWriter &writer) {
  tir::BlockOp block = writer.pickBlock();
  if (writer.decisions.oneIn(2)) {
    SmallVector<int64_t> numbers;
    for (unsigned i = 0; i != block.getNumIters(); ++i)
      numbers.push_back(1 + writer.below(4));
    writer.line("transform.tir.pad_einsum " + writer.block() + " " +
                writer.list(numbers));
    return;
  }
  unsigned loops = writer.takeLoops(block);
  if (loops != 0)
    writer.line(writer.result("p") + " = transform.tir.decompose_padding " +
                writer.block() + " before " + writer.loop(writer.below(loops)));
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
  SmallVector<tir::BlockOp> readers = tir::getConsumers(writer.pickBlock());
  if (readers.empty())
    return;
  writer.take(writer.decisions.pick(readers), "c");
  writer.line("transform.tir.fuse_reduction_epilogue " + writer.block() + ", " +
              writer.block("c"));
}

// Tiles take a block away, so there are few.
static void writeTile(StepWriter &writer) {
  tir::BlockOp block = writer.pickBlock();
  std::string with;
  SmallVector<tir::BlockOp> readers = tir::getConsumers(block);
  std::string lanes = " lanes = " + std::to_string(1 << writer.below(3));
  if (writer.decisions.oneIn(2) && block.isReduction() && !readers.empty()) {
    writer.take(readers.front(), "c");
    with = " with " + writer.block("c");
  }
  if (!block.isReduction())
    return writer.line("transform.tir.tile_spatial " + writer.block() + lanes);
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

std::string StepWriter::write() {
  using Write = void (*)(StepWriter &);
  if (blocks.empty())
    return text;
  static constexpr Write writers[] = {
      writeSplit,        writeSplit,        writeFuse,     writeReorder,
      writeReorder,      writeMerge,        writeKind,     writePartition,
      writeUnitLoop,     writeIterOrder,    writeScope,    writeAlign,
      writeDecompose,    writeDecompose,    writeFactor,   writeFactor,
      writeInline,       writeMove,         writeMove,     writeMove,
      writeCache,        writeCache,        writeCache,    writeBlockize,
      writeLayout,       writeLayout,       writeCacheAt,  writeElementType,
      writeOtherCache,   writeOtherCache,   writeAccess,   writeRolling,
      writeRolling,      writePadding,      writePadding,  writePadding,
      writeSampledSplit, writeSampledPlace, writeEpilogue, writeEpilogue,
      writeTile};
  decisions.pick(writers)(*this);
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
