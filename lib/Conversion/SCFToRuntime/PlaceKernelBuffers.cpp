// Puts local buffers of kernels on the stack or into scratch memory.
#include "Relax/Conversion/SCFToRuntime/Passes.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include <limits>

namespace mlir::relax {

#define GEN_PASS_DEF_PLACEKERNELBUFFERSPASS
#include "Relax/Conversion/SCFToRuntime/Passes.h.inc"

// Of one buffer, and of all buffers of a function.
static constexpr int64_t kMaxStackBytes = 4096;
static constexpr int64_t kMaxTotalStackBytes = 64 * 1024;
static constexpr int64_t kAlignment = 64;

// Bytes of an element in memory; 0 if that is not known here.
static int64_t getElementBytes(MemRefType type) {
  Type element = type.getElementType();
  if (element.isIndex())
    return 8;
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : 0;
}

// Bytes of the static part of the buffer.
// The number of bytes that overflows is -1, and the allocation then stays as
// it is.
static int64_t getStaticBytes(MemRefType type) {
  int64_t bytes = getElementBytes(type);
  for (int64_t size : type.getShape())
    if (ShapedType::isStatic(size) && llvm::MulOverflow(bytes, size, bytes))
      return -1;
  return bytes;
}

// The buffer, or a view of it, is not needed once its block ends.
static bool isLocal(Value buffer) {
  return llvm::none_of(buffer.getUsers(), [](Operation *user) {
    bool isView = isa<ViewLikeOpInterface>(user) && user->getNumResults() == 1;
    return isa<func::ReturnOp, scf::YieldOp>(user) ||
           (isView && !isLocal(user->getResult(0)));
  });
}

static void eraseDeallocations(memref::AllocOp alloc) {
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
}

// A buffer of the stack belongs to the whole function, not to a loop.
// In the entry block LLVM makes registers of it where all indices are
// constants. Anywhere else its stack would grow with each iteration of a loop.
static void placeOnStack(memref::AllocOp alloc, func::FuncOp function) {
  eraseDeallocations(alloc);
  OpBuilder builder(alloc);
  Block &entry = function.getBody().front();
  builder.setInsertionPointToStart(&entry);
  auto stack =
      memref::AllocaOp::create(builder, alloc.getLoc(), alloc.getType(),
                               builder.getI64IntegerAttr(kAlignment));
  alloc.replaceAllUsesWith(stack.getResult());
  alloc.erase();
}

// The bytes of a buffer: the most that an integer holds where it does not hold
// them, which no allocator has. A product that wraps would give too little.
static Value buildBytes(OpBuilder &builder, memref::AllocOp alloc,
                        int64_t staticBytes) {
  Location location = alloc.getLoc();
  Value bytes = arith::ConstantIndexOp::create(builder, location, staticBytes);
  if (alloc.getDynamicSizes().empty())
    return bytes;
  Value zero = arith::ConstantIndexOp::create(builder, location, 0);
  Value most = arith::ConstantIndexOp::create(
      builder, location, std::numeric_limits<int64_t>::max());
  for (Value size : alloc.getDynamicSizes()) {
    auto product =
        arith::MulUIExtendedOp::create(builder, location, size, bytes);
    Value isLong = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::ne, product.getHigh(), zero);
    Value isNegative = arith::CmpIOp::create(
        builder, location, arith::CmpIPredicate::slt, product.getLow(), zero);
    Value wraps = arith::OrIOp::create(builder, location, isLong, isNegative);
    bytes = arith::SelectOp::create(builder, location, wraps, most,
                                    product.getLow());
  }
  return bytes;
}

// The outermost loop around a buffer in whose iterations it is the same.
// To release memory is an atomic operation, which waits for the stores of the
// iteration that go past the caches.
static scf::ForOp getLoopAround(memref::AllocOp alloc) {
  scf::ForOp around;
  Operation *op = alloc;
  while (auto loop = dyn_cast<scf::ForOp>(op->getParentOp())) {
    if (!llvm::all_of(alloc.getDynamicSizes(), [&](Value size) {
          return loop.isDefinedOutsideOfLoop(size);
        }))
      break;
    op = around = loop;
  }
  return around;
}

// Whether an operation of the block of `end`, or of a region in it, is not
// before that one.
static bool isBehind(Operation *op, Block::iterator end) {
  Operation *here = end->getBlock()->findAncestorOpInBlock(*op);
  return !here->isBeforeInBlock(&*end);
}

static SmallVector<Value> getValuesUsedBehind(Block::iterator begin,
                                              Block::iterator end) {
  SmallVector<Value> values;
  for (Operation &op : llvm::make_range(begin, end))
    for (Value value : op.getResults())
      if (llvm::any_of(value.getUsers(),
                       [&](Operation *user) { return isBehind(user, end); }))
        values.push_back(value);
  return values;
}

// Moves the operations up to `end` into a branch that runs only with memory.
// Behind it their values are zeros otherwise: the call has failed by then.
static Block *moveIntoBranch(OpBuilder &builder, Value valid,
                             Block::iterator begin, Block::iterator end,
                             ArrayRef<Value> values) {
  Location location = valid.getLoc();
  auto branch =
      scf::IfOp::create(builder, location, TypeRange(ValueRange(values)), valid,
                        /*withElseRegion=*/!values.empty());
  for (auto [value, result] : llvm::zip_equal(values, branch.getResults()))
    Value(value).replaceUsesWithIf(
        result, [&](OpOperand &use) { return isBehind(use.getOwner(), end); });
  Block *rest = branch.thenBlock();
  rest->getOperations().splice(rest->begin(), end->getBlock()->getOperations(),
                               begin, end);
  if (values.empty())
    return rest;
  OpBuilder inside = branch.getThenBodyBuilder();
  inside.setInsertionPointToEnd(rest);
  scf::YieldOp::create(inside, location, values);
  OpBuilder otherwise = branch.getElseBodyBuilder();
  SmallVector<Value> zeros;
  for (Value value : values)
    zeros.push_back(arith::ConstantOp::create(
        otherwise, location, otherwise.getZeroAttr(value.getType())));
  scf::YieldOp::create(otherwise, location, zeros);
  return rest;
}

// What needs the buffer runs only if there is memory: the loop around it, or
// else what follows in the block. The buffer stays if that makes another one.
static void placeInScratch(memref::AllocOp alloc, int64_t staticBytes) {
  scf::ForOp loop = getLoopAround(alloc);
  Block::iterator begin =
      loop ? loop->getIterator() : std::next(alloc->getIterator());
  Block::iterator end = loop
                            ? std::next(begin)
                            : alloc->getBlock()->getTerminator()->getIterator();
  SmallVector<Value> values = getValuesUsedBehind(begin, end);
  OpBuilder builder(alloc);
  if (!llvm::all_of(values, [&](Value value) {
        return bool(builder.getZeroAttr(value.getType()));
      }))
    return;
  eraseDeallocations(alloc);
  builder.setInsertionPoint(end->getBlock(), begin);
  auto scratch = rt::ScratchAllocOp::create(
      builder, alloc.getLoc(), buildBytes(builder, alloc, staticBytes));
  Block *rest = moveIntoBranch(builder, scratch.getValid(), begin, end, values);
  builder.setInsertionPointToStart(rest);
  Value zero = arith::ConstantIndexOp::create(builder, alloc.getLoc(), 0);
  Value view = memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(),
                                      scratch.getBuffer(), zero,
                                      alloc.getDynamicSizes());
  builder.setInsertionPoint(rest->getTerminator());
  rt::ScratchReleaseOp::create(builder, alloc.getLoc(), scratch.getBuffer());
  alloc.replaceAllUsesWith(view);
  alloc.erase();
}

namespace {

struct PlaceKernelBuffersPass
    : impl::PlaceKernelBuffersPassBase<PlaceKernelBuffersPass> {
  void runOnOperation() override {
    SmallVector<memref::AllocOp> allocs;
    getOperation().walk([&](memref::AllocOp alloc) {
      MemRefType type = alloc.getType();
      if (isLocal(alloc) && type.getLayout().isIdentity() &&
          !type.getMemorySpace() && getElementBytes(type) != 0 &&
          getStaticBytes(type) >= 0)
        allocs.push_back(alloc);
    });
    int64_t inAll = 0;
    // Last ones first: what is taken first then encloses the others.
    // Scratch memory is a stack: the last one taken has to be released first
    // (relax_rt_scratch_alloc). Placed first, the last one ends up inside the
    // branch of the one before, and so does its release.
    for (memref::AllocOp alloc : llvm::reverse(allocs)) {
      int64_t bytes = getStaticBytes(alloc.getType());
      bool isSmall = alloc.getType().hasStaticShape() &&
                     bytes <= kMaxStackBytes &&
                     inAll + bytes <= kMaxTotalStackBytes;
      if (isSmall)
        placeOnStack(alloc, getOperation());
      else
        placeInScratch(alloc, bytes);
      inAll += isSmall ? bytes : 0;
    }
  }
};

} // namespace
} // namespace mlir::relax
