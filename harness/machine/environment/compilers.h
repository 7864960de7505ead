// Which compilers are on PATH. The program needs none; stages of the user's own do.
#pragma once
#include <string>

namespace ladder {

// The names of those that are there, and what cannot be compiled without the others.
std::string compilers_text();

}  // namespace ladder
