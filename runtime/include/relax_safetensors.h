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

/// An open file, of which the header is read. Any number of threads may use it
/// at once.
typedef struct RelaxSafetensors RelaxSafetensors;

/// Opens a file and reads its header.
RELAX_API int32_t relax_safetensors_open(RelaxContext *context,
                                         const char *path,
                                         RelaxSafetensors **file);

/// Closes a file; null is none.
RELAX_API void relax_safetensors_close(RelaxSafetensors *file);

/// Reads tensor `name` of a file, or a part of it where `part` is no null: no
/// other bytes of the file's tensors are read.
RELAX_API int32_t relax_safetensors_read(RelaxContext *context,
                                         const RelaxSafetensors *file,
                                         const char *name,
                                         const RelaxTensorPart *part,
                                         RelaxTensor **tensor);

/// Whether a file has a tensor of that name: 1 or 0.
RELAX_API int32_t relax_safetensors_has(const RelaxSafetensors *file,
                                        const char *name);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RELAX_SAFETENSORS_H */
