// Replace one virtual device by another, wherever it is named.
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
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

/// `kind:index` or `kind:index:scope`; null after an error.
VDeviceAttr UpdateVDevicePass::read(StringRef option, StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  int64_t index = 0;
  bool isRead = parts.size() >= 2 && parts.size() <= 3 && !parts[0].empty() &&
                !parts.back().empty() && !parts[1].getAsInteger(10, index) &&
                index >= 0;
  if (isRead)
    return VDeviceAttr::get(&getContext(), parts[0], index,
                            parts.size() == 3 ? parts[2] : "global");
  getOperation().emitError("expects option '")
      << option << "' like cuda:0 or cuda:0:global, found \"" << text << '"';
  return {};
}

void UpdateVDevicePass::runOnOperation() {
  VDeviceAttr before = read("from", from), after = read("to", to);
  if (!before || !after)
    return signalPassFailure();
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](VDeviceAttr device) { return device == before ? after : device; });
  replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

} // namespace mlir::relax
