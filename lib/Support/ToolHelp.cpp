// What a tool says first when it is asked for help.
#include "Relax/Support/ToolHelp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

void introduceTool(int argc, const char *const *argv,
                   llvm::StringRef introduction) {
  bool isAsked = llvm::any_of(
      llvm::ArrayRef(argv, size_t(argc)), [](llvm::StringRef word) {
        return word == "--help" || word == "-help" || word == "-h";
      });
  if (!isAsked)
    return;
  llvm::outs() << introduction << '\n';
  llvm::outs().flush();
  // A tool's own options have a category of its name.
  auto isOurs = [](const llvm::cl::OptionCategory *category) {
    return category->getName().starts_with("relax-") ||
           category->getName() == "Generic Options";
  };
  // LLVM registers hundreds of options of its own in each tool that links it.
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (option->getOptionHiddenFlag() == llvm::cl::NotHidden &&
        llvm::none_of(option->Categories, isOurs))
      option->setHiddenFlag(llvm::cl::Hidden);
}

} // namespace mlir::relax
