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

// What is done to an image when all shots are in it.

// Divides each plane of [h][x][z] by the illumination [x][z] of its cells, plus a hundredth of the
// mean illumination, so that cells that hardly any wave reached are not blown up. The result is per
// unit of pressure squared.
void compensate(std::vector<double> &planes, const std::vector<double> &illumination);
// What it divides a plane by; empty where no wave reached any cell, so that the image is zero.
std::vector<double> divisor_of(const std::vector<double> &illumination);

// Minus the Laplacian of an image [x][z], by second differences [1/m^2]: it takes away the smooth
// part that waves leave all along their way, and keeps the sign of reflectors. Beyond the border
// the outermost value is continued.
void laplacian_filter(std::vector<double> &image, int nz, int nx, double dz, double dx);

// Gathers of reflection angles (ADCIG) out of gathers of horizontal offsets.

// I(theta, x, z) of gathers I(h, x, z), h = -offsets .. offsets steps of so many cells, by slant
// stack (Sava and Fomel, 2003): a wave that comes down at the angle theta from the normal of a
// reflector is imaged along z = z0 - h tan(theta), so
//   I(theta, x, z) = step * sum over h of I(h, x, z - h tan(theta)),
// linear between cells (harness/problems/imaging/slant.h). theta is half of the angle between the
// way down and the way up, positive where the wave from the source goes towards larger x. `angles`
// [degrees], -89 to 89. Stored [theta][x][z].
std::vector<double> angle_gathers(const std::vector<double> &gather_x, int nz, int nx, int offsets,
                                  double dz, double dx, int step,
                                  const std::vector<double> &angles);

double slope_of(double degrees);  // tan(theta)
// Those of --angles: -largest to largest in steps of 1 [degrees].
std::vector<double> angles_up_to(int largest);

// Direct waves are in the data, and their migration covers what is shallow: they are taken out
// before.

// How long a wavelet goes on [s]: to the last value above a hundredth of its largest.
double length_of(const std::vector<float> &signal, double dt);

// Sample n of the trace is at (n + 1) dt. It is zero until a wave that arrives at `arrival` has
// passed, `length` later [s], and rises to what it was, as a cosine, over half as long.
void mute_direct(std::vector<float> &trace, double dt, double arrival, double length);

}  // namespace ladder
