// without: seismic
#include "harness/answers/options/rooms.h"

namespace ladder {

Commands seismic_commands() {
  static const char *const option = "-DLADDER_STAGES=ON -DLADDER_SEISMIC=ON";
  static const Command all[] = {
      left_out_command("shoot", option),   left_out_command("reverse", option),
      left_out_command("locate", option),  left_out_command("zsr", option),
      left_out_command("migrate", option), left_out_command("operator", option)};
  Commands listed;
  for (const Command &one : all) listed.push_back(&one);
  return listed;
}

}  // namespace ladder
