// Checks that every reference resolves and every exported name is one name.
#include "Relax/Transforms/Contracts/Passes.h"
#include "Violations.h"

#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYSYMBOLSPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"

namespace {
struct VerifySymbolsPass : impl::VerifySymbolsPassBase<VerifySymbolsPass> {
  void runOnOperation() override;
};
} // namespace

/// Whether attributes that belong to `op` may name symbols. Most ops are loads,
/// stores and arithmetic, of which this is known. A scheduled module consists
/// mostly of them, so that their attributes would be most of the work.
static bool mayNameSymbols(Operation *op) {
  static constexpr StringRef kWithout[] = {"arith", "math", "memref", "scf",
                                           "vector"};
  return isa<SymbolUserOpInterface>(op) ||
         !llvm::is_contained(kWithout, op->getName().getDialectNamespace());
}

/// Reports what an op refers to and nothing defines, each name once.
static void checkReferences(Operation *op, SymbolTableCollection &tables,
                            Violations &violations) {
  llvm::SmallSetVector<SymbolRefAttr, 2> references;
  DictionaryAttr attributes = mayNameSymbols(op)
                                  ? op->getAttrDictionary()
                                  : op->getDiscardableAttrDictionary();
  // In pre-order and skipping: `@a::@b` is one reference, and `@b` alone is
  // none.
  attributes.walk<WalkOrder::PreOrder>([&](SymbolRefAttr name) {
    references.insert(name);
    return WalkResult::skip();
  });
  // Functions of the run time are found when it calls them, those of C when the
  // library is loaded.
  if (auto call = dyn_cast<tir::CallExternOp>(op))
    references.remove(call.getCalleeAttr());
  for (SymbolRefAttr name : references)
    // VerifySymbolsPass R1: what is referred to is there.
    if (!tables.lookupNearestSymbolFrom(op, name))
      violations.report(op, 1, "refers to ")
          << name
          << ", expected a symbol of the module; define it or drop the op";
}

/// Whether the world sees a symbol: declarations and what other symbols are in
/// have names for the module only. A module in a module and the code of a
/// device are no function of a name.
static bool isExported(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return SymbolTable::getSymbolVisibility(op) !=
             SymbolTable::Visibility::Private &&
         !op->hasTrait<OpTrait::SymbolTable>() &&
         !(function && function.isExternal());
}

namespace {
/// The names under which a module, or the code of one device, exports symbols.
class ExportedNames {
public:
  explicit ExportedNames(Violations &violations) : violations(violations) {}

  /// Reports the names of the symbols in one table that are not one name each.
  void check(Operation *table);

private:
  Violations &violations;
  /// The symbols by name; modules inside modules are one for the world. Modules
  /// inside modules are linked to one object, the code of each device is loaded
  /// by itself, so names may repeat there.
  llvm::DenseMap<Operation *, llvm::StringMap<Operation *>> exported;
};
} // namespace

void ExportedNames::check(Operation *table) {
  auto &known = exported[isa<ModuleOp>(table) ? nullptr : table];
  for (Operation &op : table->getRegion(0).getOps()) {
    auto symbol =
        op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (!symbol)
      continue;
    auto name = op.getAttrOfType<StringAttr>("global_symbol");
    // VerifySymbolsPass R2: one name for the module and for the world.
    if (name && name != symbol)
      violations.report(&op, 2, "is exported as \"")
          << name.getValue() << "\", expected its symbol, @"
          << symbol.getValue() << "; run 'relax-normalize-global-symbols'";
    if (!isExported(&op))
      continue;
    auto [it, isNew] =
        known.try_emplace((name ? name : symbol).getValue(), &op);
    // VerifySymbolsPass R3: one symbol for one name.
    if (!isNew)
      (violations.report(&op, 3, "is exported as \"")
       << it->first() << "\", expected a free name; rename one of the two")
              .attachNote(it->second->getLoc())
          << "the other symbol is here";
  }
}

void VerifySymbolsPass::runOnOperation() {
  Violations violations(getArgument());
  SymbolTableCollection tables;
  ExportedNames names(violations);
  // A symbol table is checked once, when the walk meets its op.
  getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != getOperation())
      checkReferences(op, tables, violations);
    if (op->hasTrait<OpTrait::SymbolTable>())
      names.check(op);
  });
  if (violations.any())
    signalPassFailure();
  markAllAnalysesPreserved();
}

} // namespace mlir::relax
