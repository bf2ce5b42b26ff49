// Refuses text whose brackets nest deeper than upstream's parser can follow.
#include "Relax/Support/Nesting.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::relax {

// The end of the string or comment that begins at `start`, or `start` itself.
static size_t skipOpaque(llvm::StringRef text, size_t start) {
  if (text[start] == '/' && text.substr(start).starts_with("//"))
    return std::min(text.find('\n', start), text.size());
  if (text[start] != '"')
    return start;
  size_t end = start + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end, text.size());
}

static char getOpening(char closing) {
  switch (closing) {
  case ')':
    return '(';
  case ']':
    return '[';
  case '}':
    return '{';
  default:
    return '<';
  }
}

// `<` may also be an operator of some dialect, so the other brackets close
// whatever of it is open inside them.
static void close(llvm::SmallVectorImpl<char> &open, char closing) {
  char opening = getOpening(closing);
  if (opening != '<')
    while (!open.empty() && open.back() == '<')
      open.pop_back();
  if (!open.empty() && open.back() == opening)
    open.pop_back();
}

size_t findDeepBracket(llvm::StringRef text, size_t limit) {
  constexpr llvm::StringLiteral interesting("\"/([{<)]}>");
  llvm::SmallVector<char> open;
  for (size_t i = text.find_first_of(interesting); i < text.size();
       i = text.find_first_of(interesting, i + 1)) {
    switch (text[i]) {
    case '"':
    case '/':
      i = skipOpaque(text, i);
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      open.push_back(text[i]);
      if (open.size() > limit)
        return i;
      break;
    case '>':
      // The arrow `->` closes nothing.
      if (i > 0 && text[i - 1] == '-')
        break;
      close(open, text[i]);
      break;
    default:
      close(open, text[i]);
    }
  }
  return llvm::StringRef::npos;
}

llvm::LogicalResult checkNesting(llvm::MemoryBufferRef buffer,
                                 llvm::raw_ostream &errors) {
  if (isBytecode(buffer))
    return llvm::success();
  size_t offset = findDeepBracket(buffer.getBuffer());
  if (offset == llvm::StringRef::npos)
    return llvm::success();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(
                                 buffer, /*RequiresNullTerminator=*/false),
                             llvm::SMLoc());
  // Without the line: that of generated text has thousands of brackets.
  auto [line, column] = sources.getLineAndColumn(
      llvm::SMLoc::getFromPointer(buffer.getBufferStart() + offset));
  errors << buffer.getBufferIdentifier() << ':' << line << ':' << column
         << ": error: expected brackets to nest at most " << kMaxNesting
         << " deep, found more; split the program into functions\n";
  return llvm::failure();
}

} // namespace mlir::relax
