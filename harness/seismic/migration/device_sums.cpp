#include <fmt/format.h>

#include <array>

#include "harness/base/clean_text.h"
#include "harness/base/error.h"
#include "harness/seismic/migration/products.h"
#include "harness/seismic/migration/shots_in_turn.h"

namespace ladder {
namespace {

// Its products stay on the device.
class SummedShot : public ImagingCase {
 public:
  SummedShot(ImagingCase &&c, ladder_imaging_sums *sums) : ImagingCase(std::move(c)), sums_(sums) {}

  std::vector<Array> arrays() const override {
    std::vector<Array> all = ImagingCase::arrays();
    for (Array &array : all)
      if (!array.started) array.values = 1;  // memory of no length cannot be page-locked
    return all;
  }
  std::shared_ptr<const void> stage_view() const override {
    return std::make_shared<ladder_imaging_shot>(ladder_imaging_shot{view(), sums_});
  }

 private:
  ladder_imaging_sums *sums_;
};

template <typename T>
std::array<T *, LADDER_IMAGING_SUMS> in_order(Stack &stack) {
  const auto of = [](std::vector<double> &sums) { return sums.empty() ? nullptr : sums.data(); };
  return {of(stack.image), of(stack.gather_x), of(stack.gather_z), of(stack.illumination)};
}

}  // namespace

bool DeviceSums::has(const StageEntry &entry) { return entry.extension != nullptr; }

DeviceSums::DeviceSums(const SurveyCase &survey, const Engine &engine)
    : survey_(survey), name_(engine.entry.name()),
      entries_(*static_cast<const ladder_imaging_survey *>(*engine.entry.extension)),
      sums_(nullptr, entries_.close) {
  const ModelPart &part = survey.part();
  const ladder_imaging_part summed{part.nz, part.nx, part.top, part.left, survey.offset_step()};
  const ladder_imaging grid = survey.shared().view();
  ladder_imaging_sums *sums = nullptr;
  const ladder_status status = entries_.open(&grid, &summed, &sums);
  sums_.reset(sums);
  must(status);
}

void DeviceSums::must(ladder_status status) const {
  if (status == LADDER_OK) return;
  throw Error(Exit::device, fmt::format("stage '{}' failed with the sums of the shots: {}", name_,
                                        clean_text(entries_.last_error(sums_.get()))));
}

std::unique_ptr<ImagingCase> DeviceSums::of_shot(ImagingCase &&c) const {
  return std::make_unique<SummedShot>(std::move(c), sums_.get());
}

void DeviceSums::put(Stack &stack) {
  must(entries_.put(sums_.get(), in_order<const double>(stack).data()));
}

void DeviceSums::get(Stack &stack) const {
  must(entries_.get(sums_.get(), in_order<double>(stack).data()));
}

std::vector<double> DeviceSums::angles(int largest, const std::vector<double> &divisor) const {
  std::vector<double> slopes;
  for (const double angle : angles_up_to(largest)) slopes.push_back(slope_of(angle));
  const ladder_imaging_slants slants{static_cast<std::int32_t>(slopes.size()), survey_.dz(),
                                     survey_.dx(), slopes.data(),
                                     divisor.empty() ? nullptr : divisor.data()};
  const ModelPart &part = survey_.part();
  std::vector<double> all(slopes.size() * static_cast<std::size_t>(part.nz) *
                          static_cast<std::size_t>(part.nx));
  must(entries_.slant(sums_.get(), &slants, all.data()));
  return all;
}

}  // namespace ladder
