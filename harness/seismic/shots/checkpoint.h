// An interrupted run on disk, so that it can be resumed.
#pragma once
#include <istream>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/formats/gather.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/wavefield.h"

namespace ladder {

// All that a result was made from, so that it is never taken for the result of something else.

// Words and hashes of contents by what they are of: "case", "stage", "program", "gather", ... Never
// names of files: a file of the same name may have other contents.
using Inputs = Json;

// Of every run: the case (model, operator, sources, wavelets, receivers, steps), the stage with its
// hash and launch, and this program.
Inputs inputs_of(const WaveCase &, const Engine &);

// Values, places and times.
std::string hash_of(const Gather &);

// "the gather differs (it was 0123, and is 4567)" of the first that differs; empty where none does.
std::string difference(const Inputs &before, const Inputs &now);

// A checkpoint begins with a line that names its kind, and the inputs as a line of JSON.
struct CheckpointKind {
  std::string first_line;  // begins as that of every other kind, so that none takes its place
  const char *name;        // "usable checkpoint": what another file is not
  const char *run;         // that starts again without --resume
  const char *with;        // what that takes besides
  const char *writer;      // of one with another first line
};
FileError broken_checkpoint(const CheckpointKind &, const std::string &path, const char *why);
Error other_checkpoint(const CheckpointKind &, const std::string &path, const std::string &why);
// Reads the two lines and returns the second; null where it is no object. Throws the two errors.
Json read_head(std::istream &, const std::string &path, const CheckpointKind &);

// What belongs to a run in addition to its wavefield: the arrays of its watchers.
using KeptArrays = std::vector<std::vector<float> *>;

// The file appears whole or not at all. Throws FileError.
void save_checkpoint(const std::string &path, const Inputs &, const Wavefield &,
                     const KeptArrays &);

// Throws FileError: unreadable, or cut short; Error(not_comparable), which names what differs: made
// from other inputs.
void load_checkpoint(const std::string &path, const Inputs &, const WaveCase &, Wavefield &,
                     const KeptArrays &);

// Throws FileError where the file is there and is no checkpoint, so that none replaces it.
void refuse_foreign_checkpoint(const std::string &path);

// [B] of the file.
double bytes_of_checkpoint(const Wavefield &, const KeptArrays &);

// Saves the state of the run when it is interrupted, and once a minute before. Goes last into the
// list of watchers, so that the kept arrays are those of the same step.
Watcher checkpoint_watcher(const std::string &path, const WaveCase &, Inputs, KeptArrays);

}  // namespace ladder
