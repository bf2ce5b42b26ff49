// Loops and branches: text form, rules and control flow.
#include "Relax/Dialect/TIR/IR/LoopOps.h"

#include "Relax/Support/RuleError.h"

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/LoopOps.cpp.inc"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

void ForOp::build(OpBuilder &builder, OperationState &state, Value lowerBound,
                  Value upperBound, ForKind kind, StringRef threadAxis) {
  state.addOperands({lowerBound, upperBound});
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.setKind(ForKindAttr::get(builder.getContext(), kind));
  if (!threadAxis.empty())
    properties.setThreadAxis(builder.getStringAttr(threadAxis));
  Block &body = state.addRegion()->emplaceBlock();
  body.addArgument(builder.getIndexType(), state.location);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  YieldOp::create(builder, state.location);
}

// Names as TVM's examples have them: `%tx` for threadIdx.x, else a letter by
// how many loops are around.
void ForOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() != 1)
    return;
  BlockArgument index = region.getArgument(0);
  if (std::optional<StringRef> axis = getThreadAxis()) {
    auto [group, dim] = axis->split('.');
    return setName(index, (group.take_front() + dim).str());
  }
  constexpr StringLiteral letters = "ijklmn";
  size_t depth = 0;
  for (auto loop = (*this)->getParentOfType<ForOp>(); loop;
       loop = loop->getParentOfType<ForOp>())
    depth += !loop.getThreadAxis();
  setName(index, letters.substr(std::min(depth, letters.size() - 1), 1));
}

// The kind, and the thread axis that follows `thread_binding`.
static ParseResult parseKind(OpAsmParser &parser, ForOp::Properties &to) {
  StringRef word;
  ForKind kind = ForKind::Serial;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    std::optional<ForKind> known = symbolizeForKind(word);
    if (!known)
      return parser.emitError(loc, "expected a kind of loop, found '")
             << word << "'";
    kind = *known;
  }
  to.setKind(ForKindAttr::get(parser.getContext(), kind));
  std::string axis;
  if (succeeded(parser.parseOptionalString(&axis)))
    to.setThreadAxis(parser.getBuilder().getStringAttr(axis));
  return success();
}

// `annotations {...}`, if it is there.
static ParseResult parseAnnotations(OpAsmParser &parser, DictionaryAttr &to) {
  if (failed(parser.parseOptionalKeyword("annotations")))
    return success();
  NamedAttrList list;
  if (parser.parseOptionalAttrDict(list))
    return failure();
  to = list.getDictionary(parser.getContext());
  return success();
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  Type index = parser.getBuilder().getIndexType();
  Properties &properties = result.getOrAddProperties<Properties>();
  OpAsmParser::Argument variable;
  OpAsmParser::UnresolvedOperand lower, upper;
  if (parseKind(parser, properties) || parser.parseArgument(variable) ||
      parser.parseEqual() || parser.parseOperand(lower) ||
      parser.parseKeyword("to") || parser.parseOperand(upper) ||
      parser.resolveOperands({lower, upper}, index, result.operands))
    return failure();
  DictionaryAttr annotations;
  if (parseAnnotations(parser, annotations) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  if (annotations)
    properties.setAnnotations(annotations);
  variable.type = index;
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, variable))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

/// Whether the body has the index only; R1 says so.
static bool hasIndex(ForOp loop) {
  return loop.getBody()->getNumArguments() == 1;
}

void ForOp::print(OpAsmPrinter &printer) {
  if (!hasIndex(*this))
    return printer.printGenericOp(*this, /*printOpName=*/false);
  if (getKind() != ForKind::Serial || getThreadAxis())
    printer << ' ' << stringifyForKind(getKind());
  if (getThreadAxisAttr())
    printer << ' ' << getThreadAxisAttr();
  printer << ' ' << getInductionVar() << " = " << getLowerBound() << " to "
          << getUpperBound();
  if (getAnnotationsAttr())
    printer << " annotations " << getAnnotationsAttr();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getKindAttrName(), getThreadAxisAttrName(), getAnnotationsAttrName()});
  printer << ' ';
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

LogicalResult ForOp::verify() {
  // R2: an axis with `thread_binding` only.
  bool isBound = getKind() == ForKind::ThreadBinding;
  if (isBound && !getThreadAxis())
    return relax::emitRuleError(
        *this, 2,
        "is bound to a thread, expected the name of an axis; write e.g. "
        "thread_binding \"threadIdx.x\"");
  if (!isBound && getThreadAxis())
    return relax::emitRuleError(*this, 2, "names thread axis ")
           << getThreadAxisAttr()
           << ", expected the kind 'thread_binding', found '"
           << stringifyForKind(getKind()) << "'";
  // R3: a known axis.
  if (!isBound)
    return success();
  auto [prefix, dimension] = getThreadAxis()->split('.');
  bool known = llvm::is_contained({"blockIdx", "threadIdx", "vthread"}, prefix);
  if (!known || !llvm::is_contained({"x", "y", "z"}, dimension))
    return relax::emitRuleError(*this, 3,
                                "expects an axis like \"threadIdx.x\", found ")
           << getThreadAxisAttr();
  return success();
}

LogicalResult ForOp::verifyRegions() {
  // R1: the index.
  if (getBody()->getNumArguments() != 1 ||
      !getBody()->getArgument(0).getType().isIndex())
    return relax::emitRuleError(
               *this, 1, "expects a body with one argument, an 'index', found ")
           << getBody()->getArgumentTypes();
  return success();
}

std::optional<int64_t> ForOp::getConstantExtent() {
  APInt lower, upper;
  if (!matchPattern(getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(getUpperBound(), m_ConstantInt(&upper)))
    return std::nullopt;
  int64_t extent;
  if (llvm::SubOverflow(upper.getSExtValue(), lower.getSExtValue(), extent))
    return std::nullopt;
  return std::max<int64_t>(extent, 0);
}

std::optional<APInt> ForOp::getStaticTripCount() {
  if (std::optional<int64_t> extent = getConstantExtent())
    return APInt(64, *extent);
  return std::nullopt;
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getRegion()}; }

std::optional<SmallVector<Value>> ForOp::getLoopInductionVars() {
  if (!hasIndex(*this))
    return std::nullopt;
  return SmallVector<Value>{getInductionVar()};
}

std::optional<SmallVector<OpFoldResult>> ForOp::getLoopLowerBounds() {
  return SmallVector<OpFoldResult>{getLowerBound()};
}

std::optional<SmallVector<OpFoldResult>> ForOp::getLoopUpperBounds() {
  return SmallVector<OpFoldResult>{getUpperBound()};
}

std::optional<SmallVector<OpFoldResult>> ForOp::getLoopSteps() {
  return SmallVector<OpFoldResult>{Builder(getContext()).getIndexAttr(1)};
}

// The body may run or not, and after it may run again.
void ForOp::getSuccessorRegions(RegionBranchPoint point,
                                SmallVectorImpl<RegionSuccessor> &regions) {
  regions.emplace_back(&getRegion());
  regions.emplace_back(getOperation(), getOperation()->getResults());
}

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

void IfOp::build(OpBuilder &builder, OperationState &state, Value condition,
                 bool withElse) {
  state.addOperands(condition);
  OpBuilder::InsertionGuard guard(builder);
  for (bool present : {true, withElse}) {
    Region *region = state.addRegion();
    if (!present)
      continue;
    builder.setInsertionPointToEnd(&region->emplaceBlock());
    YieldOp::create(builder, state.location);
  }
}

void IfOp::getSuccessorRegions(RegionBranchPoint point,
                               SmallVectorImpl<RegionSuccessor> &regions) {
  RegionSuccessor after(getOperation(), getOperation()->getResults());
  if (!point.isParent()) {
    regions.push_back(after);
    return;
  }
  regions.emplace_back(&getThen());
  if (getOtherwise().empty())
    regions.push_back(after);
  else
    regions.emplace_back(&getOtherwise());
}

void IfOp::getEntrySuccessorRegions(ArrayRef<Attribute> operands,
                                    SmallVectorImpl<RegionSuccessor> &regions) {
  auto condition = dyn_cast_or_null<IntegerAttr>(operands.front());
  if (!condition)
    return getSuccessorRegions(RegionBranchPoint::parent(), regions);
  if (condition.getValue().isOne())
    regions.emplace_back(&getThen());
  else if (!getOtherwise().empty())
    regions.emplace_back(&getOtherwise());
  else
    regions.emplace_back(getOperation(), getOperation()->getResults());
}

//===----------------------------------------------------------------------===//
// WhileOp
//===----------------------------------------------------------------------===//

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  Region *before = result.addRegion(), *body = result.addRegion();
  if (parser.parseRegion(*before) || parser.parseKeyword("do") ||
      parser.parseRegion(*body) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  if (body->empty())
    body->emplaceBlock();
  if (body->back().empty() ||
      !body->back().back().hasTrait<OpTrait::IsTerminator>()) {
    OpBuilder builder(parser.getContext());
    builder.setInsertionPointToEnd(&body->back());
    YieldOp::create(builder, result.location);
  }
  return success();
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printRegion(getBefore(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
}

LogicalResult WhileOp::verify() {
  // R1: the terminators.
  auto endsWith = [](Region &region, TypeID type) {
    Block &block = region.front();
    return !block.empty() && block.back().getName().getTypeID() == type;
  };
  if (!endsWith(getBefore(), TypeID::get<ConditionOp>()))
    return relax::emitRuleError(
        *this, 1, "expects the first region to end with 'tir.condition'");
  if (!endsWith(getBody(), TypeID::get<YieldOp>()))
    return relax::emitRuleError(
        *this, 1, "expects the second region to end with 'tir.yield'");
  return success();
}

void WhileOp::getSuccessorRegions(RegionBranchPoint point,
                                  SmallVectorImpl<RegionSuccessor> &regions) {
  Operation *end = point.getTerminatorPredecessorOrNull();
  if (!isa_and_nonnull<ConditionOp>(end)) {
    regions.emplace_back(&getBefore());
    return;
  }
  regions.emplace_back(&getBody());
  regions.emplace_back(getOperation(), getOperation()->getResults());
}

MutableOperandRange ConditionOp::getMutableSuccessorOperands(RegionSuccessor) {
  return MutableOperandRange(getOperation(), /*start=*/0, /*length=*/0);
}

} // namespace mlir::tir
