// "19x23x29" as numbers.
#pragma once
#include <string>
#include <vector>

namespace ladder {

inline constexpr int most_cells_along = 1 << 20;

// One to three numbers of cells between 1 and most_cells_along, with 'x' between them. `option` is given with its
// dashes. Throws UsageError.
std::vector<int> sizes_of_text(const std::string &option, const std::string &text);

}  // namespace ladder
