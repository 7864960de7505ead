// A libFuzzer target for the reader LADDER_FUZZED. In addition to crashes and what the sanitizers
// see, two things count as
// found: an exception that is no ladder::Error, and memory out of proportion to the file.
#include <sanitizer/allocator_interface.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness/base/error.h"
#include "harness/tests/fuzz/readers.h"

namespace {

// A reader may hold a file as bytes, as a parsed tree and as numbers at once, and containers double
// as they grow; a zlib stream may grow 1040 times, which the constant part covers for the small
// files that are tried here.
constexpr std::int64_t times_the_file = 64, always_allowed = std::int64_t{16} << 20;

std::atomic<bool> counting = false;
std::atomic<std::int64_t> held = 0, allowed = 0;

void allocated(const volatile void *, std::size_t size) {
  if (!counting) return;
  if ((held += static_cast<std::int64_t>(size)) <= allowed) return;
  counting = false;
  std::fprintf(stderr, "ERROR: the reader holds %lld bytes, and %lld are allowed for this file\n",
               static_cast<long long>(held), static_cast<long long>(allowed));
  std::abort();
}

void freed(const volatile void *memory) {
  if (counting && memory)
    held -=
        static_cast<std::int64_t>(__sanitizer_get_allocated_size(const_cast<const void *>(memory)));
}

const ladder::fuzz::Reader &fuzzed() {
  for (const auto &reader : ladder::fuzz::readers())
    if (std::strcmp(reader.name, LADDER_FUZZED) == 0) return reader;
  std::abort();
}

// The readers take paths: a file in memory has one.
struct File {
  File() : descriptor(memfd_create("fuzzed", MFD_CLOEXEC)) {
    if (descriptor < 0) std::abort();
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  }
  void put(const std::uint8_t *data, std::size_t size) const {
    if (ftruncate(descriptor, 0) != 0 ||
        pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size))
      std::abort();
  }
  int descriptor;
  char path[64];
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  if (!__sanitizer_install_malloc_and_free_hooks(allocated, freed)) std::abort();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const auto &reader = fuzzed();
  static const File file;
  file.put(data, size);
  held = 0;
  allowed = times_the_file * static_cast<std::int64_t>(size) + always_allowed;
  counting = true;
  try {
    reader.read(file.path);
  } catch (const ladder::Error &) {
  }
  counting = false;
  return 0;
}
