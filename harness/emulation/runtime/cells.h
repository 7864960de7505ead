// What is kept of each four bytes that kernels touch: by whom they were written and read last.
#pragma once
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <new>
#include <unordered_map>
#include <vector>

#include "memory.h"

namespace ladder_emulation {

constexpr std::size_t granule = 4;  // bytes that one cell is for

// One access, by whom and when.
struct Seen {
  const void *code = nullptr;
  std::uint32_t serial = 0;  // of the launch; 0: none
  std::uint32_t block = 0, epoch = 0;
  std::uint16_t thread = 0, warp_syncs = 0, fences = 0;
  unsigned char bytes = 0;  // a bit for each byte of the granule
  bool atomic = false;
};

struct Cell {
  Seen wrote, read[2];
  std::uint32_t of = 0;    // the launch, or the block, that all this is of
  unsigned char ever = 0;  // bytes that somebody has written

  Cell &at(std::uint32_t now) {
    if (of != now) *this = Cell{}, of = now;
    return *this;
  }
};

// The cells of an array in global memory. Pages that nobody touches take no memory.
class Field {
 public:
  explicit Field(const Allocation &a)
      : base(a.base), bytes_((a.bytes / granule + 2) * sizeof(Cell)) {
    void *got = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED) throw std::bad_alloc();
    cells = static_cast<Cell *>(got);
  }
  ~Field() { munmap(cells, bytes_); }
  Field(const Field &) = delete;
  const char *base;
  Cell *cells;  // fresh ones are all zeros

 private:
  std::size_t bytes_;
};

class GlobalCells {
 public:
  struct Found {
    const Allocation *array = nullptr;
    Cell *cells = nullptr;
  };

  // Of the array that the address is in, which stays as long as a launch. Without one: nulls.
  Found of(const void *address, std::uint64_t launch) {
    if (launch != launch_) begin(launch);
    const auto page = reinterpret_cast<std::uintptr_t>(address) / 4096;
    Known &known = known_[page % known_.size()];
    const auto *at = static_cast<const char *>(address);
    if (known.page == page && at >= known.found.array->base &&
        at < known.found.array->base + known.found.array->bytes)
      return known.found;
    const Allocation *a = allocation_of(address);
    if (!a) return {};
    known = {page, {a, fields_.try_emplace(a->number, *a).first->second.cells}};
    return known.found;
  }

 private:
  struct Known {
    std::uintptr_t page = 0;
    Found found;
  };

  // Arrays can have been freed since the last one.
  void begin(std::uint64_t launch) {
    launch_ = launch;
    known_.fill({});
    std::erase_if(fields_, [](const auto &one) {
      const Allocation *a = allocation_of(one.second.base);
      return !a || a->number != one.first;
    });
  }

  std::uint64_t launch_ = 0;
  std::array<Known, 1024> known_{};
  std::unordered_map<std::uint64_t, Field> fields_;  // by the number of the allocation
};

// Of the shared memory of blocks that run now; those of a block that has ended are used again.
class SharedCells {
 public:
  Cell *of(const Block &block) {
    if (last_ != &block) last_ = &block, cells_ = &all_[&block];
    const std::size_t wanted = block.shared.size() / granule + 2;
    if (cells_->size() < wanted) cells_->resize(wanted);
    return cells_->data();
  }

 private:
  const Block *last_ = nullptr;
  std::vector<Cell> *cells_ = nullptr;
  std::unordered_map<const Block *, std::vector<Cell>> all_;
};

}  // namespace ladder_emulation
