// Store the elements of a buffer as another type.
//
// For instance to keep a product's operand in shared memory as f16. Values are
// rounded when stored; the block computes in the old type.
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

static constexpr StringRef kSetElementType =
    "set the element type of a buffer of";

static Value convert(OpBuilder &builder, Location loc, Value value, Type to) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  bool isWider = to.getIntOrFloatBitWidth() > width;
  // Sign extension, as signless integers of tensor programs are signed unless
  // an operation says otherwise.
  if (isa<FloatType>(to))
    // A constant, as what is around an image, stays one.
    return isWider ? builder.createOrFold<arith::ExtFOp>(loc, to, value)
                   : arith::TruncFOp::create(builder, loc, to, value);
  return isWider ? arith::ExtSIOp::create(builder, loc, to, value).getResult()
                 : arith::TruncIOp::create(builder, loc, to, value);
}

// Those that use what is loaded in the old type. What is stored has been
// widened, so that to narrow what is loaded, and to widen it again, would give
// the same: an op that widens is left out.
static void convertLoad(memref::LoadOp load, Type to) {
  Type old = load.getType();
  bool isWider = to.getIntOrFloatBitWidth() > old.getIntOrFloatBitWidth();
  SmallVector<Operation *> widenings;
  for (Operation *user : load->getUsers())
    if (isWider && isa<arith::ExtFOp, arith::ExtSIOp>(user) &&
        user->getResult(0).getType() == to)
      widenings.push_back(user);
  load.getResult().setType(to);
  if (!llvm::all_of(load->getUsers(), [&](Operation *user) {
        return llvm::is_contained(widenings, user);
      })) {
    OpBuilder builder(load->getContext());
    builder.setInsertionPointAfter(load);
    Value narrow = convert(builder, load.getLoc(), load.getResult(), old);
    llvm::SmallPtrSet<Operation *, 4> kept(widenings.begin(), widenings.end());
    kept.insert(narrow.getDefiningOp());
    load.getResult().replaceAllUsesExcept(narrow, kept);
  }
  for (Operation *widening : widenings) {
    widening->getResult(0).replaceAllUsesWith(load.getResult());
    widening->erase();
  }
}

Operation *findTypedUser(Value buffer) {
  auto found = llvm::find_if_not(buffer.getUsers(), [](Operation *user) {
    return isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp,
               memref::DimOp, BlockOp>(user);
  });
  return found == buffer.user_end() ? nullptr : *found;
}

static LogicalResult checkUsers(BlockOp block, Value buffer) {
  Operation *user = findTypedUser(buffer);
  if (!user)
    return success();
  InFlightDiagnostic error =
      failPrecondition(block, kSetElementType)
      << "expected only loads and stores to use the buffer, found "
      << describe(user);
  error.attachNote(user->getLoc()) << "this op does otherwise";
  return error;
}

LogicalResult setElementType(BlockOp block, unsigned buffer, Type type) {
  FailureOr<memref::AllocOp> alloc =
      getLocalBuffer(block, buffer, kSetElementType);
  if (failed(alloc) || failed(checkUsers(block, *alloc)))
    return failure();
  Type old = alloc->getType().getElementType();
  bool isFloat = isa<FloatType>(old) && isa<FloatType>(type);
  bool isInteger = isa<IntegerType>(old) && isa<IntegerType>(type) &&
                   type.isSignlessInteger();
  if ((!isFloat && !isInteger) ||
      old.getIntOrFloatBitWidth() == type.getIntOrFloatBitWidth())
    return failPrecondition(block, kSetElementType)
           << "expected a wider or a narrower type of the kind of " << old
           << ", found " << type;
  Value value = (*alloc)->getResult(0);
  value.setType(
      MemRefType(MemRefType::Builder(alloc->getType()).setElementType(type)));
  for (Operation *user : SmallVector<Operation *>(value.getUsers())) {
    OpBuilder builder(user);
    if (auto store = dyn_cast<memref::StoreOp>(user))
      store.getValueMutable().assign(
          convert(builder, store.getLoc(), store.getValueToStore(), type));
    else if (auto load = dyn_cast<memref::LoadOp>(user))
      convertLoad(load, type);
  }
  return success();
}

} // namespace mlir::tir
