// Lowers products of matrices by warpgroups to the instruction of the chip.
//
// Upstream's `nvgpu.warpgroup.mma` has descriptors that only tensor maps make,
// and sums that are values: loops of tensor programs have none.
#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "Relax/Support/GPUTarget.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPULOWERWARPGROUPPRODUCTSPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPULowerWarpgroupProductsPass
    : impl::GPULowerWarpgroupProductsPassBase<GPULowerWarpgroupProductsPass> {
  using GPULowerWarpgroupProductsPassBase::GPULowerWarpgroupProductsPassBase;

  void runOnOperation() override;
};

} // namespace

// Where the parts of a descriptor begin; bytes are counted 16 at a time. PTX
// ISA, matrix descriptor: address in bits 0 to 13, leading offset in 16 to 29,
// stride offset in 32 to 45, all in units of 16 bytes; the swizzle in 62 to 63.
static constexpr unsigned kUnitBits = 4, kLeadingBit = 16, kHalfBits = 32,
                          kSwizzleBit = 62 - kHalfBits;

// The number of a swizzle of so many bytes. 1 to 3 for 128, 64 and 32 bytes; 0
// is no swizzle.
static uint64_t getSwizzleNumber(int64_t bytes) {
  return bytes == 128 ? 1 : bytes == 64 ? 2 : bytes == 32 ? 3 : 0;
}

// The constant that is added to an index, which becomes what it is added to.
static int64_t takeConstant(Value &index) {
  int64_t sum = 0;
  while (auto add = index.getDefiningOp<arith::AddIOp>()) {
    std::optional<int64_t> known = getConstantIntValue(add.getRhs());
    if (!known)
      break;
    sum += *known;
    index = add.getLhs();
  }
  return sum;
}

// Only the lower half of a descriptor moves, and of the products of a step by
// constants: each is one addition of 32 bits to what all have in common. A sum
// of addresses shifted afterwards is three of 64 bits.
static Value getDescriptor(OpBuilder &b, Location loc, Value buffer,
                           Value start,
                           tir::WarpgroupProductOp::Layout layout) {
  auto number = [&](uint64_t value) -> Value {
    return arith::ConstantOp::create(
        b, loc, b.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  auto narrow = [&](Value index) -> Value {
    return arith::IndexCastOp::create(b, loc, b.getI32Type(), index);
  };
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  uint64_t constant = takeConstant(start) * bytes;
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
  Value address = arith::AddIOp::create(
      b, loc, narrow(base),
      arith::MulIOp::create(b, loc, narrow(start), number(bytes)));
  // Addresses of shared memory have fewer bits than their part of it. At most
  // 227 KiB are below 2^18; without 4 bits that is 14, so no mask is needed.
  Value units = arith::ShRUIOp::create(b, loc, address, number(kUnitBits));
  uint64_t leading = layout.leading, stride = layout.stride;
  Value low = arith::AddIOp::create(
      b, loc, units,
      number((constant >> kUnitBits) + (leading >> kUnitBits << kLeadingBit)));
  uint64_t high = stride >> kUnitBits | getSwizzleNumber(layout.swizzle)
                                            << kSwizzleBit;
  return arith::OrIOp::create(
      b, loc, arith::ExtUIOp::create(b, loc, b.getI64Type(), low),
      arith::ConstantOp::create(
          b, loc,
          b.getI64IntegerAttr(static_cast<int64_t>(high << kHalfBits))));
}

static NVVM::WGMMATypes getType(Type type) {
  return llvm::TypeSwitch<Type, NVVM::WGMMATypes>(type)
      .Case<Float16Type>([](auto) { return NVVM::WGMMATypes::f16; })
      .Case<BFloat16Type>([](auto) { return NVVM::WGMMATypes::bf16; })
      .Case<Float32Type>([](auto) { return NVVM::WGMMATypes::tf32; })
      .Case<Float8E4M3FNType>([](auto) { return NVVM::WGMMATypes::e4m3; })
      .Case<Float8E5M2Type>([](auto) { return NVVM::WGMMATypes::e5m2; })
      .Default([](Type) { return NVVM::WGMMATypes::s8; });
}

/// A warpgroup's 128 threads share 64 rows, so each has 64 * n / 128 sums: n /
/// 2 registers, in and out. In a struct of LLVM they are values; memory of the
/// sums is promoted to registers by LLVM later.
static void lower(tir::WarpgroupProductOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  int64_t number = op.getNumColumns() / 2;
  Type sum = cast<MemRefType>(op.getAccumulators().getType()).getElementType();
  auto type = LLVM::LLVMStructType::getLiteral(op.getContext(),
                                               SmallVector<Type>(number, sum));
  auto getIndex = [&](int64_t i) -> Value {
    return arith::ConstantIndexOp::create(b, loc, i);
  };
  Value accumulators = LLVM::PoisonOp::create(b, loc, type);
  // What is overwritten need not be there, and takes no instruction.
  for (int64_t i = 0; !op.getOverwrites() && i != number; ++i) {
    Value one =
        memref::LoadOp::create(b, loc, op.getAccumulators(), getIndex(i));
    accumulators = LLVM::InsertValueOp::create(b, loc, accumulators, one, i);
  }
  tir::WarpgroupProductOp::Layout lhs = op.getLhsMatrix();
  tir::WarpgroupProductOp::Layout rhs = op.getRhsMatrix();
  // Of the right factor it says how its transposed matrix lies.
  Value result = NVVM::WgmmaMmaAsyncOp::create(
      b, loc, type, accumulators,
      getDescriptor(b, loc, op.getLhs(), op.getLhsStart(), lhs),
      getDescriptor(b, loc, op.getRhs(), op.getRhsStart(), rhs),
      NVVM::MMAShapeAttr::get(op.getContext(), 64, op.getNumColumns(),
                              op.getKExtent()),
      getType(op.getOperandType()),
      getType(cast<MemRefType>(op.getRhs().getType()).getElementType()),
      sum.isF32() ? NVVM::WGMMATypes::f32 : NVVM::WGMMATypes::s32,
      op.getOverwrites() ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one,
      NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one,
      lhs.isTransposed ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      rhs.isTransposed ? NVVM::MMALayout::row : NVVM::MMALayout::col,
      NVVM::MMAIntOverflowAttr());
  for (int64_t i = 0; i != number; ++i)
    memref::StoreOp::create(b, loc,
                            LLVM::ExtractValueOp::create(b, loc, result, i),
                            op.getAccumulators(), getIndex(i));
  op.erase();
}

/// The instruction is of sm_90a only, so versions cannot be compared as for
/// others.
static bool hasInstruction(NVVM::NVVMTargetAttr chip) {
  std::optional<GPUTarget> known = GPUTarget::parse(chip.getChip());
  return known && known->hasWarpgroupProducts();
}

// What no chip but one can do must not get to it. LLVM would end the process on
// it; here it is an error at the op.
static LogicalResult checkChip(tir::WarpgroupProductOp op) {
  auto device = op->getParentOfType<gpu::GPUModuleOp>();
  if (ArrayAttr targets = device.getTargetsAttr())
    for (Attribute target : targets)
      if (auto chip = dyn_cast<NVVM::NVVMTargetAttr>(target))
        if (!hasInstruction(chip))
          return op.emitOpError("is an instruction that ")
                 << chip.getChip() << " lacks; expected "
                 << GPUTarget::kWarpgroupChip << ", or a schedule without it";
  return success();
}

void GPULowerWarpgroupProductsPass::runOnOperation() {
  SmallVector<tir::WarpgroupProductOp> products;
  getOperation().walk(
      [&](tir::WarpgroupProductOp op) { products.push_back(op); });
  for (tir::WarpgroupProductOp op : products) {
    if (failed(checkChip(op)))
      return signalPassFailure();
    lower(op);
  }
}

} // namespace mlir::relax
