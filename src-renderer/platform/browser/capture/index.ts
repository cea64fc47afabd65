import type {
  captureContract,
  CaptureDeviceState,
  CaptureLevels,
  CaptureState,
} from '../../../../src-shared/contract/capture.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import { DEFAULT_SOURCE, type CaptureSetUp } from '../../../../src-shared/domain/captureSetUp.ts';
import { SILENCE_DB } from '../../../../src-shared/domain/gain.ts';
import {
  assertEnabled,
  createCaptureHandlers,
  describeDevice,
  type ChangeOfSetUp,
} from '../../../../src-shared/handlers/capture.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import { FRAME_SAMPLES } from '../../../media/chain/rnnoise.ts';
import { isAllowed } from '../../../media/allowed.ts';
import { isStoppingRecording } from '../../../media/recorder/index.ts';
import type { TextStorage } from '../../../lib/storedValue.ts';
import { openChannelInput, type ChannelInput, type InputFigures, type InputRequest } from './channelInput.ts';
import { assertPossible, createStoredSetUp, SET_UP_KEY } from './storedSetUp.ts';
import { createTurns } from '../../../../src-shared/lib/turns.ts';

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

/** A device that was unplugged or a permission that was withdrawn is reported first. */
const AGAIN_AFTER_MS = 1500;
const REALTIME_REASON = 'A browser gives its pages no real-time priority. The desktop app asks for it.';
const SILENT_BUS: CaptureLevels['monitor'] = {
  peakDb: [SILENCE_DB, SILENCE_DB],
  rmsDb: [SILENCE_DB, SILENCE_DB],
  momentaryLufs: null,
  shortTermLufs: null,
  integratedLufs: null,
  clipped: 0,
};

/** The studio's channels in a page: the set-up that its storage keeps, and the microphone that is open for it. */
export class BrowserCapture {
  readonly handlers: Handlers<typeof captureContract>;
  readonly #options: BrowserCaptureOptions;
  readonly #store: ReturnType<typeof createStoredSetUp>;
  /** Changes: each begins with what the one before has left. */
  readonly #inTurn = createTurns();
  readonly #ending = new AbortController();
  #setUp: CaptureSetUp;
  #startedAtMs: number | null = null;
  #input: ChannelInput | null = null;
  /** What was lost is held, until it is back or not wanted any more: its recording says why it ended. */
  #gone: ChannelInput | null = null;
  /** What its device is, where it is not open. */
  #absence: { source: string; name: string; status: 'lost' | 'missing' } | null = null;

  constructor(options: BrowserCaptureOptions) {
    this.#options = options;
    this.#store = createStoredSetUp(options.storage, options.onProblem);
    this.#setUp = this.#store.read();
    this.handlers = createCaptureHandlers({
      readState: () => this.#state,
      change: (make) => this.#change(make),
      start: (given) => this.#start(given),
      stop: () => this.stop(),
    });
    this.#followDevices();
  }

  /** Throws why the studio's channels may not be recorded, alone or with cameras and screens. */
  assertMayRecord(hasVideo: boolean): void {
    if (!hasVideo) assertEnabled(this.#setUp);
    if (hasVideo || this.#input) return;
    if (this.#startedAtMs === null) throw failWith('CAPTURE_NOT_RUNNING', 'channelsNotHeard');
    throw failWith('DEVICE_UNAVAILABLE', 'micNotThere');
  }

  /** Its microphone is free again. */
  stop(): Promise<CaptureState> {
    return this.#inTurn(() => {
      if (this.#startedAtMs === null) return Promise.resolve(this.#state);
      this.#closeInput();
      this.#startedAtMs = null;
      return Promise.resolve(this.#announce());
    });
  }

  onStorageEvent({ key }: Pick<StorageEvent, 'key'>): void {
    if (key !== SET_UP_KEY) return;
    this.#inTurn(async () => {
      const next = this.#store.read();
      if (this.#startedAtMs !== null) await this.#followOrWait(next);
      this.#setUp = next;
      this.#announce();
    }).catch((error: unknown) => this.#options.log('another tab’s channels could not be followed', error));
  }

  close(): void {
    this.#ending.abort();
    this.#closeInput();
  }

  get isOpen(): boolean {
    return this.#startedAtMs !== null;
  }

  get setUp(): CaptureSetUp {
    return this.#setUp;
  }

  /** The studio's channels, as they were left. */
  open(): Promise<CaptureState> {
    return this.#start(null);
  }

  get #devices(): CaptureDeviceState[] {
    if (this.#input) return [this.#input.device];
    if (!this.#absence) return [];
    const { source, name, status } = this.#absence;
    const unknown = { direction: 'input', sampleRate: 0, driftPpm: null, missingFrames: 0 } as const;
    return [{ ...unknown, id: source, name, status }];
  }

  get #state(): CaptureState {
    return { setUp: this.#setUp, session: this.#session, lastFailure: null };
  }

  get #session(): CaptureState['session'] {
    const startedAtMs = this.#startedAtMs;
    if (startedAtMs === null) return null;
    return {
      sampleRate: this.#setUp.sampleRate,
      bufferFrames: FRAME_SAMPLES,
      devices: this.#devices,
      latencyModes: [],
      latencyModeMs: null,
      isInterrupted: false,
      realtimePriority: { granted: false, reason: REALTIME_REASON },
      startedAtMs,
      elapsedSec: Math.max(0, (this.#options.nowMs() - startedAtMs) / 1000),
    };
  }

  #announce(): CaptureState {
    const state = this.#state;
    this.#options.events.emit('capture.onStateChanged', state);
    return state;
  }

  #announceDevice(): void {
    const { events, nowMs } = this.#options;
    for (const device of this.#devices)
      events.emit('capture.onDeviceChanged', { device, atMs: nowMs(), message: describeDevice(device) });
  }

  /** null: nothing is heard any more. */
  #reportLevels(figures: InputFigures | null): void {
    const { framesProcessed = 0, load = 0, levels } = figures ?? {};
    const input = this.#input;
    this.#options.events.emit('capture.onLevelsMeasured', {
      channels: input && levels ? [{ id: input.request.channel.id, levels }] : [],
      monitor: SILENT_BUS,
      program: SILENT_BUS,
      latencyMs: null,
      latencyP50Ms: null,
      latencyP99Ms: null,
      framesProcessed,
      framesMissed: 0,
      dspLoad: load,
    });
  }

  #closeInput(): void {
    this.#input?.close();
    this.#gone?.close();
    this.#input = this.#gone = this.#absence = null;
  }

  /** The microphone as this set-up wants it. Throws why it cannot be opened; then what was open stays so. */
  async #follow(next: CaptureSetUp): Promise<void> {
    const request = requestOf(next);
    if (!request) return this.#closeInput();
    if (this.#input?.fits(request)) return this.#input.set(request.channel);
    const opened = await openChannelInput(request, {
      onMeasured: (figures) => this.#reportLevels(figures),
      onLost: () => this.#lose(opened),
      log: this.#options.log,
    });
    this.#closeInput();
    this.#input = opened;
  }

  /** One that is not plugged in is waited for. */
  async #followOrWait(next: CaptureSetUp): Promise<void> {
    const request = requestOf(next);
    await this.#follow(next).catch((error: unknown) => {
      if (!request || !(error instanceof RpcError) || error.code !== 'DEVICE_NOT_FOUND') throw error;
      if (request.source === DEFAULT_SOURCE) throw error;
      this.#closeInput();
      this.#absence = { source: request.source, name: request.channel.name, status: 'missing' };
      this.#announceDevice();
    });
  }

  #lose(lost: ChannelInput | undefined): void {
    if (!lost || this.#input !== lost) return;
    const { device, request } = lost;
    [this.#input, this.#gone] = [null, lost];
    this.#absence = { source: request.source, name: device.name, status: 'lost' };
    this.#reportLevels(null);
    this.#announceDevice();
    this.#announce();
    // It may be there and allowed still, or again before that it was lost is known.
    setTimeout(this.#returnSoon, AGAIN_AFTER_MS);
  }

  readonly #returnSoon = (): void => {
    this.#inTurn(() => this.#comeBack()).catch((error: unknown) =>
      this.#options.log('a microphone could not be opened again', error),
    );
  };

  /** Opens what is missing again, where that is there and allowed: nobody is asked for it unasked. */
  async #comeBack(): Promise<void> {
    if (this.#startedAtMs === null || this.#input) return;
    // A recording that is being stopped takes nothing more.
    if (isStoppingRecording()) return void setTimeout(this.#returnSoon, AGAIN_AFTER_MS);
    const request = requestOf(this.#setUp);
    if (!request || !(await this.#isThere(request.source)) || !(await isAllowed('microphone'))) return;
    await this.#follow(this.#setUp);
    this.#announceDevice();
    this.#announce();
  }

  async #isThere(source: string): Promise<boolean> {
    const devices = await this.#options.mediaDevices.enumerateDevices();
    const inputs = devices.filter(({ kind }) => kind === 'audioinput');
    if (source === DEFAULT_SOURCE) return inputs.length > 0;
    return inputs.some(({ deviceId }) => deviceId === source);
  }

  #followDevices(): void {
    const { mediaDevices, permissions } = this.#options;
    const { signal } = this.#ending;
    mediaDevices.addEventListener('devicechange', this.#returnSoon, { signal });
    void permissions
      ?.query({ name: 'microphone' })
      .then((status) => status.addEventListener('change', this.#returnSoon, { signal }))
      // A browser that does not know this permission says nothing of it.
      .catch(() => undefined);
  }

  #change(make: ChangeOfSetUp): Promise<CaptureState> {
    return this.#inTurn(async () => {
      const next = assertPossible(await make(this.#setUp));
      if (this.#startedAtMs !== null) await this.#followOrWait(next);
      return this.#adopt(next);
    });
  }

  #adopt(next: CaptureSetUp): CaptureState {
    this.#setUp = next;
    this.#store.write(next);
    return this.#announce();
  }

  #start(given: CaptureSetUp | null): Promise<CaptureState> {
    return this.#inTurn(async () => {
      if (this.#startedAtMs !== null) throw failWith('CAPTURE_ALREADY_RUNNING', 'channelsHeard');
      const next = assertPossible(given ?? this.#setUp);
      await this.#followOrWait(next);
      this.#startedAtMs = this.#options.nowMs();
      return this.#adopt(next);
    });
  }
}

/** The one channel that is heard; null: none. */
function requestOf({ channels, recording: { tap } }: CaptureSetUp): InputRequest | null {
  const channel = channels.find(({ isEnabled, source }) => isEnabled && source !== null);
  return channel?.source ? { channel, source: channel.source, isRaw: tap !== 'processed' } : null;
}
