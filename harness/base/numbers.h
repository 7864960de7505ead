// Numbers out of text.
#pragma once
#include <string>
#include <vector>

namespace ladder {

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

}  // namespace ladder
