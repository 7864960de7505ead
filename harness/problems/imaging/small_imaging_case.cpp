// A case without file, for probes and tests.
#include "harness/base/start.h"
#include "harness/problems/imaging/imaging_case.h"

namespace ladder {

ImagingCase small_imaging_case(int nz, int nx, int time_steps, int every, int offsets_x,
                               int offsets_z, int half_length) {
  ImagingCase c;
  c.name = "random";
  c.ladder = "imaging";
  c.model_words = "random velocities";
  c.data_words = "random data";
  c.nz = nz;
  c.nx = nx;
  c.dz = 10;  // unequal spacings, so that exchanged axes are seen
  c.dx = 12;
  c.dt = 0.8e-3;
  c.half_length = half_length;
  c.time_steps = time_steps;
  c.every = every;
  c.offsets_x = offsets_x;
  c.offsets_z = offsets_z;
  c.sponge_bottom = nz / 4;
  c.sponge_left = c.sponge_right = nx / 5;
  c.sponge_strength = 0.05;
  c.velocity = SharedValues(c.field());
  float *const velocity = c.velocity.change();
  random_field(velocity, c.field(), 1);
  for (std::size_t i = 0; i < c.field(); ++i) velocity[i] = 3000 + 1500 * velocity[i];
  c.source_cells = {{nz / 3, nx / 2}};
  for (int ix = 0; ix < nx; ix += 2) c.receiver_cells.push_back({nz > 2 ? 1 : 0, ix});
  c.signal.resize(static_cast<std::size_t>(time_steps));
  random_field(c.signal.data(), c.signal.size(), 2);
  c.assemble();
  random_field(c.data.data(), c.data.size(), 3, 0.01f);
  return c;
}

}  // namespace ladder
