/* Types and attributes of the dialects, made, read and refused from C. */
// RUN: capi-dialects 2>&1 | FileCheck %s
#include "relax-mlir-c/Dialects.h"
#include "check.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static void showType(const char *name, MlirType type) {
  printf("%s: ", name);
  if (type.ptr)
    mlirTypePrint(type, write, NULL);
  else
    printf("null");
  printf("\n");
}

static void showAttr(const char *name, MlirAttribute attr) {
  printf("%s: ", name);
  if (attr.ptr)
    mlirAttributePrint(attr, write, NULL);
  else
    printf("null");
  printf("\n");
}

static void showSymbols(MlirStringRef name, void *userData) {
  ++*(int *)userData;
  printf("symbol %.*s\n", (int)name.length, name.data);
}

static MlirAttribute testExprs(MlirContext context) {
  MlirAttribute n = mlirRelaxSymExprAttrSymbolGet(context, text("n"));
  MlirAttribute two = mlirRelaxSymExprAttrConstantGet(context, 2);
  MlirAttribute both[2] = {n, two}, none[2] = {n, {NULL}};
  // CHECK: sum: #relax.expr<n + 2>
  showAttr("sum",
           mlirRelaxSymExprAttrGet(context, MlirRelaxSymOperatorSum, 2, both));
  MlirAttribute product =
      mlirRelaxSymExprAttrGet(context, MlirRelaxSymOperatorProduct, 2, both);
  // CHECK: product: #relax.expr<n * 2>
  showAttr("product", product);
  // CHECK: min: #relax.expr<min(n, 2)>
  // CHECK: max: #relax.expr<max(n, 2)>
  showAttr("min",
           mlirRelaxSymExprAttrGet(context, MlirRelaxSymOperatorMin, 2, both));
  showAttr("max",
           mlirRelaxSymExprAttrGet(context, MlirRelaxSymOperatorMax, 2, both));
  // CHECK: floordiv: #relax.expr<n floordiv 2>
  // CHECK: floormod: #relax.expr<n floormod 2>
  // CHECK: ceildiv: #relax.expr<(n + 1) floordiv 2>
  showAttr("floordiv", mlirRelaxSymExprAttrGet(
                           context, MlirRelaxSymOperatorFloorDiv, 2, both));
  showAttr("floormod", mlirRelaxSymExprAttrGet(
                           context, MlirRelaxSymOperatorFloorMod, 2, both));
  showAttr("ceildiv", mlirRelaxSymExprAttrGet(
                          context, MlirRelaxSymOperatorCeilDiv, 2, both));
  // CHECK: unknown: null
  // CHECK: half: null
  showAttr("unknown",
           mlirRelaxSymExprAttrGet(context, MlirRelaxSymOperatorSum, 2, none));
  showAttr("half", mlirRelaxSymExprAttrGet(
                       context, MlirRelaxSymOperatorFloorDiv, 1, both));
  int64_t value = 0;
  bool isConstant = mlirRelaxSymExprAttrGetConstant(two, &value);
  // CHECK: constant 1 2, 0
  printf("constant %d %d, %d\n", isConstant, (int)value,
         mlirRelaxSymExprAttrGetConstant(n, &value));
  // CHECK: lower 1 0, upper 0
  bool hasLower = mlirRelaxSymExprAttrGetLowerBound(n, &value);
  printf("lower %d %d, upper %d\n", hasLower, (int)value,
         mlirRelaxSymExprAttrGetUpperBound(n, &value));
  int symbols = 0;
  // CHECK: symbol n
  // CHECK: 1 symbol, n
  mlirRelaxSymExprAttrWalkSymbols(product, showSymbols, &symbols);
  printf("%d symbol, ", symbols);
  write(mlirRelaxSymExprAttrGetSymbol(n), NULL);
  printf("\n");
  return product;
}

static void testAttributes(MlirLocation location, MlirAttribute expr) {
  MlirContext context = mlirLocationGetContext(location);
  MlirAttribute cuda =
      mlirRelaxVDeviceAttrGetChecked(location, text("cuda"), 1, text("global"));
  MlirAttribute four = mlirRelaxSymExprAttrConstantGet(context, 4);
  MlirAttribute sizes[2] = {expr, four};
  MlirAttribute dims = mlirRelaxDimsAttrGetChecked(location, 2, sizes, cuda);
  // CHECK: dims: #relax.dims<[n * 2, 4], vdevice = #relax.vdevice<"cuda", 1>>
  showAttr("dims", dims);
  // CHECK: second of 2: #relax.expr<4>
  printf("second of %d: ", (int)mlirRelaxDimsAttrGetNumDims(dims));
  mlirAttributePrint(mlirRelaxDimsAttrGetDimsAt(dims, 1), write, NULL);
  printf("\n");
  MlirAttribute device = mlirRelaxDimsAttrGetVdevice(dims);
  // CHECK: on cuda 1 global
  printf("on %s %d %s\n", mlirRelaxVDeviceAttrGetTarget(device).data,
         (int)mlirRelaxVDeviceAttrGetIndex(device),
         mlirRelaxVDeviceAttrGetMemoryScope(device).data);
  MlirAttribute host = mlirRelaxTargetAttrGetChecked(
      location, MlirRelaxTargetKindCPU, text(""), text("haswell"), text(""),
      text(""), 256, 8, 1 << 20, false, (MlirAttribute){NULL});
  MlirAttribute target = mlirRelaxTargetAttrGetChecked(
      location, MlirRelaxTargetKindCUDA, text(""), text(""), text("sm_90"),
      text(""), 0, 132, 0, false, host);
  // CHECK: target: #relax.target<cuda, chip = "sm_90", cores = 132, host =
  // <cpu, cpu = "haswell", vector_bits = 256, cores = 8, cache_bytes =
  // 1048576>>
  showAttr("target", target);
  // CHECK: kind 1, 132 cores, host of 256 bits
  printf("kind %d, %u cores, host of %u bits\n",
         mlirRelaxTargetAttrGetKind(target),
         mlirRelaxTargetAttrGetCores(target),
         mlirRelaxTargetAttrGetVectorBits(mlirRelaxTargetAttrGetHost(target)));
  MlirAttribute kind =
      mlirTIRForKindAttrGetChecked(location, MlirTIRForKindParallel);
  // CHECK: for: #tir<for_kind parallel>
  showAttr("for", kind);
  // CHECK: iter: #tir<iter_kind reduce>
  showAttr("iter",
           mlirTIRIterKindAttrGetChecked(location, MlirTIRIterKindReduce));
  // CHECK: parallel 1, classes 1 0 0
  printf("parallel %d, classes %d %d %d\n", mlirTIRForKindAttrGetValue(kind),
         mlirAttributeIsATIRForKindAttr(kind),
         mlirAttributeIsARelaxDimsAttr(kind),
         mlirAttributeIsARelaxDimsAttr((MlirAttribute){NULL}));
}

static void testTypes(MlirLocation location, MlirAttribute expr) {
  MlirContext context = mlirLocationGetContext(location);
  MlirAttribute sizes[2] = {expr, {NULL}}, unknown[1] = {{NULL}};
  MlirType shape = mlirRelaxShapeTypeGetChecked(location, 2, sizes);
  // CHECK: shape: !relax.shape<[n * 2, ?]>
  showType("shape", shape);
  // CHECK: rank 2, second null
  printf("rank %d, second %s\n", (int)mlirRelaxShapeTypeGetRank(shape),
         mlirRelaxShapeTypeGetDimsAt(shape, 1).ptr ? "known" : "null");
  // CHECK: equal 1
  printf("equal %d\n",
         mlirTypeEqual(mlirRelaxShapeTypeGetChecked(location, 1, unknown),
                       mlirRelaxShapeTypeRankedGetChecked(location, 1)));
  // CHECK: any: !relax.shape<?>
  showType("any", mlirRelaxShapeTypeRankedGetChecked(location,
                                                     MLIR_RELAX_UNKNOWN_RANK));
  MlirType callable = mlirRelaxCallableTypeGetChecked(
      location, mlirFunctionTypeGet(context, 1, &shape, 0, NULL), true);
  // CHECK: callable: !relax.callable<(!relax.shape<[n * 2, ?]>) -> (), pure>
  showType("callable", callable);
  // CHECK: signature: (!relax.shape<[n * 2, ?]>) -> ()
  showType("signature", mlirRelaxCallableTypeGetSignature(callable));
  int64_t extents[2] = {8, 4}, placement[2] = {0, -1};
  MlirType tensor =
      mlirRankedTensorTypeGet(2, extents, mlirF32TypeGet(context), sizes[1]);
  MlirAttribute mesh = mlirFlatSymbolRefAttrGet(context, text("mesh"));
  // CHECK: dtensor: !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], R]>
  showType("dtensor", mlirRelaxDTensorTypeGetChecked(location, tensor, mesh, 2,
                                                     placement));
  // CHECK: object: !relax.object
  // CHECK: element: !relax.unknown
  // CHECK: storage: !relax_rt.storage
  showType("object", mlirRelaxObjectTypeGet(context));
  showType("element", mlirRelaxUnknownTypeGet(context));
  showType("storage", mlirRelaxRuntimeStorageTypeGet(context));
  // CHECK: classes 1 0, same ID 1
  printf(
      "classes %d %d, same ID %d\n", mlirTypeIsARelaxShapeType(shape),
      mlirTypeIsARelaxShapeType(callable),
      mlirTypeIDEqual(mlirRelaxShapeTypeGetTypeID(), mlirTypeGetTypeID(shape)));
}

// What a caller gets wrong is null and an error.
static void testErrors(MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  MlirAttribute none = {NULL}, unit = mlirUnitAttrGet(context);
  int64_t extents[1] = {8}, placement[1] = {3};
  MlirType tensor =
      mlirRankedTensorTypeGet(1, extents, mlirF32TypeGet(context), none);
  // CHECK: error: {{.*}}index
  // CHECK: device: null
  showAttr("device", mlirRelaxVDeviceAttrGetChecked(location, text("cuda"), -1,
                                                    text("global")));
  // CHECK: error: expected 'dims' of the class mlir::relax::SymExprAttr, found
  // unit CHECK: dims: null
  showAttr("dims", mlirRelaxDimsAttrGetChecked(location, 1, &unit, none));
  // CHECK: error: expected 'mesh' of the class mlir::FlatSymbolRefAttr, found
  // null CHECK: mesh: null
  showType("mesh", mlirRelaxDTensorTypeGetChecked(location, tensor, none, 1,
                                                  placement));
  // CHECK: error: {{.*}}dimension
  // CHECK: placement: null
  showType("placement",
           mlirRelaxDTensorTypeGetChecked(
               location, tensor, mlirFlatSymbolRefAttrGet(context, text("m")),
               1, placement));
  // CHECK: error: expected 'signature' of the class mlir::FunctionType, found
  // 'tensor<8xf32>' CHECK: signature: null
  showType("signature",
           mlirRelaxCallableTypeGetChecked(location, tensor, false));
  // CHECK: error: expected a value of ForKind as 'value', found 7
  // CHECK: for: null
  showAttr("for", mlirTIRForKindAttrGetChecked(location, (MlirTIRForKind)7));
  // CHECK: error: {{.*}}rank
  // CHECK: rank: null
  showType("rank", mlirRelaxShapeTypeRankedGetChecked(location, -2));
  // CHECK: shape: null
  showType("shape", mlirRelaxShapeTypeGetChecked(location, 1, &unit));
}

int main(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__relax__(), registry);
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__tir__(), registry);
  mlirDialectHandleInsertDialect(mlirGetDialectHandle__relax_rt__(), registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirContextLoadAllAvailableDialects(context);
  mlirContextAttachDiagnosticHandler(context, report, NULL, NULL);
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirAttribute expr = testExprs(context);
  testAttributes(location, expr);
  testTypes(location, expr);
  testErrors(location);
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);
  return 0;
}
