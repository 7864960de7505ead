// Models in .vti, .rsf and .npy files whose headers have several arrays, units in labels, records,
// other byte orders. One of the readings is taken, or the file is refused with what it says.
#include "harness/problems/wave/model.h"
#include "harness/problems/wave/own_model.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

using Cases = std::vector<std::pair<std::string, std::string>>;

class GridMembers : public TestFolder {
 protected:
  std::string refused(const std::string &path) const {
    return refusal_of([&] { read_grid(path); });
  }
  void expect_words(const std::string &found, const std::string &words) const {
    EXPECT_HAS(found, words) << " has no " << words;
  }
};

std::string array(const char *name, float first, int components = 1) {
  std::string text = fmt::format(
      "<DataArray type=\"Float32\" Name=\"{}\" format=\"ascii\" "
      "NumberOfComponents=\"{}\">",
      name, components);
  for (int i = 0; i < 6 * components; ++i) text += fmt::format("{} ", first + float(i));
  return text + "</DataArray>";
}

std::string vti(const std::string &points, const std::string &active = "",
                const std::string &cells = "") {
  return "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\"><ImageData "
         "WholeExtent=\"0 2 0 1 0 0\" Origin=\"0 0 0\" Spacing=\"10 10 1\"><Piece Extent=\"0 2 0 1 "
         "0 0\"><PointData" +
         active + ">" + points + "</PointData><CellData>" + cells +
         "</CellData></Piece></ImageData></VTKFile>";
}

TEST_F(GridMembers, OfSeveralArraysOneIsNamed) {
  const std::string both = array("rho", 2200) + array("vp", 1500);
  const std::string path = put("m.vti", vti(both));
  expect_words(refused(path), "name one, such as " + path + ":rho (of rho, vp)");
  EXPECT_EQ(read_grid(path + ":vp").values[0], 1500);
  EXPECT_EQ(read_grid(path + ":rho").quantity, "rho");
  expect_words(refused(path + ":vs"), "no array 'vs'");
  const Grid active = read_grid(put("a.vti", vti(both, " Scalars=\"vp\"")));
  EXPECT_EQ(active.values[0], 1500);
  expect_words(active.notes.at(0), "vp is read, of rho, vp");
  expect_words(refused(put("g.vti", vti(both, " Scalars=\"gone\""))), "several arrays");
  // Points and cells, and a vector, which is no velocity.
  expect_words(refused(put("c.vti", vti(array("vp", 1500), "", array("vs", 800)))),
               "several arrays");
  EXPECT_EQ(read_grid(put("v.vti", vti(array("u", 0, 3) + array("vp", 1500)))).values[0], 1500);
  expect_words(refused(put("u.vti", vti(array("u", 0, 3)))), "'u' has 3 components");
  EXPECT_TRUE(read_grid(put("o.vti", vti(array("vp", 1500)))).notes.empty());
}

std::string rsf(const std::string &words) {
  return "n1=2 n2=3 in=\"stdin\" data_format=\"ascii_float\" " + words +
         "\n\014\014\0041500 1600 1700 1800 1900 2000\n";
}

TEST_F(GridMembers, UnitsOfLabelsCount) {
  const auto spacing = [&](const std::string &words) {
    return read_grid(put("m.rsf", rsf("d1=0.01 d2=0.02 " + words))).axes[0].spacing;
  };
  EXPECT_DOUBLE_EQ(spacing("label1=\"Depth (km)\" label2=\"X (km)\""), 20);
  EXPECT_DOUBLE_EQ(spacing("label1=\"Depth [km]\" label2=\"X [km]\""), 20);
  EXPECT_DOUBLE_EQ(spacing("unit1=km unit2=Kilometers"), 20);
  EXPECT_DOUBLE_EQ(spacing("unit1=ft unit2=feet"), 0.02 * 0.3048);
  EXPECT_DOUBLE_EQ(spacing("label1=\"Depth (2021)\" label2=\"X\""), 0.02);
  EXPECT_EQ(read_grid(put("u.rsf", rsf("label=\"Velocity (km/s)\""))).unit, "km/s");
  EXPECT_EQ(read_grid(put("u.rsf", rsf("unit=\"m/s\" label=\"Velocity (M/S)\""))).unit, "m/s");
  for (const auto &[words, expected] :
       Cases{{"unit1=km label1=\"Depth (m)\"", "unit1=km, and label1=Depth (m)"},
             {"unit1=km d1=1 d2=1", "unit2 is missing"},
             {"unit1=fathoms", "unit1=fathoms"},
             {"label1=Time", "label1=Time"},
             {"d1=-1", "d1 is negative"},
             {"unit=km/s label=\"Velocity (m/s)\"", "unit=km/s, and label="}}) {
    SCOPED_TRACE(words);
    expect_words(refused(put("m.rsf", rsf(words))), expected);
  }
}

// Without a unit and a few metres long it is rather in kilometres.
TEST_F(GridMembers, AModelOfAFewMetresIsDoubted) {
  const auto notes = [&](const std::string &words, const CaseOverrides &more = {}) {
    CaseOverrides over = more;
    over.model = put("m.rsf", rsf(words));
    std::string all;
    for (const auto &note : read_own_model(over).notes) all += note + "\n";
    return all;
  };
  expect_words(notes("d1=0.01 d2=0.01"), "add --length-units=km");
  for (const std::string &right : {notes("d1=20 d2=20"), notes("d1=0.01 d2=0.01 unit1=m unit2=m"),
                                   notes("d1=0.01 d2=0.01", {.length_units = "km"}),
                                   notes("d1=0.01 d2=0.01 unit1=km unit2=km")})
    EXPECT_HAS_NOT(right, "--length-units");
  CaseOverrides over{.model = put("h.rsf", rsf("d1=10 d2=10 o1=-100 label1=Depth label2=X"))};
  expect_words(refusal_of([&] { read_own_model(over); }), "depths from -100 to -90 m");
}

std::string npy(const std::string &header, const std::string &data) {
  std::string bytes("\x93NUMPY\x01\0", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  return bytes + header + data;
}

std::string floats(float value, std::size_t count, bool swapped = false) {
  return bytes_of(std::vector<float>(count, value), swapped);
}

TEST_F(GridMembers, HeadersOfNumPyAreUnderstood) {
  const auto of_shape = [&](const std::string &shape, std::size_t count) {
    return put("m.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }\n",
                            floats(2000, count)));
  };
  for (const char *shape :
       {"(3, 2)", "(3L, 2L)", "(1, 1, 3, 2)", "(1, 3, 2)", "(3, 1, 2)", "(3, 2, 1)", "(3,2)"}) {
    SCOPED_TRACE(shape);
    const Grid grid = read_grid(of_shape(shape, 6));
    ASSERT_EQ(grid.axes.size(), 2u);
    EXPECT_EQ(grid.axes[0].cells, 3);
  }
  expect_words(refused(of_shape("()", 1)), "one number (shape ())");
  for (const auto &[type, words] : Cases{{"[('vp', '<f4'), ('vs', '<f4')]",
                                          "records of vp, vs: save one of them, as array['vp']"},
                                         {"[('a', '<f4', (2,)), ('b', '<i4')]", "records of a, b"}})
    expect_words(refused(put("t.npy", npy("{'descr': " + type +
                                              ", 'fortran_order': False, 'shape': (3, 2), }\n",
                                          floats(2000, 12)))),
                 words);
}

// Values that no unit makes velocities, and that are with their bytes swapped.
TEST_F(GridMembers, AnotherByteOrderIsNamed) {
  const std::string data = floats(2000, 6, true);
  std::vector<std::string> paths = {
      put("m.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }\n", data)),
      put("m.rsf",
          "n1=2 n2=3 d1=1 d2=1 in=\"stdin\" data_format=\"native_float\"\n\014\014\004" + data),
      put("x.rsf", "n1=2 n2=3 d1=1 d2=1 in=\"stdin\" data_format=\"xdr_float\"\n\014\014\004" +
                       floats(2, 6)),
      put("m.f32", data)};
  std::vector<std::string> notes;
  for (const std::string &path : paths) {
    ModelRequest request{path, 2, 3};
    request.axes = "xz";
    const auto found = refusal_of([&] { read_model(request, notes); });
    expect_words(found, "in another order than stated");
  }
  // What is no velocity in either order is refused for what it is.
  ModelRequest odd{put("odd.f32", floats(1e-20f, 6)), 2, 3};
  odd.axes = "xz";
  const auto found = refusal_of([&] { read_model(odd, notes); });
  EXPECT_HAS_NOT(found, "another order");
  odd.path = put("big.f32", data);
  odd.endian = "big";
  EXPECT_EQ(read_model(odd, notes)[0], 2000);
}

}  // namespace
}  // namespace ladder
