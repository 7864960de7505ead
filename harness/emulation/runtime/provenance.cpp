#include "provenance.h"

#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "counting.h"
#include "memory.h"

namespace ladder_emulation {
namespace {

constexpr std::size_t word = 4, words_of_page = 1024;

// The value is that of the last look: a word that has another one was written since.
struct Page {
  std::bitset<words_of_page> marked;
  std::uint32_t value[words_of_page] = {};
};

std::mutex guard;
bool launched = false;
std::size_t delivered = 0;  // words that kernels wrote, and that the host has got

// Values of words, of this run: the host's own copies of them leave no mark.
using Values = std::unordered_set<std::uint32_t>;
constexpr std::size_t most_values = 1 << 22;
Values from_kernels;  // that kernels left in memory of the host
Values from_host;     // that the host brought to the device
Values given;         // that the harness brought to the stage
void keep(Values &values, std::uint32_t value) {
  if (values.size() < most_values) values.insert(value);
}

std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> &pages() {
  static auto *one = new std::unordered_map<std::uintptr_t, std::unique_ptr<Page>>;
  return *one;
}

Page *page_of(std::uintptr_t address, bool make) {
  const std::uintptr_t number = address / word / words_of_page;
  const auto found = pages().find(number);
  if (found != pages().end()) return found->second.get();
  return make ? (pages()[number] = std::make_unique<Page>()).get() : nullptr;
}

std::uint32_t value_at(std::uintptr_t address) {
  std::uint32_t value;
  std::memcpy(&value, reinterpret_cast<const void *>(address), word);
  return value;
}

// Calls `look(page, index, address)` for each whole word of the bytes.
template <typename Look>
void each_word(const void *at, std::size_t bytes, bool make, Look look) {
  const auto first = (reinterpret_cast<std::uintptr_t>(at) + word - 1) / word * word;
  const auto end = reinterpret_cast<std::uintptr_t>(at) + bytes;
  Page *page = nullptr;
  for (std::uintptr_t a = first; a + word <= end; a += word) {
    const std::size_t index = a / word % words_of_page;
    if (a == first || index == 0) page = page_of(a, make);
    if (page) look(*page, index, a);
  }
}

bool holds_mark(std::uintptr_t address) {
  const Page *page = page_of(address, false);
  const std::size_t index = address / word % words_of_page;
  return page && page->marked[index] && page->value[index] == value_at(address / word * word);
}

// What changed since the last look was written by the host before a launch, by a kernel after it.
void look_at_all(bool by_kernel) {
  each_allocation([by_kernel](const Allocation &a) {
    const bool of_host = a.kind != Allocation::device;
    const std::lock_guard lock(guard);
    each_word(a.base, a.bytes, true, [&](Page &page, std::size_t index, std::uintptr_t at) {
      const std::uint32_t now = value_at(at);
      if (now == page.value[index]) return;
      page.marked[index] = by_kernel;
      page.value[index] = now;
      delivered += by_kernel && of_host;
      if (of_host) keep(by_kernel ? from_kernels : from_host, now);
    });
  });
}

}  // namespace

void settled(const void *at, std::size_t bytes) {
  const std::lock_guard lock(guard);
  each_word(at, bytes, true, [](Page &page, std::size_t index, std::uintptr_t a) {
    page.marked[index] = false;
    page.value[index] = value_at(a);
  });
}

void copied(const void *to, const void *from, std::size_t bytes) {
  const Allocation *target = allocation_of(to);
  const bool to_host = !target || target->kind == Allocation::host;
  const std::lock_guard lock(guard);
  const auto shift = reinterpret_cast<std::uintptr_t>(from) - reinterpret_cast<std::uintptr_t>(to);
  each_word(to, bytes, true, [&](Page &page, std::size_t index, std::uintptr_t a) {
    page.marked[index] = holds_mark(a + shift);
    page.value[index] = value_at(a);
    delivered += to_host && page.marked[index];
    if (to_host && target && page.marked[index]) keep(from_kernels, page.value[index]);
    if (!to_host && !page.marked[index]) keep(from_host, page.value[index]);
  });
}

void from_device(const void *to, std::size_t bytes) {
  const std::lock_guard lock(guard);
  each_word(to, bytes, true, [](Page &page, std::size_t index, std::uintptr_t a) {
    page.marked[index] = launched;
    page.value[index] = value_at(a);
    delivered += launched;
  });
}

void before_launch() {
  if (!&ladder_count_launch) look_at_all(false);
}
void after_launch() {
  if (&ladder_count_launch) return;  // its results are not judged
  look_at_all(true);
  launched = true;
}

}  // namespace ladder_emulation

// The harness asks for it after a run: of the words that differ from those before it, how many
// hold what a kernel computed. Words that the host has computed and a kernel has only copied do not
// count: most of them are values that the host brought to the device and that the stage was not
// given. Without an array: how many words of kernels the host has got so far, at the beginning of a
// run. Without those before: the stage is given the array.
extern "C" __attribute__((visibility("default"))) std::size_t ladder_emulation_from_kernels(
    const void *now, const void *before, std::size_t words) {
  using namespace ladder_emulation;
  const std::lock_guard lock(guard);
  if (!now) {
    for (Values *values : {&from_kernels, &from_host, &given}) values->clear();
    return delivered;
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(now);
  if (!before) {
    for (std::size_t k = 0; k < words; ++k) keep(given, value_at(begin + word * k));
    return 0;
  }
  std::size_t count = 0, brought = 0;
  Values unlike;  // of those that were brought: a table has few values for many words
  for (std::size_t k = 0; k < words; ++k) {
    const std::uint32_t value = value_at(begin + word * k);
    if (std::memcmp(&value, static_cast<const char *>(before) + word * k, word) == 0) continue;
    if (!holds_mark(begin + word * k) && !from_kernels.contains(value)) continue;
    ++count;
    if (given.empty() || given.contains(value) || !from_host.contains(value)) continue;
    ++brought;
    unlike.insert(value);
  }
  return 2 * brought > count && 2 * unlike.size() > brought ? count - brought : count;
}
