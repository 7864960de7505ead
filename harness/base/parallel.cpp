#include "harness/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace ladder {

void each_chunk(std::size_t count,
                const std::function<void(std::size_t, std::size_t, std::size_t)> &work,
                std::size_t length) {
  const std::size_t all = chunks(count, length);
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t chunk; (chunk = next++) < all;)
      work(chunk, chunk * length, std::min(count, (chunk + 1) * length));
  };
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (std::size_t k = 1; k < std::min(cores, all); ++k) others.emplace_back(take);
  take();
}

}  // namespace ladder
