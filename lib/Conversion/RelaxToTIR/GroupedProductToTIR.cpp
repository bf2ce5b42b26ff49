// Calls of external functions that multiply groups of rows by a matrix each, as
// layers of experts do. TVM's programs call CUTLASS by that name; here it is a
// tensor program, so that no library is needed on any device.
//
//   number[m] = the first e with m < ends[e], or the last one
//   out[m, n] = sum over k of x[m, k] * w[number[m], n, k]
//
// `matchProductGroups` finds the first of these again, for tiles of a GPU.
#include "Broadcast.h"
#include "Elementwise.h"
#include "ScalarMath.h"

#include "Relax/Analysis/OpPattern.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"

namespace mlir::relax {

// TVM's runtime has `cutlass.group_gemm` with these arguments: rows, matrices,
// where groups end, and memory to work in. With other ones the call stays what
// it is, a call of a function of the user's.
bool isGroupedProduct(CallDPSPackedOp call) {
  constexpr unsigned kArguments = 4;
  // A call without operands stands for all of its op's name, and has no callee.
  if (call.getArgs().size() != kArguments ||
      call.getCallee() != "cutlass.group_gemm" || call.getNumResults() != 1)
    return false;
  auto getTensor = [](Value value, int64_t rank) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.getRank() == rank ? type : RankedTensorType();
  };
  RankedTensorType x = getTensor(call.getArgs()[0], 2);
  RankedTensorType w = getTensor(call.getArgs()[1], 3);
  RankedTensorType ends = getTensor(call.getArgs()[2], 1);
  RankedTensorType out = getTensor(call.getResult(0), 2);
  return x && w && ends && out && !w.isDynamicDim(0) && w.getDimSize(0) > 0 &&
         ends.getShape() == w.getShape().take_front(1) &&
         ends.getElementType().isInteger(64) &&
         llvm::all_of(ArrayRef({x, w, out}), [](RankedTensorType type) {
           return isa<FloatType>(type.getElementType());
         });
}

// The numbers of the groups of all rows.
static Value buildNumbers(KernelBuilder &kernel, AxisSize rows) {
  OpBuilder &builder = kernel.builder();
  Value ends = kernel.input(2);
  Type type = builder.getI32Type();
  int64_t count = cast<MemRefType>(kernel.input(1).getType()).getDimSize(0);
  Value numbers = tir::allocBuffer(builder, kernel.loc(), {rows.extent}, type);
  Value last = arith::ConstantOp::create(
      builder, kernel.loc(), builder.getIntegerAttr(type, count - 1));
  tir::buildReduceBlock(
      builder, kernel.loc(), "group", {rows.extent},
      {builder.getIndexAttr(count)}, last,
      [&](OpBuilder &b, Location loc, ValueRange spatial, ValueRange reduce,
          Value least) -> Value {
        Value end = memref::LoadOp::create(b, loc, ends, reduce);
        Value row =
            arith::IndexCastOp::create(b, loc, end.getType(), spatial[0]);
        Value isBefore =
            arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, row, end);
        Value group = arith::IndexCastOp::create(b, loc, type, reduce[0]);
        Value otherwise = arith::ConstantOp::create(
            b, loc, b.getIntegerAttr(type, count - 1));
        return arith::MinSIOp::create(
            b, loc, least,
            arith::SelectOp::create(b, loc, isBefore, group, otherwise));
      },
      numbers);
  return numbers;
}

static LogicalResult lowerGroupedProduct(CallDPSPackedOp,
                                         KernelBuilder &kernel) {
  Value x = kernel.input(0), w = kernel.input(1);
  SmallVector<AxisSize> rows = getAxisSizes(kernel, x);
  SmallVector<AxisSize> matrices = getAxisSizes(kernel, w);
  SmallVector<AxisSize> out = getAxisSizes(kernel, kernel.output());
  assertSameSize(kernel, rows[1], matrices[2],
                 "sizes of the axes that are summed over differ");
  assertSameSize(kernel, rows[0], out[0], "numbers of rows differ");
  assertSameSize(kernel, matrices[1], out[1], "numbers of columns differ");
  OpBuilder &builder = kernel.builder();
  Value numbers = buildNumbers(kernel, rows[0]);
  buildSums(kernel, [&](Value sums) {
    Type wide = getElementType(sums);
    tir::buildReduceBlock(
        builder, kernel.loc(), "product",
        tir::getExtents(builder, kernel.loc(), sums), {rows[1].extent},
        zeroOf(builder, kernel.loc(), wide),
        [&](OpBuilder &b, Location loc, ValueRange spatial, ValueRange reduce,
            Value sum) {
          Value number = memref::LoadOp::create(b, loc, numbers, spatial[0]);
          Value group =
              arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
          auto load = [&](Value buffer, ValueRange at) {
            return castScalar(b, loc,
                              memref::LoadOp::create(b, loc, buffer, at), wide);
          };
          Value lhs = load(x, {spatial[0], reduce[0]});
          Value rhs = load(w, {group, spatial[1], reduce[0]});
          return addScalar(b, loc, sum, mulScalar(b, loc, lhs, rhs));
        },
        sums);
  });
  // Elementwise consumers may join it (TVM's kOutEWiseFusable).
  setOpPattern(kernel.getFunction(), OpPatternKind::OutFusable);
  return success();
}

void populateGroupedProductLegalizations(LegalizationTable &table) {
  table.add(lowerGroupedProduct);
}

} // namespace mlir::relax
