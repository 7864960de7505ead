// Where a case's file is, and which ladder it belongs to.
#pragma once
#include <filesystem>
#include <string>

namespace ladder {

// A path, or the name of a file in data/<ladder>/. Throws UsageError with the nearest names.
std::filesystem::path find_case(const std::string &name_or_path);

// What its key `ladder` says; "wave" where it says nothing or cannot be read: its reader reports why.
std::string ladder_of(const std::filesystem::path &case_file);

}  // namespace ladder
