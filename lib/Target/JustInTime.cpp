// Compiles a module of the llvm dialect into the memory of this process.
#include "Relax/Target/JustInTime.h"
#include "Relax/Target/NativeCode.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"

namespace mlir::relax {

// LLJIT compiles with the machine that was asked for, not with one of its own.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
createJIT(std::unique_ptr<llvm::TargetMachine> machine) {
  llvm::orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(
      llvm::orc::JITTargetMachineBuilder(machine->getTargetTriple()));
  builder.setDataLayout(machine->createDataLayout());
  builder.setCompileFunctionCreator(
      [&](llvm::orc::JITTargetMachineBuilder)
          -> llvm::Expected<
              std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> {
        return std::make_unique<llvm::orc::TMOwningSimpleCompiler>(
            std::move(machine));
      });
  return builder.create();
}

static llvm::Error addSymbols(llvm::orc::LLJIT &jit,
                              ArrayRef<JustInTimeSymbol> symbols) {
  llvm::orc::SymbolMap map;
  for (const JustInTimeSymbol &symbol : symbols)
    map[jit.mangleAndIntern(symbol.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
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
  std::unique_ptr<llvm::TargetMachine> machine =
      createHostMachine(module.getLoc(), options);
  if (!machine)
    return nullptr;
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code =
      translateToLLVM(module, *context, *machine);
  if (!code)
    return nullptr;
  auto report = [&](llvm::Error error) -> std::unique_ptr<JustInTimeCode> {
    module.emitError("cannot be compiled in memory: ")
        << llvm::toString(std::move(error));
    return nullptr;
  };
  auto jit = createJIT(std::move(machine));
  if (!jit)
    return report(jit.takeError());
  if (llvm::Error error = addSymbols(**jit, symbols))
    return report(std::move(error));
  if (llvm::Error error = (*jit)->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(code), std::move(context))))
    return report(std::move(error));
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
