// Exchanges that go on while their worker computes.
#include "CollectiveWorkers.h"
#include "gtest/gtest.h"

#include <string>
#include <vector>

// Exchanges that are started go on in their order; one that is not waits for
// them. A part of the group starts its own.
TEST(RuntimeExchangeQueueTest, Starts) {
  runWorkers(4, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    RelaxCommunicator *pair = nullptr;
    ASSERT_EQ(relax_communicator_split(context, group, rank / 2, 0, &pair), 0);
    for (int round = 0; round < 20; ++round) {
      Elements<float> one(f32, {float(rank)}), sum(f32, {-1}),
          ofPair(f32, {-1}), all(f32, {-1, -1, -1, -1}), none(f32, {});
      relax_context_start_exchanges(context, 1);
      EXPECT_EQ(relax_all_reduce(context, group, RELAX_REDUCE_SUM, &one.tensor,
                                 &sum.tensor),
                RELAX_OK);
      EXPECT_EQ(relax_all_reduce(context, pair, RELAX_REDUCE_MAX, &one.tensor,
                                 &ofPair.tensor),
                RELAX_OK);
      EXPECT_EQ(relax_all_reduce(context, group, RELAX_REDUCE_SUM, &none.tensor,
                                 &none.tensor),
                RELAX_OK);
      relax_context_start_exchanges(context, 0);
      EXPECT_EQ(relax_all_gather(context, group, &one.tensor, &all.tensor),
                RELAX_OK);
      EXPECT_EQ(all.values, (std::vector<float>{0, 1, 2, 3}));
      for (const DLTensor *result : {&ofPair.tensor, &sum.tensor, &none.tensor})
        EXPECT_EQ(relax_wait(context, group, result), RELAX_OK);
      EXPECT_EQ(sum.values[0], 6);
      EXPECT_EQ(ofPair.values[0], float(rank / 2 * 2 + 1));
      EXPECT_EQ(relax_wait(context, group, &sum.tensor),
                RELAX_ERROR_INVALID_ARGUMENT);
      EXPECT_EQ(relax_context_error(context),
                "worker " + std::to_string(rank) +
                    " of 4: wait: expected a tensor that an exchange was "
                    "started into, found another one");
    }
    EXPECT_EQ(relax_wait(context, group, nullptr),
              RELAX_ERROR_INVALID_ARGUMENT);
    relax_communicator_destroy(pair);
  });
}

// What goes wrong is told where it is waited for, also by the next exchange.
TEST(RuntimeExchangeQueueTest, TellsFailureOfStarted) {
  runWorkers(
      2,
      [](const Worker &worker) {
        auto [context, group, rank, size] = worker;
        if (rank == 1)
          return;
        Elements<float> one(f32, {1}), sum(f32, {0}), more(f32, {0});
        relax_context_start_exchanges(context, 1);
        for (Elements<float> *result : {&sum, &more})
          EXPECT_EQ(relax_all_reduce(context, group, RELAX_REDUCE_SUM,
                                     &one.tensor, &result->tensor),
                    RELAX_OK);
        relax_context_start_exchanges(context, 0);
        EXPECT_EQ(relax_wait(context, group, &more.tensor), RELAX_ERROR_FAILED);
        EXPECT_NE(std::string(relax_context_error(context))
                      .find("worker 0 of 2: all_reduce has not ended in time"),
                  std::string::npos);
        EXPECT_EQ(relax_barrier(context, group), RELAX_ERROR_FAILED);
      },
      0.05);
}
