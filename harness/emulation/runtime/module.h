// The memory of this shared object.
#pragma once
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

extern "C" void ladder_accesses_are_seen();

namespace ladder_emulation {

// Of this shared object: variables of the device, and of the host that a kernel reads.
struct Module {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> parts;
  Module() {
    dl_iterate_phdr(
        [](dl_phdr_info *info, std::size_t, void *to) {
          bool ours = false;
          std::vector<std::pair<std::uintptr_t, std::uintptr_t>> all;
          const auto here = reinterpret_cast<std::uintptr_t>(&ladder_accesses_are_seen);
          for (int k = 0; k < info->dlpi_phnum; ++k) {
            if (info->dlpi_phdr[k].p_type != PT_LOAD) continue;
            const std::uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
            all.push_back({begin, begin + info->dlpi_phdr[k].p_memsz});
            ours |= here >= begin && here < all.back().second;
          }
          if (ours) static_cast<Module *>(to)->parts = all;
          return 0;
        },
        this);
  }
  bool has(const void *address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return std::ranges::any_of(parts, [&](auto &p) { return at >= p.first && at < p.second; });
  }
};

}  // namespace ladder_emulation
