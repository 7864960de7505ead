#include "harness/bench/verify/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/files.h"
#include "harness/base/parallel.h"
#include "harness/bench/run/fill_start.h"

namespace ladder {
namespace {

constexpr std::size_t short_chunk = std::size_t{1} << 16;  // a small field is worth all cores, too

double sum_of_weights(const std::vector<Drawn> &runs) {
  double sum = 0;
  for (const Drawn &one : runs) sum += one.weight;
  return sum;
}

void refuse(const std::string &name, double bytes) {
  refuse_beyond_memory(
      bytes, fmt::format("proving a stage right on '{}', with the oracle in float64,", name),
      "take a smaller grid, or fewer samples or receivers (--nt, --receivers)");
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

double bytes_of_proof(const std::vector<Array> &arrays, int checkpoints) {
  const double first = double(arrays.front().values);
  double ends = 0, oracle = 0, run = 0;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const double values = double(arrays[k].values);
    const bool kept = k > 0 && arrays[k].judged;
    (kept ? ends : oracle) += 8 * values;
    run += 4 * values;
  }
  // The oracle's checkpoints and what it judges at the end stay, in float64. The largest that is
  // allocated in addition to them at any
  // time: its other arrays; or those of a run in float32 and as much again within the stage; or two
  // copies of the case and the seven checkpoints and three fields in float64 with which the probe
  // tries a stage that owns the time loop.
  const double probe = (2 * 8 + 8 * (7 + 3)) * first;
  return 8 * checkpoints * first + ends + std::max({oracle, 2 * run, probe});
}

void refuse_proof_beyond_memory(const Case &c, int checkpoints, std::size_t batches) {
  const std::vector<Array> arrays = c.arrays();
  refuse(c.name, bytes_of_proof(arrays, checkpoints) + double(batches) * bytes_of_batch(arrays));
}

void refuse_proof_beyond_memory(const std::string &name, const std::vector<Array> &arrays,
                                double itself, int checkpoints) {
  refuse(name, itself + bytes_of_proof(arrays, checkpoints));
}

}  // namespace ladder
