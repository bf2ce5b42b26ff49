// Says which worker a signal has ended, and which signal.
//
// A process that is killed cannot say so itself, and launchers name it by its
// process number at best. Its parent can, if it is a process of ours.
#include "Supervisor.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace relax::run {

static volatile pid_t worker = 0;

// In memory that both processes see: whether the worker has told its error.
static volatile sig_atomic_t *hasTold = nullptr;

// Of a launcher or a user who ends the job: the worker gets what was meant for
// it, and its end by that is no news.
static volatile sig_atomic_t forwarded = 0;

static void forward(int signal) {
  forwarded = signal;
  if (worker > 0)
    kill(worker, signal);
}

[[noreturn]] static void endAs(int status, int rank) {
  if (WIFEXITED(status))
    _exit(WEXITSTATUS(status));
  int signal = WTERMSIG(status);
  // Libraries of MPI abort where another worker is gone, and all of them at
  // once where the network is. That worker's supervisor speaks first, or that
  // of the first worker, and launchers end the others meanwhile.
  if (signal == SIGABRT)
    sleep(unsigned(1 + 2 * std::min(rank, 4)));
  // Slurm signals all processes of a step that it ends, one after the other:
  // where this one gets no signal as well, its worker alone did.
  constexpr useconds_t kSignalling = 200000;
  if (std::getenv("SLURM_STEP_NUM_TASKS"))
    usleep(kSignalling);
  bool isKnown = signal == forwarded || (hasTold && *hasTold);
  if (!isKnown) {
    std::fprintf(stderr,
                 "relax-run: error: worker %d has died by signal %d (%s)%s; "
                 "all others end\n",
                 rank, signal, strsignal(signal),
                 signal == SIGKILL ? ", as the system does if memory runs short"
                                   : "");
    std::fflush(stderr);
  }
  // MPICH's launcher lets the others wait where a process exits before it has
  // joined them, and ends them where a signal has ended it.
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  std::signal(signal, SIG_DFL);
  raise(signal);
  _exit(128 + signal);
}

void noteError() {
  if (hasTold)
    *hasTold = 1;
}

void superviseWorker(int rank) {
  void *shared = mmap(nullptr, sizeof(sig_atomic_t), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared != MAP_FAILED)
    hasTold = static_cast<volatile sig_atomic_t *>(shared);
  pid_t parent = getpid();
  pid_t child = fork();
  // Without a supervisor the worker still works.
  if (child < 0)
    return;
  if (child == 0) {
    // A launcher kills the process that it knows, which is the parent.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(1);
    return;
  }
  worker = child;
  for (int signal : {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2})
    std::signal(signal, forward);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  endAs(status, rank);
}

} // namespace relax::run
