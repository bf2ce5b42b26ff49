// The tools of a package in one function, so that LLVM and MLIR are in it once:
// it is the tool whose name it is called by, or that it is told.
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

// Their `main`, renamed by the build.
int relax_compile_main(int argc, char **argv);
int relax_import_onnx_main(int argc, char **argv);
int relax_interp_main(int argc, char **argv);
int relax_lsp_server_main(int argc, char **argv);
int relax_opt_main(int argc, char **argv);
int relax_translate_main(int argc, char **argv);

// lld's optimizer of bitcode, which no object of ours is, asks for the passes
// of Polly: LLVM was built with it, but Debian ships no archive. These are
// none.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", LLVM_VERSION_STRING,
          [](llvm::PassBuilder &) {}};
}

namespace {
struct Tool {
  llvm::StringLiteral name;
  int (*main)(int argc, char **argv);
};
} // namespace

static constexpr Tool tools[] = {
    {"relax-compile", relax_compile_main},
#ifdef RELAX_HAS_ONNX
    {"relax-import-onnx", relax_import_onnx_main},
#endif
    {"relax-interp", relax_interp_main},
    {"relax-lsp-server", relax_lsp_server_main},
    {"relax-opt", relax_opt_main},
    {"relax-translate", relax_translate_main},
};

static const Tool *findTool(llvm::StringRef path) {
  llvm::StringRef name = llvm::sys::path::filename(path);
  for (const Tool &tool : tools)
    if (tool.name == name)
      return &tool;
  return nullptr;
}

// relax-compile's options are registered before a program begins; other tools
// have some of the same names.
static void removeOptionsOfCompiler() {
  llvm::SmallPtrSet<llvm::cl::Option *, 32> known;
  llvm::cl::SubCommand &top = llvm::cl::SubCommand::getTopLevel();
  known.insert(top.PositionalOpts.begin(), top.PositionalOpts.end());
  for (auto &[name, option] : top.OptionsMap)
    known.insert(option);
  for (llvm::cl::Option *option : known)
    for (llvm::cl::OptionCategory *category : option->Categories)
      if (category->getName() == "relax-compile options")
        option->removeArgument();
}

// A name of C, as those that the library shows.
extern "C" int mlirRelaxRunTool(int argc, char **argv) {
  const Tool *tool = argc > 0 ? findTool(argv[0]) : nullptr;
  if (!tool && argc > 1) {
    tool = findTool(argv[1]);
    ++argv;
    --argc;
  }
  if (!tool) {
    llvm::errs() << "relax-tools: error: expected the name of a tool; there "
                    "are";
    for (const Tool &known : tools)
      llvm::errs() << ' ' << known.name;
    llvm::errs() << '\n';
    return 1;
  }
  if (tool->main != relax_compile_main)
    removeOptionsOfCompiler();
  return tool->main(argc, argv);
}
