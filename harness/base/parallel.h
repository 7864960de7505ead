// Work on long arrays, divided among the cores that this process may use.
#pragma once
#include <cstddef>
#include <functional>

namespace ladder {

// The ranges are the same on every machine, so that what is put together in their order is so too.
inline constexpr std::size_t chunk_length = std::size_t{1} << 20;
constexpr std::size_t chunks(std::size_t count) {
  return (count + chunk_length - 1) / chunk_length;
}

// Calls work(chunk, first, end) once for each range [first, end) of `count` values. A single chunk is done by the
// calling thread. `work` must not throw.
void each_chunk(
    std::size_t count,
    const std::function<void(std::size_t chunk, std::size_t first, std::size_t end)> &work);

}  // namespace ladder
