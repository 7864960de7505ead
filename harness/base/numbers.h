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

}  // namespace ladder
