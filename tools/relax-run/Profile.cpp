// Which kernels the time of calls goes to: as a table and as a trace.
#include "Profile.h"
#include "Arguments.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>

namespace relax::run {

namespace {

/// All runs of one kernel for one node.
struct Row {
  std::string kernel, node;
  int64_t calls = 0, time = 0, bytes = 0;
};

} // namespace

// One kernel may stand for several nodes that compute the same on other data,
// and a node may need several kernels, hence a row for each pair of them.
static std::vector<Row>
groupRuns(const std::vector<RelaxProfileEvent> &profile) {
  std::map<std::pair<std::string, std::string>, Row> rows;
  for (const RelaxProfileEvent &event : profile) {
    Row &row = rows[{event.kernel, event.node}];
    row.kernel = event.kernel;
    row.node = event.node;
    ++row.calls;
    row.time += event.end - event.begin;
    row.bytes += event.bytes;
  }
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (auto &entry : rows)
    sorted.push_back(std::move(entry.second));
  std::sort(sorted.begin(), sorted.end(),
            [](const Row &a, const Row &b) { return a.time > b.time; });
  return sorted;
}

// Bytes a nanosecond are GB/s. What takes less than the clock's step has none.
static std::string describeRow(const Row &row, int64_t total) {
  char figures[120];
  std::snprintf(figures, sizeof(figures), "%6.1f%% %10.4f %7lld %10.3f %7.1f  ",
                total ? 100.0 * double(row.time) / double(total) : 0.0,
                double(row.time) * 1e-6, static_cast<long long>(row.calls),
                double(row.bytes) * 1e-6,
                row.time ? double(row.bytes) / double(row.time) : 0.0);
  return figures + row.kernel + (row.node.empty() ? "" : "  " + row.node) +
         "\n";
}

std::string describeProfile(const std::vector<RelaxProfileEvent> &profile) {
  Row total;
  total.kernel = "all kernels";
  std::vector<Row> rows = groupRuns(profile);
  for (const Row &row : rows) {
    total.calls += row.calls;
    total.time += row.time;
    total.bytes += row.bytes;
  }
  std::string text =
      "  share         ms   calls         MB    GB/s  kernel  node\n";
  for (const Row &row : rows)
    text += describeRow(row, total.time);
  return text + describeRow(total, total.time);
}

// Names of nodes come from models, which may hold any character; viewers reject
// the whole file if one that JSON does not allow is left.
static std::string quote(const char *text) {
  std::string quoted = "\"";
  for (; *text; ++text) {
    char escaped[8] = {*text};
    if (static_cast<unsigned char>(*text) < ' ')
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", unsigned(*text));
    else if (*text == '"' || *text == '\\')
      std::snprintf(escaped, sizeof(escaped), "\\%c", *text);
    quoted += escaped;
  }
  return quoted + '"';
}

// The stream tells of a full disk only when it is closed, hence the one look at
// its end.
void writeTrace(const std::vector<RelaxProfileEvent> &profile,
                const std::string &path) {
  std::ofstream file(path);
  file << "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
  const char *separator = "\n";
  int64_t start = profile.empty() ? 0 : profile.front().begin;
  for (const RelaxProfileEvent &event : profile) {
    // Chrome's unit is the microsecond. Kernels run one after the other.
    char times[80];
    std::snprintf(times, sizeof(times), "\"ts\": %.3f, \"dur\": %.3f",
                  double(event.begin - start) * 1e-3,
                  double(event.end - event.begin) * 1e-3);
    file << separator << "{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, " << times
         << ", \"name\": " << quote(event.kernel)
         << ", \"args\": {\"node\": " << quote(event.node)
         << ", \"bytes\": " << event.bytes << "}}";
    separator = ",\n";
  }
  file << "\n]}\n";
  file.close();
  if (!file)
    throw Failure("cannot write '" + path + "': " + std::strerror(errno));
}

} // namespace relax::run
