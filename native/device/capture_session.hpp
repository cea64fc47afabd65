// A running capture session: devices, the mixer between them, a recorder, and a thread that watches and reports.
//
// A device that is not there, or vanishes, keeps its channels: they are silent until it is back; it is looked for
// once a second, PortAudio's from once a second to once in ten. Devices of a PulseAudio server come back whatever else is open. PortAudio's (ALSA, JACK, Windows,
// macOS) are listed again only while none of them is open in this process, since PortAudio's re-scan closes all its
// streams; until then one that vanished is tried under the number that it had. A JACK server that was killed may
// leave its library waiting for ever: then its devices stay lost, and the session continues with the others; where there
// are none, it says that it has failed, for only another process can use PortAudio again.
//
// Threads: every function may be called by any one thread at a time; events come from the session's and the
// recorder's threads. Real-time safety: none.
#pragma once

#include <array>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "device/capture_device.hpp"
#include "device/capture_meter.hpp"
#include "device/capture_options.hpp"
#include "device/capture_relief.hpp"
#include "device/jack_latency.hpp"
#include "device/port_audio.hpp"
#include "device/voice_listener.hpp"
#include "engine/capture_engine.hpp"
#include "take/take_writer.hpp"

namespace sounddesk {

class CaptureSession {
 public:
  /** Throws BAD_OPTION. A device that is not there is no failure. */
  CaptureSession(const CaptureOptions &options, CaptureEvents events);
  ~CaptureSession();
  CaptureSession(const CaptureSession &) = delete;
  CaptureSession &operator=(const CaptureSession &) = delete;

  CaptureInformation information();
  /** Adds a channel, or replaces the one with this id. Throws BAD_OPTION beyond 32 channels. */
  void set_channel(const CaptureChannelOptions &channel);
  void remove_channel(const std::string &id);
  void set_mode(int mode_ms);
  /**
   * Puts a chain of plug-ins (null: none) at a channel's insert point. `channels`: of the chain, 1 or 2. The session
   * keeps it as long as it is in use. `sides`: ids of the channels that its side-chains hear; one that is not in the
   * session is silent. Throws BAD_OPTION where there is no such channel, or the chain does not fit it.
   */
  void set_insert(const std::string &id, std::shared_ptr<InsertProcessor> insert, std::size_t channels,
                  std::vector<std::string> sides = {});

  /** Whether the program's sound is wanted, for `CaptureEvents::on_program`. */
  void watch_program(bool is_wanted);
  /** Whether the channels' sound is wanted, for `CaptureEvents::on_voices`. */
  void watch_voices(bool is_wanted);

  void start_take(const TakeOptions &options);
  void pause_take();
  void resume_take();
  double add_marker(const std::string &label);
  void stop_take();
  /**
   * The sound of a track that the session does not hear, from a frame of the program on: interleaved, whole frames of it.
   * Nothing where no take has a track of this id.
   */
  void write_played(const std::string &id, std::uint64_t session_frame, const float *samples, std::size_t count);

  /** Idempotent; ends a take cleanly, and the devices are free when it returns. */
  void stop();

 private:
  struct Channel {
    CaptureChannelOptions options;
    std::shared_ptr<CaptureNode> node;
    std::array<std::size_t, 2> bank_channels{0, 0};
    std::shared_ptr<InsertProcessor> insert;
    std::vector<std::string> sides;
    /** None: nobody listens. */
    std::shared_ptr<VoiceListener> voice;
    /** Removed: the number of ticks that it fades before it goes; negative: it stays. */
    int ticks_left = -1;
  };

  /** As it was reported to the recorder, in its order. */
  struct RecorderTrack {
    std::string channel_id;
    std::size_t width;
    bool is_mix;
    bool is_raw;
    bool is_played;

    bool operator==(const RecorderTrack &) const = default;
  };

  void watch();
  void tick();
  void report_levels();
  void report_program();
  void report_voices();
  std::shared_ptr<VoiceListener> listen() const;
  void report_devices();
  /** Where the sound system is stuck and no device is left: said once. */
  void report_standstill();
  void look_after_devices();
  void rescan_port_audio();
  void leave_port_audio();
  void follow_jack();
  void follow_load();
  void relieve(const CaptureRelief &relief);
  bool is_direct() const;

  void add_channel(const CaptureChannelOptions &options);
  void let_go_of_inserts();
  /** An engine that is later than RNNoise: auto, strong, or studio where it has weights. */
  bool is_strong_wanted() const;
  bool is_studio_wanted() const;
  /** Makes the bank that has those engines, where a channel asks for it and nothing forbids it. */
  void prepare_strong_bank();
  /** Opens the devices that the channels name, and closes those that none names any more. */
  void connect_devices();
  void open_device(CaptureDevice &device);
  CaptureDeviceFormat format_of(const CaptureDevice &device) const;
  int least_channels_of(const CaptureDevice &device) const;
  /**
   * Opens what is to be opened in another way than it is. An input that is kept loses nothing of a take: its blocks may
   * then be shorter than the mode allows.
   */
  void reopen_devices(bool are_inputs_kept);
  void open_outputs();
  void forget_latency();
  bool has_inserts() const;
  /**
   * Whether all inputs are of one server, on its clock, the mode is short and nothing is to be waited for: see
   * `CapturePlan::is_direct`.
   */
  bool are_inputs_direct() const;
  bool are_inputs_of_one_server() const;
  /** What was opened for another way of working is opened again. */
  void follow_direct();
  CaptureDevice *input_of(const Channel &channel);
  void publish();
  std::unique_ptr<CapturePlan> make_plan();
  void wait_until_swapped();

  TakeSetup take_setup(double pre_roll_sec, const TakeOptions &options) const;
  static std::vector<RecorderTrack> tracks_of(const TakeSetup &setup, TakeTap tap);
  void arm_recorder(double pre_roll_sec, const TakeOptions &options);
  void disarm_recorder();
  /** One that has the tracks of such a take. */
  std::shared_ptr<TakeWriter> ready_recorder(const TakeOptions &options);

  LatencyChain chain() const;
  int block_frames() const;
  std::uint64_t frames_missed() const;
  /** How often it was or will be heard. */
  std::uint64_t misses() const;
  std::vector<CaptureDevice *> devices() const;

  const CaptureOptions options_;
  const CaptureEvents events_;
  int mode_ms_;
  /** Grows by overload; 1 at first. */
  int block_factor_ = 1;
  /** By overload, until the mode is chosen again: the DSP thread makes the frames, also under one server. */
  bool is_direct_given_up_ = false;

  std::shared_ptr<PortAudioUse> port_audio_;
  /** It did not answer when it was left: nothing may ask it any more, and lost devices stay lost. */
  bool is_port_audio_stuck_ = false;
  bool has_failed_ = false;
  /** PortAudio's re-scan: so long until the next, and after that. */
  int ticks_until_rescan_ = 0;
  int rescan_pause_ticks_ = 0;
  /** Shared with the devices' callbacks. */
  std::shared_ptr<CaptureEngine> engine_;
  /** Once made it stays until the mode is chosen again: leaving it makes the session's delay jump. */
  std::shared_ptr<DenoiseBank> strong_bank_;
  /** The machine could not keep up with it: RNNoise takes its place until it is asked for again. */
  bool is_strong_given_up_ = false;
  std::vector<Channel> channels_;
  /** Replaced, and perhaps still fading out in their nodes. */
  std::vector<std::pair<std::shared_ptr<CaptureNode>, std::shared_ptr<InsertProcessor>>> leaving_inserts_;
  std::map<std::string, std::unique_ptr<CaptureDevice>> inputs_;
  std::unique_ptr<CaptureDevice> monitor_;
  std::unique_ptr<CaptureDevice> program_;
  /** An input was opened behind them: the server would call them before it. */
  bool are_outputs_early_ = false;
  std::shared_ptr<JackLatency> jack_;
  std::shared_ptr<TakeWriter> recorder_;
  std::vector<RecorderTrack> recorder_tracks_;

  CaptureLatency latency_;
  /** What is measured before is of streams that are settling. */
  int latency_from_tick_ = 0;
  CaptureOverload overload_;
  bool is_program_watched_ = false;
  std::vector<float> program_block_;
  /** Not taken yet by who listens. */
  std::vector<float> waiting_program_;
  double waiting_program_sec_ = 0.0;
  std::int64_t waiting_program_frame_ = 0;
  bool are_voices_watched_ = false;
  std::vector<CaptureVoice> waiting_voices_;
  std::vector<CaptureDeviceState> reported_devices_;
  int ticks_ = 0;

  /** Before `mutex_`: one start, or the end, at a time. */
  std::mutex start_mutex_;
  std::mutex mutex_;
  std::thread watcher_;
  std::mutex stop_mutex_;
  std::condition_variable stop_signal_;
  bool is_stopping_ = false;
  bool is_stopped_ = false;
};

}  // namespace sounddesk
