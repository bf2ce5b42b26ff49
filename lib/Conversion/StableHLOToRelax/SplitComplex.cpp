// Complex tensors of a program as two tensors each, of its real and its
// imaginary parts.
//
// The graph level has no complex numbers, and kernels of pairs would be slower
// than those of plain tensors. Split at the level of StableHLO, each part goes
// through the same conversions as any other tensor.
#include "SplitComplex.h"

#include "ComplexMath.h"
#include "FourierTransform.h"

#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

static ComplexType getComplex(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor ? dyn_cast<ComplexType>(tensor.getElementType())
                : ComplexType();
}

/// Tensors without a rank have element types, too, so that this asks no shape.
static bool hasComplex(TypeRange types) {
  return llvm::any_of(types, [](Type type) { return bool(getComplex(type)); });
}

/// The type of a part; a type that is not complex as it is.
static Type getPartType(Type type) {
  ComplexType complex = getComplex(type);
  return complex ? cast<TensorType>(type).clone(complex.getElementType())
                 : type;
}

namespace {
/// A complex tensor becomes two.
struct PartTypes : TypeConverter {
  PartTypes() {
    addConversion([](Type type, SmallVectorImpl<Type> &parts) {
      parts.assign(getComplex(type) ? 2 : 1, getPartType(type));
      return success();
    });
    auto cast = [](OpBuilder &builder, TypeRange types, ValueRange values,
                   Location loc) {
      return llvm::to_vector_of<Value>(
          UnrealizedConversionCastOp::create(builder, loc, types, values)
              .getResults());
    };
    addSourceMaterialization([=](OpBuilder &builder, Type type,
                                 ValueRange values, Location loc) -> Value {
      return cast(builder, type, values, loc).front();
    });
    addTargetMaterialization(
        [=](OpBuilder &builder, TypeRange types, ValueRange values,
            Location loc) { return cast(builder, types, values, loc); });
  }
};

using Operands = ArrayRef<ValueRange>;

/// A rule for any op with complex operands or results.
struct SplitPattern : ConversionPattern {
  SplitPattern(const TypeConverter &types, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, Operands operands,
                  ConversionPatternRewriter &rewriter) const override;
};
} // namespace

/// The parts of an operand; of a real one there is no imaginary part, so that
/// products with zeros are not even written.
static Complex partsOf(ValueRange values) {
  return values.size() == 2 ? Complex{values[0], values[1]}
                            : Complex{values[0], Value()};
}

//===-- Parts by themselves -----------------------------------------------===//

/// Whether each part of the result is the op of that part of the operands.
/// That is so for what moves elements and for what is linear with real factors.
/// An op that is missing here is no error, only an obstacle with a message.
static bool isPartwise(Operation *op) {
  if (isa<hlo::AddOp, hlo::SubtractOp, hlo::NegOp, hlo::BroadcastInDimOp,
          hlo::DynamicBroadcastInDimOp, hlo::ReshapeOp, hlo::DynamicReshapeOp,
          hlo::TransposeOp, hlo::ReverseOp, hlo::SliceOp, hlo::DynamicSliceOp,
          hlo::RealDynamicSliceOp, hlo::DynamicUpdateSliceOp,
          hlo::ConcatenateOp, hlo::PadOp, hlo::DynamicPadOp, hlo::GatherOp,
          hlo::DynamicGatherOp, hlo::SelectOp, hlo::GetDimensionSizeOp>(op))
    return true;
  // Sums, and what takes one of both values.
  return isa<hlo::ReduceOp, hlo::ReduceWindowOp, hlo::ScatterOp>(op) &&
         llvm::all_of(op->getRegion(0).getOps(), [](Operation &inner) {
           return isa<hlo::AddOp, hlo::ReturnOp>(inner);
         });
}

/// The op with one of the parts of each complex operand.
/// Types inside of the regions are those of a part, too.
static Operation *clonePart(OpBuilder &builder, Operation *op,
                            ArrayRef<Value> operands) {
  Operation *made = builder.clone(*op);
  made->setOperands(operands);
  auto setTypes = [](ValueRange values) {
    for (Value value : values)
      value.setType(getPartType(value.getType()));
  };
  made->walk([&](Operation *inner) {
    setTypes(inner->getResults());
    for (Region &region : inner->getRegions())
      setTypes(region.getArguments());
  });
  return made;
}

/// Conditions, places and sizes among the operands are the same for both parts.
static SmallVector<Value> takeParts(Operands operands, unsigned part) {
  return llvm::map_to_vector(operands, [&](ValueRange values) {
    return values.size() == 2 ? values[part] : values.front();
  });
}

/// The imaginary part is left out where nothing complex comes out, as of the
/// size of an axis.
static LogicalResult splitPartwise(Operation *op, Operands operands,
                                   ConversionPatternRewriter &rewriter) {
  Operation *real = clonePart(rewriter, op, takeParts(operands, 0));
  Operation *imaginary = hasComplex(op->getResultTypes())
                             ? clonePart(rewriter, op, takeParts(operands, 1))
                             : nullptr;
  SmallVector<SmallVector<Value>> results;
  for (auto [index, type] : llvm::enumerate(op->getResultTypes())) {
    results.emplace_back().push_back(real->getResult(index));
    if (getComplex(type))
      results.back().push_back(imaginary->getResult(index));
  }
  rewriter.replaceOpWithMultiple(op, std::move(results));
  return success();
}

/// A product of any kind: (a + ib)(c + id) = ac - bd + i(ad + bc).
/// Three products would do (Gauss), but with sums of operands, whose rounding
/// shows in the smaller part of the result.
static Complex splitProduct(Operation *op, Operands operands,
                            ConversionPatternRewriter &rewriter) {
  RealMath math(rewriter, op->getLoc());
  Complex lhs = partsOf(operands[0]), rhs = partsOf(operands[1]);
  auto product = [&](Value a, Value b) {
    return clonePart(rewriter, op, {a, b})->getResult(0);
  };
  return {math.sub(product(lhs.real, rhs.real),
                   product(lhs.imaginary, rhs.imaginary)),
          math.add(product(lhs.real, rhs.imaginary),
                   product(lhs.imaginary, rhs.real))};
}

//===-- Regions -----------------------------------------------------------===//

/// An op that passes values through regions: with more of them.
/// The ops of its regions are converted after it, each by itself.
static LogicalResult splitAround(Operation *op, Operands operands,
                                 const TypeConverter &types,
                                 ConversionPatternRewriter &rewriter) {
  SmallVector<Value> flat;
  for (ValueRange values : operands)
    llvm::append_range(flat, values);
  SmallVector<Type> results;
  if (failed(types.convertTypes(op->getResultTypes(), results)))
    return failure();
  OperationState state(op->getLoc(), op->getName(), flat, results,
                       op->getAttrs());
  for (Region &region : op->getRegions()) {
    Region *moved = state.addRegion();
    rewriter.inlineRegionBefore(region, *moved, moved->end());
  }
  Operation *made = rewriter.create(state);
  for (Region &region : made->getRegions())
    if (failed(rewriter.convertRegionTypes(&region, types)))
      return failure();
  SmallVector<SmallVector<Value>> groups;
  auto next = made->result_begin();
  for (Type type : op->getResultTypes()) {
    auto end = std::next(next, getComplex(type) ? 2 : 1);
    groups.emplace_back(next, end);
    next = end;
  }
  rewriter.replaceOpWithMultiple(op, std::move(groups));
  return success();
}

/// The terminator of a reduction belongs to that op, which is split with all of
/// its region; that of a loop or a branch is split by itself.
static bool passesThrough(Operation *op) {
  return isa<hlo::WhileOp, hlo::CaseOp, hlo::IfOp, hlo::OptimizationBarrierOp,
             hlo::CompositeOp>(op) ||
         (isa<hlo::ReturnOp>(op) &&
          isa<hlo::WhileOp, hlo::CaseOp, hlo::IfOp>(op->getParentOp()));
}

//===-- Functions of numbers ----------------------------------------------===//

/// The function of complex numbers that the op is; no parts if it is another.
/// A table of members instead of a rule for each op, since all are called
/// alike.
static Complex emitFunction(Operation *op, ComplexMath &math, Complex x) {
  using Function = Complex (ComplexMath::*)(Complex);
  static const std::pair<TypeID, Function> kFunctions[] = {
      {TypeID::get<hlo::CbrtOp>(), &ComplexMath::cbrt},
      {TypeID::get<hlo::CosineOp>(), &ComplexMath::cos},
      {TypeID::get<hlo::ExpOp>(), &ComplexMath::exp},
      {TypeID::get<hlo::Expm1Op>(), &ComplexMath::expm1},
      {TypeID::get<hlo::Log1pOp>(), &ComplexMath::log1p},
      {TypeID::get<hlo::LogOp>(), &ComplexMath::log},
      {TypeID::get<hlo::LogisticOp>(), &ComplexMath::logistic},
      {TypeID::get<hlo::RsqrtOp>(), &ComplexMath::rsqrt},
      {TypeID::get<hlo::SignOp>(), &ComplexMath::sign},
      {TypeID::get<hlo::SineOp>(), &ComplexMath::sin},
      {TypeID::get<hlo::SqrtOp>(), &ComplexMath::sqrt},
      {TypeID::get<hlo::TanOp>(), &ComplexMath::tan},
      {TypeID::get<hlo::TanhOp>(), &ComplexMath::tanh}};
  for (auto [id, function] : kFunctions)
    if (op->getName().getTypeID() == id)
      return (math.*function)(x);
  return {};
}

/// Two complex numbers are equal if both parts are. They have no order, and so
/// the other comparisons give nothing.
static Value emitComparison(hlo::CompareOp op, ComplexMath &math, Complex lhs,
                            Complex rhs) {
  hlo::Direction direction = op.getComparisonDirection();
  Value real = math.compare(direction, lhs.real, rhs.real);
  Value imaginary = math.compare(direction, lhs.imaginary, rhs.imaginary);
  if (direction == hlo::Direction::EQ)
    return math.binary<hlo::AndOp>(real, imaginary);
  if (direction == hlo::Direction::NE)
    return math.binary<hlo::OrOp>(real, imaginary);
  return {};
}

/// Between complex types, or one and a real one.
static Complex emitConversion(hlo::ConvertOp op, ComplexMath &math,
                              OpBuilder &builder, Complex x) {
  Type type = getPartType(op.getType());
  auto convert = [&](Value part) -> Value {
    return part.getType() == type
               ? part
               : hlo::ConvertOp::create(builder, op.getLoc(), type, part);
  };
  Value real = convert(x.real);
  if (!getComplex(op.getType()))
    return {real, {}};
  return {real, x.imaginary ? convert(x.imaginary) : math.number(0, real)};
}

/// A constant that is no list of elements, as one in a resource of a file, is
/// left to the message.
static Complex emitConstant(hlo::ConstantOp op, OpBuilder &builder) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements)
    return {};
  auto part = [&](bool isImaginary) -> Value {
    SmallVector<APFloat> numbers;
    auto take = [&](const std::complex<APFloat> &number) {
      numbers.push_back(isImaginary ? number.imag() : number.real());
    };
    // A splat stays one number.
    if (elements.isSplat())
      take(elements.getSplatValue<std::complex<APFloat>>());
    else
      llvm::for_each(elements.getValues<std::complex<APFloat>>(), take);
    auto type = cast<ShapedType>(getPartType(op.getType()));
    return hlo::ConstantOp::create(builder, op.getLoc(), type,
                                   DenseElementsAttr::get(type, numbers));
  };
  return {part(false), part(true)};
}

/// The parts of the result, the imaginary one only where it is complex; none
/// where the op has no rule here.
static Complex emitParts(Operation *op, Operands operands,
                         ConversionPatternRewriter &rewriter) {
  ComplexMath math(rewriter, op->getLoc());
  if (auto constant = dyn_cast<hlo::ConstantOp>(op))
    return emitConstant(constant, rewriter);
  if (operands.empty() || operands.size() > 2)
    return {};
  Complex x = partsOf(operands.front()), y = partsOf(operands.back());
  // These ops only say how complex values begin and end: no code is left.
  if (isa<hlo::ComplexOp>(op))
    return {x.real, y.real};
  if (isa<hlo::RealOp>(op))
    return {x.real, {}};
  if (isa<hlo::ImagOp>(op))
    return {x.imaginary, {}};
  if (auto convert = dyn_cast<hlo::ConvertOp>(op))
    return emitConversion(convert, math, rewriter, x);
  if (auto fourier = dyn_cast<hlo::FftOp>(op))
    return getFourierObstacle(fourier).empty()
               ? emitFourier(fourier, rewriter, x)
               : Complex();
  if (isa<hlo::MulOp, hlo::DotGeneralOp, hlo::ConvolutionOp>(op))
    return splitProduct(op, operands, rewriter);
  if (auto compare = dyn_cast<hlo::CompareOp>(op))
    return {emitComparison(compare, math, x, y), {}};
  // Numbers as tensors of the operand's shape are constants, of known sizes.
  auto type = dyn_cast<ShapedType>(op->getOperand(0).getType());
  if (!type || !type.hasStaticShape())
    return {};
  if (isa<hlo::AbsOp>(op))
    return {math.abs(x), {}};
  if (isa<hlo::DivOp>(op))
    return math.div(x, y);
  if (isa<hlo::PowOp>(op))
    return math.pow(x, y);
  return emitFunction(op, math, x);
}

LogicalResult
SplitPattern::matchAndRewrite(Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) const {
  if (passesThrough(op))
    return splitAround(op, operands, *getTypeConverter(), rewriter);
  if (isPartwise(op))
    return splitPartwise(op, operands, rewriter);
  Complex parts = emitParts(op, operands, rewriter);
  if (!parts.real)
    return failure();
  SmallVector<Value> results = {parts.real};
  if (getComplex(op->getResultTypes().front()))
    results.push_back(parts.imaginary);
  rewriter.replaceOpWithMultiple(op, ArrayRef<SmallVector<Value>>(results));
  return success();
}

//===-- The module --------------------------------------------------------===//

void splitComplex(ModuleOp module) {
  MLIRContext *context = module.getContext();
  PartTypes types;
  RewritePatternSet patterns(context);
  patterns.add<SplitPattern>(types, context);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 types);
  populateCallOpTypeConversionPattern(patterns, types);
  populateReturnOpTypeConversionPattern(patterns, types);
  // A public function keeps one value for each of its parameters and results,
  // which is a tensor of pairs at the graph level.
  auto isSplit = [&](func::FuncOp func) {
    return func.isPublic() || (!hasComplex(func.getArgumentTypes()) &&
                               !hasComplex(func.getResultTypes()));
  };
  ConversionTarget target(*context);
  target.addDynamicallyLegalOp<func::FuncOp>(isSplit);
  target.addDynamicallyLegalOp<func::ReturnOp>([&](func::ReturnOp op) {
    return op->getParentOfType<func::FuncOp>().isPublic() ||
           !hasComplex(op.getOperandTypes());
  });
  target.addDynamicallyLegalOp<func::CallOp>([&](func::CallOp op) {
    return !hasComplex(op.getOperandTypes()) &&
           !hasComplex(op.getResultTypes());
  });
  target.addLegalOp<UnrealizedConversionCastOp>();
  // All other ops are tried, and left where no rule fits: a legality that is
  // unknown is none that would fail.
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) -> std::optional<bool> {
        if (hasComplex(op->getOperandTypes()) ||
            hasComplex(op->getResultTypes()))
          return std::nullopt;
        return true;
      });
  (void)applyPartialConversion(module, target, std::move(patterns));
}

//===-- Parameters and results --------------------------------------------===//

/// Arrays of complex numbers lie in memory like this, so that a caller passes a
/// view of one, and nothing is copied.
Type getPairType(Type type) {
  ComplexType complex = getComplex(type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!complex || !tensor)
    return type;
  SmallVector<int64_t> shape(tensor.getShape());
  shape.push_back(2);
  return RankedTensorType::get(shape, complex.getElementType());
}

/// Two gathers, which fusion takes into what reads the parts.
static SmallVector<Value> takePairs(Value pairs, GraphConversion &graph) {
  Builder builder(graph.getContext());
  TakeOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(-1);
  return llvm::map_to_vector(llvm::seq<int64_t>(2), [&](int64_t part) {
    Value place = graph.constant(builder.getI64IntegerAttr(part));
    return graph.emit<TakeOp>({pairs, place}, properties);
  });
}

/// Joined behind all other axes, so that a program that changes nothing gives
/// what it was given.
static Value makePairs(ValueRange parts, GraphConversion &graph) {
  int64_t rank = cast<RankedTensorType>(parts.front().getType()).getRank();
  SmallVector<Value> columns = llvm::map_to_vector(
      parts, [&](Value part) { return graph.expand(part, {rank}); });
  return graph.concat(columns, rank);
}

bool takesComplex(Operation *op) {
  return hasComplex(op->getOperandTypes()) &&
         !isa<UnrealizedConversionCastOp>(op);
}

/// Said of the op, and not of the cast in front of it, since nobody wrote that.
LogicalResult rejectComplex(Operation *op, GraphConversion &graph) {
  auto fourier = dyn_cast<hlo::FftOp>(op);
  Rejection error = graph.reject(
      op,
      fourier ? getFourierObstacle(fourier)
              : "expected integers or floats; complex numbers go through "
                "arithmetic and functions of known sizes, moves, sums, "
                "products and Fourier transforms",
      "found " + typesText(op->getOperandTypes()));
  llvm::SmallSetVector<Value, 4> places;
  for (Value operand : op->getOperands()) {
    Operation *cast = operand.getDefiningOp<UnrealizedConversionCastOp>();
    places.insert(cast ? cast->getOperand(0) : operand);
  }
  return error.attachNote(places.getArrayRef());
}

/// A cast to parts is one of a parameter. One from parts stands in front of a
/// result, or of an op that is rejected when its turn comes.
static LogicalResult convertCast(UnrealizedConversionCastOp op,
                                 GraphConversion &graph) {
  if (hasComplex(op.getOperandTypes())) {
    for (auto [result, part] : llvm::zip(
             op.getResults(), takePairs(graph.get(op.getOperand(0)), graph)))
      graph.set(result, part);
    return success();
  }
  if (!hasComplex(op.getResultTypes()))
    return failure();
  graph.set(op.getResult(0), makePairs(graph.get(op.getOperands()), graph));
  return success();
}

/// A transform that is left has no complex operand, or it would be no cast's
/// user: it is one of real numbers that was not split.
static LogicalResult convertFft(hlo::FftOp op, GraphConversion &graph) {
  return graph
      .reject(op, getFourierObstacle(op),
              "found " + typesText(op->getOperandTypes()) + " and lengths " +
                  listText(op.getFftLength()))
      .attachNote(op.getOperand());
}

void populateComplexConversions(ConversionTable &table) {
  table.add(convertCast);
  table.add(convertFft);
}

} // namespace mlir::relax
