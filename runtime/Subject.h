// The words that begin a message about a value.
#ifndef RELAX_RUNTIME_SUBJECT_H
#define RELAX_RUNTIME_SUBJECT_H

#include <cstdint>

namespace relax::runtime {

/// Who was given a value. The words are put together only when they are asked
/// for: calls that go well do not pay for them.
class Subject {
public:
  /// "NAME".
  explicit Subject(const char *name) : name(name) {}

  /// "function 'F', parameter 'NAME' (index I)".
  Subject(const char *function, const char *name, int32_t index)
      : function(function), name(name), index(index) {}

  /// "function 'F', NAME".
  static Subject matchCast(const char *function, const char *name) {
    return Subject(function, name, isMatchCast);
  }

  /// The words; valid as long as the object.
  const char *getText();

private:
  static constexpr int32_t isMatchCast = -1;

  const char *function = nullptr;
  const char *name = nullptr;
  int32_t index = 0;
  char text[512];
};

} // namespace relax::runtime

#endif // RELAX_RUNTIME_SUBJECT_H
