#include "harness/predict/model/machine_report.h"

#include <fmt/format.h>

#include "harness/base/table.h"

namespace ladder {
namespace {

// With a prefix, so that seconds and bytes a second fit a column: "2.14 us", "3.1 TB/s", "29.0
// cycles".
std::string quantity(double value, double uncertainty, const std::string &unit) {
  struct Prefix {
    double factor;
    const char *sign;
  };
  static constexpr Prefix prefixes[] = {{1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                                        {1, ""},     {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}};
  Prefix chosen{1, ""};
  if (unit == "s" || unit == "B/s" || unit == "Hz" || unit == "B")
    for (const Prefix &prefix : prefixes) {
      chosen = prefix;
      if (value >= prefix.factor) break;
    }
  if (value == 0) chosen = {1, ""};
  const double scaled = value / chosen.factor, sure = uncertainty / chosen.factor;
  return uncertainty > 0 ? fmt::format("{:.4g} ± {:.2g} {}{}", scaled, sure, chosen.sign, unit)
                         : fmt::format("{:.4g} {}{}", scaled, chosen.sign, unit);
}

}  // namespace

std::string machine_table(const MachineRecord &record) {
  using enum Table::Align;
  Table table({{fmt::format("micro-benchmarks of {}, {}", record.found.device.name, record.time)},
               {"first", right},
               {"last", right},
               {"varied"}});
  const auto &all = record.found.measured;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    while (last + 1 < all.size() && all[last + 1].name == all[first].name) ++last;
    const auto value_text = [](const MachineValue &m) {
      return quantity(m.value, m.uncertainty, m.unit);
    };
    if (last == first)
      table.row({all[first].name, value_text(all[first]), "", ""});
    else
      table.row(
          {all[first].name, value_text(all[first]), value_text(all[last]),
           fmt::format("{:.12g} to {:.12g} {}", all[first].at, all[last].at, all[first].over)});
    first = last + 1;
  }
  for (const NotMeasured &missing : record.found.not_measured)
    table.row({missing.group, "not measured", "", missing.why});
  return table.text();
}

}  // namespace ladder
