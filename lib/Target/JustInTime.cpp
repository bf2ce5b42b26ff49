// Compiles a module of the llvm dialect into the memory of this process.
#include "Relax/Target/JustInTime.h"
#include "Relax/Target/ObjectParts.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::relax {

static llvm::Error addSymbols(llvm::orc::LLJIT &jit,
                              ArrayRef<JustInTimeSymbol> symbols) {
  llvm::orc::SymbolMap map;
  for (const JustInTimeSymbol &symbol : symbols)
    map[jit.mangleAndIntern(symbol.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  // ORC asks a generator only for names that the library lacks. So the
  // addresses of the caller come first, and a function of the same name in the
  // process cannot take their place.
  llvm::orc::JITDylib &library = jit.getMainJITDylib();
  if (llvm::Error error =
          library.define(llvm::orc::absoluteSymbols(std::move(map))))
    return error;
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      jit.getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  return llvm::Error::success();
}

std::unique_ptr<JustInTimeCode>
JustInTimeCode::compile(ModuleOp module, const HostMachineOptions &options,
                        ArrayRef<JustInTimeSymbol> symbols) {
  // Objects are generated as for files, in parts and with all threads. LLJIT
  // would take IR as well, but with a pipeline of its own.
  SmallVector<ObjectCode> objects;
  if (failed(generateObjects(module, options, objects)))
    return nullptr;
  auto report = [&](llvm::Error error) -> std::unique_ptr<JustInTimeCode> {
    module.emitError("cannot be compiled in memory: ")
        << llvm::toString(std::move(error));
    return nullptr;
  };
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return report(jit.takeError());
  if (llvm::Error error = addSymbols(**jit, symbols))
    return report(std::move(error));
  for (const ObjectCode &object : objects) {
    StringRef bytes(object.data(), object.size());
    if (llvm::Error error = (*jit)->addObjectFile(
            // A copy: the JIT links at the first lookup, when `objects` is
            // gone.
            llvm::MemoryBuffer::getMemBufferCopy(bytes, "relax")))
      return report(std::move(error));
  }
  return std::unique_ptr<JustInTimeCode>(new JustInTimeCode(std::move(*jit)));
}

void *JustInTimeCode::find(Location location, StringRef name) {
  auto address = jit->lookup(name);
  if (address)
    return address->toPtr<void *>();
  emitError(location, "cannot find \"")
      << name
      << "\" in the compiled code: " << llvm::toString(address.takeError());
  return nullptr;
}

} // namespace mlir::relax
