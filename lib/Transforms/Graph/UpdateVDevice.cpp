// Replace one virtual device by another, wherever it is named.
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relax {
#define GEN_PASS_DEF_UPDATEVDEVICEPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
struct UpdateVDevicePass : impl::UpdateVDevicePassBase<UpdateVDevicePass> {
  using Base::Base;

  void runOnOperation() override;

private:
  VDeviceAttr read(StringRef option, StringRef text);
};
} // namespace

/// The device of an option; null after an error.
VDeviceAttr UpdateVDevicePass::read(StringRef option, StringRef text) {
  VDeviceAttr device = parseVDevice(&getContext(), text);
  if (!device)
    getOperation().emitError("expects option '")
        << option << "' like cuda:0 or cuda:0:global, found \"" << text << '"';
  return device;
}

void UpdateVDevicePass::runOnOperation() {
  VDeviceAttr before = read("from", from), after = read("to", to);
  if (!before || !after)
    return signalPassFailure();
  // Devices stand in encodings of types, in attributes of hints and inside of
  // callables. The replacer finds all of them; a walk over value types would
  // miss the nested ones. Types are uniqued, so it looks at each once.
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](VDeviceAttr device) { return device == before ? after : device; });
  replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

} // namespace mlir::relax
