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

// Ranges and lists on the command line.

// "64:1024:*2" is 64, 128, ... 1024; "1:16" counts by one; "1:16:3" is 1, 4, ... 16; commas
// separate words, and what is no range stays as it is ("16x16"). The end belongs to the range when
// it is met. A value that occurs again is left out.
// Throws UsageError that names `option`: an empty or backward range, a factor of one, too many
// values.
std::vector<std::string> expand(const std::string &option, const std::vector<std::string> &words);

}  // namespace ladder
