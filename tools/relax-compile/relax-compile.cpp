// relax-compile: from a model or a module of any stage to native code.
#include "Relax/InitAll.h"
#include "Relax/Target/NativeCode.h"
#include "Relax/Target/OutputFile.h"
#include "Relax/Target/SharedLibrary.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

namespace {
enum class Emit { MLIR, LLVM, Assembly, Object, SharedLibrary };
} // namespace

static llvm::cl::OptionCategory category("relax-compile options");

static llvm::cl::opt<std::string>
    inputPath(llvm::cl::Positional, llvm::cl::desc("<model.onnx|model.mlir>"),
              llvm::cl::Required, llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    outputPath("o", llvm::cl::desc("Output file; \"-\" is standard output"),
               llvm::cl::value_desc("path"), llvm::cl::Required,
               llvm::cl::cat(category));
static llvm::cl::opt<Emit>
    emit("emit", llvm::cl::desc("What to write"),
         llvm::cl::values(clEnumValN(Emit::SharedLibrary, "so",
                                     "shared library for relax-run (default)"),
                          clEnumValN(Emit::Object, "obj", "object file"),
                          clEnumValN(Emit::Assembly, "asm", "assembly"),
                          clEnumValN(Emit::LLVM, "llvm", "LLVM IR"),
                          clEnumValN(Emit::MLIR, "mlir", "MLIR, lowered")),
         llvm::cl::init(Emit::SharedLibrary), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    cpu("mcpu", llvm::cl::desc("CPU to compile for (default: native)"),
        llvm::cl::init("native"), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    features("mattr", llvm::cl::desc("CPU features to add or drop"),
             llvm::cl::value_desc("+a,-b"), llvm::cl::cat(category));
static llvm::cl::opt<unsigned>
    optLevel("O", llvm::cl::desc("Optimization level, 0 to 3 (default: 3)"),
             llvm::cl::Prefix, llvm::cl::init(3), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    linker("linker", llvm::cl::desc("Program that links shared libraries"),
           llvm::cl::cat(category));

static mlir::relax::NativeForm getForm(Emit emit) {
  switch (emit) {
  case Emit::LLVM:
    return mlir::relax::NativeForm::LLVMIR;
  case Emit::Assembly:
    return mlir::relax::NativeForm::Assembly;
  default:
    return mlir::relax::NativeForm::Object;
  }
}

static mlir::LogicalResult writeLibrary(mlir::Location location,
                                        llvm::Module &code,
                                        llvm::TargetMachine &machine) {
  // The linker wants a file; it goes when this function returns.
  llvm::SmallString<64> object;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("relax", "o", object))
    return mlir::emitError(location, "cannot make a temporary file: ")
           << error.message();
  llvm::FileRemover remover(object);
  auto write = [&](llvm::raw_pwrite_stream &os) {
    return writeNativeCode(location, code, machine,
                           mlir::relax::NativeForm::Object, os);
  };
  if (failed(mlir::relax::writeOutputFile(location, object, write)))
    return mlir::failure();
  return mlir::relax::linkSharedLibrary(location, object, outputPath, linker);
}

static mlir::LogicalResult writeNative(mlir::ModuleOp module) {
  mlir::Location location = module.getLoc();
  mlir::relax::HostMachineOptions options{cpu, features, optLevel};
  std::unique_ptr<llvm::TargetMachine> machine =
      mlir::relax::createHostMachine(location, options);
  if (!machine)
    return mlir::failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      mlir::relax::translateToLLVM(module, context, *machine);
  if (!code)
    return mlir::failure();
  if (emit == Emit::SharedLibrary)
    return writeLibrary(location, *code, *machine);
  auto write = [&](llvm::raw_pwrite_stream &os) {
    return writeNativeCode(location, *code, *machine, getForm(emit), os);
  };
  return mlir::relax::writeOutputFile(location, outputPath, write);
}

static mlir::LogicalResult writeMLIR(mlir::ModuleOp module) {
  auto write = [&](llvm::raw_pwrite_stream &os) {
    module.print(os);
    return mlir::success();
  };
  return mlir::relax::writeOutputFile(module.getLoc(), outputPath, write);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "Compiles a model to a shared library or other forms.\n");
  mlir::DialectRegistry registry;
  mlir::relax::registerAllDialects(registry);
  mlir::relax::registerNativeTranslations(registry);
  mlir::MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  auto sources = std::make_shared<llvm::SourceMgr>();
  mlir::SourceMgrDiagnosticHandler handler(*sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(inputPath, *sources, &context);
  if (!module)
    return 1;
  mlir::LogicalResult result =
      emit == Emit::MLIR ? writeMLIR(*module) : writeNative(*module);
  return failed(result) ? 1 : 0;
}
