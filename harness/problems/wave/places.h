// Positions: metres from the model's corner, and cells of the padded grid.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/formats/gather.h"
#include "harness/problems/wave/case_file.h"
#include "harness/problems/wave/wave_case.h"

namespace ladder {

// [cells] What headers that count centimetres or tenths of a foot may be off by: so near to a cell
// is on it.
inline constexpr double rounding_in_files = 1e-3;

// "x,z", or "x,y,z" in three dimensions, as --source has it. Throws UsageError.
Position source_asked(const std::string &text, bool deep);

// Puts a source at a place within the model: into its cell, or between cells into those around it.
void set_source(const Position &, WaveCase &);

// The source that the file presets, or the one that --source names or places. Adds a note when it
// lies between cells. Throws UsageError for what --source says and FileError for what the file
// says.
void place_source(const CaseFile &, const CaseOverrides &, WaveCase &);

// Those of --receivers, or the file's. Throws as above, and FileError for a file of places.
void place_receivers(const CaseFile &, const CaseOverrides &, WaveCase &);

// Where --receivers=RECEIVERS asks for receivers, in their order: for traces without places.
std::vector<Position> receiver_places(const CaseFile &, const std::string &receivers);

// The nearest cell along one axis; nothing outside the model (a thousandth of a cell beyond it is
// inside).
std::optional<int> index_along(double metres, double spacing, int cells);
// The cell nearest to a place; empty outside the model.
std::optional<ladder_cell> cell_at(const WaveCase &, const Position &);
Position position_of(const WaveCase &, const ladder_cell &);
// Of the case's source. It must have one.
Position source_of(const WaveCase &);
// "x = 6000 m, z = 1000 m", with y in three dimensions.
std::string place_text(const WaveCase &, const Position &);
// "x = 0 to 13480 m, z = 0 to 4180 m".
std::string extent_text(const WaveCase &);
// Behind the words that a place is outside, where it is inside once x and z of the model's file are
// exchanged: the option that does so. Otherwise empty.
std::string other_axes(const WaveCase &, const Position &);

// Sources and receivers between cells: each is a weighted sum over the cells around it.

struct WeightedCell {
  ladder_cell cell;
  double weight;
};

// The weights of a sinc under a Kaiser window over 8 cells along each axis (Hicks, 2002). Along an
// axis on which the place is on a cell, to a thousandth, it is that cell alone with the weight 1.
// Cells beyond the padded grid are left out: the pressure there is zero. For places within the
// model.
std::vector<WeightedCell> spread(const WaveCase &, const Position &);

// The place, with the coordinates along which it is on a cell set to those of the cell.
Position settled(const WaveCase &, const Position &);
bool on_cell(const WaveCase &, const Position &);

// How many places lie between cells, and what is done about them; empty where none does.
std::string between_text(const std::string &who, const std::vector<Position> &, const WaveCase &);

}  // namespace ladder
