/* A module as the compiler makes them, by hand; the macros make broken ones. */
#include "relax_rt.h"

#ifndef MODULE_ABI
#define MODULE_ABI RELAX_ABI_VERSION
#endif
#ifndef MODULE_FEATURES
#define MODULE_FEATURES 0
#endif
#ifndef MODULE_CONSTANTS
#define MODULE_CONSTANTS 0
#endif
#ifndef MODULE_SECOND
#define MODULE_SECOND "threads"
#endif

#ifdef MODULE_MISSING
extern void relax_test_missing(void);
void *module_missing(void);
void *module_missing(void) { return (void *)&relax_test_missing; }
#endif

static const void *constants;

static void addRows(void *closure, int64_t begin, int64_t end) {
  float **arrays = (float **)closure;
  for (int64_t i = begin * 4; i < end * 4; ++i)
    arrays[2][i] = arrays[0][i] + arrays[1][i];
}

/* add(x: f32[n, 4], y: f32[n, 4]) -> f32[n, 4] */
static int32_t add(RelaxContext *context, const DLTensor *const *inputs,
                   RelaxTensor **outputs) {
  static const int64_t dims[] = {-1, 4};
  static const char *const names[] = {"x", "y"};
  for (int32_t i = 0; i < 2; ++i) {
    int32_t status = relax_rt_check_tensor(
        context, "add", names[i], i, inputs[i], RELAX_FLOAT, 32, 1, 2, dims);
    if (status)
      return status;
  }
  int64_t n = inputs[0]->shape[0];
  int32_t status = relax_rt_check_dim(context, "add", "y", 1, 0, n,
                                      inputs[1]->shape[0], "n");
  if (status)
    return status;
  const int64_t sizes[] = {n, 4};
  RelaxTensor *sum =
      relax_rt_tensor_alloc(context, RELAX_FLOAT, 32, 1, 2, sizes);
  if (!sum)
    return relax_rt_status(context);
  float *arrays[] = {(float *)inputs[0]->data, (float *)inputs[1]->data,
                     (float *)relax_rt_tensor_data(sum)};
  relax_rt_parallel_for(n, addRows, arrays);
  outputs[0] = sum;
  return 0;
}

/* threads() -> i64: how many threads an OpenMP loop has. */
static int32_t threads(RelaxContext *context, const DLTensor *const *inputs,
                       RelaxTensor **outputs) {
  (void)inputs;
  int64_t number = 0;
#ifdef _OPENMP
#pragma omp parallel
  {
#pragma omp atomic
    ++number;
  }
#endif
  outputs[0] =
      relax_rt_tensor_from_data(context, &number, RELAX_INT, 64, 1, 0, 0);
  return relax_rt_status(context);
}

/* constant() -> i8[8]: the first constants. */
static int32_t constant(RelaxContext *context, const DLTensor *const *inputs,
                        RelaxTensor **outputs) {
  (void)inputs;
  static const int64_t dims[] = {8};
  outputs[0] =
      relax_rt_tensor_from_data(context, constants, RELAX_INT, 8, 1, 1, dims);
  return relax_rt_status(context);
}

static const int64_t rowDims[] = {-1, 4}, byteDims[] = {8};
static const char *const rowNames[] = {"n", 0};
static const RelaxTypeDescriptor rows[] = {
    {"x", RELAX_VALUE_TENSOR, {RELAX_FLOAT, 32, 1}, 2, 0, rowDims, rowNames},
    {"y", RELAX_VALUE_TENSOR, {RELAX_FLOAT, 32, 1}, 2, 0, rowDims, rowNames}};
static const RelaxTypeDescriptor number = {
    0, RELAX_VALUE_SCALAR, {RELAX_INT, 64, 1}, 0, 0, 0, 0};
static const RelaxTypeDescriptor bytes = {
    0, RELAX_VALUE_TENSOR, {RELAX_INT, 8, 1}, 1, 0, byteDims, 0};
static const RelaxFunctionDescriptor functions[] = {
    {"add", 2, 1, rows, rows, add},
    {MODULE_SECOND, 0, 1, 0, &number, threads},
    {"constant", 0, 1, 0, &bytes, constant}};

#ifndef MODULE_HIDDEN
extern const RelaxModuleDescriptor relax_module_descriptor_v1;
__attribute__((visibility("default")))
#endif
const RelaxModuleDescriptor relax_module_descriptor_v1 = {
    MODULE_ABI,       3, functions, "by hand", MODULE_FEATURES,
    MODULE_CONSTANTS, 7, 8,         &constants};
