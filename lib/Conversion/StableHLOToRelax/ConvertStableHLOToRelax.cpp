// Turn programs of StableHLO into functions of the graph level.
#include "Relax/Conversion/StableHLOToRelax/Passes.h"

#include "GraphConversion.h"
#include "HloShardings.h"
#include "ManualToRelax.h"
#include "QuantizedToRelax.h"
#include "ShardingToRelax.h"
#include "SplitComplex.h"

#include "Relax/Dialect/Relax/IR/EffectOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/StableHLO/IR/VHLO.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTORELAXPASS
#include "Relax/Conversion/StableHLOToRelax/Passes.h.inc"

namespace {
struct ConvertStableHLOToRelaxPass
    : impl::ConvertStableHLOToRelaxPassBase<ConvertStableHLOToRelaxPass> {
  using ConvertStableHLOToRelaxPassBase::ConvertStableHLOToRelaxPassBase;
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which functions
//===----------------------------------------------------------------------===//

/// Whether an op is one of StableHLO, or says how tensors are spread.
static bool isOfProgram(Operation *op) {
  auto func = dyn_cast<func::FuncOp>(op);
  return isa_and_nonnull<hlo::StableHLODialect, chlo::CHLODialect,
                         sdy::SdyDialect>(op->getDialect()) ||
         (func && hasShardings(func));
}

/// A program that could not be read has ops of unregistered dialects; they are
/// reported with the others.
/// They are let through by the parser, because a text with one unknown op would
/// otherwise end there, and the user would learn of one obstacle a run.
static bool isForeign(Operation *op) {
  return isOfProgram(op) || !op->isRegistered();
}

/// The functions that use StableHLO, themselves or in what they call. A module
/// without any has nothing to convert.
/// Repeated until nothing is added, because functions may stand in any order,
/// and one without own ops of StableHLO must still be converted if it calls one
/// that has some.
static llvm::SetVector<func::FuncOp> findFunctions(ModuleOp module,
                                                   SymbolTable &symbols) {
  llvm::SetVector<func::FuncOp> found;
  bool usesAny = module
                     .walk([](Operation *op) {
                       return isOfProgram(op) ? WalkResult::interrupt()
                                              : WalkResult::advance();
                     })
                     .wasInterrupted();
  if (!usesAny)
    return found;
  for (bool grows = true; grows;) {
    grows = false;
    for (auto func : module.getOps<func::FuncOp>()) {
      if (found.contains(func))
        continue;
      bool uses =
          func.walk([&](Operation *op) {
                auto call = dyn_cast<func::CallOp>(op);
                bool isOne =
                    isForeign(op) ||
                    (call && found.contains(symbols.lookup<func::FuncOp>(
                                 call.getCallee())));
                return isOne ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
      if (uses)
        grows |= found.insert(func);
    }
  }
  return found;
}

/// The private functions of StableHLO that only such functions call, which
/// converted ones have written out.
/// They have no callers afterwards. Left behind they would be functions of
/// another level, which later passes reject.
static void addCallees(llvm::SetVector<func::FuncOp> &functions,
                       SymbolTable &symbols) {
  for (size_t next = 0; next < functions.size(); ++next)
    func::FuncOp(functions[next]).walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (callee && callee.isPrivate())
        functions.insert(callee);
    });
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The dimension of a parameter that a value is.
static std::optional<std::pair<unsigned, int64_t>>
getParameterDim(Value value) {
  while (auto cast = value.getDefiningOp<hlo::ConvertOp>())
    value = cast.getOperand();
  auto size = value.getDefiningOp<hlo::GetDimensionSizeOp>();
  Value tensor = size ? size.getOperand() : Value();
  // The parts of a complex parameter have its sizes.
  if (auto parts =
          tensor ? tensor.getDefiningOp<UnrealizedConversionCastOp>() : nullptr)
    tensor = parts.getOperand(0);
  auto argument = dyn_cast_or_null<BlockArgument>(tensor);
  if (!argument)
    return std::nullopt;
  return std::pair(argument.getArgNumber(), int64_t(size.getDimension()));
}

/// The types of the parameters with a name for each `?`: the same one for those
/// that the function asserts to be equal, as JAX writes it.
/// A `?` has no name in StableHLO, so nothing says that two are equal; JAX
/// asserts it in the body. If each had a name of its own, an addition of two
/// parameters would not be known to fit, and would be rejected.
static SmallVector<Type> nameDims(func::FuncOp func) {
  using Dim = std::pair<unsigned, int64_t>;
  llvm::EquivalenceClasses<Dim> equal;
  for (auto call : func.getBody().front().getOps<hlo::CustomCallOp>()) {
    if (call.getCallTargetName() != "shape_assertion" ||
        call.getInputs().empty())
      continue;
    auto compare = call.getInputs().front().getDefiningOp<hlo::CompareOp>();
    if (!compare || compare.getComparisonDirection() != hlo::Direction::EQ)
      continue;
    std::optional<Dim> lhs = getParameterDim(compare.getLhs()),
                       rhs = getParameterDim(compare.getRhs());
    if (lhs && rhs)
      equal.unionSets(*lhs, *rhs);
  }
  std::map<Dim, SymExprAttr> names;
  unsigned next = 0;
  SmallVector<Type> types;
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    auto tensor = cast<RankedTensorType>(getStoredType(getPairType(type)));
    SmallVector<SymExprAttr> dims;
    for (auto [axis, size] : llvm::enumerate(tensor.getShape())) {
      if (!ShapedType::isDynamic(size)) {
        dims.push_back(getDim(func.getContext(), size));
        continue;
      }
      Dim dim(index, axis);
      if (equal.findLeader(dim) != equal.member_end())
        dim = equal.getLeaderValue(dim);
      SymExprAttr &name = names[dim];
      if (!name)
        name = SymExprAttr::symbol(func.getContext(),
                                   "s" + std::to_string(next++));
      dims.push_back(name);
    }
    types.push_back(getTensorType(dims, tensor.getElementType()));
  }
  return types;
}

static bool hasTensorsOnly(func::FuncOp func) {
  auto isTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(getStoredType(getPairType(type)));
    return tensor && isTensorElement(tensor.getElementType());
  };
  return llvm::all_of(func.getArgumentTypes(), isTensor) &&
         llvm::all_of(func.getResultTypes(), isTensor);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// An impure function must be marked, because calls of pure ones are dropped
/// where nothing uses their results, and its assertions would go with them.
static void convert(func::FuncOp func, ModuleConversion &all) {
  if (!func.getBody().hasOneBlock() || !hasTensorsOnly(func)) {
    all.obstacles.add(
        func,
        "expected a body of one block, and parameters and results that "
        "are tensors of integers, floats and complex numbers",
        "found " + typesText(func.getFunctionType()));
    return;
  }
  OpBuilder builder(func);
  SmallVector<Type> types = nameDims(func);
  // Of a parameter that only computations of parts use, workers bring parts.
  for (auto [type, argument] :
       llvm::zip(types, func.getBody().front().getArguments()))
    if (RankedTensorType part = getParameterPart(argument))
      type = getStoredType(part);
  auto made = FuncOp::create(builder, func.getLoc(), func.getSymName(),
                             builder.getFunctionType(types, {}));
  builder.setInsertionPointToEnd(&made.getBody().front());
  GraphConversion graph(all, builder, func.getLoc());
  graph.getCallStack().push_back(func);
  Block &body = func.getBody().front();
  for (auto [from, to] :
       llvm::zip(body.getArguments(), made.getBody().getArguments()))
    graph.set(from, getParameterPart(from)
                        ? Value(to)
                        : addShardingHint(
                              graph, func, to,
                              func.getArgAttr(from.getArgNumber(), kSharding)));
  std::optional<SmallVector<Value>> results = graph.convertBlock(body);
  if (!results)
    return;
  Operation *end = body.getTerminator();
  for (auto [i, result] : llvm::enumerate(*results))
    if (!isResultPart(end->getOpOperand(i)) &&
        !(result = addShardingHint(graph, func, result,
                                   func.getResultAttr(i, kSharding))))
      return;
  ReturnOp::create(builder, func.getLoc(), *results);
  made.setType(builder.getFunctionType(types, TypeRange(ValueRange(*results))));
  made.setImpure(!made.getOps<AssertOp>().empty());
}

/// Erases what was made: half a program.
/// After an error the module must be as it was: other tools print it, and a
/// half of each level would be reported as a fault of its own.
static void eraseOthers(ModuleOp module, ArrayRef<Operation *> before) {
  llvm::SmallPtrSet<Operation *, 16> kept(before.begin(), before.end());
  SmallVector<Operation *> others;
  for (Operation &op : *module.getBody())
    if (!kept.contains(&op))
      others.push_back(&op);
  // Functions that were not finished use values of each other.
  for (Operation *op : others)
    op->dropAllReferences();
  for (Operation *op : others)
    op->erase();
}

/// Drops what frameworks note on a module about its partitions and origin.
/// They name dialects that later tools do not load, and what they say may no
/// longer be true of the converted module.
static void dropFrameworkAttributes(ModuleOp module) {
  SmallVector<StringAttr> names;
  for (NamedAttribute attribute : module->getDiscardableAttrs())
    if (attribute.getName().getValue().starts_with("mhlo.") ||
        attribute.getName().getValue().starts_with("jax."))
      names.push_back(attribute.getName());
  for (StringAttr name : names)
    module->removeDiscardableAttr(name);
}

/// Copies constants into the regions of single elements that use them:
/// `jax.export` moves them in front of the op, and what such a region computes
/// sees its arguments only.
static void copyConstantsInside(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!isa<hlo::ReduceOp, hlo::ReduceWindowOp, hlo::SelectAndScatterOp,
             hlo::ScatterOp, hlo::SortOp, hlo::MapOp>(op))
      return;
    visitUsedValuesDefinedAbove(op->getRegions(), [](OpOperand *use) {
      auto constant = use->get().getDefiningOp<hlo::ConstantOp>();
      if (constant)
        use->set(OpBuilder(use->getOwner())
                     .clone(*constant.getOperation())
                     ->getResult(0));
    });
  });
}

/// Drops what is said of the spread of single numbers, which have none. JAX
/// says it inside of reductions, too.
static void dropNumbersConstraints(ModuleOp module) {
  module.walk([](sdy::ShardingConstraintOp op) {
    if (op.getSharding().getDims().empty()) {
      op.replaceAllUsesWith(op.getInput());
      op.erase();
    }
  });
}

void ConvertStableHLOToRelaxPass::runOnOperation() {
  ModuleOp module = getOperation();
  vhlo::upgradeToStableHLO(module);
  // Byte code comes from a file, and nobody has looked at its ops as those of
  // StableHLO.
  if (failed(verify(module)) || failed(expressHloShardings(module)))
    return signalPassFailure();
  dropNumbersConstraints(module);
  expressQuantized(module);
  splitComplex(module);
  copyConstantsInside(module);
  SmallVector<Operation *> before = llvm::to_vector(
      llvm::make_pointer_range(module.getBody()->getOperations()));
  ModuleConversion all(module, packedCalls);
  llvm::SetVector<func::FuncOp> functions = findFunctions(module, all.symbols);
  for (func::FuncOp func : functions)
    if (!func.isPrivate())
      convert(func, all);
  if (!all.obstacles.empty()) {
    all.obstacles.report(module);
    eraseOthers(module, before);
    return signalPassFailure();
  }
  dropFrameworkAttributes(module);
  replaceMeshes(module);
  addCallees(functions, all.symbols);
  for (func::FuncOp func : functions)
    func.erase();
}

} // namespace mlir::relax
