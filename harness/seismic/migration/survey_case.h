// A survey and a velocity as cases of the problem `imaging`: one for each shot.
#pragma once
#include <string>
#include <vector>

#include "harness/formats/survey.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/problems/wave/band.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/migration/survey_places.h"
#include "harness/seismic/migration/velocity.h"

namespace ladder {

struct MigrationSettings {
  std::string wavelet;               // as --wavelet has it
  int half_length = 4;               // of Taylor's operator [cells]
  int sponge = 50;                   // width of the absorbing borders around the model [cells]
  bool free_top = true;              // the pressure is zero above the model; otherwise a sponge
  int image_step = 0;                // [samples] between images; 0: as the wavelet's band allows
  int offsets_x = 0, offsets_z = 0;  // the largest [cells]
  int offset_step = 1;               // [cells] between the offsets that are kept
  double longest_step = 0;           // [s] of time; 0: the longest that is stable
  double mute = 0;                   // direct waves of this velocity are muted [m/s]; 0: none
};

// Every shot is checked when the survey is made, so that none is refused after hours.
class SurveyCase {
 public:
  // Throws FileError where shots do not fit the model, UsageError for the settings.
  SurveyCase(const MigrationVelocity &, std::vector<Shot>, const MigrationSettings &);

  std::size_t shots() const { return shots_.size(); }
  int number_of(std::size_t shot) const { return shots_[shot].number; }
  // The case of one shot, its data included.
  ImagingCase of_shot(std::size_t shot) const;
  // The case without sources, receivers and data: what all shots share.
  const ImagingCase &shared() const { return shared_; }
  const ModelPart &part() const { return part_; }
  double dz() const { return shared_.dz; }
  double dx() const { return shared_.dx; }
  // [m] Of the model's first cell, in the coordinates of the survey.
  const Position &origin() const { return origin_; }
  // Of the velocity's file, slowest first: "xz" or "zx".
  const std::string &axes() const { return axes_; }
  // The waves of the wavelet on this grid.
  WaveCase waves() const;
  double mute() const { return mute_; }  // [m/s]
  // The offsets of a gather that are kept: multiples of the step, so many on either side of zero.
  int offset_step() const { return offset_step_; }  // [cells]
  int kept_offsets(int largest) const { return largest / offset_step_; }
  // Of the shots, hashed one by one: values, places and times.
  const std::string &hash_of_shots() const { return hash_; }
  const std::vector<std::string> &notes() const { return notes_; }

 private:
  void take_model(const MigrationVelocity &, const MigrationSettings &);
  void take_times(const MigrationSettings &);
  void check_shots();
  void leave_out_dead_traces();
  ladder_place cell_of(const Position &) const;

  std::vector<Shot> shots_;
  ImagingCase shared_;
  ModelPart part_;
  Position origin_;
  std::string axes_;
  Band band_;
  int cut_ = 1;      // time steps a sample
  double mute_ = 0;  // [m/s]
  int offset_step_ = 1;
  double length_ = 0;  // of the wavelet [s]
  std::string hash_;
  std::vector<std::string> notes_;
};

}  // namespace ladder
