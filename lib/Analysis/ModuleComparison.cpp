// Compares modules: copies get names by position, then ops go in lock step.
//
// TVM has `assert_structural_equal`; upstream's `OperationEquivalence` compares
// single ops and wants equal names and order. Here names of private symbols and
// sizes, the place of constants and the order of what has no effect do not
// count.
#include "Relax/Analysis/ModuleComparison.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Support/SymbolRenamer.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Names by position
//===----------------------------------------------------------------------===//

/// Names the symbolic sizes of a function by the order in which they occur:
/// first those that parameters define, then those that ops may define. The
/// order inside an expression is that of its names, which do not count. The
/// order inside an expression depends on the names themselves, as terms are
/// sorted by them. Hence bare symbols come first: they are met in an order that
/// does not.
static void nameSizes(Operation *function) {
  llvm::SetVector<StringAttr> symbols;
  auto add = [&](StringAttr symbol) { symbols.insert(symbol); };
  if (auto typed = dyn_cast<FunctionOpInterface>(function))
    for (Type type : typed.getArgumentTypes())
      walkBareSymbols(type, add);
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Type type : op->getResultTypes())
      walkBareSymbols(type, add);
  });
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    walkSymbols(op->getAttrDictionary(), add);
    for (Type type : op->getResultTypes())
      walkSymbols(type, add);
  });
  DenseMap<StringAttr, SymExprAttr> names;
  for (auto [number, symbol] : llvm::enumerate(symbols))
    names[symbol] = SymExprAttr::symbol(function->getContext(),
                                        "s" + std::to_string(number));
  // All names are replaced at once; one by one, `n -> s0` could meet an `s0`
  // that was there before.
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymExprAttr expr) -> std::optional<std::pair<Attribute, WalkResult>> {
        return {{expr.substitute(names), WalkResult::skip()}};
      });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// The symbols of a module in order: public ones by name, then private ones as
/// they are used, then those that nothing uses. A private symbol has no name
/// that counts, so its place in the order is where it is first used, breadth
/// first from the public ones.
static llvm::SetVector<Operation *> getSymbolsInOrder(ModuleOp module) {
  llvm::MapVector<StringAttr, Operation *> symbols;
  SmallVector<Operation *> shown;
  for (Operation &op : module.getOps())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op)) {
      symbols[symbol.getNameAttr()] = &op;
      if (!symbol.isPrivate())
        shown.push_back(&op);
    }
  llvm::sort(shown, [](Operation *left, Operation *right) {
    return SymbolTable::getSymbolName(left).getValue() <
           SymbolTable::getSymbolName(right).getValue();
  });
  llvm::SetVector<Operation *> ordered(shown.begin(), shown.end());
  auto follow = [&](size_t first) {
    for (size_t i = first; i < ordered.size(); ++i)
      ordered[i]->walk<WalkOrder::PreOrder>([&](Operation *op) {
        op->getAttrDictionary().walk([&](SymbolRefAttr use) {
          if (Operation *used = symbols.lookup(use.getRootReference()))
            ordered.insert(used);
        });
      });
  };
  follow(0);
  for (auto [name, symbol] : symbols) {
    size_t first = ordered.size();
    if (ordered.insert(symbol))
      follow(first);
  }
  return ordered;
}

/// Gives a public function the names that its parameters have unless it says
/// so, and takes them from a private one, where they say nothing. Names of a
/// private function's parameters are seen by nobody.
static void nameParameters(FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (function.isPrivate())
      function.removeArgAttr(i, "relax.name");
    else
      function.setArgAttr(
          i, "relax.name",
          StringAttr::get(function.getContext(), function.getParameterName(i)));
  }
}

/// Gives the unknown sizes of a program's buffers names, each its own. Two
/// programs of which one says `[?]` and the other `[n]` differ; two that leave
/// all unknown are the same if each size gets a name by its place.
static void nameUnknownSizes(tir::FuncOp program) {
  for (unsigned i = 0; i < program.getNumBuffers(); ++i) {
    auto type = cast<MemRefType>(program.getArgumentTypes()[i]);
    if (type.hasStaticShape() || program.getArgAttr(i, tir::TIRDialect::kDims))
      continue;
    SmallVector<SymExprAttr> dims;
    for (auto [axis, size] : llvm::enumerate(type.getShape()))
      dims.push_back(ShapedType::isDynamic(size)
                         ? SymExprAttr::symbol(program.getContext(),
                                               "relax.compare." +
                                                   std::to_string(i) + "." +
                                                   std::to_string(axis))
                         : SymExprAttr::constant(program.getContext(), size));
    program.setArgAttr(i, tir::TIRDialect::kDims,
                       DimsAttr::get(program.getContext(), dims));
  }
}

/// Names private symbols and sizes by position; gives the symbols in order.
static SmallVector<Operation *> nameByPosition(ModuleOp module) {
  llvm::SetVector<Operation *> ordered = getSymbolsInOrder(module);
  SymbolRenamer renamer(module);
  for (auto [number, op] : llvm::enumerate(ordered)) {
    if (auto function = dyn_cast<FuncOp>(op))
      nameParameters(function);
    if (auto program = dyn_cast<tir::FuncOp>(op))
      nameUnknownSizes(program);
    nameSizes(op);
    // No name of a program begins so; a symbol of which not all uses are seen
    // keeps its name. A dot cannot be in a name that a person writes without
    // quotes.
    if (cast<SymbolOpInterface>(op).isPrivate())
      (void)renamer.rename(op, "relax.compare." + std::to_string(number));
  }
  return SmallVector<Operation *>(ordered.getArrayRef());
}

//===----------------------------------------------------------------------===//
// Lock step
//===----------------------------------------------------------------------===//

namespace {

/// Two ops and what is inside them, in lock step.
class LockStep {
public:
  /// The first difference.
  std::optional<ModuleDifference> difference;

  /// Whether two ops are equal.
  bool compare(Operation *left, Operation *right);

private:
  bool compare(Region &left, Region &right, Operation *leftOp,
               Operation *rightOp);
  bool compareTypes(Operation *left, Operation *right, TypeRange leftTypes,
                    TypeRange rightTypes, StringRef what);
  bool compareAttributes(Operation *left, Operation *right);
  bool compareOperands(Operation *left, Operation *right);
  bool isSameValue(Value left, Value right);
  unsigned placeOf(Operation *op);
  bool differ(Operation *left, Operation *right, const Twine &reason) {
    difference = {left->getLoc(), right->getLoc(), reason.str()};
    return false;
  }

  // Values are recorded as pairs, left to right. A second left value for the
  // same right one is caught by `taken` for ops that move; for others the lock
  // step sees each op once.
  DenseMap<Value, Value> values;
  DenseMap<Block *, Block *> blocks;
  /// Ops of the right side that are the counterpart of one of the left.
  llvm::DenseSet<Operation *> taken;
  /// How many ops of a program's block that do not move stand before one.
  DenseMap<Operation *, unsigned> places;
};

} // namespace

template <typename T>
static std::string toText(T value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (value)
    stream << value;
  else
    stream << "nothing";
  return text;
}

bool LockStep::compareTypes(Operation *left, Operation *right,
                            TypeRange leftTypes, TypeRange rightTypes,
                            StringRef what) {
  if (leftTypes.size() != rightTypes.size())
    return differ(left, right,
                  "has " + Twine(leftTypes.size()) + " " + what +
                      "s, but there " + Twine(rightTypes.size()));
  for (auto [number, types] : llvm::enumerate(llvm::zip(leftTypes, rightTypes)))
    if (std::get<0>(types) != std::get<1>(types))
      return differ(left, right,
                    "has " + what + " #" + Twine(number) + " of type " +
                        toText(std::get<0>(types)) + ", but there of type " +
                        toText(std::get<1>(types)));
  return true;
}

/// The elements of a constant in memory; nothing if they are not at hand. A
/// resource is compared by its bytes, wherever they are kept; a splat stores
/// one element for all.
static std::optional<ArrayRef<char>> getBytes(ElementsAttr constant) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return blob->getData();
    return std::nullopt;
  }
  auto dense = dyn_cast<DenseElementsAttr>(constant);
  // Booleans are packed. One bit each in raw data, so bytes do not repeat by
  // element.
  if (!dense || dense.getElementType().isInteger(1))
    return std::nullopt;
  return dense.getRawData();
}

/// Whether two constants hold the same, however they are kept: where all
/// elements are equal, one may stand for them.
static bool areEqual(ElementsAttr left, ElementsAttr right) {
  std::optional<ArrayRef<char>> one = getBytes(left), other = getBytes(right);
  if (left.getType() != right.getType() || !one || !other)
    return false;
  // Modulo the size of each side, a splat stands for all its elements without
  // being expanded.
  size_t size = std::max(one->size(), other->size());
  if (one->empty() || other->empty())
    return one->size() == other->size();
  for (size_t i = 0; i < size; ++i)
    if ((*one)[i % one->size()] != (*other)[i % other->size()])
      return false;
  return size % one->size() == 0 && size % other->size() == 0;
}

/// Whether two attributes say the same. Comparing attributes by pointer is
/// enough for all but constants: dense and resource forms of equal data are
/// different attributes.
static bool areEqual(Attribute left, Attribute right) {
  if (left == right)
    return true;
  auto one = dyn_cast_or_null<ElementsAttr>(left);
  auto other = dyn_cast_or_null<ElementsAttr>(right);
  return one && other && areEqual(one, other);
}

bool LockStep::compareAttributes(Operation *left, Operation *right) {
  DictionaryAttr leftAll = left->getAttrDictionary(),
                 rightAll = right->getAttrDictionary();
  if (leftAll == rightAll)
    return true;
  llvm::SetVector<StringAttr> names;
  for (DictionaryAttr all : {leftAll, rightAll})
    for (NamedAttribute attribute : all)
      names.insert(attribute.getName());
  for (StringAttr name : names)
    if (!areEqual(leftAll.get(name), rightAll.get(name)))
      return differ(left, right,
                    "has '" + name.getValue() +
                        "' = " + toText(leftAll.get(name)) + ", but there " +
                        toText(rightAll.get(name)));
  return true;
}

/// The constant that a value is, if it is one.
static Operation *getConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>() ? op : nullptr;
}

/// Where constants stand does not count, but what they are.
static bool areEqualConstants(Operation *left, Operation *right) {
  return left && right && left->getName() == right->getName() &&
         left->getResultTypes() == right->getResultTypes() &&
         llvm::all_of(left->getAttrs(), [&](NamedAttribute attribute) {
           return areEqual(attribute.getValue(),
                           right->getAttr(attribute.getName()));
         });
}

/// Whether an op of a tensor program may stand anywhere before its uses:
/// TVM's expressions do not say in which order their parts are computed.
/// Recursion through operands follows data, so `a + b` computed early or late
/// is the same, while two stores in another order are not.
static bool isMovable(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         !op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op) &&
         op->getParentOfType<tir::FuncOp>();
}

/// Whether an op of a tensor program reads and does nothing else: it may stand
/// anywhere between the same two effects. Between two effects a load sees the
/// same memory, wherever it stands.
static bool isRead(Operation *op) {
  return hasSingleEffect<MemoryEffects::Read>(op) && op->getNumRegions() == 0 &&
         op->getNumResults() == 1 && op->getParentOfType<tir::FuncOp>();
}

/// Counted once per block, as asking per op would be quadratic in long blocks.
unsigned LockStep::placeOf(Operation *op) {
  auto known = places.find(op);
  if (known != places.end())
    return known->second;
  unsigned place = 0;
  for (Operation &other : *op->getBlock()) {
    places[&other] = place;
    place += !isMovable(&other) && !isRead(&other);
  }
  return places[op];
}

/// Constants first: each side may have its own copy at any place.
bool LockStep::isSameValue(Value left, Value right) {
  Operation *constant = getConstant(left), *other = getConstant(right);
  if (constant || other)
    return areEqualConstants(constant, other);
  auto known = values.find(left);
  if (known != values.end())
    return known->second == right;
  Operation *from = left.getDefiningOp(), *to = right.getDefiningOp();
  // One counterpart each, or `x + x` and `x + y` with equal definitions would
  // be the same.
  if (!from || !to || !taken.insert(to).second)
    return false;
  if (isMovable(from) && isMovable(to))
    return compare(from, to);
  return isRead(from) && isRead(to) &&
         blocks.lookup(from->getBlock()) == to->getBlock() &&
         placeOf(from) == placeOf(to) && compare(from, to);
}

bool LockStep::compareOperands(Operation *left, Operation *right) {
  for (auto [number, operands] :
       llvm::enumerate(llvm::zip(left->getOperands(), right->getOperands()))) {
    auto [from, to] = operands;
    if (isSameValue(from, to))
      continue;
    if (difference)
      return false;
    return differ(left, right,
                  "has as operand #" + Twine(number) +
                      " another value than there");
  }
  return true;
}

/// The next op that is compared where it stands: no constant, nothing that
/// is compared where it is used, and nothing that has no use and no effect. A
/// load without use is compared in order: it may be out of bounds, and a
/// program that has it is another one.
static Block::iterator skipMovable(Block::iterator op, Block &block) {
  while (op != block.end() &&
         (op->hasTrait<OpTrait::ConstantLike>() || isMovable(&*op) ||
          (isRead(&*op) && !op->use_empty())))
    ++op;
  return op;
}

/// Attributes before types and operands: the message then names what the author
/// wrote.
bool LockStep::compare(Operation *left, Operation *right) {
  if (left->getName() != right->getName())
    return differ(left, right,
                  "is '" + left->getName().getStringRef() + "', but there '" +
                      right->getName().getStringRef() + "'");
  if (!compareAttributes(left, right) ||
      !compareTypes(left, right, left->getOperandTypes(),
                    right->getOperandTypes(), "operand") ||
      !compareTypes(left, right, left->getResultTypes(),
                    right->getResultTypes(), "result") ||
      !compareOperands(left, right))
    return false;
  if (left->getNumSuccessors() != right->getNumSuccessors() ||
      left->getNumRegions() != right->getNumRegions())
    return differ(left, right, "has another number of regions than there");
  // Blocks of a region are all paired before their ops are looked at, since
  // branches go forward.
  for (auto [from, to] :
       llvm::zip(left->getSuccessors(), right->getSuccessors()))
    if (blocks.lookup(from) != to)
      return differ(left, right, "goes on with another block than there");
  for (auto [from, to] : llvm::zip(left->getResults(), right->getResults()))
    values[from] = to;
  for (auto [from, to] : llvm::zip(left->getRegions(), right->getRegions()))
    if (!compare(from, to, left, right))
      return false;
  return true;
}

bool LockStep::compare(Region &left, Region &right, Operation *leftOp,
                       Operation *rightOp) {
  if (left.getBlocks().size() != right.getBlocks().size())
    return differ(leftOp, rightOp, "has another number of blocks than there");
  for (auto [from, to] : llvm::zip(left, right)) {
    blocks[&from] = &to;
    if (!compareTypes(leftOp, rightOp, from.getArgumentTypes(),
                      to.getArgumentTypes(), "argument"))
      return false;
    for (auto [one, other] : llvm::zip(from.getArguments(), to.getArguments()))
      values[one] = other;
  }
  for (auto [from, to] : llvm::zip(left, right)) {
    auto one = skipMovable(from.begin(), from);
    auto other = skipMovable(to.begin(), to);
    while (one != from.end() && other != to.end()) {
      if (!compare(&*one, &*other))
        return false;
      one = skipMovable(++one, from);
      other = skipMovable(++other, to);
    }
    if (one != from.end())
      return differ(&*one, rightOp, "has no counterpart there");
    if (other != to.end())
      return differ(leftOp, &*other, "has no counterpart of the op there");
  }
  return true;
}

std::optional<ModuleDifference> compareModules(ModuleOp left, ModuleOp right) {
  // Copies, as naming by position changes the modules.
  OwningOpRef<ModuleOp> leftCopy = left.clone(), rightCopy = right.clone();
  SmallVector<Operation *> leftSymbols = nameByPosition(*leftCopy);
  SmallVector<Operation *> rightSymbols = nameByPosition(*rightCopy);
  LockStep step;
  size_t common = std::min(leftSymbols.size(), rightSymbols.size());
  for (size_t i = 0; i < common; ++i)
    if (!step.compare(leftSymbols[i], rightSymbols[i]))
      return step.difference;
  if (leftSymbols.size() > common)
    return {{leftSymbols[common]->getLoc(), rightCopy->getLoc(),
             "has no counterpart there"}};
  if (rightSymbols.size() > common)
    return {{leftCopy->getLoc(), rightSymbols[common]->getLoc(),
             "has no counterpart of the symbol there"}};
  if (leftCopy.get()->getAttrDictionary() !=
      rightCopy.get()->getAttrDictionary())
    return {{leftCopy->getLoc(), rightCopy->getLoc(),
             "has other attributes than there"}};
  return std::nullopt;
}

} // namespace mlir::relax
