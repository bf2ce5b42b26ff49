// oneDNN, loaded when a program first asks for it.
#ifndef RELAX_RUNTIME_DNNLLIBRARY_H
#define RELAX_RUNTIME_DNNLLIBRARY_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace relax::runtime {

/// The functions of oneDNN 2 that are called: member, parameters. Each gives 0
/// or an error. Descriptors of version 2 are structures that the caller has;
/// they are passed by address only, so that their size need not be known.
#define RELAX_DNNL_FUNCTIONS(DO)                                               \
  DO(dnnl_engine_create, (void **, int, size_t))                               \
  DO(dnnl_stream_create, (void **, void *, unsigned))                          \
  DO(dnnl_stream_wait, (void *))                                               \
  DO(dnnl_stream_destroy, (void *))                                            \
  DO(dnnl_memory_desc_init_by_strides,                                         \
     (void *, int, const int64_t *, int, const int64_t *))                     \
  DO(dnnl_memory_desc_init_by_tag, (void *, int, const int64_t *, int, int))   \
  DO(dnnl_memory_desc_equal, (const void *, const void *))                     \
  DO(dnnl_matmul_desc_init,                                                    \
     (void *, const void *, const void *, const void *, const void *))         \
  DO(dnnl_dilated_convolution_forward_desc_init,                               \
     (void *, int, int, const void *, const void *, const void *,              \
      const void *, const int64_t *, const int64_t *, const int64_t *,         \
      const int64_t *))                                                        \
  DO(dnnl_primitive_desc_create,                                               \
     (void **, const void *, const void *, void *, const void *))              \
  DO(dnnl_primitive_desc_destroy, (void *))                                    \
  DO(dnnl_reorder_primitive_desc_create,                                       \
     (void **, const void *, void *, const void *, void *, const void *))      \
  DO(dnnl_primitive_create, (void **, const void *))                           \
  DO(dnnl_primitive_execute, (const void *, void *, int, const void *))        \
  DO(dnnl_primitive_destroy, (void *))                                         \
  DO(dnnl_primitive_attr_create, (void **))                                    \
  DO(dnnl_primitive_attr_set_post_ops, (void *, const void *))                 \
  DO(dnnl_primitive_attr_destroy, (void *))                                    \
  DO(dnnl_post_ops_create, (void **))                                          \
  DO(dnnl_post_ops_append_eltwise, (void *, float, int, float, float))         \
  DO(dnnl_post_ops_destroy, (void *))                                          \
  DO(dnnl_memory_create, (void **, const void *, void *, void *))              \
  DO(dnnl_memory_destroy, (void *))

/// What is called of the library, and its engine of the processor.
struct DnnlLibrary {
#define RELAX_DNNL_MEMBER(NAME, PARAMETERS) int(*NAME) PARAMETERS = nullptr;
  RELAX_DNNL_FUNCTIONS(RELAX_DNNL_MEMBER)
#undef RELAX_DNNL_MEMBER
  const void *(*dnnl_primitive_desc_query_md)(const void *, int, int) = nullptr;
  /// Sets how many threads the calling thread's loops have; null if the library
  /// is built without OpenMP.
  void (*setNumThreads)(int) = nullptr;
  int (*getMaxThreads)() = nullptr;
  void *engine = nullptr;
};

/// The library, loaded at the first call; null, and `failure` says what to
/// install, if it is not there.
const DnnlLibrary *loadDnnl(std::string &failure);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_DNNLLIBRARY_H
