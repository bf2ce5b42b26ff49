// Vectors that are stored past the caches: only where they are aligned.
//
// The store faults on another address. Results of the run time begin with a
// line of a cache, but a caller may bring its own, or one that lies behind
// another in one storage. So the whole program is there twice, with one test in
// front: a test at each store would keep LLVM from unrolling the loop around it
// (gelu of 4096 x 4096 took 22 ms with it, and 13 without).
#include "Relax/Conversion/TIRToSCF/Steps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tir {

static SmallVector<vector::StoreOp> findStreams(Operation *root) {
  SmallVector<vector::StoreOp> stores;
  root->walk([&](vector::StoreOp store) {
    if (store.getNontemporal())
      stores.push_back(store);
  });
  return stores;
}

static void storePlainly(vector::StoreOp store) {
  store.setNontemporal(false);
  store.removeAlignmentAttr();
}

// What the store's buffer is a view of.
static Value getRoot(vector::StoreOp store) {
  Value buffer = store.getBase();
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

// Whether all buffers begin with a line of a cache.
static Value buildCheck(OpBuilder &builder, Location loc, ValueRange buffers,
                        int64_t alignment) {
  // Ored, as one low bit of any address is enough to fail.
  Value bits;
  for (Value buffer : buffers) {
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
    bits = bits ? arith::OrIOp::create(builder, loc, bits, address) : address;
  }
  Value mask = arith::ConstantIndexOp::create(builder, loc, alignment - 1);
  Value rest = arith::AndIOp::create(builder, loc, bits, mask);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                               zero);
}

void guardStreams(FuncOp function) {
  llvm::SetVector<Value> buffers;
  int64_t alignment = 1;
  for (vector::StoreOp store : findStreams(function)) {
    Value root = getRoot(store);
    // What the program makes itself may be on the stack.
    if (!isa<BlockArgument>(root) ||
        root.getParentBlock() != &function.getBody().front()) {
      storePlainly(store);
      continue;
    }
    buffers.insert(root);
    alignment = std::max(alignment, int64_t(store.getAlignment().value_or(1)));
  }
  if (buffers.empty())
    return;
  Block &body = function.getBody().front();
  SmallVector<Operation *> all;
  for (Operation &op : body.without_terminator())
    all.push_back(&op);
  Location loc = function.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Value check = buildCheck(builder, loc, buffers.getArrayRef(), alignment);
  auto choice = scf::IfOp::create(builder, loc, check, /*withElseRegion=*/true);
  IRMapping mapping;
  OpBuilder otherwise = choice.getElseBodyBuilder();
  for (Operation *op : all)
    otherwise.clone(*op, mapping);
  for (vector::StoreOp store : findStreams(choice))
    if (choice.getElseRegion().isAncestor(store->getParentRegion()))
      storePlainly(store);
  for (Operation *op : all)
    op->moveBefore(choice.thenYield());
}

} // namespace mlir::tir
