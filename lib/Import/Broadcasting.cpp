// Operands whose sizes must agree, where only the run time can tell.
#include "Broadcasting.h"
#include "NodeDispatch.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "RuntimeShape.h"
#include "SymbolNames.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace mlir::relax {

Value castDims(NodeImport &node, Value value, ArrayRef<SymExprAttr> dims) {
  if (!value)
    return value;
  RankedTensorType type = cast<RankedTensorType>(value.getType());
  RankedTensorType wanted = getTensorType(dims, type.getElementType());
  if (type == wanted)
    // No op if the type says it already: a `match_cast` is a check at run time,
    // and it keeps the ops around it from being fused.
    return value;
  return MatchCastOp::create(node.getBuilder(), node.getLoc(), wanted, value);
}

/// The size that stands for all of `sizes`, none of which is 1: a number tells
/// most, then a symbol; a new symbol where nothing is known.
static SymExprAttr pickSize(NodeImport &node, ArrayRef<SymExprAttr> sizes) {
  SymExprAttr best;
  // A constant is best since rules and kernels depend on it. A plain symbol
  // beats an expression such as n + m - 1: later checks compare symbols by
  // name, but cannot solve an expression for one.
  for (SymExprAttr size : sizes) {
    if (!size)
      continue;
    if (size.getConstant())
      return size;
    if (!best || (size.isSymbol() && !best.isSymbol()))
      best = size;
  }
  return best ? best : node.makeSymbol("dim");
}

static bool isOne(SymExprAttr size) { return size && size.getConstant() == 1; }

/// Whether of two sizes one may be 1 and the other one not: both are numbers or
/// have names in the model. A size that was computed is taken to be the other
/// one: exporters write most of those twice.
static bool mayBroadcast(NodeImport &node, SymExprAttr lhs, SymExprAttr rhs) {
  const SymbolNames &names = node.getDispatch().getParts().symbols;
  auto isGiven = [&](SymExprAttr size) {
    return size && (size.getConstant() || names.isNamed(size));
  };
  return isGiven(lhs) && isGiven(rhs) &&
         compareDims(lhs, rhs) == Proof::Unknown;
}

namespace {
/// The dimensions of several operands, and the operands cast to them.
struct OperandDims {
  NodeImport &node;
  SmallVector<Value> operands;
  SmallVector<SmallVector<SymExprAttr>> dims;

  OperandDims(NodeImport &node, ValueRange operands)
      : node(node), operands(operands) {
    for (Value operand : operands)
      dims.push_back(getDims(cast<RankedTensorType>(operand.getType())));
  }

  /// Let the sizes in `places` (operand, axis) agree, but for those of which
  /// some may be 1 where these broadcast.
  void agree(ArrayRef<std::pair<unsigned, unsigned>> places,
             bool broadcasts = false) {
    SmallVector<SymExprAttr> sizes;
    for (auto [operand, axis] : places)
      if (!isOne(dims[operand][axis]))
        sizes.push_back(dims[operand][axis]);
    // With one size left, the others are literally 1 and broadcast. If all are
    // equal, there is nothing to check. An unknown size (null) is never equal
    // to another: two of those need a common symbol.
    if (sizes.size() < 2 || (sizes[0] && llvm::all_equal(sizes)))
      return;
    if (broadcasts)
      for (SymExprAttr size : sizes)
        for (SymExprAttr other : sizes)
          if (mayBroadcast(node, size, other))
            return;
    SymExprAttr size = pickSize(node, sizes);
    for (auto [operand, axis] : places)
      // Two numbers that differ are for the op's own rule to report.
      if (!dims[operand][axis] || !dims[operand][axis].getConstant())
        dims[operand][axis] = size;
  }

  SmallVector<Value> castAll() {
    for (auto [operand, wanted] : llvm::zip(operands, dims))
      operand = castDims(node, operand, wanted);
    return operands;
  }
};
} // namespace

/// Whether `operand` has an unknown size where another operand has one that is
/// not 1.
static bool needsSymbols(Value operand, ArrayRef<Value> operands) {
  auto getAll = [](Value value) {
    return getDims(cast<RankedTensorType>(value.getType()));
  };
  SmallVector<SymExprAttr> own = getAll(operand);
  return llvm::any_of(operands, [&](Value other) {
    SmallVector<SymExprAttr> dims = getAll(other);
    for (size_t back = 1; back <= std::min(own.size(), dims.size()); ++back)
      if (!own[own.size() - back] && other != operand &&
          !isOne(dims[dims.size() - back]))
        return true;
    return false;
  });
}

SmallVector<Value> giveSymbolsTo(NodeImport &node, ArrayRef<Value> operands) {
  SmallVector<Value> named(operands);
  if (llvm::is_contained(operands, Value()))
    return named;
  for (Value &operand : named)
    if (needsSymbols(operand, operands))
      operand = giveSymbols(node, operand);
  return named;
}

SymExprAttr joinSizes(NodeImport &node, ArrayRef<SymExprAttr> sizes) {
  SymExprAttr one = node.makeExpr(1);
  SymbolNames &names = node.getDispatch().getParts().symbols;
  llvm::SetVector<SymExprAttr> parts;
  for (SymExprAttr size : sizes) {
    if (size == one)
      continue;
    // What is surely not 1 is the size of each run that is legal.
    if (compareDims(size, one) == Proof::Different)
      return size;
    ArrayRef<SymExprAttr> joined = names.getJoined(size);
    parts.insert_range(joined.empty() ? ArrayRef(size) : joined);
  }
  if (parts.empty())
    return one;
  if (parts.size() == 1)
    return parts.front();
  SymExprAttr size =
      SymExprAttr::maximum(parts.getArrayRef()) *
      min(SymExprAttr::product(node.getContext(), parts.getArrayRef()), one);
  if (size)
    names.setJoined(size, parts.getArrayRef());
  return size;
}

Value nameBroadcast(NodeImport &node, Value result, ValueRange operands) {
  auto type = result ? dyn_cast<RankedTensorType>(result.getType()) : nullptr;
  if (!type)
    return result;
  SmallVector<SymExprAttr> dims = getDims(type);
  // Broadcasting aligns axes at the end, as numpy does. So axes are counted
  // from the back, and an operand of lower rank takes no part in the outer
  // ones.
  for (size_t back = 1; back <= dims.size(); ++back) {
    SymExprAttr &dim = dims[dims.size() - back];
    if (dim)
      continue;
    SmallVector<SymExprAttr> sizes;
    for (Value operand : operands) {
      auto own = getDims(cast<RankedTensorType>(operand.getType()));
      if (back <= own.size())
        sizes.push_back(own[own.size() - back]);
    }
    if (!llvm::is_contained(sizes, SymExprAttr()))
      dim = joinSizes(node, sizes);
  }
  result.setType(getTensorType(dims, type.getElementType()));
  return result;
}

SmallVector<Value> alignAllBut(NodeImport &node, ValueRange operands,
                               int64_t axis) {
  if (operands.empty() || llvm::is_contained(operands, Value()))
    return SmallVector<Value>(operands);
  OperandDims aligned(node, operands);
  size_t rank = aligned.dims.front().size();
  for (ArrayRef<SymExprAttr> dims : aligned.dims)
    // Different ranks are an error of the op that follows, whose message names
    // both. Aligning them here would only hide it.
    if (dims.size() != rank)
      return SmallVector<Value>(operands);
  for (size_t i = 0; i < rank; ++i) {
    if (int64_t(i) == axis)
      continue;
    SmallVector<std::pair<unsigned, unsigned>> places;
    for (unsigned index = 0; index < operands.size(); ++index)
      places.emplace_back(index, i);
    aligned.agree(places);
  }
  return aligned.castAll();
}

namespace {
/// The axes, as operands and axes, that each letter names; and under numbers
/// below 0 those of the ellipsis, counted from its end, as broadcasting does.
using LetterAxes = std::map<int, SmallVector<std::pair<unsigned, unsigned>>>;
} // namespace

/// Enter the axes of `subscripts`; false if the terms do not fit the operands,
/// which the op reports.
static bool readLetters(StringRef subscripts, const OperandDims &operands,
                        LetterAxes &axes) {
  SmallVector<StringRef> terms;
  subscripts.split("->").first.split(terms, ',');
  if (terms.size() != operands.dims.size())
    return false;
  for (auto [index, term] : llvm::enumerate(terms)) {
    size_t rank = operands.dims[index].size();
    // The ellipsis stands for what the letters around it leave.
    auto [front, back] = term.split("...");
    if (front.size() + back.size() > rank)
      return false;
    for (auto [axis, letter] : llvm::enumerate(front))
      axes[letter].emplace_back(index, axis);
    for (auto [axis, letter] : llvm::enumerate(back))
      axes[letter].emplace_back(index, rank - back.size() + axis);
    int end = term.contains("...") ? int(rank - back.size()) : 0;
    for (int axis = int(front.size()); axis < end; ++axis)
      axes[axis - end].emplace_back(index, axis);
  }
  return true;
}

/// What the axes of the result are called: all with `->`, else those of the
/// ellipsis in front, as the letters behind it are of one operand each.
static SmallVector<int> readResult(StringRef subscripts,
                                   const LetterAxes &axes) {
  auto [inputs, output] = subscripts.split("->");
  if (!subscripts.contains("->") && inputs.contains("..."))
    output = "...";
  SmallVector<int> result;
  auto [front, back] = output.split("...");
  llvm::append_range(result, front);
  if (output.contains("..."))
    for (const auto &[name, places] : axes)
      if (name < 0)
        result.push_back(name);
  llvm::append_range(result, back);
  return result;
}

// PyTorch's exporter writes einsum over windows whose sizes come from Pad and
// Slice: two expressions for one size, and the op would know neither.
SmallVector<Value> alignLetters(NodeImport &node, ValueRange operands,
                                StringRef subscripts) {
  SmallVector<Value> named;
  for (Value operand : operands)
    named.push_back(operand ? giveSymbols(node, operand) : operand);
  if (llvm::is_contained(named, Value()))
    return named;
  OperandDims aligned(node, named);
  LetterAxes axes;
  if (!readLetters(subscripts, aligned, axes))
    return named;
  // What is summed over agrees: that it may be one place of an operand would
  // keep vectors from its neighbours.
  SmallVector<int> result = readResult(subscripts, axes);
  for (const auto &[letter, places] : axes)
    aligned.agree(places, llvm::is_contained(result, letter));
  return aligned.castAll();
}

Value nameLetters(NodeImport &node, Value result, ValueRange operands,
                  StringRef subscripts) {
  auto type = result ? dyn_cast<RankedTensorType>(result.getType()) : nullptr;
  OperandDims sources(node, result ? operands : ValueRange());
  LetterAxes axes;
  if (!type || !readLetters(subscripts, sources, axes))
    return result;
  SmallVector<SymExprAttr> dims = getDims(type);
  for (auto [dim, name] : llvm::zip(dims, readResult(subscripts, axes))) {
    SmallVector<SymExprAttr> sizes;
    for (auto [operand, axis] : axes[name])
      sizes.push_back(sources.dims[operand][axis]);
    if (!dim && !llvm::is_contained(sizes, SymExprAttr()))
      dim = joinSizes(node, sizes);
  }
  result.setType(getTensorType(dims, type.getElementType()));
  return result;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Operands whose batch axes agree, and so do the sizes that are summed over.
/// relax takes sizes as equal only if they are the same expression. Sizes that
/// may be equal at run time are cast to one, and the run time checks that.
static SmallVector<Value> alignMatrices(NodeImport &node, Value lhs,
                                        Value rhs) {
  SmallVector<SymExprAttr> from = getKnownDims(node, lhs);
  SmallVector<SymExprAttr> to = getKnownDims(node, rhs);
  if (from.empty() || to.empty())
    return {lhs, rhs};
  // Each batch axis that both have. They broadcast like elementwise operands,
  // so a literal 1 is left alone, and what may be 1: the kernel tells.
  for (size_t back = 3; back <= std::min(from.size(), to.size()); ++back) {
    SymExprAttr &left = from[from.size() - back];
    SymExprAttr &right = to[to.size() - back];
    if (isOne(left) || isOne(right) || mayBroadcast(node, left, right))
      continue;
    // The known one of both wins; two different numbers stay, for the op's rule
    // to report.
    if (left && (!right || !right.getConstant()))
      right = left;
    else if (right && (!left || !left.getConstant()))
      left = right;
  }
  SymExprAttr &inner = from.back();
  // A vector on the right has its only axis reduced, not the one before the
  // last.
  SymExprAttr &other = to.size() == 1 ? to[0] : to[to.size() - 2];
  if (other && (!inner || !inner.getConstant()))
    inner = other;
  else if (inner && (!other || !other.getConstant()))
    other = inner;
  return {castDims(node, lhs, from), castDims(node, rhs, to)};
}

/// `result` of a product, whose type says each size of its batch.
static Value nameBatch(NodeImport &node, Value result, Value lhs, Value rhs) {
  SmallVector<SymExprAttr> dims = getKnownDims(node, result);
  SmallVector<SymExprAttr> from = getKnownDims(node, lhs);
  SmallVector<SymExprAttr> to = getKnownDims(node, rhs);
  for (size_t back = 3; back <= std::min(from.size(), to.size()); ++back) {
    SymExprAttr left = from[from.size() - back], right = to[to.size() - back];
    if (SymExprAttr &dim = dims[dims.size() - back]; !dim && left && right)
      dim = joinSizes(node, {left, right});
  }
  auto type = cast<RankedTensorType>(result.getType());
  result.setType(getTensorType(dims, type.getElementType()));
  return result;
}

Value emitMatmul(NodeImport &node, Value lhs, Value rhs) {
  // Null operands would have no dims to align.
  if (!lhs || !rhs)
    return nullptr;
  SmallVector<Value> operands = alignMatrices(node, lhs, rhs);
  Value result = node.emit<MatmulOp>(operands);
  return result ? nameBatch(node, result, operands[0], operands[1]) : result;
}

} // namespace mlir::relax
