// Makes what each worker does of a program with spread tensors.
//
// The program stays one program that each worker runs on its part (SPMD). What
// differs between workers is only what `relax.ccl` and `relax.dist` ops
// exchange. A value without a spread type is computed whole by each worker
// (docs/semantics.md, Several workers); hints are followed by
// `relax-propagate-sharding`, before.
#include "Relax/Transforms/Graph/Passes.h"

#include "PlacementChange.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LOWERDISTIRPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
struct LowerDistIRPass : impl::LowerDistIRPassBase<LowerDistIRPass> {
  void runOnOperation() override;

private:
  LogicalResult lower(RedistributeOp op, SymbolTableCollection &symbols);
  LogicalResult lower(CallTIRLocalViewOp op, SymbolTableCollection &symbols);
  LogicalResult replaceTypes(FuncOp func, SymbolTableCollection &symbols);
};
} // namespace

LogicalResult LowerDistIRPass::lower(RedistributeOp op,
                                     SymbolTableCollection &symbols) {
  DTensorType from = op.getInput().getType(), to = op.getResult().getType();
  auto mesh = symbols.lookupNearestSymbolFrom<DeviceMeshOp>(op, to.getMesh());
  TensorType part = getLocalType(op, from, 1, symbols),
             result = getLocalType(op, to, 1, symbols);
  if (!part || !result)
    return failure();
  OpBuilder builder(op);
  // Values of spread types stand for the parts until all types are replaced. A
  // change of all types at once cannot be done op by op: the operand still has
  // the spread type when its user is rewritten. Casts bridge the gap, and
  // vanish in `replaceTypes` when both sides have become equal.
  Value tensor = op.getInput();
  if (from.getPlacement() != to.getPlacement()) {
    tensor =
        UnrealizedConversionCastOp::create(builder, op.getLoc(), part, tensor)
            .getResult(0);
    tensor = PlacementChange(builder, op.getLoc(), mesh.getShape(),
                             from.getPlacement())
                 .run(tensor, to.getPlacement());
    // Parts of `n` rows are `n floordiv 2` rows, and twice these are `n` only
    // if the workers divide it, which is asked when it runs.
    if (tensor.getType() != result)
      tensor = MatchCastOp::create(builder, op.getLoc(), result, tensor);
    tensor =
        UnrealizedConversionCastOp::create(builder, op.getLoc(), to, tensor)
            .getResult(0);
  }
  op.getResult().replaceAllUsesWith(tensor);
  op.erase();
  return success();
}

LogicalResult LowerDistIRPass::lower(CallTIRLocalViewOp op,
                                     SymbolTableCollection &symbols) {
  OpBuilder builder(op);
  SmallVector<Value> args;
  SmallVector<Type> results;
  for (Value arg : op.getArgs()) {
    TensorType part =
        getLocalType(op, cast<DTensorType>(arg.getType()), 4, symbols);
    if (!part)
      return failure();
    args.push_back(
        UnrealizedConversionCastOp::create(builder, op.getLoc(), part, arg)
            .getResult(0));
  }
  for (Type type : op.getResultTypes()) {
    results.push_back(getLocalType(op, cast<DTensorType>(type), 4, symbols));
    if (!results.back())
      return failure();
  }
  auto call = CallTIROp::create(builder, op.getLoc(), results,
                                op.getCalleeAttr(), args, ArrayAttr());
  for (auto [old, made] : llvm::zip(op.getResults(), call.getResults()))
    old.replaceAllUsesWith(UnrealizedConversionCastOp::create(
                               builder, op.getLoc(), old.getType(), made)
                               .getResult(0));
  op.erase();
  return success();
}

/// Spread tensors become the parts that a worker has.
LogicalResult LowerDistIRPass::replaceTypes(FuncOp func,
                                            SymbolTableCollection &symbols) {
  // Types forget how parameters are spread; those who load these need it.
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
    if (auto spread = dyn_cast<DTensorType>(type))
      if (auto mesh = symbols.lookupNearestSymbolFrom<DeviceMeshOp>(
              func, spread.getMesh());
          mesh && llvm::any_of(spread.getPlacement(), [](int64_t dim) {
            return dim != DTensorType::kReplicated;
          }))
        func.setArgAttr(i, kShardingName,
                        getShardingText(&getContext(), mesh.getShape(),
                                        spread.getPlacement()));
  // The replacer visits each distinct type once, and the first one that does
  // not fit is reported alone.
  bool isKnown = true;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](DTensorType type) -> Type {
    auto mesh =
        symbols.lookupNearestSymbolFrom<DeviceMeshOp>(func, type.getMesh());
    if (TensorType part = mesh ? getPart(type, mesh) : TensorType())
      return part;
    if (!isKnown)
      return type;
    isKnown = false;
    InFlightDiagnostic error = func.emitOpError("has a value of type ");
    error << type << ", expected sizes that the workers divide; choose another "
          << "placement, or give the tensor a hint by "
          << "'relax.dist.annotate_sharding', which pads it";
    if (mesh)
      error.attachNote(mesh.getLoc()) << "the mesh is here";
    return type;
  });
  replacer.recursivelyReplaceElementsIn(func, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // Casts whose two sides became one type in the replacement above.
  func.walk([](UnrealizedConversionCastOp cast) {
    if (cast.getOperandTypes() != cast.getResultTypes())
      return;
    cast.replaceAllUsesWith(cast.getOperands());
    cast.erase();
  });
  return success(isKnown);
}

/// Whether a parameter or result is spread, on a mesh that may be missing.
static bool hasSpreadType(FuncOp func) {
  return func.getFunctionType()
      .walk([](DTensorType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

void LowerDistIRPass::runOnOperation() {
  // Most programs run on one worker. Ops of `dist` need a mesh to be legal, so
  // without one only signatures can have spread types.
  if (getOperation().getOps<DeviceMeshOp>().empty() &&
      llvm::none_of(getOperation().getOps<FuncOp>(), hasSpreadType))
    return;
  for (auto mesh : getOperation().getOps<DeviceMeshOp>())
    if (failed(checkDeviceOrder(mesh)))
      return signalPassFailure();
  SymbolTableCollection symbols;
  SmallVector<Operation *> ops;
  bool isLowered = true;
  getOperation().walk([&](Operation *op) {
    if (isa<AnnotateShardingOp, RedistributeOp, CallTIRLocalViewOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto hint = dyn_cast<AnnotateShardingOp>(op)) {
      hint.getResult().replaceAllUsesWith(hint.getInput());
      hint.erase();
    } else if (auto move = dyn_cast<RedistributeOp>(op)) {
      isLowered &= succeeded(lower(move, symbols));
    } else {
      isLowered &= succeeded(lower(cast<CallTIRLocalViewOp>(op), symbols));
    }
  }
  // Types are replaced only if all ops were lowered, since an op that stays
  // would lose the spread types that its error names.
  if (isLowered)
    for (FuncOp func : getOperation().getOps<FuncOp>())
      isLowered &= succeeded(replaceTypes(func, symbols));
  if (!isLowered)
    return signalPassFailure();
  // Meshes are used by attributes of types alone; the symbol table does not
  // know these uses, so they go last.
  for (auto mesh :
       llvm::make_early_inc_range(getOperation().getOps<DeviceMeshOp>()))
    mesh.erase();
}

} // namespace mlir::relax
