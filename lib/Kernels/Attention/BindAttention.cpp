// Attention by the threads of a GPU: which tiles a block can have.
#include "Relax/Kernels/Attention/BindAttention.h"

#include "AttentionKernel.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Support/GPUTarget.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// Operands of tensor cores
//===----------------------------------------------------------------------===//

// Queries may be widened and multiplied by what is the same for all of them.
static bool matchQuery(AttentionChain &chain, NarrowOperands &operands) {
  Value query = chain.scores.lhs.value;
  Type type = chain.getType();
  operands.query = getNarrow(query, type);
  auto product = query.getDefiningOp<arith::MulFOp>();
  if (operands.query || !product)
    return static_cast<bool>(operands.query);
  bool isFirst = static_cast<bool>(getNarrow(product.getLhs(), type));
  operands.query =
      getNarrow(isFirst ? product.getLhs() : product.getRhs(), type);
  operands.scale = isFirst ? product.getRhs() : product.getLhs();
  llvm::SmallBitVector iters =
      getIters(chain.scores.reduction.nest.block, operands.scale);
  auto moves = [&](unsigned iter) { return iters.test(iter); };
  return operands.query && llvm::none_of(chain.scores.rows, moves) &&
         llvm::none_of(chain.scores.kIters, moves);
}

// True if weights or results become as narrow as the factors in the end: those
// of f32 are not rounded on the way.
static bool roundsAnyway(AttentionChain &chain, Type type) {
  auto isNarrow = [&](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType() == type;
  };
  std::optional<LoopNest> &end = chain.values.reduction.epilogue;
  return isNarrow(chain.softmax.out) ||
         (end && llvm::all_of(end->block.getWrites(), isNarrow));
}

static std::optional<NarrowOperands> matchNarrow(AttentionChain &chain) {
  NarrowOperands operands;
  // Of f64 none are narrow.
  operands.key = getNarrow(chain.scores.rhs.value, chain.getType());
  operands.value = getNarrow(chain.values.rhs.value, chain.getType());
  if (!operands.key || !operands.value || !matchQuery(chain, operands))
    return std::nullopt;
  Type type = operands.key.getType();
  if (operands.query.getType() != type || operands.value.getType() != type ||
      !roundsAnyway(chain, type) ||
      !matchPattern(chain.scores.reduction.initStore.getValueToStore(),
                    m_AnyZeroFloat()))
    return std::nullopt;
  return operands;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

// Rows of shared memory are 16 bytes longer, so that loads of a vector or of a
// matrix access different banks. Tiles of values come by keys, as those of keys
// do. All of keys and values is copied, or nothing.
std::optional<AttentionPlan> planAttention(AttentionChain &chain,
                                           const AttentionTile &tile) {
  AttentionPlan plan{tile, {}, {}, {}, {}, {}};
  bool usesTensorCores = tile.unit != AttentionUnit::Threads;
  plan.narrow = {chain.scores.lhs.value, chain.scores.rhs.value,
                 chain.values.rhs.value, Value()};
  if (usesTensorCores) {
    std::optional<NarrowOperands> narrow = matchNarrow(chain);
    if (!narrow)
      return std::nullopt;
    plan.narrow = *narrow;
  }
  Type type = plan.narrow.key.getType();
  OperandUse use;
  use.threads = tile.threads;
  if (tile.usesWarpgroups())
    use.order = BankOrder::Lines;
  else
    use.padding = SharedLayout::kChunkBytes * 8 / type.getIntOrFloatBitWidth();
  use.isKMajor = true;
  use.isShared = false;
  use.usesAsyncCopies = usesTensorCores;
  auto make = [&](Contraction &products, Value operand, const TileAxis &own,
                  const TileAxis &k) {
    return planOperand(products,
                       matchOperand(products.reduction.nest.block, operand),
                       own, k, use);
  };
  TileAxis headDim{chain.scores.kIters, tile.headDim};
  plan.keys = make(chain.scores, plan.narrow.key,
                   {chain.scores.columns, tile.keys}, headDim);
  plan.values =
      make(chain.values, plan.narrow.value, {chain.values.kIters, tile.keys},
           {chain.values.columns, tile.columns});
  if (!plan.keys.isCopied() || !plan.values.isCopied())
    plan.keys.copied = plan.values.copied = {};
  if (tile.usesWarpgroups() && !plan.keys.isCopied())
    return std::nullopt;
  use.usesAsyncCopies = false;
  plan.queries = make(chain.scores, plan.narrow.query,
                      {chain.scores.rows, tile.rows}, headDim);
  if (tile.unit == AttentionUnit::TensorCores)
    return plan;
  plan.weights = plan.queries.layout;
  plan.weights.columns = tile.keys;
  if (plan.sharesKeys())
    plan.keys.layout.columns = plan.values.layout.columns =
        std::max(tile.headDim, tile.columns);
  return plan;
}

SmallVector<SharedLayout> AttentionPlan::getLayouts() const {
  SmallVector<SharedLayout> layouts{queries.layout, keys.layout};
  if (!sharesKeys())
    layouts.push_back(values.layout);
  if (weights.rows != 0)
    layouts.push_back(weights);
  return layouts;
}

int64_t AttentionPlan::getSharedBytes() const {
  int64_t bytes = 0;
  for (const SharedLayout &layout : getLayouts())
    bytes += layout.getBytes();
  return bytes;
}

// The tile of so many terms and columns, in whole steps of either unit.
static void setSizes(AttentionTile &tile, int64_t headDim, int64_t columns) {
  constexpr int64_t kCoreStep = 8, kStep = 16, kWarpRows = 16, kLine = 64;
  bool usesTensorCores = tile.unit != AttentionUnit::Threads;
  int64_t step = tile.usesWarpgroups() ? kLine : kStep;
  tile.headDim = llvm::alignTo(headDim, usesTensorCores ? step : kCoreStep);
  tile.columns = llvm::alignTo(columns, step);
  if (usesTensorCores)
    tile.threads = tile.rows / kWarpRows * kWarpThreads;
}

FailureOr<AttentionTile> sizeAttentionTile(AttentionChain &chain, int64_t rows,
                                           int64_t keys, AttentionUnit unit,
                                           std::string *why) {
  auto failPrecondition = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  std::optional<int64_t> headDim = chain.getHeadDim();
  std::optional<int64_t> columns = chain.getNumColumns();
  // Of more there is no room for a tile.
  constexpr int64_t kMax = 4096;
  if (!headDim || !columns || *headDim < 1 || *columns < 1 || *headDim > kMax ||
      *columns > kMax)
    return failPrecondition(
        "its attention has an unknown number of terms or columns, or "
        "none, or more than " +
        Twine(kMax));
  AttentionTile tile;
  tile.rows = rows;
  tile.keys = keys;
  tile.unit = unit;
  setSizes(tile, *headDim, *columns);
  std::optional<AttentionPlan> plan = planAttention(chain, tile);
  if (!plan)
    return failPrecondition(
        "its attention is none that tensor cores do: factors of f16 "
        "or bf16, sums of f32 that start with 0, weights or results "
        "as narrow as the factors, and for warpgroups keys and values that "
        "are copied");
  tile.sharedBytes = plan->getSharedBytes();
  // Chips that multiply 16 rows have more than what each chip has.
  int64_t maxBytes = unit != AttentionUnit::Threads
                         ? relax::GPUTarget::kMaxSharedBytes
                         : kDefaultSharedBytes;
  if (auto excess = findExcess(tile.sharedBytes, maxBytes))
    return failPrecondition(*excess);
  return tile;
}

void bindAttention(AttentionChain &chain, const AttentionTile &tile,
                   NestListener listener) {
  KernelBuilder builder(chain.values.reduction.nest.block.getLoc(),
                        chain.values.reduction.getLastRoot());
  AttentionPlan plan = *planAttention(chain, tile);
  if (tile.unit == AttentionUnit::Threads)
    CoreAttention(chain, plan, builder).build();
  else if (tile.usesWarpgroups())
    WarpgroupAttention(chain, plan, builder).build();
  else
    TensorAttention(chain, plan, builder).build();
  eraseAttention(chain, listener);
}

} // namespace mlir::tir
