// One shot of a file with several, and what the caller says in the place of a file's headers.
// test_seismic_geometry.py has more of it.
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

using namespace segy_bytes;

std::string with32(const std::string &bytes, std::size_t byte, int value) {
  return put_fields(bytes, {{byte, 4, value}});
}

class OneShot : public TraceFiles {
 protected:
  // The trace header's field of all traces from `first` on.
  static std::string with_field(std::string bytes, std::size_t byte, int value,
                                std::size_t first = 0) {
    for (std::size_t t = headers + first * length; t < bytes.size(); t += length)
      bytes = with32(bytes, t + byte, value);
    return bytes;
  }
  // The shot of the example, of record 101, and one 1 m further.
  std::string two() const {
    const std::string second = with_field(with_field(one, 9, 205), 73, 12150);
    return with_field(one, 9, 101) + second.substr(headers);
  }
  static GatherOverrides shot(int number) { return {.shot = number}; }

  static constexpr std::size_t length = trace + 16;
  const std::string one = written();
};

TEST_F(OneShot, IsCountedFromOneWhereFieldRecordsTellNothingApart) {
  const std::string bytes = with_field(with_field(two(), 9, 0), 17, 0);
  EXPECT_HAS(refusal(bytes), "\n  2: 3 traces");
  EXPECT_EQ(read(bytes, shot(2)).source.x, 121.5);
}

TEST_F(OneShot, IsFoundByItsRecordWhereNoSourceIs) {
  EXPECT_HAS(refusal(with_field(two(), 73, 0)), "205: 3 traces");
}

TEST_F(OneShot, IsOneWhereTheRecordCountsTraces) {
  std::string bytes = one;
  for (std::size_t t = 0; t < 3; ++t)
    bytes = with32(bytes, headers + t * length + 9, static_cast<int>(t) + 1);
  EXPECT_EQ(read(bytes).traces(), 3u);
}

TEST_F(OneShot, OfOneMayBeNamedAndNoOther) {
  EXPECT_EQ(read(one, shot(1)).traces(), 3u);
  EXPECT_HAS(refusal(one, shot(2)), "no such shot");
}

TEST_F(OneShot, OfASuFileIsChosenToo) {
  write_gather(in_folder("one.su"), example_gather());
  std::string bytes = bytes_of_file(in_folder("one.su")), other = bytes;
  for (std::size_t t = 0; t < other.size(); t += length) other[t + 8] = 7;
  put("two.su", bytes + other);
  EXPECT_HAS(refusal_of([&] { read_gather(in_folder("two.su")); }), "\n  7: 3 traces");
  EXPECT_EQ(read_gather(in_folder("two.su"), shot(7)).traces(), 3u);
}

TEST_F(OneShot, ItsIntervalMayBeSaid) {
  GatherOverrides over{.dt = 0.00125};
  EXPECT_EQ(read(one, over).dt, 0.00125);
  const std::string unstated = with_field(with16(one, 3217, 0), 115, 4 << 16);
  EXPECT_HAS(refusal(unstated), "--gather-dt");
  EXPECT_EQ(read(unstated, over).dt, 0.00125);
  EXPECT_HAS(refusal(with16(one, 3217, 4000)), "--gather-dt");
  EXPECT_EQ(read(with16(one, 3217, 4000), over).dt, 0.00125);
}

TEST_F(OneShot, ItsUnitOfLengthMayBeSaid) {
  GatherOverrides over{.units = "ft"};
  EXPECT_NEAR(read(one, over).receivers[2].x, 24.5 * 0.3048, 1e-9);
  EXPECT_NEAR(read(one, over).source.z, 10 * 0.3048, 1e-9);
  over.units = "m";
  EXPECT_EQ(read(with16(one, 3255, 2), over).receivers[2].x, 24.5);
  // Code 2 says seconds of arc, and is often wrong.
  std::string arc = one;
  for (std::size_t t = 0; t < 3; ++t) arc = with16(arc, headers + t * length + 89, 2);
  EXPECT_HAS(refusal(arc), "--gather-units");
  EXPECT_EQ(read(arc, over).receivers[2].x, 24.5);
}

}  // namespace
}  // namespace ladder
