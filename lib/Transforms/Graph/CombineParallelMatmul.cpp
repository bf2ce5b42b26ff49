// Make one product of several that have their first factor in common.
//
// The queries, keys and values of attention are three products of one input.
// One wide product reads the input once and fills a device that three narrow
// ones do not. TVM's pass finds such branches by patterns of whole expressions;
// here an op knows its users, and what follows a product is looked at only one
// user deep.
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_COMBINEPARALLELMATMULPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// A product, and what comes right behind it.
struct Branch {
  MatmulOp matmul;
  /// The addition of a vector, the bias; null if there is none.
  AddOp add;
  /// An op on each element; null if there is none.
  Operation *activation = nullptr;

  Value getBias() {
    return add.getX1() == matmul.getResult() ? add.getX2() : add.getX1();
  }
  RankedTensorType getFactorType() {
    return cast<RankedTensorType>(matmul.getX2().getType());
  }
  int64_t getWidth() { return getFactorType().getShape().back(); }
};

} // namespace

/// The one user of a value; null if there are several or none, or it stands in
/// another block. With a second user the value would be needed beside the
/// joined one, as a slice of it.
static Operation *getUser(Value value) {
  if (!value.hasOneUse())
    return nullptr;
  Operation *user = *value.user_begin();
  return user->getBlock() == value.getParentBlock() ? user : nullptr;
}

/// What comes behind a product.
static Branch getBranch(MatmulOp matmul) {
  Branch branch{matmul, {}, nullptr};
  Value last = matmul.getResult();
  if (auto add = dyn_cast_or_null<AddOp>(getUser(last))) {
    Value bias = add.getX1() == last ? add.getX2() : add.getX1();
    auto type = dyn_cast<RankedTensorType>(bias.getType());
    // A vector of the product's width: it joins along the axis that the
    // products are joined on. A wider bias, or one that widens the result,
    // would not.
    if (type && type.getRank() == 1 &&
        type.getDimSize(0) == branch.getWidth() &&
        add.getType() == matmul.getType()) {
      branch.add = add;
      last = add.getResult();
    }
  }
  Operation *user = getUser(last);
  auto pattern = dyn_cast_or_null<OpPatternInterface>(user);
  // Elementwise with one operand: it can be applied to the joined product and
  // gives each slice what it gave before.
  if (pattern && pattern.getOpPattern() == OpPatternKind::Elementwise &&
      user->getNumOperands() == 1 && user->getNumResults() == 1 &&
      user->getResultTypes().front() == last.getType())
    branch.activation = user;
  return branch;
}

/// Whether the second factors may be adjacent: all sizes but the last
/// are equal, and the last is known.
static bool fit(Branch &left, Branch &right) {
  // Report apache/tvm#20197: there, operands of rank 1 had the split axis out
  // of range. `getGroups` leaves vectors out, and ranks must agree here.
  RankedTensorType one = left.getFactorType(), other = right.getFactorType();
  SmallVector<SymExprAttr> dims = getDims(one), otherDims = getDims(other);
  // An accumulator type that differs would round one branch as the other. Null
  // sizes compare equal as attributes, though nobody said that they are.
  return one.getElementType() == other.getElementType() &&
         one.getRank() == other.getRank() &&
         getVDevice(one) == getVDevice(other) &&
         ArrayRef(dims).drop_back() == ArrayRef(otherDims).drop_back() &&
         !llvm::is_contained(ArrayRef(dims).drop_back(), SymExprAttr()) &&
         left.matmul.getOutDtypeAttr() == right.matmul.getOutDtypeAttr() &&
         cast<RankedTensorType>(left.matmul.getType()).getRank() ==
             cast<RankedTensorType>(right.matmul.getType()).getRank();
}

/// `type` with another last size.
static RankedTensorType withWidth(RankedTensorType type, int64_t width) {
  SmallVector<SymExprAttr> dims = getDims(type);
  dims.back() = SymExprAttr::constant(type.getContext(), width);
  return getTensorType(dims, type.getElementType(), getVDevice(type));
}

/// Tensors side by side on their last axis.
static Value concatenate(OpBuilder &builder, Location loc, ValueRange parts,
                         int64_t width) {
  auto type = cast<RankedTensorType>(parts.front().getType());
  return ConcatOp::create(builder, loc, withWidth(type, width), parts,
                          builder.getI64IntegerAttr(type.getRank() - 1));
}

namespace {
/// What branches have in common, behind their products.
struct Common {
  bool hasBias;
  /// The op on each element; null if they have none in common.
  Operation *activation;
};
} // namespace

static Common getCommon(ArrayRef<Branch> branches) {
  Operation *activation = branches.front().activation;
  bool hasBias = llvm::all_of(
      branches, [](const Branch &branch) { return bool(branch.add); });
  // Attributes count too: two `leaky_relu` with different slopes have one name.
  bool isSame = llvm::all_of(branches, [&](const Branch &branch) {
    // If only some have a bias, the additions follow the split. An activation
    // behind them must then follow as well, except where no branch adds
    // anything.
    return branch.activation && activation &&
           branch.activation->getName() == activation->getName() &&
           branch.activation->getAttrDictionary() ==
               activation->getAttrDictionary() &&
           (hasBias || !branch.add);
  });
  return {hasBias, isSame ? activation : nullptr};
}

/// Cuts `all` into what the branches give, in whose places the parts come.
static void split(IRRewriter &rewriter, Value all, const Common &common,
                  MutableArrayRef<Branch> branches) {
  // `split` takes the places at which to cut, so the last end is not among
  // them.
  SmallVector<Type> types;
  SmallVector<int64_t> ends;
  for (Branch &branch : branches) {
    types.push_back(branch.matmul.getType());
    ends.push_back((ends.empty() ? 0 : ends.back()) + branch.getWidth());
  }
  int64_t axis = cast<RankedTensorType>(all.getType()).getRank() - 1;
  auto parts = SplitOp::create(
      rewriter, all.getLoc(), types, all, /*sections=*/IntegerAttr(),
      rewriter.getDenseI64ArrayAttr(ArrayRef(ends).drop_back()),
      rewriter.getI64IntegerAttr(axis));
  // Users of each branch's last op come behind that op, hence behind the split,
  // which stands where the first product was.
  for (auto [branch, part] : llvm::zip(branches, parts.getParts())) {
    Operation *last = common.activation ? branch.activation
                      : common.hasBias  ? branch.add.getOperation()
                                        : branch.matmul.getOperation();
    rewriter.replaceAllUsesWith(last->getResult(0), part);
    if (common.activation)
      rewriter.eraseOp(branch.activation);
    if (common.hasBias)
      rewriter.eraseOp(branch.add);
    rewriter.eraseOp(branch.matmul);
  }
}

/// Gives all branches one product; false if what they need cannot stand before
/// the first of them.
static bool combine(MutableArrayRef<Branch> branches) {
  MatmulOp first = branches.front().matmul;
  Common common = getCommon(branches);
  SmallVector<Value> factors, biases;
  int64_t width = 0;
  for (Branch &branch : branches) {
    factors.push_back(branch.matmul.getX2());
    if (common.hasBias)
      biases.push_back(branch.getBias());
    width += branch.getWidth();
  }
  // A second factor may be defined between two of the products.
  // `moveValueDefinitions` is upstream's. It fails where the definition depends
  // on the first product (`@chain` in the test), and then moves nothing.
  SmallVector<Value> needed(factors);
  llvm::append_range(needed, biases);
  IRRewriter rewriter(first);
  if (failed(moveValueDefinitions(rewriter, needed, first)))
    return false;

  Location loc = first.getLoc();
  auto type = withWidth(cast<RankedTensorType>(first.getType()), width);
  Value factor = concatenate(rewriter, loc, factors, width);
  Value all = MatmulOp::create(rewriter, loc, type, first.getX1(), factor,
                               first.getOutDtypeAttr());
  if (common.hasBias)
    all = AddOp::create(rewriter, loc, type, all,
                        concatenate(rewriter, loc, biases, width));
  // The clone's type is that of one branch until it is set.
  if (common.activation) {
    IRMapping mapping;
    mapping.map(common.activation->getOperand(0), all);
    Operation *made = rewriter.clone(*common.activation, mapping);
    made->getResult(0).setType(type);
    all = made->getResult(0);
  }
  split(rewriter, all, common, branches);
  return true;
}

/// The products of a region by their first factor, with factors that can be
/// joined with others.
static SmallVector<SmallVector<Branch>> getGroups(DataflowOp region) {
  // A map that keeps insertion order, so that the outcome does not depend on
  // addresses of values. For one input there may be several groups, each
  // compared with its first member only: `fit` is an equivalence.
  llvm::MapVector<Value, SmallVector<SmallVector<Branch>>> groups;
  for (auto matmul : region.getBody().getOps<MatmulOp>()) {
    auto factor = dyn_cast<RankedTensorType>(matmul.getX2().getType());
    auto result = dyn_cast<RankedTensorType>(matmul.getType());
    if (!factor || !result || factor.getRank() < 2 || result.getRank() < 1 ||
        factor.isDynamicDim(factor.getRank() - 1) ||
        result.isDynamicDim(result.getRank() - 1))
      continue;
    Branch branch = getBranch(matmul);
    SmallVector<SmallVector<Branch>> &same = groups[matmul.getX1()];
    auto *place = llvm::find_if(same, [&](SmallVector<Branch> &group) {
      return fit(group.front(), branch);
    });
    if (place == same.end())
      same.push_back({branch});
    else
      place->push_back(branch);
  }
  SmallVector<SmallVector<Branch>> found;
  for (auto &[factor, same] : groups)
    for (SmallVector<Branch> &group : same)
      if (group.size() > 1)
        found.push_back(std::move(group));
  return found;
}

namespace {
struct CombineParallelMatmulPass
    : impl::CombineParallelMatmulPassBase<CombineParallelMatmulPass> {
  void runOnOperation() override {
    bool changed = false;
    // Only regions: outside of them an op between two products may have an
    // effect, and moving definitions over it could change what they read.
    getOperation()->walk([&](DataflowOp region) {
      for (SmallVector<Branch> &group : getGroups(region))
        changed |= combine(group);
    });
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::relax
