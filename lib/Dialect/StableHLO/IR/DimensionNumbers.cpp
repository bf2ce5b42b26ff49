// Attributes that say what the axes of operands are.
//
// What an axis means is checked in the conversion, not here. A parser that
// stops at the first attribute that does not fit would hide all others, and it
// does not know the ranks.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

#include "DimensionNumbers.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/StableHLO/IR/StableHLOAttrs.cpp.inc"

namespace mlir::relax::hlo {

void StableHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Relax/Dialect/StableHLO/IR/StableHLOAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Named lists
//===----------------------------------------------------------------------===//

namespace {
/// A list of axes, or one axis, by its name in the text.
struct NamedAxes {
  StringRef name;
  SmallVector<int64_t> axes;
  int64_t *number = nullptr;
};
} // namespace

/// `<name = [0, 1], other = 2>`, in any order.
/// Empty lists are left out in the text, and as each has a name the order is
/// free. An unknown name is an error, because a list that is passed over could
/// change what the op means.
static ParseResult parseNamedAxes(AsmParser &parser,
                                  MutableArrayRef<NamedAxes> all) {
  auto parseOne = [&]() -> ParseResult {
    StringRef name;
    llvm::SMLoc where = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    auto *found =
        llvm::find_if(all, [&](NamedAxes &one) { return one.name == name; });
    if (found == all.end())
      return parser.emitError(where) << "expected a list of axes that this "
                                        "attribute has, found \""
                                     << name << "\"";
    if (parser.parseEqual())
      return failure();
    if (found->number)
      return parser.parseInteger(*found->number);
    return parseAxes(parser, found->axes);
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                        parseOne);
}

/// Empty lists are left out, as StableHLO prints them: texts can then be
/// compared line by line with those of JAX.
static void
printNamedAxes(AsmPrinter &printer,
               ArrayRef<std::pair<StringRef, ArrayRef<int64_t>>> all) {
  auto isWritten = [](auto &one) { return !one.second.empty(); };
  printer << "<";
  llvm::interleaveComma(llvm::make_filter_range(all, isWritten), printer,
                        [&](auto &one) {
                          printer << one.first << " = [";
                          llvm::interleaveComma(one.second, printer);
                          printer << "]";
                        });
}

ParseResult parseAxes(AsmParser &parser, SmallVectorImpl<int64_t> &axes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(axes.emplace_back());
  });
}

Attribute DotDimsAttr::parse(AsmParser &parser, Type) {
  NamedAxes all[] = {{"lhs_batching_dimensions", {}},
                     {"rhs_batching_dimensions", {}},
                     {"lhs_contracting_dimensions", {}},
                     {"rhs_contracting_dimensions", {}}};
  if (parseNamedAxes(parser, all))
    return {};
  return DotDimsAttr::get(parser.getContext(), all[0].axes, all[1].axes,
                          all[2].axes, all[3].axes);
}

void DotDimsAttr::print(AsmPrinter &printer) const {
  printNamedAxes(
      printer, {{"lhs_batching_dimensions", getLhsBatchingDimensions()},
                {"rhs_batching_dimensions", getRhsBatchingDimensions()},
                {"lhs_contracting_dimensions", getLhsContractingDimensions()},
                {"rhs_contracting_dimensions", getRhsContractingDimensions()}});
  printer << ">";
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  int64_t operand = 0;
  NamedAxes all[] = {{"output_tuple_indices", {}},
                     {"operand_index", {}, &operand},
                     {"operand_tuple_indices", {}}};
  if (parseNamedAxes(parser, all))
    return {};
  return OutputOperandAliasAttr::get(parser.getContext(), all[0].axes, operand,
                                     all[2].axes);
}

void OutputOperandAliasAttr::print(AsmPrinter &printer) const {
  // StableHLO prints these also where they are empty.
  printer << "<output_tuple_indices = [";
  llvm::interleaveComma(getOutputTupleIndices(), printer);
  printer << "], operand_index = " << getOperandIndex()
          << ", operand_tuple_indices = [";
  llvm::interleaveComma(getOperandTupleIndices(), printer);
  printer << "]>";
}

/// The axis of the index vectors, behind the lists.
/// 0 is the default and not printed. Whether a comma is due depends on the
/// lists in front, all of which may be empty.
static void printVectorAxis(AsmPrinter &printer, bool isFirst, int64_t axis) {
  if (axis != 0)
    printer << (isFirst ? "" : ", ") << "index_vector_dim = " << axis;
  printer << ">";
}

Attribute GatherDimsAttr::parse(AsmParser &parser, Type) {
  int64_t vectorAxis = 0;
  NamedAxes all[] = {
      {"offset_dims", {}},           {"collapsed_slice_dims", {}},
      {"operand_batching_dims", {}}, {"start_indices_batching_dims", {}},
      {"start_index_map", {}},       {"index_vector_dim", {}, &vectorAxis}};
  if (parseNamedAxes(parser, all))
    return {};
  return GatherDimsAttr::get(parser.getContext(), all[0].axes, all[1].axes,
                             all[2].axes, all[3].axes, all[4].axes, vectorAxis);
}

void GatherDimsAttr::print(AsmPrinter &printer) const {
  printNamedAxes(
      printer, {{"offset_dims", getOffsetDims()},
                {"collapsed_slice_dims", getCollapsedSliceDims()},
                {"operand_batching_dims", getOperandBatchingDims()},
                {"start_indices_batching_dims", getStartIndicesBatchingDims()},
                {"start_index_map", getStartIndexMap()}});
  printVectorAxis(printer,
                  getOffsetDims().empty() && getCollapsedSliceDims().empty() &&
                      getOperandBatchingDims().empty() &&
                      getStartIndicesBatchingDims().empty() &&
                      getStartIndexMap().empty(),
                  getIndexVectorDim());
}

Attribute ScatterDimsAttr::parse(AsmParser &parser, Type) {
  int64_t vectorAxis = 0;
  NamedAxes all[] = {{"update_window_dims", {}},
                     {"inserted_window_dims", {}},
                     {"input_batching_dims", {}},
                     {"scatter_indices_batching_dims", {}},
                     {"scatter_dims_to_operand_dims", {}},
                     {"index_vector_dim", {}, &vectorAxis}};
  if (parseNamedAxes(parser, all))
    return {};
  return ScatterDimsAttr::get(parser.getContext(), all[0].axes, all[1].axes,
                              all[2].axes, all[3].axes, all[4].axes,
                              vectorAxis);
}

void ScatterDimsAttr::print(AsmPrinter &printer) const {
  printNamedAxes(
      printer,
      {{"update_window_dims", getUpdateWindowDims()},
       {"inserted_window_dims", getInsertedWindowDims()},
       {"input_batching_dims", getInputBatchingDims()},
       {"scatter_indices_batching_dims", getScatterIndicesBatchingDims()},
       {"scatter_dims_to_operand_dims", getScatterDimsToOperandDims()}});
  printVectorAxis(printer,
                  getUpdateWindowDims().empty() &&
                      getInsertedWindowDims().empty() &&
                      getInputBatchingDims().empty() &&
                      getScatterIndicesBatchingDims().empty() &&
                      getScatterDimsToOperandDims().empty(),
                  getIndexVectorDim());
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// The axes of one tensor: of two letters, and of the spatial numbers.
struct TensorAxes {
  int64_t first = -1, second = -1;
  SmallVector<int64_t> spatial;
};
} // namespace

/// `[b, 0, 1, f]`
/// The letters and numbers may stand in any order, which is the layout. The
/// numbers must be 0, 1, ... without a gap, otherwise a spatial axis would have
/// no place in the attribute.
static ParseResult parseTensorAxes(AsmParser &parser, StringRef first,
                                   StringRef second, TensorAxes &axes) {
  llvm::SMLoc where = parser.getCurrentLocation();
  SmallVector<std::pair<int64_t, int64_t>> spatial;
  int64_t axis = 0;
  auto parseOne = [&]() -> ParseResult {
    int64_t here = axis++, number;
    OptionalParseResult found = parser.parseOptionalInteger(number);
    if (found.has_value()) {
      spatial.push_back({number, here});
      return *found;
    }
    StringRef letter;
    if (parser.parseKeyword(&letter))
      return failure();
    (letter == first ? axes.first : axes.second) = here;
    return success(letter == first || letter == second);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  llvm::sort(spatial);
  for (auto [expected, found] : llvm::enumerate(spatial)) {
    if (found.first != static_cast<int64_t>(expected))
      axes.first = -1;
    axes.spatial.push_back(found.second);
  }
  if (axes.first < 0 || axes.second < 0)
    return parser.emitError(where)
           << "expected an axis " << first << ", an axis " << second
           << " and the numbers of the spatial axes";
  return success();
}

static void printTensorAxes(AsmPrinter &printer, StringRef first,
                            StringRef second, const TensorAxes &axes) {
  printer << "[";
  llvm::interleaveComma(
      llvm::seq<int64_t>(axes.spatial.size() + 2), printer, [&](int64_t axis) {
        if (axis == axes.first)
          printer << first;
        else if (axis == axes.second)
          printer << second;
        else
          printer << llvm::find(axes.spatial, axis) - axes.spatial.begin();
      });
  printer << "]";
}

ParseResult parseConvDims(AsmParser &parser, ConvDimsAttr &dims) {
  TensorAxes input, kernel, output;
  if (parseTensorAxes(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseTensorAxes(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseTensorAxes(parser, "b", "f", output))
    return failure();
  dims = ConvDimsAttr::get(parser.getContext(), input.first, input.second,
                           input.spatial, kernel.first, kernel.second,
                           kernel.spatial, output.first, output.second,
                           output.spatial);
  return success();
}

void printConvDims(AsmPrinter &printer, ConvDimsAttr dims) {
  printTensorAxes(printer, "b", "f",
                  {dims.getInputBatchDimension(),
                   dims.getInputFeatureDimension(),
                   llvm::to_vector(dims.getInputSpatialDimensions())});
  printer << "x";
  printTensorAxes(printer, "i", "o",
                  {dims.getKernelInputFeatureDimension(),
                   dims.getKernelOutputFeatureDimension(),
                   llvm::to_vector(dims.getKernelSpatialDimensions())});
  printer << "->";
  printTensorAxes(printer, "b", "f",
                  {dims.getOutputBatchDimension(),
                   dims.getOutputFeatureDimension(),
                   llvm::to_vector(dims.getOutputSpatialDimensions())});
}

Attribute ConvDimsAttr::parse(AsmParser &parser, Type) {
  ConvDimsAttr dims;
  if (parser.parseLess() || parseConvDims(parser, dims) ||
      parser.parseGreater())
    return {};
  return dims;
}

void ConvDimsAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printConvDims(printer, *this);
  printer << ">";
}

} // namespace mlir::relax::hlo
