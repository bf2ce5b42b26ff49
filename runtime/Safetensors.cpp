// Reads tensors of .safetensors files by ranges of bytes: a worker reads its
// part of a weight and nothing of the others', so that a model may be larger
// than the memory of any machine.
#include "relax_safetensors.h"

#include "RegularFile.h"
#include "SafetensorsHeader.h"
#include "Tensor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

/// An open file and what its header says.
struct RelaxSafetensors {
  explicit RelaxSafetensors(const char *path) : path(path), file(path) {}

  std::string path;
  relax::runtime::RegularFile file;
  relax::runtime::StoredTensors tensors;
  /// Where the bytes of the tensors begin.
  uint64_t begin = 0;
};

namespace relax::runtime {

/// The format's limit.
static constexpr uint64_t kLongestHeader = 100'000'000;

namespace {
/// How a tensor is spread.
struct StoredSharding {
  std::vector<int64_t> mesh;
  /// The dimension that each axis of the mesh splits, -1 for none.
  std::vector<int64_t> placement;
  /// The sizes that a tensor of padded parts has to have, -1 for any; none if
  /// the workers divide them.
  std::vector<int64_t> whole;
};

/// Of one dimension of a stored tensor. A part may be padded behind what is
/// read.
struct Range {
  int64_t begin, size, part;
};

/// Reads one tensor of a file.
class WeightReader {
public:
  WeightReader(RelaxContext *context, const RelaxSafetensors &opened,
               const char *name)
      : context(context), opened(opened), name(name) {}

  int32_t read(const RelaxTensorPart &part, RelaxTensor **tensor);

private:
  std::string checkTensor();
  std::string findRanges(const StoredSharding &sharding, int32_t worker);
  std::string checkWhole(const StoredSharding &sharding,
                         const std::vector<int64_t> &parts);
  bool readRanges(char *to, size_t elementBytes);
  int32_t failRead(const std::string &reason);

  RelaxContext *context;
  const RelaxSafetensors &opened;
  const char *name;
  StoredTensor stored;
  DLDataType dtype{};
  uint64_t begin = 0;
  std::vector<Range> ranges;
};
} // namespace

int32_t WeightReader::failRead(const std::string &reason) {
  return fail(context, RELAX_ERROR_IO, "cannot read tensor '%s' of '%s': %s",
              name, opened.path.c_str(), reason.c_str());
}

// The header is read once for all tensors: to look for each would take a time
// that grows with the square of their number.
static std::string readHeader(RelaxSafetensors &opened) {
  const RegularFile &file = opened.file;
  if (!file.getFault().empty())
    return file.getFault();
  uint64_t length = 0;
  if (file.getSize() < sizeof(length) || !file.read(&length, sizeof(length), 0))
    return "expected a safetensors file, which has a header";
  if (length > kLongestHeader || length > file.getSize() - sizeof(length))
    return "expected a header of at most the file and 100000000 bytes, found "
           "one of " +
           std::to_string(length);
  std::string header(size_t(length), '\0');
  if (!file.read(header.data(), header.size(), sizeof(length)))
    return "the file is cut off in its header";
  opened.begin = sizeof(length) + length;
  return readStoredTensors(header, opened.tensors);
}

static std::string describeSizes(const std::vector<int64_t> &sizes) {
  std::string text;
  for (int64_t size : sizes)
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

// Sizes are compared with the file before memory is taken for them.
std::string WeightReader::checkTensor() {
  auto found = opened.tensors.find(name);
  if (found == opened.tensors.end())
    return "expected a tensor of that name, found none";
  stored = found->second;
  if (!parseStoredDType(stored.dtype, dtype))
    return "expected elements of BOOL, U8 to U64, I8 to I64, F8, BF16 or F16 "
           "to F64, found " +
           stored.dtype;
  uint64_t rest = opened.file.getSize() - opened.begin;
  auto from = uint64_t(stored.offsets[0]), to = uint64_t(stored.offsets[1]);
  int64_t bytes = relax_compact_bytes(dtype, int32_t(stored.shape.size()),
                                      stored.shape.data());
  if (stored.shape.size() > RELAX_MAX_RANK || from > to || to > rest ||
      bytes < 0 || uint64_t(bytes) != to - from)
    return "expected the bytes of its shape and dtype inside of the file, "
           "found those from " +
           std::to_string(from) + " to " + std::to_string(to) + " of " +
           std::to_string(rest);
  begin = opened.begin + from;
  return "";
}

// A part says no more of a padded size than within how many it is, so that one
// of a file of another model might be taken for it.
std::string WeightReader::checkWhole(const StoredSharding &sharding,
                                     const std::vector<int64_t> &parts) {
  if (!sharding.whole.empty() && sharding.whole.size() != ranges.size())
    return "expected a tensor of " + std::to_string(sharding.whole.size()) +
           " dimensions, found " + std::to_string(ranges.size());
  for (size_t dim = 0; dim < ranges.size(); ++dim) {
    int64_t size = ranges[dim].size;
    std::string found = ", found " + std::to_string(size);
    std::string place = " in dimension " + std::to_string(dim);
    if (sharding.whole.empty() && size % parts[dim] != 0)
      return "expected a size that " + std::to_string(parts[dim]) +
             " workers divide" + place + found;
    if (!sharding.whole.empty() && sharding.whole[dim] >= 0 &&
        sharding.whole[dim] != size)
      return "expected the size " + std::to_string(sharding.whole[dim]) +
             place + found;
  }
  return "";
}

// Axis after axis of the mesh, on which workers are counted row by row: an axis
// that splits what an earlier one has split cuts the part further. Parts of all
// workers are of one size, so that the last ones may have nothing to read.
std::string WeightReader::findRanges(const StoredSharding &sharding,
                                     int32_t worker) {
  for (int64_t size : stored.shape)
    ranges.push_back({0, size, size});
  int64_t workers = 1;
  for (int64_t size : sharding.mesh)
    workers *= size;
  if (worker < 0 || worker >= workers)
    return "expected the " + std::to_string(workers) +
           " workers of the program's mesh " + describeSizes(sharding.mesh) +
           ", found number " + std::to_string(worker) + " (from 0)";
  // The parts of each dimension, and the number of the worker's.
  std::vector<int64_t> parts(ranges.size(), 1), place(ranges.size(), 0);
  int64_t rest = worker;
  for (size_t axis = 0; axis < sharding.mesh.size(); ++axis) {
    workers /= sharding.mesh[axis];
    int64_t coordinate = rest / workers, dim = sharding.placement[axis];
    rest %= workers;
    if (dim < 0)
      continue;
    if (dim >= int64_t(ranges.size()))
      return "expected a dimension " + std::to_string(dim) + " that " +
             std::to_string(sharding.mesh[axis]) +
             " workers have parts of, found the shape " +
             describeSizes(stored.shape) + " of the file's tensor";
    parts[dim] *= sharding.mesh[axis];
    place[dim] = place[dim] * sharding.mesh[axis] + coordinate;
  }
  if (std::string reason = checkWhole(sharding, parts); !reason.empty())
    return reason;
  for (size_t dim = 0; dim < ranges.size(); ++dim) {
    int64_t size = ranges[dim].size, part = (size - 1) / parts[dim] + 1;
    if (size == 0)
      continue;
    int64_t begin = std::min(size, place[dim] * part);
    ranges[dim] = {begin, std::min(part, size - begin), part};
  }
  return "";
}

// What lies together in the file is read at once: the dimensions behind the
// last one that is cut, and the range of that one.
bool WeightReader::readRanges(char *to, size_t elementBytes) {
  size_t cut = ranges.size();
  while (cut > 0 && ranges[cut - 1].size == stored.shape[cut - 1] &&
         ranges[cut - 1].size == ranges[cut - 1].part)
    --cut;
  size_t outer = cut > 0 ? cut - 1 : 0;
  uint64_t bytes = elementBytes;
  for (const Range &range : ranges)
    bytes *= uint64_t(range.part);
  // What pads a part is zero.
  if (std::any_of(ranges.begin(), ranges.end(),
                  [](const Range &range) { return range.size != range.part; }))
    std::memset(to, 0, size_t(bytes));
  uint64_t run = elementBytes;
  for (size_t dim = outer; dim < ranges.size(); ++dim)
    run *= uint64_t(ranges[dim].size);
  // Of what is padded in an outer dimension nothing is read either.
  for (const Range &range : ranges)
    if (run == 0 || range.size == 0)
      return true;
  std::vector<int64_t> index(outer, 0);
  while (true) {
    uint64_t offset = 0, made = 0;
    for (size_t dim = 0; dim < ranges.size(); ++dim) {
      int64_t at = dim < outer ? index[dim] : 0;
      offset = offset * uint64_t(stored.shape[dim]) +
               uint64_t(ranges[dim].begin + at);
      made = made * uint64_t(ranges[dim].part) + uint64_t(at);
    }
    if (!opened.file.read(to + made * elementBytes, size_t(run),
                          begin + offset * elementBytes))
      return false;
    size_t dim = outer;
    while (dim > 0 && ++index[dim - 1] == ranges[dim - 1].size)
      index[--dim] = 0;
    if (dim == 0)
      return true;
  }
}

// "[2, 4] [R, S[0]]" and maybe " [5, ?]", as compilers write it into modules.
static bool parseSharding(const char *text, StoredSharding &sharding) {
  char *end = nullptr;
  auto takeSign = [&](char sign) { return *text == sign && *text++; };
  auto skip = [&] {
    while (*text == ' ' || *text == ',')
      ++text;
  };
  auto takeNumber = [&](int64_t &number) {
    number = std::strtoll(text, &end, 10);
    bool isNumber = end != text && number >= 0 && number <= INT32_MAX;
    text = end;
    return isNumber;
  };
  // A program counts workers in 32 bits, as MPI does.
  int64_t number = 0, workers = 1;
  if (!takeSign('['))
    return false;
  for (skip(); *text != ']'; skip()) {
    if (!takeNumber(number) || number < 1 || (workers *= number) > INT32_MAX)
      return false;
    sharding.mesh.push_back(number);
  }
  ++text;
  skip();
  if (!takeSign('['))
    return false;
  for (skip(); *text != ']'; skip()) {
    number = -1;
    if (!takeSign('R') && !(takeSign('S') && takeSign('[') &&
                            takeNumber(number) && takeSign(']')))
      return false;
    sharding.placement.push_back(number);
  }
  ++text;
  skip();
  bool hasSizes = takeSign('[');
  for (skip(); hasSizes && *text != ']'; skip()) {
    number = -1;
    if (!takeSign('?') && !takeNumber(number))
      return false;
    sharding.whole.push_back(number);
  }
  return sharding.placement.size() == sharding.mesh.size();
}

int32_t WeightReader::read(const RelaxTensorPart &part, RelaxTensor **tensor) {
  StoredSharding spread;
  if (part.sharding && !parseSharding(part.sharding, spread))
    return failRead("expected a sharding such as '[2, 4] [R, S[0]]', found '" +
                    std::string(part.sharding) + "'");
  std::string reason = checkTensor();
  if (reason.empty())
    reason = findRanges(spread, part.sharding ? part.worker : 0);
  if (!reason.empty())
    return failRead(reason);
  std::vector<int64_t> dims;
  for (const Range &range : ranges)
    dims.push_back(range.part);
  RelaxTensor *made =
      makeOwningTensor(context, dtype, int32_t(dims.size()), dims.data());
  if (!made)
    return relax_context_status(context);
  if (!readRanges(static_cast<char *>(made->dl.data), dtype.bits / 8u)) {
    relax_tensor_release(made);
    return failRead("the file is cut off in its elements");
  }
  // Other programs may write other bytes than 0 and 1.
  cleanBools(made->dl);
  *tensor = made;
  return RELAX_OK;
}

} // namespace relax::runtime

int32_t relax_safetensors_open(RelaxContext *context, const char *path,
                               RelaxSafetensors **file) {
  if (!context || !path || !file)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *file = nullptr;
  return relax::runtime::operate(context, [&]() -> int32_t {
    auto opened = std::make_unique<RelaxSafetensors>(path);
    std::string reason = relax::runtime::readHeader(*opened);
    if (!reason.empty())
      return relax::runtime::fail(context, RELAX_ERROR_IO,
                                  "cannot read '%s': %s", path, reason.c_str());
    *file = opened.release();
    return RELAX_OK;
  });
}

void relax_safetensors_close(RelaxSafetensors *file) { delete file; }

int32_t relax_safetensors_read(RelaxContext *context,
                               const RelaxSafetensors *file, const char *name,
                               const RelaxTensorPart *part,
                               RelaxTensor **tensor) {
  if (!context || !file || !name || !tensor)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *tensor = nullptr;
  return relax::runtime::operate(context, [&] {
    return relax::runtime::WeightReader(context, *file, name)
        .read(part ? *part : RelaxTensorPart{}, tensor);
  });
}

int32_t relax_safetensors_has(const RelaxSafetensors *file, const char *name) {
  return file && name && file->tensors.count(name) != 0;
}
