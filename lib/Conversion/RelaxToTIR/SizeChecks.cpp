// Compares, when an operator runs, the sizes that its types only claim.
#include "Decomposition.h"
#include "Legalization.h"

#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SizeClaims.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

// Result types of operators may claim more than inference can prove, for
// instance after an import. Programs take sizes from types, so a wrong claim
// would read out of bounds. Each claim becomes a match_cast.
namespace mlir::relax {

/// The operand that says the dimensions of the only result of `op`, if one
/// does.
static OpOperand *getResultShape(Operation *op) {
  if (isa<ReshapeOp, BroadcastToOp, CollapseSumToOp>(op))
    return &op->getOpOperand(1);
  if (isa<FullOp, ZerosOp, OnesOp>(op))
    return &op->getOpOperand(0);
  return nullptr;
}

/// Whether `wanted` says of a dimension what `known` does not show.
/// Unknown is enough: different sizes were rejected by the verifier, equal ones
/// need no check.
static bool saysMore(Type known, ArrayRef<SymExprAttr> wanted) {
  std::optional<Dims> dims = getShapeDims(known);
  return !dims || llvm::any_of(llvm::zip(*dims, wanted), [](auto pair) {
    auto [found, expected] = pair;
    return expected && compareDims(found, expected) == Proof::Unknown;
  });
}

/// Makes a shape say what the type of the result does.
static void castResultShape(Operation *op) {
  OpOperand *shape = getResultShape(op);
  auto result =
      shape ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : nullptr;
  if (!result)
    return;
  SmallVector<SymExprAttr> dims = getDims(result);
  if (!saysMore(shape->get().getType(), dims))
    return;
  OpBuilder builder(op);
  shape->set(MatchCastOp::create(builder, op->getLoc(),
                                 ShapeType::get(op->getContext(), dims),
                                 shape->get()));
}

/// Makes a claim about a shape a check of its own, which stays when nobody uses
/// the shape: programs take its sizes from types.
/// If nobody uses a shape, the check must still run: its claim is used in
/// types.
static void castShapeResult(Operation *op) {
  if (!isa<ShapeOp, ShapeOfOp, TensorToShapeOp>(op))
    return;
  Type declared = op->getResult(0).getType();
  SmallVector<Type> inferred;
  if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(
          op->getContext(), std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), inferred)))
    return;
  std::optional<Dims> dims = getShapeDims(declared);
  Type provable = inferred.front();
  // How many sizes a tensor has is compared where it is read, and cannot be
  // read before that is known.
  if (dims && isa<TensorToShapeOp>(op) && !getShapeDims(provable))
    provable = ShapeType::get(op->getContext(), int64_t(dims->size()));
  if (!dims || !saysMore(provable, *dims))
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  // The op gets the type that it can prove, and the cast has the claim.
  op->getResult(0).setType(provable);
  Value cast =
      MatchCastOp::create(builder, op->getLoc(), declared, op->getResult(0));
  op->getResult(0).replaceAllUsesExcept(cast, cast.getDefiningOp());
}

/// Where a comparison is: errors name the operator, and the value if it has a
/// name, since no program of the user's has a cast there.
static Location getSizesLocation(Operation *op) {
  std::string name = "sizes of " + op->getName().getStringRef().str();
  if (auto named = dyn_cast<NameLoc>(op->getLoc()))
    name += " " + named.getName().str();
  return NameLoc::get(StringAttr::get(op->getContext(), name), op->getLoc());
}

/// Compares, when it runs, the sizes that `op` takes for equal.
/// Size claims of an operator, for example equal axes of two operands, are
/// compared in one match_cast of a shape: one op and one message place.
static void compareClaims(Operation *op) {
  SmallVector<SymExprAttr> expected, found;
  for (const SizeClaim &claim : getSizeClaims(op)) {
    expected.push_back(claim.expected);
    found.push_back(claim.found);
  }
  if (expected.empty())
    return;
  OpBuilder builder(op);
  MLIRContext *context = op->getContext();
  Location loc = getSizesLocation(op);
  Value sizes = ShapeOp::create(builder, loc, ShapeType::get(context, found),
                                getSymExprArray(context, found));
  MatchCastOp::create(builder, loc, ShapeType::get(context, expected), sizes);
}

void checkSizes(Operation *op) {
  castResultShape(op);
  castShapeResult(op);
  // What stays an operator would be compared once more by the next run.
  // The pass may run twice.
  if (isExternal(op) || isDecomposed(op) || becomesReshape(op) ||
      hasTensorProgram(op))
    compareClaims(op);
}

} // namespace mlir::relax
