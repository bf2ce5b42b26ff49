// Calls models from many threads at once for long, as a server does: legal
// calls, whose results are known, and illegal ones, each of which has to be an
// error that says what is wrong.
//   soak THREADS CALLS DENSE.so PLACES.so EXTERNAL.so NO_MODULE
// Contexts belong to threads, modules to all. A result is released by whichever
// thread comes by. In the end nothing may be live, and the process no larger
// than in the middle.
#include <relax_runtime.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

[[noreturn]] void stop(const std::string &what) {
  std::fprintf(stderr, "soak: error: %s\n", what.c_str());
  std::_Exit(1);
}

/// The modules, in the order of the command line.
enum Model { Dense, Places, External, NumModels };

/// What a wrong call is to be.
enum class Fault {
  None,
  Missing,
  Null,
  DType,
  Rank,
  Fixed,
  Symbol,
  Unknown,
  Limit,
  File,
  External,
  Last = External
};

/// A tensor of the caller's; a copy would look at the other's sizes.
struct Input {
  std::vector<float> values;
  std::array<int64_t, 2> dims{};
  std::array<int64_t, 2> strides{};
  DLTensor tensor{};

  Input(float value, std::initializer_list<int64_t> sizes) {
    int64_t count = 1;
    for (int64_t size : sizes) {
      dims[size_t(tensor.ndim++)] = size;
      count *= size;
    }
    values.assign(size_t(count), value);
    tensor.data = values.data();
    tensor.device = {kDLCPU, 0};
    tensor.dtype = {RELAX_FLOAT, 32, 1};
    tensor.shape = dims.data();
  }
  Input(const Input &) = delete;
  Input &operator=(const Input &) = delete;
};

/// Results that nobody has released yet: who puts one in gets another one out.
class Exchange {
public:
  RelaxTensor *swap(RelaxTensor *tensor, size_t place) {
    return places[place % places.size()].exchange(tensor);
  }
  ~Exchange() {
    for (std::atomic<RelaxTensor *> &place : places)
      if (RelaxTensor *tensor = place.exchange(nullptr))
        relax_tensor_release(tensor);
  }

private:
  std::array<std::atomic<RelaxTensor *>, 32> places{};
};

/// What all threads share.
struct Server {
  std::array<RelaxModule *, NumModels> modules{};
  std::array<const char *, NumModels> paths{};
  const char *noModule = nullptr;
  Exchange results;
  std::atomic<int64_t> remaining{0}, legal{0}, illegal{0};
};

/// One thread with its context.
class Client {
public:
  Client(Server &server, unsigned seed) : server(server), random(seed) {
    if (!context || relax_context_set_num_threads(context, 2))
      stop("no context");
  }
  ~Client() { relax_context_destroy(context); }
  Client(const Client &) = delete;
  Client &operator=(const Client &) = delete;

  void serve();
  void callDense();
  void callPlaces();
  void callExternal();
  void exceedLimit(const std::vector<const DLTensor *> &inputs);
  void loadAgain();
  uint64_t getLiveBytes() const;

private:
  int64_t draw(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }
  void call(Model model, std::vector<const DLTensor *> inputs,
            const std::vector<int64_t> &dims, float expected);
  void fail(Fault fault, Model model, std::vector<const DLTensor *> inputs);
  void expect(int32_t status, int32_t wanted, const std::string &words);

  Server &server;
  std::mt19937 random;
  RelaxContext *context = relax_context_create();
};

} // namespace

uint64_t Client::getLiveBytes() const {
  RelaxMemoryStatistics statistics;
  relax_context_memory(context, &statistics);
  return statistics.live_bytes;
}

// A call that is right: the result has the sizes `dims` and holds one number.
void Client::call(Model model, std::vector<const DLTensor *> inputs,
                  const std::vector<int64_t> &dims, float expected) {
  RelaxTensor *result = nullptr;
  if (relax_function_call(context, server.modules[model], "main", inputs.data(),
                          int32_t(inputs.size()), &result, 1))
    stop(std::string("a legal call failed: ") + relax_context_error(context));
  const DLTensor *tensor = relax_tensor_dl(result);
  if (std::vector<int64_t>(tensor->shape, tensor->shape + tensor->ndim) != dims)
    stop("a result has other sizes");
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= dim;
  bool isFloat = tensor->dtype.code == RELAX_FLOAT;
  const void *data = relax_tensor_data(result);
  for (int64_t i = 0; i < count; ++i)
    if (isFloat ? static_cast<const float *>(data)[i] != expected
                : static_cast<const int64_t *>(data)[i] != i)
      stop("element " + std::to_string(i) + " of a result is wrong");
  if (RelaxTensor *other = server.results.swap(result, size_t(random())))
    relax_tensor_release(other);
  ++server.legal;
}

void Client::expect(int32_t status, int32_t wanted, const std::string &words) {
  std::string text = relax_context_error(context);
  if (status != wanted || text.find(words) == std::string::npos)
    stop("expected status " + std::to_string(wanted) + " and \"" + words +
         "\", found " + std::to_string(status) + " and \"" + text + "\"");
  ++server.illegal;
}

// A call that is wrong in one way: `inputs` are right.
void Client::fail(Fault fault, Model model,
                  std::vector<const DLTensor *> inputs) {
  int64_t number = draw(0, int64_t(inputs.size()) - 1);
  DLTensor wrong = *inputs[size_t(number)];
  std::array<int64_t, 3> dims = {wrong.shape[0],
                                 wrong.ndim > 1 ? wrong.shape[1] : 1, 1};
  wrong.shape = dims.data();
  std::string name = "main", words = "(index " + std::to_string(number) + ")";
  int32_t status = RELAX_ERROR_INVALID_ARGUMENT;
  switch (fault) {
  case Fault::Missing:
    words = "'main': expected " + std::to_string(inputs.size()) +
            " inputs, found " + std::to_string(inputs.size() - 1);
    inputs.pop_back();
    break;
  case Fault::Null:
    wrong.data = nullptr;
    break;
  case Fault::DType:
    wrong.dtype.bits = 64;
    words += ": expected dtype f32, found f64";
    break;
  case Fault::Rank:
    ++wrong.ndim;
    words += ": expected rank " + std::to_string(wrong.ndim - 1) + ", found " +
             std::to_string(wrong.ndim);
    break;
  case Fault::Fixed: // the last dim of each parameter is fixed, or below 0
    dims[size_t(wrong.ndim - 1)] = -1;
    break;
  default:
    name = "unknown";
    status = RELAX_ERROR_NOT_FOUND;
    words = "expected a function of the module, found 'unknown'";
  }
  if (fault != Fault::Missing)
    inputs[size_t(number)] = &wrong;
  RelaxTensor *result = nullptr;
  expect(relax_function_call(context, server.modules[model], name.c_str(),
                             inputs.data(), int32_t(inputs.size()), &result, 1),
         status, words);
  if (result)
    stop("a call that failed has a result");
}

// The product of x of ones and w of `value`, four long.
void Client::callDense() {
  int64_t rows = draw(1, 300);
  auto value = float(draw(0, 100));
  Input x(1, {rows, 4}), w(value, {4, 8}), other(1, {rows, 5});
  auto fault = Fault(draw(-4, int64_t(Fault::Last)));
  RelaxTensor *result = nullptr;
  const DLTensor *wrong[2] = {&other.tensor, &w.tensor};
  switch (fault) {
  case Fault::Missing:
  case Fault::Null:
  case Fault::DType:
  case Fault::Rank:
  case Fault::Fixed:
  case Fault::Unknown:
    return fail(fault, Dense, {&x.tensor, &w.tensor});
  case Fault::Symbol:
    return expect(relax_function_call(context, server.modules[Dense], "main",
                                      wrong, 2, &result, 1),
                  RELAX_ERROR_INVALID_ARGUMENT,
                  "parameter 'x' (index 0): expected dim 1 to be 4, found 5");
  case Fault::Limit:
    return exceedLimit({&x.tensor, &w.tensor});
  case Fault::File:
    return loadAgain();
  default:
    // Columns of a matrix of five: copied, since they are not compact.
    if (draw(0, 3) == 0) {
      other.strides = {5, 1};
      other.dims[1] = 4;
      other.tensor.strides = other.strides.data();
      return call(Dense, {&other.tensor, &w.tensor}, {rows, 8}, 4 * value);
    }
    call(Dense, {&x.tensor, &w.tensor}, {rows, 8}, 4 * value);
  }
}

// Places of what is not 0: as many as the values say.
void Client::callPlaces() {
  int64_t size = draw(0, 300), found = draw(0, size);
  Input x(0, {size});
  std::fill_n(x.values.begin(), found, 1.0F);
  auto fault = Fault(draw(-4, int64_t(Fault::Last)));
  if (fault == Fault::None || fault > Fault::Rank || int64_t(fault) < 0)
    return call(Places, {&x.tensor}, {1, found}, 0);
  if (fault == Fault::Null && size == 0)
    fault = Fault::DType;
  fail(fault, Places, {&x.tensor});
}

// A function of ours, which fails at what is below 0; two sizes are to agree.
void Client::callExternal() {
  int64_t size = draw(1, 300);
  Input x(3, {size}), y(4, {size}), longer(4, {size + 1}), negative(-1, {size});
  const DLTensor *apart[2] = {&x.tensor, &longer.tensor};
  const DLTensor *below[2] = {&negative.tensor, &y.tensor};
  auto fault = Fault(draw(-4, int64_t(Fault::Last)));
  RelaxTensor *result = nullptr;
  if (fault == Fault::Symbol)
    return expect(
        relax_function_call(context, server.modules[External], "main", apart, 2,
                            &result, 1),
        RELAX_ERROR_INVALID_ARGUMENT,
        "(index 1): expected dim 0 to be n = " + std::to_string(size) +
            ", found " + std::to_string(size + 1));
  if (fault == Fault::External)
    return expect(relax_function_call(context, server.modules[External], "main",
                                      below, 2, &result, 1),
                  RELAX_ERROR_FAILED, "expected numbers above 0, found -1");
  if (fault == Fault::None || fault > Fault::Rank || int64_t(fault) < 0)
    return call(External, {&x.tensor, &y.tensor}, {size}, 7);
  fail(fault, External, {&x.tensor, &y.tensor});
}

// A call with less memory than the smallest block takes.
void Client::exceedLimit(const std::vector<const DLTensor *> &inputs) {
  relax_context_set_memory_limit(context, 32);
  relax_context_trim(context);
  RelaxTensor *result = nullptr;
  int32_t status =
      relax_function_call(context, server.modules[Dense], "main", inputs.data(),
                          int32_t(inputs.size()), &result, 1);
  // A thread that releases a result of this context gives it a block.
  if (status == RELAX_OK)
    relax_tensor_release(result);
  else
    expect(status, RELAX_ERROR_OUT_OF_MEMORY, "out of memory");
  relax_context_set_memory_limit(context, 0);
}

// Modules come and go while others are called.
void Client::loadAgain() {
  RelaxModule *module = nullptr;
  expect(relax_module_load(context, server.noModule, &module), RELAX_ERROR_IO,
         "expected a shared library, found '");
  if (draw(0, 9) != 0)
    return;
  if (relax_module_load(context, server.paths[Places], &module))
    stop(relax_context_error(context));
  relax_module_destroy(module);
}

void Client::serve() {
  while (server.remaining.fetch_sub(1) > 0)
    switch (draw(0, 2)) {
    case 0:
      callDense();
      break;
    case 1:
      callPlaces();
      break;
    default:
      callExternal();
    }
}

static int32_t addOrFail(RelaxContext *context, void *,
                         const DLTensor *const *inputs, int32_t,
                         const DLTensor *const *outputs, int32_t) {
  for (int64_t i = 0; i < inputs[0]->shape[0]; ++i) {
    float x = static_cast<const float *>(inputs[0]->data)[i];
    if (x < 0)
      return relax_rt_fail(context, "expected numbers above 0, found -1");
    static_cast<float *>(outputs[0]->data)[i] =
        x + static_cast<const float *>(inputs[1]->data)[i];
  }
  return RELAX_OK;
}

static int64_t getResidentBytes() {
  long long whole = 0, resident = 0;
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%lld %lld", &whole, &resident) != 2)
    stop("cannot read /proc/self/statm");
  std::fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

static void serveAll(Server &server, std::vector<Client *> &clients,
                     int64_t calls) {
  server.remaining = calls;
  std::vector<std::thread> threads;
  threads.reserve(clients.size());
  for (Client *client : clients)
    threads.emplace_back([client] { client->serve(); });
  for (std::thread &thread : threads)
    thread.join();
}

int main(int argc, char **argv) {
  if (argc != 7)
    stop("expected THREADS CALLS DENSE.so PLACES.so EXTERNAL.so NO_MODULE");
  int64_t numThreads = std::atoll(argv[1]), calls = std::atoll(argv[2]);
  relax_register_function("soak.add", addOrFail, nullptr);
  RelaxContext *loader = relax_context_create();
  std::vector<Client *> clients;
  int64_t middle = 0, end = 0;
  {
    Server server;
    server.noModule = argv[6];
    for (int model = 0; model < NumModels; ++model) {
      server.paths[size_t(model)] = argv[3 + model];
      if (relax_module_load(loader, argv[3 + model],
                            &server.modules[size_t(model)]))
        stop(relax_context_error(loader));
    }
    for (int64_t i = 0; i < numThreads; ++i)
      clients.push_back(new Client(server, unsigned(i + 1)));
    serveAll(server, clients, calls / 2);
    middle = getResidentBytes();
    serveAll(server, clients, calls - calls / 2);
    end = getResidentBytes();
    std::printf("%lld legal calls, %lld illegal ones, each named; %lld kB in "
                "the middle, %+lld kB since\n",
                static_cast<long long>(server.legal),
                static_cast<long long>(server.illegal),
                static_cast<long long>(middle >> 10),
                static_cast<long long>((end - middle) >> 10));
    for (RelaxModule *module : server.modules)
      relax_module_destroy(module);
  }
  // All results are released now: what is still live has no owner.
  for (Client *client : clients) {
    if (uint64_t live = client->getLiveBytes())
      stop("expected no memory in use, found " + std::to_string(live) +
           " bytes");
    delete client;
  }
  relax_context_destroy(loader);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // Whole pools of threads that have not seen all sizes in the first half.
  if (end - middle > (numThreads << 20))
    stop("the process grew in the second half");
#endif
  return 0;
}
