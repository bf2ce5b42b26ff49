// The part of the sdy dialect that says how a program's tensors are spread: the
// syntax of meshes and shardings.
//
// What says of a tensor more than relax can hold is an error here, at its place
// in the text. Were it passed over, workers would have other parts than the
// program's author meant.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"
#include "SdyBytecode.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "Relax/Dialect/StableHLO/IR/SdyDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/StableHLO/IR/SdyAttrs.cpp.inc"

namespace mlir::relax::sdy {

void SdyDialect::initialize() {
  allowUnknownOperations();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Relax/Dialect/StableHLO/IR/SdyAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/SdyOps.cpp.inc"
      >();
  addBytecodeInterface(*this);
}

// How a call by name may be spread, `#sdy.op_sharding_rule<...>`, changes
// nothing of what it computes, and hints are not carried through calls by name:
// its text is kept as it is.
Attribute SdyDialect::parseAttribute(DialectAsmParser &parser,
                                     Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  if (generatedAttributeParser(parser, &mnemonic, type, attribute).has_value())
    return attribute;
  if (mnemonic == "op_sharding_rule")
    return StringAttr::get(getContext(), parser.getFullSymbolSpec());
  parser.emitError(parser.getNameLoc())
      << "expected a mesh or a sharding, found '#sdy." << mnemonic
      << "'; write the program by 'jax.jit' with shardings";
  return {};
}

void SdyDialect::printAttribute(Attribute attribute,
                                DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

std::optional<Dialect::ParseOpHook>
SdyDialect::getParseOperationHook(StringRef) const {
  return [](OpAsmParser &parser, OperationState &) -> ParseResult {
    // The parser writes the name in front.
    return parser.emitError(parser.getNameLoc())
           << "has no counterpart in relax, expected 'sdy.mesh', "
              "'sdy.sharding_constraint' and 'sdy.manual_computation'; write "
              "the program by 'jax.jit' with shardings or 'jax.shard_map'";
  };
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> sizes, devices;
  auto parseAxis = [&]() -> ParseResult {
    std::string name;
    int64_t size;
    if (parser.parseString(&name) || parser.parseEqual() ||
        parser.parseInteger(size))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    sizes.push_back(size);
    return success();
  };
  auto parseDevice = [&]() -> ParseResult {
    return parser.parseInteger(devices.emplace_back());
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                      parseDevice)))
    return {};
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), parser.getBuilder().getArrayAttr(names),
             sizes, devices);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(
      llvm::zip(getNames(), getSizes()), printer, [&](auto axis) {
        printer << std::get<0>(axis) << '=' << std::get<1>(axis);
      });
  printer << ']';
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << ']';
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// A name of an axis, of all of it: `"x":(1)2` is a part of one.
static ParseResult parseAxisName(AsmParser &parser,
                                 SmallVectorImpl<Attribute> &names) {
  std::string name;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon()))
    return parser.emitError(parser.getCurrentLocation())
           << "expected whole axes of a mesh, found a part of \"" << name
           << "\"; make it an axis of the mesh";
  names.push_back(parser.getBuilder().getStringAttr(name));
  return success();
}

/// `{"x", "y", ?}p1`.
static ParseResult parseDim(AsmParser &parser,
                            SmallVectorImpl<Attribute> &dims) {
  SmallVector<Attribute> entries;
  auto parseEntry = [&]() -> ParseResult {
    if (failed(parser.parseOptionalQuestion()))
      return parseAxisName(parser, entries);
    entries.push_back(parser.getBuilder().getUnitAttr());
    return success();
  };
  StringRef priority;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseEntry))
    return failure();
  // Which of two wishes is first heard; relax hears all.
  if (succeeded(parser.parseOptionalKeyword(&priority))) {
    int64_t number;
    if (!priority.consume_front("p") || priority.getAsInteger(10, number))
      return parser.emitError(parser.getCurrentLocation())
             << "expected a priority such as p1, found " << priority;
    entries.push_back(parser.getBuilder().getI64IntegerAttr(number));
  }
  dims.push_back(parser.getBuilder().getArrayAttr(entries));
  return success();
}

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  SymbolRefAttr mesh;
  SmallVector<Attribute> dims, replicated;
  Builder &builder = parser.getBuilder();
  if (parser.parseLess())
    return {};
  if (!parser.parseOptionalAttribute(mesh).has_value() || !mesh ||
      !isa<FlatSymbolRefAttr>(mesh)) {
    parser.emitError(parser.getCurrentLocation())
        << "expected the name of a 'sdy.mesh', found another mesh; give it a "
           "name";
    return {};
  }
  if (parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parseDim(parser, dims); }))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef kind;
    if (parser.parseKeyword(&kind))
      return {};
    if (kind != "replicated") {
      parser.emitError(parser.getCurrentLocation())
          << "expected a tensor of which workers have parts or copies, found "
             "one that is '"
          << kind << "'; join it in front of the function";
      return {};
    }
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
          return parseAxisName(parser, replicated);
        }))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), cast<FlatSymbolRefAttr>(mesh),
             builder.getArrayAttr(dims), builder.getArrayAttr(replicated));
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << '<' << getMesh() << ", [";
  llvm::interleaveComma(getDims(), printer, [&](Attribute dim) {
    ArrayRef<Attribute> entries = cast<ArrayAttr>(dim).getValue();
    IntegerAttr priority;
    if (!entries.empty() && (priority = dyn_cast<IntegerAttr>(entries.back())))
      entries = entries.drop_back();
    printer << '{';
    llvm::interleaveComma(entries, printer, [&](Attribute entry) {
      if (isa<UnitAttr>(entry))
        printer << '?';
      else
        printer << entry;
    });
    printer << '}';
    if (priority)
      printer << 'p' << priority.getInt();
  });
  printer << ']';
  if (!getReplicated().empty()) {
    printer << ", replicated={";
    llvm::interleaveComma(getReplicated(), printer);
    printer << '}';
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Shardings one after the other, without their dialect's name. JAX wraps them
/// into an attribute of its own, of which the text shows the list only; an
/// array holds the same.
static ParseResult parseShardings(OpAsmParser &parser, ArrayAttr &shardings) {
  SmallVector<Attribute> found;
  auto parse = [&]() -> ParseResult {
    return success(
        bool(found.emplace_back(ShardingAttr::parse(parser, Type()))));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse))
    return failure();
  shardings = parser.getBuilder().getArrayAttr(found);
  return success();
}

static void printShardings(OpAsmPrinter &printer, Operation *,
                           ArrayAttr shardings) {
  printer << '[';
  llvm::interleaveComma(shardings.getAsRange<ShardingAttr>(), printer,
                        [&](ShardingAttr each) { each.print(printer); });
  printer << ']';
}

/// Which axes are manual. Workers along the others compute the same, which the
/// region does not say: so the names are kept, and not a number of axes.
static ParseResult parseAxisNames(OpAsmParser &parser, ArrayAttr &names) {
  SmallVector<Attribute> found;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        return parseAxisName(parser, found);
      }))
    return failure();
  names = parser.getBuilder().getArrayAttr(found);
  return success();
}

static void printAxisNames(OpAsmPrinter &printer, Operation *,
                           ArrayAttr names) {
  printer << '{';
  llvm::interleaveComma(names, printer);
  printer << '}';
}

/// The region with its arguments in front, as a function has them. They are
/// its only values from outside: parts, which no op around has.
static ParseResult parseParts(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments,
                                          AsmParser::Delimiter::Paren,
                                          /*allowType=*/true) ||
                 parser.parseRegion(body, arguments));
}

static void printParts(OpAsmPrinter &printer, Operation *, Region &body) {
  printer << '(';
  llvm::interleaveComma(body.getArguments(), printer, [&](BlockArgument each) {
    printer.printRegionArgument(each);
  });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

/// Numbers alone: what the parts of an operand are depends on the mesh, which
/// the conversion looks up, and says of all such ops in one run.
LogicalResult ManualComputationOp::verify() {
  Operation *end =
      getBody().front().empty() ? nullptr : &getBody().front().back();
  size_t returned = isa_and_nonnull<ReturnOp>(end) ? end->getNumOperands() : 0;
  auto isSharding = llvm::IsaPred<ShardingAttr>;
  if (getInputs().size() == getInShardings().size() &&
      getInputs().size() == getBody().getNumArguments() &&
      getNumResults() == getOutShardings().size() &&
      getNumResults() == returned &&
      llvm::all_of(getInShardings(), isSharding) &&
      llvm::all_of(getOutShardings(), isSharding))
    return success();
  return (emitOpError("expects a sharding and a part for each of ")
          << getInputs().size() << " operands and " << getNumResults()
          << " results, found " << getInShardings().size() << " and "
          << getOutShardings().size() << " shardings, and a region of "
          << getBody().getNumArguments() << " parameters and " << returned
          << " results")
             .attachNote(end ? end->getLoc() : getLoc())
         << "the region ends here";
}

} // namespace mlir::relax::sdy

#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/SdyOps.cpp.inc"
