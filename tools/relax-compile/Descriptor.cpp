// The descriptor of a module that is linked into a program.
#include "Descriptor.h"

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Support/OutputFile.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace mlir::relax {

// A shared library keeps the usual symbol, by which relax-run and the run time
// find it; another name would make it one that cannot be loaded.
static bool isLinkedLater(Emit emit) {
  return emit == Emit::Object || emit == Emit::Assembly || emit == Emit::LLVM;
}

// The header declares it, so that what the assembler would take (a dot, a
// dollar) is too much for C.
static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

LogicalResult checkDescriptor(Location location, const CompileConfig &config) {
  const OutputConfig &output = config.output;
  if (output.descriptorName.empty() && output.header.empty())
    return success();
  if (!isLinkedLater(config.getEmit()))
    return emitError(location, "--descriptor-name and --header are for code "
                               "that is linked into a program, expected an "
                               "output in .o, .s or .ll, found \"")
           << output.path << "\"; libraries are loaded by their file's name";
  if (!output.descriptorName.empty() && !isIdentifier(output.descriptorName))
    return emitError(location, "expected --descriptor-name to be a name in C, "
                               "found \"")
           << output.descriptorName << "\"";
  return success();
}

static std::string describe(FuncOp func) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << func.getSymName() << "(";
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    os << (i ? ", " : "");
    if (auto name = func.getArgAttrOfType<StringAttr>(i, "relax.name"))
      os << name.getValue() << ": ";
    os << func.getArgumentTypes()[i];
  }
  os << ") -> ";
  llvm::interleaveComma(func.getResultTypes(), os);
  // A name may have any characters; these would end the comment.
  for (size_t at = 0; (at = text.find("*/", at)) != std::string::npos;)
    text.insert(at + 1, " ");
  return text;
}

static void writeHeader(ModuleOp module, StringRef source, StringRef name,
                        llvm::raw_ostream &os) {
  os << "/* The descriptor of a module that relax-compile made of "
     << llvm::sys::path::filename(source) << ":\n *\n";
  for (auto func : module.getOps<FuncOp>())
    if (func.isPublic())
      os << " *   " << describe(func) << "\n";
  os << " *\n * relax_module_from_descriptor of relax_runtime.h takes it. */\n"
     << "#ifndef RELAX_MODULE_" << name << "\n#define RELAX_MODULE_" << name
     << "\n\n#include <relax_module.h>\n\n#ifdef __cplusplus\n"
     // Both branches say `extern`: a const at namespace scope would have
     // internal linkage in C++, and C would make a tentative definition of it.
     << "extern \"C\"\n#else\nextern\n#endif\n"
     << "const RelaxModuleDescriptor " << name << ";\n\n#endif\n";
}

LogicalResult describeModule(ModuleOp module, const CompileConfig &config) {
  const OutputConfig &output = config.output;
  std::string name = output.descriptorName,
              usual = "relax_module_descriptor_v1";
  auto prefix = module->getAttrOfType<StringAttr>("relax.system_lib_prefix");
  // What the user asks for comes before what the program says, as a program may
  // be linked twice.
  if (name.empty() && prefix && isLinkedLater(config.getEmit()))
    name = prefix.str() + usual;
  bool isAsked = !output.descriptorName.empty() || !output.header.empty();
  // Behind the host stage functions are of the llvm dialect, and nothing is
  // left that could be described.
  if (isAsked && module.getOps<FuncOp>().empty())
    return emitError(UnknownLoc::get(module.getContext()),
                     "--descriptor-name and --header describe functions of "
                     "relax, expected some, found none; give them where the "
                     "host stage is run");
  Builder builder(module.getContext());
  ArrayRef<std::string> versions = output.versions;
  if (!versions.empty() && config.target.cpu == versions.front()) {
    // Loaders find the others through this one.
    SmallVector<Attribute> others;
    for (const std::string &cpu : versions.drop_front())
      others.push_back(builder.getStringAttr(usual + "." + cpu));
    module->setAttr(rt::RuntimeDialect::kVersions,
                    builder.getArrayAttr(others));
  } else if (!versions.empty()) {
    name = usual + "." + config.target.cpu;
  }
  if (!name.empty())
    module->setAttr(rt::RuntimeDialect::kDescriptor,
                    builder.getStringAttr(name));
  if (output.header.empty())
    return success();
  return writeOutputFile(
      module.getLoc(), output.header, [&](llvm::raw_pwrite_stream &os) {
        writeHeader(module, config.inputPath, name.empty() ? usual : name, os);
        return success();
      });
}

} // namespace mlir::relax
