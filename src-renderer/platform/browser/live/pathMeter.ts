import type { WorkletReport } from '../../../media/chain/workletMessages.ts';
import { MODEL_RATE_HZ } from '../../../media/chain/rnnoise.ts';

/** What browsers report of a track beyond the DOM's types. */
interface TrackStats {
  /** Milliseconds from the microphone to the page: of the newest stretch, and the least since the last reset. */
  latency: number;
  minimumLatency: number;
  resetLatency(): void;
  deliveredFrames: number;
  totalFrames: number;
}

/** Of a context that reports its own underruns. */
interface PlaybackStats {
  /** Seconds of silence that were played in place of sound. */
  underrunDuration?: number;
}

/** How late the sound is, and how much of it was lost: from what the browser measures. */
export interface PathMeter {
  /** Receives every report of the worklet. */
  follow(report: WorkletReport): void;
  /** Milliseconds from the sound at the microphone to the same sound at the output; null before it is known. */
  latencyMs(): number | null;
  /** Seconds that were lost on the way, since the start. */
  lostSec(): number;
}

/** For a session of one track through one context. `track` is asked for again: it may be replaced. */
export function createPathMeter(context: AudioContext, track: () => MediaStreamTrack): PathMeter {
  let newest: WorkletReport | null = null;
  let settledTrack: MediaStreamTrack | null = null;
  return {
    follow(report) {
      newest = report;
      // What was measured before the capture's stamps had settled does not belong to what the queue has seen.
      if (settledTrack === track() || !Number.isFinite(report.input?.leastTransitMs)) return;
      settledTrack = track();
      statsOf(settledTrack)?.resetLatency();
    },
    latencyMs() {
      if (!newest) return null;
      const chainMs = (newest.delaySamples / MODEL_RATE_HZ) * 1000;
      const outsideMs = newest.input
        ? queuedPathMs(context, track(), newest.input)
        : connectedPathMs(context, track());
      return outsideMs === null ? null : chainMs + outsideMs;
    },
    lostSec: () =>
      (newest?.input?.missedSamples ?? 0) / MODEL_RATE_HZ + lostInputSec(track()) + lostOutputSec(context),
  };
}

/**
 * Followed sample by sample: the capture stamps its sound, the queue knows which sample it gave when, and the context
 * says when what is rendered at a time will be heard. The distance of the capture's clock from the page's is that of
 * the quickest arrival, less the time that the browser says the quickest took.
 */
function queuedPathMs(
  context: AudioContext,
  track: MediaStreamTrack,
  { takenAtSec, capturedAtMs, leastTransitMs }: NonNullable<WorkletReport['input']>,
): number | null {
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  // Zero before the output has begun.
  if (!contextTime || !performanceTime || !Number.isFinite(leastTransitMs)) return null;
  const heardAtMs = performance.timeOrigin + performanceTime + (takenAtSec - contextTime) * 1000;
  const wasAtMicrophoneMs = capturedAtMs + leastTransitMs - leastCaptureMs(track);
  const ms = heardAtMs - wasAtMicrophoneMs;
  // Nothing is heard before it was said; such a figure is of a clock that has not settled.
  return ms > 0 ? ms : null;
}

/** Where the browser connects the microphone on its own: what it reports of both ends. */
function connectedPathMs(context: AudioContext, track: MediaStreamTrack): number {
  const outputSec = (context.outputLatency || 0) + (context.baseLatency || 0);
  return (statsOf(track)?.latency ?? settledCaptureMs(track)) + outputSec * 1000;
}

function leastCaptureMs(track: MediaStreamTrack): number {
  return statsOf(track)?.minimumLatency || settledCaptureMs(track);
}

function settledCaptureMs(track: MediaStreamTrack): number {
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
  return playbackStats?.underrunDuration ?? 0;
}

function statsOf(track: MediaStreamTrack): TrackStats | undefined {
  return (track as MediaStreamTrack & { stats?: TrackStats }).stats;
}
