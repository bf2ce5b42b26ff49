// file-type: names the type of each file given, all of them in one call of a
// model that relax-compile made. Links the run-time library and nothing else.
#include "Features.h"
#include "Labels.h"
#include "Model.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

namespace {
const char usage[] =
    "usage: file-type [OPTION...] MODEL.so LABELS FILE...\n"
    "Name the type of each file, with its probability.\n\n"
    "  MODEL.so     the magika model, made by relax-compile\n"
    "  LABELS       written by write-labels.py\n"
    "  --threads=N  threads to use (default: one per core)\n"
    "  --time       measure the latency of one file and of all in one call\n";

struct Options {
  int threads = 0;
  bool time = false;
  std::vector<std::string> words;
};

// What is printed of one file.
struct Line {
  std::string path, label;
  double probability = 1;
  bool known = true;
};
} // namespace

static bool parse(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--time")
      options.time = true;
    else if (word.rfind("--threads=", 0) == 0)
      options.threads = std::atoi(word.c_str() + 10);
    else if (word.rfind("--", 0) == 0)
      return false;
    else
      options.words.push_back(word);
  }
  return options.words.size() >= 3;
}

// Median of the milliseconds that a call of `ask` takes.
static double latency(const Model &model, const std::vector<Tokens> &rows) {
  std::vector<double> times;
  for (int i = 0; i < 21; ++i) {
    auto start = std::chrono::steady_clock::now();
    model.ask(rows);
    std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start;
    times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

static void print(const std::vector<Line> &lines) {
  size_t width = 0;
  for (const Line &line : lines)
    width = std::max(width, line.path.size());
  for (const Line &line : lines) {
    if (line.known)
      std::printf("%-*s  %-14s %.4f\n", static_cast<int>(width),
                  line.path.c_str(), line.label.c_str(), line.probability);
    else
      std::fprintf(stderr, "file-type: '%s' %s\n", line.path.c_str(),
                   line.label.c_str());
  }
}

// Looks at all files, then asks the model for those that need it in one call.
static int run(const Options &options) {
  Model model(options.words[0], options.threads);
  Labels labels = Labels::read(options.words[1]);
  std::vector<Line> lines;
  std::vector<Tokens> rows;
  std::vector<size_t> owners;
  for (size_t i = 2; i < options.words.size(); ++i) {
    Line line{options.words[i], "", 1, true};
    Features features = readFeatures(line.path, labels.sizes);
    if (const auto *label = std::get_if<std::string>(&features)) {
      line.label = *label;
    } else if (const auto *fault = std::get_if<Unreadable>(&features)) {
      line.label = fault->reason;
      line.known = false;
    } else {
      rows.push_back(std::get<Tokens>(features));
      owners.push_back(lines.size());
    }
    lines.push_back(line);
  }

  std::vector<Answer> answers = model.ask(rows);
  for (size_t i = 0; i < answers.size(); ++i) {
    if (answers[i].output >= labels.labels.size())
      throw std::runtime_error("the model has more outputs than labels");
    Line &line = lines[owners[i]];
    line.probability = answers[i].probability;
    line.label = labels.decide(answers[i].output, answers[i].probability);
  }
  print(lines);
  if (options.time && !rows.empty())
    std::printf(
        "\nlatency: %.2f ms for one file, %.2f ms for %zu in one call\n",
        latency(model, {rows.front()}), latency(model, rows), rows.size());
  return std::all_of(lines.begin(), lines.end(),
                     [](const Line &line) { return line.known; })
             ? 0
             : 1;
}

int main(int argc, char **argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fputs(usage, stderr);
    return 2;
  }
  try {
    return run(options);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "file-type: %s\n", error.what());
    return 1;
  }
}
