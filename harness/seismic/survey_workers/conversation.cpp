#include "harness/seismic/survey_workers/conversation.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace ladder {
namespace {

// Tries again what a signal cut short.
template <typename Call>
ssize_t whole_call(Call call) {
  ssize_t count;
  do count = call();
  while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace

bool Conversation::write_all(const char *from, std::size_t bytes) {
  while (bytes > 0) {
    // A launcher may have put a pipe in the place of the socket.
    ssize_t count = whole_call([&] { return send(out_, from, bytes, MSG_NOSIGNAL); });
    if (count < 0 && errno == ENOTSOCK)
      count = whole_call([&] { return write(out_, from, bytes); });
    if (count <= 0) return false;
    from += count;
    bytes -= static_cast<std::size_t>(count);
  }
  return true;
}

bool Conversation::say(const Json &words) {
  const std::string line = words.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return write_all(line.data(), line.size());
}

bool Conversation::say_values(const float *values, std::size_t count) {
  return write_all(reinterpret_cast<const char *>(values), count * sizeof *values);
}

bool Conversation::read_more() {
  char room[65536];
  const ssize_t count = whole_call([&] { return read(in_, room, sizeof room); });
  if (count <= 0) return false;
  received_.append(room, static_cast<std::size_t>(count));
  return true;
}

std::optional<Json> Conversation::hear() {
  std::size_t at;
  while ((at = received_.find('\n')) == std::string::npos)
    if (!read_more()) return std::nullopt;
  Json words = Json::parse(received_.substr(0, at), nullptr, false);
  received_.erase(0, at + 1);
  if (!words.is_object()) return std::nullopt;
  return words;
}

bool Conversation::hear_values(float *values, std::size_t count) {
  auto *to = reinterpret_cast<char *>(values);
  std::size_t bytes = count * sizeof *values;
  const std::size_t there = std::min(bytes, received_.size());
  std::memcpy(to, received_.data(), there);
  received_.erase(0, there);
  to += there;
  bytes -= there;
  while (bytes > 0) {
    const ssize_t got = whole_call([&] { return read(in_, to, bytes); });
    if (got <= 0) return false;
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace ladder
