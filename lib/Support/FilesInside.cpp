// Files that untrusted input names. The paths come from that input, so they are
// hostile until shown to stay inside its folder.
#include "Relax/Support/FilesInside.h"

#include "Relax/Support/Quote.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace mlir::relax {

/// First the text of the path, then where it ends: `..` is rejected even where
/// it would come back, since a link in the middle may change what it means.
/// Between check and use the file may be exchanged, which only an attacker with
/// access to the folder can do.
FailureOr<std::string> findInside(StringRef what, StringRef relative,
                                  StringRef folder, Location loc) {
  auto reject = [&](StringRef found) {
    return emitError(loc) << what << " lies in " << quote(relative)
                          << ", which " << found
                          << "; expected a file inside the model's folder";
  };
  namespace path = llvm::sys::path;
  if (relative.empty() || relative.contains('\0'))
    return reject("is no path");
  // A backslash is a separator on another system, so the same model would be
  // safe here and not there.
  if (path::is_absolute(relative) || relative.contains('\\'))
    return reject("is no relative path");
  for (StringRef part :
       llvm::make_range(path::begin(relative), path::end(relative)))
    if (part == "..")
      return reject("leaves the folder");

  SmallString<256> joined(folder.empty() ? StringRef(".") : folder);
  SmallString<256> realFolder, realFile;
  if (std::error_code error = llvm::sys::fs::real_path(joined, realFolder))
    return reject("cannot be read: " + error.message());
  path::append(joined, relative);
  if (std::error_code error = llvm::sys::fs::real_path(joined, realFile))
    return reject("cannot be read: " + error.message());
  // A link may point anywhere; what counts is where it ends. With the
  // separator, or `/models-secret` would lie inside of `/models`.
  if (!realFolder.ends_with("/"))
    realFolder += '/';
  if (!realFile.str().starts_with(realFolder))
    return reject("is a link out of the folder");
  // Reading a pipe or a device might never end.
  if (!llvm::sys::fs::is_regular_file(realFile))
    return reject("is not a regular file");
  return realFile.str().str();
}

} // namespace mlir::relax
