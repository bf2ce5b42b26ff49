// Sets the relax dialect up: what it registers and how its IR is abbreviated.
#include "Relax/Dialect/Relax/IR/BytecodeVersion.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "mlir/IR/OpImplementation.h"

#include "Relax/Dialect/Relax/IR/RelaxDialect.cpp.inc"

namespace mlir::relax {

namespace {
/// Gives encodings that are long or name a device an alias, `#dims`.
struct RelaxAliases : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isa<VDeviceAttr>(attr)) {
      os << "vdevice";
      return AliasResult::OverridableAlias;
    }
    auto dims = dyn_cast<DimsAttr>(attr);
    if (!dims || !isLong(dims))
      return AliasResult::NoAlias;
    os << "dims";
    return AliasResult::OverridableAlias;
  }

private:
  // More than what reads well inside a tensor type.
  static constexpr size_t kLongText = 40;

  static bool isLong(DimsAttr dims) {
    if (dims.getVdevice())
      return true;
    std::string text;
    llvm::raw_string_ostream os(text);
    printDimList(os, dims.getDims());
    return text.size() > kLongText;
  }
};
} // namespace

void RelaxDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOps();
  addInterfaces<BytecodeVersion, RelaxAliases>();
}

} // namespace mlir::relax
