// What compiled code passes to a library that computes products.
#include "ProductCalls.h"
#include "DType.h"

namespace relax::runtime {

// Whether a tensor is where the function wants it, of elements that it takes.
static bool isUsable(const ProductForm &form, const DLTensor &tensor,
                     DLDevice device) {
  return form.takes(tensor.dtype) &&
         tensor.device.device_type == device.device_type &&
         tensor.device.device_id == device.device_id && isCompact(tensor);
}

// Where a bias is stands in the numbers and in how many inputs there are; both
// have to agree, or numbers would be taken for a bias.
static bool hasForm(const ProductForm &form, const Given &given,
                    ProductOperands &operands) {
  if (given.numOutputs != 1 || (given.numInputs != 3 && given.numInputs != 4))
    return false;
  const DLTensor *const *inputs = given.inputs;
  operands = {inputs[0], inputs[1], given.numInputs == 4 ? inputs[2] : nullptr,
              inputs[given.numInputs - 1], given.outputs[0]};
  const DLTensor &numbers = *operands.numbers;
  if (!isSame(numbers.dtype, {RELAX_INT, 64, 1}) ||
      numbers.device.device_type != kDLCPU ||
      getNumElements(numbers) != form.numNumbers ||
      (operands.get<int64_t>() != 0) != (operands.bias != nullptr))
    return false;
  for (const DLTensor *tensor : {operands.lhs, operands.rhs, operands.result})
    if (tensor->ndim < form.minRank || tensor->ndim > form.maxRank ||
        tensor->ndim > operands.result->ndim)
      return false;
  // All of a call are in one place, the one where the result has to be.
  DLDevice device = operands.result->device;
  if (device.device_type != (form.isOnDevice ? kDLCUDA : kDLCPU))
    return false;
  for (const DLTensor *tensor :
       {operands.lhs, operands.rhs, operands.bias, operands.result})
    if (tensor && !isUsable(form, *tensor, device))
      return false;
  return isSame(operands.lhs->dtype, operands.rhs->dtype) &&
         (!operands.bias ||
          isSame(operands.bias->dtype, operands.result->dtype));
}

int32_t readOperands(RelaxContext *context, const ProductForm &form,
                     const Given &given, ProductOperands &operands) {
  if (hasForm(form, given, operands))
    return RELAX_OK;
  return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
              "'%s': expected two operands of %s of rank %d to %d, a bias, if "
              "there is one, and %lld numbers of i64, and one result, all on "
              "%s, found %d inputs and %d outputs of another form",
              form.name, form.elements, form.minRank, form.maxRank,
              static_cast<long long>(form.numNumbers),
              form.isOnDevice ? "one CUDA device; compile for a GPU"
                              : "the host",
              given.numInputs, given.numOutputs);
}

int32_t failWithStatus(RelaxContext *context, const char *name,
                       const char *library, const char *step, int status) {
  return fail(context, RELAX_ERROR_FAILED,
              "'%s': expected %s to %s, found its status %d; leave this to our "
              "own code",
              name, library, step, status);
}

int32_t failWithActivation(RelaxContext *context, const char *name,
                           int64_t activation, const char *expected) {
  return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
              "'%s': expected an activation %s, found %lld", name, expected,
              static_cast<long long>(activation));
}

} // namespace relax::runtime
