// without: pugixml
#include "harness/answers/export/formats.h"
#include "harness/base/libraries.h"

namespace ladder {

std::string junit_text(const std::string &, const std::vector<JunitSuite> &) {
  throw lacks_library("pugixml", "JUnit XML");
}

}  // namespace ladder
