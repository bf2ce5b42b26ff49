// Make functions of the ops that patterns of a library find.
//
// As in TVM, patterns are tried one after the other on the whole module, each
// on ops in their order. A match that meets an earlier one of the same pattern
// replaces it if it has all of its ops, and is passed over else.
#include "CompositeFunctions.h"
#include "LibraryPatterns.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Transforms/Module/GroupOutliner.h"
#include "Relax/Transforms/Module/Libraries.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FUSEOPSBYPATTERNPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
/// The ops that one match found.
using Match = SmallVector<Operation *>;

struct FuseOpsByPatternPass
    : impl::FuseOpsByPatternPassBase<FuseOpsByPatternPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  FailureOr<SmallVector<std::unique_ptr<LibraryPattern>>> readPatterns();
  FailureOr<SmallVector<FuncOp>> getFunctions(SymbolTable &symbols);
  void fuse(Block &block, LibraryPattern &pattern, GroupOutliner &outliner);
  void annotate(SymbolTable &symbols);
};
} // namespace

FailureOr<SmallVector<std::unique_ptr<LibraryPattern>>>
FuseOpsByPatternPass::readPatterns() {
  MLIRContext *context = &getContext();
  Location location = getOperation().getLoc();
  if (!library.empty() && !patterns.empty()) {
    emitError(location) << "expected patterns of a library or of a file, found "
                           "both \""
                        << library << "\" and \"" << patterns << "\"";
    return failure();
  }
  if (const Library *known = findLibrary(library))
    return readLibraryPatterns(context, writePatterns(*known), library);
  if (!library.empty() || patterns.empty()) {
    InFlightDiagnostic error = emitError(location, "expected the library ");
    for (const Library &known : getLibraries())
      error << '"' << known.name << "\", ";
    return error << "or a file of patterns, found the library \"" << library
                 << "\"; write its patterns, as docs/Libraries.md says";
  }
  auto buffer = llvm::MemoryBuffer::getFile(patterns, /*IsText=*/true);
  if (!buffer) {
    emitError(location) << "expected a file of patterns, found \"" << patterns
                        << "\", which cannot be read: "
                        << buffer.getError().message();
    return failure();
  }
  return readLibraryPatterns(context, (*buffer)->getBuffer().str(), patterns);
}

FailureOr<SmallVector<FuncOp>>
FuseOpsByPatternPass::getFunctions(SymbolTable &symbols) {
  SmallVector<FuncOp> functions;
  // A function that is named is looked at even if it is of a library: who names
  // it wants that.
  for (StringRef name : entryFunctions) {
    auto func = symbols.lookup<FuncOp>(name);
    if (!func)
      return getOperation().emitOpError("expects a function @")
             << name << " to look for patterns in, found none; name a "
             << "'relax.func' of it";
    functions.push_back(func);
  }
  if (entryFunctions.empty())
    for (auto func : getOperation().getOps<FuncOp>())
      if (!isOfLibrary(func))
        functions.push_back(func);
  return functions;
}

/// The matches of a pattern in a block, of which no two share an op, by the
/// place of their last one.
static SmallVector<Match> findMatches(Block &block, LibraryPattern &pattern) {
  SmallVector<Match> matches;
  DenseMap<Operation *, unsigned> matchOf;
  for (Operation &root : block) {
    SmallVector<Operation *> found(pattern.match(&root));
    // What is in another block, or has blocks itself, is no part of a kernel.
    if (found.empty() || llvm::any_of(found, [&](Operation *op) {
          return op->getBlock() != &block || op->getNumRegions();
        }))
      continue;
    llvm::SmallSetVector<unsigned, 2> met;
    for (Operation *op : found)
      if (auto known = matchOf.find(op); known != matchOf.end())
        met.insert(known->second);
    // Two matches that share an op cannot both be functions. A longer one that
    // has all of the shorter one replaces it: both have the same pattern, and
    // the library is to get as much as it can take.
    bool isLarger = llvm::all_of(met, [&](unsigned index) {
      return llvm::all_of(matches[index], [&](Operation *op) {
        return llvm::is_contained(found, op);
      });
    });
    if (!isLarger)
      continue;
    // Places stay, since `matchOf` has them; what is empty goes at the end.
    for (unsigned index : met)
      matches[index].clear();
    for (Operation *op : found)
      matchOf[op] = matches.size();
    matches.push_back(std::move(found));
  }
  llvm::erase_if(matches, [](const Match &match) { return match.empty(); });
  return matches;
}

/// A constant that is passed would be an operand that the library has to read
/// when the program runs. Inside, its code generator can see and prepare it. A
/// shape with symbols stays outside, as the symbols are not the function's.
///
/// Adds what the function has copies of: shapes and numbers without symbols,
/// and constants if `withConstants`.
static void addCopiedOperands(Match &match, bool withConstants) {
  llvm::SmallSetVector<Operation *, 4> copied;
  for (Operation *op : match)
    for (Value operand : op->getOperands()) {
      Operation *from = operand.getDefiningOp();
      if (isa_and_nonnull<ShapeOp, PrimValueOp>(from) &&
          getSymbolsUsedBy(from).empty())
        copied.insert(from);
      else if (withConstants && isa_and_nonnull<ConstantOp>(from))
        copied.insert(from);
    }
  match.insert(match.begin(), copied.begin(), copied.end());
}

void FuseOpsByPatternPass::fuse(Block &block, LibraryPattern &pattern,
                                GroupOutliner &outliner) {
  MLIRContext *context = &getContext();
  NamedAttribute attributes[] = {
      {StringAttr::get(context, kCompositeAttr), pattern.getName()},
      {StringAttr::get(context, "relax.primitive"), UnitAttr::get(context)}};
  for (Match &match : findMatches(block, pattern)) {
    // PDL gives the ops in the order in which its pattern names them, and a
    // function is made of them in the order in which they run.
    llvm::sort(match, [](Operation *first, Operation *second) {
      return first->isBeforeInBlock(second);
    });
    addCopiedOperands(match, bindConstants);
    if (outliner.outline(match, attributes))
      ++numGroups;
  }
}

/// Each composite function becomes the local one of a function of its library.
void FuseOpsByPatternPass::annotate(SymbolTable &symbols) {
  ModuleOp module = getOperation();
  DenseMap<StringAttr, FuncOp> wrappers;
  SmallVector<CallOp> calls;
  for (auto func : module.getOps<FuncOp>())
    if (!isOfLibrary(func))
      func.walk([&](CallOp call) {
        if (getCalledComposite(call, symbols))
          calls.push_back(call);
      });
  // Calls are collected first: each new function has a call of its own.
  for (CallOp call : calls) {
    FuncOp composite = getCalledComposite(call, symbols);
    FuncOp &wrapper = wrappers[composite.getSymNameAttr()];
    if (!wrapper) {
      OpBuilder builder(&getContext());
      wrapper =
          FuncOp::create(builder, composite.getLoc(), composite.getSymName(),
                         composite.getFunctionType());
      wrapper.setPrivate();
      symbols.insert(wrapper);
      builder.setInsertionPointToStart(&wrapper.getBody().front());
      auto inner = CallOp::create(
          builder, composite.getLoc(), composite.getResultTypes(),
          SymbolRefAttr::get(composite), wrapper.getArguments(),
          /*impure=*/UnitAttr());
      ReturnOp::create(builder, composite.getLoc(), inner.getResults());
      makeLibraryFunction(wrapper, getLibraryOf(getComposite(composite)),
                          composite.getSymName(), symbols);
    }
    call.setCalleeAttr(SymbolRefAttr::get(wrapper));
  }
  eraseUnusedComposites(module);
}

void FuseOpsByPatternPass::runOnOperation() {
  auto read = readPatterns();
  if (failed(read))
    return signalPassFailure();
  SymbolTable symbols(getOperation());
  FailureOr<SmallVector<FuncOp>> functions = getFunctions(symbols);
  if (failed(functions))
    return signalPassFailure();
  SmallVector<Block *> blocks;
  for (FuncOp func : *functions)
    func.walk([&](DataflowOp dataflow) {
      blocks.push_back(&dataflow.getBody().front());
    });
  // One for all patterns and functions, so that equal matches anywhere in the
  // module share a function.
  GroupOutliner outliner(symbols);
  for (std::unique_ptr<LibraryPattern> &pattern : *read)
    for (Block *block : blocks)
      fuse(*block, *pattern, outliner);
  if (annotateCodegen)
    annotate(symbols);
}

} // namespace mlir::relax
