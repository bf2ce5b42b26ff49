// What the threads of a warpgroup do together: rules.
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"

#include "Relax/Support/RuleError.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/WarpgroupOps.cpp.inc"

namespace mlir::tir {

// Bytes of the terms of one product, and what a descriptor's field can hold.
static constexpr int64_t kExtentBytes = 32, kMaxDistance = 262128;

Type WarpgroupProductOp::getOperandType() {
  return getElementTypeOrSelf(getLhs());
}

int64_t WarpgroupProductOp::getNumColumns() {
  return 2 * cast<MemRefType>(getAccumulators().getType()).getDimSize(0);
}

int64_t WarpgroupProductOp::getKExtent() {
  return kExtentBytes * 8 / getOperandType().getIntOrFloatBitWidth();
}

static WarpgroupProductOp::Layout getLayout(ArrayRef<int64_t> numbers,
                                            bool isTransposed) {
  return {numbers[0], numbers[1], numbers[2], isTransposed};
}

WarpgroupProductOp::Layout WarpgroupProductOp::getLhsMatrix() {
  return getLayout(getLhsLayout(), getLhsTransposed());
}

WarpgroupProductOp::Layout WarpgroupProductOp::getRhsMatrix() {
  return getLayout(getRhsLayout(), getRhsTransposed());
}

static bool isLayout(ArrayRef<int64_t> numbers) {
  auto isDistance = [](int64_t bytes) {
    return bytes >= 0 && bytes <= kMaxDistance && bytes % 16 == 0;
  };
  return numbers.size() == 3 && isDistance(numbers[1]) &&
         isDistance(numbers[2]) &&
         llvm::is_contained({0, 32, 64, 128}, numbers[0]);
}

static bool isInWorkgroup(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto space =
      dyn_cast_if_present<gpu::AddressSpaceAttr>(type.getMemorySpace());
  return type.getRank() == 1 && space &&
         space.getValue() == gpu::AddressSpace::Workgroup;
}

LogicalResult WarpgroupProductOp::verify() {
  auto accumulators = cast<MemRefType>(getAccumulators().getType());
  // R1: as many columns as the instruction has.
  bool isOfIntegers = accumulators.getElementType().isInteger();
  int64_t number = accumulators.getRank() == 1 && accumulators.hasStaticShape()
                       ? accumulators.getDimSize(0)
                       : 0;
  if (number < 4 || number > 128 ||
      number % (isOfIntegers && number > 16 ? 8 : 4) != 0)
    return relax::emitRuleError(*this, 1, "has sums of type ")
           << accumulators
           << "; expected rank 1 and 4 to 128 elements, a multiple of 4, of 8 "
              "from 16 on if they are integers";
  // R2: what the instruction multiplies.
  Type lhs = getElementTypeOrSelf(getLhs()),
       rhs = getElementTypeOrSelf(getRhs());
  Type sum = accumulators.getElementType();
  auto isFloat8 = llvm::IsaPred<Float8E4M3FNType, Float8E5M2Type>;
  bool isRight = sum.isF32()
                     ? lhs.isF16() || lhs.isBF16() || lhs.isF32()
                     : sum.isSignlessInteger(32) && lhs.isSignlessInteger(8);
  if (!(isRight && lhs == rhs) &&
      !(sum.isF32() && isFloat8(lhs) && isFloat8(rhs)))
    return relax::emitRuleError(*this, 2, "multiplies ")
           << lhs << " and " << rhs << " for sums of " << sum
           << "; expected both f16, both bf16, both f32 or both f8 with sums "
              "of f32, or i8 with sums of i32";
  // R3: where the instruction finds them.
  for (Value operand : {getLhs(), getRhs()})
    if (!isInWorkgroup(operand))
      return relax::emitRuleError(*this, 3, "takes a factor from ")
             << operand.getType()
             << "; expected rank 1, in the memory of a workgroup";
  // R4: what a descriptor can say.
  bool isTransposed = getLhsTransposed() || getRhsTransposed();
  if (!isLayout(getLhsLayout()) || !isLayout(getRhsLayout()) ||
      (isTransposed && lhs.getIntOrFloatBitWidth() != 16))
    return relax::emitRuleError(*this, 4, "has factors that lie as ")
           << getLhsLayoutAttr() << " and " << getRhsLayoutAttr()
           << "; expected a swizzle of 0, 32, 64 or 128, two distances that "
              "are multiples of 16 from 0 to "
           << kMaxDistance << ", and transposed factors only of 16 bits";
  return success();
}

} // namespace mlir::tir
