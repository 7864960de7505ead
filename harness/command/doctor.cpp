// ladder doctor: what this machine has, and what each stage lacks to run here.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "harness/answers/options/choose.h"
#include "harness/answers/options/rooms.h"
#include "harness/answers/records/record_file.h"
#include "harness/base/libraries.h"
#include "harness/base/table.h"
#include "harness/bench/measure/availability.h"
#include "harness/bench/ranks/ranks.h"
#include "harness/command/line/commands.h"
#include "harness/formats/grid.h"
#include "harness/machine/floor/floor.h"
#include "harness/usual_ladder.h"

namespace ladder {
namespace {

struct DoctorOptions : CommandLine, StageChoice {
  bool json = false, wide = false;

  DoctorOptions() { ladder = usual_ladder; }
  void declare(Declared &declared) {
    declared.add("Stages", {stage_option()});
    declared.add("Output", {json_option(json), wide_option(wide)});
  }
  void settle() const {
    if (json) refuse({"--wide"}, "--json prints JSON instead of tables");
  }
};

// The program needs none; stages of the user's own do.
struct Compiler {
  const char *name, *compiles;
};

constexpr Compiler compilers[] = {
    {"gcc", "C"}, {"gfortran", "Fortran"}, {"nvcc", "CUDA but emulated ones"}};

bool is_on_path(const std::string &name) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) return true;
  return false;
}

// The compilers that are on PATH, and what cannot be compiled without the others.
std::string compilers_text() {
  std::vector<std::string> here, missing;
  for (const auto &[name, compiles] : compilers)
    if (is_on_path(name))
      here.emplace_back(name);
    else
      missing.push_back(
          fmt::format("no stages of your own in {} ({} is not on PATH)", compiles, name));
  here.insert(here.end(), missing.begin(), missing.end());
  return fmt::format("{}", fmt::join(here, ", "));
}

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

std::string or_unknown(const std::string &text) { return text.empty() ? "not known" : text; }

// Names, each with what is known of it in as many lines as it needs.
std::string fields_text(const std::vector<std::pair<std::string, std::string>> &fields,
                        const Screen &shown) {
  constexpr std::size_t room = 21;  // of the names
  std::string text;
  for (const auto &[name, words] : fields) {
    std::istringstream lines(wrapped(words, shown.width > room ? shown.width - room : 0));
    std::string label = name;
    for (std::string line; std::getline(lines, line); label.clear())
      text += fmt::format("{:<{}}{}\n", label, room, line);
  }
  return text;
}

bool shows_any(const Commands &of_room) {
  return !std::ranges::all_of(of_room, &Command::internal);
}

Names rooms_left_out() {
  Names rooms;
  if (!shows_any(seismic_commands())) rooms.push_back("waves of surveys (-DLADDER_SEISMIC=OFF)");
  if (!shows_any(predict_commands())) rooms.push_back("predictions (-DLADDER_PREDICT=OFF)");
  return rooms;
}

void print_machine(const Environment &e, const Screen &shown) {
  std::vector<std::pair<std::string, std::string>> table;
  table.push_back({"system", or_unknown(e.os)});
  table.push_back({"CPU", fmt::format("{}, {} cores, {} of them for this program",
                                      or_unknown(e.cpu), e.cores, e.affinity)});
  table.push_back({"governor, load", fmt::format("{}, {:.2f}", or_unknown(e.governor), e.load)});
  if (!e.openmp.empty()) table.push_back({"OpenMP", fmt::format("{}", fmt::join(e.openmp, ", "))});
  table.push_back({"memory", fmt::format("{:.1f} GiB", double(e.memory_bytes) / gib)});
  if (e.gpu) {
    const Gpu &g = *e.gpu;
    table.push_back({"GPU", fmt::format("{}, compute capability {}.{}, {} multiprocessors", g.name,
                                        g.compute_major, g.compute_minor, g.multiprocessors)});
    table.push_back(
        {"GPU memory",
         fmt::format(
             "{:.1f} GiB, {:.1f} free; L2 {:.0f} MiB; shared memory {:.0f} KiB a block; ECC {}",
             double(g.memory_bytes) / gib, double(g.memory_free_bytes) / gib,
             double(g.l2_bytes) / 1048576.0, double(g.shared_per_block_bytes) / 1024.0,
             g.ecc ? (*g.ecc ? "on" : "off") : "not known")});
    table.push_back(
        {"GPU clocks",
         fmt::format("multiprocessors {} of at most {} MHz, memory {} MHz; slowed down by: {}",
                     g.state.sm_clock_mhz, g.sm_clock_most_mhz, g.state.memory_clock_mhz,
                     or_unknown(g.state.throttle_reasons))});
    table.push_back({"GPU state", fmt::format("{} degrees C, {:.0f} W", g.state.temperature_c,
                                              g.state.power_w)});
    table.push_back({"driver", fmt::format("{}, up to CUDA {}", or_unknown(g.driver),
                                           or_unknown(e.cuda_driver))});
  } else {
    table.push_back({"GPU", e.why_no_gpu});
  }
  table.push_back({"CUDA runtime, CUPTI",
                   fmt::format("{}, {}", or_unknown(e.cuda_runtime), or_unknown(e.cupti))});
  table.push_back({"compilers", compilers_text()});
  table.push_back({"several ranks", ranks_text()});
  table.push_back({"HDF5", hdf5_text()});
  if (const auto left_out = libraries_left_out(); !left_out.empty())
    table.push_back({"built without", left_out});
  if (const auto rooms = rooms_left_out(); !rooms.empty())
    table.push_back({"left out", fmt::format("{}", fmt::join(rooms, ", "))});
  table.push_back(
      {"built by", fmt::format("{}; {}; {}; {}", e.build.fortran, e.build.c, e.build.cxx,
                               e.build.cuda.empty() ? "no CUDA" : e.build.cuda)});
  table.push_back({"built from", e.build.commit});
  fmt::print("this machine\n{}\n", fields_text(table, shown));
}

// Those that can run here, with their flags, and a line for each reason why others cannot.
std::string stages_text(const DoctorOptions &options, const Environment &environment,
                        const Screen &shown) {
  Table table(
      {{"can run here"}, {"ladder", Table::Align::left, 1}, {"flags", Table::Align::left, 2}});
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const auto &[entry, launch] : choose_stages(options)) {
    const std::string why = lacks(*entry.stage, environment);
    if (why.empty()) {
      table.row({entry.name(), entry.ladder, entry.flags});
      continue;
    }
    auto at = std::ranges::find(reasons, why, [](const auto &pair) { return pair.first; });
    if (at == reasons.end()) at = reasons.insert(at, {why, {}});
    at->second.push_back(entry.name());
  }
  std::string text = table.text(shown);
  for (const auto &[why, names] : reasons)
    text += wrapped(fmt::format("cannot run here, {}: {}", why, fmt::join(names, ", ")),
                    shown.width, "  ") +
            "\n";
  if (options.stages.empty())
    text += left_out_text("", shown) + other_languages_text("", environment.why_no_gpu, shown);
  return text;
}

Exit run_doctor(const DoctorOptions &options) {
  const Environment environment = read_environment();
  if (options.json) {
    Json json = environment_json(environment);
    for (const auto &[entry, launch] : choose_stages(options)) {
      const std::string why = lacks(*entry.stage, environment);
      json["stages"][entry.name()] = why.empty() ? Json("can run") : Json(why);
    }
    json["name"] = machine_slug(environment);
    json["speeds"] = speeds_json(speeds_of_session(true, MemoryOf::now));
    if (const auto machine = kept_machine(environment)) json["machine"] = machine->json;
    fmt::print("{}\n", json.dump(2));
    return Exit::ok;
  }
  const Screen shown = screen(options.wide);
  print_machine(environment, shown);
  fmt::print("{}\n", stages_text(options, environment, shown));
  fmt::print("{}", speeds_table(speeds_of_session(true, MemoryOf::now)));
  if (const auto machine = kept_machine(environment)) fmt::print("\n{}", machine->table);
  return Exit::ok;
}

}  // namespace

const Command doctor_command = {"doctor",
                                "Look at stages",
                                "show what this machine has, and what each stage lacks to run here",
                                {"doctor", "doctor --json"},
                                true,
                                bind_options<DoctorOptions, run_doctor>};

}  // namespace ladder
