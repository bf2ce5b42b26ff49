/* The run-time library's C interface: loading compiled modules, calling their
 * functions, tensors and memory, and what compiled code itself calls.
 *
 * Three parts:
 *   1. for programs: contexts, tensors, modules, calls (`relax_*`);
 *   2. what a compiled module consists of (`RelaxModuleDescriptor` and below);
 *   3. for compiled code only (`relax_rt_*`).
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

#include "relax_dlpack.h"

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

/* ------------------------------------------------------------------------- */
/* 1. For programs                                                           */
/* ------------------------------------------------------------------------- */

/// Version of the layout of RelaxModuleDescriptor and of the entry's signature.
#define RELAX_ABI_VERSION 1

/// Name of the one symbol that a compiled module exports.
#define RELAX_MODULE_DESCRIPTOR_SYMBOL "relax_module_descriptor_v1"

/// Every pointer of memory made by the run time is a multiple of this.
#define RELAX_ALIGNMENT 64

/// The most dimensions that a tensor has at the border of a module.
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
  RELAX_ERROR_BUSY = 7
} RelaxStatus;

/// Kinds of elements, DLPack's codes; here so that they do not depend on the
/// version of DLPack's own header.
typedef enum RelaxTypeCode {
  RELAX_INT = 0,
  RELAX_UINT = 1,
  RELAX_FLOAT = 2,
  RELAX_OPAQUE = 3,
  RELAX_BFLOAT = 4,
  RELAX_COMPLEX = 5,
  /// Elements are bytes that hold 0 or 1: bits is 8.
  RELAX_BOOL = 6,
  /// DLPack 1.1's 8-bit floats.
  RELAX_FLOAT8_E3M4 = 7,
  RELAX_FLOAT8_E4M3 = 8,
  RELAX_FLOAT8_E4M3B11FNUZ = 9,
  RELAX_FLOAT8_E4M3FN = 10,
  RELAX_FLOAT8_E4M3FNUZ = 11,
  RELAX_FLOAT8_E5M2 = 12,
  RELAX_FLOAT8_E5M2FNUZ = 13,
  RELAX_FLOAT8_E8M0FNU = 14,
  /// In a RelaxTypeDescriptor: any dtype is accepted.
  RELAX_ANY_TYPE = 255
} RelaxTypeCode;

/// Memory, error text and number of threads of one user of modules.
typedef struct RelaxContext RelaxContext;

/// A loaded module.
typedef struct RelaxModule RelaxModule;

/// A tensor with shared ownership of its memory.
typedef struct RelaxTensor RelaxTensor;

/// Pooled memory with shared ownership; tensors stand on it.
typedef struct RelaxStorage RelaxStorage;

/// Describes one function of a module (part 2); also the handle to call it.
typedef struct RelaxFunctionDescriptor RelaxFunctionDescriptor;

/// Describes one parameter or result (part 2).
typedef struct RelaxTypeDescriptor RelaxTypeDescriptor;

/// Describes a module (part 2).
typedef struct RelaxModuleDescriptor RelaxModuleDescriptor;

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

/// Number of threads that calls with this context use; 0 means one per core
/// that the process may run on, which is also the default.
RELAX_API int32_t relax_context_set_num_threads(RelaxContext *context,
                                                int32_t number);

/// Number of threads that calls with this context use, at least 1.
RELAX_API int32_t relax_context_num_threads(const RelaxContext *context);

/// Number of cores that the process may run on, at least 1.
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

/// Makes a compact copy of a tensor of the CPU or of a CUDA device (kDLCPU,
/// kDLCUDA) there or elsewhere. One on a device has no strides.
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

/* External functions */

/// A function that compiled code calls by name: reads `inputs`, writes into
/// `outputs`, which exist already. Nonzero is a failure; it may set the text
/// with relax_rt_fail. Exceptions are caught and are failures.
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

/* ------------------------------------------------------------------------- */
/* 2. What a compiled module consists of                                     */
/* ------------------------------------------------------------------------- */

/// What kind of value a parameter or result is.
typedef enum RelaxValueKind {
  /// A tensor.
  RELAX_VALUE_TENSOR = 0,
  /// A shape, passed as a tensor of i64 of rank 1.
  RELAX_VALUE_SHAPE = 1,
  /// A scalar, passed as a tensor of rank 0.
  RELAX_VALUE_SCALAR = 2
} RelaxValueKind;

/// One parameter or result. Tuples are flattened before they get here, the
/// leaves named "x.0", "x.1.0".
struct RelaxTypeDescriptor {
  /// Name; null or "" if it has none.
  const char *name;
  /// A RelaxValueKind.
  int32_t kind;
  /// Type of an element; code RELAX_ANY_TYPE if any is accepted.
  DLDataType dtype;
  /// Number of dimensions, -1 if any is accepted.
  int32_t rank;
  /// Where a tensor is: 0 for the CPU, n + 1 for CUDA device n.
  int32_t device;
  /// `rank` sizes, -1 where the size is symbolic or unknown; null if rank <= 0.
  const int64_t *dims;
  /// `rank` texts such as "n" or "n * 2", null where the size is a number or
  /// unknown; may itself be null.
  const char *const *dim_names;
};

/// Compiled code of one function. `inputs` are compact with byte_offset 0 and
/// strides null (relax_function_call sees to it); the entry checks dtype, rank
/// and dims itself through relax_rt_check_tensor. Writes as many `outputs` as
/// the function has results, tensors made by relax_rt_tensor_*. Returns 0, or
/// nonzero after an error was set in the context. What it still holds when it
/// returns is given back by the caller, so an error path simply returns.
typedef int32_t (*RelaxEntry)(RelaxContext *context,
                              const DLTensor *const *inputs,
                              RelaxTensor **outputs);

/// One function of a module.
struct RelaxFunctionDescriptor {
  /// Name, unique in the module.
  const char *name;
  /// Number of flattened parameters.
  int32_t num_params;
  /// Number of flattened results.
  int32_t num_results;
  /// `num_params` descriptors, null if there is none.
  const RelaxTypeDescriptor *params;
  /// `num_results` descriptors, null if there is none.
  const RelaxTypeDescriptor *results;
  /// The code.
  RelaxEntry entry;
};

/// Code for a device: PTX, which ends with a zero, or an object file of it.
typedef struct RelaxDeviceImage {
  /// The code.
  const void *data;
  /// Its bytes.
  uint64_t size;
} RelaxDeviceImage;

/// A kernel in an image.
typedef struct RelaxDeviceKernel {
  /// Name of the kernel.
  const char *name;
  /// Which of the images has it.
  uint32_t image;
  /// Bytes of the threads' shared memory whose size the launch says.
  uint32_t shared_bytes;
} RelaxDeviceKernel;

/// Kernels that host code of a module launches. Images are loaded into a
/// device when the first of their kernels is launched there, once for each
/// context.
typedef struct RelaxDeviceProgram {
  /// RELAX_ABI_VERSION.
  uint32_t abi_version;
  /// Number of images.
  uint32_t num_images;
  /// The images.
  const RelaxDeviceImage *images;
  /// Number of kernels.
  uint32_t num_kernels;
  /// Zero.
  uint32_t reserved;
  /// The kernels.
  const RelaxDeviceKernel *kernels;
  /// What the code is for, such as "sm_90".
  const char *chip;
  /// Zero; the run time writes a number that tells this module from others.
  uint64_t instance;
} RelaxDeviceProgram;

/// A module: the value of the symbol RELAX_MODULE_DESCRIPTOR_SYMBOL.
struct RelaxModuleDescriptor {
  /// RELAX_ABI_VERSION.
  uint32_t abi_version;
  /// Number of functions.
  int32_t num_functions;
  /// The functions.
  const RelaxFunctionDescriptor *functions;
  /// What made the module, for error messages; may be null.
  const char *producer;
  /// Features of the CPU that the code uses, as LLVM writes them with commas,
  /// such as "+avx2,+fma" (only "+" entries count); may be null.
  const char *cpu_features;
  /// Name of the constants file, beside the module's own file; null if none.
  const char *constants_file;
  /// `id` that the header of the constants file must have.
  uint64_t constants_id;
  /// `size` that the header of the constants file must have.
  uint64_t constants_size;
  /// Receives the address of the constants when the module is loaded; null if
  /// `constants_file` is null.
  const void **constants;
};

/// First 64 bytes of a constants file (little-endian); `size` bytes of
/// constants follow.
typedef struct RelaxConstantsHeader {
  /// "RELAXCST", without a terminating zero.
  char magic[8];
  /// 1.
  uint32_t version;
  /// Zero.
  uint32_t reserved;
  /// Any number that tells this file from older ones, such as a hash.
  uint64_t id;
  /// Bytes after the header.
  uint64_t size;
  /// Zeros.
  uint8_t padding[32];
} RelaxConstantsHeader;

/* ------------------------------------------------------------------------- */
/* 3. For compiled code                                                      */
/*                                                                           */
/* All of this happens inside a call (relax_function_call), on the thread    */
/* that made it; only relax_rt_fail may come from any thread. Strings are    */
/* borrowed for the call. Whatever fails sets the error of the context; the  */
/* first one of a call wins.                                                 */
/* ------------------------------------------------------------------------- */

/// Name and address of a function of this part.
typedef struct RelaxSymbol {
  /// Name of the symbol.
  const char *name;
  /// Its address.
  void *address;
} RelaxSymbol;

/// All functions that compiled code may call, for a just-in-time linker.
RELAX_API const RelaxSymbol *relax_rt_symbols(int32_t *count);

/* Errors */

/// Sets the error text (status RELAX_ERROR_FAILED) and returns the status. A
/// null or empty text is replaced. Any thread may call it.
RELAX_API int32_t relax_rt_fail(RelaxContext *context, const char *text);

/// Status of the error that was set during this call, RELAX_OK if none: what
/// code returns after it got a null pointer.
RELAX_API int32_t relax_rt_status(RelaxContext *context);

/// Checks, before `function` calls another one, that the thread's stack has
/// room for more: recursion ends with an error, "function 'f': calls are nested
/// deeper than a stack of 8388608 bytes allows ...".
RELAX_API int32_t relax_rt_check_stack(RelaxContext *context,
                                       const char *function);

/* Entry checks */

/// Checks an input: not null, on the CPU, compact, aligned to its element,
/// dtype (code 255: any), rank (-1: any) and those dims that are >= 0 (`dims`
/// may be null). Error: "function 'main', parameter 'bytes' (index 0): expected
/// rank 2, found 3".
RELAX_API int32_t relax_rt_check_tensor(RelaxContext *context,
                                        const char *function,
                                        const char *parameter, int32_t index,
                                        const DLTensor *tensor, int32_t code,
                                        int32_t bits, int32_t lanes,
                                        int32_t rank, const int64_t *dims);

/// Checks dimension `axis` of an input against the value of a symbolic
/// expression. Error: "function 'main', parameter 'mask' (index 1): expected
/// dim 0 to be n * 2 = 8, found 9". `expression` may be null.
RELAX_API int32_t relax_rt_check_dim(RelaxContext *context,
                                     const char *function,
                                     const char *parameter, int32_t index,
                                     int32_t axis, int64_t expected,
                                     int64_t found, const char *expression);

/// Checks element `axis` of a parameter that is a shape, as
/// relax_rt_check_dim; the message says "value" in place of "dim".
RELAX_API int32_t relax_rt_check_value(RelaxContext *context,
                                       const char *function,
                                       const char *parameter, int32_t index,
                                       int32_t axis, int64_t expected,
                                       int64_t found, const char *expression);

/// Checks what a match_cast says of a tensor: dtype, rank and those dims that
/// are >= 0, with the conventions of relax_rt_check_tensor. `what` is the name
/// of the value or of the place. Error: "function 'main', match_cast of 'lv':
/// expected ..., found ..." where `what` is "match_cast of 'lv'".
RELAX_API int32_t relax_rt_match_tensor(RelaxContext *context,
                                        const char *function, const char *what,
                                        const DLTensor *tensor, int32_t code,
                                        int32_t bits, int32_t lanes,
                                        int32_t rank, const int64_t *dims);

/// Checks one dimension (or value of a shape) that a match_cast names, or that
/// the argument of a kernel or the type of a result leaves open.
RELAX_API int32_t relax_rt_match_dim(RelaxContext *context,
                                     const char *function, const char *what,
                                     int32_t axis, int64_t expected,
                                     int64_t found, const char *expression);

/* Memory */

/// Bytes of a compact tensor; -1 and an error if a dimension is negative or
/// the size is absurd. `element_bits` is bits * lanes.
RELAX_API int64_t relax_rt_tensor_bytes(RelaxContext *context,
                                        int64_t element_bits, int32_t rank,
                                        const int64_t *dims);

/// Pooled memory of at least `bytes` bytes, aligned to RELAX_ALIGNMENT and not
/// initialized; null and an error if `bytes` is negative (an error of
/// relax_rt_tensor_bytes before it is kept) or cannot be had.
RELAX_API RelaxStorage *relax_rt_storage_alloc(RelaxContext *context,
                                               int64_t bytes);

/// Address of the memory.
RELAX_API void *relax_rt_storage_data(const RelaxStorage *storage);

/// Adds a use; returns its argument.
RELAX_API RelaxStorage *relax_rt_storage_retain(RelaxContext *context,
                                                RelaxStorage *storage);

/// Ends a use; the memory goes back to the pool after the last one. What is
/// not released when the call ends is released then. Null is allowed.
RELAX_API void relax_rt_storage_release(RelaxContext *context,
                                        RelaxStorage *storage);

/* Tensors */

/// A tensor with memory of its own, for results; null and an error on failure.
RELAX_API RelaxTensor *relax_rt_tensor_alloc(RelaxContext *context,
                                             int32_t code, int32_t bits,
                                             int32_t lanes, int32_t rank,
                                             const int64_t *dims);

/// A tensor on a storage, which it keeps alive; rejected if it does not fit.
RELAX_API RelaxTensor *
relax_rt_tensor_on_storage(RelaxContext *context, RelaxStorage *storage,
                           int64_t byte_offset, int32_t code, int32_t bits,
                           int32_t lanes, int32_t rank, const int64_t *dims);

/// A tensor that is a copy of compact elements at `data`: for a result that is
/// a constant or part of another value.
RELAX_API RelaxTensor *relax_rt_tensor_from_data(RelaxContext *context,
                                                 const void *data, int32_t code,
                                                 int32_t bits, int32_t lanes,
                                                 int32_t rank,
                                                 const int64_t *dims);

/// A tensor that is a copy of another one: for a result that is a parameter.
RELAX_API RelaxTensor *relax_rt_tensor_copy(RelaxContext *context,
                                            const DLTensor *source);

/// Address of the first element.
RELAX_API void *relax_rt_tensor_data(const RelaxTensor *tensor);

/// The tensor as DLPack sees it.
RELAX_API const DLTensor *relax_rt_tensor_dl(const RelaxTensor *tensor);

/// Adds a use, needed only to release twice; returns its argument. The same
/// tensor may stand in several outputs without it.
RELAX_API RelaxTensor *relax_rt_tensor_retain(RelaxContext *context,
                                              RelaxTensor *tensor);

/// Ends a use; what is not released and not an output when the call ends is
/// released then. Null is allowed.
RELAX_API void relax_rt_tensor_release(RelaxContext *context,
                                       RelaxTensor *tensor);

/* Effects */

/// Calls an external function that was registered under `name`. `function` is
/// the caller's name, for the message if there is none.
RELAX_API int32_t relax_rt_call_external(RelaxContext *context,
                                         const char *function, const char *name,
                                         const DLTensor *const *inputs,
                                         int32_t num_inputs,
                                         const DLTensor *const *outputs,
                                         int32_t num_outputs);

/// Prints a line to standard output; each "{}" in `format` is the next value.
/// Values left over follow, separated by blanks. `format` may be null.
RELAX_API int32_t relax_rt_print(RelaxContext *context, const char *format,
                                 const DLTensor *const *values, int32_t number);

/// Fails with the text of `format` and `values` if `condition` is 0. Error:
/// "function 'main': assertion failed: ...".
RELAX_API int32_t relax_rt_assert(RelaxContext *context, const char *function,
                                  int32_t condition, const char *format,
                                  const DLTensor *const *values,
                                  int32_t number);

/* Kernels: called by code that has no context at hand. They act on the call
 * that the thread is working for, on its own thread or inside a parallel loop;
 * outside of any call errors are dropped. */

/// Iterations [begin, end) of a parallel loop.
typedef void (*RelaxLoopBody)(void *closure, int64_t begin, int64_t end);

/// Runs `body` over [0, count) in pieces, at most one piece a thread at a time,
/// and returns when all are done. A loop inside a loop runs on its own thread
/// in one piece; so does a loop of one iteration or in a call with one thread.
RELAX_API void relax_rt_parallel_for(int64_t count, RelaxLoopBody body,
                                     void *closure);

/// Scratch memory of this thread, aligned to RELAX_ALIGNMENT, not initialized;
/// the last one taken is released first. Null and an error if `bytes` is
/// negative or cannot be had.
RELAX_API void *relax_rt_scratch_alloc(int64_t bytes);

/// Gives scratch memory back to this thread. Null is allowed.
RELAX_API void relax_rt_scratch_release(void *scratch);

/// Sets the error text of the call, as relax_rt_fail.
RELAX_API void relax_rt_kernel_fail(const char *text);

/* Devices: numbered from 0, -1 is the CPU. Whatever the first call that asks
 * for a device needs is then loaded: the driver, its context, a stream. All
 * that a context asks of a device happens one after the other; a call ends when
 * all of it is done. */

/// Makes CUDA device `device` the one that kernels of this call run on. Error:
/// no driver, no such device.
RELAX_API int32_t relax_rt_device_use(RelaxContext *context, int32_t device);

/// Pooled memory of a device, as relax_rt_storage_alloc.
RELAX_API RelaxStorage *relax_rt_device_storage_alloc(RelaxContext *context,
                                                      int32_t device,
                                                      int64_t bytes);

/// Copies bytes from one device, or the CPU, to the same or another one.
RELAX_API int32_t relax_rt_device_copy(RelaxContext *context, void *target,
                                       int32_t target_device,
                                       const void *source,
                                       int32_t source_device, int64_t bytes);

/// Address on a device of a copy of constant bytes of a module; made once for
/// each context. Null and an error on failure.
RELAX_API void *relax_rt_device_constant(RelaxContext *context, int32_t device,
                                         RelaxDeviceProgram *program,
                                         const void *data, int64_t bytes);

/// A tensor on a device that is a copy of compact elements at `data` there.
RELAX_API RelaxTensor *relax_rt_device_tensor_from_data(
    RelaxContext *context, int32_t device, const void *data, int32_t code,
    int32_t bits, int32_t lanes, int32_t rank, const int64_t *dims);

/// Checks an input that is to be on a device, else as relax_rt_check_tensor.
RELAX_API int32_t relax_rt_check_device_tensor(
    RelaxContext *context, const char *function, const char *parameter,
    int32_t index, const DLTensor *tensor, int32_t code, int32_t bits,
    int32_t lanes, int32_t rank, const int64_t *dims, int32_t device);

/// Launches kernel `kernel` of a program on the device of relax_rt_device_use;
/// called by code without a context, as those above. `sizes` are the numbers of
/// blocks, then of threads of a block, along x, y and z; nothing runs if one of
/// them is 0. `arguments` points at each argument of the kernel. Does nothing
/// after an error.
RELAX_API void relax_rt_launch(RelaxDeviceProgram *program, uint32_t kernel,
                               const int64_t *sizes, void **arguments);

/// Describes a tensor to the device of relax_rt_device_use, whose kernels copy
/// boxes of it, in 128 bytes at `map`, at a multiple of 64; called by code
/// without a context. Elements of `element_bytes` bytes begin at `data`; there
/// are `rank` sizes and sizes of the box, the last axis fastest, and a stride
/// less, in elements. Describes nothing of a tensor without elements, and after
/// an error.
RELAX_API void relax_rt_tensor_map(void *map, const void *data,
                                   int32_t element_bytes, int32_t rank,
                                   const int64_t *sizes, const int64_t *strides,
                                   const int64_t *box, int32_t swizzle);

/// Memory of the device of relax_rt_device_use; for code without a context.
/// Ended by relax_rt_storage_release, which then takes a null context. Null
/// and an error on failure.
RELAX_API RelaxStorage *relax_rt_device_scratch_alloc(int64_t bytes);

/* Constants in a file */

/// A constants file in memory.
typedef struct RelaxConstants RelaxConstants;

/// Maps a constants file; its header must say `id` and `size`, and the file
/// must be that long.
RELAX_API int32_t relax_rt_constants_open(RelaxContext *context,
                                          const char *path, uint64_t id,
                                          uint64_t size,
                                          RelaxConstants **constants);

/// Address of `size` bytes at `offset`; null and an error if they are not all
/// inside the file.
RELAX_API const void *relax_rt_constants_data(RelaxContext *context,
                                              const RelaxConstants *constants,
                                              uint64_t offset, uint64_t size);

/// Unmaps the file. Null is allowed.
RELAX_API void relax_rt_constants_close(RelaxConstants *constants);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RELAX_RUNTIME_H */
