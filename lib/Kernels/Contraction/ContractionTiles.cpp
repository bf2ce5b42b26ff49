// Which tiles a contraction can have on a GPU.
#include "Relax/Kernels/Contraction/ContractionTiles.h"

#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

static bool isOfBytes(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8 &&
         llvm::isPowerOf2_32(type.getIntOrFloatBitWidth());
}

bool hasFactorsOfBytes(Contraction &contraction) {
  BlockOp block = contraction.reduction.nest.block;
  for (Value factor : {contraction.left, contraction.right}) {
    if (!isOfBytes(factor.getType()))
      return false;
    for (const ElementAccess &load : getLoadsOf(block, factor)) {
      Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
      if (type.isIntOrFloat() && !type.isInteger(1) && !isOfBytes(type))
        return false;
    }
  }
  return true;
}

bool narrowFactors(Contraction &contraction) {
  Type sum = contraction.sum->getResult(0).getType();
  auto getNarrow = [&](Value factor) -> Value {
    Operation *op = factor.getDefiningOp();
    if (!isa_and_present<arith::ExtFOp, arith::ExtSIOp>(op))
      return {};
    Type type = op->getOperand(0).getType();
    bool fits = sum.isF32() ? type.isF16() || type.isBF16()
                            : sum.isInteger(32) && type.isInteger(8);
    return fits ? op->getOperand(0) : Value();
  };
  Value left = getNarrow(contraction.left);
  Value right = getNarrow(contraction.right);
  if (!left || !right || left.getType() != right.getType())
    return false;
  contraction.left = left;
  contraction.right = right;
  return true;
}

bool hasFloatFactors(Contraction &contraction) {
  return contraction.left.getType().isF32() &&
         contraction.right.getType().isF32() &&
         contraction.sum->getResult(0).getType().isF32();
}

// Each thread has as many elements of a step as all others, at least one.
static LogicalResult
checkSizes(const ContractionTile &tile,
           llvm::function_ref<LogicalResult(const Twine &)> refuse) {
  int64_t least = tile.usesTensorCores ? 32 : ContractionTile::kSide;
  constexpr int64_t kMost = 128, kMostDepth = 16;
  for (int64_t size : {tile.rows, tile.columns})
    if (!llvm::isPowerOf2_64(size) || size < least || size > kMost)
      return refuse("tiles have rows and columns that are powers of 2 from " +
                    Twine(least) + " to " + Twine(kMost) + ", found " +
                    Twine(size));
  if (tile.usesTensorCores)
    return success();
  int64_t depth = ContractionTile::kThreads / std::min(tile.rows, tile.columns);
  if (!llvm::isPowerOf2_64(tile.depth) || tile.depth < depth ||
      tile.depth > kMostDepth)
    return refuse("tiles of " + Twine(tile.rows) + " rows and " +
                  Twine(tile.columns) +
                  " columns take a power of 2 of terms "
                  "at a time, from " +
                  Twine(depth) + " to " + Twine(kMostDepth) + ", found " +
                  Twine(tile.depth));
  return success();
}

// A step of tensor cores is 64 bytes of terms, one product 32 bytes, or 16.
static LogicalResult
checkProducts(Contraction &contraction, const ContractionTile &tile,
              llvm::function_ref<LogicalResult(const Twine &)> refuse) {
  constexpr int64_t kStepBytes = 64, kProductBytes = 32;
  Type type = contraction.left.getType();
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  if (tile.depth * bytes != kStepBytes)
    return refuse("tensor cores take " + Twine(kStepBytes / bytes) +
                  " of its terms at a time, found " + Twine(tile.depth));
  int64_t terms = kProductBytes / bytes;
  bool isHalf = (type.isF16() || type.isInteger(8)) && tile.terms * 2 == terms;
  if (tile.terms != terms && !isHalf)
    return refuse("one product of tensor cores has " + Twine(terms) +
                  " of its terms, found " + Twine(tile.terms));
  return success();
}

LogicalResult checkTile(Contraction &contraction, const ContractionTile &tile,
                        std::string *why) {
  auto refuse = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  constexpr int64_t kMostStages = 8;
  if (!hasFactorsOfBytes(contraction))
    return refuse("its factors are no numbers of 1, 2, 4 or 8 bytes");
  if (contraction.getConstantTotal(contraction.depth) == 0)
    return refuse("it has no terms");
  if (failed(checkSizes(tile, refuse)))
    return failure();
  if (tile.stages < 2 || tile.stages > kMostStages)
    return refuse("expected room for 2 to " + Twine(kMostStages) +
                  " steps, found " + Twine(tile.stages));
  if (tile.usesTensorCores && failed(checkProducts(contraction, tile, refuse)))
    return failure();
  if (std::optional<std::string> excess =
          findExcess(getSharedBytes(contraction, tile)))
    return refuse(*excess);
  return success();
}

} // namespace mlir::tir
