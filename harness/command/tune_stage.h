// `ladder tune`: the launches of one stage, screened, then the best of them compared.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "harness/answers/options/stage_choice.h"
#include "harness/answers/tune/tuning.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/table.h"
#include "harness/bench/measure/measure.h"

namespace ladder {

struct TuneOptions : StagesOfCase, Measuring {
  double least_effect = -1;
  std::string output;
  bool json = false, dry_run = false;

  void declare(Declared &);
  void settle();
};

double least_effect_of(const TuneOptions &);

// The launches of one stage: those of the command line, or those that its knobs suggest. The
// stage's own comes first.
struct StageToTune {
  StageEntry entry;
  std::vector<AskedKnobs> launches;
};

std::string launch_text(const AskedKnobs &);

class Tuning {
 public:
  Tuning(const TuneOptions &options, const Case &c, const Environment &environment)
      : options_(options), case_(c), environment_(environment),
        how_(how_to_measure(options, options, one_case(options))) {}

  // The line of the stage; null where its own launch did not run, or all was interrupted.
  // `budget_s`: half of it at most for screening, the rest for the comparison; 0: no limit.
  Json tune(const StageToTune &, double budget_s);

  std::string text() const { return table_.text(); }
  bool whole() const { return whole_; }
  Exit exit() const;

 private:
  // Launches of one stage, interleaved. A CUDA stage runs in child processes: each is traced when
  // it has its samples, and nothing may be timed in a process that was traced.
  std::vector<Trial> measured(const StageToTune &, const std::vector<AskedKnobs> &launches, How);

  const TuneOptions &options_;
  const Case &case_;
  const Environment &environment_;
  How how_;
  std::shared_ptr<const Truth> original_;
  std::vector<Measured> points_;
  bool whole_ = true;
  Table table_{{{"stage"},
                {"best launch"},
                {"wall", Table::Align::right},
                {"default's", Table::Align::right},
                {"tried", Table::Align::right},
                {"nearest, against the default"},
                {"finding"}}};
};

}  // namespace ladder
