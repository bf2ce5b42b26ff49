// Turns a file into tokens: the bytes at its beginning without leading white
// space and those at its end without trailing white space, padded where the
// file is shorter. A file with few bytes is text or unknown without the model.
#include "Features.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace fs = std::filesystem;

static bool isSpace(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// Number of bytes of the UTF-8 sequence at the start of `text`, 0 if there is
// none: cut short, overlong, a surrogate, or beyond the last code point.
static size_t sequenceLength(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(0);
  if (first < 0x80)
    return 1;
  size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length)
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80)
      return 0;
  unsigned char second = byte(1);
  bool bad =
      (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return bad ? 0 : length;
}

static bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    size_t length = sequenceLength(text);
    if (length == 0)
      return false;
    text.remove_prefix(length);
  }
  return true;
}

static std::string fewBytesLabel(std::string_view text) {
  return isUtf8(text) ? "txt" : "unknown";
}

static int32_t token(char byte) { return static_cast<unsigned char>(byte); }

// Fills the first `sizes.begin` tokens from `block`.
static void addBegin(std::string_view block, const InputSizes &sizes,
                     Tokens &tokens) {
  const char *start = std::find_if_not(block.begin(), block.end(), isSpace);
  size_t count = std::min<size_t>(block.end() - start, sizes.begin);
  std::transform(start, start + count, tokens.begin(), token);
}

// Fills the last `sizes.end` tokens from `block`.
static void addEnd(std::string_view block, const InputSizes &sizes,
                   Tokens &tokens) {
  while (!block.empty() && isSpace(block.back()))
    block.remove_suffix(1);
  size_t count = std::min(block.size(), sizes.end);
  std::transform(block.end() - count, block.end(), tokens.end() - count, token);
}

// Reads `count` bytes at `offset`.
static std::string readAt(std::ifstream &file, size_t offset, size_t count) {
  std::string text(count, '\0');
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(text.data(), static_cast<std::streamsize>(count));
  text.resize(static_cast<size_t>(file.gcount()));
  return text;
}

static Features readFile(const std::string &path, const InputSizes &sizes) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file)
    return Unreadable{"cannot be read"};
  size_t size = static_cast<size_t>(file.tellg());
  if (size == 0)
    return std::string("empty");
  size_t count = std::min(size, sizes.block);
  std::string begin = readAt(file, 0, count);
  std::string end = readAt(file, size - count, count);
  if (begin.size() != count || end.size() != count)
    return Unreadable{"cannot be read to its end"};
  if (size < sizes.least)
    return fewBytesLabel(begin);

  Tokens tokens(sizes.begin + sizes.end, sizes.padding);
  addBegin(begin, sizes, tokens);
  if (tokens[sizes.least - 1] == sizes.padding)
    return fewBytesLabel(begin);
  addEnd(end, sizes, tokens);
  return tokens;
}

Features readFeatures(const std::string &path, const InputSizes &sizes) {
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  if (error || !fs::exists(status))
    return Unreadable{"does not exist"};
  if (fs::is_directory(status))
    return std::string("directory");
  if (!fs::is_regular_file(status))
    return std::string("unknown");
  return readFile(path, sizes);
}
