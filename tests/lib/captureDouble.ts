/**
 * Stands where the native addon is, for what no real device can be made to do on demand: refusing, dying,
 * getting lost at a known moment. Loaded by the real engine process. What it does is said by device ids and names;
 * every call is written into the file that the monitor's id names.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Addon } from '../../src-main/services/engine/process/addon.ts';
import type {
  CaptureAddon,
  CaptureEvent,
  CaptureSession,
} from '../../src-main/services/engine/process/captureAddon.ts';
import type { CaptureDeviceState, CaptureLevels } from '../../src-shared/contract/capture.ts';
import type {
  CaptureChannel,
  CaptureOptions,
  TakeOptions,
} from '../../src-main/services/engine/captureContract.ts';
import { mapReductions } from '../../src-shared/domain/stripEffects.ts';

const unused = () => {
  throw new Error('not part of this test');
};

const double = {
  build: {
    version: 'double',
    rnnoise: { source: 'system', path: 'none' },
    gtcrn: { path: 'none' },
    portAudio: 'none',
    sndfile: 'none',
    soxr: 'none',
    echoRefusal: null,
  },
  listDevices: () => [],
  startLive: unused,
  startClean: unused,
  createDenoiser: unused,
  startCapture: (options, onEvent) => new DoubleSession(options, onEvent),
} satisfies Partial<Record<keyof Addon, unknown>> & CaptureAddon;

export const { build, listDevices, startLive, startClean, createDenoiser, startCapture } = double;

class DoubleSession implements CaptureSession {
  readonly info: CaptureSession['info'];
  readonly #options: CaptureOptions;
  readonly #onEvent: (event: CaptureEvent) => void;
  readonly #levels: NodeJS.Timeout;
  #take: { options: TakeOptions; recordedSec: number; isPaused: boolean; timer: NodeJS.Timeout } | null =
    null;

  constructor(options: CaptureOptions, onEvent: (event: CaptureEvent) => void) {
    this.#options = options;
    this.#onEvent = onEvent;
    this.#record('start', options.channels.map(({ id }) => id).join());
    options.channels.forEach(refuse);
    if (options.sampleRate === 96000) throw failure('DEVICE_UNAVAILABLE', 'No device runs at 96000 Hz.');
    this.info = {
      sampleRate: options.sampleRate,
      bufferFrames: options.bufferFrames,
      devices: this.#devices('open'),
      latencyModes: [{ modeMs: 50, expectedMs: 30, isAchievable: true, reason: 'RNNoise' }],
      realtimePriority: { granted: false, reason: 'not asked for' },
    };
    this.#levels = setInterval(() => onEvent({ type: 'levels', levels: levelsOf(options) }), 33);
    if (this.#uses('flaky')) {
      setTimeout(() => onEvent({ type: 'devices', devices: this.#devices('lost') }), 100);
      setTimeout(() => onEvent({ type: 'devices', devices: this.#devices('open') }), 200);
    }
    if (this.#uses('overload')) {
      const message = 'The chain was made longer.';
      setTimeout(() => onEvent({ type: 'overloaded', fromMs: 10, toMs: 50, message }), 100);
    }
    if (this.#uses('pulled')) {
      const message = 'All devices were lost.';
      setTimeout(() => onEvent({ type: 'failed', code: 'DEVICE_UNAVAILABLE', message }), 200);
    }
  }

  setChannel(channel: CaptureChannel): void {
    this.#record('setChannel', JSON.stringify(channel));
    refuse(channel);
  }

  removeChannel(id: string): void {
    this.#record('removeChannel', id);
    if (id === 'stuck') throw failure('BAD_OPTION', 'This channel cannot be removed.');
  }

  attachInsert(channelId: string, insertId: number | null, sides: readonly (string | null)[]): void {
    this.#record('attachInsert', `${channelId} ${insertId} ${sides.filter(Boolean).join(',')}`.trimEnd());
  }

  watchProgram(): void {}

  watchVoices(): void {}

  setLatencyMode(modeMs: number | null): void {
    this.#record('setLatencyMode', String(modeMs));
    if (modeMs === 5) throw failure('BAD_OPTION', 'Under 5 ms is not achievable on this device.');
  }

  startTake(options: TakeOptions, _: () => void, onEnd: (error: Error | null) => void): void {
    this.#record('startTake', options.name);
    if (options.name === 'unwritable') {
      return onEnd(failure('FILE_UNWRITABLE', 'The folder cannot be written to.'));
    }
    this.#start(options);
    onEnd(null);
  }

  #start(options: TakeOptions): void {
    writeFileSync(join(options.folder, 'take.json'), '{}');
    const timer = setInterval(() => this.#progress(), 20);
    this.#take = { options, recordedSec: 0, isPaused: false, timer };
    const { sampleRate } = this.#options;
    // A device that gives nothing.
    if (options.name !== 'silent')
      this.#onEvent({ type: 'takeStarted', startedAtMs: Date.now(), sampleRate });
    if (options.name === 'full') setTimeout(() => this.#endTake('DISK_FULL', 'The disk is full.'), 80);
    const low = 'Ten minutes are left.';
    if (options.name === 'low') this.#onEvent({ type: 'takeWarning', code: 'DISK_LOW', message: low });
  }

  writePlayed(): void {}

  pauseTake(): void {
    this.#record('pauseTake');
    if (this.#take) this.#setPaused(this.#take, true);
  }

  resumeTake(): void {
    this.#record('resumeTake');
    if (this.#take) this.#setPaused(this.#take, false);
  }

  #setPaused(take: { recordedSec: number; isPaused: boolean }, isPaused: boolean): void {
    take.isPaused = isPaused;
    this.#onEvent({ type: isPaused ? 'takePaused' : 'takeResumed', sinceStartSec: take.recordedSec });
  }

  addMarker(label: string): number {
    this.#record('addMarker', label);
    return this.#take?.recordedSec ?? 0;
  }

  stopTake(): void {
    this.#record('stopTake');
    setTimeout(() => this.#endTake(null, null), 30);
  }

  stop(): void {
    this.#record('stop');
    clearInterval(this.#levels);
  }

  #uses(deviceId: string): boolean {
    return this.#options.channels.some((channel) => channel.deviceId === deviceId);
  }

  #record(call: string, detail = ''): void {
    const path = this.#options.monitorDeviceId;
    if (path !== null) appendFileSync(path, `${call} ${detail}`.trimEnd() + '\n');
  }

  #devices(ofFlaky: CaptureDeviceState['status']): CaptureDeviceState[] {
    const ids = this.#options.channels.flatMap(({ deviceId }) => deviceId ?? []);
    return [...new Set(ids)].map((id) => ({
      id,
      name: id,
      direction: 'input',
      status: id === 'flaky' ? ofFlaky : id === 'absent' ? 'missing' : 'open',
      sampleRate: this.#options.sampleRate,
      driftPpm: null,
      missingFrames: 0,
    }));
  }

  #progress(): void {
    const take = this.#take;
    if (!take) return;
    if (!take.isPaused) take.recordedSec += 0.02;
    const { recordedSec, isPaused } = take;
    const rest = { bytesWritten: 0, secondsLeft: 600, gaps: 0, missingFrames: 0, clockDriftMs: 0 };
    this.#onEvent({ type: 'takeProgress', progress: { recordedSec, isPaused, ...rest } });
  }

  #endTake(code: 'DISK_FULL' | null, message: string | null): void {
    clearInterval(this.#take?.timer);
    this.#take = null;
    this.#onEvent({ type: 'takeEnded', code, message });
  }
}

/** What this channel's device and name ask for. */
function refuse({ deviceId, name }: CaptureChannel): void {
  if (deviceId === 'refused') throw failure('BAD_OPTION', 'This device has no such channel.');
  if (deviceId === 'busy') throw failure('DEVICE_UNAVAILABLE', 'It is in use by another program.');
  if (deviceId === 'wordless') throw new Error('');
  if (name === 'deadly') process.kill(process.pid, 'SIGKILL');
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function levelsOf({ channels }: CaptureOptions): CaptureLevels {
  const lufs = { momentaryLufs: null, shortTermLufs: null, integratedLufs: null };
  const strip = {
    inputPeakDb: -10,
    inputRmsDb: -20,
    hum: null,
    outputPeakDb: -12,
    outputRmsDb: -22,
    ...lufs,
    inputClipped: 0,
    outputClipped: 0,
    ...mapReductions(() => null),
    automaticGainDb: null,
    speechProbability: 0.5,
    latencyFrames: 0,
    isInsertDry: false,
  };
  const pair = (level: number): [number, number] => [level, level];
  const bus = { peakDb: pair(-12), rmsDb: pair(-22), ...lufs, clipped: 0 };
  return {
    channels: channels.map(({ id }) => ({ id, levels: strip })),
    monitor: bus,
    program: bus,
    latencyMs: 30,
    latencyP50Ms: 30,
    latencyP99Ms: 31,
    framesProcessed: 1,
    framesMissed: 0,
    dspLoad: 0.1,
  };
}
