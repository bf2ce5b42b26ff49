/* Passes, pipelines and compilation from C, with their errors. */
// RUN: rm -rf %t && mkdir %t
// RUN: capi-compile %t 2>&1 | FileCheck %s
// RUN: relax-run %t/model.so --input=2xf32=3 --output=- > %t/values
// RUN: FileCheck %s --check-prefix=VALUE --input-file=%t/values
// VALUE: 6
#include "relax-mlir-c/Compile.h"
#include "check.h"
#include "mlir-c/Pass.h"
#include "relax-mlir-c/Dialects.h"
#include "relax-mlir-c/Passes.h"
#include <string.h>

static const char *const program =
    "relax.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
    "  %y = relax.add %x, %x : tensor<2xf32>\n"
    "  relax.return %y : tensor<2xf32>\n"
    "}\n";

// The length of code, and its first four bytes.
struct Code {
  size_t length;
  char head[4];
};

static void keep(MlirStringRef part, void *userData) {
  struct Code *code = userData;
  code->length = part.length;
  memcpy(code->head, part.data, 4);
}

static MlirModule parse(MlirContext context) {
  return mlirModuleCreateParse(context, text(program));
}

static void makeTargets(MlirContext context, MlirAttribute *native,
                        MlirAttribute *haswell) {
  MlirRelaxTargetRequest request = {.isEmulated = false};
  *native = mlirRelaxTargetAttrMake(context, request);
  request.cpu = text("haswell");
  request.triple = text("x86_64-linux-gnu");
  *haswell = mlirRelaxTargetAttrMake(context, request);
  // CHECK: error: {{.*}}no-such-chip
  // CHECK: target 1 1 0
  request.device = text("no-such-chip");
  MlirAttribute missing = mlirRelaxTargetAttrMake(context, request);
  printf("target %d %d %d\n", mlirAttributeIsARelaxTargetAttr(*native),
         mlirAttributeIsARelaxTargetAttr(*haswell),
         mlirAttributeIsARelaxTargetAttr(missing));
}

static void testPasses(MlirContext context, MlirAttribute target) {
  MlirModule module = parse(context);
  MlirPassManager passes = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(passes, mlirCreateRelaxToTIRLegalizeOpsPass());
  MlirLogicalResult result =
      mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(module));
  // CHECK: legalized 1
  // CHECK: relax.call_tir @add
  printf("legalized %d\n", mlirLogicalResultIsSuccess(result));
  mlirOperationPrint(mlirModuleGetOperation(module), write, NULL);
  MlirOpPassManager all = mlirPassManagerGetAsOpPassManager(passes);
  // CHECK: pipeline 1, stages 1 0 0
  result =
      mlirOpPassManagerAddPipeline(all, text("relax-graph-stage"), write, NULL);
  MlirAttribute none = {NULL};
  printf(
      "pipeline %d, stages %d %d %d\n", mlirLogicalResultIsSuccess(result),
      mlirLogicalResultIsSuccess(mlirRelaxAddStage(all, text("graph"), target)),
      mlirLogicalResultIsSuccess(mlirRelaxAddStage(all, text("grape"), target)),
      mlirLogicalResultIsSuccess(mlirRelaxAddStage(all, text("graph"), none)));
  mlirPassManagerDestroy(passes);
  mlirModuleDestroy(module);
}

static void testCode(MlirContext context, MlirAttribute target) {
  MlirRelaxCompileOptions options = {target, 2};
  static const char *const names[] = {"llvm", "assembly", "object"};
  for (int form = MlirRelaxNativeFormLLVMIR; form <= MlirRelaxNativeFormObject;
       ++form) {
    MlirModule module = parse(context);
    struct Code code = {0, {0}};
    MlirLogicalResult result = mlirRelaxCompileToCode(
        module, options, (MlirRelaxNativeForm)form, keep, &code);
    // CHECK: llvm 1, 1 bytes, ELF 0
    // CHECK: assembly 1, 1 bytes, ELF 0
    // CHECK: object 1, 1 bytes, ELF 1
    printf("%s %d, %d bytes, ELF %d\n", names[form],
           mlirLogicalResultIsSuccess(result), code.length > 100,
           memcmp(code.head, "\177ELF", 4) == 0);
    mlirModuleDestroy(module);
  }
}

static void compile(MlirContext context, const char *path, MlirAttribute target,
                    unsigned optLevel) {
  MlirRelaxCompileOptions options = {target, optLevel};
  MlirModule module = parse(context);
  MlirLogicalResult result =
      mlirRelaxCompileToSharedLibrary(module, options, text(path));
  printf("library %d\n", mlirLogicalResultIsSuccess(result));
  mlirModuleDestroy(module);
}

// The error of a second target.
static void testTwoTargets(MlirContext context, MlirAttribute target,
                           MlirAttribute other) {
  MlirModule module = parse(context);
  mlirOperationSetDiscardableAttributeByName(mlirModuleGetOperation(module),
                                             text("relax.target"), target);
  struct Code code;
  MlirRelaxCompileOptions options = {other, 0};
  MlirLogicalResult result = mlirRelaxCompileToCode(
      module, options, MlirRelaxNativeFormObject, keep, &code);
  // CHECK: error: {{.*}}is for the target #relax.target<cpu{{.*}}, expected the
  // target that is asked for, #relax.target<cpu{{.*}}"haswell"{{.*}}; compile
  // it without one CHECK: code 0
  printf("code %d\n", mlirLogicalResultIsSuccess(result));
  mlirModuleDestroy(module);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  char path[4096];
  snprintf(path, sizeof(path), "%s/model.so", argv[1]);
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllRelaxDialects(registry);
  // Twice is once.
  mlirRegisterAllRelaxPasses();
  mlirRegisterRelaxPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, true);
  mlirContextLoadAllAvailableDialects(context);
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  MlirAttribute null = {NULL}, native, haswell;
  makeTargets(context, &native, &haswell);
  testPasses(context, native);
  testCode(context, native);
  testTwoTargets(context, native, haswell);
  const char *const missing = "no/such/folder/model.so";
  // CHECK: error: expected a target as #relax.target, found "cuda"
  // CHECK: library 0
  compile(context, path, mlirAttributeParseGet(context, text("\"cuda\"")), 2);
  // CHECK: error: expected an optimization level of 0 to 3, found 4
  // CHECK: library 0
  compile(context, path, null, 4);
  // CHECK: error: {{.*}}no/such/folder
  // CHECK: library 0
  compile(context, missing, null, 0);
  // CHECK: library 1
  compile(context, path, null, 3);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return 0;
}
