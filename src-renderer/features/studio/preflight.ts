import type { CaptureLevels, CaptureState } from '../../../src-shared/contract/capture.ts';
import type { HumReading } from '../../media/meters/humMeter.ts';
import type { CameraFigures } from '../../media/video/cameraCheck.ts';

/** How long it listens. */
export const PREFLIGHT_SEC = 10;

/** A channel whose loudest sample stays under it: nothing comes in. */
const SILENT_DB = -60;
/** Speech that peaks under it is raised later together with the noise of the microphone. */
const QUIET_DB = -30;
/** A headset in its telephone mode, which Bluetooth falls into while its microphone is used. */
const TELEPHONE_RATE_HZ = 16_000;
const BUSY_LOAD = 0.8;
const SOON_FULL_SEC = 30 * 60;
const NEARLY_FULL_SEC = 5 * 60;

/**
 * Of what is heard while nobody speaks: the quietest tenth of the moments (minimum statistics, R. Martin, "Noise Power
 * Spectral Density Estimation Based on Optimal Smoothing and Minimum Statistics", IEEE Trans. Speech Audio Proc. 9, 2001).
 * ACX takes audiobooks up to -60 dBFS; from -40 dBFS on a cleaned voice suffers.
 */
const NOISE_SHARE = 0.1;
const NOISY_DB = -60;
const VERY_NOISY_DB = -40;
/** ACX leaves peaks 3 dB: who laughs is louder than in a test. */
const LITTLE_HEADROOM_DB = 3;
/** So far above its surroundings in every second, and loud enough to be heard: no voice holds a tone for ten seconds. */
const HUM_PROMINENCE_DB = 10;
const HUM_DB = -70;
const LOUD_HUM_DB = -45;
const FEWEST_HUM_SECONDS = 2;

/** Mean luma of a frame: under it a face is in the dark, over it the sky or a lamp is in it. */
const DIM = 0.2;
const DARK = 0.08;
const GLARING = 0.9;
/** Of the rate that the camera is set to: in the dark it takes fewer frames, each longer. */
const SLOW_SHARE = 0.85;
const VERY_SLOW_SHARE = 0.5;

/** Envelopes of two channels: so alike, and moving so much, they are one sound. */
const SAME_CORRELATION = 0.85;
const MOVING_DB = 5;
/** Sound over the air and through devices comes up to that many events later: 0.2 s. */
const LONGEST_LAG = 6;
/** Under it an envelope is the room's. */
const FLOOR_DB = -60;
/** Of the weaker channel, below the stronger: less is two microphones for one person, which is as wanted. */
const BLEED_DB = 3;

export type PreflightProblem =
  | { kind: 'silent' | 'quiet'; channelId: string; peakDb: number }
  | { kind: 'clipping'; channelId: string; samples: number }
  | { kind: 'echo'; channelId: string; sourceId: string }
  | { kind: 'noSource'; channelId: string }
  | { kind: 'lost'; device: string }
  | { kind: 'missing'; device: string; frames: number }
  | { kind: 'rate'; device: string; deviceRate: number; sessionRate: number; isTelephone: boolean }
  | { kind: 'overload'; load: number; missedBlocks: number }
  | { kind: 'disk'; secondsLeft: number }
  | { kind: 'headroom'; channelId: string; peakDb: number }
  | { kind: 'noisy'; channelId: string; noiseDb: number }
  | { kind: 'hum'; channelId: string; mainsHz: number; levelDb: number }
  | { kind: 'noVideo' | 'unshared' | 'noScreen'; name: string }
  | { kind: 'dark' | 'glaring'; name: string; light: number }
  | { kind: 'slow'; name: string; fps: number; wantedFps: number }
  | { kind: 'noChannel' | 'unheard' };

export interface ChannelFigures {
  channelId: string;
  peakDb: number;
  /** Of the quietest tenth of the moments. */
  noiseDb: number;
}

/** A camera or screen, as it was seen. */
export type VideoFinding =
  | { kind: 'video'; name: string; figures: CameraFigures | null }
  /** `isSupported`: this browser can share one; `isShared`: it is chosen already. */
  | { kind: 'screen'; name: string; isSupported: boolean; isShared: boolean };

export interface PreflightResult {
  problems: PreflightProblem[];
  /** The channels that were heard, dBFS. */
  peaks: ChannelFigures[];
  /** Cameras and screens as they were seen. */
  videos: readonly VideoFinding[];
  /** On the disk; null where it is not known. */
  secondsLeft: number | null;
}

/** Gathers what the engine measures while it runs. */
export interface Preflight {
  add(levels: CaptureLevels): void;
  /** `state` at the end; `secondsLeft` on the disk, null where unknown; cameras and screens as observed. */
  judge(state: CaptureState, secondsLeft: number | null, videos?: readonly VideoFinding[]): PreflightResult;
}

interface Heard {
  peakDb: number;
  clippedAtFirst: number;
  clipped: number;
  rmsDb: number[];
  /** Of each second, once. */
  hums: HumReading[];
}

/** `state` is the one at its beginning. */
export function createPreflight(begun: CaptureState): Preflight {
  const heard = new Map<string, Heard>();
  let highestLoad = 0;
  let missed: { atFirst: number; now: number } | null = null;
  return {
    add({ channels, framesMissed, dspLoad }) {
      highestLoad = Math.max(highestLoad, dspLoad);
      missed = { atFirst: missed?.atFirst ?? framesMissed, now: framesMissed };
      for (const { id, levels } of channels) heard.set(id, hearMore(heard.get(id), levels));
    },
    judge(state, secondsLeft, videos = []) {
      const enabled = state.setUp.channels.filter(({ isEnabled }) => isEnabled);
      const rest = { videos, secondsLeft };
      if (enabled.length + videos.length === 0)
        return { problems: [{ kind: 'noChannel' }], peaks: [], ...rest };
      const problems: PreflightProblem[] = [];
      const peaks: PreflightResult['peaks'] = [];
      const isUnheard = enabled.length > 0 && (!state.session || heard.size === 0);
      if (isUnheard) problems.push({ kind: 'unheard' });
      for (const { id, source } of isUnheard ? [] : enabled) {
        const channel = heard.get(id);
        if (source === null) problems.push({ kind: 'noSource', channelId: id });
        if (source === null || !channel) continue;
        peaks.push({ channelId: id, peakDb: channel.peakDb, noiseDb: noiseOf(channel.rmsDb) });
        problems.push(...soundProblemsOf(id, channel));
      }
      if (!isUnheard) {
        problems.push(...echoesOf(enabled.map(({ id }) => ({ id, rmsDb: envelopeOf(heard.get(id)) }))));
        problems.push(...troublesOf(begun, state));
      }
      const missedBlocks = missed ? missed.now - missed.atFirst : 0;
      if (missedBlocks > 0 || highestLoad > BUSY_LOAD)
        problems.push({ kind: 'overload', load: highestLoad, missedBlocks });
      problems.push(...videos.flatMap(videoProblemsOf));
      if (secondsLeft !== null && secondsLeft < SOON_FULL_SEC) problems.push({ kind: 'disk', secondsLeft });
      return { problems, peaks, ...rest };
    },
  };
}

type StripLevels = CaptureLevels['channels'][number]['levels'];

function hearMore(before: Heard | undefined, levels: StripLevels): Heard {
  const { inputPeakDb, inputClipped, inputRmsDb, hum } = levels;
  const channel = before ?? {
    peakDb: -Infinity,
    clippedAtFirst: inputClipped,
    clipped: inputClipped,
    rmsDb: [],
    hums: [],
  };
  channel.peakDb = Math.max(channel.peakDb, inputPeakDb);
  channel.clipped = inputClipped;
  channel.rmsDb.push(inputRmsDb);
  const last = channel.hums.at(-1);
  // The same reading is reported until the next second has passed.
  if (hum && (last?.levelDb !== hum.levelDb || last.prominenceDb !== hum.prominenceDb))
    channel.hums.push(hum);
  return channel;
}

const envelopeOf = (channel: Heard | undefined): number[] =>
  (channel?.rmsDb ?? []).map((rmsDb) => Math.max(FLOOR_DB, rmsDb));

/** The level that a tenth of the moments stay under. */
function noiseOf(rmsDb: readonly number[]): number {
  const sorted = rmsDb.toSorted((a, b) => a - b);
  return sorted[Math.floor(NOISE_SHARE * (sorted.length - 1))] ?? -Infinity;
}

/** Of one channel: its level, its noise and its hum. */
function soundProblemsOf(channelId: string, channel: Heard): PreflightProblem[] {
  const { peakDb, clipped, clippedAtFirst, rmsDb, hums } = channel;
  if (clipped === clippedAtFirst && peakDb < SILENT_DB) return [{ kind: 'silent', channelId, peakDb }];
  const problems: PreflightProblem[] = [];
  if (clipped > clippedAtFirst)
    problems.push({ kind: 'clipping', channelId, samples: clipped - clippedAtFirst });
  else if (peakDb < QUIET_DB) problems.push({ kind: 'quiet', channelId, peakDb });
  else if (peakDb > -LITTLE_HEADROOM_DB) problems.push({ kind: 'headroom', channelId, peakDb });
  const noiseDb = noiseOf(rmsDb);
  if (noiseDb > NOISY_DB) problems.push({ kind: 'noisy', channelId, noiseDb });
  const hum = steadyHumOf(hums);
  if (hum) problems.push({ kind: 'hum', channelId, ...hum });
  return problems;
}

/** A hum that was there in every second, as loud as in the quietest of them; null where there is none. */
function steadyHumOf(hums: readonly HumReading[]): { mainsHz: number; levelDb: number } | null {
  if (hums.length < FEWEST_HUM_SECONDS) return null;
  const levelDb = Math.min(...hums.map((hum) => hum.levelDb));
  const mainsHz = hums[0]?.mainsHz ?? 0;
  const isSteady = hums.every((hum) => hum.mainsHz === mainsHz && hum.prominenceDb >= HUM_PROMINENCE_DB);
  return isSteady && levelDb > HUM_DB ? { mainsHz, levelDb } : null;
}

function videoProblemsOf(finding: VideoFinding): PreflightProblem[] {
  const { name } = finding;
  if (finding.kind === 'screen') {
    if (!finding.isSupported) return [{ kind: 'noScreen', name }];
    return finding.isShared ? [] : [{ kind: 'unshared', name }];
  }
  const { figures } = finding;
  if (!figures || figures.light === null) return [{ kind: 'noVideo', name }];
  const { light, fps, wantedFps } = figures;
  const problems: PreflightProblem[] = [];
  if (light < DIM) problems.push({ kind: 'dark', name, light });
  else if (light > GLARING) problems.push({ kind: 'glaring', name, light });
  if (wantedFps !== null && fps < SLOW_SHARE * wantedFps)
    problems.push({ kind: 'slow', name, fps, wantedFps });
  return problems;
}

/** What spoils a recording for certain; the rest is worth a look. */
export function isGrave(problem: PreflightProblem): boolean {
  switch (problem.kind) {
    case 'rate':
      return problem.isTelephone;
    case 'overload':
      return problem.missedBlocks > 0;
    case 'disk':
      return problem.secondsLeft < NEARLY_FULL_SEC;
    case 'noisy':
      return problem.noiseDb > VERY_NOISY_DB;
    case 'hum':
      return problem.levelDb > LOUD_HUM_DB;
    case 'dark':
      return problem.light < DARK;
    case 'slow':
      return problem.fps < VERY_SLOW_SHARE * problem.wantedFps;
    case 'quiet':
    case 'echo':
    case 'headroom':
    case 'glaring':
    case 'unshared':
      return false;
    case 'silent':
    case 'clipping':
    case 'noSource':
    case 'lost':
    case 'missing':
    case 'noVideo':
    case 'noScreen':
    case 'noChannel':
    case 'unheard':
      return true;
  }
}

function troublesOf(begun: CaptureState, { setUp, session }: CaptureState): PreflightProblem[] {
  return (session?.devices ?? [])
    .filter(({ direction }) => direction === 'input')
    .flatMap(({ id, name, status, sampleRate, missingFrames }): PreflightProblem[] => {
      if (status !== 'open') return [{ kind: 'lost', device: name }];
      const before = begun.session?.devices.find((device) => device.id === id)?.missingFrames ?? 0;
      const isOtherRate = sampleRate > 0 && sampleRate !== setUp.sampleRate;
      return [
        ...(missingFrames > before
          ? [{ kind: 'missing' as const, device: name, frames: missingFrames - before }]
          : []),
        ...(isOtherRate
          ? [
              {
                kind: 'rate' as const,
                device: name,
                deviceRate: sampleRate,
                sessionRate: setUp.sampleRate,
                isTelephone: sampleRate <= TELEPHONE_RATE_HZ,
              },
            ]
          : []),
      ];
    });
}

/** Channels whose loudness follows another's, and comes after it or is the weaker one. */
function echoesOf(channels: readonly { id: string; rmsDb: readonly number[] }[]): PreflightProblem[] {
  return channels.flatMap((channel) => {
    const source = channels.find(
      (other) =>
        other.id !== channel.id &&
        mean(other.rmsDb) >= mean(channel.rmsDb) + BLEED_DB &&
        spreadOf(other.rmsDb) > MOVING_DB &&
        likeness(other.rmsDb, channel.rmsDb) > SAME_CORRELATION,
    );
    return source ? [{ kind: 'echo' as const, channelId: channel.id, sourceId: source.id }] : [];
  });
}

/** The largest correlation of two envelopes, of which the second comes up to `LONGEST_LAG` events later. */
function likeness(first: readonly number[], second: readonly number[]): number {
  return Math.max(
    ...Array.from({ length: LONGEST_LAG + 1 }, (_, lag) =>
      correlationOf(first.slice(0, Math.max(0, first.length - lag)), second.slice(lag)),
    ),
  );
}

/** Pearson's; 0 where one of them does not move. */
function correlationOf(first: readonly number[], second: readonly number[]): number {
  const count = Math.min(first.length, second.length);
  const [a, b] = [first.slice(0, count), second.slice(0, count)];
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = a.reduce((sum, value, index) => sum + (value - meanA) * ((b[index] ?? 0) - meanB), 0);
  const scale = spreadOf(a) * spreadOf(b) * count;
  return scale > 0 ? product / scale : 0;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard deviation. */
function spreadOf(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
