#include <algorithm>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "api.h"
#include "memory.h"

extern "C" __attribute__((weak)) void ladder_accesses_are_seen();

namespace ladder_emulation {
namespace {

// A set of words' values, of which a run can have millions: one array, without a node a value.
class Values {
 public:
  bool empty() const { return size_ == 0 && !zero_; }
  std::size_t size() const { return size_ + zero_; }
  bool contains(std::uint32_t value) const {
    return value == 0 ? zero_ : !slots_.empty() && slots_[slot_of(value)] == value;
  }
  // Beyond `most` it keeps none.
  void keep(std::uint32_t value) {
    if (value == 0) zero_ = true;
    if (value == 0 || size_ >= most) return;
    if (2 * size_ >= slots_.size()) grow();
    std::uint32_t &slot = slots_[slot_of(value)];
    size_ += slot == 0;
    slot = value;
  }
  void clear() {
    std::ranges::fill(slots_, 0u);
    size_ = 0, zero_ = false;
  }

 private:
  static constexpr std::size_t most = 1 << 22;

  // Where it is, or a free one where it belongs. Their number is a power of two.
  std::size_t slot_of(std::uint32_t value) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t k = (value * 0x9e3779b97f4a7c15ull >> 32) & mask;
    while (slots_[k] != 0 && slots_[k] != value) k = (k + 1) & mask;
    return k;
  }
  void grow() {
    std::vector<std::uint32_t> old(std::max<std::size_t>(1024, 2 * slots_.size()));
    old.swap(slots_);
    for (const std::uint32_t value : old)
      if (value != 0) slots_[slot_of(value)] = value;
  }

  std::vector<std::uint32_t> slots_;  // 0: free
  std::size_t size_ = 0;              // of values in them
  bool zero_ = false;
};

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
Values from_kernels;  // that kernels left in memory of the host
Values from_host;     // that the host brought to the device
Values given;         // that the harness brought to the stage

std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> &pages() {
  static auto *one = new std::unordered_map<std::uintptr_t, std::unique_ptr<Page>>;
  return *one;
}

// Pages stay, so the last one that was found is kept: a copy asks for each word.
Page *page_of(std::uintptr_t address, bool make) {
  static std::uintptr_t last = 0;
  static Page *page = nullptr;
  const std::uintptr_t number = address / word / words_of_page;
  if (page && number == last) return page;
  auto found = pages().find(number);
  if (found == pages().end()) {
    if (!make) return nullptr;
    found = pages().emplace(number, std::make_unique<Page>()).first;
  }
  last = number, page = found->second.get();
  return page;
}

std::uint32_t value_at(std::uintptr_t address) {
  std::uint32_t value;
  std::memcpy(&value, reinterpret_cast<const void *>(address), word);
  return value;
}

// Calls `look(page, index, address, words)` for the whole words of the bytes in each page.
template <typename Look>
void each_page(const void *at, std::size_t bytes, Look look) {
  const auto first = (reinterpret_cast<std::uintptr_t>(at) + word - 1) / word * word;
  const auto end = (reinterpret_cast<std::uintptr_t>(at) + bytes) / word * word;
  for (std::uintptr_t a = first; a < end;) {
    const std::size_t index = a / word % words_of_page;
    const std::size_t words = std::min((end - a) / word, words_of_page - index);
    look(*page_of(a, true), index, a, words);
    a += words * word;
  }
}

// Calls `look(page, index, address)` for each whole word of the bytes.
template <typename Look>
void each_word(const void *at, std::size_t bytes, Look look) {
  each_page(at, bytes, [&](Page &page, std::size_t index, std::uintptr_t a, std::size_t words) {
    for (std::size_t k = 0; k < words; ++k) look(page, index + k, a + k * word);
  });
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
    const auto look = [&](Page &page, std::size_t index, std::uintptr_t at) {
      const std::uint32_t now = value_at(at);
      if (now == page.value[index]) return;
      page.marked[index] = by_kernel;
      page.value[index] = now;
      delivered += by_kernel && of_host;
      if (of_host) (by_kernel ? from_kernels : from_host).keep(now);
    };
    // Most pages are as they were.
    each_page(a.base, a.bytes,
              [&](Page &page, std::size_t index, std::uintptr_t at, std::size_t words) {
                const auto *now = reinterpret_cast<const void *>(at);
                if (std::memcmp(page.value + index, now, words * word) == 0) return;
                for (std::size_t k = 0; k < words; ++k) look(page, index + k, at + k * word);
              });
  });
}

}  // namespace

void settled(const void *at, std::size_t bytes) {
  const std::lock_guard lock(guard);
  each_word(at, bytes, [](Page &page, std::size_t index, std::uintptr_t a) {
    page.marked[index] = false;
    page.value[index] = value_at(a);
  });
}

void copied(const void *to, const void *from, std::size_t bytes) {
  const Allocation *target = allocation_of(to);
  const bool to_host = !target || target->kind == Allocation::host;
  const std::lock_guard lock(guard);
  const auto shift = reinterpret_cast<std::uintptr_t>(from) - reinterpret_cast<std::uintptr_t>(to);
  each_word(to, bytes, [&](Page &page, std::size_t index, std::uintptr_t a) {
    page.marked[index] = holds_mark(a + shift);
    page.value[index] = value_at(a);
    delivered += to_host && page.marked[index];
    if (to_host && page.marked[index]) from_kernels.keep(page.value[index]);
    if (!to_host && !page.marked[index]) from_host.keep(page.value[index]);
  });
}

void from_device(const void *to, std::size_t bytes) {
  const std::lock_guard lock(guard);
  each_word(to, bytes, [](Page &page, std::size_t index, std::uintptr_t a) {
    page.marked[index] = launched;
    page.value[index] = value_at(a);
    delivered += launched;
  });
}

// Of a build that counts or that looks for races no results are judged.
void before_launch() {
  if (!&ladder_count_launch && !&ladder_accesses_are_seen) look_at_all(false);
}
void after_launch() {
  if (&ladder_count_launch || &ladder_accesses_are_seen) return;
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
    for (std::size_t k = 0; k < words; ++k) given.keep(value_at(begin + word * k));
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
    unlike.keep(value);
  }
  return 2 * brought > count && 2 * unlike.size() > brought ? count - brought : count;
}
