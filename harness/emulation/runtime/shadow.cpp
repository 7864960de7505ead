// The instrumented build: each access of a kernel to global and to shared memory is compared with
// those before it. Linked in place of the library of -fsanitize=thread; see accesses.h.
#include <set>
#include <unordered_map>

#include "accesses.h"
#include "cells.h"
#include "executor.h"
#include "findings.h"
#include "module.h"

extern "C" __attribute__((visibility("default"))) void ladder_accesses_are_seen() {}

namespace ladder_emulation {
namespace {

GlobalCells global_cells;
SharedCells shared_cells;
std::unordered_map<std::uintptr_t, Cell> variables;  // of the device, by address / granule
std::set<std::pair<const void *, const void *>> reported;

// Whether something makes `other` end before `now` begins.
bool ordered(const Seen &other, const Seen &now) {
  if (other.serial != now.serial) return true;
  if (other.block == now.block) {
    if (other.thread == now.thread || other.epoch != now.epoch) return true;
    if (other.thread / 32 == now.thread / 32 && other.warp_syncs != now.warp_syncs) return true;
  }
  // It has fenced since: what it wrote is handed over by a flag or an atomic.
  return std::uint16_t(Executor::mine().fences(other.block, other.thread)) != other.fences;
}

bool race(const Seen &other, const Seen &now) {
  return other.serial && (other.bytes & now.bytes) && !(other.atomic && now.atomic) &&
         !ordered(other, now);
}

std::string words_of(const Seen &one) {
  const Launch &launch = *Executor::mine().launch();
  const dim3 size = launch.block, grid = launch.grid;
  const unsigned t = one.thread;
  const std::uint64_t b = one.block;
  return "thread " +
         ladder_emulation::words_of(uint3{t % size.x, t / size.x % size.y, t / size.x / size.y}) +
         " of block " +
         ladder_emulation::words_of(uint3{unsigned(b % grid.x), unsigned(b / grid.x % grid.y),
                                          unsigned(b / grid.x / grid.y)});
}

void report_race(const std::string &what, const Seen &a, bool a_writes, const Seen &b,
                 bool b_writes) {
  if (!reported.insert({a.code, b.code}).second) return;
  const auto verb = [](const Seen &s, bool writes) {
    return s.atomic ? " changes it atomically at " : writes ? " writes it at " : " reads it at ";
  };
  report_text("race in kernel '" + name_of_kernel(*Executor::mine().launch()) + "' on " + what +
              ": " + words_of(a) + verb(a, a_writes) + line_of(a.code) + ", and " + words_of(b) +
              verb(b, b_writes) + line_of(b.code) + "; nothing makes one wait for the other");
}

template <typename What>
void note(Cell &cell, const Seen &now, bool writes, What what) {
  if (race(cell.wrote, now)) report_race(what(), cell.wrote, true, now, writes);
  if (writes) {
    cell.ever |= now.bytes;
    for (const Seen &reader : cell.read)
      if (race(reader, now)) report_race(what(), reader, false, now, true);
    if (cell.wrote.serial == now.serial && cell.wrote.block == now.block &&
        cell.wrote.thread == now.thread && cell.wrote.epoch == now.epoch)
      cell.wrote.bytes |= now.bytes;
    else
      cell.wrote.bytes = 0;
    const unsigned char bytes = cell.wrote.bytes | now.bytes;
    cell.wrote = now;
    cell.wrote.bytes = bytes;
    return;
  }
  // Two readers are kept, so that one is another thread than who writes next.
  Seen *slot = &cell.read[0];
  for (Seen &one : cell.read)
    if (one.serial && one.block == now.block && one.thread == now.thread) slot = &one;
  if (slot->serial && !(slot->block == now.block && slot->thread == now.thread) &&
      !ordered(*slot, now))
    slot = &cell.read[1];
  *slot = now;
}

Seen seen(const Thread &t, const void *address, std::size_t bytes, bool atomic, const void *code) {
  Seen now;
  now.serial = std::uint32_t(Executor::mine().serial());
  now.block = std::uint32_t(t.block->linear);
  now.thread = std::uint16_t(t.linear), now.epoch = t.block->epoch;
  now.warp_syncs = std::uint16_t(t.warp_syncs), now.fences = std::uint16_t(t.fences);
  now.atomic = atomic, now.code = code;
  const auto offset = reinterpret_cast<std::uintptr_t>(address) % granule;
  now.bytes = bytes >= granule ? 15 : static_cast<unsigned char>(((1u << bytes) - 1) << offset);
  return now;
}

// The variable of the block's shared memory that holds [address, address + bytes); its name with
// the element, or where it lies outside of all.
struct InShared {
  bool inside = false;
  std::string words;
};
InShared in_shared(const Block &block, const char *base, const char *at, std::size_t bytes,
                   const Launch &launch, bool in_words) {
  const auto offset = static_cast<std::size_t>(at - base);
  const auto element = [&](const char *name, std::size_t begin, std::size_t size) {
    return std::string("shared memory ") + name + "[" + std::to_string((offset - begin) / bytes) +
           "] of " + std::to_string(size / bytes);
  };
  for (const Slot *slot : block.used)
    if (offset >= slot->offset && offset + bytes <= slot->offset + slot->bytes)
      return {true, in_words ? element(slot->name, slot->offset, slot->bytes) : ""};
  if (block.dynamic_used && offset >= dynamic_offset() &&
      offset + bytes <= dynamic_offset() + launch.bytes)
    return {true, in_words ? element("(dynamic)", dynamic_offset(), launch.bytes) : ""};
  if (!in_words) return {};
  std::string words = "shared memory outside of its arrays";
  if (block.dynamic_used && offset >= dynamic_offset())
    words = std::to_string(offset - dynamic_offset() - launch.bytes) +
            " bytes past the end of the dynamic shared memory, which has " +
            std::to_string(launch.bytes);
  for (const Slot *slot : block.used)
    if (offset >= slot->offset + slot->bytes && offset < slot->offset + slot->bytes + gap)
      words = std::to_string(offset - slot->offset - slot->bytes) +
              " bytes past the end of the shared array '" + slot->name + "'";
  return {false, words};
}

std::set<const void *> strays;  // places whose wrong access was reported

void stray(const Thread &t, const void *code, const std::string &what) {
  if (strays.insert(code).second)
    report_text("kernel '" + name_of_kernel(*Executor::mine().launch()) + "', " + line_of(code) +
                ", " + ladder_emulation::words_of(t) + ": " + what);
}

// Returns whether the kernel cannot go on.
bool access(const void *address, std::size_t bytes, bool writes, bool atomic, const void *code) {
  Executor &executor = Executor::mine();
  const Thread &t = *executor.now();
  if (t.fiber->has(address)) return false;
  const auto *at = static_cast<const char *>(address);
  const Seen now = seen(t, address, bytes, atomic, code);
  // Cells are counted from the granule that `base` is in.
  const auto each = [&](auto &&cells, const void *base, std::uint32_t of, auto what, auto before) {
    const auto zero = reinterpret_cast<std::uintptr_t>(base) / granule;
    const auto first = reinterpret_cast<std::uintptr_t>(address) / granule - zero;
    const auto last = (reinterpret_cast<std::uintptr_t>(address) + bytes - 1) / granule - zero;
    for (auto k = first; k <= last; ++k) {
      Cell &cell = cells[k].at(of);
      before(cell);
      note(cell, now, writes, what);
    }
    return false;
  };
  Block &block = *t.block;
  if (!block.shared.empty() && at >= block.shared.data() &&
      at < block.shared.data() + block.shared.size()) {
    const auto begin = reinterpret_cast<std::uintptr_t>(block.shared.data());
    const auto *base = reinterpret_cast<const char *>((begin + gap - 1) / gap * gap);
    if (!in_shared(block, base, at, bytes, *executor.launch(), false).inside)
      return stray(t, code,
                   std::string(writes ? "writes " : "reads ") +
                       in_shared(block, base, at, bytes, *executor.launch(), true).words),
             false;
    const auto name = [&] {
      return in_shared(block, base, at, bytes, *executor.launch(), true).words;
    };
    return each(shared_cells.of(block), block.shared.data(), block.number, name, [&](Cell &cell) {
      if (!writes && !atomic && (cell.ever & now.bytes) != now.bytes)
        stray(t, code, "reads " + name() + ", which no thread of the block has written");
    });
  }
  if (const auto [a, cells] = global_cells.of(address, executor.serial()); a) {
    const Allocation &array = *a;
    if (at + bytes > array.base + array.bytes)
      return stray(t, code, "touches " + words_of_stray(at + bytes - 1)), false;
    return each(
        cells, array.base, now.serial,
        [&] { return words_of(array, executor.launch(), address, bytes); }, [](Cell &) {});
  }
  static const Module module;
  if (module.has(address))
    return each(
        variables, nullptr, now.serial, [] { return std::string("a variable of the device"); },
        [](Cell &) {});
  const std::string words = words_of_stray(address);
  stray(t, code, (writes ? "writes " : "reads ") + words);
  return !words.starts_with("memory of the host");
}

}  // namespace
}  // namespace ladder_emulation

extern "C" void ladder_on_access(const void *address, size_t bytes, enum ladder_access kind,
                                 const void *code) {
  using namespace ladder_emulation;
  static thread_local bool busy = false;
  if (busy) return;
  struct Busy {
    Busy() { busy = true; }
    ~Busy() { busy = false; }
  };
  if (Executor::mine().in_kernel()) {
    bool ends;
    {
      const Busy now;
      ends = access(address, bytes, kind != LADDER_READ, kind == LADDER_ATOMIC, code);
    }
    if (ends) Executor::mine().give_up();
    return;
  }
  const Busy now;
  const Allocation *a = allocation_of(address);
  if (a && a->kind == Allocation::device)
    report_text(line_of(code) + ": the host " + (kind == LADDER_READ ? "reads " : "writes ") +
                words_of(*a, nullptr, address, bytes) + ", which is memory of the device");
}
