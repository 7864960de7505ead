// What a problem provides to the core: a case is made of named arrays, a driver, an oracle, and a
// word on how it is judged. Nothing in run, verify, trace, records or check knows more of a problem
// than this.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/start.h"
#include "harness/case_overrides.h"
#include "harness/formats/grid.h"
#include "harness/machine/floor/work.h"
#include "harness/observer.h"
#include "harness/stage.h"

namespace ladder {

// An array of float32 that the core allocates, guards, poisons, judges and ships. The first array
// of a case is the one that checkpoints show.
struct Array {
  std::string name;        // as sentences take it: "traces"
  std::size_t values = 0;  // how many
  bool started = false;  // filled before the run with what it starts from; the others are poisoned
  bool judged = false;   // against the oracle, when the run is done
  bool affine = false;   // as a function of what is started; runs may then be proven together
  std::size_t per_step =
      0;  // values that belong to one time step, the start being step 0; 0: all are of the end
  double relative_rounding = 0;  // of its largest value: what rounding may do to it, where
                                 // Case::rounding is not in its unit
};

// A block of a grid: its first cell and how many cells it has, along z, x and y.
struct Block {
  std::array<std::int64_t, 3> first{}, cells{};
};

// The grid of a case that can be proven by samples: its arrays that are `started` are on it, z
// fastest.
struct GridShape {
  std::array<std::int64_t, 3> cells{};
  int reach =
      0;  // cells along an axis that a value may travel in one step; 0: no samples can be taken
};

// The largest |value| of the oracle's first array, over the steps so far, the start included.
struct Peaks {
  int steps = 0;
  double largest = 0, sum = 0, sum_of_squares = 0;
};

// The result of trying a stage on small random cases.
struct Probe {
  bool passed = false;
  bool refused = false;              // the stage said that it cannot do it; words says why
  ladder_status status = LADDER_OK;  // of the entry that failed
  double worst = 0;   // largest error of one application over its bound; at most 1 when passed
  std::string words;  // why not, with what the error looks like
  Cause cause = Cause::none;
};

// The result of comparing a run with its truth.
struct Verdict {
  bool passed = false;
  double error =
      0;  // largest |stage - oracle| over the first array at the end, over the oracle's peak
  double limit = 0;                  // what that number may be
  int first_step = -1;               // the first step seen above the limit; -1: none
  std::string words;                 // why not; empty when it passed
  bool undecided = false;            // no limit can be derived: it is neither right nor wrong
  Json details = nullptr;            // what else the problem's records say of it; null: nothing
  ladder_status status = LADDER_OK;  // of a run that failed
  Cause cause = Cause::none;
};

// The truth of a run, of a problem that judges its runs by itself: its arrays are not one field in
// float32.
class OwnTruth {
 public:
  virtual ~OwnTruth() = default;
  // All arrays of the case that are judged, in its order; the others may be NULL.
  virtual Verdict judge(const std::vector<const float *> &arrays) const = 0;
};

// A value of an array that has a name: "middle".
struct NamedValue {
  std::string name, place;  // "z 3 x 4 y 0"
  std::size_t value = 0;
};

struct Problem;

class Case {
 public:
  virtual ~Case() = default;

  std::string name;    // of the case file, without folder and ending
  std::string ladder;  // the folder of the stages that start from its original
  std::string description;
  std::string hash;                // of all that determines the result: 16 hexadecimal digits
  std::vector<std::string> notes;  // what was assumed, one sentence each
  int steps = 0;
  double dt = 0;  // [s] of a step; 0 where a step is no time

  virtual const Problem &problem() const = 0;
  virtual std::int64_t cells() const = 0;     // points that a step computes
  virtual std::string size_text() const = 0;  // "90 x 150 cells"
  virtual std::string short_text() const {
    return name;
  }                                                    // with the numerics: "small, half-length 8"
  virtual std::vector<std::string> words() const = 0;  // what a run is of, for people, a line each
  virtual Json json() const = 0;                       // the same for records
  virtual std::vector<Array> arrays() const = 0;

  // A short run without sources.
  virtual std::unique_ptr<Case> warm_up(int steps) const = 0;
  // The first so many steps of this very run.
  virtual std::unique_ptr<Case> shortened(int steps) const = 0;
  // Few steps on the same grid, with sources that are felt from the first step on.
  virtual std::unique_ptr<Case> few_steps(int steps) const = 0;
  // Tiny cases with the same numerics, asymmetric and no multiple of anything.
  virtual std::vector<std::unique_ptr<Case>> tiny() const = 0;

  // Fills the arrays that are `started`, in the order of arrays(); the others are not touched. The
  // default fills them with random values where the start has a seed, and with zeros otherwise.
  virtual void start(const Start &, const std::vector<float *> &) const;
  // Of random starts: large enough for errors to be seen, small enough not to drown the sources.
  virtual float start_amplitude() const { return 1; }

  // What create gets. It is valid as long as the case and the pointer.
  virtual std::shared_ptr<const void> stage_view() const = 0;
  // The time loop. The driver may exchange the first array with another: then it exchanges the
  // pointers as well.
  virtual ladder_status drive(const void *view, const ladder_stage &, ladder_state *,
                              const ladder_observer &, std::vector<float *> &arrays) const = 0;
  // The original algorithm in float64, on all cores.
  virtual ladder_status oracle(const ladder_observer &, std::vector<double *> &arrays) const = 0;

  // Whether the problem judges its runs by itself. Then own_truth gives the truth of a run from
  // this start, oracle(), rounding() and regions() are not asked for, and arrays may hold anything,
  // in words of four bytes.
  virtual bool judges_itself() const { return false; }
  virtual std::shared_ptr<const OwnTruth> own_truth(const Start &) const { return nullptr; }

  // What a proof by samples needs of a case; harness/bench/verify/README.md explains how.
  virtual GridShape grid() const { return {}; }
  // Steps `first_step` to `first_step + steps` on a block, as if nothing were beyond it. Its
  // outputs of each step are those of the block's cells.
  virtual std::unique_ptr<Case> part(const Block &, int /*first_step*/, int /*steps*/) const {
    return nullptr;
  }
  // Which values of a step's outputs in the array belong to cells of the block.
  virtual std::vector<std::size_t> outputs_in(std::size_t /*array*/, const Block &) const {
    return {};
  }
  // Cells at which a mistake is likely: sources and receivers.
  virtual std::vector<std::array<std::int64_t, 3>> landmarks() const { return {}; }

  // How far rounding alone may carry the first array from the exact one by then.
  virtual std::function<double(const Peaks &)> rounding() const = 0;
  // Parts of the first array that are judged by themselves, and where a value belongs.
  virtual std::vector<std::string> regions() const { return {"field"}; }
  virtual std::size_t region_of(std::int64_t value) const;
  // "the pressure at (z 3, x 4, y 0)"
  virtual std::string place(std::size_t array, std::int64_t value) const = 0;

  // How files of other programs take the first array: a grid without its values; nothing where it
  // is no such field. And the values of it that the case wants written down over time.
  virtual std::optional<Grid> field_grid() const { return std::nullopt; }
  virtual std::vector<NamedValue> probes() const { return {}; }

  // Makes each step so often in a run, where instructions are counted.
  virtual void repeat_steps(int /*times*/) {}

  // Tries a stage on this one case. The default judges runs in pieces from random fields along the
  // run.
  virtual Probe probe(const ladder_stage &, const ladder_launch &) const;

  virtual Work work(const ladder_stage &, int shots) const = 0;
  // Floating-point operations of a point and step, in addition to those that the stage declares.
  virtual double taps() const { return 0; }
};

struct LocatedCase;  // bench/registry/find_case.h
struct CaseSize;     // bench/memory_fit/memory_fit.h

// What the core knows of a problem. What may be NULL it does without.
struct Problem {
  const char *name;
  // Reads a case file of this problem. Throws FileError (missing, malformed, impossible values) or
  // UsageError.
  std::unique_ptr<Case> (*load)(const LocatedCase &, const CaseOverrides &);
  // A case without file, of random values: z, x, y.
  std::unique_ptr<Case> (*random)(const std::array<int, 3> &cells, int steps,
                                  const CaseOverrides &);
  // Why the entries of a stage cannot be used; empty when they can.
  std::string (*defect)(const ladder_stage &);
  // What a command line says, next to the file, to make the case of a record again; NULL: the file
  // alone makes it.
  CaseOverrides (*made_with)(const Json &recorded) = nullptr;
  // The memory of a case, computed without making it. Throws as load does.
  CaseSize (*size)(const LocatedCase &, const CaseOverrides &) = nullptr;
  // A case for a --model that comes without one, good for each of these half-lengths; none: the
  // usual one. Throws as load does.
  CaseText (*case_of_model)(const CaseOverrides &, const std::vector<int> &half_lengths) = nullptr;
  // The case file, in `folder`, of such a case with what the command line put in its place.
  std::string (*text_of_model_case)(const CaseText &, const CaseOverrides &, const Case &,
                                    const std::string &folder) = nullptr;
  // Runs the original of a case in this process, as the process that started it asks.
  void (*serve_original)(const Case &) = nullptr;
  bool computes_waves = false;  // so that a run's seconds are those of a wavefield
  bool of_adopted = false;      // its cases are recorded calls of an adopted routine
};

// Those of this build, in alphabetical order.
const std::vector<const Problem *> &problems();
// NULL where there is none of that name.
const Problem *problem_named(const std::string &name);

// Applies the overrides to a case that was located. Throws as Problem::load does.
std::unique_ptr<Case> load_case(const LocatedCase &, const CaseOverrides & = {});
// Of data/<ladder>/<name>.toml, or of the file of that path.
std::unique_ptr<Case> load_case(const std::string &name_or_path, const CaseOverrides & = {});

}  // namespace ladder
