// How lowered code calls the run-time library.
#include "RuntimeCalls.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::rt {

RuntimeDType getRuntimeDType(Type element) {
  // The codes of RelaxTypeCode in relax_module.h.
  auto dtype = [&](int32_t code) {
    return RuntimeDType{code, int32_t(element.getIntOrFloatBitWidth()), 1};
  };
  return llvm::TypeSwitch<Type, RuntimeDType>(element)
      .Case([](IndexType) { return RuntimeDType{0, 64, 1}; })
      .Case([&](IntegerType type) {
        if (type.getWidth() == 1)
          return RuntimeDType{6, 8, 1};
        return dtype(type.isUnsigned() ? 1 : 0);
      })
      .Case([&](BFloat16Type) { return dtype(4); })
      .Case([&](Float8E3M4Type) { return dtype(7); })
      .Case([&](Float8E4M3Type) { return dtype(8); })
      .Case([&](Float8E4M3B11FNUZType) { return dtype(9); })
      .Case([&](Float8E4M3FNType) { return dtype(10); })
      .Case([&](Float8E4M3FNUZType) { return dtype(11); })
      .Case([&](Float8E5M2Type) { return dtype(12); })
      .Case([&](Float8E5M2FNUZType) { return dtype(13); })
      .Case([&](Float8E8M0FNUType) { return dtype(14); })
      .Case([&](FloatType) { return dtype(2); })
      .Default([](Type) { return RuntimeDType{255, 0, 0}; });
}

LLVM::LLVMPointerType RuntimeCalls::pointerType(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(context);
}

LLVM::LLVMStructType RuntimeCalls::tensorType(MLIRContext *context) {
  Type pointer = pointerType(context);
  Type i8 = IntegerType::get(context, 8), i16 = IntegerType::get(context, 16),
       i32 = IntegerType::get(context, 32), i64 = IntegerType::get(context, 64);
  auto make = [&](ArrayRef<Type> fields) {
    return LLVM::LLVMStructType::getLiteral(context, fields);
  };
  return make({pointer, make({i32, i32}), i32, make({i8, i8, i16}), pointer,
               pointer, i64});
}

Value RuntimeCalls::i32(OpBuilder &builder, Location location, int64_t value) {
  return LLVM::ConstantOp::create(builder, location, builder.getI32Type(),
                                  value);
}

Value RuntimeCalls::i64(OpBuilder &builder, Location location, int64_t value) {
  return LLVM::ConstantOp::create(builder, location, builder.getI64Type(),
                                  value);
}

Value RuntimeCalls::call(OpBuilder &builder, Location location, StringRef name,
                         Type result, ValueRange arguments) {
  MLIRContext *context = builder.getContext();
  // A module has thousands of symbols, and is looked through one by one.
  LLVM::LLVMFuncOp &function = functions[name];
  if (!function)
    function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        result ? result : LLVM::LLVMVoidType::get(context),
        llvm::to_vector(arguments.getTypes()));
    function = LLVM::LLVMFuncOp::create(builder, location, name, type);
  }
  auto call = LLVM::CallOp::create(builder, location, function, arguments);
  return result ? call.getResult() : Value();
}

std::string RuntimeCalls::takeFreeName(const std::string &wanted) {
  if (names.empty())
    for (Operation &op : *module.getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        names.insert(symbol.getName());
  std::string name = wanted;
  for (unsigned i = 0; !names.insert(name).second; ++i)
    name = wanted + "_" + std::to_string(i);
  return name;
}

static LLVM::GlobalOp createConstant(ModuleOp module, OpBuilder &builder,
                                     Location location, Type type,
                                     const std::string &name, Attribute value) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::GlobalOp::create(builder, location, type, /*isConstant=*/true,
                                LLVM::Linkage::Private, name, value);
}

std::string RuntimeCalls::textSymbol(OpBuilder &builder, Location location,
                                     StringRef value) {
  std::string &name = texts[value];
  if (!name.empty())
    return name;
  name = "relax_text_" + std::to_string(texts.size());
  std::string bytes = value.str() + '\0';
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  createConstant(module, builder, location, type, name,
                 builder.getStringAttr(bytes));
  return name;
}

Value RuntimeCalls::text(OpBuilder &builder, Location location,
                         StringRef value) {
  return LLVM::AddressOfOp::create(builder, location,
                                   pointerType(builder.getContext()),
                                   textSymbol(builder, location, value));
}

std::string RuntimeCalls::integersSymbol(OpBuilder &builder, Location location,
                                         ArrayRef<int64_t> values) {
  std::string &name = arrays[values.vec()];
  if (!name.empty())
    return name;
  name = "relax_integers_" + std::to_string(arrays.size());
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), values.size());
  createConstant(module, builder, location, type, name,
                 builder.getI64TensorAttr(values));
  return name;
}

Value RuntimeCalls::integers(OpBuilder &builder, Location location,
                             ArrayRef<int64_t> values) {
  auto pointer = pointerType(builder.getContext());
  if (values.empty())
    return LLVM::ZeroOp::create(builder, location, pointer);
  return LLVM::AddressOfOp::create(builder, location, pointer,
                                   integersSymbol(builder, location, values));
}

static Block &getEntry(Operation *op) {
  return op->getParentOfType<FunctionOpInterface>().getFunctionBody().front();
}

Value RuntimeCalls::context(Operation *op) {
  return getEntry(op).getArgument(0);
}

StringRef getRuntimeName(Operation *function) {
  auto name = function->getAttrOfType<StringAttr>(RuntimeDialect::kName);
  return (name ? name : SymbolTable::getSymbolName(function)).getValue();
}

StringRef RuntimeCalls::functionName(Operation *op) {
  return getRuntimeName(op->getParentOfType<FunctionOpInterface>());
}

// A comparison with this attribute, if it holds, ends the function: with the
// status that it compares, or with that of the context. Blocks are split when
// all ops are converted: a conversion that splits moves each op behind the
// split by itself and notes it for a rollback, so that 1,000 calls in a row
// took 3 GB.
static constexpr StringLiteral kExit = "relax_rt.exit";
static constexpr StringLiteral kComparedStatus = "compared";
static constexpr StringLiteral kContextStatus = "context";

static void exitIf(LLVM::ICmpOp failed, StringRef status) {
  failed->setDiscardableAttr(kExit,
                             StringAttr::get(failed.getContext(), status));
}

void RuntimeCalls::returnUnlessOk(ConversionPatternRewriter &rewriter,
                                  Operation *op, Value status) {
  Location location = op->getLoc();
  exitIf(LLVM::ICmpOp::create(rewriter, location, LLVM::ICmpPredicate::ne,
                              status, i32(rewriter, location, 0)),
         kComparedStatus);
}

void RuntimeCalls::callOrReturn(ConversionPatternRewriter &rewriter,
                                Operation *op, StringRef name,
                                ValueRange arguments) {
  returnUnlessOk(
      rewriter, op,
      call(rewriter, op->getLoc(), name, rewriter.getI32Type(), arguments));
}

void RuntimeCalls::returnIfNull(ConversionPatternRewriter &rewriter,
                                Operation *op, Value pointer) {
  Location location = op->getLoc();
  Value null = LLVM::ZeroOp::create(rewriter, location, pointer.getType());
  exitIf(LLVM::ICmpOp::create(rewriter, location, LLVM::ICmpPredicate::eq,
                              pointer, null),
         kContextStatus);
}

void RuntimeCalls::returnIfNegative(ConversionPatternRewriter &rewriter,
                                    Operation *op, Value number) {
  Location location = op->getLoc();
  Value zero = LLVM::ZeroOp::create(rewriter, location, number.getType());
  exitIf(LLVM::ICmpOp::create(rewriter, location, LLVM::ICmpPredicate::slt,
                              number, zero),
         kContextStatus);
}

/// Ends the block of `failed` behind it; where it holds, a block before `next`,
/// null for the end, leaves the function. Gives that block.
static Block *splitAtExit(RuntimeCalls &calls, LLVM::ICmpOp failed,
                          StringRef status, Block *next) {
  Location location = failed.getLoc();
  Block *before = failed->getBlock();
  Block *after = before->splitBlock(++Block::iterator(failed));
  Region *region = before->getParent();
  OpBuilder builder(failed.getContext());
  Block *exit =
      builder.createBlock(region, next ? next->getIterator() : region->end());
  Value result =
      status == kComparedStatus
          ? failed.getLhs()
          : calls.call(builder, location, "relax_rt_status",
                       builder.getI32Type(), RuntimeCalls::context(failed));
  LLVM::ReturnOp::create(builder, location, result);
  builder.setInsertionPointToEnd(before);
  // Failures are rare.
  LLVM::CondBrOp::create(builder, location, failed, exit, ValueRange(), after,
                         ValueRange(), std::make_pair(1, 2000));
  return exit;
}

void RuntimeCalls::splitAtExits() {
  SmallVector<LLVM::ICmpOp> exits;
  module.walk([&](LLVM::ICmpOp op) {
    if (op->hasAttr(kExit))
      exits.push_back(op);
  });
  // From the last one on: what a split moves was split already, so that each op
  // moves once.
  DenseMap<Region *, Block *> firstExits;
  for (LLVM::ICmpOp failed : llvm::reverse(exits)) {
    auto status = cast<StringAttr>(failed->removeDiscardableAttr(kExit));
    Block *&exit = firstExits[failed->getParentRegion()];
    exit = splitAtExit(*this, failed, status, exit);
  }
}

Value RuntimeCalls::allocateFrame(OpBuilder &builder, Operation *op, Type type,
                                  int64_t count) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&getEntry(op));
  Value size = i64(builder, op->getLoc(), count);
  return LLVM::AllocaOp::create(builder, op->getLoc(),
                                pointerType(builder.getContext()), type, size);
}

Value RuntimeCalls::storeArray(OpBuilder &builder, Operation *op, Type element,
                               ValueRange values) {
  Location location = op->getLoc();
  auto pointer = pointerType(builder.getContext());
  Value array =
      allocateFrame(builder, op, element, std::max<int64_t>(values.size(), 1));
  for (auto [i, value] : llvm::enumerate(values)) {
    Value slot = LLVM::GEPOp::create(builder, location, pointer, element, array,
                                     ArrayRef<LLVM::GEPArg>{int32_t(i)});
    LLVM::StoreOp::create(builder, location, value, slot);
  }
  return array;
}

} // namespace mlir::relax::rt
