// A survey and a velocity as cases of the problem `imaging`: one for each shot.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "harness/case_overrides.h"
#include "harness/formats/gather.h"
#include "harness/problems/imaging/imaging_case.h"
#include "harness/problems/wave/places.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// The positions of a survey's sources and receivers in a model.

// The part of a padded grid that the model takes.
struct ModelPart {
  int nz = 0, nx = 0, top = 0, left = 0;
};

// How many places of one kind are outside the model, and how many are moved to a cell, over all
// shots.
class SurveyPlaces {
 public:
  SurveyPlaces(std::string what, const ModelPart &part, double dz, double dx,
               const Position &origin = {})
      : what_(std::move(what)), part_(part), dz_(dz), dx_(dx), origin_(origin) {}

  void look(const Position &, int shot);
  void refuse_outside() const;  // throws FileError
  std::string moves() const;    // in words; empty where none is moved

 private:
  std::string what_;
  ModelPart part_;
  double dz_, dx_;
  Position origin_;  // of the model's first cell
  std::size_t all_ = 0, outside_ = 0, moved_ = 0;
  double farthest_ = 0;
  std::string first_outside_;
};

// What the sources of a survey emit.

struct SourceSignal {
  std::vector<float> values;  // one for each time step
  Band band;
  std::vector<std::string> notes;
};

// `wavelet` is the text of --wavelet; the samples of a file are `sample_dt` apart, as those of the
// traces are. Throws UsageError, or FileError for the file.
SourceSignal source_signal(const std::string &wavelet, double sample_dt, double dt, int steps);

// The velocity that a survey is migrated with: a file that need not belong to any case.

struct MigrationVelocity {
  std::string name;  // of the file, without its folder
  int nz = 0, nx = 0;
  double dz = 0, dx = 0;           // [m]
  double z = 0, x = 0;             // [m] of the first cell, as the file states
  std::string axes = "xz";         // of the file, slowest first
  std::vector<float> values;       // [nx][nz] m/s, z fastest
  std::vector<std::string> notes;  // what was assumed, one sentence each
};

// The file of --model with its --units, --axes, --length-units and --spacing, which is left out
// where the file states it. An array that states no axes is taken as [x][z]. Throws FileError and
// UsageError.
MigrationVelocity read_migration_velocity(const CaseOverrides &);

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
