// Writes tensor programs: their parameters, attributes and root.
#include "TensorProgram.h"

#include "ProgramWriter.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "TargetNames.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace mlir::relax::tvmscript {

ProgramWriter::ProgramWriter(ModuleScript &module, tir::FuncOp program)
    : module(module), program(program), types(module, names),
      facts(program, module) {
  program.walk([&](tir::BlockOp) { hasBlocks = true; });
}

/// Whether TVM passes the sizes of a program behind all its buffers.
static bool hasSizesLast(tir::FuncOp program) {
  auto uses = SymbolTable::getSymbolUses(program, program->getParentOp());
  return uses && llvm::any_of(*uses, [](SymbolTable::SymbolUse use) {
           return isa<VMCallTIRDynOp>(use.getUser());
         });
}

/// The parameters in the order of TVM: inputs, sizes, outputs.
static SmallVector<BlockArgument> inTheirOrder(tir::FuncOp program) {
  SmallVector<BlockArgument> order(program.getArguments());
  if (hasSizesLast(program))
    return order;
  unsigned inputs = program.getNumInputs();
  std::rotate(order.begin() + inputs, order.begin() + program.getNumBuffers(),
              order.end());
  return order;
}

std::string ProgramWriter::parameter(BlockArgument buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  std::string base = "A" + std::to_string(buffer.getArgNumber());
  std::string name = names.fresh(base);
  SmallVector<std::string> sizes = sizesOf(buffer);
  size_t before = freeSizes.size();
  std::string words = bufferWords(type, sizes, buffer);
  auto factor = program.getArgAttrOfType<IntegerAttr>(buffer.getArgNumber(),
                                                      "tir.offset_factor");
  if (factor)
    words += ", offset_factor=" + std::to_string(factor.getInt());
  buffers[buffer] = {name, sizes};
  if (type.hasStaticShape() && freeSizes.size() == before)
    return name + ": T.Buffer(" + words + ")";
  if (type.getRank() == 0)
    module.reject(program,
                  "expected a start only of buffers that have axes, as in the "
                  "script of TVM; give it an axis of one element");
  // Names of sizes are known in the body only.
  std::string handle = names.fresh(base + "_handle");
  module.lines.add(name + " = T.match_buffer(" + handle + ", " + words + ")");
  return handle + ": T.handle";
}

std::string ProgramWriter::signature() {
  // Sizes that are parameters have names before buffers have sizes.
  for (BlockArgument scalar : program.getVars()) {
    auto var = program.getArgAttrOfType<SymExprAttr>(scalar.getArgNumber(),
                                                     tir::TIRDialect::kVar);
    if (var && !var.isSymbol())
      module.reject(program,
                    "expected a size as parameter, as of TVM's program, found "
                    "an expression of sizes; let it be a symbol");
    known[scalar] =
        names.fresh(var && var.isSymbol() ? var.getSymbol() : StringRef("n"));
    if (var && var.isSymbol())
      types.bind(StringAttr::get(program.getContext(), var.getSymbol()),
                 known[scalar]);
  }
  std::string text;
  for (BlockArgument argument : inTheirOrder(program)) {
    text += text.empty() ? "" : ", ";
    if (isa<MemRefType>(argument.getType()))
      text += parameter(argument);
    else
      text += known[argument] + ": T." + indexType();
  }
  return text;
}

/// Whether calls show how many of the buffers are inputs.
static bool isCalled(tir::FuncOp program) {
  auto uses = SymbolTable::getSymbolUses(program, program->getParentOp());
  return uses && llvm::any_of(*uses, [](SymbolTable::SymbolUse use) {
           return use.getUser()->getName().getStringRef().starts_with(
               "relax.call_tir");
         });
}

void ProgramWriter::attributes() {
  SmallVector<std::string> words;
  if (!isCalled(program))
    words.push_back("\"num_inputs\": " +
                    std::to_string(program.getNumInputs()));
  for (NamedAttribute entry : program->getDiscardableAttrs()) {
    StringRef name = entry.getName();
    if (name == "pragmas" || name == "root_annotations" ||
        name == tir::TIRDialect::kGlobalSymbol || isOfTarget(name))
      continue;
    bool isMark = isa<UnitAttr>(entry.getValue());
    std::string key = name == tir::TIRDialect::kIsScheduled
                          ? "tirx.is_scheduled"
                          : name.str();
    words.push_back(
        quoted(key) + ": " +
        (isMark ? "True" : types.attribute(program, entry.getValue())));
  }
  words.push_back("\"tirx.noalias\": True");
  module.lines.add("T.func_attr({" + llvm::join(words, ", ") + "})");
}

void ProgramWriter::programBody() {
  if (auto pragmas = program->getAttrOfType<DictionaryAttr>("pragmas"))
    for (NamedAttribute pragma : pragmas)
      module.lines.add("T.attr(T.int32(0), " + quoted(pragma.getName()) + ", " +
                       types.attribute(program, pragma.getValue()) + ")");
  Block &body = program.getBody().front();
  auto root = program->getAttrOfType<DictionaryAttr>("root_annotations");
  if (!root)
    return statements(body);
  module.lines.add("with T.sblock(\"root\"):");
  Indented deeper(module.lines);
  module.lines.add("T.sblock_attr(" +
                   types.dictionary(program, root.getValue()) + ")");
  statements(body);
}

void ProgramWriter::write() {
  if (program.isExternal()) {
    module.reject(program,
                  "expected a body, as of a program of TVM, found none");
    return;
  }
  module.lines.add(program.isPrivate()
                       ? "@T.prim_func(private=True, s_tir=True)"
                       : "@T.prim_func(s_tir=True)");
  // What the body names stands before it.
  Lines before = std::move(module.lines);
  module.lines = Lines();
  module.lines.depth = before.depth + 1;
  std::string head = signature();
  Lines heads = std::move(module.lines);
  module.lines = Lines();
  module.lines.depth = before.depth + 1;
  programBody();
  std::swap(before, module.lines);
  module.lines.add("def " + module.functionName(program.getSymName()) + "(" +
                   head + "):");
  Indented deeper(module.lines);
  attributes();
  SmallVector<std::string> sizes(types.declared());
  llvm::append_range(sizes, freeSizes);
  for (const std::string &size : sizes)
    module.lines.add(size + " = T." + indexType() + "()");
  module.lines.text += heads.text + before.text;
}

void writePrimFunc(ModuleScript &module, tir::FuncOp program) {
  ProgramWriter(module, program).write();
}

} // namespace mlir::relax::tvmscript
