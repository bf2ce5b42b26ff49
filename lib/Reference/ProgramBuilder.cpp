// Compiles functions: asks for each op the evaluation that is registered.
#include "ProgramBuilder.h"

#include "CallSite.h"

#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::relax::reference {

const EvaluationTable::Compile *EvaluationTable::lookup(Operation *op) const {
  auto found = table.find(op->getName().getStringRef());
  return found == table.end() ? nullptr : &found->second;
}

const EvaluationTable::Compile *
EvaluationTable::lookupWide(Operation *op) const {
  auto found = wide.find(op->getName().getStringRef());
  return found == wide.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

// Each bank has what its instructions read without a check: numbers of 64
// bits, buffers, and all else.
std::optional<Slot::Bank> ProgramBuilder::getBank(Type type) {
  if (type.isIntOrIndexOrFloat()) {
    if (!Element::of(type))
      return std::nullopt;
    return Slot::Bank::Scalar;
  }
  if (isa<MemRefType>(type))
    return Slot::Bank::View;
  if (isa<TensorType, TupleType>(type) ||
      type.getDialect().getNamespace() == "relax")
    return Slot::Bank::Object;
  return std::nullopt;
}

Slot ProgramBuilder::getSlot(Value value) {
  Slot slot;
  slot.bank = *getBank(value.getType());
  auto [entry, isNew] = slots.try_emplace(value, 0);
  if (isNew) {
    switch (slot.bank) {
    case Slot::Bank::Scalar:
      entry->second = makeScalar();
      break;
    case Slot::Bank::View:
      entry->second = program.numViews++;
      break;
    case Slot::Bank::Object:
      entry->second = makeObject();
      break;
    }
  }
  slot.index = entry->second;
  return slot;
}

// A vector is as many scalars in a row, so that each evaluation of scalars
// serves its lanes as well. Tiles of AMX have at most 1024.
bool ProgramBuilder::isVector(Type type) {
  // More than any register of a device has.
  constexpr int64_t kMaxElements = 1 << 12;
  if (isa<amx::TileType>(type))
    return true;
  auto vector = dyn_cast<VectorType>(type);
  return vector && !vector.isScalable() &&
         vector.getNumElements() <= kMaxElements &&
         Element::of(vector.getElementType());
}

uint32_t ProgramBuilder::getVector(Value value) {
  auto [entry, isNew] = slots.try_emplace(value, 0);
  if (isNew) {
    entry->second = static_cast<uint32_t>(program.scalars.size());
    for (int64_t count = cast<ShapedType>(value.getType()).getNumElements();
         count > 0; --count)
      makeScalar();
  }
  return entry->second;
}

std::vector<uint32_t> ProgramBuilder::getIndices(ValueRange values) {
  std::vector<uint32_t> indices;
  for (Value value : values)
    indices.push_back(getIndex(value));
  return indices;
}

std::vector<Slot> ProgramBuilder::getSlots(ValueRange values) {
  std::vector<Slot> result;
  for (Value value : values)
    result.push_back(getSlot(value));
  return result;
}

// No instruction for what only gives a value another name.
void ProgramBuilder::alias(Value value, Value other) {
  slots[value] = getIndex(other);
}

uint32_t ProgramBuilder::makeScalar() {
  Scalar zero;
  zero.u = 0;
  return makeConstant(zero);
}

uint32_t ProgramBuilder::makeObject() {
  program.objects.emplace_back();
  return static_cast<uint32_t>(program.objects.size() - 1);
}

uint32_t ProgramBuilder::makeConstant(Scalar value) {
  program.scalars.push_back(value);
  return static_cast<uint32_t>(program.scalars.size() - 1);
}

void ProgramBuilder::setConstant(Value value, Scalar constant) {
  program.scalars[getIndex(value)] = constant;
}

void ProgramBuilder::setConstant(Value value, Datum constant) {
  program.objects[getIndex(value)] = std::move(constant);
}

uint32_t ProgramBuilder::getSymbol(StringAttr symbol) {
  auto [entry, isNew] = program.symbols.try_emplace(symbol, 0);
  if (isNew)
    entry->second = makeScalar();
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

// The reference holds until the next instruction is made: the code is a
// vector.
Instruction &ProgramBuilder::emit(Operation *op, Handler run) {
  Instruction &instruction = program.code.emplace_back();
  instruction.run = run;
  instruction.op = op;
  return instruction;
}

void ProgramBuilder::setJump(size_t from, size_t to) {
  program.code[from].jump = static_cast<int32_t>(static_cast<int64_t>(to) -
                                                 static_cast<int64_t>(from));
}

// Asked once for each op when it is compiled, so that instructions need not
// look at types.
LogicalResult ProgramBuilder::checkTypes(Operation *op) {
  auto check = [&](Type type) -> LogicalResult {
    if (getBank(type))
      return success();
    return op->emitOpError("has a value of type ")
           << type << ", expected one that the interpreter has";
  };
  for (Type type : op->getOperandTypes())
    if (failed(check(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(check(type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(check(type)))
          return failure();
  return success();
}

// Vectors, which few ops have, what only orders ops, and what is asked of the
// op that makes it.
static bool isWide(Type type) {
  return ProgramBuilder::isVector(type) ||
         isa<nvgpu::DeviceAsyncTokenType, nvgpu::MBarrierGroupType,
             LLVM::LLVMPointerType>(type);
}

LogicalResult ProgramBuilder::compile(Operation *op) {
  if (llvm::any_of(op->getOperandTypes(), isWide) ||
      llvm::any_of(op->getResultTypes(), isWide))
    if (const EvaluationTable::Compile *compile =
            library.getTable().lookupWide(op))
      return (*compile)(op, *this);
  if (OpTrait::hasElementwiseMappableTraits(op) && op->getNumResults() == 1 &&
      isVector(op->getResult(0).getType()) && library.getTable().lookup(op))
    // Lanes are computed one by one, by the evaluation of the scalar op: it
    // has no vector form to be right or wrong.
    return compileLanes(op, *this);
  if (failed(checkTypes(op)))
    return failure();
  if (const EvaluationTable::Compile *compile = library.getTable().lookup(op))
    return (*compile)(op, *this);
  if (op->getName().getDialectNamespace() == "relax" &&
      op->getNumRegions() == 0 && op->getNumResults() != 0)
    return compileOperator(op, *this);
  return op->emitOpError("cannot be interpreted: expected an op with a known "
                         "evaluation; lower it first, or leave it out");
}

LogicalResult ProgramBuilder::compile(Block &block) {
  for (Operation &op : block)
    if (failed(compile(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// ProgramLibrary
//===----------------------------------------------------------------------===//

ProgramLibrary::ProgramLibrary(ModuleOp module) : module(module) {
  addArithEvaluations(table);
  addCastEvaluations(table);
  addMathEvaluations(table);
  addMemRefEvaluations(table);
  addViewEvaluations(table);
  addTIREvaluations(table);
  addBlockEvaluations(table);
  addRelaxEvaluations(table);
  addCallEvaluations(table);
  addClosureEvaluations(table);
  addInspectEvaluations(table);
  addStorageEvaluations(table);
  addDeviceEvaluations(table);
  addSCFEvaluations(table);
  addVectorEvaluations(table);
  addMatrixEvaluations(table);
  addAMXEvaluations(table);
  addWarpgroupEvaluations(table);
  addAsyncEvaluations(table);
  addTensorMapEvaluations(table);
}

ProgramLibrary::~ProgramLibrary() = default;

const Program *ProgramLibrary::add(std::unique_ptr<Program> program) {
  programs.push_back(std::move(program));
  return programs.back().get();
}

void ProgramLibrary::addScratch(OwningOpRef<ModuleOp> scratch) {
  scratches.push_back(std::move(scratch));
}

uint32_t ProgramLibrary::addOp(Operation *op) {
  ops.push_back(op);
  return static_cast<uint32_t>(ops.size());
}

// The entry is made before the body is compiled and filled after it. A
// function that calls itself is looked up again when the call runs, not here.
const Program *ProgramLibrary::getFunction(Operation *function) {
  auto [entry, isNew] = functions.try_emplace(function, nullptr);
  if (!isNew && entry->second)
    return entry->second;
  auto program = std::make_unique<Program>();
  program->function = function;
  ProgramBuilder builder(*this, *program);
  if (failed(builder.compile(function)))
    return nullptr;
  const Program *added = add(std::move(program));
  functions[function] = added;
  return added;
}

} // namespace mlir::relax::reference
