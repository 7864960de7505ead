// The shadow as C and Fortran see it: at most one in a process, and no exception leaves.
#include "harness/seismic/shadow/ladder_shadow.h"

#include <functional>
#include <memory>
#include <string>

#include "harness/base/error.h"
#include "harness/seismic/shadow/shadow_run.h"

namespace ladder {
namespace {

std::unique_ptr<ShadowRun> shadow;  // empty while nothing is asked for
std::string words_of_error;
std::int32_t ended_by = 0;  // what went wrong on the way, until ladder_shadow_end has returned it

std::int32_t guarded(const std::function<Exit()> &call) {
  Exit exit = Exit::wrong;
  try {
    return static_cast<std::int32_t>(call());
  } catch (const Error &error) {
    words_of_error = error.what();
    exit = error.exit;
  } catch (const std::bad_alloc &) {
    words_of_error =
        "the stage that is compared with this program needs more memory than the host has";
    exit = Exit::file;
  } catch (const std::exception &error) {
    words_of_error = error.what();
  }
  return static_cast<std::int32_t>(exit);
}

// A step that goes wrong ends the shadow, and the program goes on: it is reported at once, and by
// ladder_shadow_end again.
std::int32_t guarded_step(const std::function<Exit()> &call) {
  if (!shadow) return ended_by;
  bool done = false;
  const std::int32_t exit = guarded([&] {
    const Exit verdict = call();
    done = true;
    return verdict;
  });
  if (done) return exit;
  say_of_shadow(words_of_error + "; the shadow ends here");
  shadow.reset();
  return ended_by = exit;
}

Exit verdict_so_far() {
  if (!shadow->parted()) return Exit::ok;
  words_of_error = "the stage differs from the program";
  return Exit::wrong;
}

}  // namespace
}  // namespace ladder

using namespace ladder;

extern "C" {

int32_t ladder_shadow_set(const char *name, const char *value) {
  return guarded([&] {
    set_for_shadow(name, value);
    return Exit::ok;
  });
}

int32_t ladder_shadow_begin(const ladder_wave *wave) {
  return guarded([&] {
    if (shadow) throw UsageError("a second shadow begins before the first has ended");
    const ShadowSettings settings = shadow_settings();
    if (!settings.idle()) shadow = std::make_unique<ShadowRun>(*wave, settings);
    return Exit::ok;
  });
}

int32_t ladder_shadow_is_active(void) { return shadow ? 1 : 0; }

int32_t ladder_shadow_step_begins(int32_t step, const float *now, const float *before) {
  return guarded_step([&] {
    shadow->step_begins(step, now, before);
    return Exit::ok;
  });
}

int32_t ladder_shadow_step_ends(const float *now, const float *before) {
  return guarded_step([&] {
    shadow->step_ends(now, before);
    return verdict_so_far();
  });
}

int32_t ladder_shadow_end(void) {
  const std::int32_t exit = guarded_step([&] {
    shadow->finish();
    return verdict_so_far();
  });
  shadow.reset();
  ended_by = 0;
  return exit;
}

const char *ladder_shadow_error(void) { return words_of_error.c_str(); }
}
