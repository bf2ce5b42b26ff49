// The part of the sdy dialect that says how a program's tensors are spread: the
// syntax of meshes and shardings.
//
// What says of a tensor more than relax can hold is an error here, at its place
// in the text. Were it passed over, workers would have other parts than the
// program's author meant.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "Relax/Dialect/StableHLO/IR/SdyDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "Relax/Dialect/StableHLO/IR/SdyAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/SdyOps.cpp.inc"

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
           << "has no counterpart in relax, expected 'sdy.mesh' and "
              "'sdy.sharding_constraint'; write the program by "
              "'jax.jit' with shardings in place of 'shard_map'";
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

} // namespace mlir::relax::sdy
