// Blocks: text form and rules.
#include "Relax/Dialect/TIR/IR/BlockOps.h"

#include "Relax/Dialect/TIR/IR/BufferSpace.h"
#include "Relax/Support/RuleError.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/BlockOps.cpp.inc"

namespace mlir::tir {

//===----------------------------------------------------------------------===//
// BlockOp: building and asking
//===----------------------------------------------------------------------===//

void BlockOp::build(OpBuilder &builder, OperationState &state, StringRef label,
                    ValueRange bindings, ValueRange extents,
                    ArrayRef<IterKind> kinds, ValueRange reads,
                    ValueRange writes, Value predicate) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.setLabel(builder.getStringAttr(label));
  SmallVector<Attribute> kindAttrs;
  for (IterKind kind : kinds)
    kindAttrs.push_back(IterKindAttr::get(builder.getContext(), kind));
  properties.setIterKinds(builder.getArrayAttr(kindAttrs));
  for (ValueRange operands : {bindings, extents})
    state.addOperands(operands);
  if (predicate)
    state.addOperands(predicate);
  for (ValueRange operands : {reads, writes})
    state.addOperands(operands);
  llvm::copy(
      ArrayRef<int32_t>({static_cast<int32_t>(bindings.size()),
                         static_cast<int32_t>(extents.size()),
                         predicate ? 1 : 0, static_cast<int32_t>(reads.size()),
                         static_cast<int32_t>(writes.size())}),
      properties.operandSegmentSizes.begin());
  Block &body = state.addRegion()->emplaceBlock();
  for (unsigned i = 0, e = bindings.size(); i != e; ++i)
    body.addArgument(builder.getIndexType(), state.location);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  YieldOp::create(builder, state.location);
}

IterKind BlockOp::getIterKind(unsigned iter) {
  if (iter >= getIterKinds().size())
    return IterKind::Opaque;
  return cast<IterKindAttr>(getIterKinds()[iter]).getValue();
}

bool BlockOp::isReduction() {
  return llvm::any_of(getIterKinds(), [](Attribute kind) {
    return cast<IterKindAttr>(kind).getValue() == IterKind::Reduce;
  });
}

InitOp BlockOp::getInit() { return dyn_cast<InitOp>(getBody()->front()); }

// TVM's names: `%vi`, `%vj` ... for what is spatial, `%vk` for reductions.
void BlockOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() != getIterKinds().size())
    return;
  constexpr StringLiteral letters = "ijlmno";
  size_t numSpatial = 0;
  for (auto [i, iter] : llvm::enumerate(region.getArguments())) {
    bool isSpatial = getIterKind(i) == IterKind::Spatial;
    StringRef letter =
        isSpatial
            ? letters.substr(std::min(numSpatial++, letters.size() - 1), 1)
            : "k";
    setName(iter, ("v" + letter).str());
  }
}

//===----------------------------------------------------------------------===//
// BlockOp: text form
//===----------------------------------------------------------------------===//

namespace {
/// What stands in the parentheses of `iters`.
struct ParsedIters {
  SmallVector<OpAsmParser::Argument> iters;
  SmallVector<OpAsmParser::UnresolvedOperand> bindings, extents;
  SmallVector<Attribute> kinds;
};
} // namespace

// `%v : kind = %binding in %extent`
static ParseResult parseIter(OpAsmParser &parser, ParsedIters &to) {
  StringRef word;
  if (parser.parseArgument(to.iters.emplace_back()) || parser.parseColon())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<IterKind> kind = symbolizeIterKind(word);
  if (!kind)
    return parser.emitError(loc, "expected a kind of iterator, found '")
           << word << "'";
  to.iters.back().type = parser.getBuilder().getIndexType();
  to.kinds.push_back(IterKindAttr::get(parser.getContext(), *kind));
  return failure(parser.parseEqual() ||
                 parser.parseOperand(to.bindings.emplace_back()) ||
                 parser.parseKeyword("in") ||
                 parser.parseOperand(to.extents.emplace_back()));
}

// `keyword(%a, %b : type, type)`, if it is there.
static ParseResult parseBuffers(OpAsmParser &parser, StringRef keyword,
                                SmallVectorImpl<Value> &to, int32_t &count) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseOperandList(operands) ||
      parser.parseColonTypeList(types) || parser.parseRParen() ||
      parser.resolveOperands(operands, types, loc, to))
    return failure();
  count = operands.size();
  return success();
}

// `iters(...)`, if it is there.
static ParseResult parseIters(OpAsmParser &parser, ParsedIters &to) {
  if (failed(parser.parseOptionalKeyword("iters")))
    return success();
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Paren, [&]() { return parseIter(parser, to); });
}

// `where %c`, if it is there.
static ParseResult parseWhere(OpAsmParser &parser, SmallVectorImpl<Value> &to,
                              int32_t &count) {
  if (failed(parser.parseOptionalKeyword("where")))
    return success();
  OpAsmParser::UnresolvedOperand predicate;
  count = 1;
  return failure(
      parser.parseOperand(predicate) ||
      parser.resolveOperand(predicate, parser.getBuilder().getI1Type(), to));
}

// `annotations {...}` and `attributes {...}`, each if it is there.
static ParseResult parseAttributes(OpAsmParser &parser, OperationState &result,
                                   BlockOp::Properties &properties) {
  if (succeeded(parser.parseOptionalKeyword("annotations"))) {
    NamedAttrList list;
    if (parser.parseOptionalAttrDict(list))
      return failure();
    properties.setAnnotations(list.getDictionary(parser.getContext()));
  }
  return parser.parseOptionalAttrDictWithKeyword(result.attributes);
}

ParseResult BlockOp::parse(OpAsmParser &parser, OperationState &result) {
  BlockOp::Properties &properties = result.getOrAddProperties<Properties>();
  Builder &builder = parser.getBuilder();
  std::string label;
  ParsedIters iters;
  if (parser.parseString(&label) || parseIters(parser, iters))
    return failure();
  properties.setLabel(builder.getStringAttr(label));
  properties.setIterKinds(builder.getArrayAttr(iters.kinds));
  auto &sizes = properties.operandSegmentSizes;
  sizes = {static_cast<int32_t>(iters.bindings.size()),
           static_cast<int32_t>(iters.extents.size()), 0, 0, 0};
  Type index = builder.getIndexType();
  if (parser.resolveOperands(iters.bindings, index, result.operands) ||
      parser.resolveOperands(iters.extents, index, result.operands) ||
      parseWhere(parser, result.operands, sizes[2]) ||
      parseBuffers(parser, "reads", result.operands, sizes[3]) ||
      parseBuffers(parser, "writes", result.operands, sizes[4]) ||
      parseAttributes(parser, result, properties))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, iters.iters))
    return failure();
  ensureTerminator(*body, builder, result.location);
  return success();
}

static void printBuffers(OpAsmPrinter &printer, StringRef keyword,
                         OperandRange buffers) {
  if (buffers.empty())
    return;
  printer << ' ' << keyword << '(' << buffers << " : " << buffers.getTypes()
          << ')';
}

/// Whether there is one of each for every iterator; R1 says so.
static bool hasWholeIters(BlockOp block) {
  size_t count = block.getBindings().size();
  return block.getExtents().size() == count &&
         block.getIterKinds().size() == count &&
         block.getBody()->getNumArguments() == count;
}

void BlockOp::print(OpAsmPrinter &printer) {
  if (!hasWholeIters(*this))
    return printer.printGenericOp(*this, /*printOpName=*/false);
  printer << ' ' << getLabelAttr();
  if (getNumIters() != 0) {
    printer << " iters(";
    llvm::interleaveComma(llvm::seq(getNumIters()), printer, [&](unsigned i) {
      printer << getIters()[i] << " : " << stringifyIterKind(getIterKind(i))
              << " = " << getBindings()[i] << " in " << getExtents()[i];
    });
    printer << ')';
  }
  if (getPredicate())
    printer << " where " << getPredicate();
  printBuffers(printer, "reads", getReads());
  printBuffers(printer, "writes", getWrites());
  if (getAnnotationsAttr())
    printer << " annotations " << getAnnotationsAttr();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getLabelAttrName(), getIterKindsAttrName(), getAnnotationsAttrName(),
       getOperandSegmentSizesAttrName()});
  printer << ' ';
  printer.printRegion(getRegion(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

//===----------------------------------------------------------------------===//
// BlockOp: rules
//===----------------------------------------------------------------------===//

LogicalResult BlockOp::verify() {
  // R1: as many of each.
  size_t n = getBindings().size();
  if (getExtents().size() != n || getIterKinds().size() != n)
    return relax::emitRuleError(*this, 1,
                                "expects as many bindings as extents and kinds "
                                "of iterators, found ")
           << n << ", " << getExtents().size() << " and "
           << getIterKinds().size() << "; give one of each";
  return success();
}

// R2: indices of outer loops come in through iterators.
static LogicalResult verifyOperandScope(BlockOp block, Operation *user,
                                        Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return success();
  Operation *owner = argument.getOwner()->getParentOp();
  if (!isa_and_nonnull<ForOp, BlockOp>(owner) ||
      !owner->isProperAncestor(block))
    return success();
  relax::RuleError diag =
      relax::emitRuleError(user, block, 2, "uses, inside 'tir.block' ")
      << block.getLabelAttr() << ", an index of the '" << owner->getName()
      << "' around it, expected an iterator; bind the index to one";
  diag.attachNote(owner->getLoc()) << "the index belongs to this op";
  return diag;
}

static bool contains(OperandRange buffers, Value root) {
  return llvm::any_of(
      buffers, [&](Value buffer) { return getViewedBuffer(buffer) == root; });
}

// R3: accesses of one op are listed.
static LogicalResult verifyAccesses(BlockOp block, Operation *user) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(user);
  if (!interface)
    return success();
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (MemoryEffects::EffectInstance &effect : effects) {
    Value root =
        effect.getValue() ? getViewedBuffer(effect.getValue()) : Value();
    if (!root || block.getRegion().isAncestor(root.getParentRegion()))
      continue;
    bool isWrite = isa<MemoryEffects::Write>(effect.getEffect());
    if (!isWrite && !isa<MemoryEffects::Read>(effect.getEffect()))
      continue;
    if (contains(block.getWrites(), root) ||
        (!isWrite && contains(block.getReads(), root)))
      continue;
    return relax::emitRuleError(user, block, 3, isWrite ? "writes" : "reads")
           << " a buffer, expected one that 'tir.block' "
           << block.getLabelAttr() << " lists in '"
           << (isWrite ? "writes" : "reads") << "'; add it there";
  }
  return success();
}

LogicalResult BlockOp::verifyRegions() {
  // R1: the arguments of the body.
  if (getBody()->getNumArguments() != getNumIters() ||
      !llvm::all_of(getBody()->getArgumentTypes(),
                    [](Type type) { return type.isIndex(); }))
    return relax::emitRuleError(*this, 1, "expects a body with ")
           << getNumIters() << " arguments of type 'index', one an iterator";
  // R4: the start value is set first.
  for (InitOp init : getBody()->getOps<InitOp>())
    if (init != &getBody()->front())
      return relax::emitRuleError(
                 init, *this, 4,
                 "expects to be the first op of its 'tir.block', found '")
             << getBody()->front().getName() << "'; move it to the front";
  WalkResult result = getBody()->walk([&](Operation *user) {
    for (Value operand : user->getOperands())
      if (failed(verifyOperandScope(*this, user, operand)))
        return WalkResult::interrupt();
    return WalkResult(verifyAccesses(*this, user));
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// InitOp
//===----------------------------------------------------------------------===//

void InitOp::build(OpBuilder &builder, OperationState &state) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&state.addRegion()->emplaceBlock());
  YieldOp::create(builder, state.location);
}

LogicalResult InitOp::verify() {
  // R1: there is something to start.
  auto block = cast<BlockOp>((*this)->getParentOp());
  if (!block.isReduction())
    return relax::emitRuleError(*this, 1, "is in 'tir.block' ")
           << block.getLabelAttr()
           << ", expected one with a 'reduce' iterator; store without "
              "'tir.init'";
  return success();
}

LogicalResult InitOp::verifyRegions() {
  // R2: there is no step of the reduction yet.
  auto block = cast<BlockOp>((*this)->getParentOp());
  WalkResult result = getBody()->walk([&](Operation *user) {
    for (Value operand : user->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || argument.getOwner() != block.getBody() ||
          argument.getArgNumber() >= block.getNumIters() ||
          block.getIterKind(argument.getArgNumber()) != IterKind::Reduce)
        continue;
      relax::emitRuleError(user, *this, 2, "uses 'reduce' iterator #")
          << argument.getArgNumber()
          << " inside 'tir.init', which runs before the reduction, expected "
             "spatial ones only";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace mlir::tir
