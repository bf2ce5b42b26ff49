// Lowers functions of floats to instructions of the chip.
//
// Upstream's arith-expand makes a comparison and selections of each maximum,
// five instructions where chips from sm_80 on have one, and upstream's
// convert-gpu-to-nvvm calls the device library for powers of two, which
// rescales subnormal numbers: four instructions more for each.
#include "Relax/Support/GPUTarget.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPULOWERFLOATFUNCTIONSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPULowerFloatFunctionsPass
    : impl::GPULowerFloatFunctionsPassBase<GPULowerFloatFunctionsPass> {
  using GPULowerFloatFunctionsPassBase::GPULowerFloatFunctionsPassBase;

  void runOnOperation() override;
};

} // namespace

// `max.NaN` and `min.NaN` of PTX: a NaN where there is one, and +0 above -0, as
// the ops say. bf16 is computed in f32 and has no such op when this pass runs.
template <typename OpT, typename InstructionT>
static void lower(OpT op) {
  Type element = getElementTypeOrSelf(op.getType());
  if (!element.isF32() && !element.isF16())
    return;
  OpBuilder builder(op);
  op.replaceAllUsesWith(
      InstructionT::create(builder, op.getLoc(), op.getLhs(), op.getRhs())
          .getResult());
  op.erase();
}

static Value buildPower(OpBuilder &builder, Location loc, Value exponent) {
  return LLVM::CallIntrinsicOp::create(
             builder, loc, builder.getF32Type(),
             builder.getStringAttr("llvm.nvvm.ex2.approx.ftz.f"),
             ValueRange{exponent})
      .getResults();
}

// Only where the program says that an approximation will do: 2 ulp, and
// subnormal powers are 0.
static void lower(math::Exp2Op op) {
  if (!getElementTypeOrSelf(op.getType()).isF32() ||
      !bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn))
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value result;
  if (auto type = dyn_cast<VectorType>(op.getType())) {
    // The instruction has one number; ptxas finds the lanes in registers.
    SmallVector<Value> lanes = llvm::map_to_vector(
        vector::ToElementsOp::create(builder, loc, op.getOperand())
            .getResults(),
        [&](Value lane) { return buildPower(builder, loc, lane); });
    result = vector::FromElementsOp::create(builder, loc, type, lanes);
  } else {
    result = buildPower(builder, loc, op.getOperand());
  }
  op.replaceAllUsesWith(result);
  op.erase();
}

// Every chip that the code is for has the instruction; unknown ones have not.
static bool hasNaNMaximum(gpu::GPUModuleOp device) {
  ArrayAttr targets = device.getTargetsAttr();
  return targets && llvm::all_of(targets, [](Attribute target) {
           auto chip = dyn_cast<NVVM::NVVMTargetAttr>(target);
           std::optional<GPUTarget> known =
               chip ? GPUTarget::parse(chip.getChip()) : std::nullopt;
           return known && known->hasNaNMaximum();
         });
}

void GPULowerFloatFunctionsPass::runOnOperation() {
  getOperation().walk([](math::Exp2Op op) { lower(op); });
  if (!hasNaNMaximum(getOperation()))
    return;
  getOperation().walk([](Operation *op) {
    if (auto maximum = dyn_cast<arith::MaximumFOp>(op))
      lower<arith::MaximumFOp, LLVM::MaximumOp>(maximum);
    else if (auto minimum = dyn_cast<arith::MinimumFOp>(op))
      lower<arith::MinimumFOp, LLVM::MinimumOp>(minimum);
  });
}

} // namespace mlir::relax
