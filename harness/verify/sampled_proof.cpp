#include "harness/verify/sampled_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/base/parallel.h"
#include "harness/environment/enough_room.h"
#include "harness/error.h"
#include "harness/run/interrupt.h"

namespace ladder {
namespace {

// Copies a block of a field on the grid, z fastest.
template <typename T>
std::vector<T> cut(const float *field, const GridShape &grid, const Block &block) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(block.cells[0] * block.cells[1] * block.cells[2]));
  for (std::int64_t y = 0; y < block.cells[2]; ++y)
    for (std::int64_t x = 0; x < block.cells[1]; ++x) {
      const float *column =
          field + block.first[0] +
          grid.cells[0] * (block.first[1] + x + grid.cells[1] * (block.first[2] + y));
      values.insert(values.end(), column, column + block.cells[0]);
    }
  return values;
}

// The largest |value|, or infinity where one is not finite.
double largest_of(const float *values, std::size_t count) {
  std::vector<double> found(chunks(count), 0);
  each_chunk(count, [&](std::size_t chunk, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i)
      found[chunk] =
          std::max(found[chunk], finite(values[i]) ? std::abs(double(values[i])) : HUGE_VAL);
  });
  return found.empty() ? 0 : *std::ranges::max_element(found);
}

// The oracle's run of a part, from values that are given.
struct Part {
  std::unique_ptr<Case> c;
  std::vector<std::vector<double>> arrays;  // at the end, in the order of the case
  std::vector<double> rounding;             // after each step, the start included

  Part(std::unique_ptr<Case> part, const std::vector<std::vector<float>> &starts)
      : c(std::move(part)) {
    const std::vector<Array> all = c->arrays();
    std::vector<double *> pointers;
    std::size_t given = 0;
    for (const Array &one : all) {
      arrays.emplace_back(one.values);
      if (one.started) std::ranges::copy(starts[given++], arrays.back().begin());
      pointers.push_back(arrays.back().data());
    }
    Peaks peaks;
    struct Seen {
      Part &part;
      Peaks &peaks;
      std::function<double(const Peaks &)> rounding;
      void see(const double *field) {
        double largest = 0;
        for (std::int64_t i = 0; i < part.c->cells(); ++i)
          largest = std::max(largest, std::abs(field[i]));
        ++peaks.steps;
        peaks.largest = std::max(peaks.largest, largest);
        peaks.sum += largest;
        peaks.sum_of_squares += largest * largest;
        part.rounding.push_back(rounding(peaks));
      }
    } seen{*this, peaks, c->rounding()};
    seen.see(pointers[0]);
    ladder_observer observer{};
    observer.context = &seen;
    observer.interval = 1;
    observer.checkpoint = [](void *context, std::int32_t, const void *now) {
      static_cast<Seen *>(context)->see(static_cast<const double *>(now));
    };
    observer.stop = interrupt_flag();
    const ladder_status status = c->oracle(observer, pointers);
    if (status == LADDER_STOPPED)
      throw Error(Exit::interrupted, "interrupted while the oracle ran");
    if (status != LADDER_OK) throw Error(Exit::wrong, "the oracle failed");
    for (std::size_t k = 0; k < pointers.size(); ++k)
      for (std::size_t other = k + 1; other < pointers.size(); ++other)
        if (arrays[k].data() != pointers[k] && arrays[other].data() == pointers[k])
          arrays[k].swap(arrays[other]);
  }
};

}  // namespace

struct SampledProof::Opened {
  const ProofWindow &window;
  // [block][started array]: what it begins with, margin included.
  std::vector<std::vector<std::vector<float>>> starts;
};

SampledProof::SampledProof(const Case &c, std::vector<ProofWindow> windows)
    : c_(c), windows_(std::move(windows)) {}
SampledProof::~SampledProof() = default;

std::vector<std::int32_t> SampledProof::due() const {
  std::vector<std::int32_t> steps;
  for (const ProofWindow &window : windows_)
    for (const int step : {window.first, window.first + window.steps}) steps.push_back(step);
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

void SampledProof::look(std::int32_t step, const std::vector<const float *> &arrays) {
  const double largest = largest_of(arrays[0], c_.arrays()[0].values);
  largest_ = std::max(largest_, largest);
  if (largest == HUGE_VAL && verdict_.passed) {
    verdict_.passed = false;
    verdict_.error = HUGE_VAL;
    verdict_.first_step = step;
    verdict_.words =
        fmt::format("at step {} not every value of {} is a finite number that was written", step,
                    c_.arrays()[0].name);
  }
  if (!verdict_.passed) return;
  for (const auto &opened : opened_)
    if (opened->window.first + opened->window.steps == step) close(*opened, arrays);
  std::erase_if(opened_,
                [&](const auto &one) { return one->window.first + one->window.steps == step; });
  for (const ProofWindow &window : windows_)
    if (window.first == step && window.steps > 0) open(window, arrays);
}

void SampledProof::open(const ProofWindow &window, const std::vector<const float *> &arrays) {
  const std::vector<Array> all = c_.arrays();
  auto opened = std::make_unique<Opened>(Opened{window, {}});
  for (const Block &block : window.blocks) {
    const Block outer = with_margin(c_.grid(), block, window.steps);
    std::vector<std::vector<float>> starts;
    for (std::size_t k = 0; k < all.size(); ++k)
      if (all[k].started) starts.push_back(cut<float>(arrays[k], c_.grid(), outer));
    opened->starts.push_back(std::move(starts));
  }
  opened_.push_back(std::move(opened));
}

void SampledProof::close(const Opened &opened, const std::vector<const float *> &arrays) {
  const ProofWindow &window = opened.window;
  const int step = window.first + window.steps;
  const std::vector<Array> all = c_.arrays();
  for (std::size_t b = 0; b < window.blocks.size() && verdict_.passed; ++b) {
    const Block &block = window.blocks[b];
    const Block outer = with_margin(c_.grid(), block, window.steps);
    const Part part(c_.part(outer, window.first, window.steps), opened.starts[b]);
    const GridShape inside{outer.cells, 0};
    Block inner = block;
    for (std::size_t axis = 0; axis < 3; ++axis) inner.first[axis] -= outer.first[axis];
    const auto compare = [&](std::size_t array, int at, double limit, double expected, float found,
                             std::size_t value) {
      const double error = finite(found) ? std::abs(double(found) - expected) : HUGE_VAL;
      if (error <= limit) {
        if (limit > 0 &&
            error / limit > (verdict_.limit > 0 ? verdict_.error / verdict_.limit : -1)) {
          verdict_.error = error;
          verdict_.limit = limit;
        }
        return;
      }
      if (!verdict_.passed) return;
      verdict_.passed = false;
      verdict_.error = error;
      verdict_.limit = limit;
      verdict_.first_step = at;
      verdict_.words = fmt::format(
          "from its own fields at step {} on, at step {} {} is off by {:.3g}; {:.3g} is allowed",
          window.first, at, c_.place(array, std::int64_t(value)), error, limit);
    };
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!all[k].started) continue;
      std::size_t i = 0;
      const std::vector<float> found = cut<float>(arrays[k], c_.grid(), block);
      for (std::int64_t y = 0; y < block.cells[2]; ++y)
        for (std::int64_t x = 0; x < block.cells[1]; ++x)
          for (std::int64_t z = 0; z < block.cells[0]; ++z, ++i) {
            const auto in_part = static_cast<std::size_t>(
                inner.first[0] + z +
                inside.cells[0] * (inner.first[1] + x + inside.cells[1] * (inner.first[2] + y)));
            const auto in_whole = static_cast<std::size_t>(
                block.first[0] + z +
                c_.grid().cells[0] *
                    (block.first[1] + x + c_.grid().cells[1] * (block.first[2] + y)));
            compare(k, step, part.rounding.back(), part.arrays[k][in_part], found[i], in_whole);
          }
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].per_step == 0 || !all[k].judged) continue;
      const std::vector<std::size_t> of_part = c_.outputs_in(k, outer),
                                     judged = c_.outputs_in(k, block);
      for (int n = 1; n <= window.steps; ++n) {
        std::size_t place = 0;
        for (const std::size_t value : judged) {
          while (of_part[place] != value) ++place;
          const std::size_t in_whole =
              static_cast<std::size_t>(window.first + n) * all[k].per_step + value;
          compare(k, window.first + n, part.rounding[static_cast<std::size_t>(n)],
                  part.arrays[k][static_cast<std::size_t>(n) * of_part.size() + place],
                  arrays[k][in_whole], in_whole);
        }
      }
    }
  }
}

namespace {

// What other runs of the same stage and launch are held against. How far two of them may differ is what rounding may
// do to both, since one may sum in another order than the other.
std::shared_ptr<const Truth> truth_of(const Case &c, const Start &start, const Run &run,
                                      double largest) {
  auto truth = std::make_shared<Truth>();
  truth->start = start;
  truth->interval = c.steps;
  truth->original_wall_s = 0;
  const auto rounding = c.rounding();
  Peaks peaks;
  for (int step = 0; step <= c.steps; ++step) {
    ++peaks.steps;
    peaks.largest = largest;
    peaks.sum += largest;
    peaks.sum_of_squares += largest * largest;
    truth->rounding.push_back(2 * rounding(peaks));
  }
  const std::vector<Array> all = c.arrays();
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].judged) continue;
    std::vector<float> left(run.arrays[k]->data(), run.arrays[k]->data() + all[k].values);
    if (k == 0)
      truth->checkpoints.push_back({.step = c.steps,
                                    .field = {},
                                    .witness = std::move(left),
                                    .original_error = ErrorByRegion(c.regions().size(), 0),
                                    .peak = largest,
                                    .rounding = truth->rounding.back()});
    else
      truth->outputs.push_back({.array = k,
                                .values = {},
                                .witness = std::move(left),
                                .original_error = 0,
                                .peak = largest_of(run.arrays[k]->data(), all[k].values)});
  }
  return truth;
}

}  // namespace

Witness prove_by_samples(const Task &task, Executor &executor, const Start &start) {
  const Case &c = *task.the_case;
  Witness witness;
  witness.windows = choose_windows(c, secret_start(c).seed);
  SampledProof proof(c, witness.windows);
  Take take;
  take.start = start;
  take.due = proof.due();
  take.checkpoint = [&](std::int32_t step, const std::vector<const float *> &arrays) {
    proof.look(step, arrays);
  };
  const Run run = executor.run(take);
  witness.error = run.error;
  witness.used = run.used;
  witness.verdict = proof.verdict();
  const double scale = proof.largest() > 0 && proof.largest() < HUGE_VAL ? proof.largest() : 1;
  witness.verdict.error /= scale;
  witness.verdict.limit /= scale;
  if (!run.ok()) {
    witness.verdict = {};
    witness.verdict.words = describe(*task.entry.stage, run.error);
    return witness;
  }
  if (std::string why = launch_defect(*task.entry.stage, task.launch, run.used); !why.empty()) {
    witness.verdict.passed = false;
    witness.verdict.words = why;
  }
  if (!run.foreign_write.empty()) {
    witness.verdict.passed = false;
    witness.verdict.words = run.foreign_write;
  }
  if (witness.verdict.passed) witness.truth = truth_of(c, start, run, proof.largest());
  return witness;
}

void refuse_sampled_proof_beyond_memory(const Case &c, std::size_t stages) {
  double run = 0, kept = 0;
  for (const Array &one : c.arrays()) {
    run += 4 * double(one.values);
    if (one.judged) kept += 4 * double(one.values);
  }
  // A stage on the host has as much again; the blocks of a window take less than 4 GiB.
  refuse_beyond_memory(
      2 * run + double(stages) * kept + std::ldexp(1.0, 30),
      fmt::format("proving {} stages right on '{}' by samples", stages, c.name),
      "take a smaller grid, fewer stages, or fewer samples or receivers (--nt, --receivers)");
}

}  // namespace ladder
