// Factors of matrices and equations with triangular ones, as programs.
//
// Each element depends on those before it, so that no op of relax is one of
// them. Matrices of a batch, and columns of a right side, do not depend on each
// other: the blocks iterate over these, and kernels run them in parallel.
#include "BlockMath.h"
#include "Elementwise.h"
#include "GraphConversion.h"
#include "LinearAlgebra.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/UnaryOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

namespace mlir::relax {

/// Whether the last two axes are those of one square matrix.
static bool isSquare(Value x) {
  Dims dims = TensorBuilder::dimsOf(x);
  return dims.size() >= 2 && dims.back() &&
         dims.back() == dims[dims.size() - 2];
}

/// Computes in f32 what is narrower, since pivots are differences.
static Value widen(Value x, GraphConversion &graph) {
  Type element = TensorBuilder::elementOf(x);
  if (element.getIntOrFloatBitWidth() >= 32)
    return x;
  return graph.cast(x, Float32Type::get(element.getContext()));
}

/// Complex matrices do not come here: their parts would be told apart by now.
static bool hasFloats(Value x) {
  return isa<FloatType>(TensorBuilder::elementOf(x));
}

//===----------------------------------------------------------------------===//
// Cholesky
//===----------------------------------------------------------------------===//

namespace {
/// The matrix that a block works at: its place in the batch, and which of its
/// triangles is read and written.
struct MatrixPlace {
  SmallVector<Value> batch;
  bool isTransposed;

  SmallVector<Value> at(Value row, Value column) const {
    SmallVector<Value> place = batch;
    place.append({isTransposed ? column : row, isTransposed ? row : column});
    return place;
  }
};
} // namespace

/// Row by row (Cholesky and Banachiewicz): both rows of the inner sum are read
/// along the axis whose elements are contiguous where the factor is lower.
/// A pivot that is not positive gives NaN, which goes on to all rows below, as
/// in LAPACK, which says the number of the first such row.
static void buildFactor(BlockMath math, KernelBuilder &kernel,
                        const MatrixPlace &matrix, Value size, Value sum) {
  Value x = kernel.input(0), factor = kernel.output(), zero = math.constant(0);
  Type type = getElementType(x);
  auto load = [&](Value buffer, Value row, Value column) {
    return math.load(buffer, matrix.at(row, column));
  };
  math.loop(zero, size, [&](Value row) {
    math.loop(zero, math.add(row, 1), [&](Value column) {
      math.store(load(x, row, column), sum, {});
      math.loop(zero, column, [&](Value k) {
        Value product =
            math.times(load(factor, row, k), load(factor, column, k));
        math.store(math.minus(math.load(sum, {}), product), sum, {});
      });
      Value rest = math.load(sum, {});
      auto put = [&](Value element) {
        math.store(element, factor, matrix.at(row, column));
      };
      math.when(
          math.isEqual(row, column),
          [&] {
            Value root =
                math::SqrtOp::create(math.getBuilder(), math.getLoc(), rest);
            put(math.choose(math.isLess(math.zero(type), rest), root,
                            math.number(std::nan(""), type)));
          },
          [&] { put(math.over(rest, load(factor, column, column))); });
    });
    // What is in the other triangle is not specified; it is 0, as in numpy.
    math.loop(math.add(row, 1), size, [&](Value column) {
      math.store(math.zero(type), factor, matrix.at(row, column));
    });
  });
}

/// The sum is kept in a buffer of the block, because a loop of the kernel level
/// carries no values; it becomes a register.
static void buildCholesky(KernelBuilder &kernel, bool isLower) {
  OpBuilder &builder = kernel.builder();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), kernel.input(0));
  Value size = tir::getExtentValue(builder, kernel.loc(), extents.back());
  extents.pop_back_n(2);
  tir::buildBlock(
      builder, kernel.loc(), "cholesky", makeSpatial(extents),
      [&](OpBuilder &b, Location loc, ValueRange batch) {
        Value sum =
            tir::allocBuffer(b, loc, {}, getElementType(kernel.input(0)));
        buildFactor(BlockMath(b, loc), kernel,
                    {SmallVector<Value>(batch), !isLower}, size, sum);
      });
}

Value emitCholesky(GraphConversion &graph, Value x, bool isLower) {
  if (!hasFloats(x) || !isSquare(x))
    return {};
  Value wide = widen(x, graph);
  Value factor =
      graph
          .call("cholesky", wide, cast<RankedTensorType>(wide.getType()),
                [&](KernelBuilder &kernel) { buildCholesky(kernel, isLower); })
          .front();
  return graph.cast(factor, TensorBuilder::elementOf(x));
}

static LogicalResult convertCholesky(hlo::CholeskyOp op,
                                     GraphConversion &graph) {
  Value factor = emitCholesky(graph, graph.get(op.getA()), op.getLower());
  if (!factor)
    return graph
        .reject(op, "expected square matrices of floats",
                "found " + typesText(op->getOperandTypes()))
        .attachNote(op.getA());
  return graph.replace(op, factor);
}

//===----------------------------------------------------------------------===//
// Triangular equations
//===----------------------------------------------------------------------===//

/// Substitutes the unknowns that are known, for one column of the right side.
/// x * A = b is A^T * x^T = b^T, so there is one loop for both sides: only the
/// order of the last two indices differs.
static void buildSubstitution(BlockMath math, KernelBuilder &kernel,
                              const TriangularForm &form, ValueRange at,
                              Value sum) {
  Value a = kernel.input(0), out = kernel.output(), zero = math.constant(0);
  MatrixPlace matrix{SmallVector<Value>(at.drop_back()),
                     form.isTransposed == form.isLeft};
  MatrixPlace unknowns{matrix.batch, !form.isLeft};
  Value column = at.back();
  OpBuilder &builder = kernel.builder();
  OpFoldResult extent = tir::getExtents(builder, kernel.loc(), a).back();
  Value size = math.value(extent), last = math.add(size, -1);
  bool isForward = form.isLower != matrix.isTransposed;
  auto mirror = [&](Value index) {
    return isForward ? index : math.sub(last, index);
  };
  math.loop(zero, size, [&](Value step) {
    Value row = mirror(step);
    SmallVector<Value> here = unknowns.at(row, column);
    math.store(math.load(kernel.input(1), here), sum, {});
    math.loop(zero, step, [&](Value before) {
      Value k = mirror(before);
      Value product = math.times(math.load(a, matrix.at(row, k)),
                                 math.load(out, unknowns.at(k, column)));
      math.store(math.minus(math.load(sum, {}), product), sum, {});
    });
    Value rest = math.load(sum, {});
    if (!form.isUnit)
      rest = math.over(rest, math.load(a, matrix.at(row, row)));
    math.store(rest, out, here);
  });
}

static void buildTriangularSolve(KernelBuilder &kernel,
                                 const TriangularForm &form) {
  OpBuilder &builder = kernel.builder();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), kernel.input(1));
  // The batch, and the axis of the right side that the matrix does not have.
  extents.erase(extents.end() - (form.isLeft ? 2 : 1));
  tir::buildBlock(builder, kernel.loc(), "substitution", makeSpatial(extents),
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    Value sum = tir::allocBuffer(
                        b, loc, {}, getElementType(kernel.input(0)));
                    buildSubstitution(BlockMath(b, loc), kernel, form, at, sum);
                  });
}

Value emitTriangularSolve(GraphConversion &graph, Value a, Value b,
                          const TriangularForm &form) {
  Dims dims = TensorBuilder::dimsOf(a), right = TensorBuilder::dimsOf(b);
  size_t rank = dims.size();
  if (!hasFloats(a) || !isSquare(a) || right.size() != rank ||
      TensorBuilder::elementOf(a) != TensorBuilder::elementOf(b) ||
      ArrayRef(dims).drop_back(2) != ArrayRef(right).drop_back(2) ||
      right[rank - (form.isLeft ? 2 : 1)] != dims.back())
    return {};
  Value wide = widen(b, graph);
  Value found = graph
                    .call("triangular_solve", {widen(a, graph), wide},
                          cast<RankedTensorType>(wide.getType()),
                          [&](KernelBuilder &kernel) {
                            buildTriangularSolve(kernel, form);
                          })
                    .front();
  return graph.cast(found, TensorBuilder::elementOf(b));
}

/// The adjoint of real matrices is their transposed.
static LogicalResult convertTriangularSolve(hlo::TriangularSolveOp op,
                                            GraphConversion &graph) {
  hlo::Transpose transpose = op.getTransposeA();
  TriangularForm form{op.getLeftSide(), op.getLower(),
                      transpose != hlo::Transpose::NO_TRANSPOSE,
                      op.getUnitDiagonal()};
  Value found = emitTriangularSolve(graph, graph.get(op.getA()),
                                    graph.get(op.getB()), form);
  if (!found || transpose == hlo::Transpose::TRANSPOSE_INVALID)
    return graph
        .reject(op,
                "expected square matrices of floats, right sides that fit them "
                "and one of NO_TRANSPOSE, TRANSPOSE and ADJOINT",
                "found " + typesText(op->getOperandTypes()) + " and " +
                    stringifyTranspose(transpose))
        .attachNote(op->getOperands());
  return graph.replace(op, found);
}

//===----------------------------------------------------------------------===//
// LU
//===----------------------------------------------------------------------===//

namespace {
/// Elimination with a choice of rows, in place of the result.
struct Elimination {
  BlockMath math;
  KernelBuilder &kernel;
  MatrixPlace matrix;
  Value rows, columns;
  /// Buffers of one element: the largest one found, and its row.
  Value largest, place;

  Value load(Value row, Value column) const {
    return math.load(kernel.output(0), matrix.at(row, column));
  }
  void store(Value element, Value row, Value column) const {
    math.store(element, kernel.output(0), matrix.at(row, column));
  }
  void choosePivot(Value step) const;
  void swapRows(Value step, Value pivot) const;
  void eliminate(Value step) const;
  void run() const;
};
} // namespace

/// The first of the largest, as LAPACK's search has it.
void Elimination::choosePivot(Value step) const {
  auto size = [&](Value row) {
    Value element = load(row, step);
    Value negated = math.minus(math.zero(element.getType()), element);
    return math.greater(element, negated);
  };
  math.store(size(step), largest, {});
  math.store(step, place, {});
  math.loop(math.add(step, 1), rows, [&](Value row) {
    Value found = size(row);
    math.when(math.isLess(math.load(largest, {}), found), [&] {
      math.store(found, largest, {});
      math.store(row, place, {});
    });
  });
}

void Elimination::swapRows(Value step, Value pivot) const {
  math.loop(math.constant(0), columns, [&](Value column) {
    Value upper = load(step, column), lower = load(pivot, column);
    store(lower, step, column);
    store(upper, pivot, column);
  });
}

/// A column without a pivot is left as it is: its factors would be 0 / 0.
void Elimination::eliminate(Value step) const {
  Value pivot = load(step, step);
  auto subtractRow = [&](Value row) {
    store(math.over(load(row, step), pivot), row, step);
    math.loop(math.add(step, 1), columns, [&](Value column) {
      Value product = math.times(load(row, step), load(step, column));
      store(math.minus(load(row, column), product), row, column);
    });
  };
  math.when(math.isUnequal(pivot, math.zero(pivot.getType())),
            [&] { math.loop(math.add(step, 1), rows, subtractRow); });
}

void Elimination::run() const {
  Value zero = math.constant(0);
  math.loop(zero, rows, [&](Value row) {
    math.loop(zero, columns, [&](Value column) {
      store(math.load(kernel.input(0), matrix.at(row, column)), row, column);
    });
  });
  // The number of the first step without a pivot, counted from 1.
  Type i32 = getElementType(kernel.output(2));
  math.store(math.zero(i32), kernel.output(2), matrix.batch);
  math.loop(zero, math.min(rows, columns), [&](Value step) {
    choosePivot(step);
    Value pivot = math.loadIndex(place, {});
    SmallVector<Value> entry = matrix.batch;
    entry.push_back(step);
    // Rows are counted from 1 in LAPACK.
    math.store(math.add(pivot, 1), kernel.output(1), entry);
    swapRows(step, pivot);
    Value info = math.load(kernel.output(2), matrix.batch);
    Value isFirst = math.both(
        math.isEqual(load(step, step), math.zero(getElementType(largest))),
        math.isEqual(info, math.zero(i32)));
    math.when(isFirst, [&] {
      math.store(math.add(step, 1), kernel.output(2), matrix.batch);
    });
    eliminate(step);
  });
}

static void buildLU(KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, kernel.loc(), kernel.input(0));
  auto size = [&](size_t fromBack) {
    return tir::getExtentValue(builder, kernel.loc(),
                               extents[extents.size() - fromBack]);
  };
  Value rows = size(2), columns = size(1);
  extents.pop_back_n(2);
  auto build = [&](OpBuilder &b, Location loc, ValueRange batch) {
    Value largest =
        tir::allocBuffer(b, loc, {}, getElementType(kernel.input(0)));
    Value place = tir::allocBuffer(b, loc, {}, b.getI64Type());
    Elimination{BlockMath(b, loc),
                kernel,
                {SmallVector<Value>(batch), false},
                rows,
                columns,
                largest,
                place}
        .run();
  };
  tir::buildBlock(builder, kernel.loc(), "lu", makeSpatial(extents), build);
}

/// Both factors in one matrix, the rows that were exchanged, and the number of
/// the first pivot that is 0, or 0.
static SmallVector<Value> emitLU(GraphConversion &graph, Value x) {
  Dims dims = TensorBuilder::dimsOf(x);
  if (!hasFloats(x) || dims.size() < 2 ||
      !llvm::all_of(dims, [](auto dim) { return bool(dim); }))
    return {};
  Type i32 = graph.getBuilder().getI32Type();
  Dims batch(ArrayRef(dims).drop_back(2)), pivots = batch;
  pivots.push_back(min(dims.back(), dims[dims.size() - 2]));
  return graph.call("lu", x,
                    {cast<RankedTensorType>(x.getType()),
                     getTensorType(pivots, i32), getTensorType(batch, i32)},
                    buildLU);
}

//===----------------------------------------------------------------------===//
// Calls of LAPACK
//===----------------------------------------------------------------------===//

/// The number of the first row whose pivot is not positive, 0 if all are: that
/// row and all behind it are NaN.
static Value countFromPivot(GraphConversion &graph, Value factor,
                            bool isLower) {
  int64_t rank = TensorBuilder::rankOf(factor);
  Value rows = graph.sum(factor, rank - (isLower ? 1 : 2));
  Value isBad =
      graph.cast(graph.emit<IsNanOp>(rows), TensorBuilder::elementOf(factor));
  Value count = graph.sum(isBad, rank - 2);
  Value size = graph.count(TensorBuilder::dimsOf(factor).back(), count);
  Value first = graph.add(graph.sub(size, count), 1);
  Value isAny = graph.emit<GreaterOp>({count, graph.number(0, count)});
  return graph.cast(graph.keepWhere(isAny, first),
                    graph.getBuilder().getI32Type());
}

/// For processors JAX writes factors and equations as calls of LAPACK, whose
/// options are letters. The layouts of operands say how XLA stores them; which
/// element is which they do not change.
SmallVector<Value> emitLapackCall(hlo::CustomCallOp op,
                                  GraphConversion &graph) {
  auto options = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  SmallVector<Value> operands = graph.get(op->getOperands());
  auto isSet = [&](StringRef name, char letter) {
    auto found = options ? options.getAs<IntegerAttr>(name) : IntegerAttr();
    return found && found.getValue() == letter;
  };
  StringRef target = op.getCallTargetName();
  bool isLower = isSet("uplo", 'L');
  if (target.ends_with("potrf_ffi") && operands.size() == 1) {
    Value factor = emitCholesky(graph, operands[0], isLower);
    if (factor)
      return {factor, countFromPivot(graph, factor, isLower)};
  }
  if (target.ends_with("getrf_ffi") && operands.size() == 1)
    return emitLU(graph, operands[0]);
  if (target.ends_with("trsm_ffi") && operands.size() == 2)
    return {emitTriangularSolve(graph, operands[0], operands[1],
                                {isSet("side", 'L'), isLower,
                                 !isSet("trans_x", 'N'), isSet("diag", 'U')})};
  return {};
}

void populateLinearAlgebraConversions(ConversionTable &table) {
  table.add(convertCholesky);
  table.add(convertTriangularSolve);
}

} // namespace mlir::relax
