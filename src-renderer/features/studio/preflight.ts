import type { CaptureLevels, CaptureState } from '../../../src-shared/contract/capture.ts';

/** So long it listens. */
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
  | { kind: 'noChannel' | 'unheard' };

export interface PreflightResult {
  problems: PreflightProblem[];
  /** Peaks of the channels that were heard, dBFS. */
  peaks: { channelId: string; peakDb: number }[];
}

/** Gathers what the engine measures while it runs. */
export interface Preflight {
  add(levels: CaptureLevels): void;
  /** `state` as it is at the end; `secondsLeft` on the disk, null where it is not known. */
  judge(state: CaptureState, secondsLeft: number | null): PreflightResult;
}

/** `state` is the one at its beginning. */
export function createPreflight(begun: CaptureState): Preflight {
  const heard = new Map<
    string,
    { peakDb: number; clippedAtFirst: number; clipped: number; rmsDb: number[] }
  >();
  let highestLoad = 0;
  let missed: { atFirst: number; now: number } | null = null;
  return {
    add({ channels, framesMissed, dspLoad }) {
      highestLoad = Math.max(highestLoad, dspLoad);
      missed = { atFirst: missed?.atFirst ?? framesMissed, now: framesMissed };
      for (const { id, levels } of channels) {
        const { inputPeakDb, inputClipped, inputRmsDb } = levels;
        const channel = heard.get(id) ?? {
          peakDb: -Infinity,
          clippedAtFirst: inputClipped,
          clipped: inputClipped,
          rmsDb: [],
        };
        channel.peakDb = Math.max(channel.peakDb, inputPeakDb);
        channel.clipped = inputClipped;
        channel.rmsDb.push(Math.max(FLOOR_DB, inputRmsDb));
        heard.set(id, channel);
      }
    },
    judge(state, secondsLeft) {
      const enabled = state.setUp.channels.filter(({ isEnabled }) => isEnabled);
      if (enabled.length === 0) return { problems: [{ kind: 'noChannel' }], peaks: [] };
      if (!state.session || heard.size === 0) return { problems: [{ kind: 'unheard' }], peaks: [] };
      const problems: PreflightProblem[] = [];
      const peaks: PreflightResult['peaks'] = [];
      for (const { id, source } of enabled) {
        const channel = heard.get(id);
        if (source === null) problems.push({ kind: 'noSource', channelId: id });
        if (source === null || !channel) continue;
        const { peakDb, clipped, clippedAtFirst } = channel;
        peaks.push({ channelId: id, peakDb });
        if (clipped > clippedAtFirst)
          problems.push({ kind: 'clipping', channelId: id, samples: clipped - clippedAtFirst });
        else if (peakDb < SILENT_DB) problems.push({ kind: 'silent', channelId: id, peakDb });
        else if (peakDb < QUIET_DB) problems.push({ kind: 'quiet', channelId: id, peakDb });
      }
      problems.push(...echoesOf(enabled.map(({ id }) => ({ id, rmsDb: heard.get(id)?.rmsDb ?? [] }))));
      problems.push(...troublesOf(begun, state));
      const missedBlocks = missed ? missed.now - missed.atFirst : 0;
      if (missedBlocks > 0 || highestLoad > BUSY_LOAD)
        problems.push({ kind: 'overload', load: highestLoad, missedBlocks });
      if (secondsLeft !== null && secondsLeft < SOON_FULL_SEC) problems.push({ kind: 'disk', secondsLeft });
      return { problems, peaks };
    },
  };
}

/** What spoils a recording for certain; the rest is worth a look. */
export function isGrave(problem: PreflightProblem): boolean {
  if (problem.kind === 'rate') return problem.isTelephone;
  if (problem.kind === 'overload') return problem.missedBlocks > 0;
  if (problem.kind === 'disk') return problem.secondsLeft < NEARLY_FULL_SEC;
  return problem.kind !== 'quiet' && problem.kind !== 'echo';
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
