// Sending a gather back: what `reverse` and `locate` share.
#pragma once
#include <exception>
#include <functional>

#include "harness/problems/wave/dispersion.h"
#include "harness/seismic/commands/wave_run.h"
#include "harness/seismic/shots/focus.h"
#include "harness/seismic/shots/gather_of.h"

namespace ladder {

struct SendingBack : WaveRun, RecordedTraces {
  std::string gather;
  int every = 1;  // [steps] between looks for the focus

  // All but those of the products.
  void declare_sending_back(Declared &, const std::vector<Option> &more = {});
};

// The overrides of the model that a gather goes back through: --receivers places the traces of the
// gather, not receivers of the model.
CaseOverrides model_overrides(const SendingBack &);

// The gather of --gather, its traces where --receivers places them, cleaned. What was cleaned is
// said.
struct Sent {
  Gather gather;
  Cleaned cleaned;
  Band band;
  std::string hash;         // of the gather
  double longest_step = 0;  // [s] of --dt; 0: the longest that is stable
};
// Throws FileError also where neither gives places; UsageError where --receivers places another
// number.
Sent gather_to_send(const SendingBack &, const WaveCase &model);

// The way of a gather through one model, before it is gone.
struct Way {
  int cut = 1;  // steps a sample
  WaveCase reversed;
  Dispersion dispersion;  // of the waves of the gather on this model's grid
  Engine engine;
  Inputs inputs;  // all that the result is made from
};
// Without its stage and inputs; says nothing. Throws FileError also where memory does not suffice.
Way way_through(const WaveCase &model, const Sent &);
// What is cut finer, and how the waves fit the grid.
void say_way(const Way &, const Gather &);
void set_engine(const SendingBack &, const Sent &, const Engine &, Way &);

struct Reversed {
  Focus focus;
  Dispersion dispersion;  // of the waves of the gather, as they were sent back
  double time = 0;        // [s] of the focus, in the gather
  double relative = 0;    // its energy over the mean square of the traces
  double wall_s = 0;
  std::vector<float> most;  // the largest energy of each cell of the model
};

// What a focus means for the gather.
Reversed reversed_to(const Focus &, const Way &, const Sent &, double wall_s);

// Sends the gather back. `product` names the checkpoint; `snapshots` are those of --snapshots, next
// to it.
Reversed send_back(const SendingBack &, const Way &, const Sent &, const std::string &product,
                   const std::string &snapshots);

// "x = 6000 m, z = 1000 m at 0.150 s; ...".
std::string focus_text(const WaveCase &, const Reversed &);

// The way of a gather back through many models: several at once where a stage does so, otherwise
// one after another.

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

// What `locate` says of a model: a line of its product, and the table of all models.

struct Located {
  std::string model;
  Json found;
  double relative() const { return found["relative_energy"].get<double>(); }
};

Json description(const std::string &model, const WaveCase &, const std::string &gather,
                 const Sent &, const Way &, const Reversed &);

// The models that --output holds already, when the run is resumed.
std::vector<Json> done_before(const WaveRun &);
// What was found before for this model from the same inputs; null: nothing. Says what of the same
// name is not used.
Json found_before(const std::vector<Json> &before, const std::string &model, const Inputs &);

// The first is the best.
void print_ranks(const std::vector<Located> &, const WaveCase &);

}  // namespace ladder
