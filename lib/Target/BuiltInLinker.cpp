// The linker that is part of the compiler.
#include "BuiltInLinker.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

namespace mlir::relax {

int runBuiltInLinker(llvm::ArrayRef<llvm::StringRef> arguments,
                     std::string &text) {
  // lld keeps its state in globals, and after a crash they are not to be used.
  static std::mutex mutex;
  static bool isUsable = true;
  std::lock_guard<std::mutex> guard(mutex);
  llvm::raw_string_ostream messages(text);
  if (!isUsable) {
    messages << "it crashed before in this process";
    return 1;
  }
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> words;
  for (llvm::StringRef argument : arguments)
    words.push_back(saver.save(argument).data());
  lld::Result result =
      lld::lldMain(words, messages, messages, {{lld::Gnu, &lld::elf::link}});
  isUsable = result.canRunAgain;
  return result.retCode;
}

} // namespace mlir::relax
