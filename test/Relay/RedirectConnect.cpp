// Preloaded: TCP connections go through a relay on this machine, the port of
// which RELAX_TEST_RELAY names.
//
// The relay is told where to go by eight bytes in front of all others: address
// and port, in network order, and two bytes with the number of the worker. So
// neither MPI nor its configuration has to know of it. What goes to this
// machine's loopback address is left alone: launchers speak to their children
// there.
#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {
struct Head {
  uint32_t address;
  uint16_t port;
  uint16_t worker;
};
} // namespace

static uint16_t getWorker() {
  for (const char *name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char *text = std::getenv(name))
      return uint16_t(std::atoi(text));
  return UINT16_MAX;
}

/// The port of the relay if the connection goes through it, else 0.
static uint16_t getRelay(int socket, const sockaddr_in &to) {
  const char *text = std::getenv("RELAX_TEST_RELAY");
  int type = 0;
  socklen_t size = sizeof(type);
  if (!text || to.sin_family != AF_INET || getWorker() == UINT16_MAX ||
      getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
      type != SOCK_STREAM || (ntohl(to.sin_addr.s_addr) >> 24) == 127)
    return 0;
  return uint16_t(std::atoi(text));
}

extern "C" int connect(int socket, const sockaddr *address, socklen_t length) {
  using Connect = int (*)(int, const sockaddr *, socklen_t);
  static auto next = reinterpret_cast<Connect>(dlsym(RTLD_NEXT, "connect"));
  sockaddr_in to{};
  if (length < socklen_t(sizeof(to)))
    return next(socket, address, length);
  std::memcpy(&to, address, sizeof(to));
  uint16_t port = getRelay(socket, to);
  if (port == 0)
    return next(socket, address, length);
  Head head{to.sin_addr.s_addr, to.sin_port, htons(getWorker())};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  to.sin_port = htons(port);
  // A socket that was bound to another interface cannot reach loopback; none of
  // the libraries does that. The relay is near, so that waiting for it is short
  // where the socket would not wait.
  int old = 0;
  socklen_t size = sizeof(old);
  timeval timeout{5, 0};
  getsockopt(socket, SOL_SOCKET, SO_ERROR, &old, &size);
  int result = next(socket, reinterpret_cast<sockaddr *>(&to), sizeof(to));
  if (result != 0 && errno == EINPROGRESS) {
    fd_set writable;
    FD_ZERO(&writable);
    FD_SET(socket, &writable);
    if (select(socket + 1, nullptr, &writable, nullptr, &timeout) != 1)
      return errno = ETIMEDOUT, -1;
    result = 0;
  }
  if (result != 0)
    return result;
  if (send(socket, &head, sizeof(head), MSG_NOSIGNAL) != ssize_t(sizeof(head)))
    return errno = ECONNRESET, -1;
  return 0;
}
