// Exchanges of tensors on CUDA devices, by NCCL and by way of the host, with a
// driver and an NCCL that tests command.
#include "DeviceWorkers.h"

#include <numeric>

namespace {

std::vector<float> count(int32_t from, int32_t number) {
  std::vector<float> values(size_t(number), 0);
  std::iota(values.begin(), values.end(), float(from));
  return values;
}

const DLTensor *describe(RelaxTensor *tensor) {
  return relax_tensor_dl(tensor);
}

/// Exchanges of workers of which r has the numbers from 10 r on.
class Exchanges {
public:
  explicit Exchanges(const DeviceWorker &worker)
      : worker(worker), context(worker.context), group(worker.communicator),
        rank(worker.rank), size(worker.size),
        sent(worker.give(count(10 * rank, 2 * size))) {}
  ~Exchanges() { relax_tensor_release(sent); }
  Exchanges(const Exchanges &) = delete;

  void reduce();
  void move();
  void moveFromOne();

private:
  /// Runs an exchange whose result has so many elements.
  template <typename Run>
  void expect(size_t number, const std::vector<float> &values, Run run) {
    RelaxTensor *received = worker.give(std::vector<float>(number, -1));
    EXPECT_EQ(run(describe(received)), RELAX_OK)
        << relax_context_error(context);
    EXPECT_EQ(worker.take(received), values);
  }

  const DeviceWorker &worker;
  RelaxContext *context;
  RelaxCommunicator *group;
  int32_t rank, size;
  RelaxTensor *sent;
};

void Exchanges::reduce() {
  std::vector<float> sum, mean, largest;
  for (int32_t i = 0; i < 2 * size; ++i) {
    sum.push_back(float(size * i + 10 * (size - 1) * size / 2));
    mean.push_back(sum.back() / float(size));
    largest.push_back(float(10 * (size - 1) + i));
  }
  expect(sum.size(), sum, [&](const DLTensor *received) {
    return relax_all_reduce(context, group, RELAX_REDUCE_SUM, describe(sent),
                            received);
  });
  // NCCL's maximum loses a NaN.
  expect(sum.size(), largest, [&](const DLTensor *received) {
    return relax_all_reduce(context, group, RELAX_REDUCE_MAX, describe(sent),
                            received);
  });
  expect(2, {sum[size_t(2 * rank)], sum[size_t(2 * rank + 1)]},
         [&](const DLTensor *received) {
           return relax_reduce_scatter(context, group, RELAX_REDUCE_SUM,
                                       describe(sent), received);
         });
  // In place, and none at all.
  RelaxTensor *both = worker.give(count(10 * rank, 2 * size)),
              *nothing = worker.give({});
  for (RelaxTensor *tensor : {both, nothing})
    EXPECT_EQ(relax_all_reduce(context, group, RELAX_REDUCE_AVG,
                               describe(tensor), describe(tensor)),
              RELAX_OK)
        << relax_context_error(context);
  EXPECT_EQ(worker.take(both), mean);
  relax_tensor_release(nothing);
}

void Exchanges::move() {
  std::vector<float> joined, crossed;
  for (int32_t other = 0; other < size; ++other) {
    std::vector<float> theirs = count(10 * other, 2 * size);
    joined.insert(joined.end(), theirs.begin(), theirs.end());
    crossed.push_back(theirs[size_t(2 * rank)]);
    crossed.push_back(theirs[size_t(2 * rank + 1)]);
  }
  expect(joined.size(), joined, [&](const DLTensor *received) {
    return relax_all_gather(context, group, describe(sent), received);
  });
  expect(crossed.size(), crossed, [&](const DLTensor *received) {
    return relax_all_to_all(context, group, describe(sent), received);
  });
  int32_t root = size - 1;
  std::vector<float> untouched(joined.size(), -1);
  expect(joined.size(), rank == root ? joined : untouched,
         [&](const DLTensor *received) {
           return relax_gather(context, group, root, describe(sent), received);
         });
}

void Exchanges::moveFromOne() {
  int32_t root = size - 1;
  expect(size_t(2 * size), count(10 * root, 2 * size),
         [&](const DLTensor *received) {
           return relax_broadcast(context, group, root, describe(sent),
                                  received);
         });
  expect(2, count(10 * root + 2 * rank, 2), [&](const DLTensor *received) {
    return relax_scatter(context, group, root, describe(sent), received);
  });
  EXPECT_EQ(relax_barrier(context, group), RELAX_OK);
  if (size > 1 && rank == 0)
    EXPECT_EQ(relax_send(context, group, root, describe(sent)), RELAX_OK);
  if (size > 1 && rank == root)
    expect(size_t(2 * size), count(0, 2 * size), [&](const DLTensor *received) {
      return relax_receive(context, group, 0, received);
    });
}

void exchangeAll(const DeviceWorker &worker) {
  Exchanges exchanges(worker);
  exchanges.reduce();
  exchanges.move();
  exchanges.moveFromOne();
}

TEST(RuntimeNcclTest, ExchangesByNccl) {
  for (int32_t size : {1, 2, 4}) {
    runOnDevices(size, true, exchangeAll);
    EXPECT_EQ(fakeCudaCalls("ncclAllReduce"), 2 * size);
    EXPECT_EQ(fakeCudaCalls("ncclBroadcast"), size);
  }
}

TEST(RuntimeNcclTest, ExchangesByTheHost) {
  for (int32_t size : {1, 2, 4}) {
    runOnDevices(size, false, exchangeAll);
    EXPECT_EQ(fakeCudaCalls("ncclAllReduce"), 0);
  }
}

// Tensors on the CPU go by the workers.
TEST(RuntimeNcclTest, ExchangesTensorsOfTheHostBesides) {
  runOnDevices(2, true, [](const DeviceWorker &worker) {
    Elements<float> value(f32, {float(worker.rank + 1)});
    EXPECT_EQ(relax_all_reduce(worker.context, worker.communicator,
                               RELAX_REDUCE_SUM, &value.tensor, &value.tensor),
              RELAX_OK);
    EXPECT_EQ(value.values[0], 3.0f);
    RelaxTensor *onDevice = worker.give({1});
    EXPECT_EQ(relax_all_reduce(worker.context, worker.communicator,
                               RELAX_REDUCE_SUM, relax_tensor_dl(onDevice),
                               &value.tensor),
              RELAX_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(std::string(relax_context_error(worker.context)),
              "worker " + std::to_string(worker.rank) +
                  " of 2: all_reduce: expected operand and result on one "
                  "device, found cuda:" +
                  std::to_string(worker.rank) + " and the CPU");
    EXPECT_EQ(relax_all_reduce(nullptr, worker.communicator, RELAX_REDUCE_SUM,
                               relax_tensor_dl(onDevice),
                               relax_tensor_dl(onDevice)),
              RELAX_ERROR_INVALID_ARGUMENT);
    relax_tensor_release(onDevice);
  });
  EXPECT_EQ(fakeCudaCalls("ncclAllReduce"), 0);
}

// What compiled programs call, along axes of a mesh: each group joins NCCL
// itself, once.
TEST(RuntimeNcclTest, ExchangesAlongAxesOfAMesh) {
  runOnDevices(4, true, [](const DeviceWorker &worker) {
    ASSERT_EQ(relax_context_set_communicators(worker.context,
                                              worker.communicator, nullptr),
              RELAX_OK);
    for (int again = 0; again < 2; ++again) {
      RelaxTensor *sent = worker.give({float(worker.rank)}),
                  *received = worker.give({-1});
      int64_t numbers[] = {RELAX_REDUCE_SUM, 2, 2, 2, 1};
      std::vector<DLTensor> tensors;
      for (int64_t &number : numbers)
        tensors.push_back({&number, {kDLCPU, 0}, 0, i64, nullptr, nullptr, 0});
      std::vector<const DLTensor *> inputs{relax_tensor_dl(sent)};
      for (const DLTensor &tensor : tensors)
        inputs.push_back(&tensor);
      const DLTensor *outputs[] = {relax_tensor_dl(received)};
      EXPECT_EQ(relax_rt_call_external(worker.context, "main",
                                       "relax.ccl.allreduce", inputs.data(),
                                       int32_t(inputs.size()), outputs, 1),
                RELAX_OK)
          << relax_context_error(worker.context);
      EXPECT_EQ(worker.take(received),
                std::vector<float>{worker.rank < 2 ? 1.0f : 5.0f});
      relax_tensor_release(sent);
    }
    ASSERT_EQ(relax_context_set_communicators(worker.context, nullptr, nullptr),
              RELAX_OK);
  });
  EXPECT_EQ(fakeCudaCalls("ncclCommInitRank"), 8);
  EXPECT_EQ(fakeCudaCalls("ncclAllReduce"), 8);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

int32_t sum(const DeviceWorker &worker, RelaxTensor *tensor) {
  return relax_all_reduce(worker.context, worker.communicator, RELAX_REDUCE_SUM,
                          relax_tensor_dl(tensor), relax_tensor_dl(tensor));
}

TEST(RuntimeNcclTest, EndsWithinItsTime) {
  runOnDevices(2, true, [](const DeviceWorker &worker) {
    if (worker.rank == 1)
      return;
    relax_communicator_set_timeout(worker.communicator, 0.2);
    RelaxTensor *tensor = worker.give({1});
    EXPECT_EQ(sum(worker, tensor), RELAX_ERROR_FAILED);
    expectError(worker, "all_reduce has not ended in time: another worker has "
                        "died, is stuck or makes another call");
    EXPECT_EQ(sum(worker, tensor), RELAX_ERROR_FAILED);
    expectError(worker, "all_reduce: the group is useless since an error: "
                        "all_reduce has not ended in time: another worker has "
                        "died, is stuck or makes another call");
    relax_tensor_release(tensor);
  });
}

TEST(RuntimeNcclTest, SaysWhatNcclSays) {
  runOnDevices(1, true, [](const DeviceWorker &worker) {
    RelaxTensor *tensor = worker.give({1});
    fakeCudaFail("ncclAllReduce", 1, 4);
    EXPECT_EQ(sum(worker, tensor), RELAX_ERROR_FAILED);
    expectError(worker, "all_reduce failed: NCCL's error 4 (invalid argument)");
    relax_tensor_release(tensor);
  });
}

// Sizes that differ are seen by NCCL, after the exchange has begun.
TEST(RuntimeNcclTest, SaysWhatIsFoundLater) {
  runOnDevices(2, true, [](const DeviceWorker &worker) {
    RelaxTensor *tensor = worker.give(count(0, worker.rank + 1));
    EXPECT_EQ(sum(worker, tensor), RELAX_ERROR_FAILED);
    expectError(worker, "all_reduce failed: NCCL's error 4 (invalid argument)");
    relax_tensor_release(tensor);
  });
}

// A fault of a kernel has a status of its own.
TEST(RuntimeNcclTest, TellsThatTheDeviceIsLost) {
  for (bool hasNccl : {true, false})
    runOnDevices(1, hasNccl, [&](const DeviceWorker &worker) {
      RelaxTensor *tensor = worker.give({1});
      fakeCudaFail(hasNccl ? "cuStreamQuery" : "cuMemcpyDtoHAsync_v2", 1, 700);
      EXPECT_EQ(sum(worker, tensor), RELAX_ERROR_DEVICE_LOST);
      expectError(worker,
                  std::string("device cuda:0: ") +
                      (hasNccl ? "a kernel or copy failed"
                               : "cannot copy from the device") +
                      ": CUDA_ERROR_ILLEGAL_ADDRESS (700); start the process "
                      "anew, as devices do nothing more for this one");
      relax_tensor_release(tensor);
      fakeCudaReset();
    });
}

TEST(RuntimeNcclTest, ExpectsTheDeviceOfTheWorker) {
  runOnDevices(2, true, [](const DeviceWorker &worker) {
    DeviceWorker other = worker;
    other.rank = 1 - worker.rank;
    RelaxTensor *tensor = other.give({1});
    EXPECT_EQ(sum(worker, tensor), RELAX_ERROR_FAILED);
    expectError(worker, "all_reduce: expected tensors on cuda:" +
                            std::to_string(worker.rank) +
                            ", with which this worker joined, found cuda:" +
                            std::to_string(other.rank));
    relax_tensor_release(tensor);
  });
}

// One that cannot join tells all.
TEST(RuntimeNcclTest, JoinsAllOrNone) {
  fakeCudaReset();
  fakeCudaSetDevices(2, 90, 1 << 20);
  fakeCudaFail("ncclGetUniqueId", 1, 3);
  runWorkers(2, [](const Worker &worker) {
    RelaxCommunicator *joined = nullptr;
    bool isBad = worker.rank == 1;
    EXPECT_EQ(relax_communicator_join_nccl(worker.context, worker.communicator,
                                           isBad ? 7 : 0, nullptr, &joined),
              isBad ? RELAX_ERROR_INVALID_ARGUMENT : RELAX_ERROR_FAILED);
    EXPECT_STREQ(relax_context_error(worker.context),
                 isBad ? "device cuda:7: expected a number below 2"
                       : "worker 0 of 2: join_nccl: another worker cannot "
                         "join; its error says why");
    EXPECT_EQ(relax_barrier(worker.context, worker.communicator), RELAX_OK);
    EXPECT_EQ(relax_communicator_join_nccl(worker.context, worker.communicator,
                                           worker.rank, nullptr, &joined),
              RELAX_ERROR_FAILED);
    EXPECT_EQ(std::string(relax_context_error(worker.context)),
              "worker " + std::to_string(worker.rank) +
                  " of 2: join_nccl failed on worker 0: NCCL's error 3 "
                  "(unknown result code)");
  });
  EXPECT_EQ(fakeCudaLive(), 0);
}

TEST(RuntimeNcclTest, SaysWhatIsMissing) {
  runWorkers(1, [](const Worker &worker) {
    RelaxCommunicator *joined = nullptr;
    auto join = [&](RelaxCommunicator *workers, const char *library) {
      EXPECT_NE(relax_communicator_join_nccl(worker.context, workers, 0,
                                             library, &joined),
                RELAX_OK);
      return std::string(relax_context_error(worker.context));
    };
    std::string text = join(worker.communicator, "/nowhere/libnccl.so");
    EXPECT_EQ(text.find("join_nccl: expected a library of NCCL, found none ("),
              0u)
        << text;
    EXPECT_NE(text.find("); install NVIDIA's NCCL, or set RELAX_NCCL_LIBRARY "
                        "to its file"),
              std::string::npos)
        << text;
    EXPECT_EQ(join(worker.communicator, "libc.so.6"),
              "join_nccl: expected NCCL 2.10 or newer, found a library without "
              "'ncclGetUniqueId'");
    EXPECT_EQ(join(nullptr, nullptr),
              "join_nccl: expected a communicator, found null");
    EXPECT_EQ(relax_communicator_join_nccl(worker.context, worker.communicator,
                                           0, nullptr, nullptr),
              RELAX_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(relax_context_error(worker.context),
                 "join_nccl: expected a context and a place for the "
                 "communicator, found null");
    EXPECT_EQ(relax_communicator_join_nccl(nullptr, worker.communicator, 0,
                                           nullptr, &joined),
              RELAX_ERROR_INVALID_ARGUMENT);
  });
}

} // namespace
