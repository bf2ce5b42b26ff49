// cuBLASLt and cuDNN, loaded when a program first asks for them. No header of
// either is needed to build.
#ifndef RELAX_RUNTIME_CUDALIBRARIES_H
#define RELAX_RUNTIME_CUDALIBRARIES_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace relax::runtime {

/// An algorithm that cuBLASLt proposes: cublasLtMatmulHeuristicResult_t.
struct CublasProposal {
  uint64_t algorithm[8];
  size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

/// An algorithm that cuDNN proposes: cudnnConvolutionFwdAlgoPerf_t.
struct CudnnProposal {
  int algorithm, status;
  float time;
  size_t memory;
  int determinism, math;
  int reserved[3];
};

/// The functions of cuBLASLt 11 and later that are called: member, parameters.
/// Each gives 0 or an error.
#define RELAX_CUBLAS_FUNCTIONS(DO)                                             \
  DO(cublasLtCreate, (void **))                                                \
  DO(cublasLtDestroy, (void *))                                                \
  DO(cublasLtMatmulDescCreate, (void **, int, int))                            \
  DO(cublasLtMatmulDescDestroy, (void *))                                      \
  DO(cublasLtMatmulDescSetAttribute, (void *, int, const void *, size_t))      \
  DO(cublasLtMatrixLayoutCreate, (void **, int, uint64_t, uint64_t, int64_t))  \
  DO(cublasLtMatrixLayoutDestroy, (void *))                                    \
  DO(cublasLtMatrixLayoutSetAttribute, (void *, int, const void *, size_t))    \
  DO(cublasLtMatmulPreferenceCreate, (void **))                                \
  DO(cublasLtMatmulPreferenceDestroy, (void *))                                \
  DO(cublasLtMatmulPreferenceSetAttribute,                                     \
     (void *, int, const void *, size_t))                                      \
  DO(cublasLtMatmulAlgoGetHeuristic,                                           \
     (void *, void *, void *, void *, void *, void *, void *, int,             \
      CublasProposal *, int *))                                                \
  DO(cublasLtMatmul,                                                           \
     (void *, void *, const void *, const void *, void *, const void *,        \
      void *, const void *, const void *, void *, void *, void *,              \
      const uint64_t *, void *, size_t, void *))

/// The same of cuDNN 8 and later.
#define RELAX_CUDNN_FUNCTIONS(DO)                                              \
  DO(cudnnCreate, (void **))                                                   \
  DO(cudnnDestroy, (void *))                                                   \
  DO(cudnnSetStream, (void *, void *))                                         \
  DO(cudnnCreateTensorDescriptor, (void **))                                   \
  DO(cudnnDestroyTensorDescriptor, (void *))                                   \
  DO(cudnnSetTensor4dDescriptor, (void *, int, int, int, int, int, int))       \
  DO(cudnnCreateFilterDescriptor, (void **))                                   \
  DO(cudnnDestroyFilterDescriptor, (void *))                                   \
  DO(cudnnSetFilter4dDescriptor, (void *, int, int, int, int, int, int))       \
  DO(cudnnCreateConvolutionDescriptor, (void **))                              \
  DO(cudnnDestroyConvolutionDescriptor, (void *))                              \
  DO(cudnnSetConvolution2dDescriptor,                                          \
     (void *, int, int, int, int, int, int, int, int))                         \
  DO(cudnnSetConvolutionGroupCount, (void *, int))                             \
  DO(cudnnSetConvolutionMathType, (void *, int))                               \
  DO(cudnnCreateActivationDescriptor, (void **))                               \
  DO(cudnnDestroyActivationDescriptor, (void *))                               \
  DO(cudnnSetActivationDescriptor, (void *, int, int, double))                 \
  DO(cudnnGetConvolutionForwardAlgorithm_v7,                                   \
     (void *, void *, void *, void *, void *, int, int *, CudnnProposal *))    \
  DO(cudnnGetConvolutionForwardWorkspaceSize,                                  \
     (void *, void *, void *, void *, void *, int, size_t *))                  \
  DO(cudnnConvolutionForward,                                                  \
     (void *, const void *, void *, const void *, void *, const void *,        \
      void *, int, void *, size_t, const void *, void *, void *))              \
  DO(cudnnConvolutionBiasActivationForward,                                    \
     (void *, const void *, void *, const void *, void *, const void *,        \
      void *, int, void *, size_t, const void *, void *, const void *, void *, \
      const void *, void *, void *, void *))                                   \
  DO(cudnnActivationForward, (void *, void *, const void *, void *,            \
                              const void *, const void *, void *, void *))

#define RELAX_LIBRARY_MEMBER(NAME, PARAMETERS) int(*NAME) PARAMETERS = nullptr;
/// What is called of cuBLASLt.
struct CublasLibrary {
  RELAX_CUBLAS_FUNCTIONS(RELAX_LIBRARY_MEMBER)
};

/// What is called of cuDNN.
struct CudnnLibrary {
  RELAX_CUDNN_FUNCTIONS(RELAX_LIBRARY_MEMBER)
};
#undef RELAX_LIBRARY_MEMBER

/// The libraries, loaded at the first call; null, and `failure` says what to
/// install, if they are not there.
const CublasLibrary *loadCublas(std::string &failure);
const CudnnLibrary *loadCudnn(std::string &failure);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CUDALIBRARIES_H
