import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AudioDevice } from '../../../src-shared/domain/audio.ts';
import { EMPTY_SET_UP } from '../../../src-shared/domain/captureSetUp.ts';
import type { EndedTake, RecordingState } from '../../../src-shared/contract/recording.ts';
import type { MatroskaFrame } from '../../../src-shared/domain/matroska/writer.ts';
import { encodeFrames } from '../../../tests/lib/encodedFrames.ts';
import { toFrameUpload } from '../../../tests/lib/frameUpload.ts';
import { createRecordingLog } from '../../../tests/lib/recordingLog.ts';
import { temporaryDir } from '../../../tests/lib/temporaryDir.ts';
import type { TakeListener } from '../engine/captureListener.ts';
import { createRecordingService } from './index.ts';

const FPS = 20;
const RATE = 48_000;
const context = { signal: new AbortController().signal };
const TRACK = {
  sourceId: 'screen',
  kind: 'screen',
  codec: 'vp8',
  codecPrivate: null,
  bubble: null,
  name: 'Screen',
  source: 'screen:0',
  width: 320,
  height: 180,
  fps: FPS,
} as const;
const MICROPHONE: AudioDevice = {
  id: 'mic',
  name: 'Microphone',
  type: 'input',
  isDefault: true,
  hostApi: 'test',
  channels: 1,
  defaultSampleRate: RATE,
  sampleRates: [],
};
let frames: MatroskaFrame[];

beforeAll(() => {
  frames = encodeFrames({ seconds: 2, fps: FPS });
}, 60_000);

const PROGRESS = {
  recordedSec: 0,
  isPaused: false,
  bytesWritten: 0,
  secondsLeft: null,
  gaps: 0,
  missingFrames: 0,
  clockDriftMs: 0,
};
const saidTake = (folder: string, name: string) => ({
  folder,
  name,
  startedAtMs: 0,
  markers: [],
  channelIds: [],
  progress: PROGRESS,
});

/** An engine that says what the test makes it say, and writes no file: whatever is learned, is learned of its events. */
class SaidEngine {
  state: { take: ReturnType<typeof saidTake> | null } = { take: null };
  calls: string[] = [];
  #listener: TakeListener | null = null;

  set takeListener(listener: TakeListener) {
    this.#listener = listener;
  }

  get say(): TakeListener {
    if (!this.#listener) throw new Error('nobody listens');
    return this.#listener;
  }

  startTake({ folder, name }: { folder: string; name: string }): Promise<void> {
    this.state = { take: saidTake(folder, name) };
    return this.#did('start');
  }

  pauseTake(): Promise<void> {
    return this.#did('pause');
  }

  resumeTake(): Promise<void> {
    return this.#did('resume');
  }

  async addMarker(label: string): Promise<{ label: string; atSec: number }> {
    await this.#did('mark');
    return { label, atSec: 1 };
  }

  stopTake(): Promise<void> {
    this.end({});
    return this.#did('stop');
  }

  begin(startedAtMs: number): void {
    this.say.onTakeMoved({ type: 'takeStarted', startedAtMs, sampleRate: RATE });
  }

  end(how: { code?: 'ENGINE_STOPPED'; continuedIn?: string }): void {
    const { take } = this.state;
    if (!take) return;
    const { code = null, continuedIn = null } = how;
    this.state = { take: continuedIn === null ? null : saidTake(continuedIn, 'Take (2)') };
    const message = code === null ? null : 'It was killed.';
    const { folder, name } = take;
    this.say.onTakeEnded({ folder, name, recordedSec: 1, code, message, continuedIn });
  }

  #did(call: string): Promise<void> {
    this.calls.push(call);
    return Promise.resolve();
  }
}

/** The service on a clock that is where the test puts it: 1000 ms is 0 ms of the wall clock. */
function createRig({ keepFreeBytes = 0 } = {}) {
  const dir = temporaryDir();
  const time = { nowMs: 1000 };
  const engine = new SaidEngine();
  const reported: RecordingState[] = [];
  const ended: EndedTake[] = [];
  const recovered: string[] = [];
  const certified: string[] = [];
  let ids = 0;
  const service = createRecordingService({
    sound: {
      engine,
      channels: {
        assertMayRecordOwn: () => Promise.resolve(),
        recordOwn: (record) => record(EMPTY_SET_UP.recording),
        recordOther: (setUp, record) => record(setUp.recording),
        changeOther: () => Promise.resolve(),
        leaveOther: () => Promise.resolve(engine.calls.push('leave')).then(() => undefined),
      },
    },
    screenSound: {
      listAudio: () => Promise.resolve([MICROPHONE]),
      listSystemAudio: () => Promise.resolve([]),
      defaultEngine: () => Promise.resolve('rnnoise'),
      wantedMicrophoneId: null,
    },
    makeFolder(name) {
      const folder = join(dir, name ?? 'take');
      mkdirSync(folder);
      return { folder, name: name ?? 'Take' };
    },
    clock: { nowMs: () => time.nowMs - 1000 },
    createId: () => `id-${(ids += 1)}`,
    nowMs: () => time.nowMs,
    log: createRecordingLog(),
    keepFreeBytes,
    lastFramesMs: 0,
    events: {
      emit(name, payload) {
        if (name === 'recording.onStateChanged') reported.push(payload as RecordingState);
        if (name === 'recording.onEnded') ended.push(payload as EndedTake);
      },
    },
    certify: (folder) => Promise.resolve(void certified.push(basename(folder))),
    recover(folder) {
      recovered.push(basename(folder));
      return Promise.resolve({ isWhole: true, message: '' });
    },
  });
  onTestFinished(() => service.close());
  const { handlers } = service;
  const sound = { of: 'screen', microphone: true, system: false } as const;
  /** A take of a screen whose first sound was at the converter at 0 of the wall clock. */
  const start = async () => {
    const starting = handlers['recording.start']({ name: null, sound, sources: [] }, context);
    await expect.poll(() => engine.calls).toContain('start');
    engine.begin(0);
    await starting;
    return await handlers['video.addTrack'](TRACK, context);
  };
  const append = async (trackId: string, encoded: readonly MatroskaFrame[]) => {
    const sent = encoded.map((frame) => ({ ...frame, atMs: 1000 + frame.atMs }));
    const { frames, context: upload } = toFrameUpload(sent);
    return await handlers['video.append']({ trackId, frames, framesDropped: 0 }, upload);
  };
  return { dir, time, engine, handlers, reported, ended, recovered, certified, start, append };
}

describe('a take with sound and a screen', () => {
  it('has begun when the engine says so, with no file of the sound there', async () => {
    const { dir, engine, handlers, start } = createRig();
    await start();
    expect(existsSync(join(dir, 'take', 'take.json'))).toBe(false);
    const { take } = await handlers['recording.readState'](undefined, context);
    expect(take).toMatchObject({ id: 'take', hasChannels: false, hasSound: true, isMicrophoneMuted: false });
    expect(engine.calls).toEqual(['start']);
  });

  it('lays what arrives around a pause by the frame that the engine names, and not by when it was asked', async () => {
    const { time, engine, handlers, start, append } = createRig();
    const { trackId } = await start();
    time.nowMs = 3000;
    const pausing = handlers['recording.pause'](undefined, context);
    // Whatever of the screen arrives now waits for the engine's word.
    const appending = append(trackId, frames);
    await expect.poll(() => engine.calls).toContain('pause');
    engine.say.onTakeMoved({ type: 'takePaused', sinceStartSec: 0.5 });
    expect((await pausing).take).toMatchObject({ isPaused: true, recordedSec: 0.5 });
    expect(await appending).toMatchObject({ framesWritten: FPS / 2, isPaused: true });
  });

  it('has the pauses before it where a camera is added later', async () => {
    const { time, engine, handlers } = createRig();
    await handlers['recording.start']({ name: null, sound: { of: 'channels' }, sources: [] }, context);
    engine.begin(0);
    engine.say.onTakeMoved({ type: 'takePaused', sinceStartSec: 1 });
    engine.say.onTakeMoved({ type: 'takeResumed', sinceStartSec: 4 });
    time.nowMs = 7000;
    await handlers['video.addTrack'](TRACK, context);
    const { take } = await handlers['recording.readState'](undefined, context);
    expect(take).toMatchObject({ hasChannels: true, isPaused: false, recordedSec: 3 });
  });

  it('says why its screen could not continue, and frees its devices', async () => {
    const { engine, ended, certified, start, append } = createRig({ keepFreeBytes: Number.MAX_SAFE_INTEGER });
    const { trackId } = await start();
    await append(trackId, frames.slice(0, 10)).catch(() => undefined);
    await expect.poll(() => ended, { timeout: 20_000 }).toMatchObject([{ id: 'take', code: 'DISK_FULL' }]);
    await expect.poll(() => certified).toEqual(['take']);
    expect(engine.calls).toEqual(['start', 'stop', 'leave']);
  });

  it('continues in the folder in which its sound does, and ends whole', async () => {
    const { dir, engine, handlers, ended, recovered, certified, start, append } = createRig();
    const { trackId } = await start();
    await append(trackId, frames.slice(0, 10));
    mkdirSync(join(dir, 'take (2)'));
    engine.end({ code: 'ENGINE_STOPPED', continuedIn: join(dir, 'take (2)') });
    engine.begin(500);
    await expect
      .poll(async () => (await handlers['recording.readState'](undefined, context)).take)
      .toMatchObject({ id: 'take (2)', name: 'Take (2)', tracks: [{ id: trackId, isEnded: false }] });
    expect(recovered).toEqual(['take']);
    await handlers['recording.stop'](undefined, context);
    expect(ended).toMatchObject([
      { id: 'take', code: 'ENGINE_STOPPED', continuedIn: join(dir, 'take (2)') },
      { id: 'take (2)', code: null, continuedIn: null },
    ]);
    expect(certified).toEqual(['take (2)']);
  });

  it('ends where its sound ends, no matter who ended that, and is repaired where that was killed', async () => {
    const { engine, ended, recovered, certified, start } = createRig();
    await start();
    engine.end({ code: 'ENGINE_STOPPED' });
    await expect.poll(() => ended).toMatchObject([{ code: 'ENGINE_STOPPED', message: 'It was killed.' }]);
    expect([recovered, certified]).toEqual([['take'], []]);
  });
});
