// The table of everything that compiled code may call.
#include "relax_rt.h"

// Casting a function to void* is conditionally supported in C++ and fine in
// POSIX, which dlsym relies on.
#define RELAX_SYMBOL(NAME) {#NAME, reinterpret_cast<void *>(&(NAME))}

const RelaxSymbol *relax_rt_symbols(int32_t *count) {
  static const RelaxSymbol symbols[] = {
      RELAX_SYMBOL(relax_rt_fail),
      RELAX_SYMBOL(relax_rt_status),
      RELAX_SYMBOL(relax_rt_check_stack),
      RELAX_SYMBOL(relax_rt_check_tensor),
      RELAX_SYMBOL(relax_rt_check_device_tensor),
      RELAX_SYMBOL(relax_rt_device_tensor_from_data),
      RELAX_SYMBOL(relax_rt_check_dim),
      RELAX_SYMBOL(relax_rt_check_value),
      RELAX_SYMBOL(relax_rt_match_tensor),
      RELAX_SYMBOL(relax_rt_match_dim),
      RELAX_SYMBOL(relax_rt_match_rank),
      RELAX_SYMBOL(relax_rt_tensor_size),
      RELAX_SYMBOL(relax_rt_tensor_stride),
      RELAX_SYMBOL(relax_rt_tensor_elements),
      RELAX_SYMBOL(relax_rt_tensor_reshape),
      RELAX_SYMBOL(relax_rt_tensor_bytes),
      RELAX_SYMBOL(relax_rt_storage_alloc),
      RELAX_SYMBOL(relax_rt_storage_plan),
      RELAX_SYMBOL(relax_rt_storage_data),
      RELAX_SYMBOL(relax_rt_storage_retain),
      RELAX_SYMBOL(relax_rt_storage_release),
      RELAX_SYMBOL(relax_rt_tensor_alloc),
      RELAX_SYMBOL(relax_rt_tensor_on_storage),
      RELAX_SYMBOL(relax_rt_tensor_from_data),
      RELAX_SYMBOL(relax_rt_tensor_copy),
      RELAX_SYMBOL(relax_rt_tensor_data),
      RELAX_SYMBOL(relax_rt_tensor_dl),
      RELAX_SYMBOL(relax_rt_tensor_retain),
      RELAX_SYMBOL(relax_rt_tensor_release),
      RELAX_SYMBOL(relax_rt_call_external),
      RELAX_SYMBOL(relax_rt_print),
      RELAX_SYMBOL(relax_rt_assert),
      RELAX_SYMBOL(relax_rt_parallel_for),
      RELAX_SYMBOL(relax_rt_scratch_alloc),
      RELAX_SYMBOL(relax_rt_scratch_release),
      RELAX_SYMBOL(relax_rt_kernel_fail),
      RELAX_SYMBOL(relax_rt_kernel_call_external),
      RELAX_SYMBOL(relax_rt_profile_begin),
      RELAX_SYMBOL(relax_rt_profile_end),
      RELAX_SYMBOL(relax_rt_tvm_call),
      RELAX_SYMBOL(relax_rt_device_use),
      RELAX_SYMBOL(relax_rt_device_storage_alloc),
      RELAX_SYMBOL(relax_rt_device_copy),
      RELAX_SYMBOL(relax_rt_device_constant),
      RELAX_SYMBOL(relax_rt_launch),
      RELAX_SYMBOL(relax_rt_graph_begin),
      RELAX_SYMBOL(relax_rt_graph_step),
      RELAX_SYMBOL(relax_rt_graph_end),
      RELAX_SYMBOL(relax_rt_tensor_map),
      RELAX_SYMBOL(relax_rt_device_scratch_alloc),
      RELAX_SYMBOL(relax_rt_constants_open),
      RELAX_SYMBOL(relax_rt_constants_data),
      RELAX_SYMBOL(relax_rt_constants_close),
  };
  if (count)
    *count = int32_t(sizeof(symbols) / sizeof(symbols[0]));
  return symbols;
}
