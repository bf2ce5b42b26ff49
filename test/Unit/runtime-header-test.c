/* The headers of the run-time library are C. */
#include "relax_collectives.h"
#include "relax_npy.h"
#include "relax_rt.h"
#include "relax_runtime.h"
#include "relax_safetensors.h"

/* Used by nobody: that it compiles is the test. */
int32_t relaxHeaderTest(RelaxContext *context);
int32_t relaxHeaderTest(RelaxContext *context) {
  return relax_context_status(context);
}
