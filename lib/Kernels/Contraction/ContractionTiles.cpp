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

bool hasByteSizedOperands(Contraction &contraction) {
  BlockOp block = contraction.reduction.nest.block;
  for (Value operand : {contraction.lhs, contraction.rhs}) {
    if (!isOfBytes(operand.getType()))
      return false;
    for (const ElementAccess &load : getLoadsOf(block, operand)) {
      Type type = cast<MemRefType>(load.buffer.getType()).getElementType();
      if (type.isIntOrFloat() && !type.isInteger(1) && !isOfBytes(type))
        return false;
    }
  }
  return true;
}

bool narrowOperands(Contraction &contraction) {
  Type sum = contraction.sum->getResult(0).getType();
  auto getNarrow = [&](Value operand) -> Value {
    Operation *op = operand.getDefiningOp();
    if (!isa_and_present<arith::ExtFOp, arith::ExtSIOp>(op))
      return {};
    Type type = op->getOperand(0).getType();
    bool fits = sum.isF32() ? type.isF16() || type.isBF16()
                            : sum.isInteger(32) && type.isInteger(8);
    return fits ? op->getOperand(0) : Value();
  };
  Value lhs = getNarrow(contraction.lhs);
  Value rhs = getNarrow(contraction.rhs);
  if (!lhs || !rhs || lhs.getType() != rhs.getType())
    return false;
  contraction.lhs = lhs;
  contraction.rhs = rhs;
  return true;
}

bool hasFloatOperands(Contraction &contraction) {
  return contraction.lhs.getType().isF32() &&
         contraction.rhs.getType().isF32() &&
         contraction.sum->getResult(0).getType().isF32();
}

// Each thread has as many elements of a step as all others, at least one.
static LogicalResult
checkSizes(const ContractionTile &tile,
           llvm::function_ref<LogicalResult(const Twine &)> failPrecondition) {
  int64_t minSize = tile.usesTensorCores ? 32 : ContractionTile::kSide;
  constexpr int64_t kMax = 128, kMaxK = 16;
  for (int64_t size : {tile.rows, tile.columns})
    if (!llvm::isPowerOf2_64(size) || size < minSize || size > kMax)
      return failPrecondition(
          "tiles have rows and columns that are powers of 2 from " +
          Twine(minSize) + " to " + Twine(kMax) + ", found " + Twine(size));
  if (tile.usesTensorCores)
    return success();
  int64_t minK = ContractionTile::kThreads / std::min(tile.rows, tile.columns);
  if (!llvm::isPowerOf2_64(tile.k) || tile.k < minK || tile.k > kMaxK)
    return failPrecondition(
        "tiles of " + Twine(tile.rows) + " rows and " + Twine(tile.columns) +
        " columns take a power of 2 of terms "
        "at a time, from " +
        Twine(minK) + " to " + Twine(kMaxK) + ", found " + Twine(tile.k));
  return success();
}

// A step of tensor cores is 64 bytes of terms, one product 32 bytes, or 16.
static LogicalResult checkProducts(
    Contraction &contraction, const ContractionTile &tile,
    llvm::function_ref<LogicalResult(const Twine &)> failPrecondition) {
  constexpr int64_t kStepBytes = 64, kProductBytes = 32;
  Type type = contraction.lhs.getType();
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  if (tile.k * bytes != kStepBytes)
    return failPrecondition("tensor cores take " + Twine(kStepBytes / bytes) +
                            " of its terms at a time, found " + Twine(tile.k));
  int64_t mmaK = kProductBytes / bytes;
  bool isHalf = (type.isF16() || type.isInteger(8)) && tile.mmaK * 2 == mmaK;
  if (tile.mmaK != mmaK && !isHalf)
    return failPrecondition("one product of tensor cores has " + Twine(mmaK) +
                            " of its terms, found " + Twine(tile.mmaK));
  return success();
}

LogicalResult checkTile(Contraction &contraction, const ContractionTile &tile,
                        std::string *why) {
  auto failPrecondition = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  constexpr int64_t kMaxStages = 8;
  if (!hasByteSizedOperands(contraction))
    return failPrecondition("its factors are no numbers of 1, 2, 4 or 8 bytes");
  if (contraction.getConstantTotal(contraction.kIters) == 0)
    return failPrecondition("it has no terms");
  if (failed(checkSizes(tile, failPrecondition)))
    return failure();
  if (tile.stages < 2 || tile.stages > kMaxStages)
    return failPrecondition("expected room for 2 to " + Twine(kMaxStages) +
                            " steps, found " + Twine(tile.stages));
  if (tile.usesTensorCores &&
      failed(checkProducts(contraction, tile, failPrecondition)))
    return failure();
  if (std::optional<std::string> excess =
          findExcess(getSharedBytes(contraction, tile)))
    return failPrecondition(*excess);
  return success();
}

} // namespace mlir::tir
