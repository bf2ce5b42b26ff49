// Workers that each have a CUDA device of the driver for tests.
#ifndef RELAX_TEST_UNIT_DEVICEWORKERS_H
#define RELAX_TEST_UNIT_DEVICEWORKERS_H

#include "CollectiveWorkers.h"
#include "FakeCuda.h"
#include "RuntimeFixture.h"

/// A worker with a device of its own.
struct DeviceWorker : Worker {
  RelaxCommunicator *host;

  RelaxTensor *give(const std::vector<float> &values) const {
    std::vector<int64_t> dims{int64_t(values.size())};
    std::vector<float> copy = values;
    DLTensor tensor = makeView(copy.data(), f32, dims);
    RelaxTensor *moved = nullptr;
    EXPECT_EQ(relax_tensor_to_device(context, &tensor, kDLCUDA, rank, &moved),
              RELAX_OK)
        << relax_context_error(context);
    return moved;
  }

  std::vector<float> take(RelaxTensor *tensor) const {
    RelaxTensor *copy = nullptr;
    EXPECT_EQ(relax_tensor_to_device(context, relax_tensor_dl(tensor), kDLCPU,
                                     0, &copy),
              RELAX_OK)
        << relax_context_error(context);
    relax_tensor_release(tensor);
    if (!copy)
      return {};
    std::vector<float> values = getFloats(*relax_tensor_dl(copy));
    relax_tensor_release(copy);
    return values;
  }
};

/// Runs `body` as workers that have joined by NCCL, or have not.
inline void
runOnDevices(int32_t size, bool hasNccl,
             const std::function<void(const DeviceWorker &)> &body) {
  fakeCudaReset();
  fakeCudaSetDevices(size, 90, 1 << 24);
  runWorkers(size, [&](const Worker &worker) {
    DeviceWorker own{worker, worker.communicator};
    if (hasNccl)
      ASSERT_EQ(relax_communicator_join_nccl(worker.context, own.host,
                                             worker.rank, nullptr,
                                             &own.communicator),
                RELAX_OK)
          << relax_context_error(worker.context);
    body(own);
    if (hasNccl)
      relax_communicator_destroy(own.communicator);
  });
  EXPECT_EQ(fakeCudaLive(), 0);
}

/// The last error of a worker names it.
inline void expectError(const DeviceWorker &worker, const std::string &text) {
  EXPECT_EQ(std::string(relax_context_error(worker.context)),
            "worker " + std::to_string(worker.rank) + " of " +
                std::to_string(worker.size) + ": " + text);
}

#endif // RELAX_TEST_UNIT_DEVICEWORKERS_H
