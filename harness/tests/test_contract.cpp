// The Fortran mirrors of the contract's structs: distinct values through every field and back.
#include <gtest/gtest.h>

#include <cstring>

#include "harness/problems/heat/driver.h"
#include "harness/problems/imaging/driver.h"
#include "harness/problems/wave/driver.h"

extern "C" {
void ladder_echo_cell(const ladder_cell *, ladder_cell *);
void ladder_echo_case(const ladder_wave *, ladder_wave *);
void ladder_echo_knob(const ladder_knob *, ladder_knob *);
void ladder_echo_launch(const ladder_launch *, ladder_launch *);
void ladder_echo_stage(const ladder_stage *, ladder_stage *);
void ladder_echo_entries(const ladder_wave_entries *, ladder_wave_entries *);
void ladder_echo_observer(const ladder_observer *, ladder_observer *);
void ladder_echo_fields(const ladder_fields *, ladder_fields *);
void ladder_heat_echo_case(const ladder_heat *, ladder_heat *);
void ladder_heat_echo_general(const ladder_heat_general *, ladder_heat_general *);
void ladder_heat_echo_entries(const ladder_heat_entries *, ladder_heat_entries *);
void ladder_heat_echo_fields(const ladder_heat_fields *, ladder_heat_fields *);
void ladder_imaging_echo_place(const ladder_place *, ladder_place *);
void ladder_imaging_echo_case(const ladder_imaging *, ladder_imaging *);
void ladder_imaging_echo_entries(const ladder_imaging_entries *, ladder_imaging_entries *);
void ladder_imaging_echo_fields(const ladder_imaging_fields *, ladder_imaging_fields *);
}

namespace {

// Every byte of the struct differs from its neighbours, and so does every field. Padding, which
// nobody has to carry over, is found by comparing two runs with different fillings of the target.
template <typename Struct>
void expect_round_trip(void (*echo)(const Struct *, Struct *), std::size_t padding_bytes) {
  Struct source, zeros, ones;
  auto *bytes = reinterpret_cast<unsigned char *>(&source);
  // Small odd numbers, so that no float is a signaling NaN.
  for (std::size_t i = 0; i < sizeof source; ++i) bytes[i] = static_cast<unsigned char>(1 + i % 61);
  std::memset(&zeros, 0, sizeof zeros);
  std::memset(&ones, 0xff, sizeof ones);
  echo(&source, &zeros);
  echo(&source, &ones);
  std::size_t lost = 0;
  for (std::size_t i = 0; i < sizeof source; ++i) {
    const auto a = reinterpret_cast<unsigned char *>(&zeros)[i],
               b = reinterpret_cast<unsigned char *>(&ones)[i];
    if (a == b) {
      EXPECT_EQ(a, bytes[i]) << "byte " << i;
    }
    lost += a != b;
  }
  EXPECT_EQ(lost, padding_bytes) << "bytes that no component of the mirror carried";
}

TEST(Contract, FortranCarriesEveryFieldOfACell) { expect_round_trip(ladder_echo_cell, 0); }
TEST(Contract, FortranCarriesEveryFieldOfACase) {
  // Eleven numbers of four bytes precede the first pointer.
  expect_round_trip(ladder_echo_case, 4);
}
TEST(Contract, FortranCarriesEveryFieldOfAKnob) { expect_round_trip(ladder_echo_knob, 4); }
TEST(Contract, FortranCarriesEveryFieldOfALaunch) { expect_round_trip(ladder_echo_launch, 0); }
TEST(Contract, FortranCarriesEveryFieldOfAStage) {
  // Behind abi_version; device and knobs, and owns_time_loop and page_locked, fill eight bytes
  // each.
  expect_round_trip(ladder_echo_stage, 4);
}
TEST(Contract, FortranCarriesEveryEntryOfTheWave) { expect_round_trip(ladder_echo_entries, 0); }
TEST(Contract, FortranCarriesEveryFieldOfAnObserver) { expect_round_trip(ladder_echo_observer, 0); }
TEST(Contract, FortranCarriesEveryFieldOfFields) { expect_round_trip(ladder_echo_fields, 4); }
TEST(Contract, FortranCarriesEveryFieldOfHeat) {
  expect_round_trip(ladder_heat_echo_case, 0);
  expect_round_trip(ladder_heat_echo_general, 4);
  expect_round_trip(ladder_heat_echo_entries, 0);
  expect_round_trip(ladder_heat_echo_fields, 4);
}
TEST(Contract, FortranCarriesEveryFieldOfImaging) {
  expect_round_trip(ladder_imaging_echo_place, 0);
  expect_round_trip(ladder_imaging_echo_case, 0);
  expect_round_trip(ladder_imaging_echo_entries, 0);
  expect_round_trip(ladder_imaging_echo_fields, 0);
}

}  // namespace
