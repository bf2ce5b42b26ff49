// Random steps of a schedule that change buffers, indices and layouts.
#include "StepWriter.h"

#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

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

// Mostly of a buffer that is made in a loop.
static void writeRolling(StepWriter &writer) {
  SmallVector<tir::BlockOp> inLoops;
  for (tir::BlockOp block : writer.blocks)
    for (Value buffer : block.getWrites().take_front(1))
      if (Operation *made = buffer.getDefiningOp();
          made && isa<tir::ForOp>(made->getParentOp()))
        inLoops.push_back(block);
  if (inLoops.empty() && !writer.decisions.oneIn(4))
    return;
  writer.take(writer.decisions.pick(inLoops.empty() ? writer.blocks : inLoops),
              "b");
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

ArrayRef<WriteStep> getBufferSteps() {
  static constexpr WriteStep steps[] = {
      writeScope,   writeAlign,       writeCache,      writeCache,
      writeCache,   writeBlockize,    writeLayout,     writeLayout,
      writeCacheAt, writeElementType, writeOtherCache, writeOtherCache,
      writeAccess,  writeRolling,     writeRolling,    writePadding,
      writePadding, writePadding};
  return steps;
}

} // namespace mlir::relax
