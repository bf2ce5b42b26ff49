// Writes the buffers of tensor programs: parameters, allocations, views.
#include "ProgramWriter.h"

#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax::tvmscript {

// An error, and a name that will never be written: the text is thrown away.
BufferText &ProgramWriter::bufferOf(Value value) {
  auto found = buffers.find(value);
  if (found == buffers.end())
    module.reject(value.getDefiningOp() ? value.getDefiningOp()
                                        : program.getOperation(),
                  "expected a buffer like those of TVM, found " +
                      debugString(value.getType()));
  return buffers[value];
}

/// The scope that a buffer is in; empty for the usual one.
static StringRef scopeOf(MemRefType type) {
  auto scope = dyn_cast_or_null<StringAttr>(type.getMemorySpace());
  return scope ? scope.getValue() : StringRef();
}

/// An integer of the type that indices have.
/// TVM gives a plain number in a buffer's type i32, and types of sizes have to
/// agree with those of indices.
static std::string number(StringRef type, int64_t value) {
  return ("T." + type + "(").str() + std::to_string(value) + ")";
}

std::string ProgramWriter::layoutWords(MemRefType type, Value buffer) {
  int64_t offset;
  SmallVector<int64_t> steps;
  if (type.getLayout().isIdentity() ||
      failed(type.getStridesAndOffset(steps, offset)))
    return {};
  // What an allocation computes, the offset first. Other strides of unknown
  // size are variables of the buffer, declared as sizes are.
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  ValueRange computed = alloc ? alloc.getSymbolOperands() : ValueRange();
  if (!computed.empty() && ShapedType::isDynamic(offset))
    computed = computed.drop_front();
  std::string text = ", strides=(";
  SmallVector<std::string> &own = strides[buffer];
  for (int64_t step : steps) {
    if (!ShapedType::isDynamic(step)) {
      own.push_back(number(indexType(), step));
    } else if (!computed.empty()) {
      own.push_back(single(OpFoldResult(computed.front())));
      computed = computed.drop_front();
    } else {
      own.push_back(names.fresh("stride"));
      freeSizes.push_back(own.back());
    }
    text += own.back() + ", ";
  }
  text += ")";
  if (offset == 0)
    return text;
  std::string start = number(indexType(), offset);
  if (ShapedType::isDynamic(offset)) {
    start = names.fresh("start");
    freeSizes.push_back(start);
  }
  starts[buffer] = start;
  return text + ", elem_offset=" + start;
}

std::string ProgramWriter::bufferWords(MemRefType type,
                                       ArrayRef<std::string> sizes,
                                       Value buffer) {
  std::string element = dtypeOf(type.getElementType());
  if (element.empty())
    module.reject(program,
                  "expected elements that buffers of TVM have, found " +
                      debugString(type.getElementType()));
  // Signs are in TVM's types and in operations here. SignFacts says which
  // buffers are only used as unsigned.
  if (facts.isUnsigned(buffer) && StringRef(element).starts_with("int"))
    element = "u" + element;
  std::string text = "(" + llvm::join(sizes, ", ") +
                     (sizes.size() == 1 ? ",), " : "), ") + quoted(element);
  text += layoutWords(type, buffer);
  if (StringRef scope = scopeOf(type); !scope.empty() && scope != "global")
    text += ", scope=" + quoted(scope);
  return text;
}

static DimsAttr dimsOf(BlockArgument buffer, tir::FuncOp program) {
  return program.getArgAttrOfType<DimsAttr>(buffer.getArgNumber(),
                                            tir::TIRDialect::kDims);
}

/// Whether TVM knows a size when the program is called: of each of its symbols
/// a buffer, or a number, is the size itself. It solves no `n + 1` for `n`.
static bool isBound(SymExprAttr dim, tir::FuncOp program) {
  llvm::SmallDenseSet<StringAttr> bound;
  for (BlockArgument parameter : program.getArguments()) {
    SmallVector<SymExprAttr> own;
    if (DimsAttr dims = dimsOf(parameter, program))
      llvm::append_range(own, dims.getDims());
    own.push_back(program.getArgAttrOfType<SymExprAttr>(
        parameter.getArgNumber(), tir::TIRDialect::kVar));
    for (SymExprAttr size : own)
      if (size && size.isSymbol())
        bound.insert(StringAttr::get(program.getContext(), size.getSymbol()));
  }
  // A number that is added to a symbol leaves it open; so does a product, by
  // which TVM would have to divide.
  bool isKnown = true;
  walkSymbols(Attribute(dim),
              [&](StringAttr symbol) { isKnown &= bound.contains(symbol); });
  return isKnown;
}

/// The name of a size that a buffer of `known` has, too; empty for none. Equal
/// expressions are equal sizes, and two names for one would be two sizes to
/// TVM, which then finds no loop that goes over both.
static std::string findSize(const DenseMap<Value, BufferText> &known,
                            SymExprAttr dim, tir::FuncOp program) {
  for (auto &[other, text] : known) {
    auto argument = dyn_cast<BlockArgument>(other);
    bool isParameter =
        argument && argument.getOwner() == &program.getBody().front();
    DimsAttr dims = isParameter ? dimsOf(argument, program) : DimsAttr();
    for (auto [axis, own] :
         llvm::enumerate(dims ? dims.getDims() : ArrayRef<SymExprAttr>()))
      if (own && own == dim)
        return text.sizes[axis];
  }
  return {};
}

SmallVector<std::string> ProgramWriter::sizesOf(BlockArgument buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  DimsAttr dims = dimsOf(buffer, program);
  SmallVector<std::string> sizes;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    SymExprAttr dim = dims ? dims.getDims()[axis] : SymExprAttr();
    if (!type.isDynamicDim(axis)) {
      sizes.push_back(number(indexType(), type.getDimSize(axis)));
    } else if (dim && isBound(dim, program)) {
      sizes.push_back(types.expr(dim));
    } else if (std::string same = findSize(buffers, dim, program);
               !same.empty()) {
      sizes.push_back(same);
    } else {
      sizes.push_back(names.fresh("n"));
      freeSizes.push_back(sizes.back());
    }
  }
  return sizes;
}

void ProgramWriter::allocate(memref::AllocOp op) {
  auto type = op.getType();
  SmallVector<std::string> sizes;
  auto dynamic = op.getDynamicSizes().begin();
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? expression(*dynamic++).text
                                                : number(indexType(), size));
  Value buffer = op.getResult();
  std::string name = names.fresh("buffer");
  std::string text = bufferWords(type, sizes, buffer);
  // Buffers of blocks come before all else in them; others are statements.
  // Blocks of TVM have a list of buffers that they allocate; what stands
  // behind other statements is a statement.
  Operation *before = op->getPrevNode();
  while (before && (isExpression(before) ||
                    isa<memref::AllocOp, memref::DimOp, tir::InitOp>(before)))
    before = before->getPrevNode();
  bool isOfBlock =
      !before && hasBlocks && isa<tir::BlockOp, tir::FuncOp>(op->getParentOp());
  auto annotations = op->getAttrOfType<DictionaryAttr>("annotations");
  if (std::optional<uint64_t> alignment = op.getAlignment())
    text += ", align=" + std::to_string(*alignment);
  if (annotations) {
    isOfBlock = false;
    text += ", annotations=" + types.dictionary(op, annotations.getValue());
  }
  module.lines.add(name + " = T." +
                   (isOfBlock ? "sblock_alloc_buffer(" : "alloc_buffer(") +
                   text + ")");
  buffers[buffer] = {name, sizes};
}

std::string ProgramWriter::single(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return number(indexType(), *constant);
  return expression(cast<Value>(value)).text;
}

std::string ProgramWriter::part(memref::SubViewOp op) {
  SmallVector<std::string> words;
  for (auto [offset, size, stride] : llvm::zip(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    if (getConstantIntValue(stride) != 1)
      module.reject(op,
                    "expected steps of one, as of a part of a buffer of TVM");
    std::string start = single(offset);
    words.push_back(start + ":" + start + " + " + single(size));
  }
  return bufferOf(op.getSource()).name + "[" + llvm::join(words, ", ") + "]";
}

void ProgramWriter::match(memref::SubViewOp op) {
  auto type = op.getType();
  std::string source = part(op);
  Value buffer = op.getResult();
  // The start of a reduction sees what the block around it matches.
  // An init is written inside of the block, and a second match of the same
  // region would be another buffer.
  if (auto found = matched.find(source); found != matched.end()) {
    buffers[buffer] = buffers[found->second];
    return;
  }
  if (!isa<tir::BlockOp>(op->getParentOp()))
    module.reject(op, "expected one part of a buffer for all of the block, as "
                      "TVM matches it; do that at its beginning");
  SmallVector<std::string> sizes;
  SmallVector<OpFoldResult> all = op.getMixedSizes();
  for (OpFoldResult size : ArrayRef(all).take_back(type.getRank()))
    sizes.push_back(single(size));
  bool isDescribed = llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa<memref::ExtractStridedMetadataOp>(user);
  });
  auto plain =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  std::string name = names.fresh("part");
  std::string words = bufferWords(plain, sizes, buffer);
  // Strides and offset are only named where something asks for them: TVM then
  // knows that the buffer is compact.
  if (isDescribed) {
    std::string list;
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      strides[buffer].push_back(names.fresh("stride"));
      freeSizes.push_back(strides[buffer].back());
      list += strides[buffer].back() + ", ";
    }
    starts[buffer] = names.fresh("start");
    freeSizes.push_back(starts[buffer]);
    words += ", strides=(" + list + "), elem_offset=" + starts[buffer];
  }
  module.lines.add(name + " = T.match_buffer(" + source + ", " + words +
                   ", offset_factor=1)");
  buffers[buffer] = {name, sizes};
  matched[source] = buffer;
}

void ProgramWriter::alias(memref::ReinterpretCastOp op) {
  Value buffer = op.getResult();
  SmallVector<std::string> sizes;
  for (OpFoldResult size : op.getMixedSizes())
    sizes.push_back(single(size));
  auto plain = MemRefType::get(
      op.getType().getShape(), op.getType().getElementType(),
      MemRefLayoutAttrInterface(), op.getType().getMemorySpace());
  std::string name = names.fresh("view");
  std::string words = bufferWords(plain, sizes, buffer);
  std::string list;
  for (OpFoldResult stride : op.getMixedStrides())
    list += single(stride) + ", ";
  if (!op.getType().getLayout().isIdentity())
    words += ", strides=(" + list + ")";
  OpFoldResult start = op.getMixedOffsets().front();
  if (getConstantIntValue(start) != 0)
    words += ", elem_offset=" + single(start);
  module.lines.add(name + " = T.decl_buffer(" + words +
                   ", data=" + bufferOf(op.getSource()).name + ".data)");
  buffers[buffer] = {name, sizes};
}

void ProgramWriter::describe(memref::ExtractStridedMetadataOp op) {
  Value buffer = op.getSource();
  if (!starts.count(buffer))
    starts[buffer] = number(indexType(), 0);
  known[op.getOffset()] = starts[buffer];
  for (auto [size, text] : llvm::zip(op.getSizes(), bufferOf(buffer).sizes))
    known[size] = text;
  for (auto [stride, text] : llvm::zip(op.getStrides(), strides[buffer]))
    known[stride] = text;
}

bool ProgramWriter::bufferStatement(Operation *op) {
  if (auto allocation = dyn_cast<memref::AllocOp>(op))
    return allocate(allocation), true;
  if (auto view = dyn_cast<memref::SubViewOp>(op))
    return match(view), true;
  if (auto view = dyn_cast<memref::ReinterpretCastOp>(op))
    return alias(view), true;
  if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op))
    return describe(metadata), true;
  auto dim = dyn_cast<memref::DimOp>(op);
  if (!dim)
    return false;
  // Sizes of buffers are expressions of their own in TVM, so an axis has to be
  // known.
  std::optional<int64_t> axis = dim.getConstantIndex();
  BufferText &buffer = bufferOf(dim.getSource());
  if (!axis || *axis >= int64_t(buffer.sizes.size())) {
    module.reject(op,
                  "expected the size of a known axis, as of a buffer of TVM");
    return true;
  }
  const std::string &size = buffer.sizes[*axis];
  known[dim.getResult()] = isFreeIdentifier(size) ? size : "(" + size + ")";
  return true;
}

} // namespace mlir::relax::tvmscript
