#include "harness/predict/compiled/cubin.h"

#include <fmt/format.h>

#include "harness/base/error.h"

namespace ladder {
namespace {

constexpr std::int64_t bytes_of_instruction = 16;

template <class Sections>
const auto &code_of_kernel(const Sections &sections, const std::string &mangled) {
  const auto code = sections.find(".text." + mangled);
  if (code == sections.end()) throw FileError(fmt::format("it has no kernel '{}'", mangled));
  return code->second;
}

}  // namespace

const std::string &code_bytes(const std::map<std::string, std::string> &sections,
                              const std::string &mangled) {
  return code_of_kernel(sections, mangled);
}

std::int64_t code_instructions(const std::map<std::string, std::uint64_t> &sections,
                               const std::string &mangled) {
  return static_cast<std::int64_t>(code_of_kernel(sections, mangled)) / bytes_of_instruction;
}

int parameter_bytes(const std::map<std::string, std::string> &sections,
                    const std::string &mangled) {
  // Attributes follow each other: a byte of the format, one of the name, and two of a value, which
  // is the number of bytes behind it in one of the formats.
  constexpr unsigned followed = 4, size_of_parameters = 0x19;
  const auto found = sections.find(".nv.info." + mangled);
  if (found == sections.end()) return 0;
  const auto byte = [&](std::size_t at) { return unsigned(std::uint8_t(found->second[at])); };
  for (std::size_t at = 0; at + 4 <= found->second.size();) {
    const unsigned value = byte(at + 2) + 256 * byte(at + 3);
    if (byte(at + 1) == size_of_parameters) return int(value);
    at += 4 + (byte(at) == followed ? value : 0);
  }
  return 0;
}

std::int64_t constant_bytes(const std::map<std::string, std::uint64_t> &sections,
                            const std::string &mangled) {
  static const std::string prefix = ".nv.constant";
  std::uint64_t sum = 0;
  for (const auto &[name, size] : sections) {
    if (!name.starts_with(prefix)) continue;
    const auto dot = name.find('.', prefix.size());
    if (dot == std::string::npos || name.substr(dot + 1) == mangled) sum += size;
  }
  return static_cast<std::int64_t>(sum);
}

}  // namespace ladder
