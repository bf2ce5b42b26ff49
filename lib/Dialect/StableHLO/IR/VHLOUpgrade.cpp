// Ops of portable byte code as those of StableHLO and `func`.
//
// Operands, results and regions are the same, and so are most attributes: byte
// code has lists of integers as tensors, and the axes of a gather, scatter,
// product or convolution one by one.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "Relax/Dialect/StableHLO/IR/VHLO.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax::vhlo {

namespace {
/// The attributes of one op, as they are changed.
class OpAttributes {
public:
  explicit OpAttributes(Operation *op)
      : context(op->getContext()), list(op->getAttrDictionary()) {}

  /// The attributes of the op called `name`, without dialect and version.
  ArrayRef<NamedAttribute> upgrade(StringRef name);

private:
  SmallVector<int64_t> takeIntegers(StringRef name);
  int64_t takeInteger(StringRef name);
  void joinGather();
  void joinScatter();
  void joinProduct();
  void joinConvolution();
  void joinChannel();
  void changeForms();
  void dropDefaults();
  Attribute asSymbol(Attribute name);

  MLIRContext *context;
  NamedAttrList list;
};
} // namespace

/// The numbers of a list, which goes; none if it is not there.
SmallVector<int64_t> OpAttributes::takeIntegers(StringRef name) {
  // A list of another kind comes from a damaged file. It counts as empty, and
  // the conversion says what the op misses.
  SmallVector<int64_t> numbers;
  if (auto dense = dyn_cast_or_null<DenseIntElementsAttr>(list.erase(name)))
    for (const APInt &number : dense.getValues<APInt>())
      numbers.push_back(number.getSExtValue());
  return numbers;
}

int64_t OpAttributes::takeInteger(StringRef name) {
  auto number = dyn_cast_or_null<IntegerAttr>(list.erase(name));
  return number && number.getValue().getSignificantBits() <= 64
             ? number.getValue().getSExtValue()
             : 0;
}

void OpAttributes::joinGather() {
  // Evaluated in the order in which they are written: each call takes one.
  SmallVector<int64_t> offset = takeIntegers("offset_dims"),
                       collapsed = takeIntegers("collapsed_slice_dims"),
                       batch = takeIntegers("operand_batching_dims"),
                       places = takeIntegers("start_indices_batching_dims"),
                       map = takeIntegers("start_index_map");
  list.set("dimension_numbers",
           hlo::GatherDimsAttr::get(context, offset, collapsed, batch, places,
                                    map, takeInteger("index_vector_dim")));
}

void OpAttributes::joinScatter() {
  SmallVector<int64_t> window = takeIntegers("update_window_dims"),
                       inserted = takeIntegers("inserted_window_dims"),
                       batch = takeIntegers("input_batching_dims"),
                       places = takeIntegers("scatter_indices_batching_dims"),
                       map = takeIntegers("scatter_dims_to_operand_dims");
  list.set("scatter_dimension_numbers",
           hlo::ScatterDimsAttr::get(context, window, inserted, batch, places,
                                     map, takeInteger("index_vector_dim")));
}

void OpAttributes::joinProduct() {
  SmallVector<int64_t> lhsBatch = takeIntegers("lhs_batching_dimensions"),
                       rhsBatch = takeIntegers("rhs_batching_dimensions"),
                       lhs = takeIntegers("lhs_contracting_dimensions"),
                       rhs = takeIntegers("rhs_contracting_dimensions");
  list.set("dot_dimension_numbers",
           hlo::DotDimsAttr::get(context, lhsBatch, rhsBatch, lhs, rhs));
  // By which numbers of another type to approximate the product: it is computed
  // exactly here.
  for (StringRef name :
       {"lhs_precision_type", "rhs_precision_type", "accumulation_type",
        "lhs_component_count", "rhs_component_count",
        "num_primitive_operations", "allow_imprecise_accumulation"})
    list.erase(name);
}

void OpAttributes::joinConvolution() {
  SmallVector<int64_t> input = takeIntegers("input_spatial_dimensions"),
                       kernel = takeIntegers("kernel_spatial_dimensions"),
                       output = takeIntegers("output_spatial_dimensions");
  int64_t inputBatch = takeInteger("input_batch_dimension"),
          inputFeature = takeInteger("input_feature_dimension"),
          kernelInput = takeInteger("kernel_input_feature_dimension"),
          kernelOutput = takeInteger("kernel_output_feature_dimension"),
          outputBatch = takeInteger("output_batch_dimension"),
          outputFeature = takeInteger("output_feature_dimension");
  list.set("dimension_numbers",
           hlo::ConvDimsAttr::get(context, inputBatch, inputFeature, input,
                                  kernelInput, kernelOutput, kernel,
                                  outputBatch, outputFeature, output));
}

// 0 is the channel of an op that has none.
void OpAttributes::joinChannel() {
  if (!list.get("channel_id"))
    return;
  int64_t handle = takeInteger("channel_id"),
          type = takeInteger("channel_type");
  if (handle != 0)
    list.set("channel_handle",
             hlo::ChannelHandleAttr::get(context, handle, type));
  if (auto isGlobal =
          dyn_cast_or_null<BoolAttr>(list.erase("use_global_device_ids"));
      isGlobal && isGlobal.getValue())
    list.set("use_global_device_ids", UnitAttr::get(context));
}

Attribute OpAttributes::asSymbol(Attribute name) {
  auto text = dyn_cast<StringAttr>(name);
  return text ? FlatSymbolRefAttr::get(text) : name;
}

/// Lists of integers and bools, and names of functions, as StableHLO has them.
void OpAttributes::changeForms() {
  // A name means the same in all ops that have it, so that one list serves all.
  // Only `padding` is a tensor in StableHLO as well, of two columns.
  static constexpr StringLiteral kLists[] = {"broadcast_dimensions",
                                             "broadcast_sizes",
                                             "known_expanding_dimensions",
                                             "known_nonexpanding_dimensions",
                                             "slice_sizes",
                                             "dimensions",
                                             "permutation",
                                             "edge_padding_low",
                                             "edge_padding_high",
                                             "interior_padding",
                                             "start_indices",
                                             "limit_indices",
                                             "strides",
                                             "window_dimensions",
                                             "window_strides",
                                             "base_dilations",
                                             "window_dilations",
                                             "lhs_dilation",
                                             "rhs_dilation",
                                             "fft_length"};
  for (StringRef name : kLists)
    if (isa_and_nonnull<DenseIntElementsAttr>(list.get(name)))
      list.set(name, DenseI64ArrayAttr::get(context, takeIntegers(name)));
  if (auto dense =
          dyn_cast_or_null<DenseElementsAttr>(list.get("window_reversal"));
      dense && dense.getElementType().isInteger(1))
    list.set("window_reversal",
             DenseBoolArrayAttr::get(context,
                                     llvm::to_vector(dense.getValues<bool>())));
  for (StringRef name : {"callee", "decomposition"})
    if (Attribute symbol = list.get(name))
      list.set(name, asSymbol(symbol));
  if (auto called =
          dyn_cast_or_null<ArrayAttr>(list.get("called_computations"))) {
    SmallVector<Attribute> symbols;
    for (Attribute name : called)
      symbols.push_back(asSymbol(name));
    list.set("called_computations", ArrayAttr::get(context, symbols));
  }
}

/// Byte code spells out what a text leaves out.
void OpAttributes::dropDefaults() {
  list.erase("result_accuracy");
  list.erase("result_tilings");
  if (auto kind =
          dyn_cast_or_null<hlo::CompareKindAttr>(list.get("compare_type"));
      kind && kind.getValue() == hlo::CompareKind::NOTYPE)
    list.erase("compare_type");
  for (StringRef name : {"sym_visibility", "backend_config"})
    if (auto text = dyn_cast_or_null<StringAttr>(list.get(name));
        text && text.empty())
      list.erase(name);
  for (StringRef name :
       {"arg_attrs", "res_attrs", "operand_layouts", "result_layouts",
        "called_computations", "output_operand_aliases"})
    if (auto array = dyn_cast_or_null<ArrayAttr>(list.get(name));
        array && array.empty())
      list.erase(name);
  for (StringRef name :
       {"known_expanding_dimensions", "known_nonexpanding_dimensions"})
    if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(list.get(name));
        array && array.empty())
      list.erase(name);
}

ArrayRef<NamedAttribute> OpAttributes::upgrade(StringRef name) {
  // By names and not by types: an op of an older version, or a damaged one, has
  // the same axes or none of them.
  if (name == "gather" || name == "dynamic_gather")
    joinGather();
  else if (name == "scatter")
    joinScatter();
  else if (name == "dot_general")
    joinProduct();
  else if (name == "convolution" || name == "dynamic_conv")
    joinConvolution();
  joinChannel();
  changeForms();
  dropDefaults();
  return list.getAttrs();
}

/// The op of another dialect that `op`, called `name` there, stands for.
static std::string getTarget(Operation *op, StringRef name) {
  if (name == "func" || name == "call")
    return ("func." + name).str();
  Operation *parent = op->getParentOp();
  bool isOfFunction = parent && parent->getName().getStringRef() == "func.func";
  if (name == "return" && isOfFunction)
    return "func.return";
  return ("stablehlo." + name).str();
}

// A new op, since an op cannot change its name. Operands and results keep their
// order: versions of an op differ in attributes and in the number of operands,
// and StableHLO's ops of today take those of all versions.
static void upgradeOp(Operation *op) {
  StringRef name = op->getName().stripDialect();
  // The version is behind the last underscore.
  name = name.rsplit("_v").first;
  OpAttributes attributes(op);
  OperationState state(op->getLoc(), getTarget(op, name));
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.addAttributes(attributes.upgrade(name));
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *upgraded = OpBuilder(op).create(state);
  op->replaceAllUsesWith(upgraded->getResults());
  op->erase();
}

void upgradeToStableHLO(ModuleOp module) {
  // A function before what is in it: its return is told from that of a region
  // by what is around it.
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getName().getDialectNamespace() ==
        VHLODialect::getDialectNamespace())
      ops.push_back(op);
  });
  for (Operation *op : ops)
    upgradeOp(op);
  if (ops.empty())
    return;
  // Between types with a version and those of ops of other dialects, such as
  // chlo, there are casts. Here both are read as one type.
  module.walk([](UnrealizedConversionCastOp op) {
    if (op.getOperandTypes() != op.getResultTypes())
      return;
    op.replaceAllUsesWith(op.getOperands());
    op.erase();
  });
}

} // namespace mlir::relax::vhlo
