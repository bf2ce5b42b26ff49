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
  /// Negative if that of a run is unknown.
  double flops = 0;
  /// Whether the peaks are those of what it ran on.
  bool isOnCPU = true;

  // Unknown is contagious: a sum without the unknown runs would be divided by
  // the time of all, and would look slow for no reason.
  void add(int64_t runs, int64_t nanoseconds, int64_t moved, double operations,
           bool ranOnCPU) {
    calls += runs;
    time += nanoseconds;
    bytes += moved;
    flops = flops < 0 || operations < 0 ? -1 : flops + operations;
    isOnCPU &= ranOnCPU;
  }
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
    row.add(1, event.end - event.begin, event.bytes, double(event.flops),
            !event.uses_device);
  }
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (auto &entry : rows)
    sorted.push_back(std::move(entry.second));
  std::sort(sorted.begin(), sorted.end(),
            // By time, since the first rows are what is worth work.
            [](const Row &a, const Row &b) { return a.time > b.time; });
  return sorted;
}

// The least time that the peaks allow, as a share of the time that it took
// (Williams, Waterman, Patterson: Roofline, 2009).
static std::string describeRoofline(const Row &row, const Peaks &peaks) {
  if (!row.isOnCPU || row.flops < 0 || row.time == 0)
    return "-";
  double least =
      std::max(row.flops / peaks.flops, double(row.bytes) / peaks.bytes);
  // 1e11 is 1e9 ns in a second times 100 per cent.
  char text[24];
  std::snprintf(text, sizeof(text), "%.1f%%", least * 1e11 / double(row.time));
  return text;
}

// Bytes a nanosecond are GB/s. What takes less than the clock's step has none.
static std::string describeRow(const Row &row, int64_t total,
                               const Peaks &peaks) {
  char rate[24] = "-", figures[160];
  if (row.flops >= 0)
    std::snprintf(rate, sizeof(rate), "%.1f",
                  row.time ? row.flops / double(row.time) : 0.0);
  std::snprintf(figures, sizeof(figures),
                "%6.1f%% %10.4f %7lld %10.3f %7.1f %8s %8s  ",
                total ? 100.0 * double(row.time) / double(total) : 0.0,
                double(row.time) * 1e-6, static_cast<long long>(row.calls),
                double(row.bytes) * 1e-6,
                row.time ? double(row.bytes) / double(row.time) : 0.0, rate,
                describeRoofline(row, peaks).c_str());
  return figures + row.kernel + (row.node.empty() ? "" : "  " + row.node) +
         "\n";
}

std::string describeProfile(const std::vector<RelaxProfileEvent> &profile,
                            const Peaks &peaks) {
  Row total;
  total.kernel = "all kernels";
  std::vector<Row> rows = groupRuns(profile);
  for (const Row &row : rows) {
    total.add(row.calls, row.time, row.bytes, row.flops, row.isOnCPU);
  }
  std::string text = "  share         ms   calls         MB    GB/s  GFLOP/s "
                     "roofline  kernel  node\n";
  for (const Row &row : rows)
    text += describeRow(row, total.time, peaks);
  return text + describeRow(total, total.time, peaks);
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
         << ", \"bytes\": " << event.bytes;
    if (event.flops >= 0)
      file << ", \"flops\": " << event.flops;
    file << "}}";
    separator = ",\n";
  }
  file << "\n]}\n";
  file.close();
  if (!file)
    throw Failure("cannot write '" + path + "': " + std::strerror(errno));
}

} // namespace relax::run
