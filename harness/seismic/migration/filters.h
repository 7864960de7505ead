// What is done to an image when all shots are in it.
#pragma once
#include <vector>

namespace ladder {

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

}  // namespace ladder
