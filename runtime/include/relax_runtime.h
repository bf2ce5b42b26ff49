/* The run-time library's C interface for programs: contexts, tensors, loading
 * compiled modules and calling their functions.
 *
 * What a module consists of is in relax_module.h, what compiled code itself
 * calls in relax_rt.h, which no program needs.
 *
 * Functions that can fail return a RelaxStatus (0 is success) or a null
 * pointer; the text of the error is then in the context: see
 * relax_context_error. No function ends the process or throws.
 *
 * Threads. A context is used by one thread at a time; a thread that finds it
 * in use by another one's call gets RELAX_ERROR_BUSY. What fails on a thread
 * while another one is inside a call does not touch that call: text and status
 * are the thread's own until it next uses the context. Any number of contexts
 * may call one module at once: a module does not change after loading. Tensors
 * may be retained, released and read on any thread and may outlive the context
 * and the module that made them.
 *
 * Processes. A child of fork goes on with its parent's contexts, modules and
 * tensors: threads that loops need are started anew, and the call of a thread
 * that the child does not have is over, what it held being lost. Devices are
 * not at hand in a child. A parallel loop does not fork. */
#ifndef RELAX_RUNTIME_H
#define RELAX_RUNTIME_H

#include "relax_module.h"

#include <stddef.h>
#include <stdint.h>

/// Marks what the shared library exports.
#if defined(_WIN32)
#define RELAX_API
#else
#define RELAX_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Every pointer of memory made by the run time is a multiple of this.
#define RELAX_ALIGNMENT 64

/// The most dimensions that a tensor has at the ABI boundary of a module.
#define RELAX_MAX_RANK 64

/// Why a function failed.
typedef enum RelaxStatus {
  /// It did not.
  RELAX_OK = 0,
  /// An argument does not fit: number, dtype, rank, dims, device, null.
  RELAX_ERROR_INVALID_ARGUMENT = 1,
  /// Memory is exhausted, or a size is absurd.
  RELAX_ERROR_OUT_OF_MEMORY = 2,
  /// No function, module or symbol has that name.
  RELAX_ERROR_NOT_FOUND = 3,
  /// A file cannot be opened, read or written, or holds something else.
  RELAX_ERROR_IO = 4,
  /// Known, but not offered here (a device, a CPU feature, an ABI version).
  RELAX_ERROR_UNSUPPORTED = 5,
  /// The compiled code or an external function reported a failure.
  RELAX_ERROR_FAILED = 6,
  /// Another thread is inside a call with this context.
  RELAX_ERROR_BUSY = 7,
  /// A kernel has done what ends all work of the process on devices, such as an
  /// access to an illegal address: start another process.
  RELAX_ERROR_DEVICE_LOST = 8
} RelaxStatus;

/// A loaded module.
typedef struct RelaxModule RelaxModule;

/// What a context's pool holds and did.
typedef struct RelaxMemoryStatistics {
  /// Bytes now lent to storages, size classes rounded up.
  uint64_t live_bytes;
  /// The most that `live_bytes` has been since relax_context_reset_peak.
  uint64_t peak_bytes;
  /// Bytes kept for the next request.
  uint64_t cached_bytes;
  /// Storages made so far.
  uint64_t num_allocations;
  /// Those of them that went to the operating system.
  uint64_t num_system_allocations;
  /// Inputs of calls that had to be copied because they were not compact.
  uint64_t num_copied_inputs;
} RelaxMemoryStatistics;

/// Version of the library, such as "0.1.0".
RELAX_API const char *relax_version(void);

/// Makes a context; null only if memory is exhausted.
RELAX_API RelaxContext *relax_context_create(void);

/// Ends a context; tensors made with it live on. Null is allowed.
RELAX_API void relax_context_destroy(RelaxContext *context);

/// Text of the last error, "" if the last operation succeeded. One line,
/// without a newline; valid until the context is used again. A thread that got
/// RELAX_ERROR_BUSY, or failed beside another one's call, is told its own
/// error. Of a null context, what failed last on this thread of the functions
/// that take none (relax_register_function).
RELAX_API const char *relax_context_error(const RelaxContext *context);

/// Code of the last error, RELAX_OK if the last operation succeeded.
RELAX_API int32_t relax_context_status(const RelaxContext *context);

/// Number of threads that calls with this context use; 0 means the number in
/// the environment's RELAX_NUM_THREADS if that is one from 1 to 4096, else
/// relax_num_cores, which is also the default.
RELAX_API int32_t relax_context_set_num_threads(RelaxContext *context,
                                                int32_t number);

/// Number of threads that calls with this context use, at least 1.
RELAX_API int32_t relax_context_num_threads(const RelaxContext *context);

/// Number of cores that the process may run on, at least 1, and at most those
/// whose time its control groups (of a container, say) allow.
RELAX_API int32_t relax_num_cores(void);

/// Limits `live_bytes + cached_bytes`; requests beyond it fail with
/// RELAX_ERROR_OUT_OF_MEMORY. The default is the memory of the machine; 0 sets
/// the default again.
RELAX_API void relax_context_set_memory_limit(RelaxContext *context,
                                              uint64_t bytes);

/// Reads the pool's statistics.
RELAX_API void relax_context_memory(const RelaxContext *context,
                                    RelaxMemoryStatistics *statistics);

/// Sets `peak_bytes` to `live_bytes`.
RELAX_API void relax_context_reset_peak(RelaxContext *context);

/// Gives cached memory back to the operating system.
RELAX_API void relax_context_trim(RelaxContext *context);

/// Reads the statistics of a context's memory on CUDA device `device`; all zero
/// if it has not used the device.
RELAX_API void relax_context_device_memory(const RelaxContext *context,
                                           int32_t device,
                                           RelaxMemoryStatistics *statistics);

/// The stream of CUDA device `device` (a `CUstream`) on which all happens that
/// this context asks for: what a consumer of DLPack gives to `__dlpack__`.
RELAX_API int32_t relax_context_device_stream(RelaxContext *context,
                                              int32_t device, void **stream);

/// If `is_on` is not 0, calls with this context return before devices have done
/// what they ask: `relax_context_wait`, a copy to the CPU, or a later call in
/// the stream of `relax_context_device_stream` finds it done. Inputs stay as
/// they are until then; a kernel's fault is an error of the one that waits. If
/// `is_on` is 0, waits, and calls wait again.
RELAX_API int32_t relax_context_set_asynchronous(RelaxContext *context,
                                                 int32_t is_on);

/// Sets the stream of a CUDA device (a `CUstream` of its primary context) on
/// which all happens that this context asks for, after what it asked for before
/// is done; null is a stream of the context's own again. The caller's stream
/// lives until another one is set or the context ends.
RELAX_API int32_t relax_context_set_device_stream(RelaxContext *context,
                                                  int32_t device, void *stream);

/// If `is_on` is not 0, launches of kernels that come one after the other are
/// asked for as a graph where the same ones came before: one call of the driver
/// in place of one a kernel. Their parameters may differ. Needs a driver of
/// CUDA 12.4 or later.
RELAX_API int32_t relax_context_set_graphs(RelaxContext *context,
                                           int32_t is_on);

/// Waits for all that was asked of devices with this context.
RELAX_API int32_t relax_context_wait(RelaxContext *context);

/// OK for the CPU and for CUDA devices that are there; else an error that says
/// what is missing.
RELAX_API int32_t relax_device_check(RelaxContext *context, int32_t device_type,
                                     int32_t device_id);

/* Tensors */

/// Makes a compact row-major CPU tensor; its elements are not initialized.
RELAX_API int32_t relax_tensor_create(RelaxContext *context, DLDataType dtype,
                                      int32_t rank, const int64_t *dims,
                                      RelaxTensor **tensor);

/// Makes a compact copy of a CPU tensor, which may have strides.
RELAX_API int32_t relax_tensor_copy(RelaxContext *context,
                                    const DLTensor *source,
                                    RelaxTensor **tensor);

/// Makes a compact row-major tensor in memory of the host that CUDA devices
/// copy from by themselves (kDLCUDAHost); its elements are not initialized. It
/// is taken wherever a CPU tensor is. Asynchronous calls copy such inputs while
/// the device runs kernels of the calls before.
RELAX_API int32_t relax_tensor_create_pinned(RelaxContext *context,
                                             DLDataType dtype, int32_t rank,
                                             const int64_t *dims,
                                             RelaxTensor **tensor);

/// Makes a compact copy of a tensor of the CPU or of a CUDA device (kDLCPU,
/// kDLCUDA, kDLCUDAHost) there or elsewhere. One on a device has no strides.
RELAX_API int32_t relax_tensor_to_device(RelaxContext *context,
                                         const DLTensor *source,
                                         int32_t device_type, int32_t device_id,
                                         RelaxTensor **tensor);

/// Makes a tensor over the memory of a compact one: the elements from
/// `byte_offset` on, seen as `dtype` and `dims`; rejected if they do not fit.
RELAX_API int32_t relax_tensor_view(RelaxContext *context, RelaxTensor *base,
                                    uint64_t byte_offset, DLDataType dtype,
                                    int32_t rank, const int64_t *dims,
                                    RelaxTensor **tensor);

/// Takes over a DLPack tensor of the CPU or of a CUDA device without copying;
/// its deleter runs when the tensor and its views are released. On failure it
/// stays with the caller.
RELAX_API int32_t relax_tensor_from_dlpack(RelaxContext *context,
                                           DLManagedTensor *managed,
                                           RelaxTensor **tensor);

/// Makes a DLPack tensor that shares the memory; null if memory is exhausted.
/// The caller ends it through its deleter, which waits for what other streams
/// of the tensor's device still do.
RELAX_API DLManagedTensor *relax_tensor_to_dlpack(RelaxTensor *tensor);

/// Adds an owner; returns its argument.
RELAX_API RelaxTensor *relax_tensor_retain(RelaxTensor *tensor);

/// Removes an owner; the last one ends the tensor. Null is allowed.
RELAX_API void relax_tensor_release(RelaxTensor *tensor);

/// The tensor as DLPack sees it; valid as long as the tensor.
RELAX_API const DLTensor *relax_tensor_dl(const RelaxTensor *tensor);

/// Address of the first element.
RELAX_API void *relax_tensor_data(const RelaxTensor *tensor);

/// Bytes that a compact tensor of this dtype and dims takes, -1 if a dimension
/// is negative or the size does not fit in 63 bits.
RELAX_API int64_t relax_compact_bytes(DLDataType dtype, int32_t rank,
                                      const int64_t *dims);

/// Parses "f32", "i64", "ui8", "bool", "bf16" or "float32", "int64", "uint8".
RELAX_API int32_t relax_dtype_from_text(const char *text, DLDataType *dtype);

/// Writes a dtype as text such as "f32" ("<= 23 characters").
RELAX_API void relax_dtype_to_text(DLDataType dtype, char text[24]);

/* Modules */

/// Loads a compiled shared library; its descriptor's ABI version, its names and
/// the CPU features it needs are checked first.
RELAX_API int32_t relax_module_load(RelaxContext *context, const char *path,
                                    RelaxModule **module);

/// Makes a module of a descriptor in memory (code compiled just in time). The
/// descriptor and what it points at must outlive the module.
RELAX_API int32_t relax_module_from_descriptor(
    RelaxContext *context, const RelaxModuleDescriptor *descriptor,
    RelaxModule **module);

/// Ends a module; no call may be under way. Null is allowed.
RELAX_API void relax_module_destroy(RelaxModule *module);

/// Number of functions of a module.
RELAX_API int32_t relax_module_num_functions(const RelaxModule *module);

/// Features of the CPU that the code uses, as LLVM writes them, such as
/// "+avx2,+fma"; null or "" if it asks for none.
RELAX_API const char *relax_module_cpu_features(const RelaxModule *module);

/// The function with this number, null if there is none.
RELAX_API const RelaxFunctionDescriptor *
relax_module_function(const RelaxModule *module, int32_t index);

/// The function with this name, null if there is none.
RELAX_API const RelaxFunctionDescriptor *
relax_module_find(const RelaxModule *module, const char *name);

/// Calls a function by name. `inputs` are borrowed; on success each of
/// `outputs` is a new tensor, to be released by the caller; on failure all
/// `num_outputs` are null and nothing that the call made is left. Inputs and
/// outputs lie where the function's descriptor says. An input on the CPU that
/// has strides or booleans other than 0 and 1, is not aligned to its elements
/// or is for a parameter on a device, is copied, after dtype, rank and dims of
/// all such inputs were found right; one on a device is taken as it is. What
/// other streams write to it has to be done, or waited for by the stream of
/// relax_context_device_stream; outputs are complete.
RELAX_API int32_t relax_function_call(RelaxContext *context,
                                      const RelaxModule *module,
                                      const char *name,
                                      const DLTensor *const *inputs,
                                      int32_t num_inputs, RelaxTensor **outputs,
                                      int32_t num_outputs);

/// As relax_function_call, without looking the name up each time.
RELAX_API int32_t relax_function_invoke(
    RelaxContext *context, const RelaxModule *module,
    const RelaxFunctionDescriptor *function, const DLTensor *const *inputs,
    int32_t num_inputs, RelaxTensor **outputs, int32_t num_outputs);

/// Writes a parameter or result as text such as "i32[n, 2048]"; returns the
/// number of characters that the whole text has (as snprintf).
RELAX_API int32_t relax_type_to_text(const RelaxTypeDescriptor *type,
                                     char *text, size_t size);

/// Writes the elements of a CPU tensor as text such as "[[1, 2], [3, 4]]", long
/// ones shortened by "..."; returns the number of characters that the whole
/// text has (as snprintf).
RELAX_API int32_t relax_tensor_to_text(const DLTensor *tensor, char *text,
                                       size_t size);

/* Profiles */

/// One run of a kernel.
typedef struct RelaxProfileEvent {
  /// Name of the kernel; valid as long as its module.
  const char *kernel;
  /// The operators of the source that it stands for; valid as long as its
  /// module.
  const char *node;
  /// When it began and ended, in nanoseconds of a steady clock.
  int64_t begin, end;
  /// Bytes of the tensors that it takes and gives.
  int64_t bytes;
  /// Operations on floats that it does, -1 if nobody knows.
  int64_t flops;
  /// 1 if it launched kernels on a device, which has measured them; else 0.
  int32_t uses_device;
} RelaxProfileEvent;

/// Records each kernel that calls with this context run, from now on and from
/// none, if `is_on` is not 0; records no more if it is 0. Modules have to be
/// compiled with relax-compile --profile.
RELAX_API int32_t relax_context_set_profile(RelaxContext *context,
                                            int32_t is_on);

/// What was recorded, in the order of ends; valid until the context is used
/// again.
RELAX_API const RelaxProfileEvent *
relax_context_profile(const RelaxContext *context, int64_t *number);

/// Measures what calls with this context can reach at most on the CPU:
/// operations on f32 a second, a multiply-add being two, and bytes a second
/// that are read and written in memory. Takes some tenths of a second.
RELAX_API int32_t relax_context_measure_peaks(RelaxContext *context,
                                              double *flops, double *bytes);

/* External functions */

/// A function that compiled code calls by name: reads `inputs`, writes into
/// `outputs`, which exist already. Nonzero is a failure; it may set the text
/// with relax_rt_fail. Exceptions are caught and are failures. Tensors are on
/// the CPU; those of a function that a program declares with
/// `relax.takes_devices` may be on a CUDA device, as their `device` says, where
/// it works in the stream of relax_context_device_stream, and need not wait.
typedef int32_t (*RelaxExternalFunction)(RelaxContext *context, void *user_data,
                                         const DLTensor *const *inputs,
                                         int32_t num_inputs,
                                         const DLTensor *const *outputs,
                                         int32_t num_outputs);

/// Makes an external function known to all contexts; another one of that name
/// is replaced. `function` null removes it. The text of an error is that of
/// relax_context_error(NULL).
RELAX_API int32_t relax_register_function(const char *name,
                                          RelaxExternalFunction function,
                                          void *user_data);

/// Sets the error text (status RELAX_ERROR_FAILED) and returns the status. A
/// null or empty text is replaced. For external functions and compiled code, on
/// any thread of a call.
RELAX_API int32_t relax_rt_fail(RelaxContext *context, const char *text);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RELAX_RUNTIME_H */
