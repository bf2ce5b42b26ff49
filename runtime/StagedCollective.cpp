// Exchanges of tensors on CUDA devices by way of the host.
//
// MPI libraries that read the memory of devices are rare and do not say that
// they do, so that tensors are copied to the host, exchanged there and copied
// back: programs need not know by what their workers exchange.
#include "Communicator.h"
#include "Context.h"

namespace relax::runtime {

// What the context says of the device.
static std::string getError(const Collective &collective) {
  return relax_context_error(collective.context);
}

std::string runStaged(RelaxCommunicator &communicator,
                      const Collective &collective, Deadline deadline) {
  Parts parts = countParts(collective.kind, communicator.size);
  size_t part = collective.getPartBytes();
  std::vector<char> sent(collective.sent ? part * size_t(parts.sent) : 0);
  std::vector<char> received(collective.received ? part * size_t(parts.received)
                                                 : 0);
  CudaDevice &device = *collective.device;
  RelaxContext *context = collective.context;
  if (!sent.empty() &&
      device.copyOut(context, sent.data(), collective.sent, sent.size()))
    return getError(collective);
  Collective onHost = collective;
  onHost.device = nullptr;
  if (collective.sent)
    onHost.sent = sent.data();
  if (collective.received)
    onHost.received = received.data();
  // A root's broadcast has one place for both.
  if (collective.sent == collective.received && collective.sent)
    onHost.received = sent.data();
  std::string failure = communicator.run(onHost, deadline);
  if (!failure.empty())
    return failure;
  // The copy reads memory that ends here.
  if (!received.empty() && (device.copyIn(context, collective.received,
                                          onHost.received, received.size()) ||
                            device.finish(context)))
    return getError(collective);
  return "";
}

} // namespace relax::runtime
