// "19x23x29" as numbers.
#pragma once
#include <string>
#include <vector>

namespace ladder {

inline constexpr int most_cells_along = 1 << 20;

// One to three numbers of cells between 1 and most_cells_along, with 'x' between them. `option` is
// given with its dashes. Throws UsageError.
std::vector<int> sizes_of_text(const std::string &option, const std::string &text);

// --grid: the cells of a case along so many axes; one number is that of all of them. Throws
// UsageError.
std::vector<int> grid_of_text(const std::string &text, std::size_t axes);

// What lies in a case whose axis gets other cells. A place [m] keeps its share of the axis, and
// stays on a cell; a count of cells grows with them.
double moved_place(double metres, double spacing, int cells, int old_cells);
int stretched_count(int count, int cells, int old_cells);

}  // namespace ladder
