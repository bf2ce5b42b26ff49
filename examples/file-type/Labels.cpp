// Reads the text that write-labels.py writes.
#include "Labels.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

// Reads one line into `into`; false if it is not understood.
static bool readLine(const std::string &line, Labels &into) {
  std::istringstream words(line);
  std::string key;
  if (!(words >> key) || key[0] == '#')
    return true;
  if (key == "beg_size")
    return bool(words >> into.sizes.begin);
  if (key == "end_size")
    return bool(words >> into.sizes.end);
  if (key == "block_size")
    return bool(words >> into.sizes.block);
  if (key == "padding_token")
    return bool(words >> into.sizes.padding);
  if (key == "min_file_size_for_dl")
    return bool(words >> into.sizes.least);
  Label label;
  if (key != "label" || !(words >> label.name >> label.shown >>
                          label.threshold >> label.fallback))
    return false;
  into.labels.push_back(label);
  return true;
}

Labels Labels::read(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error("cannot read '" + path + "'");
  Labels labels;
  std::string line;
  while (std::getline(file, line))
    if (!readLine(line, labels))
      throw std::runtime_error("'" + path + "': not understood: " + line);
  const InputSizes &sizes = labels.sizes;
  if (labels.labels.empty() || sizes.least == 0 || sizes.begin < sizes.least)
    throw std::runtime_error("'" + path + "': sizes or labels are missing");
  return labels;
}
