// Attention by the threads of a GPU: which tiles a block can have.
#include "Relax/Kernels/Attention/BindAttention.h"

#include "AttentionKernel.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

// Steps that fill the tiles of either kind.
static constexpr int64_t kCoreDepth = 8, kStep = 16;
// The rows that a warp of tensor cores has.
static constexpr int64_t kWarpRows = 16;

static void setSizes(AttentionTile &tile, int64_t depth, int64_t columns) {
  bool usesTensorCores = tile.unit == AttentionUnit::TensorCores;
  tile.depth = llvm::alignTo(depth, usesTensorCores ? kStep : kCoreDepth);
  tile.columns = llvm::alignTo(columns, kStep);
  if (usesTensorCores)
    tile.threads = tile.rows / kWarpRows * kWarpThreads;
}

FailureOr<AttentionTile> sizeAttentionTile(AttentionChain &chain, int64_t rows,
                                           int64_t keys, AttentionUnit unit,
                                           std::string *why) {
  auto refuse = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  std::optional<int64_t> depth =
      chain.scores.getConstantTotal(chain.scores.depth);
  std::optional<int64_t> columns =
      chain.values.getConstantTotal(chain.values.columns);
  // Of more there is no room for a tile.
  constexpr int64_t kMost = 4096;
  if (!depth || !columns || *depth < 1 || *columns < 1 || *depth > kMost ||
      *columns > kMost)
    return refuse("its attention has an unknown number of terms or columns, or "
                  "none, or more than " +
                  Twine(kMost));
  if (unit == AttentionUnit::TensorCores && !hasNarrowFactors(chain))
    return refuse("its attention is none that tensor cores do: factors of f16 "
                  "or bf16, sums of f32 that start with 0, weights or results "
                  "as narrow as the factors");
  AttentionTile tile;
  tile.rows = rows;
  tile.keys = keys;
  tile.unit = unit;
  setSizes(tile, *depth, *columns);
  int64_t bytes = unit == AttentionUnit::TensorCores
                      ? getTensorBytes(tile)
                      : getCoreBytes(chain, tile);
  if (std::optional<std::string> excess = findExcess(bytes))
    return refuse(*excess);
  return tile;
}

void bindAttention(AttentionChain &chain, const AttentionTile &tile,
                   NestListener listener) {
  OpBuilder builder(getLastRoot(chain));
  if (tile.unit == AttentionUnit::TensorCores)
    buildTensorAttention(chain, tile, builder);
  else
    buildCoreAttention(chain, tile, builder);
  eraseAttention(chain, listener);
}

} // namespace mlir::tir
