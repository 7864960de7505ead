// needs: libelf
#include <fmt/format.h>
#include <gelf.h>

#include <memory>

#include "harness/base/error.h"
#include "harness/predict/compiled/cubin.h"

namespace ladder {
namespace {

struct EndElf {
  void operator()(Elf *elf) const { elf_end(elf); }
};

FileError unusable(const char *what) {
  return FileError(fmt::format("{} ({})", what, elf_errmsg(-1)));
}

// Calls visit(name, header, section) for each.
template <class Visit>
void each_section(std::string &bytes, const Visit &visit) {
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, EndElf> file(elf_memory(bytes.data(), bytes.size()));
  std::size_t names = 0, sections = 0;
  if (!file || elf_kind(file.get()) != ELF_K_ELF) throw FileError("it is not an ELF file");
  if (elf_getshdrstrndx(file.get(), &names) != 0 || elf_getshdrnum(file.get(), &sections) != 0 ||
      sections == 0)
    throw unusable("it is truncated, or has no section table");
  for (Elf_Scn *one = nullptr; (one = elf_nextscn(file.get(), one));) {
    GElf_Shdr header;
    const char *name = nullptr;
    if (gelf_getshdr(one, &header)) name = elf_strptr(file.get(), names, header.sh_name);
    if (!name) throw unusable("it is truncated, or one of its sections has no name");
    visit(name, header, one);
  }
}

}  // namespace

std::map<std::string, std::uint64_t> section_sizes(std::string bytes) {
  std::map<std::string, std::uint64_t> sizes;
  each_section(bytes, [&](const std::string &name, const GElf_Shdr &header, Elf_Scn *) {
    sizes[name] = header.sh_size;
  });
  return sizes;
}

std::map<std::string, std::string> section_bytes(std::string bytes) {
  std::map<std::string, std::string> found;
  each_section(bytes, [&](const std::string &name, const GElf_Shdr &, Elf_Scn *section) {
    std::string &content = found[name];
    if (const Elf_Data *data = elf_rawdata(section, nullptr); data && data->d_buf)
      content.assign(static_cast<const char *>(data->d_buf), data->d_size);
  });
  return found;
}

}  // namespace ladder
