// A program in C that compiles a model with the installed library.
// [compile-from-c]
#include "mlir-c/Diagnostics.h"
#include "relax-mlir-c/Compile.h"
#include "relax-mlir-c/Dialects.h"
#include <stdio.h>

static void put(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

static MlirLogicalResult show(MlirDiagnostic diagnostic, void *userData) {
  (void)userData;
  fputs("error: ", stderr);
  mlirDiagnosticPrint(diagnostic, put, stderr);
  fputs("\n", stderr);
  return mlirLogicalResultSuccess(); // dealt with: no other handler is asked
}

/// Compiles the text of a program to the shared library `path`, for the CPU of
/// this machine; false after an error.
static bool compile(const char *text, const char *path) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllRelaxDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, show, NULL, NULL);
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  MlirRelaxCompileOptions options = {.optLevel = 3};
  bool isDone = !mlirModuleIsNull(module) &&
                mlirLogicalResultIsSuccess(mlirRelaxCompileToSharedLibrary(
                    module, options, mlirStringRefCreateFromCString(path)));
  if (!mlirModuleIsNull(module))
    mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return isDone;
}
// [compile-from-c]

int main(int argc, char **argv) {
  bool isWrong = compile("relax.bad", argv[1]);
  return argc != 2 || isWrong ||
         !compile("relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                  "  %y = relax.nn.relu %x : tensor<2xf32>\n"
                  "  relax.return %y : tensor<2xf32>\n}\n",
                  argv[1]);
}
