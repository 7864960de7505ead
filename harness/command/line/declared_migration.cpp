// The options of `ladder migrate` alone; those that it shares are in declared.cpp.
#include "harness/command/line/declared.h"

namespace ladder {

OptionGroup migration_options(Options &o) {
  const Names migrate = {"migrate"};
  constexpr int most_offset = 10000, most_sponge = 1000, most_angle = 85, most_step = 1000000;
  return {
      "Migration",
      {{"--shots", migrate, Text{&o.shots, "FILE", Offer::files},
        "the recorded survey: a .sgy or .su file of one or more shots, distinguished by field "
        "record and source, or an .rsf gather"},
       {"--offsets-x", migrate, Whole{&o.offsets_x, 0, most_offset},
        "also compute gathers of horizontal subsurface offsets from -N to N", "cells"},
       {"--offsets-z", migrate, Whole{&o.offsets_z, 0, most_offset},
        "the same for vertical offsets", "cells"},
       {"--angles", migrate, Whole{&o.angles, 0, most_angle},
        "also compute gathers of reflection angles from -N to N in steps of 1, from the gathers of "
        "--offsets-x",
        "degrees"},
       {"--image-step", migrate, Whole{&o.image_step, 0, most_step},
        "samples between images; 0: as many as the wavelet's highest frequency allows", "samples"},
       {"--illumination", migrate, Flag{&o.illumination},
        "divide the image by the illumination of each cell"},
       {"--laplacian", migrate, Flag{&o.laplacian},
        "replace the image by minus its Laplacian, which removes smooth parts"},
       {"--mute", migrate, Real{&o.mute, 0, 1e5},
        "velocity of direct waves, which are muted before migration; 0: no mute", "m/s"},
       {"--top", migrate, OneOf{&o.top, {"free", "absorbing"}}, "boundary at the top of the model"},
       {"--sponge", migrate, Whole{&o.sponge, 0, most_sponge},
        "width of the absorbing borders that are added around the model", "cells"}}};
}

}  // namespace ladder
