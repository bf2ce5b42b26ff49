/* What a compiled module consists of: the descriptors that its one symbol leads
 * to. Compiled code writes them, the run-time library and programs read them.
 */
#ifndef RELAX_MODULE_H
#define RELAX_MODULE_H

#include "relax_dlpack.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the layout of RelaxModuleDescriptor and of the entry's signature.
#define RELAX_ABI_VERSION 1

/// Name of the one symbol that a compiled module exports.
#define RELAX_MODULE_DESCRIPTOR_SYMBOL "relax_module_descriptor_v1"

/// Symbol of what parameters are spread, in modules that have some.
#define RELAX_MODULE_SHARDINGS_SYMBOL "relax_module_shardings_v1"

/// Symbol of the versions of a module for several CPUs, in libraries that have
/// some: addresses of descriptors, the most wanted first, that end with a null.
#define RELAX_MODULE_VERSIONS_SYMBOL "relax_module_versions_v1"

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

/// A tensor with shared ownership of its memory.
typedef struct RelaxTensor RelaxTensor;

/// Describes one function of a module; also the handle to call it.
typedef struct RelaxFunctionDescriptor RelaxFunctionDescriptor;

/// Describes one parameter or result.
typedef struct RelaxTypeDescriptor RelaxTypeDescriptor;

/// Describes a module.
typedef struct RelaxModuleDescriptor RelaxModuleDescriptor;

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
  /// The code: machine code, or PTX and a zero, and behind it, at the next
  /// multiple of 64 bytes, maybe machine code of the program's chip.
  const void *data;
  /// Its bytes, with those of the machine code.
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

/// How a parameter of a function is spread over workers
/// (relax_module_sharding). A module with such parameters also has the symbol
/// RELAX_MODULE_SHARDINGS_SYMBOL, an array of these that ends with a null
/// function.
typedef struct RelaxParamSharding {
  /// Name of the function.
  const char *function;
  /// Number of the flattened parameter.
  int64_t param;
  /// Mesh and placement.
  const char *sharding;
} RelaxParamSharding;

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

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RELAX_MODULE_H */
