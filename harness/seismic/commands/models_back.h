// The way of a gather back through many models: several at once where a stage does so, otherwise
// one after another.
#pragma once
#include <exception>
#include <functional>

#include "harness/seismic/commands/reversal.h"

namespace ladder {

// The models that were computed side by side, and the time of it, of their cases and of the search
// [s].
struct Rate {
  std::size_t models = 0;
  double seconds = 0;
};

class ModelsBack {
 public:
  // All must outlive it. The stage is that of --stage, or the one of this build that takes several
  // models.
  ModelsBack(const SendingBack &, const Sent &, const std::vector<WaveCase> &models);

  // Of a stage that computes several at once, with as many as it takes.
  const std::optional<Engine> &together() const { return together_; }
  std::size_t at_once() const { return at_once_; }

  // Sends the gather through all models that are not done yet. `products` name their checkpoints.
  using Done = std::function<bool(std::size_t model, const Way &)>;
  using Result = std::function<void(std::size_t model, const Way &, const Reversed &)>;
  Rate run(const std::vector<std::string> &products, const Done &, const Result &) const;

 private:
  const SendingBack &options_;
  const Sent &sent_;
  const std::vector<WaveCase> &models_;
  std::optional<Engine> together_;
  std::size_t at_once_ = 1;

  // Of a group of models, the first of which has this number; made on as many cores.
  struct Made {
    Way way;
    std::exception_ptr failed;
  };
  std::vector<Made> make(std::size_t begin) const;
  std::vector<Way> ways(std::vector<Made>) const;
  std::vector<Reversed> send_together(const std::vector<const Way *> &) const;
};

}  // namespace ladder
