// What an operator becomes: a tensor program, or other operators.
#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"

#include "Decomposition.h"
#include "Legalization.h"
#include "NarrowFloat.h"

#include "Relax/Analysis/OpPattern.h"
#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::relax {

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
  populateGroupedProductLegalizations(table);
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
  populateTransposedConvolutionLegalizations(table);
  populateUnaryLegalizations(table);
  return table;
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

/// The op's name without dialect, or what it calls, as part of a symbol.
static std::string getKernelName(Operation *op) {
  auto call = dyn_cast<CallDPSPackedOp>(op);
  std::string name =
      (call ? call.getCallee() : op->getName().stripDialect()).str();
  llvm::replace(name, '.', '_');
  return name;
}

static void setPattern(Operation *op, tir::FuncOp function) {
  if (auto facts = dyn_cast<OpPatternInterface>(op))
    setOpPattern(function, facts.getOpPattern());
}

static bool holdsUnsigned(Operation *op) {
  auto isUnsigned = [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    return tensor && tensor.getElementType().isUnsignedInteger();
  };
  return llvm::any_of(op->getOperandTypes(), isUnsigned) ||
         llvm::any_of(op->getResultTypes(), isUnsigned);
}

// While the program is built the types say how to divide and compare. After
// that they would be in the way: arith takes signless integers only.
void dropSigns(tir::FuncOp function) {
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

std::string getBufferObstacle(Operation *op) {
  auto find = [](TypeRange types, StringRef what) -> std::string {
    for (auto [index, type] : llvm::enumerate(types)) {
      std::string obstacle = getTypeObstacle(type), text;
      if (!obstacle.empty()) {
        llvm::raw_string_ostream(text)
            << what << " #" << index << " is '" << type << "'; " << obstacle;
        return text;
      }
    }
    return "";
  };
  std::string obstacle = find(op->getOperandTypes(), "operand");
  return obstacle.empty() && !isCounted(op)
             ? find(op->getResultTypes(), "result")
             : obstacle;
}

// Made once and read by threads afterwards.
static const LegalizationTable &getTable() {
  static const LegalizationTable table = getLegalizations();
  return table;
}

bool hasTensorProgram(Operation *op) {
  return !isa<ReshapeOp>(op) && getTable().lookup(op);
}

std::optional<TensorProgram> buildTensorProgram(Operation *op,
                                                std::string &reason) {
  const LegalizationTable::Rule *rule = getTable().lookup(op);
  reason = rule ? getBufferObstacle(op) : "it has no tensor program";
  if (!reason.empty())
    return std::nullopt;
  KernelBuilder builder(op, getKernelName(op));
  TensorProgram program{builder.getFunction(), {}};
  if (failed((*rule)(op, builder))) {
    reason = builder.getMatchFailure().str();
    return std::nullopt;
  }
  Block &body = builder.getFunction().getBody().front();
  // Rules may end a program themselves, and most do not.
  if (body.empty() || !isa<tir::ReturnOp>(body.back())) {
    builder.builder().setInsertionPointToEnd(&body);
    tir::ReturnOp::create(builder.builder(), op->getLoc());
  }
  setPattern(op, builder.getFunction());
  if (holdsUnsigned(op))
    dropSigns(builder.getFunction());
  program.vars = llvm::to_vector(builder.getVars());
  return program;
}

// Each is a reshape by another name. As a program it would copy; a reshape is
// a view.
bool becomesReshape(Operation *op) {
  return isa<FlattenOp, BatchFlattenOp, ExpandDimsOp, SqueezeOp>(op);
}

// Memory planning and the run time see through a `relax.reshape`.
Operation *replaceByReshape(Operation *op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<SymExprAttr> dims = getDims(type);
  Value shape = ShapeOp::create(builder, op->getLoc(),
                                ShapeType::get(op->getContext(), dims),
                                getSymExprArray(op->getContext(), dims));
  auto reshape =
      ReshapeOp::create(builder, op->getLoc(), type, op->getOperand(0), shape);
  op->getResult(0).replaceAllUsesWith(reshape);
  op->erase();
  return reshape;
}

// A value of a type that says less is cast, so that users of the old one stay
// valid.
void replaceByValues(Operation *op, ValueRange values) {
  OpBuilder builder(op);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    result.replaceAllUsesWith(
        value.getType() == result.getType()
            ? value
            : Value(MatchCastOp::create(builder, op->getLoc(), result.getType(),
                                        value)));
  op->erase();
}

FailureOr<SmallVector<Operation *>> replaceByOthers(Operation *op,
                                                    std::string &reason) {
  reason = getBufferObstacle(op);
  if (!reason.empty())
    return failure();
  Decomposition rules(op);
  SmallVector<Value> values = decompose(op, rules);
  if (values.empty() || llvm::is_contained(values, Value()) ||
      rules.isTooLarge()) {
    reason = rules.getMatchFailure().str();
    return failure();
  }
  replaceByValues(op, values);
  return llvm::to_vector(rules.getMade());
}

} // namespace mlir::relax
