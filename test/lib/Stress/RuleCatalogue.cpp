// Reads templates of violations, and gives their placeholders values.
#include "Stress/RuleCatalogue.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace mlir::relax {

/// A name that generated modules do not have.
static std::string makeName(Decisions &decisions, unsigned number) {
  static constexpr StringRef words[] = {"alpha", "b", "layer.0", "Xy_", "k$"};
  return (decisions.pick(words) + Twine(decisions.below(1000)) + "n" +
          Twine(number))
      .str();
}

std::string Violation::instantiate(Decisions &decisions) const {
  std::map<std::string, std::string> values;
  values.insert(fixed);
  for (auto &[name, choices] : source->choices)
    values.try_emplace(name, decisions.pick(choices));
  std::string result;
  StringRef rest = source->text;
  for (size_t at; (at = rest.find("${")) != StringRef::npos;) {
    result += rest.take_front(at);
    StringRef name;
    std::tie(name, rest) = rest.drop_front(at + 2).split('}');
    auto [value, isNew] = values.try_emplace(name.str());
    if (isNew)
      value->second = makeName(decisions, values.size());
    result += value->second;
  }
  return result + rest.str();
}

static std::vector<std::string> splitWords(StringRef text) {
  std::vector<std::string> words;
  for (StringRef word : llvm::split(text, ' '))
    if (!word.empty())
      words.push_back(word.str());
  return words;
}

/// Takes one line of the head; false if it is no such line.
static bool readHead(StringRef line, RuleTemplate &into) {
  if (!line.consume_front("// "))
    return false;
  auto [key, values] = line.split(':');
  values = values.trim();
  if (key == "rule")
    into.rule = values.str();
  else if (key == "also")
    for (StringRef id : llvm::split(values, ','))
      into.also.push_back(id.trim().str());
  else if (key == "around")
    into.around = values.str();
  else if (key == "guard")
    into.isGuard = true;
  else if (key == "fixed")
    into.isFixed = true;
  else if (!values.empty() && !key.contains(' '))
    into.choices.emplace_back(key.str(), splitWords(values));
  return true;
}

/// Adds the violations of a template: one for each id that its rule can have.
static LogicalResult addTemplate(std::shared_ptr<RuleTemplate> source,
                                 RuleCatalogue &catalogue) {
  StringRef rule = source->rule;
  size_t at = rule.find("${");
  if (at == StringRef::npos) {
    catalogue[source->rule].push_back({source, {}});
    return success();
  }
  auto [name, after] = rule.drop_front(at + 2).split('}');
  for (auto &[key, values] : source->choices)
    if (key == name) {
      for (const std::string &value : values)
        catalogue[(rule.take_front(at) + value + after).str()].push_back(
            {source, {key, value}});
      return success();
    }
  return failure();
}

/// One part of a file; nothing if it has no rule.
static LogicalResult readTemplate(StringRef part, std::string origin,
                                  RuleCatalogue &catalogue,
                                  std::string &error) {
  auto source = std::make_shared<RuleTemplate>();
  source->origin = std::move(origin);
  unsigned number = 0;
  for (StringRef line : llvm::split(part, '\n')) {
    if (source->text.empty() &&
        (line.trim().empty() || readHead(line, *source)))
      continue;
    ++number;
    if (line.consume_back(" // here"))
      source->brokenLine = number;
    source->text += line.str() + "\n";
  }
  if (source->rule.empty() && source->text.empty())
    return success();
  if (!source->rule.empty() && source->brokenLine != 0 &&
      succeeded(addTemplate(source, catalogue)))
    return success();
  error = source->origin + ": expected a template with '// rule: ID' and one "
                           "line that ends with '// here'";
  return failure();
}

LogicalResult readRuleCatalogue(StringRef folder, RuleCatalogue &catalogue,
                                std::string &error) {
  std::error_code code;
  std::vector<std::string> paths;
  for (llvm::sys::fs::directory_iterator file(folder, code), end;
       !code && file != end; file.increment(code))
    if (StringRef(file->path()).ends_with(".mlir"))
      paths.push_back(file->path());
  llvm::sort(paths);
  if (paths.empty()) {
    error = "expected templates of violations in '" + folder.str() + "'";
    return failure();
  }
  for (const std::string &path : paths) {
    std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(path, &error);
    if (!buffer)
      return failure();
    unsigned line = 1;
    StringRef rest = buffer->getBuffer();
    while (!rest.empty()) {
      auto [part, after] = rest.split("// -----\n");
      std::string origin =
          (llvm::sys::path::filename(path) + ":" + Twine(line)).str();
      if (failed(readTemplate(part, origin, catalogue, error)))
        return failure();
      line += part.count('\n') + 1;
      rest = after;
    }
  }
  return success();
}

/// The ids of a line of the page: "| `a R1` |" or "| R1 of `a`, `b` |".
static std::vector<std::string> readIds(StringRef cell) {
  std::vector<std::string> ids;
  auto [head, owners] = cell.trim().split(" of ");
  for (StringRef name : llvm::split(owners.empty() ? head : owners, ',')) {
    std::string id = name.trim(" `").str();
    ids.push_back(owners.empty() ? id : id + " " + head.str());
  }
  return ids;
}

LogicalResult readRuleIds(StringRef path,
                          std::vector<std::vector<std::string>> &rules,
                          std::string &error) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(path, &error);
  if (!buffer)
    return failure();
  for (StringRef line : llvm::split(buffer->getBuffer(), '\n')) {
    auto [cell, text] = line.drop_front(line.empty() ? 0 : 1).split('|');
    if (line.starts_with("| ") && cell.contains('`') &&
        !text.contains("*MLIR*") && !text.contains("(TYPE-"))
      rules.push_back(readIds(cell));
  }
  return success();
}

} // namespace mlir::relax
