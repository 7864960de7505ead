#include "harness/command/shown/figure_shapes.h"

#include <string>

namespace ladder {
namespace {

// Stages above the thesis take fewer threads a block than its figures show.
bool declared(const ladder_stage &stage, const AskedKnobs &shape) {
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    if (!shape.contains(knob.name)) continue;
    const auto &values = shape.at(knob.name);
    for (std::size_t i = 0; i < values.size() && i < 2; ++i)
      if (values[i] < knob.least[i] || values[i] > knob.most[i]) return false;
  }
  return true;
}

}  // namespace

std::vector<AskedKnobs> figure_shapes(const ladder_stage &stage) {
  std::vector<AskedKnobs> shapes = {{}};
  for (int k = 0; k < stage.knobs; ++k) {
    const std::string name = stage.knob[k].name;
    if (name == "threads")  // figures 13 and 19
      for (int threads : {1024, 512, 256, 128, 64}) shapes.push_back({{"threads", {threads}}});
    if (name == "block")  // figure 18: whole, half and quarter warps along z
      for (const auto &[z, x] : std::vector<std::pair<int, int>>{{32, 32},
                                                                 {64, 16},
                                                                 {16, 64},
                                                                 {32, 16},
                                                                 {16, 32},
                                                                 {64, 8},
                                                                 {16, 16},
                                                                 {32, 8},
                                                                 {8, 32},
                                                                 {64, 4},
                                                                 {16, 8},
                                                                 {32, 4},
                                                                 {8, 16},
                                                                 {64, 2},
                                                                 {128, 1}})
        shapes.push_back({{"block", {z, x}}});
    if (name == "method") {  // figure 20
      shapes.push_back({{"method", {2}}});
      for (int method : {3, 4})
        for (int stripes : {1, 2, 3})
          shapes.push_back({{"method", {method}}, {"stripes", {stripes}}});
    }
  }
  std::erase_if(shapes, [&](const AskedKnobs &shape) { return !declared(stage, shape); });
  return shapes;
}

}  // namespace ladder
