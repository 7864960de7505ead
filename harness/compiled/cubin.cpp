#include "harness/compiled/cubin.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>

#include "harness/error.h"

namespace ladder {
namespace {

constexpr std::int64_t bytes_of_instruction = 16;

template <typename Header>
Header header_at(const std::string &bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Header))
    throw FileError("it is cut short: a header lies beyond its end");
  Header header;
  std::memcpy(&header, bytes.data() + offset, sizeof header);
  return header;
}

}  // namespace

std::map<std::string, std::uint64_t> section_sizes(const std::string &bytes) {
  if (bytes.compare(0, SELFMAG, ELFMAG) != 0) throw FileError("it is no ELF file");
  const auto file = header_at<Elf64_Ehdr>(bytes, 0);
  if (file.e_ident[EI_CLASS] != ELFCLASS64 || file.e_ident[EI_DATA] != ELFDATA2LSB)
    throw FileError("it is not an ELF file of 64 bits, low byte first");
  const auto section = [&](std::uint64_t number) {
    return header_at<Elf64_Shdr>(bytes, file.e_shoff + number * sizeof(Elf64_Shdr));
  };
  // A file of 65280 sections or more keeps their number elsewhere; no stage comes near.
  if (file.e_shentsize != sizeof(Elf64_Shdr) || file.e_shoff == 0 || file.e_shnum == 0 ||
      file.e_shstrndx >= file.e_shnum)
    throw FileError("it has no table of sections");
  const auto names = section(file.e_shstrndx);
  if (names.sh_offset > bytes.size() || names.sh_size > bytes.size() - names.sh_offset)
    throw FileError("it is cut short: the names of its sections lie beyond its end");
  const std::string table = bytes.substr(names.sh_offset, names.sh_size);
  std::map<std::string, std::uint64_t> sizes;
  for (std::uint64_t i = 1; i < file.e_shnum; ++i) {
    const auto header = section(i);
    if (header.sh_name >= table.size()) throw FileError("a section of it has no name");
    sizes[table.c_str() + header.sh_name] = header.sh_size;
  }
  return sizes;
}

std::int64_t code_instructions(const std::map<std::string, std::uint64_t> &sections,
                               const std::string &mangled) {
  const auto code = sections.find(".text." + mangled);
  if (code == sections.end()) throw FileError(fmt::format("it has no kernel '{}'", mangled));
  return static_cast<std::int64_t>(code->second) / bytes_of_instruction;
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
