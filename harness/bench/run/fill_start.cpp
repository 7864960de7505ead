#include "harness/bench/run/fill_start.h"

#include <sys/random.h>

#include "harness/base/buffers.h"
#include "harness/base/error.h"
#include "harness/base/parallel.h"

namespace ladder {
namespace {

template <typename T>
void sum_up(const Case &c, const Start &start, const std::vector<T *> &to) {
  const std::vector<Array> all = c.arrays();
  std::vector<std::unique_ptr<float[], Free>> one;
  std::vector<float *> places;
  for (const Array &array : all) {
    one.push_back(uninitialised<float>(array.started ? array.values : 0));
    places.push_back(one.back().get());
  }
  const std::vector<WeightedSeed> alone = {{start.seed, 1}};
  bool first = true;
  for (const WeightedSeed &addend : start.sum.empty() ? alone : start.sum) {
    c.start({.seed = addend.seed, .amplitude = start.amplitude}, places);
    const T weight = static_cast<T>(addend.weight);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!all[k].started) continue;
      each_chunk(all[k].values, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          to[k][i] = (first ? T{0} : to[k][i]) + weight * static_cast<T>(places[k][i]);
      });
    }
    first = false;
  }
}

}  // namespace

void fill_start(const Case &c, const Start &start, const std::vector<float *> &to) {
  if (start.sum.empty()) return c.start(start, to);  // signs of zeros included
  sum_up(c, start, to);
}

void fill_start(const Case &c, const Start &start, const std::vector<double *> &to) {
  sum_up(c, start, to);
}

std::uint64_t secret_number() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    throw Error(Exit::device, "the operating system gives no random numbers (getrandom failed)");
  return number;
}

Start secret_start(const Case &c) {
  static const std::uint64_t of_scalars = scalar_seed(secret_number());
  Start start;
  while (start.seed == 0) start.seed = secret_number() & ~scalar_seed(~std::uint64_t{0});
  start.seed |= of_scalars;
  start.amplitude = c.start_amplitude();
  return start;
}

}  // namespace ladder
