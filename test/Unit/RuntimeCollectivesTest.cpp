// Collectives among threads: every exchange, dtype and number of workers
// against what is computed here, and each error.
#include "CollectiveWorkers.h"
#include "relax_rt.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

// Element `index` of worker `rank`: small, so that products are exact.
template <typename T>
static T getElement(int32_t rank, int64_t index) {
  return T((rank * 7 + index * 3) % 5 + 1);
}

template <typename T>
static std::vector<T> makeValues(int32_t rank, int64_t count) {
  std::vector<T> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(getElement<T>(rank, i));
  return values;
}

template <typename T>
static T reduceElement(RelaxReduceKind kind, int32_t size, int64_t index) {
  double result = getElement<double>(0, index);
  for (int32_t rank = 1; rank < size; ++rank) {
    double value = getElement<double>(rank, index);
    if (kind == RELAX_REDUCE_PROD)
      result *= value;
    else if (kind == RELAX_REDUCE_MIN)
      result = std::min(result, value);
    else if (kind == RELAX_REDUCE_MAX)
      result = std::max(result, value);
    else
      result += value;
  }
  if (kind != RELAX_REDUCE_AVG)
    return T(result);
  return std::is_integral_v<T> ? T(std::trunc(result / size))
                               : T(T(result) / T(size));
}

template <typename T>
static void testReduce(const Worker &worker, DLDataType dtype, int64_t count) {
  for (RelaxReduceKind kind :
       {RELAX_REDUCE_SUM, RELAX_REDUCE_PROD, RELAX_REDUCE_MIN, RELAX_REDUCE_MAX,
        RELAX_REDUCE_AVG}) {
    Elements<T> sent(dtype, makeValues<T>(worker.rank, count * worker.size));
    Elements<T> whole(dtype, std::vector<T>(sent.values.size()));
    Elements<T> part(dtype, std::vector<T>(size_t(count)));
    ASSERT_EQ(relax_all_reduce(worker.context, worker.communicator, kind,
                               &sent.tensor, &whole.tensor),
              RELAX_OK)
        << relax_context_error(worker.context);
    ASSERT_EQ(relax_reduce_scatter(worker.context, worker.communicator, kind,
                                   &sent.tensor, &part.tensor),
              RELAX_OK)
        << relax_context_error(worker.context);
    for (size_t i = 0; i != whole.values.size(); ++i)
      ASSERT_EQ(whole.values[i],
                reduceElement<T>(kind, worker.size, int64_t(i)));
    for (int64_t i = 0; i < count; ++i)
      ASSERT_EQ(part.values[size_t(i)],
                whole.values[size_t(worker.rank * count + i)]);
    // The result may be where the operand is.
    ASSERT_EQ(relax_all_reduce(worker.context, worker.communicator, kind,
                               &sent.tensor, &sent.tensor),
              RELAX_OK);
    ASSERT_EQ(sent.values, whole.values);
  }
}

TEST(RuntimeCollectivesTest, Reduces) {
  for (int32_t size = 1; size <= 8; ++size)
    for (int64_t count : {0, 1, 7})
      runWorkers(size, [&](const Worker &worker) {
        testReduce<int32_t>(worker, {RELAX_INT, 32, 1}, count);
        testReduce<int64_t>(worker, i64, count);
        testReduce<uint16_t>(worker, {RELAX_UINT, 16, 1}, count);
        testReduce<uint64_t>(worker, {RELAX_UINT, 64, 1}, count);
        testReduce<float>(worker, f32, count);
        testReduce<double>(worker, {RELAX_FLOAT, 64, 1}, count);
      });
}

// By their bits: 1, 2 and 1.5.
TEST(RuntimeCollectivesTest, ReducesNarrowFloats) {
  runWorkers(2, [](const Worker &worker) {
    bool isFirst = worker.rank == 0;
    Elements<uint16_t> half({RELAX_FLOAT, 16, 1},
                            {uint16_t(isFirst ? 0x3c00 : 0x4000)});
    ASSERT_EQ(relax_all_reduce(worker.context, worker.communicator,
                               RELAX_REDUCE_AVG, &half.tensor, &half.tensor),
              RELAX_OK);
    EXPECT_EQ(half.values[0], 0x3e00);
    Elements<uint16_t> brain({RELAX_BFLOAT, 16, 1},
                             {uint16_t(isFirst ? 0x3f80 : 0x4000)});
    ASSERT_EQ(relax_all_reduce(worker.context, worker.communicator,
                               RELAX_REDUCE_MAX, &brain.tensor, &brain.tensor),
              RELAX_OK);
    EXPECT_EQ(brain.values[0], 0x4000);
  });
}

// By the bits of 1, 2 and 3 in each format of 8 bits.
TEST(RuntimeCollectivesTest, ReducesFloatsOfEightBits) {
  struct Format {
    uint8_t code, one, two, three;
  };
  constexpr Format formats[] = {{RELAX_FLOAT8_E3M4, 0x30, 0x40, 0x48},
                                {RELAX_FLOAT8_E4M3, 0x38, 0x40, 0x44},
                                {RELAX_FLOAT8_E4M3B11FNUZ, 0x58, 0x60, 0x64},
                                {RELAX_FLOAT8_E4M3FN, 0x38, 0x40, 0x44},
                                {RELAX_FLOAT8_E4M3FNUZ, 0x40, 0x48, 0x4c},
                                {RELAX_FLOAT8_E5M2, 0x3c, 0x40, 0x42},
                                {RELAX_FLOAT8_E5M2FNUZ, 0x40, 0x44, 0x46}};
  runWorkers(2, [&](const Worker &worker) {
    for (const Format &format : formats)
      for (auto [kind, expected] : {std::pair(RELAX_REDUCE_SUM, format.three),
                                    std::pair(RELAX_REDUCE_PROD, format.two),
                                    std::pair(RELAX_REDUCE_MIN, format.one)}) {
        Elements<uint8_t> value({format.code, 8, 1},
                                {worker.rank == 0 ? format.one : format.two});
        ASSERT_EQ(relax_all_reduce(worker.context, worker.communicator, kind,
                                   &value.tensor, &value.tensor),
                  RELAX_OK)
            << relax_context_error(worker.context);
        EXPECT_EQ(value.values[0], expected) << int(format.code);
      }
  });
}

TEST(RuntimeCollectivesTest, KeepsNaN) {
  runWorkers(3, [](const Worker &worker) {
    float nan = std::numeric_limits<float>::quiet_NaN();
    for (int32_t bad = 0; bad < 3; ++bad)
      for (RelaxReduceKind kind : {RELAX_REDUCE_MIN, RELAX_REDUCE_MAX}) {
        Elements<float> value(f32, {worker.rank == bad ? nan : 1.0f});
        ASSERT_EQ(relax_all_reduce(worker.context, worker.communicator, kind,
                                   &value.tensor, &value.tensor),
                  RELAX_OK);
        EXPECT_TRUE(std::isnan(value.values[0]));
      }
  });
}

// Integers wrap, and their average is cut towards zero.
TEST(RuntimeCollectivesTest, WrapsIntegers) {
  runWorkers(2, [](const Worker &worker) {
    Elements<int32_t> value(
        {RELAX_INT, 32, 1},
        {std::numeric_limits<int32_t>::max(), worker.rank == 0 ? -2 : -1});
    Elements<int32_t> mean({RELAX_INT, 32, 1}, {0, 0});
    ASSERT_EQ(relax_all_reduce(worker.context, worker.communicator,
                               RELAX_REDUCE_AVG, &value.tensor, &mean.tensor),
              RELAX_OK);
    EXPECT_EQ(mean.values, (std::vector<int32_t>{-1, -1}));
  });
}

TEST(RuntimeCollectivesTest, MovesParts) {
  constexpr int64_t count = 3;
  for (int32_t size = 1; size <= 8; ++size)
    runWorkers(size, [&](const Worker &worker) {
      auto [context, group, rank, workers] = worker;
      Elements<float> part(f32, makeValues<float>(rank, count));
      Elements<float> whole(f32, std::vector<float>(size_t(count * workers)));
      Elements<float> sent(f32, makeValues<float>(rank, count * workers));
      ASSERT_EQ(relax_all_gather(context, group, &part.tensor, &whole.tensor),
                RELAX_OK);
      for (int64_t i = 0; i < count * workers; ++i)
        ASSERT_EQ(whole.values[size_t(i)],
                  getElement<float>(int32_t(i / count), i % count));
      ASSERT_EQ(relax_all_to_all(context, group, &sent.tensor, &whole.tensor),
                RELAX_OK);
      for (int64_t i = 0; i < count * workers; ++i)
        ASSERT_EQ(
            whole.values[size_t(i)],
            getElement<float>(int32_t(i / count), rank * count + i % count));
      for (int32_t root = 0; root < workers; ++root) {
        ASSERT_EQ(
            relax_scatter(context, group, root, &sent.tensor, &part.tensor),
            RELAX_OK);
        for (int64_t i = 0; i < count; ++i)
          ASSERT_EQ(part.values[size_t(i)],
                    getElement<float>(root, rank * count + i));
        ASSERT_EQ(
            relax_broadcast(context, group, root, &sent.tensor, &whole.tensor),
            RELAX_OK);
        ASSERT_EQ(whole.values, makeValues<float>(root, count * workers));
        std::fill(whole.values.begin(), whole.values.end(), -1.0f);
        ASSERT_EQ(
            relax_gather(context, group, root, &part.tensor, &whole.tensor),
            RELAX_OK);
        for (int64_t i = 0; i < count * workers; ++i)
          ASSERT_EQ(whole.values[size_t(i)],
                    rank == root ? getElement<float>(root, i) : -1.0f);
      }
      ASSERT_EQ(relax_barrier(context, group), RELAX_OK);
    });
}

// Each worker sends to the next one, in a ring of which the last begins with
// receiving.
TEST(RuntimeCollectivesTest, SendsAndReceives) {
  runWorkers(4, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    int32_t next = (rank + 1) % size, previous = (rank + size - 1) % size;
    Elements<int64_t> sent(i64, {rank}), received(i64, {-1});
    auto send = [&] {
      ASSERT_EQ(
          relax_send(worker.context, worker.communicator, next, &sent.tensor),
          RELAX_OK);
    };
    if (rank + 1 != size)
      send();
    ASSERT_EQ(relax_receive(context, group, previous, &received.tensor),
              RELAX_OK);
    if (rank + 1 == size)
      send();
    EXPECT_EQ(received.values[0], previous);
  });
}

TEST(RuntimeCollectivesTest, SplitsGroups) {
  runWorkers(6, [](const Worker &worker) {
    RelaxCommunicator *part = nullptr;
    // Rows of three, in the reverse order.
    ASSERT_EQ(relax_communicator_split(worker.context, worker.communicator,
                                       worker.rank / 3, -worker.rank, &part),
              RELAX_OK);
    EXPECT_EQ(relax_communicator_size(part), 3);
    EXPECT_EQ(relax_communicator_rank(part), 2 - worker.rank % 3);
    Elements<int64_t> value(i64, {worker.rank});
    ASSERT_EQ(relax_all_reduce(worker.context, part, RELAX_REDUCE_SUM,
                               &value.tensor, &value.tensor),
              RELAX_OK);
    EXPECT_EQ(value.values[0], worker.rank < 3 ? 3 : 12);
    relax_communicator_destroy(part);
  });
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static void expectError(const Worker &worker, int32_t found,
                        const std::string &text) {
  EXPECT_NE(found, RELAX_OK);
  EXPECT_EQ(relax_context_error(worker.context), text);
}

// Nothing is exchanged, so the other workers need not take part.
TEST(RuntimeCollectivesTest, ChecksTensors) {
  runWorkers(2, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    if (rank != 0)
      return;
    Elements<float> three(f32, {1, 2, 3}), four(f32, {1, 2, 3, 4});
    Elements<int64_t> integers(i64, {1, 2, 3});
    Elements<uint8_t> bools({RELAX_BOOL, 8, 1}, {1, 0});
    Elements<uint8_t> narrow({RELAX_INT, 4, 1}, {1});
    auto reduce = [&](const DLTensor *sent, const DLTensor *received,
                      int kind = RELAX_REDUCE_SUM) {
      return relax_all_reduce(worker.context, worker.communicator,
                              RelaxReduceKind(kind), sent, received);
    };
    expectError(worker, reduce(nullptr, &three.tensor),
                "all_reduce: expected a tensor for the operand, found null");
    expectError(worker, reduce(&three.tensor, nullptr),
                "all_reduce: expected a tensor for the result, found null");
    expectError(worker, reduce(&three.tensor, &four.tensor),
                "worker 0 of 2: all_reduce: expected a result of 3 elements of "
                "f32 for an operand of 3 elements of f32 (sizes [3]) and 2 "
                "workers, found 4 elements of f32 (sizes [4])");
    expectError(worker, reduce(&three.tensor, &integers.tensor),
                "worker 0 of 2: all_reduce: expected a result of 3 elements of "
                "f32 for an operand of 3 elements of f32 (sizes [3]) and 2 "
                "workers, found 3 elements of i64 (sizes [3])");
    expectError(worker, reduce(&bools.tensor, &bools.tensor),
                "worker 0 of 2: all_reduce: expected elements that have a "
                "'sum', found bool");
    expectError(worker, reduce(&three.tensor, &three.tensor, 5),
                "worker 0 of 2: all_reduce: expected a reduction from 0 to 4, "
                "found 5");
    expectError(worker, reduce(&narrow.tensor, &narrow.tensor),
                "worker 0 of 2: operand: expected elements of whole bytes, "
                "found i4");
    expectError(worker,
                relax_scatter(context, group, 0, &three.tensor, &four.tensor),
                "worker 0 of 2: scatter: expected a number of elements that 2 "
                "workers divide, found 3 elements of f32 (sizes [3])");
    // Three rows of two columns for two workers, of which each takes one row.
    Elements<float> rows(f32, {1, 2, 3, 4, 5, 6}), row(f32, {1, 2});
    rows.reshape({3, 2});
    row.reshape({1, 2});
    expectError(worker,
                relax_scatter(context, group, 0, &rows.tensor, &row.tensor),
                "worker 0 of 2: scatter: expected a result of 3 elements of "
                "f32 for an operand of 6 elements of f32 (sizes [3, 2]) and 2 "
                "workers, found 2 elements of f32 (sizes [1, 2])");
    expectError(worker,
                relax_broadcast(context, group, 2, nullptr, &four.tensor),
                "worker 0 of 2: broadcast: expected a worker from 0 to 1, "
                "found 2");
    expectError(worker,
                relax_all_to_all(context, group, &four.tensor, &four.tensor),
                "worker 0 of 2: all_to_all: expected a result with memory of "
                "its own, found that of the operand");
  });
}

TEST(RuntimeCollectivesTest, ChecksGroups) {
  runWorkers(2, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    if (rank != 0)
      return;
    Elements<float> three(f32, {1, 2, 3}), strided(f32, {1, 2, 3});
    std::vector<int64_t> strides = {2};
    strided.tensor.strides = strides.data();
    expectError(worker,
                relax_all_reduce(context, group, RELAX_REDUCE_SUM,
                                 &strided.tensor, &three.tensor),
                "worker 0 of 2: operand: expected a compact tensor, found one "
                "with strides");
    expectError(worker,
                relax_all_reduce(context, nullptr, RELAX_REDUCE_SUM,
                                 &three.tensor, &three.tensor),
                "all_reduce: expected a communicator, found null");
    RelaxCommunicator *part = nullptr;
    expectError(worker, relax_communicator_split(context, group, -1, 0, &part),
                "worker 0 of 2: split: expected a color from 0 on and a place "
                "for the group, found -1");
    expectError(worker, relax_communicator_make_threads(context, 0, &part),
                "make_threads: expected a number of workers from 1 on and "
                "places for them, found 0");
    expectError(worker, relax_communicator_join_mpi(context, nullptr, nullptr),
                "join_mpi: expected a place for the communicator, found null");
    expectError(
        worker,
        relax_communicator_join_mpi_group(context, nullptr, nullptr, &part),
        "join_mpi_group: expected the address of an MPI_Comm, found null");
    expectError(worker,
                relax_context_set_communicators(context, nullptr, group),
                "set_communicators: expected a context, and a communicator of "
                "all workers beside that of a group, found null");
  });
}

TEST(RuntimeCollectivesTest, FindsOtherCalls) {
  runWorkers(2, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    Elements<float> two(f32, {1, 2}), four(f32, {0, 0, 0, 0});
    int32_t status =
        rank == 0 ? relax_all_gather(context, group, &two.tensor, &four.tensor)
                  : relax_barrier(context, group);
    EXPECT_EQ(status, RELAX_ERROR_FAILED);
    EXPECT_NE(std::string(relax_context_error(context))
                  .find("expected all workers to call "),
              std::string::npos)
        << relax_context_error(context);
    // The group is of no use any more.
    EXPECT_EQ(relax_barrier(context, group), RELAX_ERROR_FAILED);
    EXPECT_NE(std::string(relax_context_error(context))
                  .find("barrier: the group is useless since an error: "),
              std::string::npos);
  });
}

// A worker that never comes ends the wait of the others.
TEST(RuntimeCollectivesTest, GivesUpWaiting) {
  runWorkers(
      3,
      [](const Worker &worker) {
        if (worker.rank == 2)
          return;
        EXPECT_EQ(relax_barrier(worker.context, worker.communicator),
                  RELAX_ERROR_FAILED);
        EXPECT_EQ(relax_context_error(worker.context),
                  "worker " + std::to_string(worker.rank) +
                      " of 3: barrier has not ended in time, or another worker "
                      "gave up waiting");
      },
      0.05);
}

TEST(RuntimeCollectivesTest, Aborts) {
  runWorkers(3, [](const Worker &worker) {
    if (worker.rank == 1)
      return relax_communicator_abort(worker.communicator, "no more memory");
    EXPECT_EQ(relax_barrier(worker.context, worker.communicator),
              RELAX_ERROR_FAILED);
    EXPECT_EQ(relax_context_error(worker.context),
              "worker " + std::to_string(worker.rank) +
                  " of 3: worker 1 has ended the group: no more memory");
  });
}

TEST(RuntimeCollectivesTest, SaysWhereMPIIsSought) {
  RelaxContext *context = relax_context_create();
  RelaxCommunicator *group = nullptr;
  EXPECT_EQ(relax_communicator_join_mpi(context, "/nowhere/libmpi.so", &group),
            RELAX_ERROR_UNSUPPORTED);
  EXPECT_EQ(group, nullptr);
  EXPECT_EQ(std::string(relax_context_error(context))
                .rfind("join_mpi: expected a library of MPI, found none (", 0),
            0u);
  // A library that is there, of other functions.
  EXPECT_EQ(relax_communicator_join_mpi(context, "libc.so.6", &group),
            RELAX_ERROR_UNSUPPORTED);
  EXPECT_STREQ(relax_context_error(context),
               "join_mpi: expected MPI 3 or newer, found a library without "
               "'MPI_Initialized'");
  relax_context_destroy(context);
}

TEST(RuntimeCollectivesTest, TakesSecondsOfTheEnvironment) {
  RelaxContext *context = relax_context_create();
  RelaxCommunicator *group = nullptr;
  for (const char *text : {"5s", "abc", "0", "-1", "nan"}) {
    setenv("RELAX_COLLECTIVE_TIMEOUT", text, 1);
    EXPECT_EQ(relax_communicator_join_mpi(context, "libc.so.6", &group),
              RELAX_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(std::string(relax_context_error(context)),
              std::string("join_mpi: expected seconds above 0 in "
                          "RELAX_COLLECTIVE_TIMEOUT, found '") +
                  text + "'");
  }
  // As long as it takes.
  for (const char *text : {"inf", "1e30"}) {
    setenv("RELAX_COLLECTIVE_TIMEOUT", text, 1);
    runWorkers(2, [](const Worker &worker) {
      EXPECT_EQ(relax_barrier(worker.context, worker.communicator), RELAX_OK);
    });
  }
  unsetenv("RELAX_COLLECTIVE_TIMEOUT");
  relax_context_destroy(context);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

// What `relax.ccl.allreduce` calls in compiled code.
static int32_t callAllReduce(RelaxContext *context, Elements<float> &sent,
                             Elements<float> &received) {
  int64_t kind = RELAX_REDUCE_SUM, isInGroup = 1;
  DLTensor numbers[] = {{&kind, {kDLCPU, 0}, 0, i64, nullptr, nullptr, 0},
                        {&isInGroup, {kDLCPU, 0}, 0, i64, nullptr, nullptr, 0}};
  const DLTensor *inputs[] = {&sent.tensor, &numbers[0], &numbers[1]};
  const DLTensor *outputs[] = {&received.tensor};
  return relax_rt_call_external(context, "main", "runtime.disco.allreduce",
                                inputs, 3, outputs, 1);
}

TEST(RuntimeCollectivesTest, ServesPrograms) {
  runWorkers(2, [](const Worker &worker) {
    auto [context, group, rank, size] = worker;
    Elements<float> sent(f32, {float(rank + 1)}), received(f32, {0});
    EXPECT_EQ(callAllReduce(context, sent, received), RELAX_ERROR_NOT_FOUND);
    EXPECT_STREQ(
        relax_context_error(context),
        "function 'main': expected workers to exchange tensors with by "
        "'runtime.disco.allreduce', found none; start the program by "
        "mpirun, or call relax_context_set_communicators first");
    EXPECT_EQ(relax_context_set_communicators(context, nullptr, group),
              RELAX_ERROR_INVALID_ARGUMENT);
    ASSERT_EQ(relax_context_set_communicators(context, group, nullptr),
              RELAX_OK);
    ASSERT_EQ(callAllReduce(context, sent, received), RELAX_OK)
        << relax_context_error(context);
    EXPECT_EQ(received.values[0], 3.0f);
    Elements<int64_t> number(i64, {-1});
    const DLTensor *outputs[] = {&number.tensor};
    ASSERT_EQ(relax_rt_call_external(context, "main", "runtime.disco.worker_id",
                                     nullptr, 0, outputs, 1),
              RELAX_OK);
    EXPECT_EQ(number.values[0], rank);
    EXPECT_EQ(relax_rt_call_external(context, "main", "runtime.disco.allreduce",
                                     outputs, 1, outputs, 1),
              RELAX_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(relax_context_error(context),
                 "'runtime.disco.allreduce': expected 3 inputs, numbers of i64 "
                 "behind the tensor, and 1 outputs, found 1 and 1");
    ASSERT_EQ(relax_context_set_communicators(context, nullptr, nullptr),
              RELAX_OK);
  });
}
