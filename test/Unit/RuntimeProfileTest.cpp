// Profiles of the run-time library: what is recorded, and when.
#include "RuntimeFixture.h"

namespace {

class RuntimeProfile : public RuntimeFixture {
protected:
  int64_t count() const {
    int64_t number = -1;
    relax_context_profile(context, &number);
    return number;
  }
};

// What code is that relax-compile --profile made.
int32_t runKernel(RelaxContext *context, const DLTensor *const *,
                  RelaxTensor **) {
  int64_t begin = relax_rt_profile_begin(context, 24, 48);
  relax_rt_profile_end(context, begin, "scale", "model.onnx:3");
  return RELAX_OK;
}

} // namespace

TEST_F(RuntimeProfile, RecordsRunsFromItsStartToItsEnd) {
  OneFunctionModule module(context, runKernel, 0, 0);
  std::vector<RelaxTensor *> outputs;
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
  EXPECT_EQ(count(), 0);
  EXPECT_EQ(relax_context_set_profile(context, 1), RELAX_OK);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
  EXPECT_EQ(relax_context_set_profile(context, 0), RELAX_OK);
  EXPECT_EQ(module.call(context, {}, outputs), RELAX_OK);
  int64_t number = 0;
  const RelaxProfileEvent *events = relax_context_profile(context, &number);
  ASSERT_EQ(number, 2);
  EXPECT_STREQ(events[0].kernel, "scale");
  EXPECT_STREQ(events[0].node, "model.onnx:3");
  EXPECT_EQ(events[0].bytes, 24);
  EXPECT_EQ(events[0].flops, 48);
  EXPECT_EQ(events[0].uses_device, 0);
  EXPECT_LE(events[0].begin, events[0].end);
  EXPECT_LE(events[0].end, events[1].begin);
  EXPECT_EQ(relax_context_set_profile(context, 1), RELAX_OK);
  EXPECT_EQ(count(), 0);
}

// Kernels may run outside of any call, so that code cannot rely on a context.
TEST_F(RuntimeProfile, TakesNoContext) {
  EXPECT_EQ(relax_context_set_profile(nullptr, 1),
            RELAX_ERROR_INVALID_ARGUMENT);
  int64_t number = -1;
  EXPECT_EQ(relax_context_profile(nullptr, &number), nullptr);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(relax_rt_profile_begin(nullptr, 0, 0), -1);
}

TEST_F(RuntimeProfile, MeasuresWhatTheMachineReaches) {
  double flops = 0, bytes = 0;
  EXPECT_EQ(relax_context_measure_peaks(context, &flops, &bytes), RELAX_OK);
  EXPECT_GT(flops, 0);
  EXPECT_GT(bytes, 0);
  EXPECT_EQ(relax_context_measure_peaks(context, nullptr, &bytes),
            RELAX_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(relax_context_error(context),
               "expected addresses for the peaks, found none");
  EXPECT_EQ(relax_context_measure_peaks(nullptr, &flops, &bytes),
            RELAX_ERROR_INVALID_ARGUMENT);
}
