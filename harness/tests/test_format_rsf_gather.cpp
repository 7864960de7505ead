// Gathers as RSF: what SEG-Y and SU cannot hold is held, and comes back with its places.
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

using segy_bytes::expect_same;

class RsfGather : public TestFolder {
 protected:
  Gather again(const Gather &gather) const {
    write_gather(in_folder("g.rsf"), gather, true);
    return read_gather(in_folder("g.rsf"));
  }
  std::string refusal(const std::string &bytes, const GatherOverrides &over = {}) const {
    return refusal_of([&] { read_gather(put("read.rsf", bytes), over); });
  }
};

const std::string four = std::string("\0\0\x80?\0\0\0@\0\0@@\0\0\x80@", 16);  // 1 2 3 4
const std::string gather_within =
    "data_format=\"native_float\" esize=4 in=\"stdin\"\n\014\014\004" + four;

Gather one_line() {
  Gather gather = example_gather();
  gather.description = "one line";  // as a header holds it
  return gather;
}

TEST_F(RsfGather, ComesBackAsItWas) {
  expect_same(again(one_line()), one_line());
  EXPECT_EQ(files_in_folder(), 2u);
}

TEST_F(RsfGather, HoldsMoreSamplesThanSegyCounts) {
  Gather gather = one_line();
  gather.samples = 40000;
  gather.values.assign(3 * 40000, 0.5f);
  for (const char *name : {"g.sgy", "g.su"}) {
    const std::string words = refusal_of([&] { write_gather(in_folder(name), gather); });
    EXPECT_TRUE(says(words, "40000 samples") && says(words, "32767") && says(words, ".rsf"))
        << words;
  }
  expect_same(again(gather), gather);
}

TEST_F(RsfGather, HoldsAnIntervalOfPartsOfAMicrosecond) {
  Gather gather = one_line();
  gather.dt = 1.0 / 768;
  for (const char *name : {"g.sgy", "g.su"}) {
    const std::string words = refusal_of([&] { write_gather(in_folder(name), gather); });
    EXPECT_TRUE(says(words, "0.00130208333 s") && says(words, ".rsf")) << words;
  }
  expect_same(again(gather), gather);
}

TEST_F(RsfGather, WhatCannotBeWrittenIsKnownWithoutItsValues) {
  Gather shape = one_line();
  shape.values.clear();
  for (const char *name : {"g.sgy", "g.su", "g.rsf"})
    refuse_unwritable(in_folder(name), shape, false);
  shape.samples = 40000;
  for (const char *name : {"g.sgy", "g.su"})
    EXPECT_NE(refusal_of([&] { refuse_unwritable(in_folder(name), shape, false); }), "");
  shape = one_line();
  shape.receivers[1].x = 1e12;
  for (const char *name : {"g.sgy", "g.su"})
    EXPECT_NE(refusal_of([&] { refuse_unwritable(in_folder(name), shape, false); }), "");
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST_F(RsfGather, APlaceInThreeDimensionsComesBack) {
  Gather gather = one_line();
  gather.receivers[1].y = 75;
  gather.source.y = 25;
  expect_same(again(gather), gather);
}

TEST_F(RsfGather, ThePlacesOfAnotherGatherAreLeftAlone) {
  put("g_rec.rsf", "mine");
  const std::string words = refusal_of([&] { write_gather(in_folder("g.rsf"), one_line()); });
  EXPECT_HAS(words, "g_rec.rsf");
  EXPECT_EQ(bytes_of_file(in_folder("g_rec.rsf")), "mine");
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST_F(RsfGather, WithoutAFileOfPlacesItsAxisMayTellThem) {
  const Gather gather =
      read_gather(put("m.rsf", "n1=2 d1=4 unit1=ms o1=100 n2=2 o2=1 d2=0.5 label2=\"X\" unit2=km " +
                                   gather_within));
  EXPECT_EQ(gather.dt, 0.004);
  EXPECT_EQ(gather.start, 0.1);
  EXPECT_EQ(gather.receivers[0].x, 1000);
  EXPECT_EQ(gather.receivers[1].x, 1500);
  EXPECT_EQ(gather.values, (std::vector<float>{1, 2, 3, 4}));
  // An offset is no place.
  EXPECT_EQ(read_gather(put("o.rsf", "n1=2 d1=4 n2=2 d2=5 label2=Offset " + gather_within))
                .receivers[1]
                .x,
            0);
}

TEST_F(RsfGather, WhatItDoesNotTellIsAskedFor) {
  EXPECT_HAS(refusal("n1=2 n2=2 " + gather_within), "--gather-dt");
  GatherOverrides over{.dt = 0.002};
  EXPECT_EQ(refusal("n1=2 n2=2 " + gather_within, over), "");
  EXPECT_HAS(refusal("n1=2 d1=1 unit1=m n2=2 " + gather_within), "unit1=m");
  EXPECT_HAS(refusal("n1=1 d1=1 n2=2 n3=2 " + gather_within), "sfwindow n3=1");
  put("few.rsf",
      "n1=2 n2=1 data_format=\"native_float\" in=\"stdin\"\n\014\014\004" + four.substr(8));
  EXPECT_HAS(refusal("n1=2 d1=1 n2=2 rec=few.rsf " + gather_within), "has the positions of 1");
  EXPECT_HAS(refusal("n1=2 d1=1 n2=2 rec=none.rsf " + gather_within), "does not exist");
}

TEST_F(RsfGather, OverridesOfTraceHeadersHaveNoUse) {
  GatherOverrides over{.shot = 1};
  EXPECT_THROW(read_gather(put("m.rsf", "n1=2 d1=1 n2=2 " + gather_within), over), UsageError);
}

TEST_F(RsfGather, EveryTruncationIsRefused) {
  again(one_line());
  const std::string whole = bytes_of_file(in_folder("g.rsf"));
  put("read_rec.rsf", bytes_of_file(in_folder("g_rec.rsf")));
  for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_NE(refusal(whole.substr(0, n)), "") << n;
}

}  // namespace
}  // namespace ladder
