// Attention by the threads of a GPU: which tiles a block can have.
#include "Relax/Kernels/Attention/BindAttention.h"

#include "AttentionKernel.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "Relax/Support/GPUTarget.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Steps that fill the tiles of either kind.
static constexpr int64_t kCoreStep = 8, kStep = 16;
// The rows that a warp of tensor cores has.
static constexpr int64_t kWarpRows = 16;

static void setSizes(AttentionTile &tile, int64_t headDim, int64_t columns) {
  bool usesTensorCores = tile.unit == AttentionUnit::TensorCores;
  tile.headDim = llvm::alignTo(headDim, usesTensorCores ? kStep : kCoreStep);
  tile.columns = llvm::alignTo(columns, kStep);
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
  if (unit == AttentionUnit::TensorCores && !hasNarrowOperands(chain))
    return failPrecondition(
        "its attention is none that tensor cores do: factors of f16 "
        "or bf16, sums of f32 that start with 0, weights or results "
        "as narrow as the factors");
  AttentionTile tile;
  tile.rows = rows;
  tile.keys = keys;
  tile.unit = unit;
  setSizes(tile, *headDim, *columns);
  bool usesTensorCores = unit == AttentionUnit::TensorCores;
  tile.sharedBytes =
      usesTensorCores ? getTensorBytes(tile) : getCoreBytes(chain, tile);
  // Chips that multiply 16 rows have more than what each chip has.
  int64_t maxBytes =
      usesTensorCores ? relax::GPUTarget::kMaxSharedBytes : kDefaultSharedBytes;
  if (auto excess = findExcess(tile.sharedBytes, maxBytes))
    return failPrecondition(*excess);
  return tile;
}

void bindAttention(AttentionChain &chain, const AttentionTile &tile,
                   NestListener listener) {
  KernelBuilder builder(chain.values.reduction.nest.block.getLoc(),
                        getLastRoot(chain));
  if (tile.unit == AttentionUnit::TensorCores)
    buildTensorAttention(chain, tile, builder);
  else
    buildCoreAttention(chain, tile, builder);
  eraseAttention(chain, listener);
}

} // namespace mlir::tir
