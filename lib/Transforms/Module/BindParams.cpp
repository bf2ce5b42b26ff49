// Make constants of a function's parameters, from a file of tensors.
#include "PrivateCalls.h"
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Support/ModuleWeights.h"
#include "Relax/Support/Safetensors.h"
#include "Relax/Transforms/Module/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_BINDPARAMSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
struct BindParamsPass : impl::BindParamsPassBase<BindParamsPass> {
  using BindParamsPassBase::BindParamsPassBase;

  void runOnOperation() override {
    auto func = getOperation().lookupSymbol<FuncOp>(function);
    if (!func) {
      getOperation().emitOpError("expects a function @")
          << function << " whose parameters are bound";
      return signalPassFailure();
    }
    FailureOr<Safetensors> tensors = Safetensors::open(file, func.getLoc());
    if (failed(tensors) || failed(checkUses(func)) ||
        failed(bind(func, *tensors)))
      signalPassFailure();
  }

private:
  /// Calls inside the module say what the parameters are. After binding, the
  /// function has fewer parameters. Calls could be rewritten only if the
  /// callers' arguments were equal to the file's tensors, and nobody can know
  /// that.
  LogicalResult checkUses(FuncOp func) {
    auto uses = SymbolTable::getSymbolUses(func, getOperation());
    if (uses && uses->empty())
      return success();
    InFlightDiagnostic error =
        func.emitOpError("is used in the module, where its parameters are "
                         "given; expected a function that only others call");
    if (uses)
      error.attachNote(uses->begin()->getUser()->getLoc()) << "a use is here";
    return error;
  }

  LogicalResult bind(FuncOp func, const Safetensors &tensors) {
    llvm::BitVector bound(func.getNumArguments());
    // All tensors are found before anything changes, so that an error leaves
    // the function as it was.
    SmallVector<DenseResourceElementsAttr> weights(func.getNumArguments());
    SymbolValues values;
    for (unsigned index = 0; index < func.getNumArguments(); ++index) {
      std::string name = func.getParameterName(index);
      if (!tensors.find(name))
        continue;
      FailureOr<DenseResourceElementsAttr> weight =
          getWeight(tensors, name, func.getArgument(index), values);
      if (failed(weight))
        return failure();
      // Nothing changes before all weights fit: an error leaves the function as
      // it was.
      weights[index] = *weight;
      bound.set(index);
    }
    if (bound.none())
      return success();
    // The sizes of what is bound are known now.
    substituteSymbols(func, values);
    // All constants stand at the start of the body: parameters dominate
    // everything, and so must they.
    auto builder = OpBuilder::atBlockBegin(&func.getBody().front());
    for (unsigned index : bound.set_bits()) {
      BlockArgument parameter = func.getArgument(index);
      parameter.replaceAllUsesWith(ConstantOp::create(
          builder, parameter.getLoc(), parameter.getType(), weights[index]));
    }
    eraseParameters(func, bound);
    return success();
  }

  /// The constant for a parameter, once its type allows it; the symbols in the
  /// type get their values.
  FailureOr<DenseResourceElementsAttr> getWeight(const Safetensors &tensors,
                                                 StringRef name,
                                                 BlockArgument parameter,
                                                 SymbolValues &values) {
    auto type = dyn_cast<RankedTensorType>(parameter.getType());
    RankedTensorType stored =
        type ? RankedTensorType::get(tensors.find(name)->shape,
                                     type.getElementType())
             : nullptr;
    Type known;
    // A symbol that two parameters share is bound by the first, and the second
    // must agree with it. The check is on the type with values filled in, so
    // `n` against 4 and then against 5 is an error here.
    if (stored) {
      bindSymbols(type, stored, values);
      known = makeSymbolReplacer(values).replace(type);
    }
    auto ranked = dyn_cast_or_null<RankedTensorType>(known);
    // The elements' type is the parameter's; `getStoredConstant` rejects a file
    // that has another one.
    if (!ranked || ranked.getShape() != stored.getShape())
      return emitError(parameter.getLoc())
             << "parameter \"" << name << "\" has the type "
             << parameter.getType() << ", expected that of the tensor of \""
             << file << "\"";
    return getStoredConstant(tensors, name, stored, parameter.getLoc());
  }
};
} // namespace

} // namespace mlir::relax
