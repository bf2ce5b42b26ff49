// Small matrices of warps: loads and products. In which register of which
// thread an element is, PTX says: with `width` elements a register, and threads
// in groups of four,
//
//   loaded      row: group, columns: width * (thread in group) + place
//   transposed  column: group, rows: width * (thread in group) + place
//   left        row: group + 8 * (register % 2), register / 2 of the terms
//   right       column: group, register of the terms
//   terms       4 * width * (which) + width * (thread in group) + place
//   sums        row: group + 8 * register, column: 2 * (thread in group) +
//   place
#include "Machine.h"
#include "ThreadGroup.h"

#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

#include <array>

namespace mlir::relax::reference {

/// Threads of a group, rows of a small matrix, and bytes of such a row.
/// A matrix of ldmatrix has 8 rows of 16 bytes, whatever its elements are; lane
/// 8 * i + j gives the address of row j of matrix i.
static constexpr int64_t kGroup = 4, kRows = 8, kRowBytes = 16;

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

namespace {
struct MatrixLoad : Meeting {
  const uint32_t *indices;
  int64_t matrices, width;
  bool isTransposed;
};
} // namespace

// Where a row begins that a thread says; nothing after an error.
static std::optional<int64_t> findRow(ThreadGroup &group, const Instruction *at,
                                      const MatrixLoad &load, Thread &thread) {
  group.take(thread);
  Machine &machine = group.getMachine();
  const View &view = *machine.views[at->a];
  Instruction access = *at;
  access.data = load.indices;
  int64_t place;
  if (!machine.locate(view, &access, place))
    return std::nullopt;
  int64_t end = machine.scalars[load.indices[view.sizes.size() - 1]].i +
                kRowBytes / at->element.bytes;
  if (end > view.sizes.back() || view.strides.back() != 1)
    machine.fail(at, "is out of bounds: a row has elements up to " +
                         Twine(end) +
                         " along the last axis, expected at most its size, " +
                         Twine(view.sizes.back()));
  // ldmatrix needs addresses of rows that are multiples of 16 (PTX ISA); on a
  // device another one is a fault of the whole context.
  else if (place % kRowBytes != 0)
    machine.fail(at, "loads a row from byte " + Twine(place) +
                         ", expected a multiple of 16");
  else
    return place;
  return std::nullopt;
}

static bool loadMatrices(ThreadGroup &group, const Instruction *at,
                         ArrayRef<Thread *> lanes) {
  auto &load =
      *static_cast<const MatrixLoad *>(static_cast<const Meeting *>(at->data));
  Machine &machine = group.getMachine();
  int64_t bytes = at->element.bytes;
  for (int64_t matrix = 0; matrix != load.matrices; ++matrix)
    for (int64_t row = 0; row != kRows; ++row) {
      std::optional<int64_t> place =
          findRow(group, at, load, *lanes[matrix * kRows + row]);
      if (!place)
        return false;
      const View &view = *machine.views[at->a];
      for (int64_t column = 0; column != kRowBytes / bytes; ++column) {
        int64_t element = *place + column * bytes;
        if (!machine.checkRead(view, element, bytes, at))
          return false;
        int64_t line = load.isTransposed ? column : row;
        int64_t along = load.isTransposed ? row : column;
        Thread &owner = *lanes[line * kGroup + along / load.width];
        owner.scalars[at->result + matrix * load.width + along % load.width] =
            at->element.load(view.memory->getData() + element);
      }
    }
  return true;
}

static LogicalResult compileLoad(nvgpu::LdMatrixOp op,
                                 ProgramBuilder &builder) {
  auto type = cast<VectorType>(op.getType());
  auto memory = cast<MemRefType>(op.getSrcMemref().getType());
  Element element = *Element::of(type.getElementType());
  constexpr int64_t kRegisterBits = 32;
  bool isRight = !op.getIndices().empty() && type.getRank() == 2 &&
                 type.getDimSize(0) <= kGroup &&
                 type.getDimSize(1) * element.bits == kRegisterBits &&
                 element.bits == element.bytes * 8 &&
                 memory.getElementType() == type.getElementType() &&
                 // Transposition is of pairs of bytes, so only elements of 16
                 // bits can be told apart then.
                 (!op.getTranspose() || type.getDimSize(1) == 2);
  if (!isRight)
    return op.emitOpError(
               "cannot be interpreted: expected up to 4 registers of 32 bits, "
               "and elements of 16 bits where it transposes, found ")
           << type;
  MatrixLoad load;
  load.run = &loadMatrices;
  load.what = "load matrices";
  load.indices = builder.keep(builder.getIndices(op.getIndices()))->data();
  load.matrices = type.getDimSize(0);
  load.width = type.getDimSize(1);
  load.isTransposed = op.getTranspose();
  addAxes(op, builder, load);
  uint32_t source = builder.getIndex(op.getSrcMemref());
  uint32_t result = builder.getVector(op.getResult());
  Instruction &instruction =
      emitMeeting(op, builder, builder.keep(std::move(load)));
  instruction.a = source;
  instruction.result = result;
  instruction.element = element;
  return success();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
struct MatrixProduct : Meeting {
  int64_t rows, columns, terms, width;
  Element factor, sum;
  bool cutsToTF32;

  Scalar getLeft(const Instruction *at, ArrayRef<Thread *> lanes, int64_t row,
                 int64_t term) const;
  Scalar getRight(const Instruction *at, ArrayRef<Thread *> lanes,
                  int64_t column, int64_t term) const;
  Scalar addUp(const Instruction *at, ArrayRef<Thread *> lanes, int64_t row,
               int64_t column, Scalar start) const;
  float cut(float value) const { return cutsToTF32 ? cutToTF32(value) : value; }
};
} // namespace

Scalar MatrixProduct::getLeft(const Instruction *at, ArrayRef<Thread *> lanes,
                              int64_t row, int64_t term) const {
  int64_t rest = term % (kGroup * width);
  int64_t place = term / (kGroup * width) * (rows / kRows) + row / kRows;
  return lanes[row % kRows * kGroup + rest / width]
      ->scalars[at->a + place * width + rest % width];
}

Scalar MatrixProduct::getRight(const Instruction *at, ArrayRef<Thread *> lanes,
                               int64_t column, int64_t term) const {
  int64_t rest = term % (kGroup * width);
  return lanes[column * kGroup + rest / width]
      ->scalars[at->b + term / (kGroup * width) * width + rest % width];
}

// Sums of f16 are rounded at the end.
// Sums of f32 in the order of the terms; devices have another one and a wider
// sum, so comparisons with them need a tolerance.
Scalar MatrixProduct::addUp(const Instruction *at, ArrayRef<Thread *> lanes,
                            int64_t row, int64_t column, Scalar start) const {
  for (int64_t term = 0; term != terms; ++term) {
    Scalar left = getLeft(at, lanes, row, term);
    Scalar right = getRight(at, lanes, column, term);
    if (sum.kind == Element::Kind::F64)
      start.d += left.d * right.d;
    else if (sum.isFloat())
      start.f += cut(left.f) * cut(right.f);
    else
      // i8 products summed in i32 wrap without satfinite.
      start.i = signExtend(static_cast<uint64_t>(start.i) +
                               static_cast<uint64_t>(left.i * right.i),
                           sum.bits);
  }
  if (sum.kind == Element::Kind::F16)
    start.f = roundToF16(start.f);
  return start;
}

static bool multiply(ThreadGroup &, const Instruction *at,
                     ArrayRef<Thread *> lanes) {
  auto &product = *static_cast<const MatrixProduct *>(
      static_cast<const Meeting *>(at->data));
  for (int64_t row = 0; row != product.rows; ++row)
    for (int64_t column = 0; column != product.columns; ++column) {
      Thread &owner = *lanes[row % kRows * kGroup + column / 2];
      int64_t place = row / kRows * 2 + column % 2;
      owner.scalars[at->result + place] =
          product.addUp(at, lanes, row, column, owner.scalars[at->c + place]);
    }
  return true;
}

static LogicalResult compileProduct(nvgpu::MmaSyncOp op,
                                    ProgramBuilder &builder) {
  auto left = cast<VectorType>(op.getMatrixA().getType());
  auto right = cast<VectorType>(op.getMatrixB().getType());
  auto sums = cast<VectorType>(op.getType());
  std::array<int64_t, 3> shape = op.getMmaShapeAsArray();
  MatrixProduct product;
  product.run = &multiply;
  product.what = "multiply matrices";
  product.rows = shape[0];
  product.columns = shape[1];
  product.terms = shape[2];
  product.width = left.getShape().back();
  product.factor = *Element::of(left.getElementType());
  product.sum = *Element::of(sums.getElementType());
  product.cutsToTF32 = op.getTf32Enabled().value_or(false);
  bool isRight =
      product.columns == kRows && product.rows % kRows == 0 &&
      product.terms % (kGroup * product.width) == 0 &&
      left.getNumElements() * kWarp == product.rows * product.terms &&
      right.getNumElements() * kWarp == product.columns * product.terms &&
      sums.getNumElements() * kWarp == product.rows * product.columns &&
      product.factor.isFloat() == product.sum.isFloat() &&
      (product.sum.kind == Element::Kind::F64) ==
          (product.factor.kind == Element::Kind::F64);
  if (!isRight)
    return op.emitOpError("cannot be interpreted: expected 8 columns, and "
                          "registers of a warp that hold the matrices");
  addAxes(op, builder, product);
  uint32_t a = builder.getVector(op.getMatrixA());
  uint32_t b = builder.getVector(op.getMatrixB());
  uint32_t c = builder.getVector(op.getMatrixC());
  uint32_t result = builder.getVector(op.getResult());
  Instruction &instruction =
      emitMeeting(op, builder, builder.keep(std::move(product)));
  instruction.a = a;
  instruction.b = b;
  instruction.c = c;
  instruction.result = result;
  return success();
}

void addMatrixEvaluations(EvaluationTable &table) {
  table.addWide<nvgpu::LdMatrixOp>(&compileLoad);
  table.addWide<nvgpu::MmaSyncOp>(&compileProduct);
}

} // namespace mlir::relax::reference
