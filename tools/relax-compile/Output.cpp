// What relax-compile writes for this machine: libraries, objects, text.
#include "Output.h"

#include "Relax/Support/OutputFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

namespace mlir::relax {

std::optional<Emit> getNamedEmit(StringRef path) {
  // A library with a version behind its name, as libmodel.so.1.
  if (llvm::sys::path::filename(path).contains(".so."))
    return Emit::SharedLibrary;
  return llvm::StringSwitch<std::optional<Emit>>(
             llvm::sys::path::extension(path))
      .Cases({".mlir", ".mlirbc"}, Emit::MLIR)
      .Case(".ll", Emit::LLVM)
      .Case(".s", Emit::Assembly)
      .Case(".o", Emit::Object)
      .Case(".ptx", Emit::PTX)
      .Case(".cubin", Emit::Cubin)
      .Cases({"", ".so"}, Emit::SharedLibrary)
      .Default(std::nullopt);
}

StringRef getOptionValue(Emit emit) {
  switch (emit) {
  case Emit::FromName:
    return "";
  case Emit::SharedLibrary:
    return "so";
  case Emit::Object:
    return "obj";
  case Emit::Assembly:
    return "asm";
  case Emit::LLVM:
    return "llvm";
  case Emit::PTX:
    return "ptx";
  case Emit::Cubin:
    return "cubin";
  case Emit::MLIR:
    return "mlir";
  }
  return "";
}

static NativeForm getForm(Emit emit) {
  switch (emit) {
  case Emit::LLVM:
    return NativeForm::LLVMIR;
  case Emit::Assembly:
    return NativeForm::Assembly;
  default:
    return NativeForm::Object;
  }
}

LogicalResult writeNative(ModuleOp module, Emit emit,
                          llvm::TargetMachine &machine, StringRef path) {
  // A library is optimized in parts, in parallel (writeSharedLibrary). A text
  // is for a reader, who wants all functions in one module.
  auto write = [&](llvm::raw_pwrite_stream &os) {
    return writeNativeCode(module, machine, getForm(emit), os);
  };
  return writeOutputFile(UnknownLoc::get(module.getContext()), path, write);
}

} // namespace mlir::relax
