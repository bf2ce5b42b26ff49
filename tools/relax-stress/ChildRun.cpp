// A stress run in a process of its own.
#include "ChildRun.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <cstdio>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlir::relax {

// Records on the pipe: a kind, the length of the text, the text. `p` and `m`
// are the pass that begins and its module; then `e`, `r` (a rejection: pass and
// errors), `c` (a pass that changed something), `n` (a number of modules) and
// `v` (the verdict's number).
// Everything is sent before it happens, so that the parent knows of a crash
// which pass it was in and what the module was.
static void send(int pipe, char kind, StringRef text) {
  std::string record = kind + std::to_string(text.size()) + ":" + text.str();
  for (StringRef rest = record; !rest.empty();) {
    ssize_t written = write(pipe, rest.data(), rest.size());
    if (written <= 0)
      // A parent that is gone needs no answer.
      _exit(3);
    rest = rest.drop_front(written);
  }
}

static std::string readAll(int pipe) {
  std::string text;
  char buffer[1 << 16];
  for (ssize_t count; (count = read(pipe, buffer, sizeof(buffer))) > 0;)
    text.append(buffer, count);
  return text;
}

static void apply(char kind, StringRef text, StressOutcome &outcome) {
  int number = 0;
  switch (kind) {
  case 'p':
    outcome.pass = text.str();
    break;
  case 'm':
    outcome.module = text.str();
    break;
  case 'e':
    outcome.message = text.str();
    break;
  case 'r':
    outcome.rejections.emplace_back(text.split('\n'));
    break;
  case 'c':
    outcome.changes.push_back(text.str());
    break;
  case 'n':
    (void)text.getAsInteger(10, outcome.numModules);
    break;
  case 'v':
    if (!text.getAsInteger(10, number))
      outcome.verdict = StressVerdict(number);
    break;
  }
}

[[noreturn]] static void
beChild(int pipe, unsigned seconds,
        llvm::function_ref<StressOutcome(const BeforePass &)> run) {
  // A crash is the parent's to report.
  // LLVM's handlers would print a stack here first, for each finding.
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    std::signal(signal, SIG_DFL);
  // Time of a processor, since others may need it too; and an end for whoever
  // waits for ever.
  itimerval limit = {};
  limit.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &limit, nullptr);
  // A process that waits takes no time of a processor.
  alarm(20 * seconds);
  // What the modules print is nobody's interest.
  if (!std::freopen("/dev/null", "w", stdout))
    _exit(3);
  StressOutcome outcome = run([&](StringRef pass, StringRef module) {
    send(pipe, 'm', module);
    send(pipe, 'p', pass);
  });
  send(pipe, 'm', outcome.module);
  send(pipe, 'p', outcome.pass);
  send(pipe, 'e', outcome.message);
  for (auto &[pass, errors] : outcome.rejections)
    send(pipe, 'r', pass + "\n" + errors);
  for (const std::string &pass : outcome.changes)
    send(pipe, 'c', pass);
  send(pipe, 'n', std::to_string(outcome.numModules));
  send(pipe, 'v', std::to_string(int(outcome.verdict)));
  _exit(0);
}

ChildRun runInChild(llvm::function_ref<StressOutcome(const BeforePass &)> run,
                    unsigned seconds) {
  ChildRun result;
  int ends[2];
  if (pipe(ends) != 0) {
    result.ending = "no pipe";
    return result;
  }
  // What is in the buffer would be written by both processes.
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0)
    beChild(ends[1], seconds, run);
  // Else the pipe stays open for reading as long as this process has its own
  // end.
  close(ends[1]);
  // Read to the end before waiting: a child whose pipe is full does not end.
  std::string records = readAll(ends[0]);
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    result.ending = "no child process";
    return result;
  }
  // A child that dies may leave half a record, which is not read.
  for (StringRef rest = records; !rest.empty();) {
    char kind = rest.front();
    auto [length, tail] = rest.drop_front().split(':');
    size_t size = 0;
    if (length.getAsInteger(10, size) || size > tail.size())
      break;
    apply(kind, tail.take_front(size), result.outcome);
    rest = tail.drop_front(size);
  }
  if (WIFSIGNALED(status))
    result.ending = WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF
                        ? "endless"
                        : "crash by signal " + llvm::utostr(WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    result.ending = "exit " + llvm::utostr(WEXITSTATUS(status));
  return result;
}

} // namespace mlir::relax
