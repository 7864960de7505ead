// The file `command` of an experiment: the command lines that made its records.
#pragma once
#include <string>
#include <vector>

namespace ladder {

// Adds the command line of this process to the file `command` next to `file`, if that exists. A
// measurement does not fail where this cannot be written.
void note_command(const std::string &file);

// As a shell takes it; of an absolute path the file's name alone, since results hold no such path.
std::string as_noted(const std::vector<std::string> &words);

}  // namespace ladder
