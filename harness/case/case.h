// A case: model + grid + operator + time steps + sources + receivers, ready to be run.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/band.h"
#include "harness/problems/wave/driver.h"
#include "harness/stage.h"

namespace ladder {

// What the command line may put in the place of what the case file says. Empty: the file's word.
struct CaseOverrides {
  std::string model;            // path of a model; data/README.md tells the formats
  std::string units;            // of the model's values: see velocity_unit.h
  std::string axes;             // order of the model's indices, slowest first: "xz", "zx", "yxz"
  std::string endian;           // of a raw model: "little" or "big"
  std::string source;           // "1" .. "9": a source that the case names; or "x,z" or "x,y,z" [m]
  std::string receivers;        // "surface", "depth:Z" or "borehole:X" [m], or a file of places
  std::string wavelet;          // "ricker:HZ", "ricker:HZ,DELAY" [s], or a file of samples
  std::string operator_family;  // "windowed" or "taylor"
  std::optional<int> half_length;  // [cells]
  std::optional<int> samples;      // samples of a trace; time steps + 1
  bool any_dt =
      false;  // the caller sends a gather: it cuts dt to what is stable, and needs no wavelet
};

// Owns every array that `view` points to. Movable; `view` is made anew by each call.
struct Case {
  std::string name;  // of the case file, without folder and ending
  std::string description;
  std::string model;  // where the velocities came from, in words, no absolute path
  std::string hash;   // of all that determines the result: 16 hexadecimal digits
  std::vector<std::string>
      notes;  // what was assumed, one sentence each ("units: taken as km/s ...")

  int nz = 1, nx = 1, ny = 1;             // of the padded grid [cells]
  ladder_cell corner{};                   // of the model, in the padded grid
  ladder_cell model_cells{};              // of the model without its padding
  double dz = 1, dx = 1, dy = 1, dt = 0;  // [m] [s]
  int steps = 0;
  std::string operator_family = "windowed";
  int half_length = 8;
  double alpha = ladder_usual_alpha, beta = ladder_usual_beta;
  double slowest = 0, fastest = 0;  // velocities [m/s]
  double wavelet_delay = 0;         // [s] of the wavelet's peak
  Band band;                        // of the wavelet; not known where there is none

  std::vector<float> taps_z, taps_x, taps_y, v2dt2, sponge_z, sponge_x, sponge_y, wavelets;
  std::vector<ladder_cell> source_cells, receiver_cells;
  std::vector<float> velocity;  // [nz nx ny] m/s, padded

  std::int64_t cells() const { return std::int64_t{nz} * nx * ny; }
  std::int64_t trace_values() const { return std::int64_t(steps + 1) * receiver_cells.size(); }
  int axes() const { return (nz > 1) + (nx > 1) + (ny > 1); }
  ladder_wave view() const;
};

// Reads data/<ladder>/<name>.toml, or the file of that path, and applies the overrides.
// Throws FileError (file missing, malformed, impossible values) or UsageError (overrides).
Case load_case(const std::string &name_or_path, const CaseOverrides & = {});

// Reads the same file for what is not in a Case. Throws as load_case.
struct CaseFile;
CaseFile case_file(const std::string &name_or_path);

// A case without file, for probes and tests: velocity random within 1500 .. 4500 m/s from `seed`,
// sources in the middle and at two corners, receivers at z = 0, sponges of at most a quarter of each axis; stable dt.
Case small_case(int nz, int nx, int ny, int steps, int half_length, unsigned seed = 1);

// Largest stable time step [s] for this operator, spacing and the fastest velocity.
double largest_stable_dt(const Case &);

}  // namespace ladder
