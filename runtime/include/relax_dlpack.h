/* The tensor structs of the DLPack protocol, as far as the run time needs them.
 *
 * Written from the protocol's specification; the layout is that of DLPack 0.2
 * and later (DLTensor, DLManagedTensor) and 1.0 (DLManagedTensorVersioned).
 * The guard is DLPack's own: a program may include <dlpack/dlpack.h> first and
 * its definitions are then used instead. */
#ifndef RELAX_DLPACK_H
#define RELAX_DLPACK_H

#include <stdint.h>

#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of devices; the run time itself looks only at the CPU and CUDA ones.
typedef enum {
  kDLCPU = 1,
  kDLCUDA = 2,
  kDLCUDAHost = 3,
  kDLOpenCL = 4,
  kDLVulkan = 7,
  kDLMetal = 8,
  kDLVPI = 9,
  kDLROCM = 10,
  kDLROCMHost = 11,
  kDLExtDev = 12,
  kDLCUDAManaged = 13,
  kDLOneAPI = 14
} DLDeviceType;

/// One device: its kind and its number among the devices of that kind.
typedef struct {
  /// Kind of device.
  DLDeviceType device_type;
  /// Number of the device, 0 for the CPU.
  int32_t device_id;
} DLDevice;

/// Kinds of elements.
typedef enum {
  kDLInt = 0U,
  kDLUInt = 1U,
  kDLFloat = 2U,
  kDLOpaqueHandle = 3U,
  kDLBfloat = 4U,
  kDLComplex = 5U,
  kDLBool = 6U
} DLDataTypeCode;

/// Type of one element.
typedef struct {
  /// A DLDataTypeCode (or RelaxTypeCode).
  uint8_t code;
  /// Bits of one lane.
  uint8_t bits;
  /// Lanes of one element, 1 unless elements are vectors.
  uint16_t lanes;
} DLDataType;

/// A tensor that owns nothing.
typedef struct {
  /// Start of the memory; null only for a tensor without elements.
  void *data;
  /// Where the memory lies.
  DLDevice device;
  /// Number of dimensions.
  int32_t ndim;
  /// Type of an element.
  DLDataType dtype;
  /// `ndim` sizes.
  int64_t *shape;
  /// `ndim` strides in elements, or null for compact row-major order.
  int64_t *strides;
  /// Bytes from `data` to the first element.
  uint64_t byte_offset;
} DLTensor;

/// A tensor with an owner.
typedef struct DLManagedTensor {
  /// The tensor.
  DLTensor dl_tensor;
  /// The owner's own data.
  void *manager_ctx;
  /// Ends the tensor; called once by whoever consumes it; may be null.
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

/// Version of the protocol that a DLManagedTensorVersioned follows.
typedef struct {
  /// Major version; a reader rejects another one.
  uint32_t major;
  /// Minor version.
  uint32_t minor;
} DLPackVersion;

/// A tensor with an owner and a version (DLPack 1.0).
typedef struct DLManagedTensorVersioned {
  /// Version of this struct.
  DLPackVersion version;
  /// The owner's own data.
  void *manager_ctx;
  /// Ends the tensor; called once by whoever consumes it; may be null.
  void (*deleter)(struct DLManagedTensorVersioned *self);
  /// Bit 0: read-only; bit 1: the data is a copy.
  uint64_t flags;
  /// The tensor.
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DLPACK_DLPACK_H_ */
#endif /* RELAX_DLPACK_H */
