// Functions whose every use is known to be a call.
#include "PrivateCalls.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// A use other than a call, such as a closure, fixes the signature. One walk
/// over the module counts all uses; asking per function would be quadratic.
SmallVector<PrivateFunction> getPrivateFunctions(ModuleOp module) {
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    // An op of an unknown dialect may use any symbol, so that nothing is known.
    return {};
  llvm::MapVector<StringAttr, PrivateFunction> found;
  for (FuncOp func : module.getOps<FuncOp>())
    if (func.isPrivate())
      found[func.getSymNameAttr()].func = func;
  for (const SymbolTable::SymbolUse &use : *uses) {
    auto entry = found.find(use.getSymbolRef().getRootReference());
    // Functions erased from the map by an earlier use stay out: `find` does not
    // meet them again.
    if (entry == found.end())
      continue;
    if (auto call = dyn_cast<CallOp>(use.getUser()))
      entry->second.calls.push_back(call);
    else
      // A closure, say, is called with the old signature from where nobody sees
      // it.
      found.erase(entry);
  }
  SmallVector<PrivateFunction> result;
  for (auto &[name, function] : found)
    if (!function.calls.empty())
      result.push_back(std::move(function));
  return result;
}

/// Linear in calls where nothing changes twice; the list in a loop would be
/// made anew for each change, 10,000 times for 10,000 functions.
bool changePrivateFunctions(
    ModuleOp module, llvm::function_ref<bool(PrivateFunction &)> change) {
  SmallVector<PrivateFunction> functions = getPrivateFunctions(module);
  DenseMap<FuncOp, size_t> places;
  for (auto [place, function] : llvm::enumerate(functions))
    places[function.func] = place;
  SmallVector<llvm::SmallSetVector<size_t, 4>> neighbours(functions.size());
  for (auto [place, function] : llvm::enumerate(functions)) {
    neighbours[place].insert(place);
    for (CallOp call : function.calls) {
      auto caller = places.find(call->getParentOfType<FuncOp>());
      if (caller == places.end())
        continue;
      neighbours[place].insert(caller->second);
      neighbours[caller->second].insert(place);
    }
  }
  auto all = llvm::seq<size_t>(0, functions.size());
  llvm::SetVector<size_t> waiting(all.begin(), all.end());
  bool changed = false;
  while (!waiting.empty()) {
    size_t place = waiting.pop_back_val();
    if (!change(functions[place]))
      continue;
    changed = true;
    waiting.insert_range(neighbours[place]);
  }
  return changed;
}

/// Discardable attributes are carried over; what an embedder wrote on the call
/// is not ours to drop.
CallOp changeCall(CallOp call, ValueRange args, TypeRange results) {
  OpBuilder builder(call);
  auto changed =
      CallOp::create(builder, call.getLoc(), results, call.getCalleeAttr(),
                     args, call.getImpureAttr());
  changed->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  return changed;
}

void updateSignature(FuncOp func) {
  Block &body = func.getBody().front();
  func.setFunctionType(
      FunctionType::get(func.getContext(), body.getArgumentTypes(),
                        body.getTerminator()->getOperandTypes()));
}

LogicalResult verifyWeightsGivenOutside(FuncOp func, ModuleOp module) {
  auto uses = SymbolTable::getSymbolUses(func, module);
  if (uses && uses->empty())
    return success();
  InFlightDiagnostic error =
      func.emitOpError("is used in the module, where its weights are given; "
                       "expected no 'num_input', or calls from outside only");
  if (uses)
    error.attachNote(uses->begin()->getUser()->getLoc()) << "a use is here";
  return error;
}

/// `num_input` is the number of leading parameters that are inputs, so only
/// dropped ones in front of it count.
void eraseParameters(FuncOp func, const llvm::BitVector &dropped) {
  // `num_input` counts from the left, so it shrinks with what goes there.
  if (std::optional<uint64_t> inputs = func.getNumInput()) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < *inputs; ++i)
      kept += !dropped.test(unsigned(i));
    func.setNumInput(kept);
  }
  (void)func.eraseArguments(dropped);
}

} // namespace mlir::relax
