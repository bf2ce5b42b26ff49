// Places in sources that have nodes and no lines, and diagnostics about them.
// SourceMgrDiagnosticHandler knows lines alone: of a name it prints
// `<unknown>:0: error: loc("conv1")`.
#include "Relax/Support/NodeLocation.h"
#include "Relax/Support/Quote.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/WithColor.h"

namespace mlir::relax {

Location getNodeLocation(StringAttr name, StringRef kind) {
  MLIRContext *context = name.getContext();
  if (kind.empty())
    return NameLoc::get(name);
  // A name around the name would be another node for those who look for the
  // innermost one, and for upstream's tools. All nodes of a kind share it.
  return NameLoc::get(
      name, FusedLoc::get({}, StringAttr::get(context, kind), context));
}

static void collect(Location location, NameLoc outer,
                    llvm::SetVector<Location> &places) {
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      collect(part, outer, places);
    return;
  }
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return collect(call.getCallee(), outer, places);
  if (auto name = dyn_cast<NameLoc>(location))
    return collect(name.getChildLoc(), name.getName().empty() ? outer : name,
                   places);
  if (outer)
    places.insert(outer);
  else if (isa<FileLineColLoc>(location))
    places.insert(location);
}

llvm::SetVector<Location> findSourcePlaces(Location location) {
  llvm::SetVector<Location> places;
  collect(location, NameLoc(), places);
  return places;
}

static std::string describePlace(NameLoc node) {
  std::string name = quote(node.getName());
  auto fused = dyn_cast<FusedLoc>(node.getChildLoc());
  auto kind =
      fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  // A name without more may be that of a value.
  return kind ? "node " + name + " (" + kind.str() + ")" : name;
}

std::string describeNodePlaces(Location location) {
  if (location->findInstanceOf<FileLineColLoc>())
    return "";
  constexpr size_t kShown = 3;
  llvm::SetVector<Location> places = findSourcePlaces(location);
  std::string text;
  for (Location place : places.getArrayRef().take_front(kShown))
    text += (text.empty() ? "" : ", ") + describePlace(cast<NameLoc>(place));
  // Fused ops may have hundreds.
  if (places.size() > kShown)
    text += " and " + std::to_string(places.size() - kShown) + " more";
  return text.empty() ? "" : text + ": ";
}

static void print(const Diagnostic &diagnostic, StringRef path,
                  const std::string &prefix, llvm::raw_ostream &os) {
  os << path << ": ";
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    llvm::WithColor::error(os);
    break;
  case DiagnosticSeverity::Warning:
    llvm::WithColor::warning(os);
    break;
  case DiagnosticSeverity::Note:
    llvm::WithColor::note(os);
    break;
  case DiagnosticSeverity::Remark:
    llvm::WithColor::remark(os);
    break;
  }
  os << prefix << diagnostic.str() << "\n";
}

// A note about a line of another file keeps it.
static std::string getPath(Location location, StringRef path) {
  auto line = location->findInstanceOf<FileLineColLoc>();
  if (!line)
    return path.str();
  return (line.getFilename().getValue() + ":" + Twine(line.getLine()) + ":" +
          Twine(line.getColumn()))
      .str();
}

void printFileDiagnostic(Diagnostic &diagnostic, StringRef path,
                         llvm::raw_ostream &os) {
  print(diagnostic, path, "", os);
  for (const Diagnostic &note : diagnostic.getNotes())
    print(note, path, "", os);
}

void printNodeDiagnostics(MLIRContext &context, StringRef path) {
  context.getDiagEngine().registerHandler(
      [path = path == "-" ? std::string("<stdin>")
                          : path.str()](Diagnostic &diagnostic) {
        std::string nodes = describeNodePlaces(diagnostic.getLocation());
        if (nodes.empty())
          return failure();
        print(diagnostic, path, nodes, llvm::errs());
        for (const Diagnostic &note : diagnostic.getNotes()) {
          // Most notes are about the same place, which was named already.
          std::string others = describeNodePlaces(note.getLocation());
          print(note, getPath(note.getLocation(), path),
                others == nodes ? "" : others, llvm::errs());
        }
        return success();
      });
}

} // namespace mlir::relax
