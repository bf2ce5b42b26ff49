// Lowers constants to bytes, and accesses to vectors of booleans, which take a
// byte each in memory.
#include "RuntimeCalls.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::relax::rt {

static RankedTensorType getBytesType(MLIRContext *context, int64_t size) {
  return RankedTensorType::get({size}, IntegerType::get(context, 8));
}

// The bytes of `value` as memory has them; null if they are not at hand.
// Bytes have no byte order, and no element type that LLVM would have to know:
// bf16 or f8 are bytes as well. A resource is passed by its handle, so that
// weights of gigabytes are not copied.
static ElementsAttr getBytes(ElementsAttr value) {
  MLIRContext *context = value.getContext();
  auto type = cast<ShapedType>(value.getType());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return {};
    return DenseResourceElementsAttr::get(
        getBytesType(context, blob->getData().size()), resource.getRawHandle());
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || !type.getElementType().isIntOrIndexOrFloat())
    return {};
  std::vector<char> bytes;
  if (type.getElementType().isInteger(1)) {
    for (bool element : dense.getValues<bool>())
      bytes.push_back(element);
  } else if (dense.isSplat()) {
    ArrayRef<char> element = dense.getRawData();
    bytes.reserve(element.size() * type.getNumElements());
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      bytes.insert(bytes.end(), element.begin(), element.end());
  } else {
    bytes = dense.getRawData().vec();
  }
  return DenseElementsAttr::getFromRawBuffer(
      getBytesType(context, bytes.size()), bytes);
}

namespace {

/// Initialized globals of a static shape; others are upstream's.
/// Upstream's pattern makes an array of the shape's dimensions and of the
/// element type; bytes need neither, and LLVM writes them as one string.
struct GlobalToLLVM : ConvertOpToLLVMPattern<memref::GlobalOp> {
  explicit GlobalToLLVM(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(memref::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto value = dyn_cast_or_null<ElementsAttr>(
        op.getInitialValue().value_or(Attribute()));
    ElementsAttr bytes = value ? getBytes(value) : ElementsAttr();
    if (!bytes)
      return rewriter.notifyMatchFailure(op, "expected a constant of numbers");
    auto type =
        LLVM::LLVMArrayType::get(rewriter.getI8Type(), bytes.getNumElements());
    // An empty array has no constant of its own.
    Attribute initial = bytes.getNumElements() == 0
                            ? Attribute(LLVM::ZeroAttr::get(getContext()))
                            : Attribute(bytes);
    auto linkage =
        op.isPublic() ? LLVM::Linkage::External : LLVM::Linkage::Internal;
    LLVM::GlobalOp::create(rewriter, op.getLoc(), type, op.getConstant(),
                           linkage, op.getSymName(), initial,
                           op.getAlignment().value_or(64));
    rewriter.eraseOp(op);
    return success();
  }
};

/// Accesses to vectors of booleans.
/// LLVM's vector of i1 is packed bits in memory. Here a boolean is a byte, as
/// in DLPack and in all scalar accesses.
template <typename OpT>
struct BooleansToLLVM : ConvertOpToLLVMPattern<OpT> {
  explicit BooleansToLLVM(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern<OpT>(converter, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location location = op.getLoc();
    MemRefType memref = op.getMemRefType();
    VectorType type = op.getVectorType();
    if (!memref.getElementType().isInteger(1) || type.getRank() != 1)
      return rewriter.notifyMatchFailure(op, "expected booleans");
    Type bytes = VectorType::get(type.getShape(), rewriter.getI8Type());
    Value address = this->getStridedElementPtr(
        rewriter, location, memref, adaptor.getBase(), adaptor.getIndices());
    // Buffers may be parts of others at any byte.
    constexpr unsigned alignment = 1;
    if constexpr (std::is_same_v<OpT, vector::LoadOp>) {
      Value loaded =
          LLVM::LoadOp::create(rewriter, location, bytes, address, alignment);
      rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, type, loaded);
    } else if constexpr (std::is_same_v<OpT, vector::StoreOp>) {
      Value wide = LLVM::ZExtOp::create(rewriter, location, bytes,
                                        adaptor.getValueToStore());
      LLVM::StoreOp::create(rewriter, location, wide, address, alignment);
      rewriter.eraseOp(op);
    } else if constexpr (std::is_same_v<OpT, vector::MaskedLoadOp>) {
      Value other = LLVM::ZExtOp::create(rewriter, location, bytes,
                                         adaptor.getPassThru());
      Value loaded =
          LLVM::MaskedLoadOp::create(rewriter, location, bytes, address,
                                     adaptor.getMask(), other, alignment);
      rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, type, loaded);
    } else {
      Value wide = LLVM::ZExtOp::create(rewriter, location, bytes,
                                        adaptor.getValueToStore());
      LLVM::MaskedStoreOp::create(rewriter, location, wide, address,
                                  adaptor.getMask(), alignment);
      rewriter.eraseOp(op);
    }
    return success();
  }
};

} // namespace

void populateConstantToLLVM(const LLVMTypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<GlobalToLLVM, BooleansToLLVM<vector::LoadOp>,
               BooleansToLLVM<vector::StoreOp>,
               BooleansToLLVM<vector::MaskedLoadOp>,
               BooleansToLLVM<vector::MaskedStoreOp>>(converter);
}

} // namespace mlir::relax::rt
