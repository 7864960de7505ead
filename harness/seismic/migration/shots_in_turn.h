// Shots of a survey, migrated one after the other. While one runs on a device, the host makes the
// case of the next and hands on the result of the one before.
#pragma once
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <vector>

#include "harness/base/error.h"
#include "harness/bench/run/run.h"
#include "harness/problems/imaging/survey_sums.h"
#include "harness/seismic/migration/stack.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// The sums of a survey's shots where a stage keeps them on its device.

class DeviceSums {
 public:
  // Whether this stage can.
  static bool has(const StageEntry &);
  // Zero. All throw Error(device) where the device fails.
  DeviceSums(const SurveyCase &, const Engine &);

  // The stage of a shot, whose products are in the sums when it has run.
  const ladder_stage &stage() const { return *entries_.of_shot; }
  // The case that it gets: it stays valid as long as this.
  std::unique_ptr<ImagingCase> of_shot(ImagingCase &&) const;

  // To and from the arrays of a stack; the number of its shots is the caller's. Where get throws
  // they are spoilt.
  void put(Stack &);
  void get(Stack &) const;
  // Gathers of angles -largest to largest degrees, [angle][x][z], as angle_gathers makes them of
  // the stack's gathers; `divisor` [x][z] of their planes, or empty.
  std::vector<double> angles(int largest, const std::vector<double> &divisor) const;

 private:
  using Sums = std::unique_ptr<ladder_imaging_sums, void (*)(ladder_imaging_sums *)>;
  void must(ladder_status) const;

  const SurveyCase &survey_;
  const std::string name_;
  const ladder_imaging_survey &entries_;
  Sums sums_;
};

// Where the time of shots went [s], summed over them.
struct ShotTimes {
  double waited_for_case = 0;             // that was not made yet
  double created = 0, ran = 0, rest = 0;  // of a run: create, the driver, and all else
  double waited_for_results = 0;          // of the shot before, that were not handed on yet
};

class ShotsInTurn {
 public:
  // Gets the results in the order of the shots, from another thread where the stage runs on a
  // device.
  using HandOn = std::function<void(const ShotResult &)>;
  ShotsInTurn(const SurveyCase &, const Engine &, HandOn);
  // The shots are added to the sums, and nothing is handed on.
  ShotsInTurn(const SurveyCase &, const Engine &, const DeviceSums &);

  // From any thread: this shot is run after those that were asked for before.
  void ask(std::size_t shot);
  // The next that was asked for. Returns when it has run: its result may still be on its way.
  // Throws Error where the stage fails, or gives values that are not finite, and what handing on an
  // earlier result throws.
  void run();
  // Shots [first, end), of which one is always asked for ahead, until all results are handed on.
  // Calls ran() after each.
  void run_all(std::size_t first, std::size_t end, const std::function<void()> &ran);
  // Until all results are handed on.
  void settle();
  const ShotTimes &times() const { return times_; }

 private:
  struct Asked {
    std::size_t shot;
    std::future<ImagingCase> the_case;
  };
  Asked next();
  Error of_shot(std::size_t shot, Exit, const std::string &why) const;
  void check(const Run &, std::size_t shot) const;
  Run run_shot(ImagingCase &&);
  void hand_on(const Run &, std::size_t shot);

  const SurveyCase &survey_;
  const Engine &engine_;
  const DeviceSums *const sums_ = nullptr;
  const HandOn hand_on_;
  const std::launch meanwhile_;  // a stage on the host has use for all cores
  std::mutex mutex_;
  std::deque<Asked> asked_;
  ShotResult result_;
  ShotTimes times_;
  Run spare_;                  // its arrays are those of the next run
  Run handed_;                 // whose result is on its way
  std::future<void> handing_;  // waits in its destructor
};

// Migrates the shots that the stack does not have, on top of it. It has them when they are to be
// written, and in the end, also where it ends by an Error; where the device fails those that were
// written. Calls ran() after each shot.
ShotTimes migrate_on_device(const SurveyCase &, const Engine &, DeviceSums &, Stack &, KeptStack &,
                            const std::function<void()> &ran);

}  // namespace ladder
