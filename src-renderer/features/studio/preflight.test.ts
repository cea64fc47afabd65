import { describe, expect, it } from 'vitest';
import { captureLevelsSchema, captureStateSchema } from '../../../src-shared/contract/capture.ts';
import { captureSetUpSchema } from '../../../src-shared/domain/captureSetUp.ts';
import { createPreflight, isGrave } from './preflight.ts';
import { mapReductions } from '../../../src-shared/domain/stripEffects.ts';

const EVENTS = 300;

interface Channel {
  peakDb?: number;
  rmsDb?: (event: number) => number;
  hum?: (event: number) => object | null;
  clipped?: (event: number) => number;
  source?: string | null;
}

function stateOf(channels: Record<string, Channel>, device: object = {}) {
  return captureStateSchema.parse({
    setUp: captureSetUpSchema.parse({
      version: 1,
      channels: Object.entries(channels).map(([id, { source = 'mic' }]) => ({ id, name: id, source })),
    }),
    session: {
      sampleRate: 48_000,
      bufferFrames: 256,
      devices: [
        {
          id: 'mic',
          name: 'Microphone',
          direction: 'input',
          status: 'open',
          sampleRate: 48_000,
          driftPpm: 0,
          missingFrames: 0,
          ...device,
        },
      ],
      latencyModes: [],
      realtimePriority: { granted: true, reason: null },
      startedAtMs: 0,
      elapsedSec: 1,
      latencyModeMs: null,
      isInterrupted: false,
    },
    take: null,
    lastTake: null,
    lastFailure: null,
  });
}

interface Machine {
  load?: number;
  missed?: (event: number) => number;
  device?: object;
  secondsLeft?: number | null;
}

function check(channels: Record<string, Channel>, machine: Machine = {}) {
  const { load = 0.1, missed, device = {}, secondsLeft = 1e6 } = machine;
  const preflight = createPreflight(stateOf(channels));
  const bus = {
    peakDb: [-90, -90],
    rmsDb: [-90, -90],
    momentaryLufs: null,
    shortTermLufs: null,
    integratedLufs: null,
    clipped: 0,
  };
  for (let event = 0; event < EVENTS; event += 1) {
    preflight.add(
      captureLevelsSchema.parse({
        channels: Object.entries(channels).map(([id, { peakDb = -12, rmsDb = speech(0), clipped, hum }]) => ({
          id,
          levels: {
            inputPeakDb: peakDb,
            inputRmsDb: rmsDb(event),
            hum: hum?.(event) ?? null,
            outputPeakDb: -90,
            outputRmsDb: -90,
            momentaryLufs: null,
            shortTermLufs: null,
            integratedLufs: null,
            inputClipped: clipped?.(event) ?? 0,
            outputClipped: 0,
            ...mapReductions(() => null),
            automaticGainDb: null,
            speechProbability: null,
            latencyFrames: 0,
            isInsertDry: false,
          },
        })),
        monitor: bus,
        program: bus,
        latencyMs: null,
        latencyP50Ms: null,
        latencyP99Ms: null,
        framesProcessed: event,
        framesMissed: missed?.(event) ?? 0,
        dspLoad: load,
      }),
    );
  }
  return preflight.judge(stateOf(channels, device), secondsLeft);
}

/** Words and pauses, each its own length: no two seeds are alike. */
function speech(seed: number, gainDb = 0, lag = 0) {
  return (event: number) => {
    const at = (event - lag) / 30;
    const isTalking = Math.sin(at * (2 + seed * 0.7) + seed * 2) + Math.sin(at * (5.3 - seed) + seed) > 0.2;
    return (isTalking ? -22 : -64) + gainDb;
  };
}

describe('the check before a recording', () => {
  it('finds nothing where two people speak in turn into microphones of their own', () => {
    const result = check({ host: { rmsDb: speech(0) }, guest: { rmsDb: speech(2) } });
    expect(result).toEqual({
      problems: [],
      peaks: [
        { channelId: 'host', peakDb: -12, noiseDb: -64 },
        { channelId: 'guest', peakDb: -12, noiseDb: -64 },
      ],
      videos: [],
      secondsLeft: 1e6,
    });
  });

  it('distinguishes a silent channel from a quiet one, and both from one that clips', () => {
    const { problems } = check({
      off: { peakDb: -90 },
      far: { peakDb: -41 },
      hot: { peakDb: 0, clipped: (event) => 7 + (event > 150 ? 3 : 0) },
      fine: {},
    });
    expect(problems).toEqual([
      { kind: 'silent', channelId: 'off', peakDb: -90 },
      { kind: 'quiet', channelId: 'far', peakDb: -41 },
      { kind: 'clipping', channelId: 'hot', samples: 3 },
    ]);
    expect(problems.map(isGrave)).toEqual([true, false, true]);
  });

  it('does not hold against a channel what it clipped before', () => {
    expect(check({ voice: { clipped: () => 40 } }).problems).toEqual([]);
  });

  it.each([0, 3, 6])('hears a far side in the microphone, %i events later', (lag) => {
    const { problems } = check({ far: { rmsDb: speech(1) }, microphone: { rmsDb: speech(1, -14, lag) } });
    expect(problems).toEqual([{ kind: 'echo', channelId: 'microphone', sourceId: 'far' }]);
  });

  it('calls no hum an echo', () => {
    const { problems } = check({ a: { rmsDb: () => -50 }, b: { rmsDb: () => -30 } });
    expect(problems.filter(({ kind }) => kind === 'echo')).toEqual([]);
  });

  it.each([
    [-61, null],
    [-55, false],
    [-38, true],
  ])('hears a noise floor of %d dBFS between the words', (noiseDb, isItGrave) => {
    const { problems } = check({ voice: { rmsDb: (event) => Math.max(noiseDb, speech(0)(event)) } });
    expect(problems).toEqual(isItGrave === null ? [] : [{ kind: 'noisy', channelId: 'voice', noiseDb }]);
    expect(problems.map(isGrave)).toEqual(isItGrave === null ? [] : [isItGrave]);
  });

  it('says where there is little headroom', () => {
    const { problems } = check({ loud: { peakDb: -2 }, fine: { peakDb: -4 } });
    expect(problems).toEqual([{ kind: 'headroom', channelId: 'loud', peakDb: -2 }]);
    expect(problems.map(isGrave)).toEqual([false]);
  });

  /** Another reading each second. */
  const humOf =
    (prominenceDb: number, levelDb: number, mainsHz: (second: number) => number) => (event: number) => {
      const second = Math.floor(event / 30);
      return second === 0 ? null : { mainsHz: mainsHz(second), levelDb: levelDb - second / 10, prominenceDb };
    };

  it.each([
    ['steady and soft', humOf(25, -60, () => 50), 50, false],
    ['steady and loud', humOf(25, -40, () => 60), 60, true],
    ['not above its surroundings', humOf(6, -40, () => 50), null, false],
    ['a voice: now here, now there', humOf(25, -30, (second) => (second % 2 ? 50 : 60)), null, false],
    ['below what is heard', humOf(25, -75, () => 50), null, false],
  ])('hears a hum: %s', (_, hum, mainsHz, isItGrave) => {
    const { problems } = check({ voice: { hum } });
    expect(problems).toMatchObject(mainsHz === null ? [] : [{ kind: 'hum', mainsHz }]);
    expect(problems.map(isGrave)).toEqual(mainsHz === null ? [] : [isItGrave]);
  });

  const camera = (light: number | null, fps: number, wantedFps: number | null = 30) =>
    ({ kind: 'video', name: 'Camera', figures: { light, fps, wantedFps } }) as const;

  it.each([
    ['lit and smooth', camera(0.5, 29.7), []],
    ['without a rate of its own', camera(0.5, 8, null), []],
    ['dim', camera(0.15, 30), [['dark', false]]],
    [
      'dark and slow',
      camera(0.04, 12),
      [
        ['dark', true],
        ['slow', true],
      ],
    ],
    ['a little slow', camera(0.5, 22), [['slow', false]]],
    ['glaring', camera(0.95, 30), [['glaring', false]]],
    ['without a frame', camera(null, 0), [['noVideo', true]]],
    ['not open', { kind: 'video', name: 'Camera', figures: null } as const, [['noVideo', true]]],
    [
      'a screen that is chosen',
      { kind: 'screen', name: 'Screen', isSupported: true, isShared: true } as const,
      [],
    ],
    [
      'a screen that is not',
      { kind: 'screen', name: 'Screen', isSupported: true, isShared: false } as const,
      [['unshared', false]],
    ],
    [
      'a screen where there is none',
      { kind: 'screen', name: 'Screen', isSupported: false, isShared: false } as const,
      [['noScreen', true]],
    ],
  ])('looks at video: %s', (_, finding, expected) => {
    const state = stateOf({});
    const { problems } = createPreflight(state).judge(state, null, [finding]);
    expect(problems.map((problem) => [problem.kind, isGrave(problem)])).toEqual(expected);
  });

  it.each([
    [{ status: 'lost' }, { kind: 'lost', device: 'Microphone' }, true],
    [{ missingFrames: 480 }, { kind: 'missing', device: 'Microphone', frames: 480 }, true],
    [{ sampleRate: 44_100 }, { kind: 'rate', deviceRate: 44_100, isTelephone: false }, false],
    [{ sampleRate: 16_000 }, { kind: 'rate', deviceRate: 16_000, isTelephone: true }, true],
  ])('looks at the device: %o', (device, problem, isItGrave) => {
    const { problems } = check({ voice: {} }, { device });
    expect(problems).toMatchObject([problem]);
    expect(problems.map(isGrave)).toEqual([isItGrave]);
  });

  it('says what the machine cannot carry', () => {
    expect(check({ voice: {} }, { load: 0.93 }).problems).toEqual([
      { kind: 'overload', load: 0.93, missedBlocks: 0 },
    ]);
    const { problems } = check({ voice: {} }, { missed: (event) => 5 + Math.floor(event / 100) });
    expect(problems).toEqual([{ kind: 'overload', load: 0.1, missedBlocks: 2 }]);
    expect(problems.map(isGrave)).toEqual([true]);
  });

  it('says for how long the disk lasts, where that is short', () => {
    expect(check({ voice: {} }, { secondsLeft: 1700 }).problems).toEqual([
      { kind: 'disk', secondsLeft: 1700 },
    ]);
    expect(check({ voice: {} }, { secondsLeft: null }).problems).toEqual([]);
  });

  it('says that there is nothing to listen to', () => {
    expect(check({}).problems).toEqual([{ kind: 'noChannel' }]);
    const state = stateOf({ voice: {} });
    expect(createPreflight(state).judge({ ...state, session: null }, null).problems).toEqual([
      { kind: 'unheard' },
    ]);
    expect(check({ voice: { source: null } }).problems).toEqual([{ kind: 'noSource', channelId: 'voice' }]);
  });
});
