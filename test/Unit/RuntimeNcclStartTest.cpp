// Exchanges by NCCL that go on while kernels run, with a driver and an NCCL
// that tests command.
#include "DeviceWorkers.h"

#include <future>

namespace {

// Starts a sum over all workers.
int32_t startSum(const DeviceWorker &worker, RelaxTensor *sent,
                 RelaxTensor *received) {
  relax_context_start_exchanges(worker.context, 1);
  int32_t status =
      relax_all_reduce(worker.context, worker.communicator, RELAX_REDUCE_SUM,
                       relax_tensor_dl(sent), relax_tensor_dl(received));
  relax_context_start_exchanges(worker.context, 0);
  return status;
}

int32_t waitFor(const DeviceWorker &worker, RelaxTensor *received) {
  return relax_wait(worker.context, worker.communicator,
                    relax_tensor_dl(received));
}

// The second worker comes only after the first one has gone on: a start that
// waited would not end. Streams do what they have to late, in either order.
TEST(RuntimeNcclStartTest, GoesOnWhileItExchanges) {
  for (int late : {0, 1, 2, 3}) {
    std::promise<void> hasGoneOn;
    runOnDevices(2, true, [&](const DeviceWorker &worker) {
      if (worker.rank == 0)
        fakeCudaSetLate(late);
      else
        hasGoneOn.get_future().wait();
      RelaxTensor *sent = worker.give({float(worker.rank + 1)}),
                  *first = worker.give({-1}), *second = worker.give({-1});
      for (RelaxTensor *received : {first, second})
        EXPECT_EQ(startSum(worker, sent, received), RELAX_OK)
            << relax_context_error(worker.context);
      EXPECT_EQ(worker.take(worker.give({7})), std::vector<float>{7});
      if (worker.rank == 0)
        hasGoneOn.set_value();
      for (RelaxTensor *received : {second, first}) {
        EXPECT_EQ(waitFor(worker, received), RELAX_OK)
            << relax_context_error(worker.context);
        EXPECT_EQ(worker.take(received), std::vector<float>{3});
      }
      EXPECT_EQ(waitFor(worker, sent), RELAX_ERROR_INVALID_ARGUMENT);
      relax_tensor_release(sent);
    });
  }
  EXPECT_EQ(fakeCudaCalls("ncclAllReduce"), 4);
}

// One that is not started comes behind those that are; these are waited for
// later all the same.
TEST(RuntimeNcclStartTest, FinishesWhatWasStartedFirst) {
  runOnDevices(2, true, [](const DeviceWorker &worker) {
    RelaxTensor *sent = worker.give({float(worker.rank + 1)}),
                *received = worker.give({-1}), *now = worker.give({-1});
    EXPECT_EQ(startSum(worker, sent, received), RELAX_OK);
    EXPECT_EQ(relax_all_reduce(worker.context, worker.communicator,
                               RELAX_REDUCE_PROD, relax_tensor_dl(sent),
                               relax_tensor_dl(now)),
              RELAX_OK);
    EXPECT_EQ(worker.take(received), std::vector<float>{3});
    EXPECT_EQ(worker.take(now), std::vector<float>{2});
    relax_tensor_release(sent);
  });
}

// What is left alone, as by a call that fails, neither stops the next call nor
// is lost.
TEST(RuntimeNcclStartTest, StartsAgainIntoTheSameMemory) {
  runOnDevices(2, true, [](const DeviceWorker &worker) {
    RelaxTensor *sent = worker.give({float(worker.rank + 1)}),
                *received = worker.give({-1});
    EXPECT_EQ(startSum(worker, sent, received), RELAX_OK);
    EXPECT_EQ(startSum(worker, sent, received), RELAX_OK);
    EXPECT_EQ(waitFor(worker, received), RELAX_OK);
    EXPECT_EQ(startSum(worker, sent, received), RELAX_OK);
    EXPECT_EQ(relax_barrier(worker.context, worker.communicator), RELAX_OK);
    EXPECT_EQ(worker.take(received), std::vector<float>{3});
    relax_tensor_release(sent);
  });
}

// Of what is started some is found at once, some when it is waited for; either
// leaves the group useless, and nothing behind.
TEST(RuntimeNcclStartTest, TellsFailureOfStarted) {
  for (const char *name : {"cuStreamCreate", "cuEventCreate", "cuEventRecord",
                           "cuStreamWaitEvent", "ncclAllReduce"})
    runOnDevices(1, true, [&](const DeviceWorker &worker) {
      RelaxTensor *tensor = worker.give({1});
      bool isNccl = std::string(name) == "ncclAllReduce";
      fakeCudaFail(name, fakeCudaCalls(name) + 1, isNccl ? 4 : 2);
      EXPECT_EQ(startSum(worker, tensor, tensor), RELAX_ERROR_FAILED);
      expectError(worker, isNccl ? "all_reduce failed: NCCL's error 4 (invalid "
                                   "argument)"
                                 : "all_reduce: the driver's error 2");
      EXPECT_EQ(waitFor(worker, tensor), RELAX_ERROR_FAILED);
      relax_tensor_release(tensor);
    });
  runOnDevices(1, true, [](const DeviceWorker &worker) {
    RelaxTensor *tensor = worker.give({1});
    EXPECT_EQ(startSum(worker, tensor, tensor), RELAX_OK);
    fakeCudaFail("cuEventQuery", 1, 700);
    EXPECT_EQ(waitFor(worker, tensor), RELAX_ERROR_DEVICE_LOST);
    expectError(worker,
                "device cuda:0: a kernel or copy failed: "
                "CUDA_ERROR_ILLEGAL_ADDRESS (700); start the process anew, as "
                "devices do nothing more for this one");
    relax_tensor_release(tensor);
    fakeCudaReset();
  });
}

TEST(RuntimeNcclStartTest, EndsWhatWasStartedWithinItsTime) {
  runOnDevices(2, true, [](const DeviceWorker &worker) {
    if (worker.rank == 1)
      return;
    relax_communicator_set_timeout(worker.communicator, 0.2);
    RelaxTensor *tensor = worker.give({1}), *other = worker.give({1});
    EXPECT_EQ(startSum(worker, tensor, tensor), RELAX_OK);
    EXPECT_EQ(startSum(worker, other, other), RELAX_OK);
    EXPECT_EQ(waitFor(worker, other), RELAX_ERROR_FAILED);
    expectError(worker, "all_reduce has not ended in time: another worker has "
                        "died, is stuck or makes another call");
    EXPECT_EQ(waitFor(worker, tensor), RELAX_ERROR_FAILED);
    relax_tensor_release(tensor);
    relax_tensor_release(other);
  });
}

} // namespace
