// This very program, distinguished from other builds of the same name and commit.
#pragma once
#include <string>

namespace ladder {
const std::string &hash_of_program();  // of its file's contents
}  // namespace ladder
