/* Reading weights from .safetensors files, whole or the part of a worker. */
#ifndef RELAX_SAFETENSORS_H
#define RELAX_SAFETENSORS_H

#include "relax_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How parameter number `param` of a function is spread over workers, such as
/// "[2, 4] [R, S[0]]": the sizes of the axes of their mesh, and of each axis
/// the dimension that it splits, or R. Null if each worker has all of it.
RELAX_API const char *
relax_module_sharding(const RelaxModule *module,
                      const RelaxFunctionDescriptor *function, int32_t param);

/// A worker's part of a tensor.
typedef struct RelaxTensorPart {
  /// What relax_module_sharding says; null for all of the tensor.
  const char *sharding;
  /// Number of the worker.
  int32_t worker;
} RelaxTensorPart;

/// Reads tensor `name` of a file, or a part of it where `part` is no null: no
/// other bytes of the file's tensors are read.
RELAX_API int32_t relax_safetensors_read(RelaxContext *context,
                                         const char *path, const char *name,
                                         const RelaxTensorPart *part,
                                         RelaxTensor **tensor);

/// Says in `is_there` whether a file has a tensor of that name: 1 or 0.
RELAX_API int32_t relax_safetensors_has(RelaxContext *context, const char *path,
                                        const char *name, int32_t *is_there);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RELAX_SAFETENSORS_H */
