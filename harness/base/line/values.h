// Values of options: text to numbers, and lists of both. All throw UsageError with the option, what
// was given, and what is possible.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// `option` is given with its dashes.
int whole_number(const std::string &option, const std::string &text, int least, int most);
double real_number(const std::string &option, const std::string &text, double least, double most,
                   const std::string &unit);
// 0.002, 2ms, 500us.
double seconds(const std::string &option, const std::string &text, double least, double most);
// "a,b" as a and b.
std::vector<std::string> separated(const std::string &option, const std::string &text);
// Lists and ranges of harness/answers/sweep/range.h.
std::vector<int> whole_numbers(const std::string &option, const std::vector<std::string> &words,
                               int least, int most);

}  // namespace ladder
