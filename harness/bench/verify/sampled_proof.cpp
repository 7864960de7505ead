#include "harness/bench/verify/sampled_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/bench/verify/block.h"

namespace ladder {

struct SampledProof::Opened {
  const ProofWindow &window;
  std::vector<std::vector<SharedValues>>
      starts;  // of each block, margin included: the arrays that are started
};

// Result for values: the first that is off, and the one nearest to its limit.
struct SampledProof::Found {
  std::int64_t off = -1;  // its place in the array
  double error_off = 0, limit_off = 0;
  double error = 0, limit = 0;

  void compare(double limit_here, double expected, float found, std::size_t place) {
    const double error_here = finite(found) ? std::abs(double(found) - expected) : HUGE_VAL;
    if (!(error_here <= limit_here)) {
      if (off >= 0) return;
      off = static_cast<std::int64_t>(place);
      error_off = error_here;
      limit_off = limit_here;
    } else if (limit == 0 || error_here * limit > error * limit_here) {
      error = error_here;
      limit = limit_here;
    }
  }
};

SampledProof::SampledProof(const Case &c, ProofWindows windows)
    : c_(c), windows_(std::move(windows)) {}
SampledProof::~SampledProof() = default;

void SampledProof::look(std::int32_t step, const std::vector<const float *> &arrays) {
  const Array first = c_.arrays().front();
  if (verdict_.passed && !all_finite(arrays[0], first.values)) {
    verdict_ = {
        false, HUGE_VAL, 0, step,
        fmt::format(
            "at step {} the {} has values that are not finite numbers, or were never written", step,
            first.name)};
  }
  if (!verdict_.passed) return;
  largest_ = std::max(largest_, largest_of(arrays[0], first.values));
  const auto ends_here = [step](const auto &opened) {
    return opened->window.first + opened->window.steps == step;
  };
  for (const auto &opened : opened_)
    if (ends_here(opened)) close(*opened, arrays);
  std::erase_if(opened_, ends_here);
  for (const ProofWindow &window : windows_.windows)
    if (window.first == step && window.steps > 0) open(window, arrays);
}

void SampledProof::open(const ProofWindow &window, const std::vector<const float *> &arrays) {
  const std::vector<Array> all = c_.arrays();
  auto opened = std::make_unique<Opened>(Opened{window, {}});
  for (const Block &block : window.blocks) {
    const Block outer = with_margin(c_.grid(), block, window.steps);
    opened->starts.emplace_back();
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].started) opened->starts.back().push_back(cut(arrays[k], c_.grid(), outer));
  }
  opened_.push_back(std::move(opened));
}

void SampledProof::close(const Opened &opened, const std::vector<const float *> &arrays) {
  const ProofWindow &window = opened.window;
  for (std::size_t b = 0; b < window.blocks.size() && verdict_.passed; ++b) {
    const Block &block = window.blocks[b];
    const Block outer = with_margin(c_.grid(), block, window.steps);
    const OraclePart part =
        run_oracle_from(*c_.part(outer, window.first, window.steps), opened.starts[b]);
    compare_fields(window, block, outer, part, arrays);
    compare_outputs(window, block, outer, part, arrays);
  }
}

void SampledProof::compare_fields(const ProofWindow &window, const Block &block, const Block &outer,
                                  const OraclePart &part,
                                  const std::vector<const float *> &arrays) {
  const std::vector<Array> all = c_.arrays();
  const double limit = part.rounding.back();
  Block inside = block;  // its place in the part
  for (std::size_t axis = 0; axis < 3; ++axis) inside.first[axis] -= outer.first[axis];
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].started) continue;
    std::vector<Found> found(chunks_of_columns(block));
    each_column(block, [&](std::size_t chunk, std::size_t, std::int64_t x, std::int64_t y) {
      const double *expected = part.arrays[k].get() + begin_of_column(outer.cells, inside, x, y);
      const std::size_t begin = begin_of_column(c_.grid().cells, block, x, y);
      for (std::size_t z = 0; z < static_cast<std::size_t>(block.cells[0]); ++z)
        found[chunk].compare(limit, expected[z], arrays[k][begin + z], begin + z);
    });
    for (const Found &one : found) take(one, window, k, window.first + window.steps);
  }
}

void SampledProof::compare_outputs(const ProofWindow &window, const Block &block,
                                   const Block &outer, const OraclePart &part,
                                   const std::vector<const float *> &arrays) {
  const std::vector<Array> all = c_.arrays();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (all[k].per_step == 0 || !all[k].judged) continue;
    const std::vector<std::size_t> of_part = c_.outputs_in(k, outer),
                                   judged = c_.outputs_in(k, block);
    for (int n = 1; n <= window.steps; ++n) {
      const double *expected = part.arrays[k].get() + static_cast<std::size_t>(n) * of_part.size();
      const std::size_t begin = static_cast<std::size_t>(window.first + n) * all[k].per_step;
      Found found;
      std::size_t place = 0;  // both lists are in the order of the whole case
      for (const std::size_t output : judged) {
        while (of_part[place] != output) ++place;
        found.compare(part.rounding[static_cast<std::size_t>(n)], expected[place],
                      arrays[k][begin + output], begin + output);
      }
      take(found, window, k, window.first + n);
    }
  }
}

void SampledProof::take(const Found &found, const ProofWindow &window, std::size_t array,
                        int step) {
  if (!verdict_.passed) return;
  if (found.off >= 0) {
    verdict_ = {false, found.error_off, found.limit_off, step,
                fmt::format("computed from its own fields at step {}, at step {} {} is off by "
                            "{:.3g}; the limit is {:.3g}",
                            window.first, step, c_.place(array, found.off), found.error_off,
                            found.limit_off)};
  } else if (found.limit > 0 &&
             (verdict_.limit == 0 || found.error * verdict_.limit > verdict_.error * found.limit)) {
    verdict_.error = found.error;
    verdict_.limit = found.limit;
  }
}

namespace {

// Sees every step of the oracle, for the bound of rounding.
struct Watching {
  std::size_t values;
  std::function<double(const Peaks &)> bound;
  std::vector<double> &rounding;
  Peaks peaks = {};

  void see(const double *field) {
    add_step(peaks, largest_of(field, values));
    rounding.push_back(bound(peaks));
  }
  static void see(void *context, std::int32_t, const void *now) {
    static_cast<Watching *>(context)->see(static_cast<const double *>(now));
  }
};

}  // namespace

OraclePart run_oracle_from(const Case &c, const std::vector<SharedValues> &starts) {
  OraclePart part;
  std::vector<double *> pointers;
  auto start = starts.begin();
  for (const Array &one : c.arrays()) {
    part.arrays.push_back(uninitialised<double>(one.values));
    double *to = part.arrays.back().get();
    const float *from = one.started ? (start++)->data() : nullptr;
    each_chunk(one.values, [&](std::size_t, std::size_t first, std::size_t end) {
      if (from)
        std::copy(from + first, from + end, to + first);
      else
        std::fill(to + first, to + end, 0.0);
    });
    pointers.push_back(to);
  }
  Watching watching{c.arrays().front().values, c.rounding(), part.rounding};
  watching.see(pointers[0]);
  ladder_observer observer{};
  observer.context = &watching;
  observer.interval = 1;
  observer.checkpoint = Watching::see;
  observer.stop = interrupt_flag();
  const ladder_status status = c.oracle(observer, pointers);
  if (status == LADDER_STOPPED) throw Error(Exit::interrupted, "interrupted while the oracle ran");
  if (status != LADDER_OK) throw Error(Exit::wrong, "the oracle failed");
  // The oracle may have exchanged the first array with another.
  const auto at_first = std::ranges::find_if(
      part.arrays, [&](const auto &array) { return array.get() == pointers[0]; });
  std::swap(part.arrays[0], *at_first);
  return part;
}

}  // namespace ladder
