// Work on long arrays, divided among the cores that this process may use.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

namespace ladder {

// The ranges are the same on every machine, so that what is put together in their order is so too.
inline constexpr std::size_t chunk_length = std::size_t{1} << 20;
constexpr std::size_t chunks(std::size_t count, std::size_t length = chunk_length) {
  return (count + length - 1) / length;
}

// Calls work(chunk, first, end) once for each range [first, end) of `count` values, `length` of
// them in each. A single chunk is done by the calling thread. `work` must not throw.
void each_chunk(
    std::size_t count,
    const std::function<void(std::size_t chunk, std::size_t first, std::size_t end)> &work,
    std::size_t length = chunk_length);

// The numbers of the cores that this process may use; none where the system does not say.
std::vector<int> cores_of_process();
// Of the calling thread; where it fails the scheduler chooses.
void stay_on(const std::vector<int> &cores);

}  // namespace ladder
