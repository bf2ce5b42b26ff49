// Determinants and inverses of matrices of any size, by elimination with
// partial pivots: a loop over columns, of which each turn subtracts multiples
// of the pivot's row from others.
//
// Matrices of a batch go through it together, each with its own pivots, so that
// rows are exchanged by selection and not by slices.
#include "EliminationImport.h"
#include "BodyText.h"

namespace mlir::relax {

// Sizes that are unknown may be equal; the run time compares them where the
// unit matrix meets the others.
static bool hasMatrices(NodeImport &node) {
  RankedTensorType type = node.getType(0);
  if (node.hasFailed())
    return false;
  int64_t rank = type.getRank();
  if (rank >= 2 && isa<FloatType>(type.getElementType()) &&
      succeeded(verifyCompatibleDims(
          {type.getDimSize(rank - 1), type.getDimSize(rank - 2)})))
    return true;
  node.error() << "expected square matrices of floats, found " << type;
  return false;
}

// Numbers that both loops read.
static void addNumbers(BodyText &body, int64_t rank) {
  body.addNumber("zero", 0, "i0");
  body.addNumber("minus", -1, "i0");
  body.add("first = Constant <value_int = 0> ()");
  body.add("one = Constant <value_int = 1> ()");
  body.add("yes = Constant <value = bool {1}> ()");
  body.addList("front", {0});
  body.addList("back", {-1});
  body.addList("above", {-2});
  body.addSize("size_list", "i0", rank - 1);
  body.add("size = Squeeze (size_list, front)");
  body.add("rows = Range (first, size, one)");
  body.add("columns = Unsqueeze (rows, front)");
  body.add("lines = Unsqueeze (rows, back)");
  body.add("is_diagonal = Equal (columns, lines)");
}

// The pivot of column `k` is the largest entry from row k on. Of an exchange
// one row changes its sign, so that the determinant stays.
static constexpr llvm::StringLiteral kExchange = R"(
  k_list = Unsqueeze (k, front)
  column = Gather <axis = -1> (m, k)
  sizes = Abs (column)
  is_done = Less (rows, k)
  choices = Where (is_done, minus, sizes)
  place = ArgMax <axis = -1, keepdims = 1> (choices)
  is_pivot_row = Equal (rows, place)
  is_pivot = Unsqueeze (is_pivot_row, back)
  is_here_row = Equal (rows, k)
  is_here = Unsqueeze (is_here_row, back)
  kept = Where (is_pivot, m, zero)
  pivot_row = ReduceSum <keepdims = 1> (kept, above)
  former = Gather <axis = -2> (m, k_list)
  negative = Neg (former)
  moved = Where (is_pivot, negative, m)
  exchanged = Where (is_here, pivot_row, moved)
  pivot = Gather <axis = -1> (pivot_row, k_list)
  entries = Gather <axis = -1> (exchanged, k_list)
  factors = Div (entries, pivot)
)";

// The number of turns is the size of the matrices, which may be known when the
// model runs only: short loops of known length are written out by the importer,
// and others become a function.
static void addLoop(BodyText &body, StringRef initial, StringRef eliminate) {
  body.add(Twine("done = Loop <body = turn (int64 k, bool c, m) => (on, next) "
                 "{\n  on = Identity (c)") +
           kExchange + eliminate + "}> (size, yes, " + initial + ")");
}

// The product of the diagonal, once all entries below it are 0. A column
// without a pivot leaves a 0 there.
void importDetByElimination(NodeImport &node) {
  if (!hasMatrices(node))
    return;
  BodyText body(node);
  addNumbers(body, node.getRank(0));
  addLoop(body, "i0", R"(
  has_none = Equal (pivot, zero)
  finite = Where (has_none, zero, factors)
  below_row = Greater (rows, k)
  below = Unsqueeze (below_row, back)
  used = Where (below, finite, zero)
  change = Mul (used, pivot_row)
  next = Sub (exchanged, change)
)");
  body.add("diagonal = Where (is_diagonal, done, zero)");
  body.add("pivots = ReduceSum <keepdims = 0> (diagonal, back)");
  body.add("o0 = ReduceProd <keepdims = 0> (pivots, back)");
  body.import();
}

// The unit matrix on the right becomes the inverse, while that on the left
// becomes the unit matrix (Gauss and Jordan).
void importInverse(NodeImport &node) {
  if (!hasMatrices(node))
    return;
  BodyText body(node);
  addNumbers(body, node.getRank(0));
  body.add("unit = CastLike (is_diagonal, i0)");
  body.add("all = Shape (i0)");
  body.add("units = Expand (unit, all)");
  body.add("both = Concat <axis = -1> (i0, units)");
  addLoop(body, "both", R"(
  used = Where (is_here, zero, factors)
  change = Mul (used, pivot_row)
  others = Sub (exchanged, change)
  scaled = Div (pivot_row, pivot)
  next = Where (is_here, scaled, others)
)");
  body.add("end = Add (size_list, size_list)");
  body.add("o0 = Slice (done, size_list, end, back)");
  body.import();
}

} // namespace mlir::relax
