/** What browsers tell of a track beyond the DOM's types. */
interface TrackStats {
  /** Milliseconds from the capture of the newest sound to its arrival here. */
  latency: number;
  deliveredFrames: number;
  totalFrames: number;
}

/** Of a context that tells of its own underruns. */
interface PlaybackStats {
  /** Seconds of silence that were played in place of sound. */
  underrunDuration?: number;
  fallbackFramesDuration?: number;
}

/** How late the sound is, and how much of it was lost: from what the browser measures. */
export interface PathMeter {
  /** Milliseconds from the sound at the microphone to the same sound at the output. */
  latencyMs(delaySamplesInChain: number): number;
  /** Seconds that were lost before the chain or after it, since the start. */
  lostSec(): number;
}

/** For a session of one track through one context. `track` is asked for anew: it may be replaced. */
export function createPathMeter(context: AudioContext, track: () => MediaStreamTrack): PathMeter {
  return {
    latencyMs(delaySamples) {
      const outputSec = Math.max(context.outputLatency || 0, context.baseLatency || 0);
      return captureLatencyMs(track()) + (delaySamples / context.sampleRate + outputSec) * 1000;
    },
    lostSec: () => lostInputSec(track()) + lostOutputSec(context),
  };
}

function captureLatencyMs(track: MediaStreamTrack): number {
  const measured = statsOf(track)?.latency;
  if (measured !== undefined && measured > 0) return measured;
  const { latency = 0 } = track.getSettings() as MediaTrackSettings & { latency?: number };
  return latency * 1000;
}

function lostInputSec(track: MediaStreamTrack): number {
  const stats = statsOf(track);
  const rate = track.getSettings().sampleRate;
  return stats && rate ? Math.max(0, stats.totalFrames - stats.deliveredFrames) / rate : 0;
}

function lostOutputSec(context: AudioContext): number {
  const { playbackStats } = context as AudioContext & { playbackStats?: PlaybackStats };
  return playbackStats?.underrunDuration ?? playbackStats?.fallbackFramesDuration ?? 0;
}

function statsOf(track: MediaStreamTrack): TrackStats | undefined {
  return (track as MediaStreamTrack & { stats?: TrackStats }).stats;
}
