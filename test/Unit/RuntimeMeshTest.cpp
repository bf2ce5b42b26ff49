// Exchanges along axes of a mesh, as compiled programs ask for them.
#include "CollectiveWorkers.h"
#include "relax_rt.h"

// A function of `relax.ccl` with tensors, if it has any, and numbers: its own,
// then that of the mesh's axes, their sizes, and the axes along which workers
// exchange tensors.
static int32_t call(RelaxContext *context, const char *name,
                    Elements<float> *sent, Elements<float> *received,
                    std::vector<int64_t> numbers) {
  std::vector<DLTensor> tensors;
  for (int64_t &number : numbers)
    tensors.push_back({&number, {kDLCPU, 0}, 0, i64, nullptr, nullptr, 0});
  std::vector<const DLTensor *> inputs, outputs;
  if (sent)
    inputs.push_back(&sent->tensor);
  for (const DLTensor &tensor : tensors)
    inputs.push_back(&tensor);
  if (received)
    outputs.push_back(&received->tensor);
  return relax_rt_call_external(context, "main", name, inputs.data(),
                                int32_t(inputs.size()), outputs.data(),
                                int32_t(outputs.size()));
}

static int32_t callOnMesh(RelaxContext *context, Elements<float> &sent,
                          Elements<float> &received,
                          std::vector<int64_t> numbers) {
  numbers.insert(numbers.begin(), RELAX_REDUCE_SUM);
  return call(context, "relax.ccl.allreduce", &sent, &received, numbers);
}

// Workers of the first row send down their columns; no group is made for it, as
// the workers of one row need not come.
TEST(RuntimeMeshTest, SendsToPlacesOnAMesh) {
  runWorkers(4, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    Elements<float> sent(f32, {float(rank)}), received(f32, {-1});
    ASSERT_EQ(relax_context_set_communicators(context, group, nullptr),
              RELAX_OK);
    ASSERT_EQ(
        call(context, "relax.ccl.barrier", nullptr, nullptr, {2, 2, 2, 1}),
        RELAX_OK);
    if (rank < 2) {
      ASSERT_EQ(
          call(context, "relax.ccl.send", &sent, nullptr, {1, 2, 2, 2, 0}),
          RELAX_OK);
    } else {
      ASSERT_EQ(call(context, "relax.ccl.receive", &received, &received,
                     {0, 2, 2, 2, 0}),
                RELAX_OK);
      EXPECT_EQ(received.values[0], float(rank - 2));
    }
    // A place that no worker has.
    EXPECT_NE(call(context, "relax.ccl.send", &sent, nullptr, {2, 2, 2, 2, 0}),
              RELAX_OK);
    EXPECT_NE(std::string(relax_context_error(context))
                  .find("send: expected a worker from 0 to 3, found -1"),
              std::string::npos);
  });
}

TEST(RuntimeMeshTest, KnowsWhatLaunchersSay) {
  for (const char *name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                           "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"})
    unsetenv(name);
  EXPECT_EQ(relax_launched_worker(), -1);
  // In a script of Slurm's, then in a step.
  setenv("SLURM_PROCID", "3", 1);
  EXPECT_EQ(relax_launched_worker(), -1);
  setenv("SLURM_STEP_NUM_TASKS", "4", 1);
  EXPECT_EQ(relax_launched_worker(), 3);
  setenv("PMI_RANK", "2", 1);
  EXPECT_EQ(relax_launched_worker(), 2);
  for (const char *name : {"PMI_RANK", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"})
    unsetenv(name);
}

TEST(RuntimeMeshTest, ExchangesAlongAxesOfAMesh) {
  runWorkers(4, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    Elements<float> sent(f32, {float(rank)}), received(f32, {0});
    ASSERT_EQ(relax_context_set_communicators(context, group, nullptr),
              RELAX_OK);
    // Twice, as a program asks in each call: workers of one row, then of one
    // column, then all of them, then each alone.
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(callOnMesh(context, sent, received, {2, 2, 2, 1}), RELAX_OK);
      EXPECT_EQ(received.values[0], rank / 2 == 0 ? 1.0f : 5.0f);
      ASSERT_EQ(callOnMesh(context, sent, received, {2, 2, 2, 0}), RELAX_OK);
      EXPECT_EQ(received.values[0], rank % 2 == 0 ? 2.0f : 4.0f);
      ASSERT_EQ(callOnMesh(context, sent, received, {2, 2, 2, 1, 0}), RELAX_OK);
      EXPECT_EQ(received.values[0], 6.0f);
      ASSERT_EQ(callOnMesh(context, sent, received, {2, 2, 2}), RELAX_OK);
      EXPECT_EQ(received.values[0], float(rank));
    }
    auto expectError = [&, context = context,
                        group = group](std::vector<int64_t> numbers,
                                       const std::string &text) {
      // A context keeps its first error until the next call from outside.
      ASSERT_EQ(relax_context_set_communicators(context, group, nullptr),
                RELAX_OK);
      EXPECT_EQ(callOnMesh(context, sent, received, numbers),
                RELAX_ERROR_INVALID_ARGUMENT);
      EXPECT_EQ(relax_context_error(context), text);
    };
    std::string self = "worker " + std::to_string(rank) + " of 4: ";
    expectError({2, 2, 3, 1},
                self + "expected a worker for each place of the program's mesh "
                       "[2, 3], found 4; start as many as it has places");
    expectError({1, 2, 0},
                self + "expected a worker for each place of the program's mesh "
                       "[2], found 4; start as many as it has places");
    expectError({2, 2, 0, 1},
                "expected the sizes of a mesh and different axes of it, found "
                "other sizes in the numbers [2, 2, 0, 1]");
    expectError({2, 2, 2, 2},
                "expected the sizes of a mesh and different axes of it, found "
                "other axes in the numbers [2, 2, 2, 2]");
    expectError({7, 2},
                "expected the sizes of a mesh and different axes of it, found "
                "no mesh in the numbers [7, 2]");
  });
}
