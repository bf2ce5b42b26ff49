// Compiles a module of the llvm dialect into the memory of this process.
#include "Relax/Target/JustInTime.h"
#include "Relax/Target/ObjectParts.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/MapperJITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/Object/ObjectFile.h"
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

// A JIT that links all `objects` into one range of addresses. They refer to
// each other's hidden symbols by 32-bit distances. LLJIT's own memory manager
// maps each object by itself, and where the kernel puts two mappings is its
// choice: under gVisor they were seen 4 TB apart.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
createJIT(ArrayRef<ObjectCode> objects) {
  // Room for one page more by section, and for tables that the linker adds.
  uint64_t bytes = uint64_t(1) << 20;
  for (const ObjectCode &object : objects) {
    auto file = llvm::object::ObjectFile::createObjectFile(
        {StringRef(object.data(), object.size()), "relax"});
    if (!file)
      return file.takeError();
    for (const llvm::object::SectionRef &section : (*file)->sections())
      bytes += section.getSize() + (uint64_t(1) << 12);
  }
  return llvm::orc::LLJITBuilder()
      .setObjectLinkingLayerCreator(
          [bytes](llvm::orc::ExecutionSession &session)
              -> llvm::Expected<std::unique_ptr<llvm::orc::ObjectLayer>> {
            auto memory =
                llvm::orc::MapperJITLinkMemoryManager::CreateWithMapper<
                    llvm::orc::InProcessMemoryMapper>(bytes);
            if (!memory)
              return memory.takeError();
            return std::make_unique<llvm::orc::ObjectLinkingLayer>(
                session, std::move(*memory));
          })
      .create();
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
  auto jit = createJIT(objects);
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
