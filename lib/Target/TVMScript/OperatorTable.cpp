// Reads the table of operators that both directions of the bridge share.
#include "OperatorTable.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace mlir::relax::tvmscript {

bool OperatorArgument::isOperand() const {
  return llvm::StringRef(kind).starts_with("operand");
}

bool OperatorArgument::isOptional() const {
  return llvm::StringRef(kind).ends_with("?");
}

static constexpr char tableText[] =
#include "OperatorTable.inc"
    ;

static llvm::StringMap<OperatorFacts> readTable() {
  // The importer of Python reads the same file, so that both directions know
  // the same operators.
  llvm::StringMap<OperatorFacts> table;
  // The table is a file of this project, which a test compares with the ops.
  llvm::json::Value root = llvm::cantFail(llvm::json::parse(tableText));
  for (const auto &[name, entry] : *root.getAsObject()) {
    OperatorFacts &facts = table[name];
    const llvm::json::Object &object = *entry.getAsObject();
    facts.isTuple = *object.getBoolean("tuple");
    for (const llvm::json::Value &pair : *object.getArray("arguments")) {
      const llvm::json::Array &argument = *pair.getAsArray();
      facts.arguments.push_back(
          {argument[0].getAsString()->str(), argument[1].getAsString()->str()});
    }
  }
  return table;
}

const OperatorFacts *findOperator(llvm::StringRef name) {
  static const llvm::StringMap<OperatorFacts> table = readTable();
  auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

} // namespace mlir::relax::tvmscript
