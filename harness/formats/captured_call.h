// Calls of a program that were captured: the inputs of its time steps of a wave, and their results.
// harness/formats/README.md gives the bytes.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

// Arrays and numbers as harness/problems/wave/wave.h has them.
struct CapturedCall {
  std::string ladder;
  int first_step = 0;  // of the program: it had done so many steps
  int steps = 0;       // that were captured
  std::array<int, 3> cells = {1, 1, 1};
  int half_length = 0;
  std::array<float, 3> spacing = {1, 1, 1};                               // [m]
  float dt = 0;                                                           // [s]
  std::vector<std::array<std::int32_t, 3>> source_cells, receiver_cells;  // z, x, y
  std::vector<float> taps_z, taps_x, taps_y, v2dt2, sponge_z, sponge_x, sponge_y;
  std::vector<float> wavelets;     // [sources][steps]
  std::vector<float> now, before;  // what the first step was computed from
  std::vector<float> after;        // what the program had after the last step
};

// By its first bytes; false where it cannot be read.
bool is_captured_call(const std::string &path);

// Throws FileError where it is not a capture, or cannot be read.
void refuse_other_than_captured_call(const std::string &path);

// Throws FileError: no such file, truncated, changed since it was written, of another version, or
// impossible.
CapturedCall read_captured_call(const std::string &path);

// The file appears whole or not at all. Throws FileError.
void write_captured_call(const std::string &path, const CapturedCall &, bool overwrite);

}  // namespace ladder
