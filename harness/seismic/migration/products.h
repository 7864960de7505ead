// The files that a migration ends in.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/formats/grid.h"
#include "harness/seismic/migration/stack.h"

namespace ladder {

struct Finish {
  bool illumination = false, laplacian = false;
  int angles = 0;  // the largest [degrees]; 0: no gathers of angles
};

struct MigrationProduct {
  std::string file;
  std::optional<Grid> grid;
  std::string text;  // of a file without a grid
};

// FILE, FILE_illumination, and FILE_hx, FILE_hz and FILE_angles where they are asked for, all of
// FILE's ending. Behind each that is .npy, which holds no axes, FILE.json, which does.
std::vector<std::string> migration_files(const std::string &product, const SurveyCase &,
                                         const Finish &);

// In the order of migration_files. `angles` are the gathers of angles where they were made already.
std::vector<MigrationProduct> migration_products(const std::string &product, const SurveyCase &,
                                                 Stack, const Finish &,
                                                 std::vector<double> angles = {});

// Throws FileError where a format cannot hold them: before anything is computed.
void refuse_unwritable_products(const std::string &product, const SurveyCase &, const Finish &);

double bytes_of_products(const SurveyCase &, const Finish &);  // [B]

}  // namespace ladder
