// What a call under way holds: lists through the storages and tensors, so that
// an error path of compiled code needs no clean-up.
#ifndef RELAX_RUNTIME_FRAME_H
#define RELAX_RUNTIME_FRAME_H

#include "Context.h"
#include "Tensor.h"

namespace relax::runtime {

/// The list of a frame that a storage belongs in.
inline RelaxStorage *&getList(Frame &frame, const RelaxStorage *) {
  return frame.storages;
}

/// The list of a frame that a tensor belongs in.
inline RelaxTensor *&getList(Frame &frame, const RelaxTensor *) {
  return frame.tensors;
}

/// Makes the one owner of a new object a hold of the call under way.
template <typename Object>
Object *hold(RelaxContext *context, Object *object) {
  object->holds = 1;
  object->frame = context->frame;
  if (!object->frame)
    return object;
  Object *&head = getList(*object->frame, object);
  object->previous = nullptr;
  object->next = head;
  if (head)
    head->previous = object;
  head = object;
  return object;
}

/// Takes an object out of its frame's list.
template <typename Object>
void leaveFrame(Object *object) {
  if (!object->frame)
    return;
  (object->previous ? object->previous->next
                    : getList(*object->frame, object)) = object->next;
  if (object->next)
    object->next->previous = object->previous;
  object->frame = nullptr;
  object->previous = object->next = nullptr;
}

/// Drops all holds on an object, which may end it.
void dropHolds(RelaxStorage *storage);

/// Drops all holds on an object, which may end it.
void dropHolds(RelaxTensor *tensor);

/// A call on this context for as long as the object lives. Nested calls of the
/// same thread are allowed, another thread is turned away.
class CallScope {
public:
  explicit CallScope(RelaxContext *context);
  ~CallScope();
  CallScope(const CallScope &) = delete;
  CallScope &operator=(const CallScope &) = delete;

  /// False if another thread is inside a call.
  bool isEntered() const { return context != nullptr; }

  /// Makes the results the caller's; the destructor then ends all else.
  void keepOutputs(RelaxTensor **outputs, int32_t number);

private:
  RelaxContext *context;
  Frame frame = {nullptr, nullptr, nullptr};
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_FRAME_H
