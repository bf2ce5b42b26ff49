// Says in each diagnostic which part of the model it is about.
#include "DiagnosticPrefix.h"

namespace mlir::relax {

DiagnosticPrefix::DiagnosticPrefix(Location loc,
                                   llvm::function_ref<std::string()> makePrefix)
    : loc(loc), makePrefix(makePrefix) {
  // Diagnostics are kept until the end, since a handler that emits would call
  // itself: while it is installed, each emission comes back here.
  handler.emplace(loc.getContext(), [this](Diagnostic &diagnostic) {
    kept.push_back(std::move(diagnostic));
  });
}

DiagnosticPrefix::~DiagnosticPrefix() {
  // Removed first, for the same reason. The prefix is built only now, because
  // most nodes report nothing and `describe` allocates.
  handler.reset();
  for (Diagnostic &diagnostic : kept) {
    InFlightDiagnostic report =
        loc.getContext()->getDiagEngine().emit(loc, diagnostic.getSeverity());
    report << makePrefix() << diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      report.attachNote(note.getLocation()) << note.str();
  }
}

} // namespace mlir::relax
