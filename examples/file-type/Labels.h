// What the program knows about the model: sizes of its input, its labels.
#ifndef FILE_TYPE_LABELS_H
#define FILE_TYPE_LABELS_H

#include <cstdint>
#include <string>
#include <vector>

/// How much of a file the model looks at.
struct InputSizes {
  /// Tokens from the beginning and from the end of the file.
  size_t begin = 0, end = 0;
  /// Bytes read at either end before white space is stripped.
  size_t block = 0;
  /// Token that stands where a file has no byte.
  int32_t padding = 0;
  /// Files shorter than this are not given to the model.
  size_t least = 0;
};

/// One output of the model.
struct Label {
  /// The model's own name for it.
  std::string name;
  /// The name that is shown, if the model is sure enough.
  std::string shown;
  /// Least probability for that.
  double threshold = 0;
  /// The name that is shown otherwise.
  std::string fallback;
};

/// The contents of a file written by write-labels.py.
struct Labels {
  /// Sizes of the input.
  InputSizes sizes;
  /// Labels in the order of the model's output.
  std::vector<Label> labels;

  /// Reads the file; throws std::runtime_error if it is not one.
  static Labels read(const std::string &path);

  /// The name to show for the most probable output.
  const std::string &decide(size_t output, float probability) const {
    const Label &label = labels[output];
    return probability >= label.threshold ? label.shown : label.fallback;
  }
};

#endif // FILE_TYPE_LABELS_H
