// Operators that give elements other places: reshape, transpose, join, cut.
#include "Broadcasting.h"
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/ReduceOps.h"
#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "RuntimeShape.h"
#include "llvm/Support/InterleavedRange.h"
#include <algorithm>

namespace mlir::relax {

/// `value` in the shape `dims`; nothing is made where it has that shape.
static Value emitReshape(NodeImport &node, Value value,
                         ArrayRef<SymExprAttr> dims) {
  // An equal shape needs no op. A reshape that does nothing still splits the
  // chains of elementwise ops that fusion looks for.
  if (!value || getKnownDims(node, value) == SmallVector<SymExprAttr>(dims))
    return value;
  return node.emit<ReshapeOp>({value, node.makeShape(dims)});
}

/// What the entries of a target stand for: 0 the size at that place, -1 what
/// is left over.
static SmallVector<SymExprAttr> resolveTarget(NodeImport &node,
                                              ArrayRef<SymExprAttr> from,
                                              ArrayRef<SymExprAttr> target,
                                              // Reshape 5 to 13: 0 copies the
                                              // size at that place. From 14 on
                                              // `allowzero` decides, since a
                                              // tensor may have an axis of 0
                                              // elements.
                                              bool zeroCopies) {
  SmallVector<SymExprAttr> result(target);
  // Only one size can follow from the number of elements.
  std::optional<size_t> open;
  for (auto [index, entry] : llvm::enumerate(result)) {
    std::optional<int64_t> value = entry.getConstant();
    if (value == 0 && zeroCopies) {
      if (index >= from.size()) {
        node.error() << "shape has 0 in place " << index
                     << ", expected a tensor with that axis, found rank "
                     << from.size();
        return {};
      }
      entry = from[index];
    } else if (value && *value < 0) {
      if (*value != -1 || open) {
        node.error() << "shape has " << (open ? "a second " : "") << *value
                     << ", expected sizes and at most one -1";
        return {};
      }
      open = index;
    }
  }
  if (!open)
    return result;
  // A size that both sides have drops out of the division.
  // Otherwise (n * 4) / n would stay a division of expressions, which later
  // checks cannot prove to be 4. Sizes cancel one by one, since the same symbol
  // may occur in both lists several times.
  SmallVector<SymExprAttr> rest(from);
  SmallVector<SymExprAttr> known;
  for (auto [index, entry] : llvm::enumerate(result)) {
    if (index == *open)
      continue;
    auto *same = llvm::find(rest, entry);
    // A 0 must not cancel: 0 / 0 would leave any size possible. The division
    // then fails, with the error below.
    if (same != rest.end() && entry.getConstant() != 0)
      rest.erase(same);
    else
      known.push_back(entry);
  }
  MLIRContext *context = node.getContext();
  result[*open] = floorDiv(SymExprAttr::product(context, rest),
                           SymExprAttr::product(context, known));
  if (!result[*open])
    node.error() << "shape leaves a size open that cannot be computed; "
                    "expected other sizes than 0";
  return result;
}

/// A shape that only the run time knows, without what stands for other sizes:
/// 0 for that of the operand, -1 for the rest.
static Value resolveRuntimeTarget(NodeImport &node, Value x, Value target,
                                  // The same rules as `resolveTarget`, but as
                                  // ops on tensors, because the target's
                                  // numbers are not there yet.
                                  bool zeroCopies) {
  Type i64 = node.getBuilder().getI64Type();
  target = node.castTo(target, i64);
  if (!x || !target)
    return nullptr;
  auto type = cast<RankedTensorType>(target.getType());
  SmallVector<SymExprAttr> dims = getKnownDims(node, x);
  // A target without entries is a scalar's shape; one of unknown length, or
  // longer than shapes are, fails in `readShape`, which needs the rank.
  if (type.getRank() != 1 || type.isDynamicDim(0) || type.getDimSize(0) == 0 ||
      type.getDimSize(0) > ShapeType::kMaxRank)
    return target;
  int64_t count = type.getDimSize(0);
  if (zeroCopies) {
    SmallVector<Value> copies;
    for (int64_t i = 0; i < count; ++i) {
      ExpandDimsOp::Properties expand;
      expand.axis = node.getBuilder().getDenseI64ArrayAttr(0);
      // An entry beyond the operand's rank stands for itself: a 0 there would
      // be an error of the model, and stays 0.
      Value size = i < int64_t(dims.size()) ? node.makeSize(dims[i], i64)
                                            : node.makeScalar(0, i64);
      copies.push_back(node.emit<ExpandDimsOp>(size, expand));
    }
    ConcatOp::Properties join;
    join.axis = node.getBuilder().getI64IntegerAttr(0);
    Value isZero = node.emit<EqualOp>({target, node.makeScalar(0, i64)});
    target =
        node.emit<WhereOp>({isZero, node.emit<ConcatOp>(copies, join), target});
  }
  // The product has the open size as -1.
  // The one -1 makes the product negative; all other entries are sizes. If
  // there is none, the quotient is never selected, so a division that makes no
  // sense does no harm, unless the product is 0.
  Value known = node.emit<NegativeOp>(node.emit<ProdOp>(target));
  Value total =
      node.makeSize(SymExprAttr::product(node.getContext(), dims), i64);
  Value rest = node.emit<DivideOp>({total, known});
  Value isOpen = node.emit<EqualOp>({target, node.makeScalar(-1, i64)});
  return node.emit<WhereOp>({isOpen, rest, target});
}

static void importReshape(NodeImport &node) {
  // The attribute came with opset 14. Before, reading it would mark it as
  // understood in a version that does not have it.
  bool zeroCopies = node.getOpset() < 14 || node.getInt("allowzero", 0) == 0;
  Value x = giveSymbols(node, node.getTensor(0));
  std::optional<SymbolicTensor> target = node.getSymbolic(1);
  if (!target) {
    Value shape = readShape(
        node, resolveRuntimeTarget(node, x, node.getTensor(1), zeroCopies));
    return node.setResult(0, node.emit<ReshapeOp>({x, shape}));
  }
  SmallVector<SymExprAttr> dims =
      resolveTarget(node, getKnownDims(node, x), target->elements, zeroCopies);
  if (!node.hasFailed())
    node.setResult(0, emitReshape(node, x, dims));
}

static void importFlatten(NodeImport &node) {
  Value x = giveSymbols(node, node.getTensor(0));
  int64_t rank = node.getRank(0);
  int64_t axis = node.getInt("axis", 1);
  // Unlike other axes, `rank` itself is allowed, and so the generic check of
  // axes does not serve: Flatten(axis = rank) gives a column.
  if (axis < -rank || axis > rank) {
    node.error() << "axis is " << axis << ", expected one between -" << rank
                 << " and " << rank;
    return;
  }
  // For axis 0 the product of no sizes is 1, so the result is one row, as the
  // standard says.
  axis = axis < 0 ? axis + rank : axis;
  SmallVector<SymExprAttr> dims = getKnownDims(node, x);
  MLIRContext *context = node.getContext();
  ArrayRef<SymExprAttr> all = dims;
  node.setResult(
      0, emitReshape(node, x,
                     {SymExprAttr::product(context, all.take_front(axis)),
                      SymExprAttr::product(context, all.drop_front(axis))}));
}

static void importTranspose(NodeImport &node) {
  PermuteDimsOp::Properties properties;
  // Without `perm` the op reverses the axes, which is both ONNX's and TVM's
  // default.
  if (std::optional<SmallVector<int64_t>> perm = node.getInts("perm"))
    properties.axes = node.getBuilder().getDenseI64ArrayAttr(*perm);
  node.setResult(0, node.emit<PermuteDimsOp>(node.getTensor(0), properties));
}

static void importSqueeze(NodeImport &node) {
  // Until opset 12 the axes are an attribute, from 13 on an input.
  std::optional<SmallVector<int64_t>> axes = node.getIntsOrInput("axes", 1, 13);
  SmallVector<int64_t> chosen;
  if (axes) {
    chosen = node.normalizeAxes(*axes, node.getRank(0));
  } else {
    for (auto [index, dim] : llvm::enumerate(node.getDims(0))) {
      // Without axes, all of size 1 go away, thus the rank depends on sizes.
      // One that is known only at run time would make the result's rank
      // unknown.
      if (!dim || !dim.getConstant()) {
        node.error() << "expected 'axes', because the size of axis " << index
                     << " is known only at run time";
        return;
      }
      if (dim.getConstant() == 1)
        chosen.push_back(index);
    }
  }
  if (node.hasFailed())
    return;
  // An axis that is 1 only at run time has to be made 1 first.
  // The cast also checks at run time that the size is 1: the model says so by
  // naming the axis, but no type does.
  SmallVector<SymExprAttr> dims = node.getDims(0);
  for (int64_t axis : chosen)
    if (!dims[axis] || !dims[axis].getConstant())
      dims[axis] = node.makeExpr(1);
  SqueezeOp::Properties properties;
  properties.axis = node.getBuilder().getDenseI64ArrayAttr(chosen);
  node.setResult(0, node.emit<SqueezeOp>(
                        castDims(node, node.getTensor(0), dims), properties));
}

static void importUnsqueeze(NodeImport &node) {
  std::optional<SmallVector<int64_t>> axes = node.getIntsOrInput("axes", 1, 13);
  if (!axes) {
    node.error() << "expected 'axes', found none";
    return;
  }
  ExpandDimsOp::Properties properties;
  // The op counts negative axes in the result's rank, as ONNX does, so no
  // normalisation by the operand's rank is made here.
  properties.axis = node.getBuilder().getDenseI64ArrayAttr(*axes);
  node.setResult(0, node.emit<ExpandDimsOp>(node.getTensor(0), properties));
}

static void importConcat(NodeImport &node) {
  int64_t axis = node.normalizeAxis(node.getInt("axis", 0), node.getRank(0));
  if (node.hasFailed())
    return;
  ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(axis);
  // All operands agree outside of the axis, or the model is wrong: symbols that
  // differ are compared at run time.
  SmallVector<Value> operands = alignAllBut(node, node.getTensors(), axis);
  node.setResult(0, operands.size() == 1
                        ? operands.front()
                        : node.emit<ConcatOp>(operands, properties));
}

/// Sizes of the parts if the node says them.
static std::optional<SmallVector<int64_t>> getSplitSizes(NodeImport &node) {
  return node.getIntsOrInput("split", 1, 13);
}

/// Report sizes that are not those of all parts of an axis, if its size is
/// known.
static void checkSum(NodeImport &node, ArrayRef<int64_t> sizes, int64_t axis) {
  SymExprAttr dim = node.getDims(0)[axis];
  std::optional<int64_t> whole = dim ? dim.getConstant() : std::nullopt;
  int64_t rest = whole.value_or(0);
  // By subtraction, since a sum may overflow.
  for (int64_t size : sizes)
    rest = whole && size >= 0 && size <= rest ? rest - size : -1;
  if (whole && rest != 0)
    node.error() << "expected sizes of parts whose sum is " << *whole
                 << ", the size of axis " << axis << ", found "
                 << llvm::interleaved_array(sizes);
}

/// The parts of integers that are known when the model is read, as of a shape:
/// sizes that are computed from them stay known.
// No fold, since these give one result.
static bool splitKnown(NodeImport &node,
                       std::optional<SmallVector<int64_t>> sizes) {
  std::optional<SymbolicTensor> known = node.getSymbolic(0, /*maxRank=*/1);
  if (!known || known->isScalar)
    return false;
  ArrayRef<SymExprAttr> rest = known->elements;
  if (!sizes) {
    // The last part may be shorter.
    int64_t count = node.getNumOutputs();
    int64_t each = llvm::divideCeil(int64_t(rest.size()), count);
    sizes.emplace();
    for (int64_t left = rest.size(); count > 0; --count, left -= each)
      sizes->push_back(std::clamp<int64_t>(left, 0, each));
  }
  for (auto [index, size] : llvm::enumerate(*sizes)) {
    SymbolicTensor part = *known;
    part.elements = to_vector(rest.take_front(size));
    node.setResult(index, std::move(part));
    rest = rest.drop_front(size);
  }
  return true;
}

static void importSplit(NodeImport &node) {
  Builder &builder = node.getBuilder();
  int64_t axis = node.normalizeAxis(node.getInt("axis", 0), node.getRank(0));
  // From opset 18 on `num_outputs` says what the number of names says already.
  // It is read so that a contradiction is an error.
  int64_t count = node.getInt("num_outputs", node.getNumOutputs());
  std::optional<SmallVector<int64_t>> sizes = getSplitSizes(node);
  if (count != int64_t(node.getNumOutputs()) ||
      (sizes && int64_t(sizes->size()) != count))
    node.error() << "expected a size for each of " << node.getNumOutputs()
                 << " outputs, found " << (sizes ? sizes->size() : count);
  if (!node.hasFailed() && sizes)
    checkSum(node, *sizes, axis);
  if (node.hasFailed() || splitKnown(node, sizes))
    return;
  SplitOp::Properties properties;
  properties.axis = builder.getI64IntegerAttr(axis);
  // ONNX gives sizes, relax the places between the parts: a running sum without
  // the last one, which is the whole size.
  if (sizes) {
    SmallVector<int64_t> indices;
    for (int64_t size : ArrayRef(*sizes).drop_back())
      indices.push_back(size + (indices.empty() ? 0 : indices.back()));
    properties.indices = builder.getDenseI64ArrayAttr(indices);
  } else {
    // A size that does not divide leaves a shorter last part. Split 18 allows
    // that, and relax's sections round up in the same way.
    properties.sections = builder.getI64IntegerAttr(count);
  }
  SplitOp split = node.emitOp<SplitOp>(node.getTensor(0), properties);
  if (!split)
    return;
  for (auto [index, part] : llvm::enumerate(split.getResults()))
    node.setResult(index, part);
}

/// ONNX broadcasts both ways: a size 1 in the target keeps the tensor's size.
static void importExpand(NodeImport &node) {
  SmallVector<SymExprAttr> target = readSizes(node, 1);
  Value x = giveSymbols(node, node.getTensor(0));
  SmallVector<SymExprAttr> from = getKnownDims(node, x);
  if (node.hasFailed())
    return;
  SymExprAttr one = node.makeExpr(1);
  size_t rank = std::max(target.size(), from.size());
  // Axes are aligned at the end, so a shorter target gets ones in front.
  target.insert(target.begin(), rank - target.size(), one);
  size_t offset = rank - from.size();
  for (size_t i = offset; i < rank; ++i)
    target[i] = joinSizes(node, {from[i - offset], target[i]});
  if (target == from)
    return node.setResult(0, x);
  node.setResult(0, node.emit<BroadcastToOp>({x, node.makeShape(target)}));
}

/// Each axis gets one in front of it, along which it is repeated.
static void importTile(NodeImport &node) {
  if (std::optional<SmallVector<int64_t>> repeats = node.getIntegers(1)) {
    TileOp::Properties properties;
    properties.repeats = node.getBuilder().getDenseI64ArrayAttr(*repeats);
    return node.setResult(0, node.emit<TileOp>(node.getTensor(0), properties));
  }
  SmallVector<SymExprAttr> repeats = readSizes(node, 1);
  Value x = giveSymbols(node, node.getTensor(0));
  // `tile` in relax takes constants only. For repeats from the run time: [a, b]
  // becomes [1, a, 1, b], is broadcast to [r, a, s, b] and joined to [r * a, s
  // * b], so that copy i of an axis lies behind copy i - 1.
  SmallVector<SymExprAttr> dims = getKnownDims(node, x), split, wide, joined;
  if (!node.hasFailed() && repeats.size() != dims.size())
    node.error() << "expected " << dims.size() << " repeats, found "
                 << repeats.size();
  if (node.hasFailed())
    return;
  for (auto [dim, count] : llvm::zip(dims, repeats)) {
    split.append({node.makeExpr(1), dim});
    wide.append({count, dim});
    joined.push_back(count * dim);
  }
  x = emitReshape(node, x, split);
  if (split != wide)
    x = node.emit<BroadcastToOp>({x, node.makeShape(wide)});
  node.setResult(0, emitReshape(node, x, joined));
}

static void importShape(NodeImport &node) {
  // Reached only if the type does not say all sizes.
  // `foldShape` has given the result as an expression otherwise, and then no op
  // is made. A part of an unknown shape would have an unknown length.
  if (node.hasAttribute("start") || node.hasAttribute("end")) {
    node.error() << "expected sizes known at import where only a part of the "
                    "shape is taken";
    return;
  }
  Value shape = node.emit<ShapeOfOp>(node.getTensor(0));
  node.setResult(0, node.emit<ShapeToTensorOp>(shape));
}

static void importSize(NodeImport &node) {
  node.setResult(0, node.emit<SizeOp>(node.getTensor(0)));
}

/// Channels to or from blocks of `before` x `after` places, by a reshape to
/// six axes and back.
static void importBlocks(NodeImport &node, ArrayRef<SymExprAttr> split,
                         ArrayRef<int64_t> order,
                         ArrayRef<SymExprAttr> joined) {
  PermuteDimsOp::Properties properties;
  properties.axes = node.getBuilder().getDenseI64ArrayAttr(order);
  Value x = emitReshape(node, node.getTensor(0), split);
  x = node.emit<PermuteDimsOp>(x, properties);
  node.setResult(0, emitReshape(node, x, joined));
}

/// The block size; an error if the first input is no batch of images.
static std::optional<int64_t> getBlockSize(NodeImport &node) {
  // The blocks become axes of reshapes, thus each size needs an expression:
  // null ones cannot be divided.
  int64_t block = node.getInt("blocksize", 0);
  SmallVector<SymExprAttr> dims = node.getDims(0);
  if (block >= 1 && dims.size() == 4 &&
      !llvm::is_contained(dims, SymExprAttr()))
    return block;
  node.error() << "expected a positive 'blocksize' and a tensor of rank 4 with "
                  "known sizes, found "
               << block << " and " << node.getType(0);
  return std::nullopt;
}

static void importDepthToSpace(NodeImport &node) {
  StringRef mode = node.getString("mode", "DCR");
  std::optional<int64_t> block = getBlockSize(node);
  if (!block)
    return;
  SmallVector<SymExprAttr> d = node.getDims(0);
  SymExprAttr b = node.makeExpr(*block);
  // A depth that the square of the block does not divide fails at the reshape's
  // rule on the number of elements.
  SymExprAttr depth = floorDiv(d[1], b * b);
  SmallVector<SymExprAttr> joined = {d[0], depth, d[2] * b, d[3] * b};
  // DCR takes the block's row and column from the outer part of the channel
  // number, CRD (since opset 11) from the inner one. The two give other
  // results, but equal shapes, so a wrong choice is visible only in numbers.
  if (mode == "CRD")
    importBlocks(node, {d[0], depth, b, b, d[2], d[3]}, {0, 1, 4, 2, 5, 3},
                 joined);
  else
    importBlocks(node, {d[0], b, b, depth, d[2], d[3]}, {0, 3, 4, 1, 5, 2},
                 joined);
}

static void importSpaceToDepth(NodeImport &node) {
  std::optional<int64_t> block = getBlockSize(node);
  if (!block)
    return;
  SmallVector<SymExprAttr> d = node.getDims(0);
  SymExprAttr b = node.makeExpr(*block);
  SymExprAttr height = floorDiv(d[2], b), width = floorDiv(d[3], b);
  StringRef mode = node.getString("mode", "DCR");
  if (mode != "DCR" && mode != "CRD")
    node.error() << "attribute 'mode' is " << quote(mode)
                 << ", expected \"DCR\" or \"CRD\"";
  // In SpaceToDepth the standard fixes DCR's order: the channel is the
  // innermost part of the new depth.
  SmallVector<int64_t> order = {0, 3, 5, 1, 2, 4};
  if (mode == "CRD")
    order = {0, 1, 3, 5, 2, 4};
  importBlocks(node, {d[0], d[1], height, b, width, b}, order,
               {d[0], d[1] * b * b, height, width});
}

void addManipulateOperators(OperatorTable &table) {
  table.add({
      {"Concat", 7, kLastOpset, 1, kAny, importConcat},
      {"DepthToSpace", 7, kLastOpset, 1, 1, importDepthToSpace},
      {"Expand", 8, kLastOpset, 2, 2, importExpand},
      {"Flatten", 7, kLastOpset, 1, 1, importFlatten},
      {"Reshape", 7, kLastOpset, 2, 2, importReshape},
      {"Shape", 7, kLastOpset, 1, 1, importShape},
      {"Size", 7, kLastOpset, 1, 1, importSize},
      {"SpaceToDepth", 7, kLastOpset, 1, 1, importSpaceToDepth},
      {"Split", 7, 12, 1, 1, importSplit, kAny},
      {"Split", 13, kLastOpset, 1, 2, importSplit, kAny},
      {"Squeeze", 7, 12, 1, 1, importSqueeze},
      {"Squeeze", 13, kLastOpset, 1, 2, importSqueeze},
      {"Tile", 7, kLastOpset, 2, 2, importTile},
      {"Transpose", 7, kLastOpset, 1, 1, importTranspose},
      {"Unsqueeze", 7, 12, 1, 1, importUnsqueeze},
      {"Unsqueeze", 13, kLastOpset, 2, 2, importUnsqueeze},
  });
}

} // namespace mlir::relax
