// RSF as Madagascar's programs leave it: history, quoted words, data next to the header or within.
#include "harness/formats/grid.h"
#include "harness/tests/format_examples.h"
#include "harness/tests/segy_bytes.h"

namespace ladder {
namespace {

const std::vector<float> six = {1, 2, 3, 4, 5, 6};
const std::string sizes = "n1=3 n2=2 ";
const std::string native = "data_format=\"native_float\" esize=4 ";
const std::string within = "in=\"stdin\"\n\014\014\004";

class Rsf : public TestFolder {
 protected:
  Grid read(const std::string &bytes) const { return read_grid(put("m.rsf", bytes)); }
  std::string refusal(const std::string &bytes) const {
    return refusal_of([&] { read(bytes); });
  }
};

TEST_F(Rsf, WhatMadagascarWritesIsRead) {
  put("m.rsf@", bytes_of(six));
  const Grid grid = read(
      "3.1-git\tsfspike\twork:\tme@here\tMon Aug  2 10:00:00 2021\n\n"
      "\tdata_format=\"native_float\"\n\tesize=4\n\tin=\"m.rsf@\"\n"
      "\tn1=3\n\td1=0.02\n\to1=0\n\tlabel1=\"Depth\"\n\tunit1=\"km\"\n"
      "\tn2=2\n\td2=0.0125\n\to2=1\n\tlabel2='X position'\n\tunit2=\"km\"\n"
      "\tlabel=\"Velocity\"\n\tunit=\"km/s\"\n");
  EXPECT_EQ(grid.values, six);
  EXPECT_EQ(grid.axes, (Axes{{'x', 2, 12.5, 1000}, {'z', 3, 20, 0}}));
  EXPECT_EQ(grid.quantity, "Velocity");
  EXPECT_EQ(grid.unit, "km/s");
}

TEST_F(Rsf, TheLastOccurrenceOfAKeyWins) {
  EXPECT_EQ(read("n1=7 d1=1 " + sizes + native + "d1=5 " + within + bytes_of(six)).values, six);
  EXPECT_EQ(read(sizes + "d1=1 d1=5 " + native + within + bytes_of(six)).axes[1].spacing, 5);
}

TEST_F(Rsf, DataMayFollowTheHeaderOrLieInAnotherFolder) {
  EXPECT_EQ(read(sizes + native + within + bytes_of(six)).values, six);
  std::filesystem::create_directory(folder / "data");
  put("data/d", bytes_of(six));
  EXPECT_EQ(read(sizes + native + "in=data/d\n").values, six);
  EXPECT_EQ(read(sizes + native + "in=" + in_folder("data/d") + "\n").values, six);
  EXPECT_HAS(refusal(sizes + native + "in=none\n"), "does not exist");
  EXPECT_HAS(refusal(sizes + native + "in=stdin\n"), "none follows");
  EXPECT_HAS(refusal(sizes + native + "\n"), "'in='");
}

TEST_F(Rsf, XdrAndTextAreRead) {
  EXPECT_EQ(read(sizes + "data_format=xdr_float " + within + bytes_of(six, true)).values, six);
  EXPECT_EQ(
      read(sizes + "data_format=ascii_float esize=0 " + within + "1 2 3\n4 5.0 6e0 \n").values,
      six);
  for (const char *text : {"1 2 3 4 5", "1 2 3 4 5 6 7", "1 2 3 4 5 six", "1 2 3 4 5 6x", ""})
    EXPECT_NE(refusal(sizes + "data_format=ascii_float " + within + text), "") << text;
}

TEST_F(Rsf, AxesOfOneCellAreLeftOut) {
  EXPECT_EQ(read("n1=3 n2=2 n3=1 n4=1 " + native + within + bytes_of(six)).axes.size(), 2u);
  EXPECT_EQ(read("n1=6 n2=1 " + native + within + bytes_of(six)).axes.size(), 1u);
}

TEST_F(Rsf, WhatTheHeaderPromisesMustBeThere) {
  const std::string head = sizes + native + within;
  const std::string whole = head + bytes_of(six);
  for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_NE(refusal(whole.substr(0, n)), "") << n;
  EXPECT_HAS(refusal(whole + "x"), "25 bytes");
}

TEST_F(Rsf, ATruncatedHeaderOrTextIsRefused) {
  put("d", bytes_of(six));
  const std::string head = native + "in=\"d\" " + sizes + "d1=20.5 label1=\"Depth\" unit1=\"m\"\n";
  EXPECT_EQ(read(head).axes[1].spacing, 20.5);
  for (std::size_t n = 0; n < head.size(); ++n) EXPECT_NE(refusal(head.substr(0, n)), "") << n;
  EXPECT_HAS(refusal(sizes + native + "in=\"d\n"), "within a quoted word");
  const std::string text = sizes + "data_format=ascii_float " + within + "1 2 3 4 5 6.25";
  EXPECT_EQ(read(text + "\n").values.back(), 6.25f);
  for (std::size_t n = 0; n <= 4; ++n) EXPECT_NE(refusal(text.substr(0, text.size() - n)), "") << n;
}

TEST_F(Rsf, NumbersThatCannotBeAreRefusedBeforeAnythingIsAllocated) {
  for (const char *size : {"n1=0", "n1=-3", "n1=three", "n1=3.5", "n1=4294967296 n2=4294967296",
                           "n1=9223372036854775807 n2=3", "n1=99999999999999999999", "d1=nan",
                           "d1=-2", "o1=inf", "d1=1e999"})
    EXPECT_NE(refusal(sizes + native + size + " " + within + bytes_of(six)), "") << size;
}

TEST_F(Rsf, OtherTypesAndAxesAreRefusedByName) {
  for (const char *format : {"native_int", "xdr_complex", "native_double", ""})
    EXPECT_HAS(refusal(sizes + "data_format=\"" + format + "\" " + within + bytes_of(six)),
               "native_float, xdr_float and ascii_float are read");
  EXPECT_HAS(refusal(sizes + native + "esize=8 " + within + bytes_of(six)), "esize");
  EXPECT_HAS(refusal(sizes + native + "unit1=s " + within + bytes_of(six)), "unit1=s");
}

// Gathers as RSF: what SEG-Y and SU cannot hold is held, and comes back with its places.

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
  Gather gather = one_line();
  expect_same(again(gather), gather);
  EXPECT_EQ(files_in_folder(), 2u);
  gather.receivers[1].y = 75;
  gather.source.y = 25;
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
