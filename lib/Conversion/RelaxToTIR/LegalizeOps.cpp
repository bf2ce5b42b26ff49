// Lower each operator to a call of a tensor program.
//
// Operators that are equal in kind, attributes and types get one program: they
// are compared before anything is built.
#include "Decomposition.h"
#include "Legalization.h"
#include "NarrowFloat.h"
#include "Relax/Analysis/LaterPass.h"

#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LEGALIZEOPSPASS
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// A tensor program that lowers all operators of one kind, and what its calls
/// pass for the scalars.
struct Kernel {
  tir::FuncOp function;
  ArrayAttr vars;
  /// Why there is no program.
  std::string matchFailure;
};

struct LegalizeOpsPass : public impl::LegalizeOpsPassBase<LegalizeOpsPass> {
  using LegalizeOpsPassBase::LegalizeOpsPassBase;

  void runOnOperation() override;

private:
  LogicalResult legalize(Operation *op, SymbolTable &symbols);
  LogicalResult replaceByOthers(Operation *op, SymbolTable &symbols);
  Kernel &getKernel(Operation *op, const LegalizationTable::Rule &rule,
                    SymbolTable &symbols);
  LogicalResult readCustomMap(SymbolTable &symbols);
  void replaceByCall(Operation *op, tir::FuncOp callee, ArrayAttr vars);

  LegalizationTable table;
  /// The programs of `custom-map`, by the name of the operator.
  llvm::StringMap<tir::FuncOp> custom;
  DenseMap<Attribute, Kernel> kernels;
};

} // namespace

LegalizationTable getLegalizations() {
  LegalizationTable table;
  populateActivationLegalizations(table);
  populateAdaptivePoolingLegalizations(table);
  populateArgReduceLegalizations(table);
  populateBinaryLegalizations(table);
  populateBoxLegalizations(table);
  populateConvolutionLegalizations(table);
  populateCreateLegalizations(table);
  populateDatatypeLegalizations(table);
  populateDiagonalLegalizations(table);
  populateEinsumLegalizations(table);
  populateGatherLegalizations(table);
  populateGradientLegalizations(table);
  populateImageLegalizations(table);
  populateIndexLegalizations(table);
  populateJoinLegalizations(table);
  populateLinearAlgebraLegalizations(table);
  populateLossLegalizations(table);
  populateManipulateLegalizations(table);
  populateNormalizationLegalizations(table);
  populatePaddingLegalizations(table);
  populatePoolingLegalizations(table);
  populateQuantizeLegalizations(table);
  populateReduceLegalizations(table);
  populateSampleLegalizations(table);
  populateScanLegalizations(table);
  populateScatterLegalizations(table);
  populateSearchLegalizations(table);
  populateSoftmaxLegalizations(table);
  populateSortLegalizations(table);
  populateSuppressionLegalizations(table);
  populateUnaryLegalizations(table);
  return table;
}

/// What makes two operators equal: kind, attributes, types.
static Attribute getKey(Operation *op) {
  Builder builder(op->getContext());
  auto types =
      builder.getFunctionType(op->getOperandTypes(), op->getResultTypes());
  return builder.getArrayAttr({op->getName().getIdentifier(),
                               op->getAttrDictionary(), TypeAttr::get(types)});
}

/// The most dimensions of a kernel's buffers. Each is a loop, and what is done
/// about loops takes time that grows with the square of their depth.
static constexpr int64_t kMaxRank = 64;

/// Why a tensor type cannot be a buffer; empty if it can.
static std::string getTypeObstacle(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return "";
  if (!tensor.hasRank())
    return "its rank is unknown; name the shape with 'relax.match_cast'";
  if (tensor.getRank() > kMaxRank)
    return ("kernels have at most " + Twine(kMaxRank) + " dimensions, found " +
            Twine(tensor.getRank()) + "; reshape it first")
        .str();
  if (isa<UnknownType>(tensor.getElementType()))
    return "its dtype is unknown; name it with 'relax.match_cast'";
  if (tensor.getElementType().isSignedInteger() ||
      isa<ComplexType>(tensor.getElementType()))
    return "kernels compute on floats, 'i' and 'ui' integers only";
  auto number = dyn_cast<FloatType>(tensor.getElementType());
  if (number && number.getWidth() < 16 && !isFloat8(number))
    return "of floats of 8 bits and less kernels compute on those of 8 bits "
           "with a sign only";
  for (auto [axis, dim] :
       llvm::enumerate(getDims(cast<RankedTensorType>(type))))
    if (!dim)
      return ("dimension " + Twine(axis) +
              " is unknown; name it with 'relax.match_cast'")
          .str();
  return "";
}

/// Reports operands and results that no buffer can hold.
static LogicalResult checkTypes(Operation *op, bool withResults = true) {
  auto check = [&](Type type, StringRef what, unsigned index) {
    std::string obstacle = getTypeObstacle(type);
    if (obstacle.empty())
      return true;
    op->emitOpError("cannot become a tensor program: ")
        << what << " #" << index << " is " << type << "; " << obstacle;
    return false;
  };
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (!check(type, "operand", index))
      return failure();
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (withResults && !check(type, "result", index))
      return failure();
  return success();
}

/// The op's name without dialect, as part of a symbol.
static std::string getKernelName(Operation *op) {
  std::string name = op->getName().stripDialect().str();
  llvm::replace(name, '.', '_');
  return name;
}

static void setPattern(Operation *op, tir::FuncOp function) {
  if (auto facts = dyn_cast<OpPatternInterface>(op))
    function->setAttr("op_pattern", Builder(op->getContext())
                                        .getI64IntegerAttr(static_cast<int64_t>(
                                            facts.getOpPattern())));
}

static bool holdsUnsigned(Operation *op) {
  auto isUnsigned = [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    return tensor && tensor.getElementType().isUnsignedInteger();
  };
  return llvm::any_of(op->getOperandTypes(), isUnsigned) ||
         llvm::any_of(op->getResultTypes(), isUnsigned);
}

/// Makes integers that are `ui<N>` while a program is built `i<N>`: which
/// arithmetic they need is chosen, and programs know no other integers.
static void dropSigns(tir::FuncOp function) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](IntegerType type) -> Type { return getBufferElement(type); });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  function.walk([](arith::BitcastOp cast) {
    if (cast.getType() == cast.getIn().getType()) {
      cast.replaceAllUsesWith(cast.getIn());
      cast.erase();
    }
  });
}

Kernel &LegalizeOpsPass::getKernel(Operation *op,
                                   const LegalizationTable::Rule &rule,
                                   SymbolTable &symbols) {
  auto [entry, isNew] = kernels.try_emplace(getKey(op));
  Kernel &kernel = entry->second;
  if (!isNew)
    return kernel;
  KernelBuilder builder(op, getKernelName(op));
  if (failed(rule(op, builder))) {
    kernel.matchFailure = builder.getMatchFailure().str();
    builder.getFunction().erase();
    return kernel;
  }
  Block &body = builder.getFunction().getBody().front();
  if (body.empty() || !isa<tir::ReturnOp>(body.back())) {
    builder.builder().setInsertionPointToEnd(&body);
    tir::ReturnOp::create(builder.builder(), op->getLoc());
  }
  setPattern(op, builder.getFunction());
  if (holdsUnsigned(op))
    dropSigns(builder.getFunction());
  kernel.function = builder.getFunction();
  kernel.vars = getSymExprArray(op->getContext(), builder.getVars());
  symbols.insert(kernel.function);
  return kernel;
}

void LegalizeOpsPass::replaceByCall(Operation *op, tir::FuncOp callee,
                                    ArrayAttr vars) {
  OpBuilder builder(op);
  SmallVector<Value> tensors;
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType()))
      tensors.push_back(operand);
  auto call = CallTIROp::create(builder, op->getLoc(), op->getResultTypes(),
                                FlatSymbolRefAttr::get(callee.getSymNameAttr()),
                                tensors, vars);
  op->replaceAllUsesWith(call.getResults());
  op->erase();
}

/// Whether the op only gives its operand another shape, as `relax.reshape`
/// does.
bool becomesReshape(Operation *op) {
  return isa<FlattenOp, BatchFlattenOp, ExpandDimsOp, SqueezeOp>(op);
}

/// Such an op as `relax.reshape`, which moves no element: memory planning and
/// the run time see through it.
static LogicalResult replaceByReshape(Operation *op) {
  if (failed(checkTypes(op)))
    return failure();
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<SymExprAttr> dims = getDims(type);
  Value shape = ShapeOp::create(builder, op->getLoc(),
                                ShapeType::get(op->getContext(), dims),
                                getSymExprArray(op->getContext(), dims));
  Value reshaped =
      ReshapeOp::create(builder, op->getLoc(), type, op->getOperand(0), shape);
  op->getResult(0).replaceAllUsesWith(reshaped);
  op->erase();
  return success();
}

/// What is made for an op has its type as far as is known; the rest is checked
/// when it runs.
static Value castTo(OpBuilder &builder, Location loc, Value value, Type type) {
  return value.getType() == type
             ? value
             : Value(MatchCastOp::create(builder, loc, type, value));
}

LogicalResult LegalizeOpsPass::replaceByOthers(Operation *op,
                                               SymbolTable &symbols) {
  if (failed(checkTypes(op, /*withResults=*/!isCounted(op))))
    return failure();
  Decomposition rules(op);
  SmallVector<Value> values =
      isExternal(op) ? callExternal(op, rules, symbols) : decompose(op, rules);
  if (isExternal(op) && values.size() != op->getNumResults())
    return failure();
  if ((values.empty() && !isExternal(op)) ||
      llvm::is_contained(values, Value())) {
    StringRef why = rules.getMatchFailure();
    return op->emitOpError("cannot become a tensor program: ")
           << (why.empty() ? "the operators that it stands for do not fit"
                           : why);
  }
  OpBuilder builder(op);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    result.replaceAllUsesWith(
        castTo(builder, op->getLoc(), value, result.getType()));
  op->erase();
  for (Operation *made : rules.getMade())
    if (failed(legalize(made, symbols)))
      return failure();
  return success();
}

LogicalResult LegalizeOpsPass::legalize(Operation *op, SymbolTable &symbols) {
  if (tir::FuncOp program = custom.lookup(op->getName().getStringRef())) {
    replaceByCall(op, program, ArrayAttr::get(op->getContext(), {}));
    return success();
  }
  if (becomesReshape(op))
    return replaceByReshape(op);
  if (isDecomposed(op) || isExternal(op))
    return replaceByOthers(op, symbols);
  const LegalizationTable::Rule *rule = table.lookup(op);
  if (!rule) {
    if (!getLaterPass(op).empty())
      return success();
    return op->emitOpError("is lowered by no pass; rewrite it with other "
                           "operators, or list it in 'skip-ops' if a pass of "
                           "yours lowers it later");
  }
  if (failed(checkTypes(op)))
    return failure();
  Kernel &kernel = getKernel(op, *rule, symbols);
  if (!kernel.function)
    return op->emitOpError("cannot become a tensor program: ")
           << kernel.matchFailure;
  replaceByCall(op, kernel.function, kernel.vars);
  return success();
}

/// Whether what is called fits is for the verifier of `relax.call_tir` to say.
LogicalResult LegalizeOpsPass::readCustomMap(SymbolTable &symbols) {
  custom.clear();
  for (const std::string &entry : customMap) {
    auto [op, name] = StringRef(entry).split('=');
    auto program = symbols.lookup<tir::FuncOp>(name);
    if (!program)
      return getOperation().emitError("expected 'custom-map' to name a "
                                      "'tir.func' of the module as in "
                                      "\"relax.exp=my_exp\", found \"")
             << entry << "\"";
    custom[op] = program;
  }
  return success();
}

void LegalizeOpsPass::runOnOperation() {
  table = getLegalizations();
  kernels.clear();
  llvm::StringSet<> skipped;
  for (const std::string &name : skipOps)
    skipped.insert(name);
  SmallVector<Operation *> ops;
  for (auto func : getOperation().getOps<FuncOp>())
    func.walk([&](Operation *op) {
      if (op != func && op->getName().getDialectNamespace() == "relax" &&
          !skipped.contains(op->getName().getStringRef()))
        ops.push_back(op);
    });
  SymbolTable symbols(getOperation());
  if (failed(readCustomMap(symbols)))
    return signalPassFailure();
  for (Operation *op : ops)
    if (failed(legalize(op, symbols)))
      signalPassFailure();
}

} // namespace mlir::relax
