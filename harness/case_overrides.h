// What the command line may put in the place of what a case file says. A problem refuses what it does not have.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ladder {

// An in-memory case file: made for a model without a case.
struct CaseText {
  std::string name, ladder, text;
  std::vector<std::string> notes;      // what was assumed, one sentence each
  std::vector<std::string> arguments;  // of the command line, which make the same again
};

// Empty: the file's word.
struct CaseOverrides {
  std::string model;    // path of a model; data/MODELS.md lists the formats
  std::string units;    // of the model's values: see velocity_unit.h
  std::string axes;     // order of the model's indices, slowest first: "xz", "zx", "yxz"
  std::string endian;   // of a raw model: "little" or "big"
  std::string spacing;  // of a model without a case: "7.5", or "10x12.5", z by x by y
  std::string
      length_units;    // of it, and of a model's file that does not name its own: "m", "km" or "ft"
  std::string source;  // "1" .. "9": a source that the case names; or "x,z" or "x,y,z" [m]
  std::string receivers;           // "surface", "depth:Z" or "borehole:X" [m], or a file of places
  std::string wavelet;             // "ricker:HZ", "ricker:HZ,DELAY" [s], or a file of samples
  std::string operator_family;     // "windowed" or "taylor"
  std::string cells;               // of the model: "384", "301x775" or "384x512x256"
  std::string dt;                  // "auto": the largest stable one; or a time in seconds
  std::optional<int> half_length;  // [cells]
  std::optional<int> samples;      // samples of a trace; time steps + 1
  std::shared_ptr<const CaseText> instead_of_file;  // NULL: there is a case
  bool any_dt =
      false;  // the caller sends a gather: it cuts dt to what is stable, and needs no wavelet
};

// Throws UsageError where an option is given that the problem does not have. `known`: names such as "nt".
void refuse_other_overrides(const CaseOverrides &, const std::string &problem,
                            const std::vector<std::string> &known);

}  // namespace ladder
