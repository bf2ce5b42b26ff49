// Makes and calls the tensor programs of products of words.
#include "DotKernels.h"

#include "IndexMath.h"
#include "IntegerFactor.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

StringRef getKernelName(WordForm form) {
  switch (form) {
  case WordForm::Bytes:
    return "dot4";
  case WordForm::BytePairs:
    return "dot4_pairs";
  case WordForm::Halves:
    return "dot2";
  case WordForm::BFloats:
    return "dot2_bf16";
  }
  llvm_unreachable("all forms have names");
}

Value DotKernels::call(TensorBuilder &builder, ValueRange operands,
                       RankedTensorType result, KernelFacts facts,
                       function_ref<void(KernelBuilder &)> build) {
  Location loc = builder.getLoc();
  SmallVector<RankedTensorType> types;
  for (Value operand : operands)
    types.push_back(cast<RankedTensorType>(operand.getType()));
  Builder attributes(builder.getContext());
  // A network repeats its layers: equal types and facts share one kernel, as
  // compile time and code grow with the number of kernels. The facts are part
  // of the key because strides are constants in the body and no part of its
  // type.
  Attribute key = attributes.getArrayAttr(
      {attributes.getStringAttr(facts.name),
       facts.others ? facts.others : attributes.getUnitAttr(),
       TypeAttr::get(attributes.getFunctionType(operands.getTypes(),
                                                TypeRange(result)))});
  tir::FuncOp &function = kernels[key];
  if (!function) {
    KernelBuilder kernel(loc, facts.name, types, result);
    build(kernel);
    function = kernel.getFunction();
    // The symbol table renames it, so that the name is read only afterwards:
    // many kernels are called `dot4` when they are built.
    symbols.insert(function);
  }
  return CallTIROp::create(builder.getBuilder(), loc, TypeRange(result),
                           FlatSymbolRefAttr::get(function.getSymNameAttr()),
                           operands, attributes.getArrayAttr({}))
      .getResult(0);
}

Type getSumType(MLIRContext *context, WordForm form) {
  if (form == WordForm::BFloats)
    return Float32Type::get(context);
  return IntegerType::get(context, 32);
}

// `sum` and the products of the parts of two words.
static Value addProducts(OpBuilder &builder, Location loc, WordForm form,
                         ArrayRef<Value> words, Value sum) {
  Value lhs = words[0], rhs = words[1];
  if (form == WordForm::BFloats)
    return arith::AddFOp::create(
        builder, loc, sum,
        tir::Dot2BF16Op::create(builder, loc, sum.getType(), lhs, rhs));
  bool pairsFit = form == WordForm::BytePairs;
  Value products =
      form == WordForm::Halves
          ? tir::Dot2S16Op::create(builder, loc, lhs, rhs).getResult()
          : tir::Dot4U8S8Op::create(builder, loc, lhs, rhs, pairsFit)
                .getResult();
  return arith::AddIOp::create(builder, loc, sum, products);
}

void buildDotBlock(
    KernelBuilder &kernel, WordForm form, ArrayRef<OpFoldResult> reduce,
    function_ref<DotPlaces(OpBuilder &, Location, ValueRange spatial,
                           ValueRange reduce)>
        getPlaces) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value zero = arith::ConstantOp::create(
      builder, loc,
      builder.getZeroAttr(getSumType(builder.getContext(), form)));
  tir::buildReduceBlock(
      builder, loc, getKernelName(form),
      tir::getExtents(builder, loc, kernel.output()), reduce, zero,
      [&](OpBuilder &inner, Location loc, ValueRange spatial, ValueRange steps,
          Value sum) -> Value {
        DotPlaces places = getPlaces(inner, loc, spatial, steps);
        Value lhs =
            memref::LoadOp::create(inner, loc, kernel.input(0), places.lhs);
        Value rhs =
            memref::LoadOp::create(inner, loc, kernel.input(1), places.rhs);
        return addProducts(inner, loc, form, {lhs, rhs}, sum);
      },
      kernel.output());
}

// out[.., n] = sum over g of dot(lhs[.., g], rhs[g, n])
static void buildProduct(KernelBuilder &kernel, WordForm form) {
  OpFoldResult groups =
      tir::getExtents(kernel.builder(), kernel.loc(), kernel.input(1)).front();
  buildDotBlock(
      kernel, form, groups,
      [](OpBuilder &, Location, ValueRange spatial, ValueRange reduce) {
        DotPlaces places{SmallVector<Value>(spatial.drop_back()),
                         {reduce[0], spatial.back()}};
        places.lhs.push_back(reduce[0]);
        return places;
      });
}

Value DotKernels::callProduct(TensorBuilder &builder, Value data, Value matrix,
                              RankedTensorType result, WordForm form) {
  return call(builder, {data, matrix}, result, {getKernelName(form), {}},
              [&](KernelBuilder &kernel) { buildProduct(kernel, form); });
}

// out[.., n] = sum over g of
//   dot(lhs[.., places[n / block, g]], rhs[n / block, g, n % block])
static void buildPlacedProduct(KernelBuilder &kernel, WordForm form) {
  Value matrix = kernel.input(1);
  auto type = cast<MemRefType>(matrix.getType());
  OpFoldResult steps =
      tir::getExtents(kernel.builder(), kernel.loc(), matrix)[1];
  buildDotBlock(
      kernel, form, steps,
      [&](OpBuilder &inner, Location loc, ValueRange spatial,
          ValueRange reduce) {
        IndexMath math(inner, loc);
        Value size = math.constant(type.getShape().back());
        Value block = math.div(spatial.back(), size);
        Value place = memref::LoadOp::create(inner, loc, kernel.input(2),
                                             {block, reduce[0]});
        DotPlaces places{SmallVector<Value>(spatial.drop_back()),
                         {block, reduce[0], math.rem(spatial.back(), size)}};
        places.lhs.push_back(arith::IndexCastOp::create(
            inner, loc, inner.getIndexType(), place));
        return places;
      });
}

Value DotKernels::callProduct(TensorBuilder &builder, Value data,
                              PlacedWords matrix, RankedTensorType result,
                              WordForm form) {
  return call(builder,
              {data, makeConstant(builder, matrix.words),
               makeConstant(builder, matrix.places)},
              result, {getKernelName(form), {}},
              [&](KernelBuilder &kernel) { buildPlacedProduct(kernel, form); });
}

Value makeConstant(TensorBuilder &builder, ElementsAttr value) {
  return ConstantOp::create(builder.getBuilder(), builder.getLoc(),
                            value.getShapedType(), value);
}

Value pad(TensorBuilder &builder, Value x, ArrayRef<int64_t> widths,
          double value) {
  if (llvm::all_of(widths, [](int64_t width) { return width == 0; }))
    return x;
  PadOp::Properties properties;
  properties.pad_width = builder.getBuilder().getDenseI64ArrayAttr(widths);
  properties.pad_value = builder.getBuilder().getF64FloatAttr(value);
  return builder.emit<PadOp>(x, properties);
}

Value makeUnsigned(TensorBuilder &builder, Value bytes) {
  Type element = bytes ? TensorBuilder::elementOf(bytes) : Type();
  if (!element || !element.isSignlessInteger(8))
    return bytes;
  // XOR with the highest bit adds 128 modulo 256 in one instruction for 64
  // bytes; an addition in a wider type would take four times the registers.
  return builder.emit<BitwiseXorOp>(
      {bytes, makeInteger(builder, element, -128)});
}

Value viewAsWords(TensorBuilder &builder, Value numbers) {
  if (!numbers)
    return {};
  // A view and no copy: tensors are compact here, and the padding before has
  // made rows of whole words. The lowest byte comes first on all machines that
  // LLVM compiles for here, as packWords assumes.
  int64_t size = getWordSize(getWordForm(TensorBuilder::elementOf(numbers)));
  Dims dims = TensorBuilder::dimsOf(numbers);
  dims.back() = builder.dim(*dims.back().getConstant() / size);
  return MemoryViewOp::create(
      builder.getBuilder(), builder.getLoc(),
      getTensorType(dims, builder.getBuilder().getI32Type()), numbers,
      builder.dim(0));
}

Value packRows(TensorBuilder &builder, Value data, WordForm form) {
  if (!data)
    return {};
  // Rows that do not fill whole words would share a word with their neighbour.
  auto type = cast<RankedTensorType>(data.getType());
  int64_t depth = type.getShape().back();
  SmallVector<int64_t> widths(2 * type.getRank(), 0);
  widths.back() = getWordSize(form) * getNumWords(form, depth) - depth;
  return viewAsWords(builder, pad(builder, data, widths));
}

} // namespace mlir::relax
