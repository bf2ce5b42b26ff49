// Operators over sequences and optional values.
#include "OperatorTable.h"
#include "StackedSequence.h"
#include "TensorMath.h"

namespace mlir::relax {

using Item = ValueTable::Item;

//===-- Sequences ---------------------------------------------------------===//

static void importSequenceEmpty(NodeImport &node) {
  // The element type matters only for an empty sequence that nothing is put
  // into.
  (void)node.getInt("dtype", 1);
  node.setResult(0, ValueTable::makeSequence({}));
}

static void importSequenceConstruct(NodeImport &node) {
  SmallVector<Item> items;
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    items.push_back(node.getItem(i));
  // Sequences exist at import only; items are values of the graph. So
  // inserting, erasing and taking cost nothing at run time.
  node.setResult(0, ValueTable::makeSequence(items));
}

/// The place that input `input` gives, or `otherwise`; counted from the front,
/// and less than `size`.
/// The place must be known, since the result of SequenceAt has the type of that
/// item, and items may have different ranks.
static int64_t getPlace(NodeImport &node, unsigned input, int64_t size,
                        int64_t otherwise, int64_t end) {
  int64_t place = otherwise;
  // Without the input the standard takes the end (insert, erase).
  if (node.hasInput(input)) {
    SmallVector<int64_t> places = node.requireIntegers(input, "a place");
    place = places.size() == 1 ? places.front() : end;
    if (place < 0)
      place += size;
  }
  // `end` is the number of places, which for an insertion is one more than that
  // of the items.
  if (!node.hasFailed() && (place < 0 || place >= end)) {
    node.error() << "place is outside a sequence of " << size << " items";
    place = 0;
  }
  return place;
}

/// The items as slices of one tensor where the place among them is computed and
/// they are of one type.
static std::optional<ValueTable::Stack>
stackForPlace(NodeImport &node, ArrayRef<Item> items, unsigned input) {
  if (node.hasFailed() || !node.hasInput(input) || node.getIntegers(input))
    return std::nullopt;
  return stackItems(node, items);
}

static void importSequenceAt(NodeImport &node) {
  if (std::optional<ValueTable::Stack> stack = node.getStack(0))
    return node.setResult(0, takeItem(node, *stack, 1));
  SmallVector<Item> items = node.requireItems(0);
  if (std::optional<ValueTable::Stack> stack = stackForPlace(node, items, 1))
    return node.setResult(0, takeItem(node, *stack, 1));
  int64_t size = items.size();
  int64_t place = getPlace(node, 1, size, 0, size);
  if (!node.hasFailed())
    node.setResult(0, items[place]);
}

static void importSequenceInsert(NodeImport &node) {
  if (std::optional<ValueTable::Stack> stack = node.getStack(0))
    return insertItem(node, *stack);
  SmallVector<Item> items = node.requireItems(0);
  if (std::optional<ValueTable::Stack> stack = stackForPlace(node, items, 2))
    return insertItem(node, *stack);
  int64_t size = items.size();
  int64_t place = getPlace(node, 2, size, size, size + 1);
  if (!node.hasFailed() && !node.getItem(1).isTensor())
    node.error() << "input 1 is no tensor, expected one as an item";
  if (node.hasFailed())
    return;
  items.insert(items.begin() + place, node.getItem(1));
  node.setResult(0, ValueTable::makeSequence(items));
}

static void importSequenceErase(NodeImport &node) {
  if (std::optional<ValueTable::Stack> stack = node.getStack(0))
    return eraseItem(node, *stack);
  SmallVector<Item> items = node.requireItems(0);
  if (std::optional<ValueTable::Stack> stack = stackForPlace(node, items, 1))
    return eraseItem(node, *stack);
  int64_t size = items.size();
  int64_t place = getPlace(node, 1, size, size - 1, size);
  if (node.hasFailed())
    return;
  items.erase(items.begin() + place);
  node.setResult(0, ValueTable::makeSequence(items));
}

static void importSequenceLength(NodeImport &node) {
  if (std::optional<ValueTable::Stack> stack = node.getStack(0))
    return node.setResult(0, SymbolicTensor{{getLength(node, *stack)},
                                            node.getBuilder().getI64Type(),
                                            /*isScalar=*/true});
  int64_t size = node.requireItems(0).size();
  if (!node.hasFailed())
    // The length is a number at import, so that loops over it have a known
    // count.
    node.setResult(0, SymbolicTensor{{node.makeExpr(size)},
                                     node.getBuilder().getI64Type(),
                                     /*isScalar=*/true});
}

static void importConcatFromSequence(NodeImport &node) {
  if (std::optional<ValueTable::Stack> stack = node.getStack(0))
    return joinItems(node, *stack);
  TensorMath math(node);
  SmallVector<Value> tensors;
  for (const Item &item : node.requireItems(0))
    tensors.push_back(node.getValues().getTensor(item, node.getLoc()));
  bool isNew = node.getInt("new_axis", 0) != 0;
  int64_t axis = node.getInt("axis", 0);
  if (!node.hasFailed() && tensors.empty())
    node.error() << "sequence is empty, expected tensors to join";
  if (node.hasFailed())
    return;
  // With new_axis the axis counts in the joined tensor, which has one more.
  axis = node.normalizeAxis(axis, math.rank(tensors.front()) + isNew);
  if (node.hasFailed())
    return;
  for (Value &tensor : tensors)
    if (isNew)
      tensor = math.expand(tensor, axis);
  node.setResult(0, math.concat(tensors, axis));
}

/// How long the parts of a SplitToSequence node are, for an axis of `size`.
static SmallVector<int64_t> getParts(NodeImport &node, int64_t size) {
  // Without `split` each part has one element, and keepdims decides whether its
  // axis stays.
  if (!node.hasInput(1))
    return SmallVector<int64_t>(size, 1);
  SmallVector<int64_t> parts = node.requireIntegers(1, "sizes of the parts");
  if (node.hasFailed())
    return {};
  // A scalar `split` is the size of each part, the last one may be smaller; a
  // list has each part's size.
  if (node.getRank(1) == 0) {
    int64_t each = parts.front();
    parts.clear();
    for (int64_t done = 0; done < size && each > 0; done += each)
      parts.push_back(std::min(each, size - done));
  }
  int64_t total = 0;
  for (int64_t part : parts)
    // A part out of range makes the total wrong without being added itself: the
    // sum cannot overflow.
    total += part >= 0 && part <= size ? part : size + 1;
  if (total != size)
    node.error() << "parts do not add up to the " << size
                 << " elements of the axis";
  return parts;
}

static void importSplitToSequence(NodeImport &node) {
  constexpr int64_t kLongest = 10000;
  TensorMath math(node);
  // keepdims is ignored if `split` is given (SplitToSequence 11).
  bool keepsAxis = node.getInt("keepdims", 1) != 0 || node.hasInput(1);
  int64_t axis = node.normalizeAxis(node.getInt("axis", 0), node.getRank(0));
  if (node.hasFailed())
    return;
  int64_t size = node.getType(0).getDimSize(axis);
  // Each part becomes an op, hence a limit.
  bool isComputed = node.hasInput(1) && !node.getIntegers(1);
  if (size < 0 || size > kLongest || isComputed)
    return splitToStack(node, axis, keepsAxis);
  SmallVector<Item> items;
  int64_t begin = 0;
  for (int64_t part : getParts(node, size)) {
    if (node.hasFailed())
      return;
    Value slice = math.slice(node.getTensor(0), axis, begin, begin + part);
    if (!keepsAxis)
      slice = math.squeeze(slice, axis);
    if (!slice)
      return;
    items.push_back(ValueTable::makeItem(slice));
    begin += part;
  }
  node.setResult(0, ValueTable::makeSequence(items));
}

//===-- Optional values ---------------------------------------------------===//

static void importOptional(NodeImport &node) {
  // `type` only says what the optional would hold if it were there.
  node.ignoreAttribute("type");
  node.setResult(0,
                 node.hasInput(0) ? node.getItem(0) : ValueTable::makeAbsent());
}

static void importOptionalGetElement(NodeImport &node) {
  Item item = node.getItem(0);
  if (item.isAbsent())
    // ONNX leaves this undefined at run time. Here it is known at import, so it
    // is an error.
    node.error() << "the optional value is not there";
  else
    node.setResult(0, item);
}

static void importOptionalHasElement(NodeImport &node) {
  bool isThere = node.hasInput(0) && !node.getItem(0).isAbsent();
  // A constant, thus an If on it chooses its branch at import.
  node.setResult(0, SymbolicTensor{{node.makeExpr(isThere)},
                                   node.getBuilder().getI1Type(),
                                   /*isScalar=*/true});
}

void addItemOperators(OperatorTable &table) {
  table.add({
      {"ConcatFromSequence", 11, kLastOpset, 1, 1, importConcatFromSequence, 1,
       true},
      {"Optional", 15, kLastOpset, 0, 1, importOptional, 1, true},
      {"OptionalGetElement", 15, kLastOpset, 1, 1, importOptionalGetElement, 1,
       true},
      {"OptionalHasElement", 15, kLastOpset, 0, 1, importOptionalHasElement, 1,
       true},
      {"SequenceAt", 11, kLastOpset, 2, 2, importSequenceAt, 1, true},
      {"SequenceConstruct", 11, kLastOpset, 1, kAny, importSequenceConstruct},
      {"SequenceEmpty", 11, kLastOpset, 0, 0, importSequenceEmpty},
      {"SequenceErase", 11, kLastOpset, 1, 2, importSequenceErase, 1, true},
      {"SequenceInsert", 11, kLastOpset, 2, 3, importSequenceInsert, 1, true},
      {"SequenceLength", 11, kLastOpset, 1, 1, importSequenceLength, 1, true},
      {"SplitToSequence", 11, kLastOpset, 1, 2, importSplitToSequence},
  });
}

} // namespace mlir::relax
