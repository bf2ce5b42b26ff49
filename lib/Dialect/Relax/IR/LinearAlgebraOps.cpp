// Ops that multiply matrices: types.
#include "JoinedKinds.h"

#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Support/Quote.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

//===-- Matmul ------------------------------------------------------------===//

/// The dimensions of a matrix product.
static FailureOr<std::optional<Dims>> multiply(ArrayRef<SymExprAttr> lhs,
                                               ArrayRef<SymExprAttr> rhs,
                                               EmitError emitError) {
  bool isRow = lhs.size() == 1, isColumn = rhs.size() == 1;
  // R3: as many columns as rows.
  SymExprAttr inner = isColumn ? rhs.front() : rhs[rhs.size() - 2];
  if (failed(verifySameDim(lhs.back(), inner,
                           "the number of rows of the second operand",
                           emitError.rule(3))))
    return failure();
  TensorInfo outerLhs, outerRhs;
  outerLhs.dims = Dims(lhs.drop_back(isRow ? 1 : 2));
  outerRhs.dims = Dims(rhs.drop_back(isColumn ? 1 : 2));
  // R4: the axes before them broadcast.
  FailureOr<std::optional<Dims>> dims =
      broadcast({outerLhs, outerRhs}, emitError.rule(4));
  if (failed(dims))
    return failure();
  if (!isRow)
    (*dims)->push_back(lhs[lhs.size() - 2]);
  if (!isColumn)
    (*dims)->push_back(rhs.back());
  return dims;
}

LogicalResult MatmulOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  TensorInfo result;
  // R1: one element type, or one to accumulate in.
  if (op.getOutDtype()) {
    result.element = *op.getOutDtype();
  } else {
    FailureOr<Type> element = getCommonElement(infos, emitError.rule(1));
    if (failed(element))
      return failure();
    result.element = *element;
  }
  // R5: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(5));
  if (failed(vdevice))
    return failure();
  result.vdevice = *vdevice;
  // R2: matrices, or vectors.
  for (const TensorInfo &info : infos)
    if (info.dims && info.dims->empty())
      return emitError(2) << "expects operands of rank 1 or more, but found "
                             "rank 0; use 'relax.multiply'";
  if (infos[0].dims && infos[1].dims) {
    FailureOr<std::optional<Dims>> dims =
        multiply(*infos[0].dims, *infos[1].dims, emitError);
    if (failed(dims))
      return failure();
    result.dims = *dims;
  }
  return appendType(result, emitError, types);
}

LogicalResult OuterOp::inferTypes(Adaptor op, EmitError emitError,
                                  SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  // R1, R3: one element type, one device.
  FailureOr<TensorInfo> result = joinKinds(infos, {1, 3}, emitError);
  if (failed(result))
    return failure();
  Dims dims;
  for (const TensorInfo &info : infos) {
    // R2: vectors.
    if (info.dims && info.getRank() != 1)
      return emitError(2) << "expects operands of rank 1, but found rank "
                          << info.getRank();
    dims.push_back(info.dims ? info.dims->front() : SymExprAttr());
  }
  result->dims = dims;
  return appendType(*result, emitError, types);
}

//===-- Einsum ------------------------------------------------------------===//

namespace {

/// Sizes by letter, and of the axes that `...` stands for.
struct EinsumSizes {
  llvm::MapVector<char, SymExprAttr> letters;
  std::optional<Dims> rest = Dims();
};

} // namespace

/// Enter the sizes of one operand, whose axes `term` names.
static LogicalResult readTerm(StringRef term, const TensorInfo &info,
                              EinsumSizes &sizes, EmitError emitError) {
  size_t dots = term.find("...");
  bool hasRest = dots != StringRef::npos;
  std::string names =
      hasRest ? (term.take_front(dots) + term.drop_front(dots + 3)).str()
              : term.str();
  // R3: a letter for each axis.
  if (!llvm::all_of(names, llvm::isAlpha))
    return emitError(3) << "expects subscripts of letters, but found "
                        << quote(term);
  size_t rank = info.dims ? info.dims->size() : names.size();
  if (hasRest ? rank < names.size() : rank != names.size())
    return emitError(3) << "expects subscripts for an operand of rank " << rank
                        << ", but found \"" << term << '"';
  Dims dims = info.dims ? *info.dims : getUnknownDims(rank);
  size_t before = hasRest ? dots : rank;
  size_t skipped = rank - names.size();
  for (auto [index, name] : llvm::enumerate(names)) {
    SymExprAttr dim = dims[index < before ? index : index + skipped];
    auto [place, isNew] = sizes.letters.insert({name, dim});
    if (isNew)
      continue;
    // R4: equal sizes for equal letters.
    FailureOr<SymExprAttr> joined =
        broadcastDim(place->second, dim, emitError.rule(4));
    if (failed(joined))
      return failure();
    place->second = *joined;
  }
  if (!hasRest)
    return success();
  TensorInfo mine, others;
  if (info.dims)
    mine.dims = Dims(ArrayRef(dims).slice(before, skipped));
  others.dims = sizes.rest;
  FailureOr<std::optional<Dims>> rest =
      broadcast({others, mine}, emitError.rule(4));
  if (failed(rest))
    return failure();
  sizes.rest = *rest;
  return success();
}

/// The subscripts of the result where they are left out.
static std::string getImpliedResult(StringRef inputs) {
  std::string result;
  for (char name : inputs)
    if (llvm::isAlpha(name) && inputs.count(name) == 1)
      result.push_back(name);
  llvm::sort(result);
  return inputs.contains("...") ? "..." + result : result;
}

/// The dimensions that the result's subscripts stand for.
static FailureOr<std::optional<Dims>>
readResult(StringRef term, const EinsumSizes &sizes, EmitError emitError) {
  std::optional<Dims> dims = Dims();
  for (StringRef left = term; !left.empty();) {
    if (left.consume_front("...")) {
      if (!sizes.rest)
        dims = std::nullopt;
      else if (dims)
        dims->append(*sizes.rest);
      continue;
    }
    char name = left.front();
    left = left.drop_front();
    // R5: each letter once, and from an operand. Of what is no letter a map of
    // characters takes two for its own marks.
    const auto *place =
        llvm::isAlpha(name) ? sizes.letters.find(name) : sizes.letters.end();
    if (place == sizes.letters.end() || term.count(name) != 1)
      return emitError(5)
             << "expects each letter of the result once, and in an "
                "operand, but found "
             << quote(term);
    if (dims)
      dims->push_back(place->second);
  }
  return dims;
}

LogicalResult EinsumOp::inferTypes(Adaptor op, EmitError emitError,
                                   SmallVectorImpl<Type> &types) {
  SmallVector<TensorInfo> infos = getTensorInfos(op.getOperands());
  std::string text = op.getSubscripts().str();
  llvm::erase(text, ' ');
  auto [inputs, output] = StringRef(text).split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  // R2: a term for each operand.
  if (infos.empty() || terms.size() != infos.size())
    return emitError(2) << "expects subscripts for " << infos.size()
                        << " operands, but found " << quote(text);
  // R1: one element type.
  FailureOr<Type> element = getCommonElement(infos, emitError.rule(1));
  if (failed(element))
    return failure();
  // R6: one device.
  FailureOr<VDeviceAttr> vdevice = getCommonVDevice(infos, emitError.rule(6));
  if (failed(vdevice))
    return failure();
  EinsumSizes sizes;
  for (auto [term, info] : llvm::zip_equal(terms, infos))
    if (failed(readTerm(term, info, sizes, emitError)))
      return failure();
  bool isExplicit = StringRef(text).contains("->");
  FailureOr<std::optional<Dims>> dims = readResult(
      isExplicit ? output.str() : getImpliedResult(inputs), sizes, emitError);
  if (failed(dims))
    return failure();
  return appendType({*element, *dims, *vdevice}, emitError, types);
}

void RelaxDialect::registerLinearAlgebraOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.cpp.inc"
      >();
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.cpp.inc"
