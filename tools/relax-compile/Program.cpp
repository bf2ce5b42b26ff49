// The program that relax-compile reads, and writes where a stage ends.
#include "Program.h"
#include "Relax/Conversion/StableHLOToRelax/Passes.h"
#include "Relax/Dialect/StableHLO/IR/VHLO.h"
#include "Relax/Support/CrashReport.h"
#include "Relax/Support/InputFile.h"
#include "Relax/Support/IsolatedParse.h"
#include "Relax/Support/ModuleWeights.h"
#include "Relax/Support/Nesting.h"
#include "Relax/Support/NodeLocation.h"
#include "Relax/Support/OutputFile.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#ifdef RELAX_HAS_ONNX
#include "Relax/Import/ImportONNX.h"
#endif

namespace mlir::relax {

// A build without the importer takes a model for text, which it is not.
// ONNX's own names of files of its text are the latter two.
static bool isModel(StringRef path) {
  return path.ends_with(".onnx") || path.ends_with(".onnxtxt") ||
         path.ends_with(".onnxtext");
}

static OwningOpRef<ModuleOp> readModel(StringRef path, MLIRContext &context,
                                       const ReadOptions &options) {
#ifdef RELAX_HAS_ONNX
  ImportONNXOptions importOptions;
  importOptions.inputShapes = options.inputShapes;
  importOptions.customOps = options.customOps;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    printFileDiagnostic(diagnostic, path, llvm::errs());
  });
  return importONNX(path, &context, importOptions);
#else
  emitError(UnknownLoc::get(&context),
            "expected a build that reads ONNX models; configure it with "
            "RELAX_ENABLE_ONNX");
  return {};
#endif
}

/// A program of StableHLO, as JAX writes it, becomes one of the graph level;
/// another one stays as it is.
/// When it is read and not in the graph stage: with `--stop-at=read` a user
/// sees what the stages get, and none of them knows ops of StableHLO.
static LogicalResult convertStableHLO(ModuleOp module,
                                      const ReadOptions &options) {
  PassManager passes(module.getContext());
  ConvertStableHLOToRelaxPassOptions passOptions;
  passOptions.packedCalls.assign(options.packedCalls.begin(),
                                 options.packedCalls.end());
  passes.addPass(createConvertStableHLOToRelaxPass(passOptions));
  return passes.run(module);
}

OwningOpRef<ModuleOp> readProgram(StringRef path, MLIRContext &context,
                                  const SharedSources &sources,
                                  const ReadOptions &options) {
  if (isModel(path))
    return readModel(path, context, options);
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInput(path, error);
  if (!buffer) {
    emitError(UnknownLoc::get(&context)) << error;
    return {};
  }
  if (failed(checkNesting(*buffer, llvm::errs())))
    return {};
  StringRef version = vhlo::getVersion(buffer->getBuffer());
  bool isPortable = !version.empty();
  if (isPortable && !vhlo::isReadVersion(version)) {
    emitError(UnknownLoc::get(&context))
        << "expected portable byte code of StableHLO of version "
        << vhlo::kOldestVersion << " to " << vhlo::kNewestVersion << ", found "
        << version << "; pass the text that 'mlir_module()' gives";
    return {};
  }
  // Upstream's reader of bytecode may crash on a damaged file. In a process of
  // its own that is an error of the input.
  if (options.isolate)
    buffer = parseIsolated(*buffer, context.getDialectRegistry(), llvm::errs());
  if (!buffer)
    return {};
  // Ops and attributes that frameworks put beside StableHLO are obstacles of
  // its conversion like others, if it needs them.
  // Only for these: elsewhere an unknown dialect is a misspelt op, and has to
  // be an error of the parser.
  // A function of one call, as of `lax.erf`, may have ops of chlo alone, and
  // one that gives its input back shardings alone.
  bool isStableHLO =
      isPortable ||
      llvm::any_of(ArrayRef<StringRef>{"stablehlo.", "chlo.", "sdy."},
                   [&](StringRef dialect) {
                     return buffer->getBuffer().contains(dialect);
                   });
  context.allowUnregisteredDialects(isStableHLO);
  // Before parsing, so that a crash of the parser has its input in the report.
  CrashReport::setInput(path, buffer->getBuffer());
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module || failed(loadNamedWeights(*module, path)) ||
      (isStableHLO && failed(convertStableHLO(*module, options))))
    return {};
  context.allowUnregisteredDialects(false);
  return module;
}

LogicalResult writeProgram(ModuleOp module, StringRef path) {
  auto write = [&](llvm::raw_pwrite_stream &os) {
    if (path.ends_with(".mlirbc"))
      return writeBytecodeToFile(module, os);
    module.print(os);
    return success();
  };
  return writeOutputFile(UnknownLoc::get(module.getContext()), path, write);
}

} // namespace mlir::relax
