/* Workers that exchange tensors: processes of MPI, or threads of one process,
 * each of which may have a CUDA device.
 *
 * A communicator is one worker's membership of a group of workers. What a
 * program calls by TVM's names (`runtime.disco.allreduce` and its like, which
 * `relax.ccl` becomes) goes to the communicators of the context that runs it:
 * relax_context_set_communicators.
 *
 * Every worker of the group makes the same calls in the same order, with
 * tensors of one dtype and the sizes said below; tensors are compact, and all
 * on the CPU or all on one CUDA device of their worker. What is on a device is
 * exchanged by NCCL if the workers joined it (relax_communicator_join_nccl), by
 * way of the CPU else. A call waits for the others. One that does not end
 * within the communicator's time limit, because a worker has died or is stuck,
 * is an error, and every later call of that communicator is one, too. That a
 * worker makes another call is found among threads at once; MPI need not
 * notice. A communicator is used by one thread at a time.
 *
 * Functions return a RelaxStatus; the text of an error begins with the worker,
 * "worker 2 of 4: ...". */
#ifndef RELAX_COLLECTIVES_H
#define RELAX_COLLECTIVES_H

#include "relax_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One worker's membership of a group.
typedef struct RelaxCommunicator RelaxCommunicator;

/// How elements of several workers become one; the numbers are those of TVM's
/// ReduceKind. Minimum and maximum of a NaN are NaN. The average of integers is
/// cut towards zero.
typedef enum RelaxReduceKind {
  RELAX_REDUCE_SUM = 0,
  RELAX_REDUCE_PROD = 1,
  RELAX_REDUCE_MIN = 2,
  RELAX_REDUCE_MAX = 3,
  RELAX_REDUCE_AVG = 4
} RelaxReduceKind;

/* Groups */

/// The number of this process among those that a launcher started, as the
/// environment says: Open MPI's, MPICH's and others with PMI or PMIx, and a
/// step of Slurm's; -1 without a launcher.
RELAX_API int32_t relax_launched_worker(void);

/// Joins all processes that MPI's launcher started, and starts MPI unless the
/// program did. `library` is the file of MPI; null for the one that the program
/// has loaded, else that in RELAX_MPI_LIBRARY, else that of the launcher: Open
/// MPI (libmpi.so.40), MPICH or what has its ABI (libmpich.so.12,
/// libmpi.so.12).
RELAX_API int32_t relax_communicator_join_mpi(RelaxContext *context,
                                              const char *library,
                                              RelaxCommunicator **communicator);

/// Joins the processes of a communicator that the program has already: `group`
/// points at its MPI_Comm, which is duplicated, so that messages of the program
/// do not meet those of programs. All its members call this. `library` is as
/// for relax_communicator_join_mpi, and is the one that `group` is of.
RELAX_API int32_t relax_communicator_join_mpi_group(
    RelaxContext *context, const char *library, const void *group,
    RelaxCommunicator **communicator);

/// Makes the `size` members of a group of threads, one for each; a member may
/// be handed to any thread.
RELAX_API int32_t relax_communicator_make_threads(RelaxContext *context,
                                                  int32_t size,
                                                  RelaxCommunicator **members);

/// Joins `workers`, threads or processes, by NCCL, each of them with a CUDA
/// device of its own, number `device`: tensors on it are exchanged by NCCL from
/// then on, in the order of what `context` asks of the device. Reductions that
/// NCCL does not do as RelaxReduceKind says go by way of the CPU: minimum and
/// maximum of floats, the average of integers, and integers of 16 bits and
/// booleans. All else is done by `workers`, which has to outlive the
/// communicator and is not used otherwise meanwhile. `library` is the file of
/// NCCL; null for that in RELAX_NCCL_LIBRARY, else libnccl.so.2.
RELAX_API int32_t relax_communicator_join_nccl(
    RelaxContext *context, RelaxCommunicator *workers, int32_t device,
    const char *library, RelaxCommunicator **communicator);

/// Makes groups of those workers that give one `color`, ordered by `key`, then
/// by their number before. Every worker of the group calls it.
RELAX_API int32_t relax_communicator_split(RelaxContext *context,
                                           RelaxCommunicator *communicator,
                                           int32_t color, int32_t key,
                                           RelaxCommunicator **part);

/// Leaves the group. MPI ends with the last communicator of it, if it was
/// started here; that waits for the others. Null is allowed.
RELAX_API void relax_communicator_destroy(RelaxCommunicator *communicator);

/// Ends all workers of the group at once: processes of MPI with exit code 1,
/// threads by an error in the call that they make or wait in. `text` says why.
RELAX_API void relax_communicator_abort(RelaxCommunicator *communicator,
                                        const char *text);

/// Number of this worker, from 0.
RELAX_API int32_t
relax_communicator_rank(const RelaxCommunicator *communicator);

/// Number of workers of the group.
RELAX_API int32_t
relax_communicator_size(const RelaxCommunicator *communicator);

/// Seconds that a call may take, above 0; others change nothing. The default is
/// that in the environment's RELAX_COLLECTIVE_TIMEOUT, else 300.
RELAX_API void relax_communicator_set_timeout(RelaxCommunicator *communicator,
                                              double seconds);

/// Bytes of the tensors that this worker has given to exchanges so far, those
/// of programs along axes of a mesh, too.
RELAX_API int64_t
relax_communicator_sent_bytes(const RelaxCommunicator *communicator);

/// Lets programs that run with `context` exchange tensors: with all workers by
/// `world`, and with those of `group` where an operator says `in_group`.
/// `group` null is `world`; both null ends it. They outlive the context's
/// calls.
RELAX_API int32_t relax_context_set_communicators(RelaxContext *context,
                                                  RelaxCommunicator *world,
                                                  RelaxCommunicator *group);

/* Exchange. P is the number of workers. */

/// All workers' tensors joined element by element, on each of them. `received`
/// has the size of `sent` and may be the same memory.
RELAX_API int32_t relax_all_reduce(RelaxContext *context,
                                   RelaxCommunicator *communicator,
                                   RelaxReduceKind kind, const DLTensor *sent,
                                   const DLTensor *received);

/// All workers' tensors concatenated: P times the elements of `sent`.
RELAX_API int32_t relax_all_gather(RelaxContext *context,
                                   RelaxCommunicator *communicator,
                                   const DLTensor *sent,
                                   const DLTensor *received);

/// Part number `rank` of what relax_all_reduce gives: a P-th of the elements.
RELAX_API int32_t relax_reduce_scatter(RelaxContext *context,
                                       RelaxCommunicator *communicator,
                                       RelaxReduceKind kind,
                                       const DLTensor *sent,
                                       const DLTensor *received);

/// Part number p of each worker's tensor to worker p, concatenated
/// there: the elements of `sent`.
RELAX_API int32_t relax_all_to_all(RelaxContext *context,
                                   RelaxCommunicator *communicator,
                                   const DLTensor *sent,
                                   const DLTensor *received);

/// Worker `root`'s tensor, on each of them. `sent` is looked at there only.
RELAX_API int32_t relax_broadcast(RelaxContext *context,
                                  RelaxCommunicator *communicator, int32_t root,
                                  const DLTensor *sent,
                                  const DLTensor *received);

/// Part number `rank` of worker `root`'s tensor. `sent` is looked at there
/// only.
RELAX_API int32_t relax_scatter(RelaxContext *context,
                                RelaxCommunicator *communicator, int32_t root,
                                const DLTensor *sent, const DLTensor *received);

/// All workers' tensors concatenated, on worker `root`. `received` is
/// looked at there only.
RELAX_API int32_t relax_gather(RelaxContext *context,
                               RelaxCommunicator *communicator, int32_t root,
                               const DLTensor *sent, const DLTensor *received);

/// Sends a tensor to worker `peer`, which receives it.
RELAX_API int32_t relax_send(RelaxContext *context,
                             RelaxCommunicator *communicator, int32_t peer,
                             const DLTensor *sent);

/// Receives what worker `peer` sends.
RELAX_API int32_t relax_receive(RelaxContext *context,
                                RelaxCommunicator *communicator, int32_t peer,
                                const DLTensor *received);

/// Lets exchanges with `context` go on while their worker computes: of those
/// that all workers take part in alike, a call only starts one while `is_on` is
/// not 0. Its tensors are left alone until relax_wait, in a call or after it.
/// On the CPU a thread does them; on a CUDA device NCCL, in a stream beside the
/// context's, behind what is there now. Exchanges are done in the order in
/// which they were started; one that is not started waits for them first.
RELAX_API void relax_context_start_exchanges(RelaxContext *context,
                                             int32_t is_on);

/// Waits for the exchange into `received` that was started in the group or a
/// part of it.
RELAX_API int32_t relax_wait(RelaxContext *context,
                             RelaxCommunicator *communicator,
                             const DLTensor *received);

/// Waits until all workers have called it.
RELAX_API int32_t relax_barrier(RelaxContext *context,
                                RelaxCommunicator *communicator);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RELAX_COLLECTIVES_H */
