// Sources and receivers between cells: each is a weighted sum over the cells around it.
#pragma once
#include <string>
#include <vector>

#include "harness/problems/wave/places.h"

namespace ladder {

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
