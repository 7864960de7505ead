#ifdef LADDER_HAVE_CUPTI

#include "harness/trace/cupti_library.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

namespace ladder {

const CuptiLibrary *cupti_library(std::string &why) {
  static std::string reason;
  static const CuptiLibrary *loaded = []() -> const CuptiLibrary * {
    // The records' layout is that of the header's version, so only that version will do.
    const std::string name = fmt::format("libcupti.so.{}", CUDA_VERSION / 1000);
    void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      library = dlopen(("/usr/local/cuda/lib64/" + name).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      library =
          dlopen(("/usr/local/cuda/extras/CUPTI/lib64/" + name).c_str(), RTLD_NOW | RTLD_LOCAL);
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
    if (!whole) reason = fmt::format("{} lacks entries that ladder needs", name);
    return whole ? &table : nullptr;
  }();
  if (!loaded) why = reason;
  return loaded;
}

std::string short_kernel_name(const char *mangled) {
  if (!mangled) return "kernel";
  int status = 0;
  char *demangled = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : mangled;
  std::free(demangled);
  // "(anonymous namespace)::f(float*)" and "void f<8>(float*)": the parameters begin at the last
  // parenthesis that opens at depth 0 of the angle brackets.
  static const std::string anonymous = "(anonymous namespace)::";
  for (auto at = name.find(anonymous); at != std::string::npos; at = name.find(anonymous))
    name.erase(at, anonymous.size());
  if (const auto open = name.find('('); open != std::string::npos) name.erase(open);
  if (const auto space = name.find(' '); space != std::string::npos && space < name.find('<'))
    name.erase(0, space + 1);
  if (const auto scope = name.rfind("::", name.find('<')); scope != std::string::npos)
    name.erase(0, scope + 2);
  return name;
}

}  // namespace ladder

#endif
