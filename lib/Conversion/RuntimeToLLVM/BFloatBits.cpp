// Holds bf16 that is only moved as its bits.
//
// Machines without bf16 get it as f32 where it passes from one basic block to
// another, and LLVM rounds it back with a function that few libraries have.
#include "BFloatBits.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::relax::rt {

static bool isBFloat(Type type) {
  return isa<BFloat16Type>(getElementTypeOrSelf(type));
}

/// Whether the op does the same to any 16 bits.
/// Masked accesses of i16 are instructions from AVX512BW on, those of bf16 only
/// with AVX512-BF16; a tail of a loop was a branch per element without it.
/// Arguments and results are left out: their registers are part of the calling
/// convention, which for bf16 differs from that for i16.
static bool movesBits(Operation *op) {
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::MaskedLoadOp,
             LLVM::MaskedStoreOp, LLVM::masked_gather, LLVM::masked_scatter,
             LLVM::SelectOp, LLVM::BrOp, LLVM::CondBrOp, LLVM::BitcastOp,
             LLVM::ConstantOp, LLVM::PoisonOp, LLVM::UndefOp, LLVM::ZeroOp,
             LLVM::InsertElementOp, LLVM::ExtractElementOp,
             LLVM::ShuffleVectorOp>(op);
}

/// Whether the function has bf16, all of which is only moved.
/// All or nothing: a value that is bits in one op and a number in the next
/// would need casts, which LLVM may turn into the same rounding.
static bool onlyMovesBFloat(LLVM::LLVMFuncOp function) {
  if (llvm::any_of(function.getArgumentTypes(), isBFloat) ||
      llvm::any_of(function.getResultTypes(), isBFloat))
    return false;
  bool hasBFloat = false;
  WalkResult walk = function.walk([&](Operation *op) {
    if (llvm::none_of(op->getOperandTypes(), isBFloat) &&
        llvm::none_of(op->getResultTypes(), isBFloat))
      return WalkResult::advance();
    hasBFloat = true;
    return movesBits(op) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return hasBFloat && !walk.wasInterrupted();
}

void holdBFloatAsBits(ModuleOp module) {
  AttrTypeReplacer replacer;
  Type bits = IntegerType::get(module.getContext(), 16);
  replacer.addReplacement([=](BFloat16Type) { return bits; });
  replacer.addReplacement([=](FloatAttr number) -> Attribute {
    if (!isBFloat(number.getType()))
      return number;
    return IntegerAttr::get(bits, number.getValue().bitcastToAPInt());
  });
  replacer.addReplacement([=](DenseElementsAttr numbers) -> Attribute {
    return isBFloat(numbers.getType()) ? numbers.bitcast(bits) : numbers;
  });
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (onlyMovesBFloat(function))
      replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/true);
}

} // namespace mlir::relax::rt
