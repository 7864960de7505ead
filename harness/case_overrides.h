// What the command line may put in the place of what a case file says. A problem refuses what it
// does not have.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/base/line/option.h"
#include "harness/formats/grid.h"

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
  std::string units;    // of the model's values: see grid.h
  std::string axes;     // order of the model's indices, slowest first: "xz", "zx", "yxz"
  std::string endian;   // of a raw model: "little" or "big"
  std::string spacing;  // of a model without a case: "7.5", or "10x12.5", z by x by y
  // Of it, and of a model's file that does not name its own: "m", "km" or "ft".
  std::string length_units;
  std::string source;           // "1" .. "9": a source that the case names; or "x,z" or "x,y,z" [m]
  std::string receivers;        // "surface", "depth:Z" or "borehole:X" [m], or a file of places
  std::string wavelet;          // "ricker:HZ[,DELAY][:integral]", or a file of samples
  std::string operator_family;  // "windowed" or "taylor"
  std::string cells;            // of the model: "384", "301x775" or "384x512x256"
  std::string dt;               // "auto": the largest stable one; or a time in seconds
  std::optional<int> half_length;  // [cells]
  std::optional<int> samples;      // samples of a trace; time steps + 1
  bool any_dt =
      false;  // the caller sends a gather: it cuts dt to what is stable, and needs no wavelet
};

// An option that replaces something in a case: a member of CaseOverrides, or a list of values for
// it. Parsing, help, refusals, the arguments of child processes and completion follow from its
// entry in case_options.
struct CaseOption {
  // What it is about. A command takes all options of a part or none of them.
  enum Part : unsigned {
    model = 1,    // which model
    reading = 2,  // how a file of a model is read
    raw = 4,      // the same of a file without a header
    source = 8,
    wavelet = 16,
    receivers = 32,
    grid = 64,
    dt = 128,
    nt = 256,
    half_length = 512,
    family = 1024,  // of the operator
    all = 2047
  };
  unsigned part;
  std::string name;  // with its dashes
  std::variant<std::string CaseOverrides::*, std::optional<int> CaseOverrides::*> member;
  Kind kind;  // without the place of its value
  std::string about, unit = "";
};

inline constexpr int most_half_length = 16;  // LADDER_MOST_HALF_LENGTH

// In the order of the help.
inline const std::vector<CaseOption> &case_options() {
  static const std::vector<CaseOption> all = {
      {CaseOption::model, "--model", &CaseOverrides::model, Text{nullptr, "FILE", Offer::files},
       "velocity model: a .npy, .vti, .rsf, .H, .sgy, .su, .h5, .txt, .csv or raw float32 file. "
       "Without --case, a case is made from it"},
      {CaseOption::reading, "--units", &CaseOverrides::units,
       OneOf{nullptr, names_of_velocity_units()}, "unit of the model's values"},
      {CaseOption::model, "--spacing", &CaseOverrides::spacing, Text{nullptr, "D|DZxDX[xDY]"},
       "cell size of a --model without --case, where its file does not state it", "m"},
      {CaseOption::reading, "--length-units", &CaseOverrides::length_units,
       OneOf{nullptr, {"m", "km", "ft"}},
       "unit of --spacing, and of the lengths of a model file that does not name their unit"},
      {CaseOption::reading, "--axes", &CaseOverrides::axes,
       OneOf{nullptr, {"xz", "zx", "yxz", "zxy", "xyz", "zyx", "xzy", "yzx"}},
       "order of the model's axes, slowest first"},
      {CaseOption::raw, "--endian", &CaseOverrides::endian, OneOf{nullptr, {"little", "big"}},
       "byte order of a raw model"},
      {CaseOption::source, "--source", &CaseOverrides::source, Text{nullptr, "NAME|X,Z"},
       "a source of the case by name, or a position", "m"},
      {CaseOption::wavelet, "--wavelet", &CaseOverrides::wavelet,
       Text{nullptr, "ricker:HZ[,DELAY][:integral]|FILE", Offer::files},
       "Ricker wavelet with its peak frequency [Hz] and the time of its peak [s], or its integral "
       "over time; or a file with one sample on each line"},
      {CaseOption::receivers, "--receivers", &CaseOverrides::receivers,
       Text{nullptr, "surface|depth:Z|borehole:X|X:X:STEP[,Z]|FILE", Offer::files},
       "receivers at the surface, along a depth, along a borehole, from the first X to the second, "
       "or at the positions in a file (lines `x z`, an .rsf file, or a gather). With a gather: the "
       "positions of its traces",
       "m"},
      {CaseOption::grid, "--grid", &CaseOverrides::cells, Text{nullptr, "N|ZxX[xY]"},
       "cells of a case whose model is generated or whose start is a formula, in place of its own; "
       "contents, sources and receivers are stretched with it. For a raw model without a case: the "
       "size of that model",
       "cells"},
      {CaseOption::dt, "--dt", &CaseOverrides::dt, SecondsOr{nullptr, "auto", 1e-9, 10},
       "time step; auto: the largest stable one, rounded down to three digits", "s"},
      {CaseOption::nt, "--nt", &CaseOverrides::samples, Wholes{nullptr, 1, most_trace_samples},
       "samples of a trace: number of time steps + 1"},
      {CaseOption::half_length, "--half-length", &CaseOverrides::half_length,
       Wholes{nullptr, 1, most_half_length}, "half-length of the operator", "cells"},
      {CaseOption::family, "--operator", &CaseOverrides::operator_family,
       OneOf{nullptr, {"windowed", "taylor"}}, "family of the operator's taps"}};
  return all;
}

// The names of these parts' options.
std::vector<std::string> names_of_case_options(unsigned parts);
// "--NAME=VALUE" for each that is set, of these parts.
std::vector<std::string> case_arguments(const CaseOverrides &, unsigned parts);
// Leaves the case's own in these parts.
void clear_case_options(CaseOverrides &, unsigned parts);
// The time steps that --nt asks for, else the case's own. Throws UsageError.
int steps_asked(const CaseOverrides &, int of_case);
// Throws UsageError where an option is given that the problem does not have.
void refuse_other_overrides(const CaseOverrides &, const std::string &problem, unsigned known);

}  // namespace ladder
