// The schedules that relax-tune has found, by the programs that they are for.
//
//   {"version": 1, "programs": {"0f3a...": {"script": "module ..."}}}
//
// What else an entry has is relax-tune's own: times, and what has been tried.
#include "ScheduleDatabase.h"

#include "Relax/Dialect/Relax/IR/TargetAttrs.h"
#include "Relax/Support/InputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA1.h"

namespace mlir::tir {

static constexpr int64_t kVersion = 1;

OwningOpRef<ModuleOp> isolateProgram(FuncOp func) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(func.getLoc()));
  auto outer = func->getParentOfType<ModuleOp>();
  if (Attribute target = outer->getAttr(relax::kTargetName))
    module->getOperation()->setAttr(relax::kTargetName, target);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto copy = cast<FuncOp>(builder.clone(*func));
  copy.setSymName(kTunedName);
  SymbolTable::setSymbolVisibility(copy, SymbolTable::Visibility::Private);
  return module;
}

std::string getProgramKey(ModuleOp isolated) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  isolated->print(stream, OpPrintingFlags().useLocalScope());
  llvm::SHA1 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

// The scripts of what `path` has; an error that says what is wrong with it.
static llvm::Error readEntries(StringRef text,
                               llvm::StringMap<std::string> &scripts) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed)
    return parsed.takeError();
  const llvm::json::Object *all = parsed->getAsObject();
  const llvm::json::Object *programs =
      all ? all->getObject("programs") : nullptr;
  if (!programs || all->getInteger("version") != kVersion)
    return llvm::createStringError(
        "expected \"version\": 1 and \"programs\", an object");
  for (const auto &[key, value] : *programs) {
    const llvm::json::Object *entry = value.getAsObject();
    if (!entry)
      return llvm::createStringError("expected an object for program \"" +
                                     key.str() + "\"");
    if (std::optional<StringRef> script = entry->getString("script"))
      scripts[key] = script->str();
  }
  return llvm::Error::success();
}

FailureOr<ScheduleDatabase> ScheduleDatabase::read(Location location,
                                                   StringRef path) {
  std::string error;
  ScheduleDatabase database;
  if (std::unique_ptr<llvm::MemoryBuffer> buffer =
          relax::openInput(path, error))
    error = llvm::toString(readEntries(buffer->getBuffer(), database.scripts));
  if (error.empty())
    return database;
  InFlightDiagnostic diagnostic = emitError(location)
                                  << "cannot read the database of schedules \""
                                  << path << "\": " << error;
  diagnostic.attachNote() << "give a file that relax-tune has written";
  return diagnostic;
}

} // namespace mlir::tir
