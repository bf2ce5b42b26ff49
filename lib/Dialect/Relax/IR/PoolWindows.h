// What pooling gives, for pooling and for its derivative.
#ifndef RELAX_LIB_DIALECT_RELAX_IR_POOLWINDOWS_H
#define RELAX_LIB_DIALECT_RELAX_IR_POOLWINDOWS_H

#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorLayout.h"

namespace mlir::relax {

/// The numbers of an op's rules about its windows.
struct PoolRules {
  unsigned numbers, layouts, rank, fit;
};

/// The layouts of operand and result.
inline FailureOr<std::pair<TensorLayout, TensorLayout>>
readPoolLayouts(StringRef layout, StringRef outLayout, StringRef spatial,
                EmitError emitError) {
  std::string letters = ("NC" + spatial).str();
  FailureOr<TensorLayout> in = TensorLayout::parse(layout, letters, emitError);
  if (failed(in))
    return failure();
  // The operand's layout again is no second fault.
  if (outLayout.empty())
    return std::make_pair(*in, *in);
  FailureOr<TensorLayout> out =
      TensorLayout::parse(outLayout, letters, emitError);
  if (failed(out))
    return failure();
  return std::make_pair(*in, *out);
}

/// How the window moves along each of `count` axes.
template <typename Adaptor>
FailureOr<SmallVector<Window>> readPoolWindows(Adaptor op, size_t count,
                                               EmitError emitError) {
  FailureOr<SmallVector<int64_t>> size =
      getPerAxis(op.getPoolSize(), count, 1, 1, "pool_size", emitError);
  FailureOr<SmallVector<int64_t>> strides =
      getPerAxis(op.getStrides(), count, 1, 1, "strides", emitError);
  FailureOr<SmallVector<int64_t>> dilation =
      getPerAxis(op.getDilation(), count, 1, 1, "dilation", emitError);
  FailureOr<SmallVector<int64_t>> padding =
      getPerAxis(op.getPadding(), 2 * count, 0, 0, "padding", emitError);
  if (failed(size) || failed(strides) || failed(dilation) || failed(padding))
    return failure();
  SmallVector<Window> windows;
  MLIRContext *context = op.getData().getContext();
  for (size_t axis = 0; axis < count; ++axis)
    windows.push_back({getDim(context, (*size)[axis]), (*strides)[axis],
                       (*dilation)[axis], (*padding)[axis],
                       (*padding)[axis + count], op.getCeilMode()});
  return windows;
}

/// The tensor that pooling makes of the operand `data`.
template <typename Adaptor>
FailureOr<TensorInfo> inferPooled(Adaptor op, StringRef spatial,
                                  PoolRules rules, EmitError emitError) {
  // One number an axis.
  FailureOr<SmallVector<Window>> windows =
      readPoolWindows(op, spatial.size(), emitError.rule(rules.numbers));
  if (failed(windows))
    return failure();
  // Layouts that name the right axes.
  auto layouts = readPoolLayouts(op.getLayout(), op.getOutLayout(), spatial,
                                 emitError.rule(rules.layouts));
  if (failed(layouts))
    return failure();
  // The rank of the layout.
  TensorInfo info = TensorInfo::of(op.getData());
  FailureOr<Dims> sizes =
      layouts->first.getAxes(info, "data", emitError.rule(rules.rank));
  if (failed(sizes))
    return failure();
  // A window that fits.
  for (auto [axis, window] : llvm::enumerate(*windows)) {
    FailureOr<SymExprAttr> places =
        getWindowCount((*sizes)[axis + 2], window, emitError.rule(rules.fit));
    if (failed(places))
      return failure();
    (*sizes)[axis + 2] = *places;
  }
  info.dims = layouts->second.fromAxes(*sizes);
  return info;
}

} // namespace mlir::relax

#endif // RELAX_LIB_DIALECT_RELAX_IR_POOLWINDOWS_H
