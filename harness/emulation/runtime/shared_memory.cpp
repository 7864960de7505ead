#include <cstring>

#include "executor.h"

namespace ladder_emulation {
namespace {

std::vector<Slot *> &all_slots() {
  static auto *all = new std::vector<Slot *>;
  return *all;
}
std::size_t end_of_slots = gap;

std::size_t rounded(std::size_t bytes) { return (bytes + gap - 1) / gap * gap; }

char *memory(Block &block, std::size_t wanted) {
  // Aligned as the offsets are.
  if (block.shared.size() < wanted + gap) block.shared.resize(wanted + gap);
  auto at = reinterpret_cast<std::uintptr_t>(block.shared.data());
  return reinterpret_cast<char *>((at + gap - 1) / gap * gap);
}

}  // namespace

const std::vector<Slot *> &slots() { return all_slots(); }
std::size_t dynamic_offset() { return end_of_slots; }

Slot *new_slot(std::size_t bytes) {
  auto *slot = new Slot{end_of_slots, bytes, "?"};
  end_of_slots += rounded(bytes) + gap;
  all_slots().push_back(slot);
  return slot;
}

std::size_t dynamic_bytes() { return Executor::mine().launch()->bytes; }

void *shared_of_block(Slot *slot, const char *name) {
  Executor &executor = Executor::mine();
  Block &block = *executor.now()->block;
  char *base = memory(block, end_of_slots + dynamic_bytes() + gap);
  for (const Slot *one : block.used)
    if (one == slot) return base + slot->offset;
  slot->name = name;
  block.used.push_back(slot);
  std::memset(base + slot->offset, 0xff, slot->bytes);
  return base + slot->offset;
}

void *dynamic_of_block(const char *) {
  Executor &executor = Executor::mine();
  Block &block = *executor.now()->block;
  char *base = memory(block, end_of_slots + dynamic_bytes() + gap) + dynamic_offset();
  if (!block.dynamic_used) std::memset(base, 0xff, dynamic_bytes());
  block.dynamic_used = true;
  return base;
}

}  // namespace ladder_emulation
