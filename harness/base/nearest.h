// What somebody may have meant who misspelt a name.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// The names within a few letters of a wrong one, nearest first.
std::vector<std::string> nearest(const std::string &wrong, const std::vector<std::string> &names);

// "; did you mean kernel?", appended to a message about a wrong word; empty where none is near.
std::string did_you_mean(const std::string &wrong, const std::vector<std::string> &names);

// For a value that is the name of a file, or begins with one of `words`, which may go on behind a
// colon. Throws UsageError where there is no such file and a word is near.
void refuse_misspelt(const std::string &option, const std::string &value,
                     const std::vector<std::string> &words);

}  // namespace ladder
