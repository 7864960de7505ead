#include "harness/command/migration_strategies.h"

#include <fmt/format.h>

#include "harness/base/enough_room.h"
#include "harness/base/table.h"

namespace ladder {

std::string ways_text(const std::vector<MigrationWay> &ways, const std::string &chosen,
                      const Screen &screen) {
  using enum Table::Align;
  Table table({{"stage"},
               {"device", right},
               {"host", right},
               {"forward steps", right},
               {"on record", right},
               {.title = "here", .cut = true}});
  for (const MigrationWay &way : ways) {
    const auto &[device, host, steps] = way.memory;
    const std::string name = way.engine.entry.name();
    const auto if_known = [&](const std::string &words) { return way.memory_known ? words : "?"; };
    table.row({name, if_known(bytes_text(device)), if_known(bytes_text(host)),
               if_known(fmt::format("{:.0f}", steps)),
               way.wall_ns ? seconds_text(*way.wall_ns / 1e9) : "",
               name == chosen          ? "chosen"
               : !way.lacks.empty()    ? way.lacks
               : !way.too_much.empty() ? way.too_much
                                       : "fits"});
  }
  return "for each stage: memory in addition to the arrays of a shot, steps of the forward field, "
         "and recorded time:\n" +
         table.text(screen);
}

Json json_of(const std::vector<MigrationWay> &ways) {
  Json all = Json::array();
  for (const MigrationWay &way : ways) {
    Json one{{"stage", way.engine.entry.name()}};
    if (way.memory_known)
      one.update({{"device_bytes", way.memory.device},
                  {"host_bytes", way.memory.host},
                  {"forward_steps", way.memory.forward_steps}});
    if (way.wall_ns) one["wall_ns"] = *way.wall_ns;
    if (!way.lacks.empty()) one["lacks"] = way.lacks;
    if (!way.too_much.empty()) one["too_much"] = way.too_much;
    all.push_back(one);
  }
  return all;
}

}  // namespace ladder
