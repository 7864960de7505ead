// The arrays of programs/large_volume: volumes of which all planes, or only the first ones, are in
// memory.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "harness/base/error.h"
#include "harness/base/guarded_buffer.h"
#include "harness/base/hash.h"
#include "harness/base/parallel.h"

namespace ladder {

inline void require(bool holds, const char *what) {
  if (!holds) throw UsageError(what);
}

// A NaN that no computation makes: what a stage leaves unwritten is seen.
inline void poison(float *values, std::size_t count) {
  const float nan = std::bit_cast<float>(GuardedBuffer<float>::poison_bits);
  each_chunk(count, [&](std::size_t, std::size_t first, std::size_t end) {
    std::fill(values + first, values + end, nan);
  });
}

// Of results. Where all are NaN they are alike, and say nothing.
inline std::uint64_t hash_of_finite(const float *values, std::size_t count) {
  std::atomic<bool> all = true;
  each_chunk(count, [&](std::size_t, std::size_t first, std::size_t end) {
    if (!std::all_of(values + first, values + end, [](float v) { return finite(v); })) all = false;
  });
  if (!all) throw Error(Exit::wrong, "a value that came back is not a finite number");
  return hash_on_all_cores(values, count * sizeof(float));
}

// With `distinct` planes only so many are in memory: they follow one another again and again, so
// that the host has room for a stage's own copy. What is written to one of them shows in all that
// share its memory. 0: all planes are in memory.
class Planes {
 public:
  Planes(std::size_t plane, int planes, int distinct)
      : bytes_(sizeof(float) * plane * static_cast<std::size_t>(planes)),
        part_(distinct ? std::min(bytes_, sizeof(float) * plane * std::size_t(distinct)) : bytes_) {
    at_ = static_cast<char *>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    require(at_ != MAP_FAILED, "no addresses for the volume");
    if (part_ < bytes_)
      repeat(plane);
    else
      madvise(at_, bytes_, MADV_HUGEPAGE);
  }
  ~Planes() { munmap(at_, bytes_); }
  Planes(const Planes &) = delete;
  Planes &operator=(const Planes &) = delete;

  float *data() const { return reinterpret_cast<float *>(at_); }
  // Of the planes that have memory of their own.
  std::size_t values() const { return part_ / sizeof(float); }

  // The same on any number of cores.
  const Planes &fill(float low, float high, std::uint64_t seed) const {
    each_chunk(values(), [&](std::size_t, std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) {
        std::uint64_t bits = (i + (seed << 40)) * 0x9e3779b97f4a7c15ull;
        bits = (bits ^ (bits >> 32)) * 0xd6e8feb86659fd93ull;
        data()[i] = low + (high - low) * 0x1p-24f * static_cast<float>(bits >> 40);
      }
    });
    return *this;
  }

 private:
  void repeat(std::size_t plane) {
    require(sizeof(float) * plane % static_cast<std::size_t>(getpagesize()) == 0,
            "NZ times NX must make planes of whole pages: take multiples of 32, or leave out "
            "distinct-planes");
    const int file = memfd_create("planes", 0);
    require(file >= 0 && ftruncate(file, static_cast<off_t>(part_)) == 0, "no memory for planes");
    for (std::size_t done = 0; done < bytes_; done += part_)
      require(mmap(at_ + done, std::min(part_, bytes_ - done), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED,
              "planes cannot be mapped");
    close(file);
  }

  std::size_t bytes_, part_;
  char *at_;
};

}  // namespace ladder
