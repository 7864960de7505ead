#include "harness/answers/options/say_case.h"

#include "harness/base/progress.h"

namespace ladder {
void say_case(const Case &c) {
  say_all(c.notes);
  say_all(c.words());
}

}  // namespace ladder
