// Which devices placements name.
#include "Relax/Dialect/Relax/IR/VDevices.h"

#include <limits>

namespace mlir::relax {

VDeviceAttr parseVDevice(MLIRContext *context, StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  int64_t index = 0;
  if (parts.size() < 2 || parts.size() > 3 || parts[0].empty() ||
      parts.back().empty() || parts[1].getAsInteger(10, index) || index < 0)
    return {};
  return VDeviceAttr::get(context, parts[0], index,
                          parts.size() == 3 ? parts[2] : "global");
}

bool isHost(VDeviceAttr device) {
  return !device || device.getTarget() == "llvm" || device.getTarget() == "c" ||
         device.getTarget() == "cpu";
}

bool isSameDevice(VDeviceAttr lhs, VDeviceAttr rhs) {
  return lhs == rhs || (isHost(lhs) && isHost(rhs));
}

// Adreno's convolutions read data and weights from textures of two kinds, hence
// of two scopes, on one device.
bool computeTogether(VDeviceAttr lhs, VDeviceAttr rhs) {
  return lhs.getTarget() == rhs.getTarget() && lhs.getIndex() == rhs.getIndex();
}

std::optional<int32_t> getCudaNumber(VDeviceAttr device) {
  if (!device || device.getTarget() != "cuda" ||
      device.getIndex() >= std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return static_cast<int32_t>(device.getIndex());
}

} // namespace mlir::relax
