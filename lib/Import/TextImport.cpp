// Operators over the words of a text, which are numbered.
// Term frequencies are counted by comparing, not by looking up: each n-gram of
// the pool is compared with each place of the text, and matches are added.
// relax has no hash table, and the pools of models are small.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "TensorMath.h"
#include <limits>

namespace mlir::relax {

namespace {
/// A TfIdfVectorizer node: how often rows of words, each one so far behind the
/// other, occur in a text.
class WordCount {
public:
  explicit WordCount(NodeImport &node) : node(node), math(node) {}
  void run();

private:
  void readAttributes();
  bool check();
  Value getMatches(ArrayRef<int64_t> grams, int64_t length, int64_t distance);
  Value countGrams(ArrayRef<int64_t> grams, int64_t length);
  Value countAll();
  Value weigh(Value counts);

  NodeImport &node;
  TensorMath math;
  StringRef mode;
  int64_t shortest = 0, longest = 0, skips = 0;
  SmallVector<int64_t> starts, places, pool;
  std::optional<SmallVector<double>> weights;
  int64_t size = 0;
  /// The text, as batch and words.
  Value text;
  int64_t words = 0;
};
} // namespace

void WordCount::readAttributes() {
  mode = node.getString("mode", "");
  shortest = node.getInt("min_gram_length", 1);
  longest = node.getInt("max_gram_length", 1);
  skips = node.getInt("max_skip_count", 0);
  auto getList = [&](StringRef name) {
    return node.getInts(name).value_or(SmallVector<int64_t>());
  };
  starts = getList("ngram_counts");
  places = getList("ngram_indexes");
  pool = getList("pool_int64s");
  weights = node.getFloatList("weights");
  if (!node.getStrings("pool_strings").empty())
    node.error() << "attribute 'pool_strings' has strings, which are no "
                    "numbers; number the words before the model";
  // One beyond that is no size.
  constexpr int64_t kLast = std::numeric_limits<int64_t>::max() - 1;
  for (int64_t place : places)
    // An index of INT64_MAX would overflow when 1 is added; clamped it fails
    // the size check.
    size = std::max(size, std::min(place, kLast) + 1);
}

// The three attributes ngram_counts, ngram_indexes and pool_int64s refer into
// each other. All of it is checked before the loops below index with it.
bool WordCount::check() {
  constexpr int64_t kMax = 1 << 20, kMaxSteps = 64;
  bool isKnown = mode == "TF" || mode == "IDF" || mode == "TFIDF";
  bool fits = isKnown && shortest >= 1 && longest >= shortest &&
              longest <= int64_t(starts.size()) && skips >= 0 &&
              skips <= kMaxSteps && longest <= kMaxSteps && size > 0 &&
              size <= kMax &&
              llvm::all_of(places, [](int64_t place) { return place >= 0; }) &&
              (!weights || int64_t(weights->size()) >= size);
  int64_t count = 0, before = 0;
  for (size_t i = 0; i < starts.size() && fits; ++i) {
    int64_t end = i + 1 < starts.size() ? starts[i + 1] : int64_t(pool.size());
    fits = starts[i] >= before && end >= starts[i] &&
           end <= int64_t(pool.size()) &&
           // A section for n-grams of length i + 1 must be a whole number of
           // them.
           (end - starts[i]) % int64_t(i + 1) == 0;
    before = starts[i];
    count += (end - starts[i]) / int64_t(i + 1);
  }
  // The table of moves has count * size floats.
  fits = fits && count == int64_t(places.size()) && count <= kMax / size;
  if (!fits && !node.hasFailed())
    node.error() << "attributes fit no list of rows of words: lengths "
                 << shortest << " to " << longest << ", " << places.size()
                 << " places, " << pool.size() << " words";
  return fits && !node.hasFailed();
}

/// Whether the rows `grams`, `length` words each, begin at each place: batch,
/// places and rows.
/// Words of an n-gram are `distance` apart, so word i is the text shifted by i
/// * distance. All places are compared in parallel.
Value WordCount::getMatches(ArrayRef<int64_t> grams, int64_t length,
                            int64_t distance) {
  int64_t count = grams.size() / length;
  int64_t last = words - (length - 1) * distance;
  Value matches;
  for (int64_t i = 0; i < length; ++i) {
    SmallVector<double> column;
    for (int64_t gram = 0; gram < count; ++gram)
      column.push_back(double(grams[gram * length + i]));
    Value part = math.expand(
        math.slice(text, 1, i * distance, i * distance + last), int64_t(2));
    Value same = math.binary<EqualOp>(
        part, node.makeNumbers(column, {1, 1, count},
                               node.getBuilder().getI64Type()));
    matches = matches ? math.binary<LogicalAndOp>(matches, same) : same;
  }
  return matches;
}

/// How often each of the rows occurs, with words left out in between.
Value WordCount::countGrams(ArrayRef<int64_t> grams, int64_t length) {
  Type f32 = node.getBuilder().getF32Type();
  Value total = node.makeFilled(0, {1, int64_t(grams.size()) / length}, f32);
  SumOp::Properties sum;
  sum.axis = node.getBuilder().getDenseI64ArrayAttr(1);
  // A single word has nothing in between.
  // Skips are between the words of an n-gram: with one word all distances count
  // the same.
  int64_t most = length == 1 ? 1 : skips + 1;
  for (int64_t distance = 1;
       distance <= most && (length - 1) * distance < words; ++distance)
    total = math.add(
        // Several distances add up, as in the reference.
        total, node.emit<SumOp>(
                   node.castTo(getMatches(grams, length, distance), f32), sum));
  return math.broadcast(total, {getKnownDim(node, text, 0),
                                node.makeExpr(int64_t(grams.size()) / length)});
}

/// All counts, each at its place of the result.
/// A column of counts may go to any place of the result: a product with a 0-1
/// matrix moves all at once. f32 is exact for counts up to 2^24.
Value WordCount::countAll() {
  Type f32 = node.getBuilder().getF32Type();
  SmallVector<Value> counts;
  SmallVector<double> moves;
  int64_t gram = 0;
  for (int64_t i = 0; i < int64_t(starts.size()); ++i) {
    int64_t length = i + 1;
    int64_t end =
        length < int64_t(starts.size()) ? starts[length] : int64_t(pool.size());
    int64_t count = (end - starts[i]) / length;
    bool isCounted = length >= shortest && length <= longest && count > 0;
    for (int64_t row = 0; row < count && isCounted; ++row) {
      moves.append(size_t(size), 0.0);
      moves[moves.size() - size_t(size - places[gram + row])] = 1.0;
    }
    gram += count;
    if (isCounted)
      counts.push_back(
          countGrams(ArrayRef(pool).slice(starts[i], end - starts[i]), length));
  }
  if (counts.empty())
    return math.zeros({getKnownDim(node, text, 0), node.makeExpr(size)}, f32);
  Value table =
      node.makeNumbers(moves, {int64_t(moves.size()) / size, size}, f32);
  return math.matmul(math.concat(counts, 1), table);
}

Value WordCount::weigh(Value counts) {
  // IDF says only whether an n-gram occurs.
  if (mode == "IDF")
    counts = math.where(math.binary<GreaterOp>(counts, math.number(0, counts)),
                        math.number(1, counts), math.number(0, counts));
  if (mode == "TF" || !weights)
    return counts;
  return math.mul(counts,
                  node.makeNumbers(ArrayRef(*weights).take_front(size), {size},
                                   node.getBuilder().getF32Type()));
}

void WordCount::run() {
  readAttributes();
  if (!check())
    return;
  int64_t rank = node.getRank(0);
  // How often an n-gram fits depends on the number of words, so it must be
  // known.
  words = rank == 1 || rank == 2 ? node.getType(0).getShape().back() : -1;
  if (words < 0 || !node.getDims(0)[0]) {
    node.error() << "expected one text or a list of them, of a known number of "
                    "words, found "
                 << node.getType(0);
    return;
  }
  text = node.castTo(node.getTensor(0), node.getBuilder().getI64Type());
  if (!text)
    return;
  if (rank == 1)
    text = math.expand(text, int64_t(0));
  Value result = weigh(countAll());
  node.setResult(0, rank == 1 ? math.squeeze(result, int64_t(0)) : result);
}

static void importTfIdfVectorizer(NodeImport &node) { WordCount(node).run(); }

void addTextOperators(OperatorTable &table) {
  table.add({
      {"TfIdfVectorizer", 9, kLastOpset, 1, 1, importTfIdfVectorizer},
  });
}

} // namespace mlir::relax
