#include "harness/base/sizes.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
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

std::vector<int> grid_of_text(const std::string &text, std::size_t axes) {
  std::vector<int> cells = sizes_of_text("--grid", text);
  if (cells.size() == 1) cells.resize(axes, cells[0]);
  if (cells.size() != axes)
    throw UsageError(fmt::format("--grid={}: expected {}", text,
                                 axes == 3   ? "ZxXxY such as 384x512x256, or one number for all"
                                 : axes == 2 ? "ZxX such as 301x775, or one number for all"
                                             : "one number: the case has one axis"));
  return cells;
}

double moved_place(double metres, double spacing, int cells, int old_cells) {
  if (old_cells < 2 || spacing <= 0) return 0;
  return spacing * std::round(metres / spacing * (cells - 1) / (old_cells - 1));
}

int stretched_count(int count, int cells, int old_cells) {
  return static_cast<int>(std::lround(double(count) * cells / old_cells));
}

}  // namespace ladder
