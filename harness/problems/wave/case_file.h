// What a case file says, as plain numbers. data/KEYS.md lists every key.
#pragma once
#include <string>
#include <vector>

#include "data/layers_model.h"
#include "data/salt3d_model.h"
#include "data/salt_model.h"
#include "harness/base/numerics/acoustic.h"
#include "harness/base/numerics/ricker.h"
#include "harness/case_overrides.h"

namespace ladder {

inline constexpr double least_dt = 1e-9, most_dt = 10;  // [s]

struct CaseFile {
  struct NamedSource {
    std::string name;
    double x = 0, y = 0, z = 0;  // [m]
  };
  std::string description;
  std::string ladder = "wave";
  std::string shown;            // the file, as the messages name it
  std::string recipe = "none";  // salt, salt3d, constant, two-layer, layers, file, none
  std::string model_file;       // of the recipe `file`; files are given as paths that can be opened
  std::string units, length_units, axes, endian;  // of that file
  bool any_spacing = false;                       // whatever spacing that file states
  SaltRecipe salt;
  Salt3dRecipe salt3d;
  std::vector<Layer> layers;      // of the recipes `two-layer` and `layers`
  double velocity = 2000;         // of the recipe `constant` [m/s]
  int nz = 0, nx = 0, ny = 1;     // of the model [cells]
  double dz = 0, dx = 0, dy = 0;  // [m]
  int pad_left = 0, pad_right = 0, pad_top = 0, pad_bottom = 0, pad_front = 0, pad_back = 0;
  int sponge_left = 0, sponge_right = 0, sponge_top = 0, sponge_bottom = 0, sponge_front = 0,
      sponge_back = 0;
  double sponge_strength = 0.0053;  // [1/cell]
  std::string operator_family = "windowed";
  int half_length = 8;
  double alpha = ladder_usual_alpha, beta = ladder_usual_beta;
  double dt = 0;  // [s]
  int samples = 0;
  Ricker ricker;
  std::string wavelet_file;  // in its place: a sample a line
  std::string receivers;     // as --receivers has it; empty: by the columns that follow
  double receiver_z = 0;     // [m]
  int receiver_every = 1, receiver_first = 0, receiver_last = -1;  // [columns]; -1: the last
  std::vector<NamedSource> sources;
  std::size_t default_source = 0;
  bool made = false;  // for a model without a case
};

class Section;
struct LocatedCase;

// Its table [model]; throws as case_file.
void take_model(Section, CaseFile &);

// Throws FileError with file and line: unreadable, not TOML, unknown key, wrong type, missing or
// impossible value.
CaseFile case_file(const LocatedCase &);
CaseFile case_of_text(const CaseText &);

// A case whose model is a file, written as its case file. Read again, it is the same to the last
// bit.
std::string case_text(const CaseFile &);

}  // namespace ladder
