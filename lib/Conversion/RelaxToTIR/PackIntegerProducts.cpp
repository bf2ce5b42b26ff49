// Compute products of 8-bit numbers with constants as integers, four at a time:
//
//   matmul(x - zx, w - zw)
//     = dot4(x, w) - zx * columns(w) - zw * (rows(x) - K * zx)
//
// where x are u8 and w are s8. The sums of columns are constants, and most
// weights have no zero point, so that one product and one subtraction are left.
// Numbers of the other signedness are moved by 128, and their zero point with
// them: all arithmetic is modulo 2^32, which is exact.
#include "PackedBytes.h"

#include "Relax/Conversion/RelaxToTIR/KernelBuilder.h"
#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Support/ConvertConstant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relax {
#define GEN_PASS_DEF_PACKINTEGERPRODUCTSPASS
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"

namespace {

/// One side of a product: `(numbers - zero) * scale`.
struct Factor {
  /// u8 or i8.
  Value numbers;
  /// Null for zero.
  Value zero;
  /// Null for one.
  Value scale;
  /// The axis along which a zero point or scale of rank 1 goes; none if they
  /// broadcast as operands of arithmetic do.
  std::optional<int64_t> axis;
  /// Whether the product reads the transposed matrix.
  bool isTransposed = false;

  RankedTensorType getType() const {
    return cast<RankedTensorType>(numbers.getType());
  }
  bool isUnsigned() const {
    return getType().getElementType().isUnsignedInteger();
  }
};

/// A product of a tensor with a constant matrix.
struct IntegerProduct {
  MatmulOp matmul;
  Factor lhs, rhs;
  ConstantOp weight;

  int64_t getDepth() const { return lhs.getType().getShape().back(); }
};

class PackIntegerProductsPass
    : public impl::PackIntegerProductsPassBase<PackIntegerProductsPass> {
public:
  void runOnOperation() override;

private:
  tir::FuncOp getKernel(ArrayRef<RankedTensorType> types, Location loc,
                        SymbolTable &symbols);
  void replace(IntegerProduct &product, SymbolTable &symbols);
  Value multiply(IntegerProduct &product, const PackedBytes &weight,
                 TensorBuilder &builder, SymbolTable &symbols);

  /// By the types of operands and result.
  DenseMap<Attribute, tir::FuncOp> kernels;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is a product of integers
//===----------------------------------------------------------------------===//

// A tensor of 8-bit integers whose sizes are known, on no device of its own.
static bool isBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isInteger(8) && !getVDevice(type) &&
         !llvm::is_contained(getDims(type), SymExprAttr());
}

static bool hasOneElement(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getNumElements() == 1;
}

// `dequantize(numbers)`, `i32(numbers)` or `i32(numbers) - zero`.
static std::optional<Factor> matchFactor(Value value) {
  if (auto real = value.getDefiningOp<DequantizeOp>()) {
    if (!isBytes(real.getData()) || !TensorBuilder::elementOf(real).isF32() ||
        !TensorBuilder::elementOf(real.getScale()).isF32() ||
        !TensorBuilder::elementOf(real.getZeroPoint()).isInteger(8))
      return std::nullopt;
    int64_t rank = cast<RankedTensorType>(real.getData().getType()).getRank();
    return Factor{real.getData(), real.getZeroPoint(), real.getScale(),
                  TensorBuilder::fromFront(real.getAxis(), rank)};
  }
  Value zero;
  if (auto difference = value.getDefiningOp<SubtractOp>()) {
    value = difference.getX1();
    zero = difference.getX2();
    // A zero point that makes the tensor larger is no zero point.
    if (value.getType() != difference.getType() ||
        !isa<RankedTensorType>(zero.getType()))
      return std::nullopt;
  }
  auto wide = value.getDefiningOp<AsTypeOp>();
  if (!wide || !wide.getDtype().isSignlessInteger(32) || !isBytes(wide.getX()))
    return std::nullopt;
  return Factor{wide.getX(), zero, Value(), std::nullopt};
}

// The factor on the right, which may be transposed.
static std::optional<Factor> matchMatrix(Value value) {
  auto permute = value.getDefiningOp<PermuteDimsOp>();
  std::optional<Factor> found = matchFactor(permute ? permute.getX() : value);
  if (!found || found->getType().getRank() != 2)
    return std::nullopt;
  if (permute) {
    std::optional<ArrayRef<int64_t>> axes = permute.getAxes();
    found->isTransposed =
        !axes || TensorBuilder::fromFront(axes->front(), 2) == 1;
  }
  return found;
}

// Whether a parameter is one number for each row of the left side, or for all.
static bool suitsRows(const Factor &factor, Value parameter) {
  if (!parameter || hasOneElement(parameter))
    return true;
  auto type = cast<RankedTensorType>(parameter.getType());
  return !factor.axis && type.getRank() > 1 && type.getShape().back() == 1;
}

// Whether a parameter is one number for each column of the right side, or for
// all.
static bool suitsColumns(const Factor &factor, Value parameter) {
  if (!parameter || hasOneElement(parameter))
    return true;
  auto type = cast<RankedTensorType>(parameter.getType());
  if (factor.axis)
    return *factor.axis == (factor.isTransposed ? 0 : 1);
  return !factor.isTransposed &&
         (type.getRank() == 1 ||
          (type.getRank() == 2 && type.getDimSize(0) == 1));
}

// Sums of floats do not overflow, so a sum of integers in their place must not
// either: each product is 255 * 255 at most.
static bool fitsSum(int64_t depth) {
  constexpr int64_t kLargestProduct = 255 * 255;
  return depth <= std::numeric_limits<int32_t>::max() / kLargestProduct;
}

static std::optional<IntegerProduct> matchProduct(MatmulOp matmul) {
  auto type = dyn_cast<RankedTensorType>(matmul.getType());
  std::optional<Factor> lhs = matchFactor(matmul.getX1());
  std::optional<Factor> rhs = matchMatrix(matmul.getX2());
  if (!type || !lhs || !rhs || !lhs->scale != !rhs->scale ||
      lhs->getType().getRank() < 2)
    return std::nullopt;
  IntegerProduct product{matmul, *lhs, *rhs,
                         rhs->numbers.getDefiningOp<ConstantOp>()};
  Type element = type.getElementType();
  int64_t depth = product.getDepth();
  bool isWanted = lhs->scale ? element.isF32() && fitsSum(depth)
                             : element.isSignlessInteger(32);
  if (!isWanted || !product.weight || ShapedType::isDynamic(depth) ||
      depth == 0 || rhs->getType().getNumElements() == 0 ||
      depth != rhs->getType().getDimSize(rhs->isTransposed ? 1 : 0) ||
      llvm::is_contained(getDims(type), SymExprAttr()) || getVDevice(type))
    return std::nullopt;
  if (!suitsRows(*lhs, lhs->zero) || !suitsRows(*lhs, lhs->scale) ||
      !suitsColumns(*rhs, rhs->zero) || !suitsColumns(*rhs, rhs->scale))
    return std::nullopt;
  return product;
}

//===----------------------------------------------------------------------===//
// What it becomes
//===----------------------------------------------------------------------===//

static Value makeInteger(TensorBuilder &builder, Type element, int64_t value) {
  auto type = RankedTensorType::get({}, element);
  OpBuilder &ops = builder.getBuilder();
  return ConstantOp::create(
      ops, builder.getLoc(), type,
      DenseElementsAttr::get(
          type, APInt(element.getIntOrFloatBitWidth(), value, true, true)));
}

// The zero point of numbers that were moved by `shift`, as i32; null where it
// is known to be 0.
static Value getZero(TensorBuilder &builder, Value zero, int64_t shift) {
  Type i32 = builder.getBuilder().getI32Type();
  Value known = zero;
  if (auto wide = zero ? zero.getDefiningOp<AsTypeOp>() : AsTypeOp())
    known = wide.getX();
  auto constant = known ? known.getDefiningOp<ConstantOp>() : ConstantOp();
  std::optional<SmallVector<float>> numbers;
  if (!zero)
    numbers = SmallVector<float>{0};
  else if (constant)
    numbers = getAsFloats(cast<ElementsAttr>(constant.getValue()));
  if (numbers && llvm::all_of(*numbers, [&](float number) {
        return number == float(-shift);
      }))
    return {};
  if (!zero)
    return makeInteger(builder, i32, shift);
  zero = builder.cast(zero, i32);
  return shift == 0 ? zero
                    : builder.add(zero, makeInteger(builder, i32, shift));
}

// The left side as groups of four u8.
static Value groupBytes(TensorBuilder &builder, const Factor &factor) {
  Value bytes = factor.numbers;
  Type element = factor.getType().getElementType();
  if (!factor.isUnsigned())
    bytes = builder.emit<BitwiseXorOp>(
        {bytes, makeInteger(builder, element, -128)});
  Dims dims = getDims(factor.getType());
  int64_t depth = *dims.back().getConstant();
  int64_t groups = getNumGroups(depth);
  if (int64_t behind = groups * 4 - depth) {
    SmallVector<int64_t> widths(2 * dims.size(), 0);
    widths.back() = behind;
    PadOp::Properties properties;
    properties.pad_width = builder.getBuilder().getDenseI64ArrayAttr(widths);
    bytes = builder.emit<PadOp>(bytes, properties);
  }
  if (!bytes)
    return {};
  dims.back() = builder.dim(groups);
  return MemoryViewOp::create(
      builder.getBuilder(), builder.getLoc(),
      getTensorType(dims, builder.getBuilder().getI32Type()), bytes,
      builder.dim(0));
}

// out[.., n] = sum over g of dot4(lhs[.., g], rhs[g, n])
static void buildProduct(KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  OpFoldResult groups = tir::getExtents(builder, loc, kernel.input(1)).front();
  tir::buildReduceBlock(
      builder, loc, "dot4", tir::getExtents(builder, loc, kernel.output()),
      {groups}, zero,
      [&](OpBuilder &inner, Location loc, ValueRange spatial, ValueRange reduce,
          Value sum) -> Value {
        SmallVector<Value> place(spatial.drop_back());
        place.push_back(reduce[0]);
        Value lhs = memref::LoadOp::create(inner, loc, kernel.input(0), place);
        Value rhs = memref::LoadOp::create(
            inner, loc, kernel.input(1), ValueRange{reduce[0], spatial.back()});
        Value products = tir::Dot4U8S8Op::create(inner, loc, lhs, rhs);
        return arith::AddIOp::create(inner, loc, sum, products);
      },
      kernel.output());
}

tir::FuncOp PackIntegerProductsPass::getKernel(ArrayRef<RankedTensorType> types,
                                               Location loc,
                                               SymbolTable &symbols) {
  SmallVector<Type> key(types);
  tir::FuncOp &function =
      kernels[TypeAttr::get(TupleType::get(&getContext(), key))];
  if (!function) {
    KernelBuilder kernel(loc, "dot4", types.drop_back(), types.back());
    buildProduct(kernel);
    function = kernel.getFunction();
    symbols.insert(function);
  }
  return function;
}

// The sum of products of numbers less their zero points.
Value PackIntegerProductsPass::multiply(IntegerProduct &product,
                                        const PackedBytes &weight,
                                        TensorBuilder &builder,
                                        SymbolTable &symbols) {
  constexpr int64_t kShift = 128;
  OpBuilder &ops = builder.getBuilder();
  Location loc = builder.getLoc();
  Type i32 = ops.getI32Type();
  auto makeConstant = [&](ElementsAttr value) -> Value {
    return ConstantOp::create(ops, product.weight.getLoc(),
                              value.getShapedType(), value);
  };
  Value groups = groupBytes(builder, product.lhs);
  Value packed = makeConstant(weight.groups);
  RankedTensorType result = getTensorType(
      getDims(cast<RankedTensorType>(product.matmul.getType())), i32);
  if (!groups)
    return {};
  tir::FuncOp kernel =
      getKernel({cast<RankedTensorType>(groups.getType()),
                 cast<RankedTensorType>(packed.getType()), result},
                loc, symbols);
  Value sum =
      CallTIROp::create(ops, loc, TypeRange(result),
                        FlatSymbolRefAttr::get(kernel.getSymNameAttr()),
                        ValueRange{groups, packed}, ops.getArrayAttr({}))
          .getResult(0);
  if (Value zero = getZero(builder, product.lhs.zero,
                           product.lhs.isUnsigned() ? 0 : kShift))
    sum = builder.sub(sum, builder.mul(zero, makeConstant(weight.columnSums)));
  Value zero = getZero(builder, product.rhs.zero,
                       product.rhs.isUnsigned() ? -kShift : 0);
  if (!zero)
    return sum;
  Value rows = builder.sum(builder.cast(product.lhs.numbers, i32), {-1},
                           /*keep=*/true);
  if (Value start = getZero(builder, product.lhs.zero, 0))
    rows = builder.sub(
        rows,
        builder.mul(start, makeInteger(builder, i32, product.getDepth())));
  return builder.sub(sum, builder.mul(rows, zero));
}

void PackIntegerProductsPass::replace(IntegerProduct &product,
                                      SymbolTable &symbols) {
  PackedBytes weight = packBytes(cast<ElementsAttr>(product.weight.getValue()),
                                 product.rhs.isTransposed);
  if (!weight.groups)
    return;
  OpBuilder ops(product.matmul);
  TensorBuilder builder(ops, product.matmul.getLoc());
  Value result = multiply(product, weight, builder, symbols);
  if (product.lhs.scale)
    // One multiplication by the product of both scales, not two: each rounds.
    result = builder.mul(builder.cast(result, ops.getF32Type()),
                         builder.mul(product.lhs.scale, product.rhs.scale));
  // What was made is dead then, and has no effect.
  if (!result || result.getType() != product.matmul.getType())
    return;
  product.matmul.replaceAllUsesWith(result);
  product.matmul.erase();
}

void PackIntegerProductsPass::runOnOperation() {
  kernels.clear();
  SmallVector<IntegerProduct> products;
  for (auto func : getOperation().getOps<FuncOp>())
    func.walk([&](MatmulOp matmul) {
      if (std::optional<IntegerProduct> product = matchProduct(matmul))
        products.push_back(*product);
    });
  if (products.empty())
    return markAllAnalysesPreserved();
  SymbolTable symbols(getOperation());
  for (IntegerProduct &product : products)
    replace(product, symbols);
}

} // namespace mlir::relax
