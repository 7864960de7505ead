// Numbers out of text.
#pragma once
#include <charconv>
#include <string>
#include <vector>

namespace ladder {

// Whether the whole text is a number, which `value` then has.
template <typename Number>
bool is_number(const std::string &text, Number &value) {
  const char *end = text.data() + text.size();
  const auto [at, problem] = std::from_chars(text.data(), end, value);
  return problem == std::errc() && at == end;
}

// "6000,1000" with ',' between: {6000, 1000}; empty when anything in it is no finite number.
std::vector<double> numbers_between(const std::string &text, char separator);

// The numbers of one line, with spaces, tabs or commas between them; text after a # is a comment.
// `whole`: whether there was nothing else.
std::vector<double> numbers_of_line(const std::string &line, bool &whole);

// The lines of a file that hold numbers, which must be `count` each: "x z in metres", as `expected`
// names them. Throws FileError.
struct LineOfNumbers {
  int line = 0;
  std::vector<double> numbers;
};
std::vector<LineOfNumbers> read_lines_of_numbers(const std::string &path, std::size_t count,
                                                 const std::string &expected);

// "19x23x29" as numbers.

inline constexpr int most_cells_along = 1 << 20;

// One to three numbers of cells between 1 and most_cells_along, with 'x' between them. `option` is
// given with its dashes. Throws UsageError.
std::vector<int> sizes_of_text(const std::string &option, const std::string &text);

// --grid: the cells of a case along so many axes; one number is that of all of them. Throws
// UsageError.
std::vector<int> grid_of_text(const std::string &text, std::size_t axes);

// The first digits of a number above 0, cut; by a division, so that it is the same number as the
// text of it.
double cut_to_digits(double value, int digits);

// What lies in a case whose axis gets other cells. A place [m] keeps its share of the axis, and
// stays on a cell; a count of cells grows with them.
double moved_place(double metres, double spacing, int cells, int old_cells);
int stretched_count(int count, int cells, int old_cells);

}  // namespace ladder
