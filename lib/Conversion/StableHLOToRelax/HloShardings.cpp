// Shardings that a program of StableHLO writes as those of HLO (GSPMD).
//
// Such a sharding lists the devices that have the tiles of a tensor, in the
// order of the tiles, and knows no mesh: `{devices=[2,4]<=[8]}`. In the number
// of a device each dimension counts some digits, of a size and a stride. Where
// the digits of all shardings of a program fit together, they are the axes of
// its mesh.
#include "HloShardings.h"

#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "ShardingToRelax.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>
#include <set>

namespace mlir::relax {

static constexpr StringLiteral kHloSharding = "mhlo.sharding";
static constexpr StringLiteral kConstraint = "Sharding";

// A list of devices is written out before it is looked at.
static constexpr int64_t kMaxDevices = 1 << 16;

namespace {
/// A digit of the numbers of devices.
struct Digit {
  int64_t size, stride;
};

/// What a text says.
struct HloSharding {
  /// The tiles of each dimension, then the copies if there are several.
  SmallVector<int64_t> tiles;
  bool hasCopies = false;
  SmallVector<int64_t> devices;
  /// Of each dimension, the most significant digit first.
  SmallVector<SmallVector<Digit>> digits;
};
} // namespace

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// `2,4` up to a character that is none of a number.
static bool takeNumbers(StringRef &text, SmallVectorImpl<int64_t> &numbers) {
  int64_t number;
  do {
    if (text.consumeInteger(10, number) || number < 0)
      return false;
    numbers.push_back(number);
  } while (text.consume_front(","));
  return true;
}

static bool takeList(StringRef &text, StringRef open, StringRef close,
                     SmallVectorImpl<int64_t> &numbers) {
  return text.consume_front(open) && takeNumbers(text, numbers) &&
         text.consume_front(close);
}

/// The product, or 0 if it is that of no number of devices.
static int64_t countDevices(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (size < 1 || size > kMaxDevices || count * size > kMaxDevices)
      return 0;
    count *= size;
  }
  return count;
}

/// `<=[2,4]T(1,0)`: all devices in order, as an array whose axes then move.
static bool takeIota(StringRef &text, SmallVectorImpl<int64_t> &devices) {
  SmallVector<int64_t> sizes, order;
  if (!takeList(text, "[", "]", sizes))
    return false;
  if (text.starts_with("T") && !takeList(text, "T(", ")", order))
    return false;
  if (order.empty())
    order = llvm::to_vector(llvm::seq<int64_t>(sizes.size()));
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(sizes.size())))
    return false;
  int64_t count = countDevices(sizes);
  for (int64_t place = 0; place < count; ++place) {
    // The coordinates along the moved axes, the last one first.
    int64_t rest = place, device = 0;
    for (int64_t axis : llvm::reverse(order)) {
      int64_t stride = 1;
      for (int64_t inner : ArrayRef(sizes).drop_front(axis + 1))
        stride *= inner;
      device += rest % sizes[axis] * stride;
      rest /= sizes[axis];
    }
    devices.push_back(device);
  }
  return count != 0;
}

/// What an attribute says; none if it is not of tiles and copies.
static std::optional<HloSharding> parseHloSharding(StringRef text) {
  HloSharding sharding;
  if (text == "{replicated}")
    return sharding;
  if (!text.consume_front("{devices=") ||
      !takeList(text, "[", "]", sharding.tiles))
    return std::nullopt;
  if (text.consume_front("<=") ? !takeIota(text, sharding.devices)
                               : !takeNumbers(text, sharding.devices))
    return std::nullopt;
  sharding.hasCopies = text.consume_front(" last_tile_dim_replicate") ||
                       text.consume_front(" last_tile_dims={replicated}");
  if (text != "}" || sharding.tiles.empty() ||
      countDevices(sharding.tiles) != int64_t(sharding.devices.size()))
    return std::nullopt;
  return sharding;
}

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

/// The digits of one dimension, whose tiles are on `devices`, as far as its
/// tiles alone tell.
static SmallVector<Digit> findDigits(ArrayRef<int64_t> devices) {
  SmallVector<Digit> digits;
  for (size_t step = 1; step < devices.size();) {
    int64_t stride = devices[step], size = 1;
    while (size_t(size) * step < devices.size() &&
           devices[size * step] == size * stride)
      ++size;
    digits.insert(digits.begin(), {size, stride});
    step *= size_t(size);
  }
  return digits;
}

/// The numbers that digits count through.
static SmallVector<int64_t> countThrough(ArrayRef<Digit> digits) {
  SmallVector<int64_t> numbers(1, 0);
  for (const Digit &digit : digits) {
    SmallVector<int64_t> longer;
    for (int64_t number : numbers)
      for (int64_t value : llvm::seq(digit.size))
        longer.push_back(number + value * digit.stride);
    numbers = std::move(longer);
  }
  return numbers;
}

/// Fills the digits; false if the devices are not the numbers that these make.
/// Copies alone are on no devices in particular.
static bool findAllDigits(HloSharding &sharding) {
  if (sharding.tiles.empty())
    return true;
  int64_t inner = sharding.devices.size();
  SmallVector<Digit> all;
  for (int64_t tiles : sharding.tiles) {
    inner /= tiles;
    SmallVector<int64_t> along;
    for (int64_t tile : llvm::seq(tiles))
      along.push_back(sharding.devices[tile * inner]);
    sharding.digits.push_back(findDigits(along));
    llvm::append_range(all, sharding.digits.back());
    // Two devices of one number.
    if (llvm::any_of(all, [](const Digit &digit) { return digit.stride < 1; }))
      return false;
    if (countThrough(sharding.digits.back()) != along)
      return false;
  }
  return countThrough(all) == sharding.devices;
}

//===----------------------------------------------------------------------===//
// The mesh
//===----------------------------------------------------------------------===//

namespace {
/// All shardings of a module, by their texts.
class HloShardings {
public:
  explicit HloShardings(ModuleOp module) : module(module) {}
  LogicalResult run();

private:
  LogicalResult add(Operation *op, Attribute attribute);
  LogicalResult addAll();
  LogicalResult makeMesh();
  sdy::ShardingAttr getSharding(StringRef text, Type type, StringRef open);
  void replaceOf(func::FuncOp func);
  void replace(hlo::CustomCallOp call);

  ModuleOp module;
  llvm::MapVector<StringRef, std::pair<HloSharding, Operation *>> shardings;
  /// The strides of the mesh's axes, from the first axis on.
  SmallVector<int64_t> strides;
  sdy::MeshOp mesh;
};
} // namespace

LogicalResult HloShardings::add(Operation *op, Attribute attribute) {
  auto text = dyn_cast_or_null<StringAttr>(attribute);
  if (!text || shardings.contains(text.getValue()))
    return success();
  std::optional<HloSharding> sharding = parseHloSharding(text.getValue());
  if (!sharding || !findAllDigits(*sharding))
    return (op->emitOpError("expects an 'mhlo.sharding' of tiles and copies on "
                            "devices by their numbers, such as "
                            "'{devices=[2,4]<=[8]}', found '")
            << text.getValue() << "'; export the program with shardings of a "
            << "mesh")
               .attachNote(module.getLoc())
           << "is the module";
  shardings[text.getValue()] = {*sharding, op};
  return success();
}

LogicalResult HloShardings::addAll() {
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (auto func = dyn_cast<func::FuncOp>(op)) {
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (failed(add(op, func.getArgAttr(i, kHloSharding))))
          return WalkResult::interrupt();
      for (unsigned i = 0; i < func.getNumResults(); ++i)
        if (failed(add(op, func.getResultAttr(i, kHloSharding))))
          return WalkResult::interrupt();
      return WalkResult::advance();
    }
    auto call = dyn_cast<hlo::CustomCallOp>(op);
    if (call && call.getCallTargetName() == kConstraint)
      return WalkResult(add(op, op->getAttr(kHloSharding)));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// The places between digits of any sharding are those between axes.
LogicalResult HloShardings::makeMesh() {
  std::set<int64_t> places{1};
  size_t devices = 0;
  Operation *last = nullptr;
  for (auto &[text, found] : shardings) {
    auto &[sharding, op] = found;
    if (sharding.tiles.empty())
      continue;
    if (devices && devices != sharding.devices.size())
      return (op->emitOpError("expects shardings over one number of devices, "
                              "found one over ")
              << sharding.devices.size() << " beside one over " << devices)
                 .attachNote(last->getLoc())
             << "is the other one";
    last = op;
    devices = sharding.devices.size();
    places.insert(devices);
    for (ArrayRef<Digit> digits : sharding.digits)
      for (const Digit &digit : digits)
        places.insert({digit.stride, digit.stride * digit.size});
  }
  SmallVector<Attribute> names;
  SmallVector<int64_t> sizes;
  Builder builder(module.getContext());
  for (auto place = places.begin(); std::next(place) != places.end(); ++place) {
    int64_t next = *std::next(place);
    if (next % *place != 0)
      return (module.emitError("expected shardings whose tiles are along axes "
                               "of one mesh, found digits of device numbers "
                               "that end at ")
              << *place << " and at " << next
              << "; export the program with shardings of one mesh")
                 .attachNote(last->getLoc())
             << "is one of them";
    strides.insert(strides.begin(), *place);
    sizes.insert(sizes.begin(), next / *place);
  }
  // Of copies alone, on however many devices.
  if (sizes.empty()) {
    strides.push_back(1);
    sizes.push_back(1);
  }
  for (size_t axis : llvm::seq(sizes.size()))
    names.push_back(builder.getStringAttr("axis" + std::to_string(axis)));
  OpBuilder unattached(module.getContext());
  mesh = sdy::MeshOp::create(unattached, module.getLoc(), "mesh",
                             sdy::MeshAttr::get(module.getContext(),
                                                builder.getArrayAttr(names),
                                                sizes, {}));
  SymbolTable(module).insert(mesh, module.getBody()->begin());
  return success();
}

/// The axes that the digits of each dimension are; all dimensions that `open`
/// names may be split further.
sdy::ShardingAttr HloShardings::getSharding(StringRef text, Type type,
                                            StringRef open) {
  const HloSharding &sharding = shardings[text].first;
  ArrayAttr names = mesh.getMesh().getNames();
  Builder builder(module.getContext());
  auto tensor = dyn_cast<RankedTensorType>(type);
  SmallVector<int64_t> openDims;
  if (open.consume_front("unspecified_dims="))
    (void)takeList(open, "[", "]", openDims);
  SmallVector<Attribute> dims;
  // Without tiles all dimensions are whole. More tiles than dimensions are for
  // the conversion to find, which reports others, too.
  size_t count = sharding.tiles.empty()
                     ? (tensor ? tensor.getRank() : 0)
                     : sharding.tiles.size() - sharding.hasCopies;
  for (size_t dim : llvm::seq(count)) {
    SmallVector<Attribute> entries;
    if (!sharding.tiles.empty())
      for (const Digit &digit : sharding.digits[dim])
        for (auto [axis, stride] : llvm::enumerate(strides))
          if (stride >= digit.stride && stride < digit.stride * digit.size)
            entries.push_back(names[axis]);
    if (llvm::is_contained(openDims, int64_t(dim)))
      entries.push_back(builder.getUnitAttr());
    dims.push_back(builder.getArrayAttr(entries));
  }
  return sdy::ShardingAttr::get(
      module.getContext(), FlatSymbolRefAttr::get(mesh.getSymNameAttr()),
      builder.getArrayAttr(dims), builder.getArrayAttr({}));
}

void HloShardings::replaceOf(func::FuncOp func) {
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (auto text = func.getArgAttrOfType<StringAttr>(i, kHloSharding)) {
      func.setArgAttr(i, kSharding,
                      getSharding(text, func.getArgumentTypes()[i], ""));
      func.removeArgAttr(i, kHloSharding);
    }
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (auto text = func.getResultAttrOfType<StringAttr>(i, kHloSharding)) {
      func.setResultAttr(i, kSharding,
                         getSharding(text, func.getResultTypes()[i], ""));
      func.removeResultAttr(i,
                            StringAttr::get(module.getContext(), kHloSharding));
    }
}

void HloShardings::replace(hlo::CustomCallOp call) {
  auto text = call->getAttrOfType<StringAttr>(kHloSharding);
  if (call.getCallTargetName() != kConstraint || !text ||
      call.getInputs().size() != 1 || call->getNumResults() != 1 ||
      call->getOperandTypes() != call->getResultTypes())
    return;
  auto open = dyn_cast_or_null<StringAttr>(call.getBackendConfigAttr());
  OpBuilder builder(call);
  auto made = sdy::ShardingConstraintOp::create(
      builder, call.getLoc(), call.getInputs()[0],
      getSharding(text, call.getResult(0).getType(),
                  open ? open.getValue() : StringRef()));
  call->replaceAllUsesWith(made);
  call.erase();
}

LogicalResult HloShardings::run() {
  if (failed(addAll()))
    return failure();
  if (shardings.empty())
    return success();
  if (failed(makeMesh()))
    return failure();
  for (auto func : module.getOps<func::FuncOp>())
    replaceOf(func);
  module.walk([&](hlo::CustomCallOp call) { replace(call); });
  return success();
}

LogicalResult expressHloShardings(ModuleOp module) {
  return HloShardings(module).run();
}

} // namespace mlir::relax
