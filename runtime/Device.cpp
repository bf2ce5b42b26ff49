// Whether a device can be used, and if not what is missing, in words.
#include "Context.h"
#include "DType.h"

using relax::runtime::fail;

// "Can it be used" is asked without opening the device: tools ask before they
// compile.
int32_t relax_device_check(RelaxContext *context, int32_t device_type,
                           int32_t device_id) {
  if (!context)
    return RELAX_ERROR_INVALID_ARGUMENT;
  relax::runtime::beginOperation(context);
  if (device_type == kDLCUDA || device_type == kDLCUDAHost)
    return relax::runtime::findCudaDevice(context, device_id)
               ? int32_t(RELAX_OK)
               : relax_context_status(context);
  if (device_type != kDLCPU)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "device %s:%d: expected cpu or cuda",
                relax::runtime::getDeviceName(device_type), device_id);
  if (device_id != 0)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "device cpu:%d: expected number 0", device_id);
  return RELAX_OK;
}
