#include "harness/bench/trace/traced.h"

#include <algorithm>

#include "harness/bench/trace/disturbance.h"

namespace ladder {
namespace {

// One list a quantity, as of samples: an event is the values at the same place of each.
Json window_json(const Window &window) {
  Json kind = Json::array(), name = Json::array(), begin = Json::array(), end = Json::array(),
       device = Json::array(), rank = Json::array();
  bool devices = false, ranks = false;
  for (const WindowEvent &event : window.events) {
    kind.push_back(activity_names[static_cast<std::size_t>(event.activity)]);
    name.push_back(event.name);
    begin.push_back(event.begin);
    end.push_back(event.end);
    device.push_back(event.device);
    rank.push_back(event.rank);
    devices |= event.device > 0;
    ranks |= event.rank > 0;
  }
  Json events = {{"kind", kind}, {"name", name}, {"begin_ns", begin}, {"end_ns", end}};
  if (devices) events["device"] = device;
  if (ranks) events["rank"] = rank;
  return {{"step", window.step > 0 ? Json(window.step) : Json(nullptr)},
          {"steps", window.steps},
          {"begin_ns", window.begin},
          {"length_ns", window.length},
          {"whole", window.whole},
          {"events", events}};
}

Window window_of_json(const Json &json) {
  Window window;
  window.step = json.at("step").is_null() ? 0 : json.at("step").get<int>();
  window.steps = json.at("steps");
  window.begin = json.at("begin_ns");
  window.length = json.at("length_ns");
  window.whole = json.at("whole");
  const Json &events = json.at("events");
  for (std::size_t i = 0; i < events.at("kind").size(); ++i) {
    const auto known = std::find(activity_names.begin(), activity_names.end(),
                                 events.at("kind").at(i).get<std::string>());
    if (known == activity_names.end()) continue;  // of a newer program
    window.events.push_back({static_cast<Activity>(known - activity_names.begin()),
                             events.at("name").at(i), events.at("begin_ns").at(i),
                             events.at("end_ns").at(i),
                             events.contains("device") ? events.at("device").at(i).get<int>() : 0,
                             events.contains("rank") ? events.at("rank").at(i).get<int>() : 0});
  }
  return window;
}

constexpr Scope scopes_of_a_part[] = {Scope::kernel, Scope::h2d, Scope::d2h, Scope::exchange,
                                      Scope::idle};

const char *scope_name(Scope scope) { return scope_names[static_cast<std::size_t>(scope)]; }

Json part_json(const PartScopes &part) {
  Json scopes = Json::object();
  for (const Scope scope : scopes_of_a_part) scopes[scope_name(scope)] = part.scopes[scope];
  return {{"rank", part.rank}, {"device", part.device}, {"scopes_ns", scopes}};
}

PartScopes part_of_json(const Json &json, std::int64_t wall_ns) {
  PartScopes part{json.at("rank"), json.at("device"), {}};
  part.scopes.wall_ns = wall_ns;
  for (const Scope scope : scopes_of_a_part)
    part.scopes.ns[static_cast<std::size_t>(scope)] = json.at("scopes_ns").at(scope_name(scope));
  return part;
}

}  // namespace

Json traced_json(const Traced &traced) {
  Json scopes = Json::object(), rows = Json::array();
  for (std::size_t i = 0; i < scope_names.size(); ++i) scopes[scope_names[i]] = traced.scopes.ns[i];
  for (const ProfileRow &row : traced.profile) {
    Json json = {{"name", row.name},
                 {"calls", row.calls},
                 {"total_ns", row.total_ns},
                 {"least_ns", row.least_ns},
                 {"most_ns", row.most_ns}};
    if (row.block[0] > 0) {
      json["block"] = row.block;
      json["grid"] = row.grid;
      if (!row.one_block) json["one_block"] = false;
      if (!row.one_grid) json["one_grid"] = false;
    }
    if (row.bytes > 0) json["bytes"] = row.bytes;
    rows.push_back(json);
  }
  Json json = {{"wall_ns", traced.scopes.wall_ns},
               {"scopes_ns", scopes},
               {"overlap_ns", traced.scopes.overlap_ns},
               {"exposed_copy_ns", traced.scopes.exposed_copy_ns},
               {"launch_confirmed", traced.launch_defect.empty()},
               {"profile", rows}};
  if (traced.ratio > 0) {
    json["ratio"] = traced.ratio;
    json["disturbed"] = disturbed(traced.ratio);
    json["runs"] = traced.runs;
  }
  for (const PartScopes &part : traced.parts) json["parts"].push_back(part_json(part));
  if (traced.window) json["timeline"] = window_json(*traced.window);
  if (traced.outlier_share > steady_share) json["outlier_share"] = traced.outlier_share;
  if (!traced.launch_defect.empty()) json["launch_defect"] = traced.launch_defect;
  return json;
}

Traced traced_of(const Json &json) {
  Traced traced;
  traced.scopes.wall_ns = json.at("wall_ns");
  traced.scopes.overlap_ns = json.at("overlap_ns");
  traced.scopes.exposed_copy_ns = json.value("exposed_copy_ns", std::int64_t{0});
  for (std::size_t i = 0; i < scope_names.size(); ++i)
    traced.scopes.ns[i] = json.at("scopes_ns").value(scope_names[i], std::int64_t{0});
  for (const Json &row : json.at("profile")) {
    ProfileRow one;
    one.name = row.at("name");
    one.calls = row.at("calls");
    one.total_ns = row.at("total_ns");
    one.least_ns = row.at("least_ns");
    one.most_ns = row.at("most_ns");
    one.block = row.value("block", one.block);
    one.grid = row.value("grid", one.grid);
    one.one_block = row.value("one_block", true);
    one.one_grid = row.value("one_grid", true);
    one.bytes = row.value("bytes", one.bytes);
    traced.profile.push_back(one);
  }
  traced.outlier_share = json.value("outlier_share", 0.0);
  traced.ratio = json.value("ratio", 0.0);
  traced.runs = json.value("runs", 1);
  traced.launch_defect = json.value("launch_defect", "");
  for (const Json &part : json.value("parts", Json::array()))
    traced.parts.push_back(part_of_json(part, traced.scopes.wall_ns));
  if (json.contains("timeline")) traced.window = window_of_json(json.at("timeline"));
  return traced;
}

namespace {

constexpr int looked_at = 9;   // steps in the middle; odd, so that one of them is the median
constexpr int mean_steps = 4;  // of a stage that owns the time loop

struct Span {
  std::int64_t begin, end;
  std::int64_t length() const { return end - begin; }
};

bool touches(const Event &event, const Span &span) {
  return event.begin < event.end && event.begin < span.end && event.end > span.begin;
}

Span step(const Timeline &timeline, int index) {
  const auto next = static_cast<std::size_t>(index) + 1;
  return {timeline.step_begins[next - 1],
          next < timeline.step_begins.size() ? timeline.step_begins[next] : timeline.end};
}

// Zero-based. Of steps of equal length the earlier one.
int median_step_in_the_middle(const Timeline &timeline) {
  const int steps = static_cast<int>(timeline.step_begins.size());
  const int count = std::min(looked_at, steps), first = (steps - count) / 2;
  std::vector<int> middle;
  for (int i = 0; i < count; ++i) middle.push_back(first + i);
  std::stable_sort(middle.begin(), middle.end(), [&](int a, int b) {
    return step(timeline, a).length() < step(timeline, b).length();
  });
  return middle[static_cast<std::size_t>((count - 1) / 2)];
}

Span stretch_in_the_middle(const Timeline &timeline, int steps) {
  const std::int64_t wall = timeline.end - timeline.begin;
  const std::int64_t length = std::max<std::int64_t>(1, wall * std::min(steps, mean_steps) / steps);
  const std::int64_t middle = timeline.begin + (wall - length) / 2;
  std::int64_t begin = middle + length;
  for (const Event &event : timeline.events)
    if (event.on_device() && event.begin >= middle) begin = std::min(begin, event.begin);
  if (begin >= middle + length || begin >= timeline.end) begin = middle;  // none begins there
  return {begin, std::min(begin + length, timeline.end)};
}

}  // namespace

std::optional<Window> window_of(const Timeline &timeline, int steps, std::size_t most) {
  if (steps < 1 || timeline.end <= timeline.begin) return std::nullopt;
  Window window;
  Span span{};
  if (timeline.step_begins.empty()) {
    span = stretch_in_the_middle(timeline, steps);
    window.steps = std::min(steps, mean_steps);
  } else {
    const int index = median_step_in_the_middle(timeline);
    span = step(timeline, index);
    window.step = index + 1;
  }
  std::vector<Event> inside;
  // Events that run are shown; that the host is within the stage's call meanwhile is not.
  for (const Event &event : timeline.events)
    if (event.activity != Activity::stage_call && touches(event, span)) inside.push_back(event);
  std::stable_sort(inside.begin(), inside.end(),
                   [](const Event &a, const Event &b) { return a.begin < b.begin; });
  // Of a window that is cut nothing is left out up to its end: a gap would look idle.
  if (inside.size() > most) {
    span.end = inside[most].begin;
    window.whole = false;
    std::erase_if(inside, [&](const Event &event) { return !touches(event, span); });
  }
  if (inside.empty() || span.length() <= 0) return std::nullopt;
  window.begin = span.begin - timeline.begin;
  window.length = span.length();
  for (const Event &event : inside)
    window.events.push_back({event.activity, timeline.names.at(event.name),
                             event.begin - span.begin, event.end - span.begin, event.device,
                             event.rank});
  return window;
}

}  // namespace ladder
