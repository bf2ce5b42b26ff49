// What relax-compile writes for this machine: libraries, objects, text.
#include "Output.h"

#include "Relax/Support/OutputFile.h"
#include "Relax/Target/ObjectParts.h"
#include "Relax/Target/SharedLibrary.h"
#include "Relax/Target/TemporaryFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include <deque>

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

LogicalResult writeLibrary(ModuleOp module, const HostMachineOptions &options,
                           StringRef path, StringRef linker,
                           StringRef runtime) {
  Location location = UnknownLoc::get(module.getContext());
  SmallVector<ObjectCode> objects;
  // A deque, since a temporary file cannot be moved: its end removes it.
  std::deque<TemporaryFile> files;
  std::vector<std::string> paths;
  if (failed(generateObjects(module, options, objects)))
    return failure();
  for (const ObjectCode &object : objects) {
    if (failed(files.emplace_back().make(location, "o", object)))
      return failure();
    paths.emplace_back(files.back().getPath());
  }
  if (!runtime.empty())
    paths.push_back(runtime.str());
  return linkSharedLibrary(location, paths, path, linker,
                           llvm::Triple(options.triple));
}

LogicalResult writeNative(ModuleOp module, Emit emit,
                          llvm::TargetMachine &machine, StringRef path) {
  Location location = UnknownLoc::get(module.getContext());
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      translateToLLVM(module, context, machine);
  if (!code)
    return failure();
  // A library is optimized in parts, in parallel (generateObjects). A text is
  // for a reader, who wants all functions in one module.
  optimize(*code, machine);
  auto write = [&](llvm::raw_pwrite_stream &os) {
    return writeNativeCode(location, *code, machine, getForm(emit), os);
  };
  return writeOutputFile(location, path, write);
}

} // namespace mlir::relax
