import type { AudioTestState, TestedDevices } from '../../../src-shared/contract/audioTest.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { DEFAULT_LIVE_CHAIN } from '../../../src-shared/domain/liveChain.ts';
import type { Log } from '../ports.ts';
import type { EngineLink } from './link.ts';
import { toLiveSettings } from '../../../src-shared/domain/strip.ts';
import type { EngineSupervisor } from './supervisor.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';

const TONE_MS = 1000;
/** What a device gives, as it gives it. */
const UNTOUCHED = {
  ...DEFAULT_LIVE_CHAIN,
  inputGain: 100,
  outputVolume: 100,
  denoise: { ...DEFAULT_LIVE_CHAIN.denoise, engine: 'off' as const },
};

/** Document 1, section 8: during testing. */
const TEST_MESSAGES = {
  denied: 'Microphone access denied. Please allow access and try again.',
  none: 'No microphone found. Please check your microphone connection.',
};

export interface AudioTestOptions {
  supervisor: EngineSupervisor;
  log: Log;
  /** Of the live session that runs: it lends its levels and its output. */
  live: {
    readonly inputName: string | null;
    setTone(isOn: boolean): Promise<void>;
  };
  onStateChanged(state: AudioTestState): void;
  onLevelMeasured(level: { peakDb: number }): void;
}

/** A capture in the engine process that is no session: the process holds one or the other. */
export class AudioTestEngine {
  readonly #options: AudioTestOptions;
  #source: AudioTestState['source'] = null;
  #inputName: string | null = null;
  #permission: AudioTestState['permission'] = 'unknown';
  #failure: AudioTestState['failure'] = null;
  #endTone: (() => Promise<void>) | null = null;
  #stopHearing: () => void = () => undefined;
  readonly #inTurn = createTurns();

  constructor(options: AudioTestOptions) {
    this.#options = options;
    options.supervisor.addTenant({
      isNeeded: () => this.#source === 'test',
      onUp: (link) => this.#follow(link),
      onDown: () => this.#onEnded(),
      onStatusChanged: () => undefined,
    });
  }

  get state(): AudioTestState {
    return {
      permission: this.#permission,
      isActive: this.#source !== null,
      source: this.#source,
      inputName: this.#inputName,
      isToneOn: this.#endTone !== null,
      failure: this.#failure,
    };
  }

  /** Whether what the engine process captures now is this test's. */
  get isCapturing(): boolean {
    return this.#source === 'test' || (this.#endTone !== null && this.#source === null);
  }

  get isFollowingLive(): boolean {
    return this.#source === 'live';
  }

  start(devices: TestedDevices): Promise<AudioTestState> {
    return this.#inTurn(async () => {
      await this.#close();
      this.#failure = null;
      const { live } = this.#options;
      if (live.inputName !== null) {
        this.#source = 'live';
        this.#inputName = live.inputName;
        this.#permission = 'granted';
        return this.#announce();
      }
      try {
        this.#source = 'test';
        this.#inputName = await this.#open(devices, 'off');
        this.#permission = 'granted';
      } catch (error) {
        this.#source = null;
        throw this.#refused(error);
      }
      return this.#announce();
    });
  }

  stop(): Promise<AudioTestState> {
    return this.#inTurn(async () => {
      await this.#close();
      return this.#announce();
    });
  }

  /** A second of the tone, on the output of what captures now, or of the devices that are named. */
  playTone(devices: TestedDevices): Promise<AudioTestState> {
    return this.#inTurn(async () => {
      await this.#endTone?.();
      this.#failure = null;
      const { live } = this.#options;
      let end: () => Promise<void>;
      try {
        if (live.inputName !== null) {
          await live.setTone(true);
          end = () => live.setTone(false);
        } else if (this.#source === 'test') {
          await this.#update('tone');
          end = () => this.#update('off');
        } else {
          await this.#open(devices, 'tone');
          end = () => this.#release();
        }
      } catch (error) {
        throw this.#refused(error);
      }
      // From when it has begun: opening a device takes its time.
      const timer = setTimeout(() => void this.#inTurn(() => this.#toneOver()), TONE_MS);
      this.#endTone = () => this.#finishTone(timer, end);
      return this.#announce();
    });
  }

  /** Before a live session starts: the process has one capture. */
  async makeWay(): Promise<void> {
    if (this.isCapturing) await this.stop();
  }

  /** A live session has started or ended. */
  onLiveChanged(inputName: string | null): void {
    if (this.#source === 'live' && inputName === null) {
      this.#source = null;
      this.#inputName = null;
      this.#announce();
    }
  }

  /** The live session's, while the test has none of its own. */
  onLiveLevel(peakDb: number): void {
    if (this.#source === 'live') this.#options.onLevelMeasured({ peakDb });
  }

  /** The engine process says that its capture has ended on its own. */
  onFailed(message: string): void {
    this.#failure = failWith('DEVICE_LOST', 'audioError', {
      values: { reason: message },
      retryable: true,
    }).toFailure();
    void this.stop();
  }

  async #open(devices: TestedDevices, listening: 'off' | 'tone'): Promise<string> {
    const info = await this.#options.supervisor.use((link) =>
      link.call('live.start', { ...devices, ...toLiveSettings(UNTOUCHED, listening) }),
    );
    return info.inputDevice.name;
  }

  async #update(listening: 'off' | 'tone'): Promise<void> {
    await this.#options.supervisor.link?.call('live.update', toLiveSettings(UNTOUCHED, listening));
  }

  async #release(): Promise<void> {
    await this.#options.supervisor.link?.call('live.stop', undefined);
    this.#options.supervisor.reconsiderIdle();
  }

  async #toneOver(): Promise<void> {
    try {
      await this.#endTone?.();
    } catch (error) {
      this.#options.log.error('the test tone could not be ended', error);
    }
    this.#announce();
  }

  async #finishTone(timer: NodeJS.Timeout, end: () => Promise<void>): Promise<void> {
    clearTimeout(timer);
    this.#endTone = null;
    await end();
  }

  async #close(): Promise<void> {
    const wasOwn = this.#source === 'test';
    this.#inputName = null;
    try {
      await this.#endTone?.();
      this.#source = null;
      if (wasOwn) await this.#release();
    } catch (error) {
      this.#source = null;
      if (!(error instanceof RpcError) || error.code !== 'ENGINE_STOPPED') throw failedToStop(error);
    }
  }

  #onEnded(): void {
    if (!this.isCapturing) return;
    this.#endTone = null;
    this.#source = null;
    this.#inputName = null;
    this.#failure = failWith('ENGINE_STOPPED', 'audioEngineStoppedInTest', { retryable: true }).toFailure();
    this.#announce();
  }

  #follow(link: EngineLink): void {
    this.#stopHearing();
    this.#stopHearing = link.client.subscribe('live.onLevelsMeasured', ({ inputPeakDb }) => {
      if (this.#source === 'test') this.#options.onLevelMeasured({ peakDb: inputPeakDb });
    });
  }

  /** In the document's words for a test; what else went wrong keeps its own. */
  #refused(error: unknown): unknown {
    if (!(error instanceof RpcError)) return error;
    const failure = inTestWords(error);
    if (failure.message === TEST_MESSAGES.denied) this.#permission = 'denied';
    this.#failure = failure.toFailure();
    this.#announce();
    return failure;
  }

  #announce(): AudioTestState {
    this.#options.onStateChanged(this.state);
    return this.state;
  }
}

function inTestWords(error: RpcError): RpcError {
  const say = (message: string) => new RpcError(error.code, message, { retryable: true, cause: error });
  if (error.code === 'DEVICE_NOT_FOUND') return say(TEST_MESSAGES.none);
  if (error.code !== 'DEVICE_UNAVAILABLE') return error;
  const isDenied = /denied|not permitted|permission/i.test(error.message);
  return say(isDenied ? TEST_MESSAGES.denied : `Failed to access microphone: ${error.message}`);
}

function failedToStop(error: unknown): RpcError {
  const reason = error instanceof Error ? error.message : String(error);
  return failWith('ENGINE_STOPPED', 'audioStopFailed', { values: { reason }, cause: error });
}
