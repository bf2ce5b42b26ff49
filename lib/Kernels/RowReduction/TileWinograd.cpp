// Convolutions by tiles of results, block by block:
//
//   for each task, a block of tiles of an image:
//     transformed data of the block         (vectors of channels)
//     products of it, place by place        (as tile_reduction has them)
//     results of the block                  (vectors of channels)
//     for each line of it: what uses them   (vectors of channels)
//
// What goes from one to the next stays in the second cache. One after the
// other, the nests of 64 channels and 224 x 224 places write and read 2 x 57
// MiB and 12 MiB of it.
#include "Relax/Kernels/RowReduction/TileWinograd.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/Schedule/SplitIters.h"
#include "Relax/Kernels/Elementwise/TileSpatial.h"
#include "Relax/Kernels/Elementwise/UnswitchBroadcasts.h"
#include "Relax/Kernels/RowReduction/RowReductionGroups.h"
#include "Relax/Kernels/RowReduction/TileReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

//===-- What suits ----------------------------------------------------------//

// The buffer that the block alone writes, made in the function, as one of f32
// or the like for each image and block; null if there is none.
static Value getMade(BlockOp block) {
  if (block.getWrites().size() != 1)
    return {};
  Value buffer = block.getWrites().front();
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  constexpr int64_t kMinRank = 3;
  return alloc && alloc.getType().getRank() >= kMinRank &&
                 alloc.getType().getLayout().isIdentity()
             ? buffer
             : Value();
}

// Whether loads and stores in the two blocks are all uses. Another reader would
// find the buffer of the function without what tasks have in their own.
static bool isBetween(Value buffer, BlockOp writer, BlockOp reader) {
  return llvm::all_of(getBufferUsers(buffer), [&](Operation *user) {
    return isa<memref::LoadOp, memref::StoreOp>(user) &&
           (writer->isAncestor(user) || reader->isAncestor(user));
  });
}

// Whether the first indices of each access to the buffer are the first
// iterators: an iteration of these then needs no more of the buffer than what
// lies at them, and two iterations share nothing of it.
static bool goesAlong(BlockOp block, Value buffer) {
  return llvm::all_of(getAccesses(block), [&](ElementAccess &access) {
    return access.buffer != buffer ||
           (access.indices[0] == block.getIters()[0] &&
            access.indices[1] == block.getIters()[1]);
  });
}

// Whether nests go over the same images and blocks of a known number. The
// number of images may be a size of the run time, the same value in each nest.
static bool areAlike(LoopNest &lhs, LoopNest &rhs) {
  return isSameSize(lhs.getExtent(0), rhs.getExtent(0)) &&
         lhs.getConstantExtent(1) &&
         lhs.getConstantExtent(1) == rhs.getConstantExtent(1);
}

// The image and line of what uses `results[image, line / L, line mod L, ..]`.
static bool matchLines(WinogradNests &nests) {
  LoopNest &lines = nests.lines;
  MLIRContext *context = lines.block.getContext();
  nests.blockLines = cast<MemRefType>(nests.results.getType()).getDimSize(2);
  AffineExpr size = getAffineConstantExpr(nests.blockLines, context);
  bool isFound = false;
  for (ElementAccess &access : getAccesses(lines.block)) {
    if (access.buffer != nests.results)
      continue;
    // The iterator of the only image is 0.
    AffineExpr at = getIndexExpr(lines, access.indices[0]);
    auto number = dyn_cast_if_present<AffineBinaryOpExpr>(
        getIndexExpr(lines, access.indices[1]));
    std::optional<unsigned> image;
    if (auto dim = dyn_cast_if_present<AffineDimExpr>(at))
      image = dim.getPosition();
    else if (at != getAffineConstantExpr(0, context))
      return false;
    if (!number || !isa<AffineDimExpr>(number.getLHS()))
      return false;
    unsigned line = cast<AffineDimExpr>(number.getLHS()).getPosition();
    AffineExpr dim = getAffineDimExpr(line, context);
    if (image == line || number != dim.floorDiv(size) ||
        getIndexExpr(lines, access.indices[2]) != dim % size ||
        (isFound && (image != nests.image || line != nests.line)))
      return false;
    nests.image = image;
    nests.line = line;
    isFound = true;
  }
  return isFound;
}

// The iterators of images and lines.
static SmallVector<unsigned> getOuter(const WinogradNests &nests) {
  SmallVector<unsigned> outer{nests.line};
  if (nests.image)
    outer.push_back(*nests.image);
  return outer;
}

// Whether lines of the last nest may be computed block by block: each writes
// elements of its own, and none that the nests before read. One after the other
// they have read all of their inputs by then; a call may work in place, and a
// later block would find what an earlier one has written.
static bool areIndependent(WinogradNests &nests) {
  BlockOp block = nests.lines.block;
  for (ElementAccess &store : getAccesses(block)) {
    if (!store.isStore)
      continue;
    for (unsigned iter : getOuter(nests))
      if (!llvm::is_contained(store.indices, block.getIters()[iter]))
        return false;
    for (BlockOp before :
         {nests.input.block, nests.product.nest.block, nests.output.block})
      for (ElementAccess &access : getAccesses(before))
        if (mayBeSame(access.buffer, store.buffer))
          return false;
  }
  return true;
}

// Whether vectors go along channels in each spatial nest. A transposed load, or
// sizes that broadcast as the run time says, need loops around those of all
// images and blocks, which a part of the nest cannot have.
static bool areVectors(LoopNest &nest, ArrayRef<unsigned> outer) {
  SpatialIters iters = findSpatialIters(nest);
  return iters.vector && !iters.across && !hasBroadcasts(nest) &&
         !llvm::is_contained(outer, *iters.vector);
}

// The nests and the buffers between them, if they are in that order.
static std::optional<WinogradNests> chainNests(ArrayRef<LoopNest> found) {
  constexpr size_t kNests = 4, kMinIters = 3;
  if (found.size() < kNests)
    return std::nullopt;
  LoopNest input = found[0], output = found[2], lines = found[3];
  FailureOr<Reduction> product = matchReduction(found[1], nullptr);
  if (failed(product) || !isSpatial(input) || !isSpatial(output) ||
      !isSpatial(lines) ||
      llvm::any_of(found.take_front(3), [](const LoopNest &nest) {
        return nest.loops.size() < kMinIters;
      }))
    return std::nullopt;
  WinogradNests nests{input,
                      *product,
                      output,
                      lines,
                      getMade(input.block),
                      getMade(product->nest.block),
                      getMade(output.block),
                      std::nullopt};
  bool isChain =
      nests.transformed && nests.products && nests.results &&
      isBetween(nests.transformed, input.block, product->nest.block) &&
      isBetween(nests.products, product->nest.block, output.block) &&
      isBetween(nests.results, output.block, lines.block);
  if (!isChain)
    return std::nullopt;
  return nests;
}

std::optional<WinogradNests> matchWinograd(ArrayRef<LoopNest> found) {
  std::optional<WinogradNests> nests = chainNests(found);
  if (!nests)
    return std::nullopt;
  LoopNest &product = nests->product.nest;
  if (!goesAlong(nests->input.block, nests->transformed) ||
      !goesAlong(product.block, nests->transformed) ||
      !goesAlong(product.block, nests->products) ||
      !goesAlong(nests->output.block, nests->products) ||
      !goesAlong(nests->output.block, nests->results) ||
      product.getKind(2) != IterKind::Spatial ||
      !areAlike(nests->input, product) ||
      !areAlike(nests->input, nests->output) || !matchLines(*nests))
    return std::nullopt;
  std::optional<int64_t> lines = nests->lines.getConstantExtent(nests->line);
  bool areAll =
      lines &&
      llvm::divideCeil(*lines, nests->blockLines) ==
          static_cast<uint64_t>(*product.getConstantExtent(1)) &&
      (nests->image ? isSameSize(nests->lines.getExtent(*nests->image),
                                 product.getExtent(0))
                    : product.getConstantExtent(0) == 1);
  if (!areAll || !areIndependent(*nests) || !areVectors(nests->input, {0, 1}) ||
      !areVectors(nests->output, {0, 1}) ||
      !areVectors(nests->lines, getOuter(*nests)))
    return std::nullopt;
  return nests;
}

//===-- Loops ---------------------------------------------------------------//

namespace {
/// Writes the loops of one group.
class WinogradTiler {
public:
  WinogradTiler(WinogradNests &nests, unsigned vectorBits)
      : nests(nests), vectorBits(vectorBits), loc(nests.lines.block.getLoc()) {}

  void run();

private:
  int64_t countSteps();
  void place(OpBuilder &b, Value buffer);
  void buildNest(OpBuilder &b, LoopNest &nest, ValueRange site);
  void buildProducts(OpBuilder &b, ValueRange site);
  void buildLines(OpBuilder &b, ValueRange site);
  BlockOp cloneProduct(OpBuilder &b, ValueRange site);

  WinogradNests &nests;
  unsigned vectorBits;
  Location loc;
};
} // namespace

// Steps of one block: those of its products, which take most of the time. A
// block is worth a thread from some channels on; fewer blocks are one task.
int64_t WinogradTiler::countSteps() {
  constexpr int64_t kUsual = 16;
  LoopNest &nest = nests.product.nest;
  int64_t steps = 1;
  for (unsigned iter = 2; iter != nest.size(); ++iter)
    if (llvm::MulOverflow(steps, nest.getConstantExtent(iter).value_or(kUsual),
                          steps))
      return INT64_MAX;
  return steps / countLanes(nest.block, vectorBits) + 1;
}

// What a task has of a buffer: one block of one image. Scratch memory of a
// thread is the same in the next task, and so is in its caches.
void WinogradTiler::place(OpBuilder &b, Value buffer) {
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  MemRefType type = alloc.getType();
  auto numLeft =
      llvm::count_if(type.getShape().take_front(2), ShapedType::isDynamic);
  Value own = memref::AllocOp::create(
      b, loc,
      MemRefType::get(type.getShape().drop_front(2), type.getElementType()),
      alloc.getDynamicSizes().drop_front(numLeft));
  for (BlockOp block : {nests.input.block, nests.product.nest.block,
                        nests.output.block, nests.lines.block})
    for (ElementAccess &access : getAccesses(block)) {
      if (access.buffer != buffer)
        continue;
      SmallVector<Value> indices(access.indices.drop_front(2));
      if (auto load = dyn_cast<memref::LoadOp>(access.op)) {
        load.getMemrefMutable().assign(own);
        load.getIndicesMutable().assign(indices);
      } else {
        auto store = cast<memref::StoreOp>(access.op);
        store.getMemrefMutable().assign(own);
        store.getIndicesMutable().assign(indices);
      }
    }
}

void WinogradTiler::buildNest(OpBuilder &b, LoopNest &nest, ValueRange site) {
  IRMapping mapping;
  mapping.map(nest.block.getIters().take_front(2), site);
  buildSpatialPart(b, nest, countLanes(nest.block, vectorBits), mapping);
}

// The nest of the products of one block. The places of a tile stay an iterator:
// the tiles of a reduction have an iterator for each index of the result, and
// go through all tiles and channels of a place before the next one, whose part
// of the weight so is read once a block.
BlockOp WinogradTiler::cloneProduct(OpBuilder &b, ValueRange site) {
  LoopNest &nest = nests.product.nest;
  IRMapping mapping;
  mapping.map(nest.block.getIters().take_front(site.size()), site);
  SmallVector<Value> bindings, extents;
  SmallVector<IterKind> kinds;
  Value zero = indexConstant(b, loc, 0);
  OpBuilder::InsertionGuard guard(b);
  for (unsigned iter = site.size(); iter != nest.size(); ++iter) {
    extents.push_back(nest.getExtent(iter));
    kinds.push_back(nest.getKind(iter));
    ForOp loop = ForOp::create(b, loc, zero, extents.back());
    bindings.push_back(loop.getInductionVar());
    b.setInsertionPointToStart(loop.getBody());
  }
  BlockOp block =
      BlockOp::create(b, loc, nest.block.getLabel(), bindings, extents, kinds);
  mapping.map(nest.block.getIters().drop_front(site.size()), block.getIters());
  b.setInsertionPointToStart(block.getBody());
  for (Operation &op : nest.block.getBody()->without_terminator())
    b.clone(op, mapping);
  updateAccesses(block);
  return block;
}

void WinogradTiler::buildProducts(OpBuilder &b, ValueRange site) {
  BlockOp block = cloneProduct(b, site);
  Reduction product = *matchReduction(
      *matchLoopNest(
          b.getInsertionBlock()->findAncestorOpInBlock(*block.getOperation()),
          nullptr),
      nullptr);
  // What channels of a group share is no vector.
  splitSharedIter(product);
  replaceReduction(product, planReduction(product, matchAccesses(product),
                                          countLanes(block, vectorBits)));
}

// The last block of an image may have fewer lines. They are those of the image,
// as what uses them reads other tensors at them: a bias, what is added.
void WinogradTiler::buildLines(OpBuilder &b, ValueRange site) {
  LoopNest &nest = nests.lines;
  Value width = indexConstant(b, loc, nests.blockLines);
  Value first = mulIndex(b, loc, site[1], width);
  Value end = addIndex(b, loc, first, width);
  if (*nest.getConstantExtent(nests.line) % nests.blockLines != 0)
    end = arith::MinUIOp::create(b, loc, end, nest.getExtent(nests.line));
  ForOp loop = ForOp::create(b, loc, first, end);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  IRMapping mapping;
  if (nests.image)
    mapping.map(nest.block.getIters()[*nests.image], site[0]);
  mapping.map(nest.block.getIters()[nests.line], loop.getInductionVar());
  buildSpatialPart(b, nest, countLanes(nest.block, vectorBits), mapping);
}

void WinogradTiler::run() {
  SmallVector<Value> between{nests.transformed, nests.products, nests.results};
  OpBuilder builder(nests.lines.getRoot());
  buildTasks(
      builder, loc, {nests.input.getExtent(0), nests.input.getExtent(1)},
      countSteps(),
      [&](OpBuilder &b) {
        for (Value buffer : between)
          place(b, buffer);
      },
      [&](OpBuilder &b, ValueRange site) {
        buildNest(b, nests.input, site);
        buildProducts(b, site);
        buildNest(b, nests.output, site);
        buildLines(b, site);
        // A task is a thread's. Loops in it that would have tasks of their own
        // wait for the same threads.
        b.getInsertionBlock()->walk([](ForOp loop) {
          if (loop.getKind() == ForKind::Parallel)
            loop.setKind(ForKind::Serial);
        });
      });
  for (LoopNest nest :
       {nests.lines, nests.output, nests.product.nest, nests.input})
    nest.getRoot()->erase();
  for (Value buffer : between)
    eraseDeadBuffer(buffer);
}

void tileWinograd(WinogradNests &nests, unsigned vectorBits) {
  WinogradTiler(nests, vectorBits).run();
}

} // namespace mlir::tir
