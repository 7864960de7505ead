// Ranges and lists on the command line.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// "64:1024:*2" is 64, 128, ... 1024; "1:16" counts by one; "1:16:3" is 1, 4, ... 16; commas
// separate words, and what is no range stays as it is ("16x16"). The end belongs to the range when
// it is met. A value that occurs again is left out.
// Throws UsageError that names `option`: an empty or backward range, a factor of one, too many
// values.
std::vector<std::string> expand(const std::string &option, const std::vector<std::string> &words);

}  // namespace ladder
