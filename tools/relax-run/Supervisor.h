// The process that sees how a worker ends.
#ifndef RELAX_TOOLS_RUN_SUPERVISOR_H
#define RELAX_TOOLS_RUN_SUPERVISOR_H

namespace relax::run {

/// Forks, and returns in the child, which is the worker and ends with its
/// parent. The parent stays, says on standard error if a signal has ended the
/// child, and ends as it did.
void superviseWorker(int rank);

/// Says to the supervisor that this worker has told its error, so that it need
/// not say how the worker ends.
void noteError();

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_SUPERVISOR_H
