#include "harness/case/case_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>
#include <set>

#include "harness/case/model.h"
#include "harness/error.h"
#include "harness/registry.h"

namespace ladder {
namespace {

constexpr std::uint64_t most_bytes = 1 << 20;

// One table of the file. Every key that is asked for is known; the others are refused in the end.
class Section {
 public:
  Section(const toml::table *table, std::string title, const std::string &shown)
      : table_(table), title_(std::move(title)), shown_(shown) {}

  void take(const char *key, std::string &value) { take_as<std::string>(key, value, "a string"); }
  void take(const char *key, bool &value) { take_as<bool>(key, value, "true or false"); }
  void take(const char *key, int &value, int least, int most) {
    std::int64_t wide = value;
    if (!take_as<std::int64_t>(key, wide, "a whole number")) return;
    if (wide < least || wide > most)
      fail(key, fmt::format("{} is not within {} to {}", wide, least, most));
    value = static_cast<int>(wide);
  }
  void take(const char *key, double &value, double least, double most) {
    if (!take_as<double>(key, value, "a number")) return;
    if (!(value >= least && value <= most))
      fail(key, fmt::format("{:g} is not within {:g} to {:g}", value, least, most));
  }
  const toml::table *section(const char *key) {
    known_.insert(key);
    return table_ ? (*table_)[key].as_table() : nullptr;
  }
  const toml::array *sections(const char *key) {
    known_.insert(key);
    return table_ ? (*table_)[key].as_array() : nullptr;
  }
  void refuse_the_rest() const {
    if (!table_) return;
    for (const auto &[key, node] : *table_) {
      const std::string name(key.str());
      if (known_.count(name)) continue;
      const auto near = nearest(name, {known_.begin(), known_.end()});
      throw FileError(fmt::format(
          "case '{}', line {}: {} has no key '{}'{}", shown_, node.source().begin.line, title_,
          name, near.empty() ? "" : fmt::format("; did you mean '{}'?", near[0])));
    }
  }
  [[noreturn]] void fail(const char *key, const std::string &why) const {
    const auto *node = table_ ? table_->get(key) : nullptr;
    throw FileError(fmt::format("case '{}'{}: {} of {}: {}", shown_,
                                node ? fmt::format(", line {}", node->source().begin.line) : "",
                                key, title_, why));
  }

 private:
  template <typename T>
  bool take_as(const char *key, T &value, const char *kind) {
    known_.insert(key);
    if (!table_ || !table_->contains(key)) return false;
    const auto node = (*table_)[key];
    const auto found = node.value<T>();
    const bool integer_for_number = std::is_same_v<T, double> && node.is_integer();
    if (!found || !(node.is<T>() || integer_for_number))
      fail(key, fmt::format("expected {}", kind));
    value = *found;
    return true;
  }

  const toml::table *table_;
  std::string title_;
  const std::string &shown_;
  std::set<std::string> known_;
};

void take_model(Section &top, CaseFile &file, const std::string &shown) {
  Section model(top.section("model"), "[model]", shown);
  model.take("recipe", file.recipe);
  if (file.recipe != "salt" && file.recipe != "constant" && file.recipe != "none")
    model.fail("recipe", fmt::format("'{}' is none of salt, constant, none", file.recipe));
  model.take("nz", file.nz, 1, 1 << 20);
  model.take("nx", file.nx, 1, 1 << 20);
  model.take("ny", file.ny, 1, 1 << 20);
  double spacing = 0;
  model.take("spacing", spacing, 1e-6, 1e6);
  file.dz = file.dx = file.dy = spacing;
  model.take("dz", file.dz, 1e-6, 1e6);
  model.take("dx", file.dx, 1e-6, 1e6);
  model.take("dy", file.dy, 1e-6, 1e6);
  model.take("velocity", file.velocity, 100, 12000);
  if (file.nz < 1 || file.nx < 1) model.fail("nz", "nz and nx must be given");
  if (file.dz <= 0 || file.dx <= 0) model.fail("spacing", "spacing, or dz and dx, must be given");
  Section salt(model.section("salt"), "[model.salt]", shown);
  SaltRecipe &r = file.salt;
  for (auto [key, value] : std::initializer_list<std::pair<const char *, double *>>{
           {"water", &r.water},
           {"salt", &r.salt},
           {"basement", &r.basement},
           {"basement_depth", &r.basement_depth},
           {"water_least", &r.water_least},
           {"water_most", &r.water_most},
           {"layer", &r.layer},
           {"salt_left", &r.salt_left},
           {"salt_right", &r.salt_right},
           {"salt_top", &r.salt_top},
           {"salt_bottom", &r.salt_bottom}})
    salt.take(key, *value, 1, 1e7);
  salt.take("dip", r.dip, -1, 1);
  if (r.salt_left >= r.salt_right || r.salt_top >= r.salt_bottom)
    salt.fail("salt_left", "the salt has no room: left < right and top < bottom");
  r.nz = file.nz;
  r.nx = file.nx;
  r.spacing = file.dz;
  if (file.recipe == "salt" && (file.dz != file.dx || file.ny != 1))
    model.fail("recipe", "salt needs equal spacings and ny = 1");
  salt.refuse_the_rest();
  model.refuse_the_rest();
}

void take_sides(Section section, int &left, int &right, int &top, int &bottom, int &front,
                int &back, double *strength) {
  const int most = 100000;
  section.take("left", left, 0, most);
  section.take("right", right, 0, most);
  section.take("top", top, 0, most);
  section.take("bottom", bottom, 0, most);
  section.take("front", front, 0, most);
  section.take("back", back, 0, most);
  if (strength) section.take("strength", *strength, 0, 10);
  section.refuse_the_rest();
}

void take_sources(Section &top, CaseFile &file, const std::string &shown) {
  const toml::array *sources = top.sections("source");
  if (!sources || sources->empty())
    throw FileError(fmt::format("case '{}' has no [[source]]", shown));
  for (const auto &node : *sources) {
    Section one(node.as_table(), "[[source]]", shown);
    CaseFile::NamedSource source;
    bool preset = false;
    one.take("name", source.name);
    one.take("x", source.x, -1e9, 1e9);
    one.take("y", source.y, -1e9, 1e9);
    one.take("z", source.z, -1e9, 1e9);
    one.take("default", preset);
    one.refuse_the_rest();
    if (source.name.empty()) one.fail("name", "every source needs one");
    if (preset) file.default_source = file.sources.size();
    file.sources.push_back(source);
  }
}

}  // namespace

CaseFile read_case_file(const std::string &path, const std::string &shown) {
  const std::string text = read_file(path, most_bytes);
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error &problem) {
    throw FileError(fmt::format("case '{}', line {}: {}", shown, problem.source().begin.line,
                                problem.description()));
  }
  CaseFile file;
  Section top(&table, "the file", shown);
  top.take("description", file.description);
  take_model(top, file, shown);
  take_sides({top.section("pad"), "[pad]", shown}, file.pad_left, file.pad_right, file.pad_top,
             file.pad_bottom, file.pad_front, file.pad_back, nullptr);
  take_sides({top.section("sponge"), "[sponge]", shown}, file.sponge_left, file.sponge_right,
             file.sponge_top, file.sponge_bottom, file.sponge_front, file.sponge_back,
             &file.sponge_strength);
  Section op(top.section("operator"), "[operator]", shown);
  op.take("family", file.operator_family);
  op.take("half_length", file.half_length, 1, LADDER_MOST_HALF_LENGTH);
  op.take("alpha", file.alpha, 0.5, 1);
  op.take("beta", file.beta, 0, 100);
  op.refuse_the_rest();
  Section time(top.section("time"), "[time]", shown);
  time.take("dt", file.dt, 1e-9, 10);
  time.take("samples", file.samples, 1, 100000000);
  if (file.dt <= 0) time.fail("dt", "must be given");
  if (file.samples < 1) time.fail("samples", "must be given");
  time.refuse_the_rest();
  Section wavelet(top.section("wavelet"), "[wavelet]", shown);
  wavelet.take("peak", file.peak, 1e-6, 1e6);
  if (file.peak <= 0) wavelet.fail("peak", "must be given");
  file.delay = 1.2 / file.peak;
  wavelet.take("delay", file.delay, -1e6, 1e6);
  wavelet.refuse_the_rest();
  Section receivers(top.section("receivers"), "[receivers]", shown);
  receivers.take("z", file.receiver_z, -1e9, 1e9);
  receivers.take("every", file.receiver_every, 1, 1 << 20);
  receivers.refuse_the_rest();
  take_sources(top, file, shown);
  top.refuse_the_rest();
  return file;
}

}  // namespace ladder
