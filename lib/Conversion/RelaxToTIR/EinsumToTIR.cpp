// Lowers Einstein's sums: products over all letters, summed over those that the
// result lacks.
#include "BlockMath.h"
#include "Broadcast.h"
#include "Elementwise.h"

#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

namespace {
/// The names of axes: letters, and numbers for those that `...` stands for,
/// counted from the last.
/// Letters are positive. `...` stands for as many axes as fit, aligned at the
/// end, so that they broadcast like numpy's.
using AxisNames = SmallVector<int>;

/// A sum under construction.
struct Einsum {
  SmallVector<AxisNames> operands;
  AxisNames result;
  /// The size of each name; 1 gives way to others.
  llvm::MapVector<int, AxisSize> sizes;

  /// The sizes of the axes of an operand, once it is broadcast.
  SmallVector<AxisSize> getSpace(ArrayRef<int> names) const {
    return llvm::map_to_vector(names,
                               [&](int name) { return sizes.lookup(name); });
  }
};
} // namespace

/// The names in one term for a tensor of rank `rank`.
static AxisNames readNames(StringRef term, int64_t rank) {
  AxisNames names;
  size_t dots = term.find("...");
  StringRef before = term.take_front(dots);
  StringRef after =
      dots == StringRef::npos ? StringRef() : term.drop_front(dots + 3);
  int64_t rest = rank - int64_t(before.size() + after.size());
  for (char letter : before)
    names.push_back(letter);
  for (int64_t axis = rest; axis-- > 0;)
    names.push_back(-1 - int(axis));
  for (char letter : after)
    names.push_back(letter);
  return names;
}

static Einsum readEinsum(EinsumOp op, KernelBuilder &kernel) {
  std::string text = op.getSubscripts().str();
  llvm::erase(text, ' ');
  auto [inputs, output] = StringRef(text).split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  std::string result = output.str();
  // Without `->` numpy's implicit rule holds: letters that occur once, in
  // alphabetical order, behind the ellipsis.
  if (!StringRef(text).contains("->")) {
    for (char letter : inputs)
      if (llvm::isAlpha(letter) && inputs.count(letter) == 1)
        result.push_back(letter);
    llvm::sort(result);
    if (inputs.contains("..."))
      result = "..." + result;
  }
  Einsum einsum;
  for (auto [index, term] : llvm::enumerate(terms)) {
    SmallVector<AxisSize> sizes = getAxisSizes(kernel, kernel.input(index));
    AxisNames names = readNames(term, sizes.size());
    for (auto [name, size] : llvm::zip_equal(names, sizes)) {
      auto [known, isNew] = einsum.sizes.insert({name, size});
      if (!isNew)
        known->second = joinAxisSizes(kernel, known->second, size).front();
    }
    einsum.operands.push_back(names);
  }
  // The result's sizes win: shape inference has joined them already.
  SmallVector<AxisSize> sizes = getAxisSizes(kernel, kernel.output());
  einsum.result = readNames(result, sizes.size());
  for (auto [name, size] : llvm::zip_equal(einsum.result, sizes))
    einsum.sizes[name] = size;
  return einsum;
}

static LogicalResult legalizeEinsum(EinsumOp op, KernelBuilder &kernel) {
  Einsum einsum = readEinsum(op, kernel);
  AxisNames summed;
  SmallVector<OpFoldResult> reduced;
  for (auto &[name, size] : einsum.sizes)
    if (!llvm::is_contained(einsum.result, name)) {
      summed.push_back(name);
      reduced.push_back(size.extent);
    }
  SmallVector<BroadcastInput> inputs;
  for (auto [index, names] : llvm::enumerate(einsum.operands))
    inputs.emplace_back(kernel, kernel.input(index), einsum.getSpace(names));
  buildSums(kernel, [&](Value sums) {
    Type wide = getElementType(sums);
    tir::buildReduceBlock(
        kernel.builder(), kernel.loc(), "einsum",
        tir::getExtents(kernel.builder(), kernel.loc(), sums), reduced,
        zeroOf(kernel.builder(), kernel.loc(), wide),
        [&](OpBuilder &b, Location loc, ValueRange spatial, ValueRange reduce,
            Value acc) {
          BlockMath math(b, loc);
          // The same letter twice in one operand reads its diagonal, since
          // both axes have one iterator.
          DenseMap<int, Value> iters;
          for (auto [name, iter] : llvm::zip_equal(einsum.result, spatial))
            iters[name] = iter;
          for (auto [name, iter] : llvm::zip_equal(summed, reduce))
            iters[name] = iter;
          Value product;
          for (auto [input, names] : llvm::zip_equal(inputs, einsum.operands)) {
            SmallVector<Value> place;
            for (int name : names)
              place.push_back(iters.lookup(name));
            Value x = math.cast(input.load(b, loc, place), wide);
            product = product ? math.times(product, x) : x;
          }
          return math.plus(acc, product);
        },
        sums);
  });
  return success();
}

void populateEinsumLegalizations(LegalizationTable &table) {
  table.add(legalizeEinsum);
}

} // namespace mlir::relax
