// NCCL for tests: workers are threads of one process, on devices of the CUDA
// driver for tests, and every call is checked.
//
// As with the real one an exchange is begun by each worker on its stream, and
// goes on by itself; here it is done by the worker who begins it last. What the
// real one would hang on is an error. FAKE_CUDA_FAIL, fakeCudaFail and the list
// of calls are those of the driver for tests.
#include "FakeDriver.h"

#include <algorithm>
#include <cstring>

using fake_cuda::Access;
using fake_cuda::Call;
using fake_cuda::driver;
using fake_cuda::isMemory;
using fake_cuda::stack;

namespace {

// Numbers of ncclResult_t.
enum NcclResult { Done = 0, InvalidArgument = 4, InvalidUsage = 5 };

struct Id {
  char bytes[128];
};

enum class Kind { AllReduce, ReduceScatter, AllGather, Broadcast };

/// One worker's part of an exchange. `count` is in elements, as it was given.
struct Request {
  Kind kind;
  const void *sent;
  void *received;
  size_t count;
  int type, op, root;
  void *stream;
};

struct Member;

struct Member;

/// What has been sent and not received, or the other way round.
struct Message {
  int from, to;
  const void *sent;
  void *received;
  size_t bytes;
  void *stream;
};

/// Workers that know one another by an id.
struct Group {
  std::vector<Member *> members;
  /// For each worker, what it has asked for and the others not all yet.
  std::vector<std::vector<Request>> waiting;
  std::vector<Message> messages;
  int failure = Done;
};

/// One worker of a group: what programs have as ncclComm_t.
struct Member {
  Group *group;
  int rank;
  void *context;
};

} // namespace

// How many ncclGroupStart of the thread have no end yet.
static thread_local int depth = 0;

// Groups by the number in their ids; they live as long as the process.
static std::map<uint64_t, Group *> &groups() {
  static auto *known = new std::map<uint64_t, Group *>();
  return *known;
}

static size_t getBytes(int type) {
  static const size_t bytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return type < 0 || type > 9 ? 0 : bytes[type];
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static void join(void *into, const void *other, size_t count, int op) {
  auto *a = static_cast<T *>(into);
  auto *b = static_cast<const T *>(other);
  for (size_t i = 0; i < count; ++i)
    a[i] = op == 1   ? T(a[i] * b[i])
           : op == 2 ? std::max(a[i], b[i])
           : op == 3 ? std::min(a[i], b[i])
                     : T(a[i] + b[i]);
}

template <typename T>
static void divide(void *into, size_t count, size_t workers) {
  for (size_t i = 0; i < count; ++i)
    static_cast<T *>(into)[i] /= T(workers);
}

// Those of 16 bits are not computed with by tests.
static bool joinElements(void *into, const void *other, size_t count, int type,
                         int op) {
  switch (type) {
  case 1:
    join<uint8_t>(into, other, count, op);
    return true;
  case 2:
    join<int32_t>(into, other, count, op);
    return true;
  case 4:
    join<int64_t>(into, other, count, op);
    return true;
  case 7:
    join<float>(into, other, count, op);
    return true;
  case 8:
    join<double>(into, other, count, op);
    return true;
  default:
    return false;
  }
}

static bool divideElements(void *into, size_t count, int type, size_t workers) {
  if (type == 7)
    divide<float>(into, count, workers);
  else if (type == 8)
    divide<double>(into, count, workers);
  return type == 7 || type == 8;
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

static const char *at(const void *data, size_t bytes) {
  return static_cast<const char *>(data) + bytes;
}

// Does an exchange that all workers have begun. Elements are joined in memory
// of its own, as results may lie where operands do.
static int finish(const std::vector<Request> &all) {
  const Request &first = all.front();
  size_t workers = all.size(), bytes = first.count * getBytes(first.type);
  for (const Request &other : all)
    if (other.kind != first.kind || other.count != first.count ||
        other.type != first.type || other.op != first.op ||
        other.root != first.root)
      return InvalidArgument;
  Access access;
  if (first.kind == Kind::Broadcast) {
    for (const Request &other : all)
      std::memmove(other.received, all[size_t(first.root)].sent, bytes);
    return Done;
  }
  if (first.kind == Kind::AllGather) {
    std::vector<char> whole;
    for (const Request &other : all)
      whole.insert(whole.end(), at(other.sent, 0), at(other.sent, bytes));
    for (const Request &other : all)
      std::memcpy(other.received, whole.data(), whole.size());
    return Done;
  }
  bool isScattered = first.kind == Kind::ReduceScatter;
  size_t count = first.count * (isScattered ? workers : 1);
  std::vector<char> sum(at(first.sent, 0),
                        at(first.sent, count * getBytes(first.type)));
  for (size_t i = 1; i < workers; ++i)
    if (!joinElements(sum.data(), all[i].sent, count, first.type, first.op))
      return InvalidArgument;
  if (first.op == 4 && !divideElements(sum.data(), count, first.type, workers))
    return InvalidArgument;
  for (size_t i = 0; i < workers; ++i)
    std::memcpy(all[i].received, sum.data() + (isScattered ? bytes * i : 0),
                bytes);
  return Done;
}

// The worker's device is current, its stream is one, its group is whole.
static int check(const Member *member, void *stream) {
  if (!member || !driver().streams.count(stream))
    return InvalidArgument;
  if (stack().empty() || stack().back() != member->context)
    return InvalidUsage;
  // What is in the stream makes the operand.
  if (fake_cuda::drainStream(stream))
    return InvalidUsage;
  return member->group->failure;
}

static bool isDeviceMemory(const void *data, size_t bytes) {
  return isMemory(reinterpret_cast<uintptr_t>(data), bytes);
}

// Begins this worker's part, and does what all have begun.
static int begin(Member *member, const Request &request) {
  if (int error = check(member, request.stream))
    return error;
  Group &group = *member->group;
  size_t bytes = request.count * getBytes(request.type),
         workers = group.members.size();
  size_t sent = request.kind == Kind::ReduceScatter ? bytes * workers : bytes;
  size_t received = request.kind == Kind::AllGather ? bytes * workers : bytes;
  if (bytes == 0 || request.op < 0 || request.op > 4 || request.root < 0 ||
      request.root >= int(workers) || !isDeviceMemory(request.sent, sent) ||
      !isDeviceMemory(request.received, received))
    return InvalidArgument;
  group.waiting[size_t(member->rank)].push_back(request);
  ++driver().streams[request.stream];
  std::vector<Request> all;
  for (std::vector<Request> &queue : group.waiting) {
    if (queue.empty())
      return Done;
    all.push_back(queue.front());
  }
  // What has failed goes on for ever, until it is aborted.
  group.failure = finish(all);
  if (group.failure)
    return Done;
  for (std::vector<Request> &queue : group.waiting) {
    --driver().streams[queue.front().stream];
    queue.erase(queue.begin());
  }
  return Done;
}

// One end of a message; does it if the other end is there.
static int post(Member *member, Message message) {
  if (int error = check(member, message.stream))
    return error;
  // Both ends in one worker, or all that send first, would wait for ever.
  if (message.from == message.to && depth == 0)
    return InvalidUsage;
  Group &group = *member->group;
  const void *data = message.sent ? message.sent : message.received;
  int other = message.sent ? message.to : message.from;
  if (other < 0 || other >= int(group.members.size()) ||
      !isDeviceMemory(data, message.bytes))
    return InvalidArgument;
  auto isOtherEnd = [&](const Message &known) {
    return known.from == message.from && known.to == message.to &&
           (known.sent != nullptr) != (message.sent != nullptr);
  };
  auto end =
      std::find_if(group.messages.begin(), group.messages.end(), isOtherEnd);
  if (end == group.messages.end()) {
    group.messages.push_back(message);
    ++driver().streams[message.stream];
    return Done;
  }
  if (end->bytes == message.bytes) {
    Access access;
    std::memmove(message.received ? message.received : end->received,
                 message.sent ? message.sent : end->sent, message.bytes);
  } else {
    group.failure = InvalidArgument;
  }
  --driver().streams[end->stream];
  group.messages.erase(end);
  return Done;
}

FAKE_API int ncclAllReduce(const void *sent, void *received, size_t count,
                           int type, int op, Member *member, void *stream) {
  Call call("ncclAllReduce");
  return call.result ? call.result
                     : begin(member, {Kind::AllReduce, sent, received, count,
                                      type, op, 0, stream});
}

FAKE_API int ncclReduceScatter(const void *sent, void *received, size_t count,
                               int type, int op, Member *member, void *stream) {
  Call call("ncclReduceScatter");
  return call.result ? call.result
                     : begin(member, {Kind::ReduceScatter, sent, received,
                                      count, type, op, 0, stream});
}

FAKE_API int ncclAllGather(const void *sent, void *received, size_t count,
                           int type, Member *member, void *stream) {
  Call call("ncclAllGather");
  return call.result ? call.result
                     : begin(member, {Kind::AllGather, sent, received, count,
                                      type, 0, 0, stream});
}

FAKE_API int ncclBroadcast(const void *sent, void *received, size_t count,
                           int type, int root, Member *member, void *stream) {
  Call call("ncclBroadcast");
  return call.result ? call.result
                     : begin(member, {Kind::Broadcast, sent, received, count,
                                      type, 0, root, stream});
}

FAKE_API int ncclSend(const void *sent, size_t count, int type, int peer,
                      Member *member, void *stream) {
  Call call("ncclSend");
  return call.result ? call.result
                     : post(member, {member->rank, peer, sent, nullptr,
                                     count * getBytes(type), stream});
}

FAKE_API int ncclRecv(void *received, size_t count, int type, int peer,
                      Member *member, void *stream) {
  Call call("ncclRecv");
  return call.result ? call.result
                     : post(member, {peer, member->rank, nullptr, received,
                                     count * getBytes(type), stream});
}

FAKE_API int ncclGroupStart(void) {
  Call call("ncclGroupStart");
  ++depth;
  return call.result;
}

FAKE_API int ncclGroupEnd(void) {
  Call call("ncclGroupEnd");
  if (depth == 0)
    return InvalidUsage;
  --depth;
  return call.result;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

FAKE_API int ncclGetUniqueId(Id *id) {
  Call call("ncclGetUniqueId");
  uint64_t number = groups().size() + 1;
  groups()[number] = new Group();
  std::memset(id->bytes, 0x5a, sizeof(id->bytes));
  std::memcpy(id->bytes, &number, sizeof(number));
  return call.result;
}

// The real one waits for the others here.
FAKE_API int ncclCommInitRank(Member **member, int size, Id id, int rank) {
  Call call("ncclCommInitRank");
  if (call.result || stack().empty())
    return call.result ? call.result : int(InvalidUsage);
  uint64_t number;
  std::memcpy(&number, id.bytes, sizeof(number));
  auto found = groups().find(number);
  if (found == groups().end() || rank < 0 || rank >= size)
    return InvalidArgument;
  Group &group = *found->second;
  group.members.resize(size_t(size));
  group.waiting.resize(size_t(size));
  if (group.members[size_t(rank)])
    return InvalidArgument;
  *member = new Member{&group, rank, stack().back()};
  group.members[size_t(rank)] = *member;
  return Done;
}

// What the worker has begun is given up; the others wait on.
static int leave(Member *member, bool isAborted) {
  if (!member || stack().empty() || stack().back() != member->context)
    return InvalidUsage;
  Group &group = *member->group;
  auto &own = group.waiting[size_t(member->rank)];
  auto isOwn = [&](const Message &known) {
    return member->rank == (known.sent ? known.from : known.to);
  };
  if (!isAborted && (!own.empty() || std::any_of(group.messages.begin(),
                                                 group.messages.end(), isOwn)))
    return InvalidUsage;
  for (const Request &request : own)
    --driver().streams[request.stream];
  own.clear();
  for (const Message &message : group.messages)
    if (isOwn(message))
      --driver().streams[message.stream];
  group.messages.erase(
      std::remove_if(group.messages.begin(), group.messages.end(), isOwn),
      group.messages.end());
  group.members[size_t(member->rank)] = nullptr;
  delete member;
  return Done;
}

FAKE_API int ncclCommDestroy(Member *member) {
  Call call("ncclCommDestroy");
  return call.result ? call.result : leave(member, false);
}

FAKE_API int ncclCommAbort(Member *member) {
  Call call("ncclCommAbort");
  return call.result ? call.result : leave(member, true);
}

FAKE_API int ncclCommGetAsyncError(Member *member, int *error) {
  Call call("ncclCommGetAsyncError");
  *error = member->group->failure;
  return call.result;
}

FAKE_API const char *ncclGetErrorString(int error) {
  return error == InvalidArgument ? "invalid argument"
         : error == InvalidUsage  ? "invalid usage"
                                  : "unknown result code";
}
