#include "harness/base/sizes.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "harness/base/error.h"

namespace ladder {

std::vector<int> sizes_of_text(const std::string &option, const std::string &text) {
  std::vector<int> sizes;
  std::istringstream all(text + "x");
  for (std::string part; std::getline(all, part, 'x');) {
    int cells = 0;
    const char *end = part.data() + part.size();
    const auto [at, problem] = std::from_chars(part.data(), end, cells);
    if (problem != std::errc() || at != end || cells < 1 || cells > most_cells_along)
      throw UsageError(fmt::format("{}={}: expected whole numbers of cells from 1 to {}", option,
                                   text, most_cells_along));
    sizes.push_back(cells);
  }
  return sizes;
}

}  // namespace ladder
