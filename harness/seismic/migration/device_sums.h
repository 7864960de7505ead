// The sums of a survey's shots where a stage keeps them on its device.
#pragma once
#include <memory>
#include <vector>

#include "harness/problems/imaging/survey_sums.h"
#include "harness/seismic/migration/stack.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

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

}  // namespace ladder
