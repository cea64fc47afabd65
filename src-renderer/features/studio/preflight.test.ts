import { describe, expect, it } from 'vitest';
import { captureLevelsSchema, captureStateSchema } from '../../../src-shared/contract/capture.ts';
import { captureSetUpSchema } from '../../../src-shared/domain/captureSetUp.ts';
import { createPreflight, isGrave } from './preflight.ts';
import { mapReductions } from '../../../src-shared/domain/stripEffects.ts';

const EVENTS = 300;

interface Channel {
  peakDb?: number;
  rmsDb?: (event: number) => number;
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
          ...{ id: 'mic', name: 'Microphone', direction: 'input', status: 'open', sampleRate: 48_000 },
          ...{ driftPpm: 0, missingFrames: 0, ...device },
        },
      ],
      latencyModes: [],
      realtimePriority: { granted: true, reason: null },
      ...{ startedAtMs: 0, elapsedSec: 1, latencyModeMs: null, isInterrupted: false },
    },
    ...{ take: null, lastTake: null, lastFailure: null },
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
    ...{ peakDb: [-90, -90], rmsDb: [-90, -90], momentaryLufs: null, shortTermLufs: null },
    ...{ integratedLufs: null, clipped: 0 },
  };
  for (let event = 0; event < EVENTS; event += 1) {
    preflight.add(
      captureLevelsSchema.parse({
        channels: Object.entries(channels).map(([id, { peakDb = -12, rmsDb, clipped }]) => ({
          id,
          levels: {
            ...{
              inputPeakDb: peakDb,
              inputRmsDb: rmsDb?.(event) ?? -30,
              outputPeakDb: -90,
              outputRmsDb: -90,
            },
            ...{ momentaryLufs: null, shortTermLufs: null, integratedLufs: null },
            ...{ inputClipped: clipped?.(event) ?? 0, outputClipped: 0, ...mapReductions(() => null) },
            ...{ automaticGainDb: null, speechProbability: null },
            ...{ latencyFrames: 0, isInsertDry: false },
          },
        })),
        ...{ monitor: bus, program: bus, latencyMs: null, latencyP50Ms: null, latencyP99Ms: null },
        ...{ framesProcessed: event, framesMissed: missed?.(event) ?? 0, dspLoad: load },
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
    return (isTalking ? -22 : -58) + gainDb;
  };
}

describe('the check before a recording', () => {
  it('finds nothing where two people speak in turn into microphones of their own', () => {
    const result = check({ host: { rmsDb: speech(0) }, guest: { rmsDb: speech(2) } });
    expect(result).toEqual({
      problems: [],
      peaks: [
        { channelId: 'host', peakDb: -12 },
        { channelId: 'guest', peakDb: -12 },
      ],
    });
  });

  it('tells a silent channel from a quiet one, and both from one that clips', () => {
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
    expect(check({ a: { rmsDb: () => -50 }, b: { rmsDb: () => -30 } }).problems).toEqual([]);
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
