// Reads the file of an ONNX model: the only place that decodes protobuf.
#include "ModelFile.h"
#include "ModelText/ModelText.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

namespace mlir::relax {

// Subgraphs nest models; a hostile file must not exhaust the stack.
static constexpr int kMaxNesting = 64;

/// The bytes of the file at `path`, or an error that says what is wrong.
static std::unique_ptr<llvm::MemoryBuffer> openModelFile(StringRef path,
                                                         Location loc) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status)) {
    emitError(loc) << "cannot read " << quote(path) << ": " << error.message()
                   << "; expected the path of an ONNX model";
    return nullptr;
  }
  // A pipe or a device may have no end.
  if (!llvm::sys::fs::is_regular_file(status)) {
    emitError(loc)
        << quote(path)
        << " is not a regular file; expected the path of an ONNX model";
    return nullptr;
  }
  if (status.getSize() == 0) {
    emitError(loc) << quote(path)
                   << " is empty, expected an ONNX model; export it again";
    return nullptr;
  }
  // Protobuf's coded streams count bytes in an int. A larger file cannot be
  // parsed, which is why ONNX has external data for weights beyond 2 GiB.
  if (status.getSize() > uint64_t(std::numeric_limits<int>::max())) {
    emitError(loc) << quote(path) << " has " << status.getSize()
                   << " bytes, expected at most "
                   << std::numeric_limits<int>::max()
                   << "; store the weights as external data";
    return nullptr;
  }
  // Without the terminating null the file is mapped instead of copied to a
  // buffer one byte larger, when its size is a multiple of the page.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer) {
    emitError(loc) << "cannot read " << quote(path) << ": "
                   << buffer.getError().message()
                   << "; expected the path of an ONNX model";
    return nullptr;
  }
  return std::move(*buffer);
}

LogicalResult readModelFile(StringRef path, Location loc,
                            ::onnx::ModelProto &model) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = openModelFile(path, loc);
  if (!buffer)
    return failure();
  if (isModelText(buffer->getBuffer(), loc))
    return readModelText(buffer->getBuffer(), loc, model);
  // Broken input is reported here, not on the standard error of protobuf.
  google::protobuf::LogSilencer silence;
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(buffer->getBufferStart()),
      int(buffer->getBufferSize()));
  stream.SetRecursionLimit(kMaxNesting);
  // ParseFromCodedStream also accepts a message that ends early at a group tag;
  // only ConsumedEntireMessage tells that the file was read to its end.
  if (!model.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage())
    return emitError(loc)
           << quote(path) << " of " << buffer->getBufferSize()
           << " bytes cannot be decoded, expected an ONNX model: it is "
              "truncated, damaged or of another format; export it again";
  // An empty or foreign file can decode to a message without fields. A model
  // without graph is the sign of that.
  if (!model.has_graph())
    return emitError(loc)
           << quote(path)
           << " has no graph, expected one of an ONNX model; export it again";
  return success();
}

} // namespace mlir::relax
