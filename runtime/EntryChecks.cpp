// Checks of run-time values against what the compiler knows; each message names
// the function, the parameter, what was expected and what was found.
#include "DType.h"
#include "Tensor.h"

namespace relax::runtime {

// The checks that nearly always pass are separate from the words that describe
// a failure: entry code stays small, and no text is made for a good call.
static bool isExpected(const Expectation &expected, const DLTensor &tensor) {
  if (expected.code != RELAX_ANY_TYPE && (tensor.dtype.code != expected.code ||
                                          tensor.dtype.bits != expected.bits ||
                                          tensor.dtype.lanes != expected.lanes))
    return false;
  if (expected.rank < 0)
    return true;
  if (tensor.ndim != expected.rank)
    return false;
  for (int32_t i = 0; expected.dims && i < expected.rank; ++i)
    if (expected.dims[i] >= 0 && tensor.shape[i] != expected.dims[i])
      return false;
  return true;
}

// Says in which way a usable tensor is not what was expected.
static int32_t reportUnexpected(RelaxContext *context, Subject &subject,
                                const Expectation &expected,
                                const DLTensor &tensor) {
  DLDataType dtype = {uint8_t(expected.code), uint8_t(expected.bits),
                      uint16_t(expected.lanes)};
  int32_t bad = RELAX_ERROR_INVALID_ARGUMENT;
  if (expected.code != RELAX_ANY_TYPE && !isSame(dtype, tensor.dtype))
    return fail(context, bad, "%s: expected dtype %s, found %s",
                subject.getText(), DTypeText(dtype).text,
                DTypeText(tensor.dtype).text);
  // What was expected is an expression of sizes at times, so that the message
  // can say "n * 2 = 8".
  if (tensor.ndim != expected.rank)
    return fail(context, bad, "%s: expected rank %d, found %d",
                subject.getText(), expected.rank, tensor.ndim);
  for (int32_t i = 0; i < expected.rank; ++i)
    if (expected.dims[i] >= 0 && tensor.shape[i] != expected.dims[i])
      return fail(context, bad, "%s: expected dim %d to be %lld, found %lld",
                  subject.getText(), i,
                  static_cast<long long>(expected.dims[i]),
                  static_cast<long long>(tensor.shape[i]));
  return bad;
}

int32_t checkDescription(RelaxContext *context, Subject &subject,
                         const DLTensor &tensor, const Expectation &expected) {
  return isExpected(expected, tensor)
             ? int32_t(RELAX_OK)
             : reportUnexpected(context, subject, expected, tensor);
}

// Reports a size that is not what an expression says; `noun` is "dim" or
// "value".
static int32_t reportSize(RelaxContext *context, Subject &subject,
                          const char *noun, int32_t axis, int64_t expected,
                          int64_t found, const char *expression) {
  bool hasExpression = expression && *expression;
  return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
              "%s: expected %s %d to be %s%s%lld, found %lld",
              subject.getText(), noun, axis, hasExpression ? expression : "",
              hasExpression ? " = " : "", static_cast<long long>(expected),
              static_cast<long long>(found));
}

} // namespace relax::runtime

using relax::runtime::fail;
using relax::runtime::reportSize;
using relax::runtime::Subject;

int32_t relax_rt_check_tensor(RelaxContext *context, const char *function,
                              const char *parameter, int32_t index,
                              const DLTensor *tensor, int32_t code,
                              int32_t bits, int32_t lanes, int32_t rank,
                              const int64_t *dims) {
  Subject subject(function, parameter, index);
  if (int32_t status = relax::runtime::checkUsable(context, subject, tensor))
    return status;
  if (int32_t status = relax::runtime::checkDescription(
          context, subject, *tensor, {code, bits, lanes, rank, dims}))
    return status;
  // relax_function_call copies such tensors in front of the entry; only direct
  // callers of the entry meet this.
  if (!relax::runtime::isCompact(*tensor))
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected compact row-major elements, found other strides; "
                "call through relax_function_call, which copies them",
                subject.getText());
  if (!relax::runtime::isAligned(*tensor))
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "%s: expected data at a multiple of the element's size, found "
                "%p; call through relax_function_call, which copies it",
                subject.getText(), relax::runtime::getData(*tensor));
  return RELAX_OK;
}

// Inline comparison in compiled code, call only on failure, is left to LLVM:
// the function is small.
int32_t relax_rt_check_dim(RelaxContext *context, const char *function,
                           const char *parameter, int32_t index, int32_t axis,
                           int64_t expected, int64_t found,
                           const char *expression) {
  if (expected == found)
    return RELAX_OK;
  Subject subject(function, parameter, index);
  return reportSize(context, subject, "dim", axis, expected, found, expression);
}

int32_t relax_rt_check_value(RelaxContext *context, const char *function,
                             const char *parameter, int32_t index, int32_t axis,
                             int64_t expected, int64_t found,
                             const char *expression) {
  if (expected == found)
    return RELAX_OK;
  Subject subject(function, parameter, index);
  return reportSize(context, subject, "value", axis, expected, found,
                    expression);
}

int32_t relax_rt_match_tensor(RelaxContext *context, const char *function,
                              const char *what, const DLTensor *tensor,
                              int32_t code, int32_t bits, int32_t lanes,
                              int32_t rank, const int64_t *dims) {
  Subject subject = Subject::matchCast(function, what);
  if (int32_t status = relax::runtime::checkUsable(context, subject, tensor))
    return status;
  return relax::runtime::checkDescription(context, subject, *tensor,
                                          {code, bits, lanes, rank, dims});
}

int32_t relax_rt_match_dim(RelaxContext *context, const char *function,
                           const char *what, int32_t axis, int64_t expected,
                           int64_t found, const char *expression) {
  if (expected == found)
    return RELAX_OK;
  Subject subject = Subject::matchCast(function, what);
  return reportSize(context, subject, "dim", axis, expected, found, expression);
}

int32_t relax_rt_match_rank(RelaxContext *context, const char *function,
                            const char *what, int32_t expected, int64_t found) {
  if (expected == found)
    return RELAX_OK;
  Subject subject = Subject::matchCast(function, what);
  return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
              "%s: expected rank %d, found %lld", subject.getText(), expected,
              static_cast<long long>(found));
}
