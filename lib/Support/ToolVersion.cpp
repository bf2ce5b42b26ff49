// What a tool says when it is asked for its version.
#include "Relax/Support/ToolVersion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

// The back ends that relax-compile asks for; their code generators are not
// needed to name them.
static std::string getTargets() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeNVPTXTargetInfo();
  SmallVector<StringRef> names;
  for (const llvm::Target &target : llvm::TargetRegistry::targets())
    names.push_back(target.getName());
  llvm::sort(names);
  return llvm::join(names, " ");
}

bool answerVersion(int argc, const char *const *argv, StringRef tool) {
  if (argc != 2 || StringRef(argv[1]).ltrim('-') != "version" ||
      argv[1][0] != '-')
    return false;
  llvm::outs() << tool << " (relax-mlir) " << RELAX_VERSION_TEXT << '\n'
               << "MLIR " << LLVM_VERSION_STRING << '\n'
               << "targets: " << getTargets() << '\n';
  llvm::outs().flush();
  return true;
}

} // namespace mlir::relax
