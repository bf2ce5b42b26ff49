// Modules that break exactly one rule, and whether the verifier says so.
#include "Stress/RuleBreaker.h"

#include "BodyGenerator.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Support/RuleError.h"
#include "Stress/ModuleGenerator.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace mlir::relax {

namespace {
/// The errors that are reported while it lives.
class Errors {
public:
  explicit Errors(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            list.emplace_back(diagnostic.getLocation(), diagnostic.str());
          return success();
        }) {}

  /// What is wrong with them, if they should be one error of the rule `id` at
  /// `line`; else empty.
  std::string compare(StringRef id, unsigned line) const;
  /// The first error with the id of a rule that is not in `known`.
  std::string findOther(ArrayRef<std::string> known) const;

private:
  std::vector<std::pair<Location, std::string>> list;
  ScopedDiagnosticHandler handler;
};

/// Switches a rule off while it lives.
class RuleOff {
public:
  explicit RuleOff(StringRef id) { disableRuleForTest(id); }
  ~RuleOff() { disableRuleForTest("none"); }
};
} // namespace

std::string Errors::compare(StringRef id, unsigned line) const {
  if (list.empty())
    return "accepted";
  if (list.size() > 1)
    return "more than one error: " + list[0].second + "; " + list[1].second;
  auto &[location, message] = list.front();
  if (!StringRef(message).ends_with(("[" + id + "]").str()))
    return "another error: " + message;
  auto place = location->findInstanceOf<FileLineColLoc>();
  if (!place || place.getLine() != line)
    return "at another place: " + message;
  return "";
}

std::string Errors::findOther(ArrayRef<std::string> known) const {
  for (auto &[location, message] : list) {
    auto [text, id] = StringRef(message).rsplit(" [");
    bool isRule =
        id.consume_back("]") && (id.contains(" R") || id.starts_with("TYPE-"));
    if (isRule && !llvm::is_contained(known, id))
      return "breaks another rule as well: " + message;
  }
  return "";
}

/// The function gets its parameters in another order. Nothing calls it.
static void shuffleParameters(FuncOp function, Decisions &decisions) {
  Block &body = function.getBody().front();
  unsigned count = body.getNumArguments();
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq(count));
  for (unsigned i = 0; i < count; ++i)
    std::swap(order[i], order[i + decisions.below(count - i)]);
  SmallVector<Value> before(body.getArguments());
  SmallVector<Type> types;
  for (unsigned i : order)
    types.push_back(before[i].getType());
  SmallVector<Value> after;
  for (Type type : types)
    after.push_back(body.addArgument(type, function.getLoc()));
  for (unsigned i = 0; i < count; ++i)
    before[order[i]].replaceAllUsesWith(after[i]);
  body.eraseArguments(0, count);
  function.setFunctionTypeAttr(TypeAttr::get(FunctionType::get(
      function.getContext(), types, function.getFunctionType().getResults())));
}

/// Puts an op of a function into a region of its own.
static void wrap(Operation *op, Decisions &decisions) {
  OpBuilder builder(op);
  Location unknown = builder.getUnknownLoc();
  if (decisions.oneIn(2)) {
    OperationState state(unknown, DataflowOp::getOperationName());
    state.addRegion()->emplaceBlock();
    Block &body = builder.create(state)->getRegion(0).front();
    op->moveBefore(&body, body.end());
    builder.setInsertionPointToEnd(&body);
    OutputOp::create(builder, unknown, ValueRange());
    return;
  }
  auto type = RankedTensorType::get({}, builder.getI1Type());
  Value condition = ConstantOp::create(
      builder, unknown, type, DenseElementsAttr::get(type, decisions.oneIn(2)));
  OperationState state(unknown, IfOp::getOperationName());
  state.addOperands(condition);
  for (unsigned i = 0; i < 2; ++i) {
    builder.setInsertionPointToEnd(&state.addRegion()->emplaceBlock());
    YieldOp::create(builder, unknown, ValueRange());
  }
  builder.setInsertionPoint(op);
  Region &branch = builder.create(state)->getRegion(decisions.below(2));
  op->moveBefore(&branch.front(), branch.front().begin());
}

static unsigned getLine(Operation *op) {
  auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
  return place ? place.getLine() : 0;
}

/// Whether an op can stand in a region of its own.
static bool canWrap(Operation *op, FuncOp function) {
  return op->getParentOp() == function && op->getNumRegions() == 0 &&
         op->getBlock() == &function.getBody().front() &&
         !op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op) &&
         op->use_empty();
}

/// Varies the place of the violation inside its function.
static void varyPlace(FuncOp function, const RuleTemplate &source,
                      Decisions &decisions, GeneratedSymbols &symbols) {
  if (source.isFixed || function.getBody().empty() ||
      llvm::all_of(function.getArgumentTypes(), [](Type type) {
        // The generator's tensor programs compute on signless integers.
        return getElementTypeOrSelf(type).isUnsignedInteger();
      }))
    return;
  if (SymbolTable::symbolKnownUseEmpty(function, symbols.table.getOp()) &&
      !function.getAllArgAttrs())
    shuffleParameters(function, decisions);
  Block &body = function.getBody().front();
  Operation *broken = nullptr;
  for (Operation &op : body)
    if (getLine(&op) == source.brokenLine && canWrap(&op, function))
      broken = &op;
  if (broken && decisions.oneIn(2))
    wrap(broken, decisions);
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  BodyGenerator generator(builder, decisions, symbols,
                          /*mayHaveEffects=*/false);
  for (Value parameter : body.getArguments())
    if (!getElementTypeOrSelf(parameter).isUnsignedInteger())
      generator.add(parameter);
  generator.addSteps(decisions.below(6), /*depth=*/1);
}

/// Moves the ops of `violation` to places between those of `module`.
static void mergeInto(ModuleOp module, ModuleOp violation,
                      const RuleTemplate &source, Decisions &decisions) {
  SmallVector<FuncOp> callees(module.getOps<FuncOp>());
  for (Operation &op : llvm::make_early_inc_range(*violation.getBody())) {
    Block *body = module.getBody();
    auto place = std::next(body->begin(),
                           decisions.below(body->getOperations().size() + 1));
    op.moveBefore(body, place);
  }
  SymbolTable table(module);
  GeneratedSymbols symbols{table, callees};
  for (FuncOp function : llvm::to_vector(module.getOps<FuncOp>()))
    if (getLine(function))
      varyPlace(function, source, decisions, symbols);
}

/// Runs passes; each says what it does not like.
static LogicalResult runPasses(StringRef pipeline, ModuleOp module) {
  PassManager manager(module.getContext(), module->getName().getStringRef());
  manager.enableVerifier(false);
  if (failed(parsePassPipeline(pipeline, manager)))
    return failure();
  return manager.run(module);
}

/// A legal module that the template's passes took; null if they take none.
static OwningOpRef<ModuleOp> makeSurroundings(MLIRContext *context,
                                              const RuleTemplate &source,
                                              Decisions &decisions) {
  if (source.around == "nothing")
    return ModuleOp::create(UnknownLoc::get(context));
  for (unsigned i = 0; i < 50; ++i) {
    OwningOpRef<ModuleOp> module = generateModule(context, decisions);
    Errors silence(context);
    if (source.around.empty() || succeeded(runPasses(source.around, *module)))
      return module;
  }
  return nullptr;
}

/// Asks those who know the rule `id`: its contract pass, or the verifier.
static void check(StringRef id, ModuleOp module) {
  StringRef owner = id.split(' ').first;
  if (failed(verify(module)) || !PassInfo::lookup(owner))
    return;
  (void)runPasses(owner, module);
}

/// A violation that verifiers of ops or contract passes find.
static void breakInMemory(StringRef id, ModuleOp violation,
                          const RuleTemplate &source, Decisions &decisions,
                          BreakOutcome &outcome) {
  MLIRContext *context = violation.getContext();
  OwningOpRef<ModuleOp> module = makeSurroundings(context, source, decisions);
  if (!module) {
    outcome.problem = "no module goes through " + source.around;
    return;
  }
  mergeInto(*module, violation, source, decisions);
  Errors errors(context);
  check(id, *module);
  outcome.problem = errors.compare(id, source.brokenLine);
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().printGenericOpForm().assumeVerified());
  outcome.hash = llvm::xxh3_64bits(text);
  if (!outcome.problem.empty() || source.isGuard)
    return;
  RuleOff off(id);
  Errors others(context);
  check(id, *module);
  outcome.problem = others.findOther(source.also);
  // What is accepted is printed, whatever it is.
  module->print(llvm::nulls(), OpPrintingFlags().assumeVerified());
}

/// A violation that cannot even be built: the parser reports it.
static void breakInText(StringRef id, const RuleTemplate &source,
                        MLIRContext *context, Decisions &decisions,
                        BreakOutcome &outcome) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OwningOpRef<ModuleOp> module = generateModule(context, decisions);
  // With some bodies of functions before the violation, others after.
  SmallVector<Operation *> ops = llvm::map_to_vector(
      module->getBody()->getOperations(), [](Operation &op) { return &op; });
  size_t place = decisions.below(ops.size() + 1);
  unsigned line = 0;
  for (size_t i = 0; i <= ops.size(); ++i) {
    if (i == place) {
      line = StringRef(text).count('\n') + source.brokenLine;
      os << outcome.violation;
    }
    if (i < ops.size())
      os << *ops[i] << "\n";
  }
  outcome.hash = llvm::xxh3_64bits(text);
  Errors errors(context);
  (void)parseSourceString<ModuleOp>(text, ParserConfig(context), id);
  outcome.problem = errors.compare(id, line);
  if (!outcome.problem.empty() || source.isGuard)
    return;
  RuleOff off(id);
  Errors others(context);
  (void)parseSourceString<ModuleOp>(text, ParserConfig(context), id);
  outcome.problem = others.findOther(source.also);
}

BreakOutcome breakRule(StringRef id, const Violation &violation,
                       Decisions &decisions, MLIRContext *context) {
  BreakOutcome outcome;
  const RuleTemplate &source = *violation.source;
  outcome.violation = violation.instantiate(decisions);
  OwningOpRef<ModuleOp> parsed;
  {
    Errors silence(context);
    parsed = parseSourceString<ModuleOp>(
        outcome.violation, ParserConfig(context, /*verifyAfterParse=*/false),
        id);
  }
  if (parsed)
    breakInMemory(id, *parsed, source, decisions, outcome);
  else
    breakInText(id, source, context, decisions, outcome);
  return outcome;
}

} // namespace mlir::relax
