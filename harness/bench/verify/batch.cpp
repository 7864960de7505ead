#include "harness/bench/verify/batch.h"

#include <cmath>

#include "harness/base/parallel.h"
#include "harness/bench/run/secret_start.h"

namespace ladder {
namespace {

constexpr std::size_t short_chunk = std::size_t{1} << 16;  // a small field is worth all cores, too

double sum_of_weights(const std::vector<Drawn> &runs) {
  double sum = 0;
  for (const Drawn &one : runs) sum += one.weight;
  return sum;
}

}  // namespace

double secret_weight() { return 0.5 + std::ldexp(double(secret_number() >> 11), -53); }

int most_runs(const Case &c) { return c.arrays().front().affine ? most_runs_together : 1; }

void Batch::add(const Drawn &drawn, const Run &run) {
  const bool first = taken_.empty();
  taken_.push_back(drawn);
  sum_.resize(arrays_.size());
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    if (!arrays_[k].judged) continue;
    if (!sum_[k]) sum_[k] = uninitialised<double>(arrays_[k].values);
    each_chunk(
        arrays_[k].values,
        [=, weight = drawn.weight, sum = sum_[k].get(), values = run.arrays[k]->data()](
            std::size_t, std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i)
            sum[i] = (first ? 0 : sum[i]) + weight * double(values[i]);
        },
        short_chunk);
  }
}

Start Batch::start() const {
  Start start = taken_.front().start;
  if (runs() == 1) return start;
  const double weights = sum_of_weights(taken_);
  for (const Drawn &one : taken_) start.sum.push_back({one.start.seed, one.weight / weights});
  return start;
}

std::vector<const double *> Batch::results() {
  const double weights = sum_of_weights(taken_);
  std::vector<const double *> all;
  for (std::size_t k = 0; k < arrays_.size(); ++k) {
    all.push_back(runs() == 1 || arrays_[k].affine ? sum_[k].get() : nullptr);
    if (!sum_[k]) continue;
    each_chunk(
        arrays_[k].values,
        [=, sum = sum_[k].get()](std::size_t, std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) sum[i] /= weights;
        },
        short_chunk);
  }
  return all;
}

void Batch::clear() { taken_.clear(); }

double bytes_of_batch(const std::vector<Array> &arrays) {
  double bytes = 0;
  for (const Array &one : arrays)
    if (one.judged) bytes += sizeof(double) * double(one.values);
  return bytes;
}

}  // namespace ladder
