// Adds up indices of shared memory in loops so that what varies least comes
// first.
//
// A stage of shared memory varies from step to step, rows and columns of a
// thread do not:
//
//   (stage * 4096 + row * 32) + column  ->  (row * 32 + column) + stage * 4096
//
// LLVM computes the sum in brackets once, in front of the loop. It does not
// find it by itself where other addresses use the first sum as well, and each
// address then takes two additions a step: 9 of 312 instructions in a step of a
// tf32 product. Addresses of global memory move by as much in each step, which
// LLVM turns into one addition (loop strength reduction).
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUREASSOCIATEADDRESSESPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUReassociateAddressesPass
    : impl::GPUReassociateAddressesPassBase<GPUReassociateAddressesPass> {
  using GPUReassociateAddressesPassBase::GPUReassociateAddressesPassBase;

  void runOnOperation() override;
};

/// How many loops each value of a function varies in.
class VaryingDepths {
public:
  explicit VaryingDepths(LLVM::LLVMFuncOp function);

  /// 0 of what is computed once, and of what is not reached.
  unsigned get(Value value) const { return depths.lookup(value); }

private:
  unsigned compute(Operation &op, unsigned most) const;

  DenseMap<Value, unsigned> depths;
};

/// The parts of a sum, apart from constants, and how many additions of it are
/// in the innermost loop that it varies in.
struct AddressSum {
  SmallVector<Value> addends, constants;
  unsigned numInnermost = 0;
};

} // namespace

// Definitions come in front of uses in this order, so that no recursion is
// needed: kernels have thousands of ops that use each other.
VaryingDepths::VaryingDepths(LLVM::LLVMFuncOp function) {
  Region &body = function.getBody();
  DominanceInfo dominance(function);
  // What has no tree of blocks has no loop.
  if (body.empty() || body.hasOneBlock())
    return;
  CFGLoopInfo loops(dominance.getDomTree(&body));
  for (Block *block : llvm::ReversePostOrderTraversal<Block *>(&body.front())) {
    unsigned depth = loops.getLoopDepth(block);
    for (Value argument : block->getArguments())
      depths[argument] = depth;
    for (Operation &op : *block)
      for (Value result : op.getResults())
        depths[result] = compute(op, depth);
  }
}

unsigned VaryingDepths::compute(Operation &op, unsigned most) const {
  if (!isPure(&op) || op.getNumRegions() != 0)
    return most;
  unsigned depth = 0;
  for (Value operand : op.getOperands())
    depth = std::max(depth, get(operand));
  return std::min(depth, most);
}

static AddressSum takeApart(Value index, const VaryingDepths &depths) {
  AddressSum sum;
  unsigned innermost = depths.get(index);
  SmallVector<Value> left{index};
  while (!left.empty()) {
    Value value = left.pop_back_val();
    auto add = value.getDefiningOp<LLVM::AddOp>();
    if (!add) {
      bool isConstant = matchPattern(value, m_Constant());
      (isConstant ? sum.constants : sum.addends).push_back(value);
      continue;
    }
    left.push_back(add.getRhs());
    left.push_back(add.getLhs());
    // Constants are a part of the access itself.
    bool hasConstant = matchPattern(add.getLhs(), m_Constant()) ||
                       matchPattern(add.getRhs(), m_Constant());
    if (!hasConstant && depths.get(add) == innermost)
      ++sum.numInnermost;
  }
  return sum;
}

// What varies alike is one sum: other addresses may have the same.
static Value buildSum(OpBuilder &builder, Location loc, const AddressSum &sum,
                      const VaryingDepths &depths, unsigned innermost) {
  auto add = [&](Value lhs, Value rhs) -> Value {
    return lhs && rhs ? LLVM::AddOp::create(builder, loc, lhs, rhs).getResult()
           : lhs      ? lhs
                      : rhs;
  };
  Value all;
  for (unsigned depth = 0; depth <= innermost; ++depth) {
    Value alike;
    for (Value addend : sum.addends)
      if (depths.get(addend) == depth)
        alike = add(alike, addend);
    all = add(all, alike);
  }
  for (Value number : sum.constants)
    all = add(all, number);
  return all;
}

// After all sums are built: the depths of what is erased would be those of what
// comes to the same place.
static void eraseUnused(llvm::SmallSetVector<Value, 8> &values) {
  while (!values.empty()) {
    auto add = values.pop_back_val().getDefiningOp<LLVM::AddOp>();
    if (!add || !add->use_empty())
      continue;
    values.insert(add.getLhs());
    values.insert(add.getRhs());
    add.erase();
  }
}

// Only where fewer additions are left in the innermost loop.
static void reassociate(OpOperand &index, const VaryingDepths &depths,
                        llvm::SmallSetVector<Value, 8> &replaced) {
  Value old = index.get();
  unsigned innermost = depths.get(old);
  if (innermost == 0 || !old.getDefiningOp<LLVM::AddOp>())
    return;
  AddressSum sum = takeApart(old, depths);
  auto isInnermost = [&](Value addend) {
    return depths.get(addend) == innermost;
  };
  size_t varying = llvm::count_if(sum.addends, isInnermost);
  size_t needed = varying - 1 + (varying != sum.addends.size() ? 1 : 0);
  if (needed >= sum.numInnermost)
    return;
  OpBuilder builder(index.getOwner());
  index.set(
      buildSum(builder, index.getOwner()->getLoc(), sum, depths, innermost));
  replaced.insert(old);
}

void GPUReassociateAddressesPass::runOnOperation() {
  VaryingDepths depths(getOperation());
  llvm::SmallSetVector<Value, 8> replaced;
  getOperation().walk([&](LLVM::GEPOp op) {
    auto base = cast<LLVM::LLVMPointerType>(op.getBase().getType());
    if (base.getAddressSpace() !=
        static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared))
      return;
    for (OpOperand &index : op.getDynamicIndicesMutable())
      reassociate(index, depths, replaced);
  });
  eraseUnused(replaced);
}

} // namespace mlir::relax
