// Runs step 0, the oracle and their kin in a process of their own.
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <cstring>
#include <map>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/bench/worker/worker.h"
#include "harness/problems/routine/numbers.h"
#include "harness/problems/routine/reference.h"

namespace ladder {
namespace {

constexpr std::uint32_t second_poison_bits = 0x7b7b7b7b;

using Entry = void (*)(int, void **, std::int64_t (*)[7], std::int64_t (*)[7], std::int64_t *);

void poison(std::byte *memory, std::size_t bytes, std::uint32_t bits) {
  std::fill_n(reinterpret_cast<std::uint32_t *>(memory), bytes / sizeof bits, bits);
  std::memcpy(memory + bytes - bytes % sizeof bits, &bits, bytes % sizeof bits);
}

// A value's elements, as they are or in the next precision.
void copy(const RecordedValue &value, const std::byte *from, std::byte *to, bool wide) {
  if (!wide || value.wide == value.element) {
    std::memcpy(to, from, value.bytes());
    return;
  }
  const std::size_t elements = value.elements();
  for (std::size_t i = 0; i < elements; ++i)
    for (std::size_t part = 0; part < parts_of(value); ++part)
      set_number(value, to, i, part, number_at(value, from, i, part, false), true);
}

class Library {
 public:
  explicit Library(const std::string &path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) throw FileError(fmt::format("{} cannot be loaded: {}", path, dlerror()));
  }
  Entry entry() const { return reinterpret_cast<Entry>(dlsym(handle_, "ladder_entry")); }
  void move_thresholds(double by) const {
    if (by != 0) *static_cast<double *>(dlsym(handle_, "ladder_near_by")) = by;
  }
  // How sums with signs apart round from here on: 0 to nearest.
  void round_sums(int seed) const {
    *static_cast<std::int64_t *>(dlsym(handle_, "ladder_order_state")) = seed * 0x9e3779b97f4a7c1;
  }

 private:
  void *handle_;
};

void run_calls(const RoutineCase &c, const Places &places, std::byte *memory,
               const ReferenceRun &run, Entry entry) {
  std::size_t first = 0;
  for (const RecordedCall &call : *c.calls) {
    std::vector<std::byte *> storages;
    for (std::size_t k = 0; k < call.storages.size(); ++k) {
      const Storage &one = call.storages[k];
      storages.push_back(memory + places.out[first + k]);
      poison(storages.back(), run.oracle ? one.wide_bytes : one.bytes,
             run.second_poison ? second_poison_bits : GuardedBuffer<float>::poison_bits);
    }
    for (const RecordedValue &value : call.values) {
      if (!value.there || !value.in) continue;
      std::byte *to = storages[value.storage] + (run.oracle ? value.wide_at : value.at);
      copy(value, memory + places.in[first + value.storage] + value.at, to, run.oracle);
      if (run.last_bits && !run.oracle)
        change_last_bits(value, to, static_cast<std::uint64_t>(run.last_bits));
    }
    FlatCall flat(call, run.oracle, storages);
    std::fesetround(run.rounding);
    for (const int phase : {LADDER_ROUTINE_PUT, LADDER_ROUTINE_CALL, LADDER_ROUTINE_GET})
      entry(phase, flat.data.data(), reinterpret_cast<std::int64_t(*)[7]>(flat.lower.data()),
            reinterpret_cast<std::int64_t(*)[7]>(flat.extent.data()), flat.length.data());
    std::fesetround(FE_TONEAREST);
    first += call.storages.size();
  }
}

const std::string &library_of(const RoutineCase &c, const ReferenceRun &run) {
  if (run.moved_by != 0) return c.near;
  if (run.apart) return c.apart;
  if (run.build > 0) return c.builds.at(static_cast<std::size_t>(run.build - 1)).shared_object;
  return run.oracle ? c.oracle_library : c.step0;
}

}  // namespace

void serve_reference(const RoutineCase &c) {
  const Places places(c);
  void *memory = mmap(nullptr, places.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, worker_memory, 0);
  if (memory == MAP_FAILED) throw UsageError("`worker` is internal");
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);  // what the routine prints
  std::map<std::string, Library> libraries;
  say_to_parent({{"ready", true}});
  for (std::string line; next_line_of_parent(line);) {
    const Json asked = Json::parse(line);
    const ReferenceRun run{asked.at("rounding"), asked.at("last_bits"), asked.at("second_poison"),
                           asked.at("oracle"),   asked.at("build"),     asked.at("moved_by"),
                           asked.at("apart")};
    const std::string &path = library_of(c, run);
    const Library &library = libraries.try_emplace(path, path).first->second;
    library.move_thresholds(run.moved_by);
    if (run.apart) library.round_sums(run.last_bits);
    run_calls(c, places, static_cast<std::byte *>(memory), run, library.entry());
    say_to_parent({{"done", true}});
  }
}

}  // namespace ladder
