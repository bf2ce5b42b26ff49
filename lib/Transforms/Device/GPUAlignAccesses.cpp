// Say how vectors in kernels are aligned, so that they are loaded and stored in
// one piece.
//
// LLVM assumes a vector aligned to its element only, and splits a load of 16
// bytes into 4 or 16. An alignment that is claimed and does not hold is a fault
// of the device, so only what is proved is said.
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

namespace mlir::relax {

#define GEN_PASS_DEF_GPUALIGNACCESSESPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUAlignAccessesPass
    : impl::GPUAlignAccessesPassBase<GPUAlignAccessesPass> {
  using GPUAlignAccessesPassBase::GPUAlignAccessesPassBase;

  void runOnOperation() override;
};

} // namespace

// Bytes of the widest access. Hardware has nothing wider than 16 bytes a
// thread.
static constexpr int64_t kWidest = 16;
// A higher power of 2 does not matter. Keeps products of two divisors in 64
// bits.
static constexpr int64_t kMaxDivisor = 1 << 20;
// How many ops an index is followed through: some of them have two operands.
// Two operands each: without a bound the search is exponential in shared
// subexpressions. 2^8 steps is enough for indices of tiles.
static constexpr unsigned kDepth = 8;

static int64_t getDivisor(Value value, unsigned depth = 0);

/// `x mod m` is divisible by what divides both, as the smaller one of two is;
/// the exclusive or of a swizzle keeps low bits that are 0 in both, that is,
/// common powers of two.
static int64_t getDivisor(Operation *op, unsigned depth) {
  if (isa<arith::IndexCastUIOp>(op))
    return getDivisor(op->getOperand(0), depth);
  if (!isa<arith::MulIOp, arith::AddIOp, arith::SubIOp, arith::RemUIOp,
           arith::XOrIOp, arith::MinUIOp, arith::MinSIOp>(op) ||
      depth == kDepth)
    return 1;
  int64_t first = getDivisor(op->getOperand(0), depth + 1);
  int64_t second = getDivisor(op->getOperand(1), depth + 1);
  return isa<arith::MulIOp>(op) ? std::gcd(first * second, kMaxDivisor)
                                : std::gcd(first, second);
}

// A power of 2 by which an index can be divided, as far as one can see. gcd(0,
// 2^20) is 2^20: zero is divisible by all.
static int64_t getDivisor(Value value, unsigned depth) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return std::gcd(constant.getSExtValue(), kMaxDivisor);
  if (Operation *op = value.getDefiningOp())
    return getDivisor(op, depth);
  // The induction variable is lower bound plus multiples of the step. Of a loop
  // carried value nothing is known.
  auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
  return loop && loop.getInductionVar() == value
             ? std::gcd(getDivisor(loop.getLowerBound(), depth),
                        getDivisor(loop.getStep(), depth))
             : 1;
}

// The buffer of the kernel of which another one has all elements. These ops
// keep the address of the first element.
static Value getWhole(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    auto view = dyn_cast<memref::ReinterpretCastOp>(op);
    bool isAtStart =
        view && llvm::equal(view.getStaticOffsets(), ArrayRef<int64_t>{0});
    if (!isAtStart &&
        !isa<memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(
            op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

// What the first element of a buffer is aligned to; 1 if that is not known.
// Layouts with an offset or strides say nothing of the address.
static int64_t getAlignment(Value buffer, bool areParametersAligned) {
  if (!cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
    return 1;
  Value whole = getWhole(buffer);
  if (auto view = whole.getDefiningOp<memref::ViewOp>())
    return std::gcd(getAlignment(view.getSource(), areParametersAligned),
                    getDivisor(view.getByteShift()));
  // The driver aligns dynamic shared memory to 16 bytes, and
  // GPUExportDynamicSharedMemory asks for 1024.
  if (whole.getDefiningOp<gpu::DynamicSharedMemoryOp>())
    return kWidest;
  auto argument = dyn_cast<BlockArgument>(whole);
  auto kernel =
      argument ? dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp())
               : gpu::GPUFuncOp();
  if (!kernel)
    return 1;
  // Attributions behind the parameters are the kernel's own shared memory,
  // which the pass aligns itself.
  bool isParameter = argument.getArgNumber() < kernel.getNumArguments();
  return isParameter && !areParametersAligned ? 1 : kWidest;
}

// What an element is aligned to. From the last axis to the first: index times
// stride, with strides built from the sizes. Of a dynamic size only 1 is known
// to divide it.
static int64_t getAlignment(Value base, ValueRange indices,
                            bool areParametersAligned) {
  auto type = cast<MemRefType>(base.getType());
  int64_t stride =
      llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
  int64_t found = getAlignment(base, areParametersAligned);
  for (int64_t axis = type.getRank(); axis-- > 0;) {
    found = std::gcd(found, getDivisor(indices[axis]) * stride);
    int64_t size = type.isDynamicDim(axis) ? 1 : type.getDimSize(axis);
    stride = std::gcd(stride * std::gcd(size, kMaxDivisor), kMaxDivisor);
  }
  return found;
}

template <typename Op>
static void align(Op op, VectorType vector, bool areParametersAligned) {
  if (!vector.getElementType().isIntOrFloat() ||
      !op.getMemRefType().getElementType().isIntOrFloat() || op.getAlignment())
    return;
  int64_t found =
      getAlignment(op.getBase(), op.getIndices(), areParametersAligned);
  if (found > 1)
    op.setAlignmentAttr(Builder(op.getContext()).getI64IntegerAttr(found));
}

// Copies each element by itself; what is not read is 0. `cp.async` of 16 bytes
// at an address that is none of its multiples is a fault. The slow path keeps
// the meaning: bytes beyond `srcElements` are zeros. It is for programs with
// odd strides, where schedules ask for copies of a size they cannot prove.
static void copyElements(nvgpu::DeviceAsyncCopyOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Type element = cast<MemRefType>(op.getDst().getType()).getElementType();
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(element)));
  Value count = index(op.getDstElements().getSExtValue());
  Value read = op.getSrcElements() ? op.getSrcElements() : count;
  auto loop = scf::ForOp::create(builder, loc, index(0), count, index(1));
  builder.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar();
  SmallVector<Value> from(op.getSrcIndices()), to(op.getDstIndices());
  from.back() = arith::AddIOp::create(builder, loc, from.back(), i);
  to.back() = arith::AddIOp::create(builder, loc, to.back(), i);
  Value isRead =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, i, read);
  auto branch = scf::IfOp::create(builder, loc, element, isRead,
                                  /*withElseRegion=*/true);
  OpBuilder inner = branch.getThenBodyBuilder();
  scf::YieldOp::create(
      inner, loc,
      memref::LoadOp::create(inner, loc, op.getSrc(), from).getResult());
  inner = branch.getElseBodyBuilder();
  scf::YieldOp::create(inner, loc, zero);
  memref::StoreOp::create(builder, loc, branch.getResult(0), op.getDst(), to);
  // The token is among operands of a group; it goes from the last on, so that
  // numbers stay valid.
  for (Operation *user : llvm::to_vector(op->getUsers()))
    for (unsigned i = user->getNumOperands(); i-- > 0;)
      if (user->getOperand(i) == op.getAsyncToken())
        user->eraseOperand(i);
  op.erase();
}

// An async copy needs both sides aligned to its size.
static void alignCopy(nvgpu::DeviceAsyncCopyOp op, bool areParametersAligned) {
  Type element = cast<MemRefType>(op.getDst().getType()).getElementType();
  // A token with another user could not be taken away.
  bool isKnown = element.isIntOrFloat() && !op.getSrcIndices().empty() &&
                 !op.getDstIndices().empty() &&
                 llvm::all_of(op->getUsers(),
                              llvm::IsaPred<nvgpu::DeviceAsyncCreateGroupOp>);
  if (!isKnown)
    return;
  int64_t size = op.getDstElements().getSExtValue() *
                 llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  int64_t found = std::gcd(
      getAlignment(op.getSrc(), op.getSrcIndices(), areParametersAligned),
      getAlignment(op.getDst(), op.getDstIndices(), areParametersAligned));
  if (found % size != 0)
    copyElements(op);
}

// Memory of a device starts at multiples of 16 bytes, and so do the tensors in
// it, unless the program puts one elsewhere. One tensor at an odd offset spoils
// it for all parameters, as a kernel does not know which tensor it gets. Views
// of rows at byte offsets are such ones.
static bool areTensorsAligned(ModuleOp module) {
  auto isAligned = [](SymExprAttr offset) {
    SymExprAttr rest = floorMod(offset, kWidest);
    return rest && rest.getConstant() == 0;
  };
  WalkResult result = module.walk([&](Operation *op) {
    auto alloc = dyn_cast<MemoryAllocTensorOp>(op);
    auto view = dyn_cast<MemoryViewOp>(op);
    bool isRight = alloc  ? isAligned(alloc.getOffset())
                   : view ? isAligned(view.getRelativeByteOffset())
                          : true;
    return isRight ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

void GPUAlignAccessesPass::runOnOperation() {
  bool areParametersAligned = areTensorsAligned(getOperation());
  Builder builder(&getContext());
  getOperation().walk([&](gpu::GPUFuncOp kernel) {
    // The attribute makes LLVM place the buffer so; without it the claim above
    // would be false.
    for (unsigned i = 0; i != kernel.getNumWorkgroupAttributions(); ++i)
      kernel.setWorkgroupAttributionAttr(i,
                                         LLVM::LLVMDialect::getAlignAttrName(),
                                         builder.getI64IntegerAttr(kWidest));
    kernel.walk([&](vector::LoadOp op) {
      align(op, op.getVectorType(), areParametersAligned);
    });
    kernel.walk([&](vector::StoreOp op) {
      align(op, op.getVectorType(), areParametersAligned);
    });
    kernel.walk([&](nvgpu::DeviceAsyncCopyOp op) {
      alignCopy(op, areParametersAligned);
    });
  });
}

} // namespace mlir::relax
