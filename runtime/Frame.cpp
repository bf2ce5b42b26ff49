// Begins and ends calls: ending one gives back what compiled code still holds.
#include "Frame.h"

namespace relax::runtime {

// Holds of a call are dropped in one step: the counter may be shared with
// other owners meanwhile, hence acq_rel, so that whoever is last sees all
// writes of the others before the block is reused.
void dropHolds(RelaxStorage *storage) {
  int32_t holds = storage->holds;
  leaveFrame(storage);
  storage->holds = 0;
  if (storage->references.fetch_sub(holds, std::memory_order_acq_rel) == holds)
    storage->pool->recycle(storage);
}

void dropHolds(RelaxTensor *tensor) {
  int32_t holds = tensor->holds;
  leaveFrame(tensor);
  tensor->holds = 0;
  if (tensor->references.fetch_sub(holds, std::memory_order_acq_rel) == holds)
    endTensor(tensor);
}

// The owner is taken by compare-and-swap and not by a mutex: a second thread
// must get an error at once, not wait, and the same thread may enter again
// (nested calls).
CallScope::CallScope(RelaxContext *context) : context(context) {
  std::thread::id self = std::this_thread::get_id(), nobody;
  if (context->owner.load(std::memory_order_relaxed) != self &&
      !context->owner.compare_exchange_strong(nobody, self,
                                              std::memory_order_acquire)) {
    this->context = nullptr;
    return;
  }
  ++context->depth;
  frame.parent = context->frame;
  context->frame = &frame;
}

CallScope::~CallScope() {
  if (!context)
    return;
  // Tensors before storages: they hold references to the latter.
  while (frame.tensors)
    dropHolds(frame.tensors);
  while (frame.storages)
    dropHolds(frame.storages);
  context->frame = frame.parent;
  if (--context->depth == 0)
    // Release: what this call wrote in the context is visible to the thread
    // that acquires it next.
    context->owner.store(std::thread::id(), std::memory_order_release);
}

// Handing over means one more reference: the call's own hold is dropped by the
// destructor right after.
void CallScope::keepOutputs(RelaxTensor **outputs, int32_t number) {
  // The holds of this call end with it; a tensor from elsewhere is handed over
  // with the owner that it has.
  for (int32_t i = 0; i < number; ++i)
    if (outputs[i]->frame == &frame)
      relax_tensor_retain(outputs[i]);
}

} // namespace relax::runtime
