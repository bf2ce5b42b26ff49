// Collectives among threads of one process, which read each other's tensors.
//
// Each worker posts what it asks for, and all meet: from then on every posted
// tensor stands still, is read by the others, and may change again after the
// last meeting. Only the first meeting has a time limit: a worker that left
// later would take memory away that others still read. Elements are joined in
// the order of the workers, so results are the same in each run.
#include "ThreadCommunicator.h"

#include "CollectiveTerms.h"

#include "ReduceElements.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>

namespace relax::runtime {

// The deadline of those who know that all others are there.
static constexpr Deadline kNoLimit = Deadline::max();

namespace {

/// What a worker asks of a split.
struct SplitRequest {
  int32_t color, key;
};

/// A tensor on its way from one worker to another.
struct Message {
  const Collective *sent;
  bool isTaken = false;
};

/// What the members of a group share.
class Team {
public:
  explicit Team(int32_t size)
      : posted(size_t(size)), splits(size_t(size)), parts(size_t(size)) {}

  /// Waits until all members are here. False if one did not come in time, or
  /// the team was given up.
  bool meet(Deadline deadline = kNoLimit);

  /// Hands over and waits until it was taken, or takes what was handed over.
  bool send(int32_t from, int32_t to, const Collective &sent, Deadline);
  bool receive(int32_t from, int32_t to, const Collective &received, Deadline,
               std::string &mismatch);

  /// Ends all that the members wait for.
  void giveUp(const std::string &reason);
  std::string getReason();

  /// What each member asks for; written before a meeting, read after it.
  std::vector<Collective> posted;
  std::vector<SplitRequest> splits;
  std::vector<std::unique_ptr<RelaxCommunicator>> parts;

private:
  std::mutex lock;
  std::condition_variable changed;
  size_t waiting = 0;
  uint64_t meetings = 0;
  bool isOver = false;
  std::string reason;
  std::map<std::pair<int32_t, int32_t>, Message *> mail;
};

class ThreadCommunicator : public RelaxCommunicator {
public:
  ThreadCommunicator(std::shared_ptr<Team> team, int32_t rank, int32_t size)
      : RelaxCommunicator(rank, size), team(std::move(team)) {}

  std::string run(const Collective &collective, Deadline deadline) override;
  std::string split(int32_t color, int32_t key, Deadline deadline,
                    std::unique_ptr<RelaxCommunicator> &part) override;
  bool mayStart() const override { return true; }
  void abort(const std::string &text) override { team->giveUp(text); }

private:
  std::string explain(CollectiveKind kind);
  std::string findMismatch(const Collective &own) const;
  bool exchange(const Collective &own);
  bool reduce(const Collective &own);
  void joinPart(const Collective &own, int64_t first, int64_t count,
                void *into) const;

  std::shared_ptr<Team> team;
};

} // namespace

//===----------------------------------------------------------------------===//
// Meeting
//===----------------------------------------------------------------------===//

bool Team::meet(Deadline deadline) {
  std::unique_lock<std::mutex> guard(lock);
  uint64_t meeting = meetings;
  if (++waiting == posted.size()) {
    waiting = 0;
    ++meetings;
    changed.notify_all();
    return !isOver;
  }
  auto isMet = [&] { return meetings != meeting || isOver; };
  if (deadline == kNoLimit)
    changed.wait(guard, isMet);
  else
    changed.wait_until(guard, deadline, isMet);
  if (meetings != meeting)
    return !isOver;
  // Whoever leaves leaves for ever: the others would be one short.
  isOver = true;
  changed.notify_all();
  return false;
}

// The sender waits until its tensor was copied, so no buffer is needed and
// memory is the caller's again when the call returns.
bool Team::send(int32_t from, int32_t to, const Collective &sent,
                Deadline deadline) {
  std::unique_lock<std::mutex> guard(lock);
  Message message{&sent};
  mail[{from, to}] = &message;
  changed.notify_all();
  changed.wait_until(guard, deadline,
                     [&] { return message.isTaken || isOver; });
  mail.erase({from, to});
  isOver |= !message.isTaken;
  return message.isTaken;
}

bool Team::receive(int32_t from, int32_t to, const Collective &received,
                   Deadline deadline, std::string &mismatch) {
  std::unique_lock<std::mutex> guard(lock);
  auto find = [&] {
    auto found = mail.find({from, to});
    return found == mail.end() || found->second->isTaken ? nullptr
                                                         : found->second;
  };
  changed.wait_until(guard, deadline, [&] { return find() || isOver; });
  Message *message = find();
  if (!message) {
    isOver = true;
    changed.notify_all();
    return false;
  }
  mismatch =
      CollectiveTerms(received).compare(CollectiveTerms(*message->sent), from);
  if (mismatch.empty())
    copyBytes(received.received, message->sent->sent, received.getPartBytes());
  message->isTaken = true;
  changed.notify_all();
  return true;
}

// The first reason stays: those that follow are mostly its consequences.
void Team::giveUp(const std::string &text) {
  std::lock_guard<std::mutex> guard(lock);
  if (reason.empty())
    reason = text;
  isOver = true;
  changed.notify_all();
}

std::string Team::getReason() {
  std::lock_guard<std::mutex> guard(lock);
  return reason;
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

// Why a meeting failed.
std::string ThreadCommunicator::explain(CollectiveKind kind) {
  std::string reason = team->getReason();
  if (!reason.empty())
    return reason;
  return std::string(getName(kind)) +
         " has not ended in time, or another worker gave up waiting";
}

// All members asked for the same, or nothing is touched.
std::string ThreadCommunicator::findMismatch(const Collective &own) const {
  CollectiveTerms terms(own);
  std::string mismatch;
  for (int32_t other = 0; other != size && mismatch.empty(); ++other)
    mismatch =
        terms.compare(CollectiveTerms(team->posted[size_t(other)]), other);
  return mismatch;
}

// Elements `first` to `first + count` of all workers' tensors, joined.
void ThreadCommunicator::joinPart(const Collective &own, int64_t first,
                                  int64_t count, void *into) const {
  size_t offset = size_t(first) * own.getElementBytes();
  ReduceFunction join = findReduce(own.reduce, own.dtype);
  copyBytes(into, static_cast<const char *>(team->posted[0].sent) + offset,
            size_t(count) * own.getElementBytes());
  for (int32_t other = 1; other < size; ++other)
    join(into,
         static_cast<const char *>(team->posted[size_t(other)].sent) + offset,
         count);
  if (own.reduce == RELAX_REDUCE_AVG)
    divideElements(into, own.dtype, count, size);
}

// Each worker joins a part, and takes the others' parts from them: every
// element is joined once. The part goes to memory of its own first, since
// results may lie where operands are.
bool ThreadCommunicator::reduce(const Collective &own) {
  auto getFirst = [&](int32_t worker) { return own.count * worker / size; };
  int64_t first = getFirst(rank), count = getFirst(rank + 1) - first;
  std::vector<char> joined(size_t(count) * own.getElementBytes());
  joinPart(own, first, count, joined.data());
  if (!team->meet())
    return false;
  auto *received = static_cast<char *>(own.received);
  copyBytes(received + size_t(first) * own.getElementBytes(), joined.data(),
            joined.size());
  if (!team->meet())
    return false;
  for (int32_t other = 0; other < size; ++other) {
    size_t at = size_t(getFirst(other)) * own.getElementBytes();
    size_t bytes = size_t(getFirst(other + 1)) * own.getElementBytes() - at;
    if (other != rank)
      copyBytes(received + at,
                static_cast<char *>(team->posted[size_t(other)].received) + at,
                bytes);
  }
  return true;
}

// After all have met, and before they meet again.
bool ThreadCommunicator::exchange(const Collective &own) {
  size_t part = own.getPartBytes();
  auto *received = static_cast<char *>(own.received);
  auto getSent = [&](int32_t worker, int32_t number) {
    return static_cast<const char *>(team->posted[size_t(worker)].sent) +
           part * size_t(number);
  };
  switch (own.kind) {
  case CollectiveKind::AllReduce:
    return reduce(own);
  case CollectiveKind::ReduceScatter:
    joinPart(own, own.count * rank, own.count, received);
    return true;
  case CollectiveKind::AllGather:
  case CollectiveKind::AllToAll:
    for (int32_t other = 0; other < size; ++other)
      copyBytes(received + part * size_t(other),
                getSent(other, own.kind == CollectiveKind::AllToAll ? rank : 0),
                part);
    return true;
  case CollectiveKind::Scatter:
    copyBytes(received, getSent(own.root, rank), part);
    return true;
  case CollectiveKind::Broadcast:
    // The root's result is what the others read.
    if (rank != own.root)
      copyBytes(received, getSent(own.root, 0), part);
    return true;
  case CollectiveKind::Gather:
    for (int32_t other = 0; rank == own.root && other < size; ++other)
      copyBytes(received + part * size_t(other), getSent(other, 0), part);
    return true;
  case CollectiveKind::Barrier:
  case CollectiveKind::Send:
  case CollectiveKind::Receive:
    return true;
  }
  return true;
}

std::string ThreadCommunicator::run(const Collective &own, Deadline deadline) {
  std::string mismatch;
  if (own.kind == CollectiveKind::Send)
    return team->send(rank, own.root, own, deadline) ? "" : explain(own.kind);
  if (own.kind == CollectiveKind::Receive) {
    return team->receive(own.root, rank, own, deadline, mismatch)
               ? mismatch
               : explain(own.kind);
  }
  team->posted[size_t(rank)] = own;
  if (!team->meet(deadline))
    return explain(own.kind);
  mismatch = findMismatch(own);
  if (!mismatch.empty()) {
    team->giveUp(mismatch);
    return mismatch;
  }
  bool isDone = exchange(own) && team->meet();
  return isDone ? "" : explain(own.kind);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

// The team lives as long as one of its members: a worker may leave while others
// still read what it has posted.
std::vector<std::unique_ptr<RelaxCommunicator>> makeThreadGroup(int32_t size) {
  auto team = std::make_shared<Team>(size);
  std::vector<std::unique_ptr<RelaxCommunicator>> members;
  members.reserve(size_t(size));
  for (int32_t rank = 0; rank < size; ++rank)
    members.push_back(std::make_unique<ThreadCommunicator>(team, rank, size));
  return members;
}

std::string
ThreadCommunicator::split(int32_t color, int32_t key, Deadline deadline,
                          std::unique_ptr<RelaxCommunicator> &part) {
  team->splits[size_t(rank)] = {color, key};
  if (!team->meet(deadline))
    return explain(CollectiveKind::Barrier);
  // One worker of each color, the first, makes its group.
  std::vector<std::pair<int32_t, int32_t>> members;
  for (int32_t other = 0; other < size; ++other)
    if (team->splits[size_t(other)].color == color)
      members.push_back({team->splits[size_t(other)].key, other});
  if (members.front().second == rank) {
    std::sort(members.begin(), members.end());
    auto made = makeThreadGroup(int32_t(members.size()));
    for (size_t i = 0; i != members.size(); ++i)
      team->parts[size_t(members[i].second)] = std::move(made[i]);
  }
  if (!team->meet())
    return explain(CollectiveKind::Barrier);
  part = std::move(team->parts[size_t(rank)]);
  return "";
}

} // namespace relax::runtime
