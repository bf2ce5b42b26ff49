// Puts the words together that begin a message about a value.
#include "Subject.h"

#include <cstdio>

namespace relax::runtime {

// A buffer inside of the subject: no allocation on error paths.
const char *Subject::getText() {
  const char *known = name ? name : "?";
  if (!function && index == 0)
    std::snprintf(text, sizeof(text), "%s", known);
  else if (index == isMatchCast)
    std::snprintf(text, sizeof(text), "function '%s', %s",
                  function ? function : "?", known);
  else
    std::snprintf(text, sizeof(text),
                  "function '%s', parameter '%s' (index %d)",
                  function ? function : "?", known, index);
  return text;
}

} // namespace relax::runtime
