/* Reading and writing NumPy's .npy files, versions 1 to 3, as tensors. */
#ifndef RELAX_NPY_H
#define RELAX_NPY_H

#include "relax_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a regular file: booleans, integers, floats and complex numbers of
/// either byte order, in C or Fortran order; the tensor is compact, row-major
/// and in this machine's byte order. Bytes after the elements are ignored.
RELAX_API int32_t relax_npy_read(RelaxContext *context, const char *path,
                                 RelaxTensor **tensor);

/// As relax_npy_read, from `size` bytes in memory.
RELAX_API int32_t relax_npy_parse(RelaxContext *context, const void *bytes,
                                  size_t size, RelaxTensor **tensor);

/// Writes a CPU tensor, which may have strides. A dtype that NumPy has not
/// (bf16, 8-bit floats, vectors) is rejected. The file is written beside its
/// name and then renamed: after a failure what had the name is as it was.
RELAX_API int32_t relax_npy_write(RelaxContext *context, const char *path,
                                  const DLTensor *tensor);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RELAX_NPY_H */
