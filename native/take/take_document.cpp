#include "take/take_document.hpp"

#include <cmath>
#include <ctime>

#include "take/recording_process.hpp"
#include "take/take_json.hpp"

namespace sounddesk {
namespace {

constexpr int schema_version = 1;

const char *name_of(TakeMode mode) {
  switch (mode) {
    case TakeMode::multitrack: return "multitrack";
    case TakeMode::mixed: return "mixed";
    case TakeMode::both: return "both";
  }
  return "multitrack";
}

const char *name_of(TimecodeSource source) {
  switch (source) {
    case TimecodeSource::none: return "none";
    case TimecodeSource::time_of_day: return "timeOfDay";
    case TimecodeSource::ltc: return "ltc";
  }
  return "none";
}

const char *name_of(TakeTap tap) {
  switch (tap) {
    case TakeTap::raw: return "raw";
    case TakeTap::processed: return "processed";
    case TakeTap::both: return "both";
  }
  return "raw";
}

const char *kind_of(const TakeTrack &track) {
  if (track.is_mix) return "mix";
  if (track.is_played) return "played";
  return track.processed_of.empty() ? "channel" : "processed";
}

std::string optional_whole(const std::optional<std::uint64_t> &value) {
  return value.has_value() ? std::to_string(*value) : "null";
}

std::string device_json(const TakeTrack &track) {
  if (track.device_id.empty()) return "null";
  std::vector<std::string> channels;
  for (const int channel : track.device_channels) channels.push_back(std::to_string(channel));
  return JsonObject()
      .text("id", track.device_id)
      .text("name", track.device_name)
      .raw("channels", json_array(channels))
      .str();
}

std::string track_json(const TakeState &state, const TakeTrackState &track) {
  std::vector<std::string> gaps;
  for (const Gap &gap : track.gaps) gaps.push_back(gap_json(gap));
  return JsonObject()
      .text("id", track.track.id)
      .text("name", track.track.name)
      .text("kind", kind_of(track.track))
      .raw("of", track.track.processed_of.empty() ? "null" : json_string(track.track.processed_of))
      .whole("channels", static_cast<std::uint64_t>(track.track.channels))
      .text("file", track.file_name)
      .text("peaks", track.peaks_name)
      .raw("device", device_json(track.track))
      .raw("startFrame", optional_whole(state.start_frame))
      .whole("framesExpected", state.frames)
      .whole("framesWritten", track.frames_written)
      .raw("gaps", json_array(gaps))
      .whole("gapCount", track.gap_count)
      .whole("missingFrames", track.missing_frames)
      .whole("dryFrames", track.dry_frames)
      .whole("xruns", track.xruns)
      .whole("clippedSamples", track.clipped_samples)
      .number("driftPpm", track.drift_ppm)
      .whole("offsetFrames", 0)
      .str();
}

std::vector<std::string> pauses_of(const TakeSegments &segments) {
  std::vector<std::string> pauses;
  const auto &all = segments.all();
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::uint64_t from = all[i - 1].to;
    pauses.push_back(JsonObject().whole("atFrame", all[i].take_frame).whole("frames", all[i].from - from).str());
  }
  return pauses;
}

}  // namespace

std::string gap_json(const Gap &gap) {
  return JsonObject()
      .whole("atFrame", gap.at)
      .whole("spanFrames", gap.span)
      .whole("missingFrames", gap.frames)
      .text("reason", name_of(gap.reason))
      .str();
}

std::string take_document(const TakeState &state) {
  const RecordingProcess process = this_process();
  const TakeOptions &options = state.options;
  std::vector<std::string> markers;
  for (const TakeMarker &marker : state.markers) {
    markers.push_back(JsonObject().whole("atFrame", marker.at_frame).text("label", marker.label).str());
  }
  std::vector<std::string> tracks;
  for (const TakeTrackState &track : state.tracks) tracks.push_back(track_json(state, track));
  const std::string timecode = JsonObject()
                                   .text("source", name_of(options.timecode))
                                   .raw("timeReference", optional_whole(state.time_reference))
                                   .number("fps", state.timecode_fps)
                                   .str();
  const std::string ended = state.end_code.has_value() ? JsonObject()
                                                             .text("code", sounddesk::name_of(*state.end_code))
                                                             .text("message", state.end_message)
                                                             .str()
                                                       : "null";
  return JsonObject()
             .whole("schemaVersion", schema_version)
             .text("name", options.name)
             .text("status", state.is_finished ? "finished" : "recording")
             .text("mode", name_of(options.mode))
             .text("tap", name_of(options.tap))
             .text("container", options.container == TakeContainer::rf64 ? "rf64" : "flac")
             .text("encoding", options.encoding == TakeEncoding::pcm24 ? "pcm24" : "float32")
             .whole("sampleRate", static_cast<std::uint64_t>(state.rate_hz))
             .number("startedAtMs", state.started_at_ms)
             .raw("startFrame", optional_whole(state.start_frame))
             .whole("frames", state.frames)
             .raw("timecode", timecode)
             .raw("markers", json_array(markers))
             .raw("pauses", json_array(pauses_of(state.segments)))
             .whole("missedDeadlines", state.missed_deadlines)
             .raw("ended", ended)
             .raw("writer",
                  JsonObject()
                      .whole("pid", process.pid)
                      .whole("startedTicks", process.started_ticks)
                      .raw("bootId", process.boot_id.empty() ? "null" : json_string(process.boot_id))
                      .str())
             .raw("tracks", json_array(tracks))
             .str() +
         "\n";
}

std::string plain_name(const std::string &name) {
  std::string plain;
  for (const char letter : name) {
    const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    const bool is_plain = is_letter || (letter >= '0' && letter <= '9');
    if (is_plain) plain += letter;
    if (!is_plain && !plain.empty() && plain.back() != '-') plain += '-';
    if (plain.size() >= 40) break;
  }
  while (!plain.empty() && plain.back() == '-') plain.pop_back();
  return plain;
}

LocalTime local_time(double ms_since_1970) {
  const auto seconds = static_cast<std::time_t>(std::floor(ms_since_1970 / 1000.0));
  std::tm local{};
#if defined(_WIN32)
  localtime_s(&local, &seconds);
#else
  localtime_r(&seconds, &local);
#endif
  char date[16];
  char time[16];
  std::strftime(date, sizeof date, "%Y-%m-%d", &local);
  std::strftime(time, sizeof time, "%H:%M:%S", &local);
  const double fraction = ms_since_1970 / 1000.0 - static_cast<double>(seconds);
  return {date, time, local.tm_hour * 3600.0 + local.tm_min * 60.0 + local.tm_sec + fraction};
}

}  // namespace sounddesk
