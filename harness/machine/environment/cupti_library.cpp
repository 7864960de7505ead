#ifdef LADDER_HAVE_CUPTI

#include "harness/machine/environment/cupti_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <type_traits>

namespace ladder {
namespace {

constexpr int header_major = CUDA_VERSION / 1000;

// Before CUDA 13 the versions of CUPTI were counted, with no regard to the toolkit's.
int major_of(std::uint32_t version) {
  if (version >= 10000) return static_cast<int>(version / 10000);
  return version >= 19 ? 12 : 11;
}

// The records' layout is that of the header's major version, so only that one will do.
void *open_library(const std::string &versioned) {
  for (const char *folder : {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/extras/CUPTI/lib64/"}) {
    for (const std::string &name : {versioned, std::string("libcupti.so")}) {
      void *library = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
      if (!library) continue;
      const auto get_version =
          reinterpret_cast<decltype(&cuptiGetVersion)>(dlsym(library, "cuptiGetVersion"));
      std::uint32_t version = 0;
      if (get_version && get_version(&version) == CUPTI_SUCCESS &&
          major_of(version) == header_major)
        return library;
      dlclose(library);
    }
  }
  return nullptr;
}

}  // namespace

const CuptiLibrary *cupti_library(std::string &why) {
  static std::string reason;
  static const CuptiLibrary *loaded = []() -> const CuptiLibrary * {
    const std::string name = fmt::format("libcupti.so.{}", header_major);
    void *library = open_library(name);
    if (!library) {
      reason = fmt::format(
          "{} was not found: it comes with the CUDA toolkit; put its folder on LD_LIBRARY_PATH",
          name);
      return nullptr;
    }
    static CuptiLibrary table;
    bool whole = true;
    const auto find = [&](auto &entry, const char *symbol) {
      entry = reinterpret_cast<std::remove_reference_t<decltype(entry)>>(dlsym(library, symbol));
      whole = whole && entry;
    };
    find(table.get_timestamp, "cuptiGetTimestamp");
    find(table.enable, "cuptiActivityEnable");
    find(table.disable, "cuptiActivityDisable");
    find(table.flush_all, "cuptiActivityFlushAll");
    find(table.register_callbacks, "cuptiActivityRegisterCallbacks");
    find(table.get_next_record, "cuptiActivityGetNextRecord");
    find(table.get_dropped, "cuptiActivityGetNumDroppedRecords");
    find(table.get_callback_name, "cuptiGetCallbackName");
    find(table.get_version, "cuptiGetVersion");
    find(table.set_attribute, "cuptiActivitySetAttribute");
    const bool needed = whole;
    find(table.enable_runtime_call, "cuptiActivityEnableRuntimeApi");
    find(table.enable_driver_call, "cuptiActivityEnableDriverApi");
    whole = needed;
    if (!whole) reason = fmt::format("{} lacks entries that ladder needs", name);
    return whole ? &table : nullptr;
  }();
  if (!loaded) why = reason;
  return loaded;
}

}  // namespace ladder

#endif
