// Flags and ops that had another name in an earlier version.
#include "Relax/Support/FormerNames.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace {
struct Renaming {
  StringRef former, present;
};
} // namespace

// CHANGELOG.md has the same table, and the version of each.
static constexpr Renaming flags[] = {
    {"gpu-align-accesses", "relax-gpu-align-accesses"},
    {"gpu-export-dynamic-shared-memory",
     "relax-gpu-export-dynamic-shared-memory"},
    {"gpu-kernels-to-tir", "convert-gpu-kernels-to-tir"},
    {"gpu-lower-bulk-loads", "relax-gpu-lower-bulk-loads"},
    {"gpu-lower-matrix-products", "relax-gpu-lower-matrix-products"},
    {"gpu-lower-warpgroup-products", "relax-gpu-lower-warpgroup-products"},
    {"gpu-pass-plain-buffers", "relax-gpu-pass-plain-buffers"},
    {"gpu-pass-tensor-maps", "relax-gpu-pass-tensor-maps"},
    {"gpu-remove-redundant-barriers", "relax-gpu-remove-redundant-barriers"},
    {"gpu-serialize-modules", "relax-gpu-serialize-modules"},
    {"gpu-split-modules", "relax-gpu-split-modules"},
    {"gpu-use-dynamic-shared-memory", "relax-gpu-use-dynamic-shared-memory"},
    {"plant", "seed-fault"},
    {"refusals", "rejections"},
    {"relax-pack-factors", "relax-pack-operands"},
    {"skip-refused", "skip-rejected"},
};

static constexpr Renaming ops[] = {
    {"transform.tir.bind_rows", "transform.tir.bind_row_reduction"},
};

static std::optional<StringRef> findPresent(llvm::ArrayRef<Renaming> renamings,
                                            StringRef former) {
  const Renaming *found = llvm::find_if(
      renamings, [&](const Renaming &row) { return row.former == former; });
  if (found == renamings.end())
    return std::nullopt;
  return found->present;
}

// The first word of an argument that is a former flag: an option's own name, or
// one in the text of a pipeline. Only in the value of an option that takes a
// pipeline; a file by that name is no flag.
static std::optional<Renaming> findFormerFlag(StringRef argument) {
  auto isNameCharacter = [](char c) { return llvm::isAlnum(c) || c == '-'; };
  auto [option, value] = argument.ltrim('-').split('=');
  if (std::optional<StringRef> present = findPresent(flags, option))
    return Renaming{option, *present};
  if (option != "pass-pipeline" && !option.starts_with("relax-") &&
      !option.starts_with("tir-"))
    return std::nullopt;
  while (!value.empty()) {
    StringRef word = value.take_while(isNameCharacter);
    if (std::optional<StringRef> present = findPresent(flags, word))
      return Renaming{word, *present};
    value = value.drop_front(word.size()).drop_until(isNameCharacter);
  }
  return std::nullopt;
}

namespace mlir::relax {

LogicalResult
rejectFormerFlags(int argc, const char *const *argv,
                  llvm::function_ref<void(const llvm::Twine &)> report) {
  for (StringRef argument : llvm::ArrayRef(argv, size_t(argc)).drop_front()) {
    if (argument == "--")
      break;
    if (!argument.starts_with("-"))
      continue;
    if (std::optional<Renaming> found = findFormerFlag(argument)) {
      report("expected '" + found->present + "', but found '" + found->former +
             "', its name in an earlier version");
      return failure();
    }
  }
  return success();
}

void explainFormerOps(MLIRContext &context) {
  context.getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
    std::string message = diagnostic.str();
    for (const Renaming &row : ops)
      if (StringRef(message).contains(("'" + row.former + "'").str()))
        diagnostic.attachNote()
            << "'" << row.former << "' is called '" << row.present << "' now";
    // Whoever prints it has still to come.
    return failure();
  });
}

} // namespace mlir::relax
