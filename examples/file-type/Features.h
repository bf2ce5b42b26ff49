// What the model is shown of a file.
#ifndef FILE_TYPE_FEATURES_H
#define FILE_TYPE_FEATURES_H

#include "Labels.h"

#include <string>
#include <variant>
#include <vector>

/// The tokens of one file: one row of the model's input.
using Tokens = std::vector<int32_t>;

/// A file that cannot be read, and why.
struct Unreadable {
  /// The reason.
  std::string reason;
};

/// What is known of a file before the model is asked: its label (of a folder,
/// an empty file, a file with too few bytes), its tokens, or why there is none.
using Features = std::variant<std::string, Tokens, Unreadable>;

/// Looks at a file as the magika package does.
Features readFeatures(const std::string &path, const InputSizes &sizes);

#endif // FILE_TYPE_FEATURES_H
