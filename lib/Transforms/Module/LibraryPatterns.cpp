// Patterns of ops that a library computes, as a file has them in PDL.
//
// PDL is upstream's language for patterns as data. Here its matcher alone is
// used: the rewrite of each pattern only notes which ops were found, since a
// group of ops is formed of several matches.
//
// A file is read as any other input is: PDL's byte code trusts names and
// numbers of arguments, and an unknown one would be called through a null
// pointer, so that all of it is checked before.
#include "LibraryPatterns.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/Transpose.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::relax {

static constexpr llvm::StringLiteral kRewrite = "relax.composite";

bool variesAlong(Value bias, Value value, int64_t axis) {
  auto from = dyn_cast<RankedTensorType>(bias.getType());
  auto to = dyn_cast<RankedTensorType>(value.getType());
  if (!from || !to || from.getRank() > to.getRank())
    return false;
  int64_t along = axis;
  along += along < 0 ? to.getRank() : 0;
  int64_t added = to.getRank() - from.getRank();
  for (int64_t place = added; place < to.getRank(); ++place) {
    int64_t size = from.getDimSize(place - added);
    if (ShapedType::isDynamic(size) ||
        size != (place == along ? to.getDimSize(place) : 1))
      return false;
  }
  return along >= added && along < to.getRank();
}

namespace {
/// A question that a pattern can ask, and the kinds of what it asks about.
struct Question {
  StringRef name;
  SmallVector<PDLValue::Kind, 3> kinds;
  bool (*holds)(ArrayRef<PDLValue> values);
};
} // namespace

static ArrayRef<Question> getQuestions() {
  using Kind = PDLValue::Kind;
  static const Question questions[] = {
      {"relax.element_type",
       {Kind::Value, Kind::Type},
       [](ArrayRef<PDLValue> values) {
         return getElementTypeOrSelf(values[0].cast<Value>().getType()) ==
                values[1].cast<Type>();
       }},
      {"relax.element_types",
       {Kind::Value, Kind::Attribute},
       [](ArrayRef<PDLValue> values) {
         auto types = dyn_cast<ArrayAttr>(values[1].cast<Attribute>());
         Type type = getElementTypeOrSelf(values[0].cast<Value>().getType());
         return types && llvm::is_contained(types, TypeAttr::get(type));
       }},
      {"relax.transposed",
       {Kind::Value},
       [](ArrayRef<PDLValue> values) {
         return bool(getTransposed(values[0].cast<Value>()));
       }},
      {"relax.constant",
       {Kind::Value},
       [](ArrayRef<PDLValue> values) {
         return values[0].cast<Value>().getDefiningOp<ConstantOp>() != nullptr;
       }},
      {"relax.one_use",
       {Kind::Value},
       [](ArrayRef<PDLValue> values) {
         return values[0].cast<Value>().hasOneUse();
       }},
      {"relax.rank",
       {Kind::Value, Kind::Attribute},
       [](ArrayRef<PDLValue> values) {
         auto type =
             dyn_cast<RankedTensorType>(values[0].cast<Value>().getType());
         auto wanted = dyn_cast<IntegerAttr>(values[1].cast<Attribute>());
         return type && wanted && type.getRank() == wanted.getInt();
       }},
      {"relax.varies_along",
       {Kind::Value, Kind::Value, Kind::Attribute},
       [](ArrayRef<PDLValue> values) {
         auto axis = dyn_cast<IntegerAttr>(values[2].cast<Attribute>());
         return axis && variesAlong(values[0].cast<Value>(),
                                    values[1].cast<Value>(), axis.getInt());
       }},
  };
  return questions;
}

// The kind that a value has when the pattern runs, from what the file calls it.
static PDLValue::Kind getKind(Type type) {
  if (isa<pdl::ValueType>(type))
    return PDLValue::Kind::Value;
  if (isa<pdl::AttributeType>(type))
    return PDLValue::Kind::Attribute;
  return isa<pdl::TypeType>(type) ? PDLValue::Kind::Type
                                  : PDLValue::Kind::Operation;
}

/// PDL's byte code looks up what is asked by its name, and counts nothing.
static LogicalResult checkQuestion(pdl::ApplyNativeConstraintOp op) {
  const Question *question =
      llvm::find_if(getQuestions(), [&](const Question &known) {
        return known.name == op.getName();
      });
  if (question == getQuestions().end()) {
    InFlightDiagnostic error = op.emitOpError("asks \"")
                               << op.getName() << "\", expected one of ";
    llvm::interleaveComma(getQuestions(), error, [&](const Question &known) {
      error << '"' << known.name << '"';
    });
    return error;
  }
  SmallVector<PDLValue::Kind> kinds =
      llvm::map_to_vector(op.getArgs().getTypes(), getKind);
  if (op->getNumResults() || ArrayRef(kinds) != ArrayRef(question->kinds))
    return op.emitOpError("asks \"")
           << op.getName() << "\" about " << op.getArgs().size()
           << " values and wants " << op->getNumResults()
           << " back, expected what docs/Libraries.md shows";
  return success();
}

/// A module of a copy of `pattern` whose rewrite is given all ops that it
/// matches.
static OwningOpRef<ModuleOp> copyAlone(Operation *pattern) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(pattern->getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto copy = cast<pdl::PatternOp>(builder.clone(*pattern));
  pdl::RewriteOp rewrite = copy.getRewriter();
  // Those behind the pattern's own are no operands that its author named.
  rewrite.getExternalArgsMutable().clear();
  for (auto op : copy.getBodyRegion().getOps<pdl::OperationOp>())
    rewrite.getExternalArgsMutable().append(op.getOp());
  return module;
}

LibraryPattern::LibraryPattern(Operation *pattern)
    : name(cast<pdl::PatternOp>(pattern).getSymNameAttr()) {
  // A module of one pattern: PDL takes the pattern of most benefit, and says of
  // a match neither which it was nor that another one holds, too.
  PDLPatternModule patterns(copyAlone(pattern));
  for (const Question &question : getQuestions())
    patterns.registerConstraintFunction(
        question.name,
        [holds = question.holds](PatternRewriter &, PDLResultList &,
                                 ArrayRef<PDLValue> values) {
          return success(holds(values));
        });
  patterns.registerRewriteFunction(
      kRewrite,
      [this](PatternRewriter &, PDLResultList &, ArrayRef<PDLValue> values) {
        for (PDLValue value : values)
          if (auto *op = value.dyn_cast<Operation *>();
              op && !llvm::is_contained(matched, op))
            matched.push_back(op);
        return success();
      });
  RewritePatternSet set(std::move(patterns));
  compiled = FrozenRewritePatternSet(std::move(set));
  applicator = std::make_unique<PatternApplicator>(compiled);
  applicator->applyDefaultCostModel();
}

ArrayRef<Operation *> LibraryPattern::match(Operation *root) {
  matched.clear();
  PatternRewriter rewriter(root->getContext());
  rewriter.setInsertionPoint(root);
  // The result says whether something was rewritten, which nothing ever is.
  (void)applicator->matchAndRewrite(root, rewriter);
  return matched;
}

/// Whether the op of a file is a pattern that can be used.
static LogicalResult checkPattern(Operation &op) {
  auto pattern = dyn_cast<pdl::PatternOp>(op);
  if (!pattern)
    return op.emitOpError("stands in a file of library patterns, found '")
           << op.getName() << "', expected 'pdl.pattern' ops only";
  std::optional<StringRef> name = pattern.getSymName();
  // The library's name is read from the pattern's later on, as TVM does.
  if (!name || !name->contains('.'))
    return pattern.emitOpError("has the name \"")
           << name.value_or("")
           << "\", expected that of a library and one of its own behind it, as "
              "in @dnnl.matmul_relu";
  std::optional<StringRef> rewrite = pattern.getRewriter().getName();
  if (!rewrite || *rewrite != kRewrite || !pattern.getRewriter().getRoot())
    return pattern.emitOpError("rewrites by \"")
           << rewrite.value_or("") << "\", expected 'pdl.rewrite %root with \""
           << kRewrite << "\"' of the last op";
  WalkResult result = pattern.walk([](pdl::ApplyNativeConstraintOp question) {
    return WalkResult(checkQuestion(question));
  });
  return success(!result.wasInterrupted());
}

FailureOr<SmallVector<std::unique_ptr<LibraryPattern>>>
readLibraryPatterns(MLIRContext *context, std::string text, StringRef file) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, file),
                             llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  if (!module)
    return failure();
  SmallVector<std::unique_ptr<LibraryPattern>> patterns;
  for (Operation &op : *module->getBody()) {
    if (failed(checkPattern(op)))
      return failure();
    patterns.push_back(std::make_unique<LibraryPattern>(&op));
  }
  return patterns;
}

} // namespace mlir::relax
