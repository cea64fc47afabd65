import type {
  captureContract,
  CaptureLevels,
  CaptureState,
} from '../../../../src-shared/contract/capture.ts';
import type { CaptureSetUp } from '../../../../src-shared/contract/captureSetUp.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { DEFAULT_SOURCE } from '../../../../src-shared/domain/captureSetUp.ts';
import { SILENCE_DB } from '../../../../src-shared/domain/gain.ts';
import {
  assertEnabled,
  createCaptureHandlers,
  describeDevice,
} from '../../../../src-shared/handlers/capture.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import { FRAME_SAMPLES } from '../../../media/chain/rnnoise.ts';
import { isAllowed } from '../../../media/allowed.ts';
import { isStoppingRecording } from '../../../media/recorder/index.ts';
import type { TextStorage } from '../storedValue.ts';
import { openChannelInput, type ChannelInput, type InputFigures, type InputRequest } from './channelInput.ts';
import { assertPossible, createStoredSetUp, SET_UP_KEY } from './storedSetUp.ts';

export interface BrowserCaptureOptions {
  storage: TextStorage;
  mediaDevices: MediaDevices;
  permissions: Permissions | undefined;
  /** Milliseconds since 1970. */
  nowMs: () => number;
  events: Pick<EventHub<typeof captureContract>, 'emit'>;
  /** Hears a sentence for the user. */
  onProblem: (message: string) => void;
  log: (message: string, error: unknown) => void;
}

export interface BrowserCapture {
  handlers: Handlers<typeof captureContract>;
  /** Throws why the studio's channels may not be recorded, alone or with cameras and screens. */
  assertMayRecord(hasVideo: boolean): void;
  /** Its microphone is free again. */
  stop(): Promise<CaptureState>;
  onStorageEvent(event: Pick<StorageEvent, 'key'>): void;
  close(): void;
}

/** Whoever unplugs something or withdraws a permission is told so first. */
const AGAIN_AFTER_MS = 1500;
const REALTIME_REASON = 'A browser gives its pages no real-time priority. The desktop app asks for it.';
const SILENT_BUS: CaptureLevels['monitor'] = {
  ...{ peakDb: [SILENCE_DB, SILENCE_DB], rmsDb: [SILENCE_DB, SILENCE_DB] },
  ...{ momentaryLufs: null, shortTermLufs: null, integratedLufs: null, clipped: 0 },
};

/** The studio's channels in a page: the set-up that its storage keeps, and the microphone that is open for it. */
export function createBrowserCapture(options: BrowserCaptureOptions): BrowserCapture {
  const { events, log, mediaDevices, nowMs } = options;
  const store = createStoredSetUp(options.storage, options.onProblem);
  let setUp = store.read();
  let startedAtMs: number | null = null;
  let input: ChannelInput | null = null;
  /** What was lost is held, until it is back or not wanted any more: its recording says why it ended. */
  let gone: ChannelInput | null = null;
  /** What its device is, where it is not open. */
  let absence: { source: string; name: string; status: 'lost' | 'missing' } | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const devices = () => {
    if (input) return [input.device];
    const unknown = { direction: 'input', sampleRate: 0, driftPpm: null, missingFrames: 0 } as const;
    return absence ? [{ ...unknown, id: absence.source, name: absence.name, status: absence.status }] : [];
  };
  const readState = (): CaptureState => ({
    setUp,
    session:
      startedAtMs === null
        ? null
        : {
            ...{ sampleRate: setUp.sampleRate, bufferFrames: FRAME_SAMPLES, devices: devices() },
            ...{ latencyModes: [], latencyModeMs: null, isInterrupted: false },
            realtimePriority: { granted: false, reason: REALTIME_REASON },
            ...{ startedAtMs, elapsedSec: Math.max(0, (nowMs() - startedAtMs) / 1000) },
          },
    lastFailure: null,
  });
  const announce = (): CaptureState => {
    const state = readState();
    events.emit('capture.onStateChanged', state);
    return state;
  };
  const announceDevice = () => {
    for (const device of devices())
      events.emit('capture.onDeviceChanged', { device, atMs: nowMs(), message: describeDevice(device) });
  };

  /** null: nothing is heard any more. */
  function reportLevels(figures: InputFigures | null): void {
    const { framesProcessed = 0, load = 0, levels } = figures ?? {};
    events.emit('capture.onLevelsMeasured', {
      channels: input && levels ? [{ id: input.request.channel.id, levels }] : [],
      ...{ monitor: SILENT_BUS, program: SILENT_BUS },
      ...{ latencyMs: null, latencyP50Ms: null, latencyP99Ms: null },
      ...{ framesProcessed, framesMissed: 0, dspLoad: load },
    });
  }

  /** Changes one after the other: each begins with what the one before has left. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  function closeInput(): void {
    input?.close();
    gone?.close();
    input = gone = absence = null;
  }

  /** The microphone as this set-up wants it. Throws why it cannot be opened; then what was open stays so. */
  async function follow(next: CaptureSetUp): Promise<void> {
    const request = requestOf(next);
    if (!request) return closeInput();
    if (input?.fits(request)) return input.set(request.channel);
    const opened = await openChannelInput(request, {
      onMeasured: (figures) => reportLevels(figures),
      onLost: () => lose(opened),
      log,
    });
    closeInput();
    input = opened;
  }

  /** One that is not plugged in is waited for. */
  async function followOrWait(next: CaptureSetUp): Promise<void> {
    const request = requestOf(next);
    await follow(next).catch((error: unknown) => {
      if (!request || !(error instanceof RpcError) || error.code !== 'DEVICE_NOT_FOUND') throw error;
      if (request.source === DEFAULT_SOURCE) throw error;
      closeInput();
      absence = { source: request.source, name: request.channel.name, status: 'missing' };
      announceDevice();
    });
  }

  function lose(lost: ChannelInput | undefined): void {
    if (!lost || input !== lost) return;
    const { device, request } = lost;
    [input, gone] = [null, lost];
    absence = { source: request.source, name: device.name, status: 'lost' };
    reportLevels(null);
    announceDevice();
    announce();
    // It may be there and allowed still, or again before that it was lost is known.
    setTimeout(returnSoon, AGAIN_AFTER_MS);
  }

  /** Opens what is missing again, where that is there and allowed: nobody is asked for it unasked. */
  async function comeBack(): Promise<void> {
    if (startedAtMs === null || input) return;
    // A recording that is being stopped takes nothing more.
    if (isStoppingRecording()) return void setTimeout(returnSoon, AGAIN_AFTER_MS);
    const request = requestOf(setUp);
    if (!request || !(await isThere(request.source)) || !(await isAllowed('microphone'))) return;
    await follow(setUp);
    announceDevice();
    announce();
  }
  const returnSoon = () =>
    void inTurn(comeBack).catch((error: unknown) => log('a microphone could not be opened again', error));

  async function isThere(source: string): Promise<boolean> {
    const inputs = (await mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'audioinput');
    if (source === DEFAULT_SOURCE) return inputs.length > 0;
    return inputs.some(({ deviceId }) => deviceId === source);
  }
  const permission = options.permissions?.query({ name: 'microphone' }).catch(() => null) ?? null;

  const ending = new AbortController();
  mediaDevices.addEventListener('devicechange', returnSoon, { signal: ending.signal });
  void permission?.then((status) =>
    status?.addEventListener('change', returnSoon, { signal: ending.signal }),
  );

  function change(make: (now: CaptureSetUp) => CaptureSetUp): Promise<CaptureState> {
    return inTurn(async () => {
      const next = assertPossible(make(setUp));
      if (startedAtMs !== null) await followOrWait(next);
      return adopt(next);
    });
  }

  function adopt(next: CaptureSetUp): CaptureState {
    setUp = next;
    store.write(next);
    return announce();
  }

  const start = (given: CaptureSetUp | null) =>
    inTurn(async () => {
      if (startedAtMs !== null)
        throw new RpcError('CAPTURE_ALREADY_RUNNING', 'The channels are being heard already.');
      const next = assertPossible(given ?? setUp);
      await followOrWait(next);
      startedAtMs = nowMs();
      return adopt(next);
    });

  const stop = () =>
    inTurn(() => {
      if (startedAtMs === null) return Promise.resolve(readState());
      closeInput();
      startedAtMs = null;
      return Promise.resolve(announce());
    });

  return {
    handlers: createCaptureHandlers({ readState, change, start, stop }),
    assertMayRecord(hasVideo) {
      if (!hasVideo) assertEnabled(setUp);
      if (hasVideo || input) return;
      if (startedAtMs === null)
        throw new RpcError('CAPTURE_NOT_RUNNING', 'The channels are not being heard. Start that first.');
      throw new RpcError(
        'DEVICE_UNAVAILABLE',
        'The microphone is not there. Plug it in, or choose another one.',
      );
    },
    stop,
    onStorageEvent({ key }) {
      if (key !== SET_UP_KEY) return;
      void inTurn(async () => {
        const next = store.read();
        if (startedAtMs !== null) await followOrWait(next);
        setUp = next;
        announce();
      }).catch((error: unknown) => log('another tab’s channels could not be followed', error));
    },
    close() {
      ending.abort();
      closeInput();
    },
  };
}

/** The one channel that is heard; null: none. */
function requestOf({ channels, recording: { tap } }: CaptureSetUp): InputRequest | null {
  const channel = channels.find(({ isEnabled, source }) => isEnabled && source !== null);
  return channel?.source ? { channel, source: channel.source, tap } : null;
}
