/* What compiled code calls, and nobody else.
 *
 * All of this happens inside a call (relax_function_call), on the thread that
 * made it; only relax_rt_fail may come from any thread. Strings are borrowed
 * for the call. Whatever fails sets the error of the context; the first one of
 * a call wins. */
#ifndef RELAX_RT_H
#define RELAX_RT_H

#include "relax_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Pooled memory with shared ownership; tensors stand on it.
typedef struct RelaxStorage RelaxStorage;

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

/// Checks the number of values of a shape that a match_cast names. Error:
/// "function 'main', match_cast of 's': expected rank 2, found 3".
RELAX_API int32_t relax_rt_match_rank(RelaxContext *context,
                                      const char *function, const char *what,
                                      int32_t expected, int64_t found);

/// The size along `axis` of a tensor whose rank was not known before; -1 and
/// an error if it has no such axis.
RELAX_API int64_t relax_rt_tensor_size(RelaxContext *context,
                                       const char *function,
                                       const DLTensor *tensor, int64_t axis);

/// How many elements lie between neighbours along `axis` of a compact tensor;
/// -1 and an error if it has no such axis.
RELAX_API int64_t relax_rt_tensor_stride(RelaxContext *context,
                                         const char *function,
                                         const DLTensor *tensor, int64_t axis);

/// Describes in `reshaped` the elements of a compact tensor with the sizes that
/// a tensor of i64 has, which are borrowed; an error if they are of another
/// number of elements.
RELAX_API int32_t relax_rt_tensor_reshape(RelaxContext *context,
                                          const char *function,
                                          const DLTensor *tensor,
                                          const DLTensor *sizes,
                                          DLTensor *reshaped);

/// The number of elements of a tensor.
RELAX_API int64_t relax_rt_tensor_elements(const DLTensor *tensor);

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

/// Pooled memory for parts and, in storages of their own, for more. `lives` has
/// the number of parts, that of the others, and of each, parts first, when it
/// begins and when it ends; `sizes` has the bytes of each. Parts that live at
/// the same time do not overlap. Writes where each part begins behind the
/// storage that is returned, a multiple of RELAX_ALIGNMENT, and the `owned`
/// storages; a part may lie in one of those before its life. Null and an error
/// as relax_rt_storage_alloc. What was found for the same lives and sizes is
/// found again without a search.
RELAX_API RelaxStorage *relax_rt_storage_plan(RelaxContext *context,
                                              const int64_t *lives,
                                              const int64_t *sizes,
                                              int64_t *offsets,
                                              RelaxStorage **owned);

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

/// Calls an external function from a kernel, with what it gives among the
/// arguments; an error is the call's, as relax_rt_kernel_fail.
RELAX_API void relax_rt_kernel_call_external(const char *name,
                                             const DLTensor *const *arguments,
                                             int32_t num_arguments);

/* Profiles: called by code that relax-compile --profile made. */

/// The time in nanoseconds before a kernel is called that takes and gives
/// `bytes` and does `flops` operations on floats, -1 if nobody knows; -1 if the
/// context records no profile.
RELAX_API int64_t relax_rt_profile_begin(RelaxContext *context, int64_t bytes,
                                         int64_t flops);

/// Records that a kernel has run since `begin`, after waiting for the device it
/// runs on; nothing if `begin` is -1. `kernel` and `node` outlive the module's
/// calls.
RELAX_API void relax_rt_profile_end(RelaxContext *context, int64_t begin,
                                    const char *kernel, const char *node);

/* Calls by others: compiled code is entered, and asks the run time to do it. */

/// Calls the function number `index` of a module by the convention of
/// apache-tvm-ffi (TVMFFISafeCallType): `arguments` are `count` TVMFFIAny, as
/// is `result`, which is None before. A tensor is taken as it is, a number or a
/// shape as the parameter says; one result is a tensor, several are an array.
/// Returns 0, or -1 after setting TVM's error; only -1 where libtvm_ffi is not
/// loaded for all. The module's library stays loaded.
RELAX_API int32_t relax_rt_tvm_call(const RelaxModuleDescriptor *descriptor,
                                    int32_t index, const void *arguments,
                                    int32_t count, void *result);

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

/// Begins kernels that are launched as a graph, on the device of
/// relax_rt_device_use: number `region` of a program, with what decides which
/// memory they use. 0 if a graph of the same operands has been launched in
/// their place; else they are to be launched, and become one if they come
/// again. An error is told by relax_rt_graph_end.
RELAX_API int32_t relax_rt_graph_begin(RelaxContext *context,
                                       RelaxDeviceProgram *program,
                                       int32_t region, const int64_t *operands,
                                       int32_t count);

/// Says what those that are launched up to the next step read and write:
/// address and bytes of each, those that are read first. Steps of which neither
/// writes what the other one reads or writes run side by side; without steps
/// nothing does.
RELAX_API void relax_rt_graph_step(RelaxContext *context, const int64_t *ranges,
                                   int32_t num_reads, int32_t num_writes);

/// Ends them, whatever relax_rt_graph_begin gave.
RELAX_API int32_t relax_rt_graph_end(RelaxContext *context);

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

#endif /* RELAX_RT_H */
