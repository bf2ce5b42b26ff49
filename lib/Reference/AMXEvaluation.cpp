// Tiles of AMX: loads, stores and products, as Intel's manual has them (volume
// 2, TDPBUSD, TDPBF16PS). The elements of a tile have contiguous slots, row by
// row; of the right side a row has the terms of each column next to each other:
//
//   left   row: of the sum; columns: terms
//   right  row: so many terms as a word of 32 bits has; columns: those of each
//          column of the sum
#include "Machine.h"

#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/IR/Matchers.h"
#include <limits>

namespace mlir::relax::reference {

namespace {

/// A tile in memory: slots of indices, its rows, and the bytes of a row.
struct TileAccess {
  const uint32_t *indices;
  int64_t rows, rowBytes;
  /// The slot of the distance of rows, in elements of the buffer; none: that of
  /// the last axis but one.
  std::optional<uint32_t> stride;
  /// An element of the tile.
  Element part;
};

/// Extents of a product, in words where these have several terms.
struct TileShape {
  int64_t rows, columns, words;
};

} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// The place of the first row. Rows are parts of the last axis; where the next
// one is says the stride, which may lead anywhere in the buffer.
static bool locateTile(Machine &machine, const Instruction *at,
                       const View &view, int64_t &place, int64_t &stride) {
  auto &tile = *static_cast<const TileAccess *>(at->data);
  Instruction first = *at;
  first.data = tile.indices;
  if (!machine.locate(view, &first, place))
    return false;
  size_t rank = view.sizes.size();
  int64_t bytes = at->element.bytes;
  int64_t end =
      machine.scalars[tile.indices[rank - 1]].i + tile.rowBytes / bytes;
  if (end > view.sizes.back() || view.strides.back() != 1) {
    machine.fail(at, "is out of bounds: a row has elements up to " +
                         Twine(end) +
                         " along the last axis, expected at most "
                         "its size, " +
                         Twine(view.sizes.back()));
    return false;
  }
  if (tile.stride) {
    int64_t last = 0, size;
    bool overflows = llvm::MulOverflow<int64_t>(machine.scalars[*tile.stride].i,
                                                bytes, stride) ||
                     llvm::MulOverflow<int64_t>(tile.rows - 1, stride, last) ||
                     llvm::AddOverflow(place, last, last) ||
                     llvm::AddOverflow(last, tile.rowBytes, size);
    if (!overflows && last >= 0 && size <= view.memory->getSize())
      return true;
    if (overflows)
      last = std::numeric_limits<int64_t>::max();
    machine.fail(at, "is out of bounds: the last row begins at byte " +
                         Twine(last) + ", expected one in the buffer of " +
                         Twine(view.memory->getSize()));
    return false;
  }
  stride = view.strides[rank - 2] * bytes;
  int64_t last = machine.scalars[tile.indices[rank - 2]].i + tile.rows;
  if (last <= view.sizes[rank - 2])
    return true;
  machine.fail(at, "is out of bounds: rows up to " + Twine(last) +
                       ", expected at most " + Twine(view.sizes[rank - 2]));
  return false;
}

// Elements of a tile may be parts of those of the buffer: words of bytes.
static const Instruction *runTileLoad(Machine &machine, const Instruction *at) {
  const View &view = *machine.views[at->a];
  auto &tile = *static_cast<const TileAccess *>(at->data);
  int64_t place, stride;
  if (!locateTile(machine, at, view, place, stride))
    return nullptr;
  uint32_t slot = at->result;
  for (int64_t row = 0; row != tile.rows; ++row, place += stride) {
    if (!machine.checkRead(view, place, tile.rowBytes, at))
      return nullptr;
    for (int64_t byte = 0; byte != tile.rowBytes; byte += tile.part.bytes)
      machine.scalars[slot++] =
          tile.part.load(view.memory->getData() + place + byte);
  }
  return at + 1;
}

static const Instruction *runTileStore(Machine &machine,
                                       const Instruction *at) {
  const View &view = *machine.views[at->a];
  auto &tile = *static_cast<const TileAccess *>(at->data);
  int64_t place, stride;
  if (!locateTile(machine, at, view, place, stride))
    return nullptr;
  int64_t bytes = at->element.bytes;
  std::vector<uint8_t> row(tile.rowBytes);
  uint32_t slot = at->b;
  for (int64_t i = 0; i != tile.rows; ++i, place += stride) {
    for (int64_t byte = 0; byte != tile.rowBytes; byte += bytes)
      at->element.store(row.data() + byte, machine.scalars[slot++]);
    if (!machine.checkWrite(view, place, tile.rowBytes, at, row.data()))
      return nullptr;
    llvm::copy(row, view.memory->getData() + place);
  }
  return at + 1;
}

// Compiles a load of `tile`, or a store if it has a slot already.
template <typename Op>
static LogicalResult compileTileAccess(Op op, ProgramBuilder &builder,
                                       Handler run, Value tile) {
  auto type = cast<amx::TileType>(tile.getType());
  auto memory = cast<MemRefType>(op.getBase().getType());
  std::optional<Element> whole = Element::of(memory.getElementType());
  Element part = *Element::of(type.getElementType());
  int64_t rowBytes = type.getShape().back() * part.bytes;
  bool isRight = whole && whole->bits == 8 * whole->bytes &&
                 rowBytes % whole->bytes == 0 && memory.getRank() != 0 &&
                 (op.getStride() || memory.getRank() > 1) &&
                 (isa<amx::TileLoadOp>(op) ||
                  type.getElementType() == memory.getElementType());
  if (!isRight)
    return op.emitOpError("cannot be interpreted: expected rows of whole "
                          "elements of the buffer, which a store does not "
                          "reinterpret, found ")
           << type << " of " << memory;
  TileAccess access{builder.keep(builder.getIndices(op.getIndices()))->data(),
                    type.getShape().front(), rowBytes, std::nullopt, part};
  if (op.getStride())
    access.stride = builder.getIndex(op.getStride());
  uint32_t view = builder.getIndex(op.getBase());
  uint32_t slot = builder.getVector(tile);
  uint32_t id = builder.getLibrary().addOp(op);
  const TileAccess *kept = builder.keep(access);
  Instruction &instruction = builder.emit(op, run);
  instruction.a = view;
  instruction.b = instruction.result = slot;
  instruction.data = kept;
  instruction.id = id;
  instruction.element = *whole;
  return success();
}

static LogicalResult compileTileLoad(amx::TileLoadOp op,
                                     ProgramBuilder &builder) {
  return compileTileAccess(op, builder, &runTileLoad, op.getRes());
}

static LogicalResult compileTileStore(amx::TileStoreOp op,
                                      ProgramBuilder &builder) {
  return compileTileAccess(op, builder, &runTileStore, op.getVal());
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static const Instruction *runTileZero(Machine &machine, const Instruction *at) {
  Scalar zero;
  zero.u = 0;
  std::fill_n(machine.scalars + at->result, at->b, zero);
  return at + 1;
}

static LogicalResult compileTileZero(amx::TileZeroOp op,
                                     ProgramBuilder &builder) {
  uint32_t result = builder.getVector(op.getRes());
  Instruction &instruction = builder.emit(op, &runTileZero);
  instruction.result = result;
  instruction.b = static_cast<uint32_t>(op.getTileType().getNumElements());
  return success();
}

// Numbers without a sign come as those with one, whose byte is the same.
template <bool isZextLhs, bool isZextRhs>
static const Instruction *runTileMulI(Machine &machine, const Instruction *at) {
  constexpr int64_t kTerms = 4;
  auto &shape = *static_cast<const TileShape *>(at->data);
  Scalar *slots = machine.scalars;
  auto get = [&](uint32_t slot, bool isZext) -> int64_t {
    return isZext ? int64_t(uint8_t(slots[slot].i)) : int8_t(slots[slot].i);
  };
  for (int64_t row = 0; row != shape.rows; ++row)
    for (int64_t column = 0; column != shape.columns; ++column) {
      uint32_t place = row * shape.columns + column;
      uint64_t sum = slots[at->c + place].i;
      for (int64_t word = 0; word != shape.words; ++word)
        for (int64_t term = 0; term != kTerms; ++term)
          sum += get(at->a + (row * shape.words + word) * kTerms + term,
                     isZextLhs) *
                 get(at->b + (word * shape.columns + column) * kTerms + term,
                     isZextRhs);
      slots[at->result + place].i = signExtend(sum, 32);
    }
  return at + 1;
}

// What is too small for a normal number counts as zero.
static float flushSubnormal(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value)
                                                : value;
}

// The first terms of all words, the second ones, and then both to the sum.
static const Instruction *runTileMulF(Machine &machine, const Instruction *at) {
  constexpr int64_t kTerms = 2;
  auto &shape = *static_cast<const TileShape *>(at->data);
  Scalar *slots = machine.scalars;
  auto get = [&](uint32_t slot) { return flushSubnormal(slots[slot].f); };
  for (int64_t row = 0; row != shape.rows; ++row)
    for (int64_t column = 0; column != shape.columns; ++column) {
      uint32_t place = row * shape.columns + column;
      float sums[kTerms] = {0, 0};
      for (int64_t word = 0; word != shape.words; ++word)
        for (int64_t term = 0; term != kTerms; ++term)
          sums[term] = flushSubnormal(std::fma(
              get(at->a + (row * shape.words + word) * kTerms + term),
              get(at->b + (word * shape.columns + column) * kTerms + term),
              sums[term]));
      slots[at->result + place].f = flushSubnormal(
          get(at->c + place) + flushSubnormal(sums[0] + sums[1]));
    }
  return at + 1;
}

template <typename Op>
static LogicalResult emitTileProduct(Op op, ProgramBuilder &builder,
                                     Handler run) {
  amx::TileType lhs = op.getLhsTileType(), sum = op.getTileType();
  int64_t terms = 32 / lhs.getElementType().getIntOrFloatBitWidth();
  const TileShape *shape = builder.keep(TileShape{
      sum.getShape()[0], sum.getShape()[1], lhs.getShape()[1] / terms});
  uint32_t a = builder.getVector(op.getLhs());
  uint32_t b = builder.getVector(op.getRhs());
  uint32_t c = builder.getVector(op.getAcc());
  uint32_t result = builder.getVector(op.getRes());
  Instruction &instruction = builder.emit(op, run);
  instruction.a = a;
  instruction.b = b;
  instruction.c = c;
  instruction.result = result;
  instruction.data = shape;
  return success();
}

static LogicalResult compileTileMulI(amx::TileMulIOp op,
                                     ProgramBuilder &builder) {
  Handler run = op.getIsZextLhs()
                    ? (op.getIsZextRhs() ? &runTileMulI<true, true>
                                         : &runTileMulI<true, false>)
                    : (op.getIsZextRhs() ? &runTileMulI<false, true>
                                         : &runTileMulI<false, false>);
  return emitTileProduct(op, builder, run);
}

static LogicalResult compileTileMulF(amx::TileMulFOp op,
                                     ProgramBuilder &builder) {
  return emitTileProduct(op, builder, &runTileMulF);
}

void addAMXEvaluations(EvaluationTable &table) {
  table.addWide<amx::TileLoadOp>(&compileTileLoad);
  table.addWide<amx::TileStoreOp>(&compileTileStore);
  table.addWide<amx::TileZeroOp>(&compileTileZero);
  table.addWide<amx::TileMulIOp>(&compileTileMulI);
  table.addWide<amx::TileMulFOp>(&compileTileMulF);
}

} // namespace mlir::relax::reference
