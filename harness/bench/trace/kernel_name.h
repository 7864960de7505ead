#pragma once
#include <string>

namespace ladder {
// "convolve_major" or "convolve<8>" of a mangled name: without namespaces, the type that it returns
// and its parameters.
std::string short_kernel_name(const char *mangled);
// "void ladder::convolve<8>(float*)": all that distinguishes overloads.
std::string kernel_signature(const char *mangled);
}  // namespace ladder
