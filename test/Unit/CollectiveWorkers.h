// Workers on threads, and tensors for what they exchange.
#ifndef RELAX_TEST_UNIT_COLLECTIVEWORKERS_H
#define RELAX_TEST_UNIT_COLLECTIVEWORKERS_H

#include "relax_collectives.h"
#include "gtest/gtest.h"

#include <functional>
#include <thread>
#include <vector>

/// Elements in memory of their own, seen as a tensor.
template <typename T>
struct Elements {
  explicit Elements(DLDataType dtype, std::vector<T> values)
      : values(std::move(values)), dims{int64_t(this->values.size())},
        tensor{this->values.data(), {kDLCPU, 0}, 1, dtype,
               dims.data(),         nullptr,     0} {}
  Elements(const Elements &) = delete;

  void reshape(std::vector<int64_t> sizes) {
    dims = std::move(sizes);
    tensor.shape = dims.data();
    tensor.ndim = int32_t(dims.size());
  }

  std::vector<T> values;
  std::vector<int64_t> dims;
  DLTensor tensor;
};

/// What one worker has.
struct Worker {
  RelaxContext *context;
  RelaxCommunicator *communicator;
  int32_t rank, size;
};

inline constexpr DLDataType f32 = {RELAX_FLOAT, 32, 1},
                            i64 = {RELAX_INT, 64, 1};

/// Runs `body` as `size` workers, each on a thread of its own.
inline void runWorkers(int32_t size,
                       const std::function<void(const Worker &)> &body,
                       double timeout = 60) {
  std::vector<RelaxCommunicator *> members(size_t(size), nullptr);
  ASSERT_EQ(relax_communicator_make_threads(nullptr, size, members.data()),
            RELAX_OK);
  std::vector<std::thread> threads;
  for (RelaxCommunicator *member : members)
    threads.emplace_back([&, member] {
      relax_communicator_set_timeout(member, timeout);
      RelaxContext *context = relax_context_create();
      body({context, member, relax_communicator_rank(member), size});
      relax_context_destroy(context);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (RelaxCommunicator *member : members)
    relax_communicator_destroy(member);
}

#endif // RELAX_TEST_UNIT_COLLECTIVEWORKERS_H
