#include "harness/bench/trace/kernel_name.h"

#include <cxxabi.h>

#include <charconv>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace ladder {
namespace {

// A static kernel of separately compiled device code is called "__nv_static_<n>_<n characters about
// its file>_<mangled name>", which no demangler knows.
const char *without_nvcc_prefix(const char *mangled) {
  const std::string_view name = mangled, prefix = "__nv_static_";
  if (!name.starts_with(prefix)) return mangled;
  std::size_t length = 0;
  const auto [rest, error] =
      std::from_chars(name.data() + prefix.size(), name.data() + name.size(), length);
  const auto at = static_cast<std::size_t>(rest - name.data());
  // An '_' is on either side of the n characters.
  if (error != std::errc{} || length >= name.size() || at + length + 2 >= name.size())
    return mangled;
  return mangled + at + length + 2;
}

}  // namespace

std::string kernel_signature(const char *mangled) {
  mangled = without_nvcc_prefix(mangled);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? demangled.get() : mangled;
  static const std::string anonymous = "(anonymous namespace)::";
  for (auto at = name.find(anonymous); at != std::string::npos; at = name.find(anonymous))
    name.erase(at, anonymous.size());
  return name;
}

std::string short_kernel_name(const char *mangled) {
  if (!mangled) return "kernel";
  const std::string name = kernel_signature(mangled);
  // Only text outside angle brackets ends the name or comes before it: a template's argument
  // may hold parentheses, blanks and namespaces of its own, as in "f<(short)8, a::b>(float*)".
  std::size_t begin = 0, end = name.size();
  int depth = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const char c = name[i];
    depth += (c == '<') - (c == '>');
    if (depth > 0) continue;
    if (c == '(') end = i;
    if (c == ' ' || c == ':') begin = i + 1;
  }
  return name.substr(begin, end - begin);
}

}  // namespace ladder
