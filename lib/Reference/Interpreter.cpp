// The reference interpreter: what relax and tir programs mean.
#include "Relax/Reference/Interpreter.h"

#include "CallSite.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Support/LibraryFunctions.h"

namespace mlir::relax::reference {

/// Libraries of the machine are not there for an interpreter, whose results are
/// the same everywhere: a program that asks goes on without them.
static LogicalResult sayNo(ArrayRef<Datum>, ArrayRef<Datum> outputs) {
  for (const Datum &output : outputs)
    if (const Tensor *tensor = output.getTensor())
      tensor->view->forEachPlace([&](int64_t place) {
        Scalar scalar;
        scalar.u = 0;
        tensor->view->element.store(tensor->view->memory->getData() + place,
                                    scalar);
        tensor->view->memory->setInitialized(place,
                                             tensor->view->element.bytes);
      });
  return success();
}

Interpreter::Interpreter(ModuleOp module, Limits limits)
    : library(std::make_unique<ProgramLibrary>(module)), limits(limits) {
  registerExternal(kHasFunction, &sayNo);
}

Interpreter::~Interpreter() = default;

namespace {

/// The arguments of a tensor program: the inputs are given, the outputs are
/// made, as large as the inputs say.
/// A tensor program has its outputs as parameters, which a person who calls it
/// by name does not give. Their sizes are those that `tir.dims` names; what no
/// input shows is an error and no guess.
class KernelArguments {
public:
  KernelArguments(tir::FuncOp function, const Limits &limits,
                  std::optional<int64_t> unnamedSize)
      : function(function), limits(limits), unnamedSize(unnamedSize) {}

  LogicalResult add(ArrayRef<Datum> given);
  std::vector<Datum> arguments;

private:
  LogicalResult addOutput(unsigned index);
  LogicalResult addScalar(unsigned index, ArrayRef<Datum> &rest);
  void bind(SymExprAttr expression, int64_t value);
  std::optional<int64_t> evaluate(SymExprAttr expression) const;

  tir::FuncOp function;
  const Limits &limits;
  std::optional<int64_t> unnamedSize;
  /// What expressions are worth, as far as the arguments show.
  llvm::DenseMap<SymExprAttr, int64_t> sizes;
};

} // namespace

void KernelArguments::bind(SymExprAttr expression, int64_t value) {
  if (expression)
    // The first one counts: whether inputs agree is asked by the program's own
    // check of its arguments.
    sizes.try_emplace(expression, value);
}

std::optional<int64_t> KernelArguments::evaluate(SymExprAttr expression) const {
  if (!expression)
    return std::nullopt;
  auto find = [&](SymExprAttr known) -> std::optional<int64_t> {
    auto found = sizes.find(known);
    return found == sizes.end() ? std::nullopt : std::optional(found->second);
  };
  // An input that is `n * 2` long says how long another one is, and not `n`.
  if (std::optional<int64_t> value = find(expression))
    return value;
  return expression.evaluate([&](StringAttr name) {
    return find(SymExprAttr::symbol(name.getContext(), name.getValue()));
  });
}

LogicalResult KernelArguments::addOutput(unsigned index) {
  auto type = cast<MemRefType>(function.getArgumentTypes()[index]);
  auto dims = function.getArgAttrOfType<DimsAttr>(index, "tir.dims");
  SmallVector<int64_t, 4> shape(type.getShape());
  for (auto [axis, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    SymExprAttr name = dims ? dims.getDims()[axis] : SymExprAttr();
    std::optional<int64_t> value = name ? evaluate(name) : unnamedSize;
    if (!value)
      return function.emitOpError("cannot be called by itself: expected a "
                                  "known size of output #")
             << index - function.getNumInputs() << " along axis " << axis
             << "; name it with 'tir.dims'";
    size = *value;
  }
  std::optional<Element> element = Element::of(type.getElementType());
  std::optional<int64_t> bytes;
  if (element)
    bytes = getCompactBytes(shape, *element);
  ViewRef view =
      // The limit is checked before memory is asked for. An output of 2^50
      // elements would end the process.
      bytes && *bytes <= limits.bytes ? makeView(shape, *element) : nullptr;
  if (!view)
    return function.emitOpError("cannot be called: expected output #")
           << index - function.getNumInputs() << " of type " << type
           << " to be of a known dtype and to fit in memory";
  arguments.push_back(Tensor{view, {}});
  return success();
}

LogicalResult KernelArguments::addScalar(unsigned index,
                                         ArrayRef<Datum> &rest) {
  if (!rest.empty()) {
    arguments.push_back(rest.front());
    rest = rest.drop_front();
    return success();
  }
  std::optional<int64_t> value =
      evaluate(function.getArgAttrOfType<SymExprAttr>(index, "tir.var"));
  if (!value)
    return function.emitOpError("expects a value for scalar parameter #")
           << index;
  Scalar scalar;
  scalar.i = *value;
  arguments.push_back(
      Number{*Element::of(IndexType::get(function.getContext())), scalar});
  return success();
}

LogicalResult KernelArguments::add(ArrayRef<Datum> given) {
  unsigned numInputs = function.getNumInputs();
  unsigned numBuffers = function.getNumBuffers();
  if (given.size() < numInputs)
    return function.emitOpError("expects ")
           << numInputs << " inputs, found " << given.size();
  for (unsigned i = 0; i < numInputs; ++i) {
    arguments.push_back(given[i]);
    auto dims = function.getArgAttrOfType<DimsAttr>(i, "tir.dims");
    const Tensor *tensor = given[i].getTensor();
    if (dims && tensor && dims.getDims().size() == tensor->view->sizes.size())
      for (auto [dim, size] : llvm::zip(dims.getDims(), tensor->view->sizes))
        bind(dim, size);
  }
  ArrayRef<Datum> rest = given.drop_front(numInputs);
  // Scalars are read before outputs are made, as they may say sizes.
  for (auto [offset, scalar] : llvm::enumerate(rest))
    if (numBuffers + offset < function.getNumArguments() && scalar.getNumber())
      bind(function.getArgAttrOfType<SymExprAttr>(numBuffers + offset,
                                                  "tir.var"),
           scalar.getNumber()->value.i);
  for (unsigned i = numInputs; i < function.getNumArguments(); ++i)
    if (failed(i < numBuffers ? addOutput(i) : addScalar(i, rest)))
      return failure();
  if (rest.empty())
    return success();
  return function.emitOpError(
             "expects no more arguments than parameters, found ")
         << rest.size() << " more";
}

FailureOr<std::vector<Datum>>
Interpreter::call(StringRef name, ArrayRef<Datum> arguments,
                  std::optional<int64_t> unnamedSize) {
  ModuleOp module = library->getModule();
  Operation *symbol = SymbolTable::lookupSymbolIn(module, name);
  if (!isa_and_nonnull<FuncOp, tir::FuncOp>(symbol))
    return module.emitError("expected a function @")
           << name << " to call in the module";
  const Program *program = library->getFunction(symbol);
  if (!program)
    return failure();
  Machine machine(*library, limits);
  std::vector<Datum> results;
  auto kernel = dyn_cast<tir::FuncOp>(symbol);
  if (!kernel) {
    if (!machine.call(*program, arguments, results))
      return failure();
    return results;
  }
  KernelArguments all(kernel, limits, unnamedSize);
  if (failed(all.add(arguments)) ||
      !machine.call(*program, all.arguments, results))
    return failure();
  auto outputs = all.arguments.begin() + kernel.getNumInputs();
  return std::vector<Datum>(outputs,
                            all.arguments.begin() + kernel.getNumBuffers());
}

void Interpreter::registerExternal(StringRef name, External function) {
  library->setExternal(name, std::move(function));
}

// For constant folding: an op alone becomes a program whose parameters are its
// operands. Its block does not have to be known.
FailureOr<std::vector<Datum>> Interpreter::evaluate(Operation *op,
                                                    ArrayRef<Datum> operands) {
  auto program = std::make_unique<Program>();
  program->function = op;
  ProgramBuilder builder(*library, *program);
  program->parameters = builder.getSlots(op->getOperands());
  if (failed(builder.compile(op)))
    return failure();
  emitReturn(op, builder, op->getResults());
  Machine machine(*library, limits);
  std::vector<Datum> results;
  if (!machine.call(*library->add(std::move(program)), operands, results))
    return failure();
  return results;
}

} // namespace mlir::relax::reference
