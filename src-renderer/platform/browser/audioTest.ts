import type {
  AudioTestState,
  TestedDevices,
  audioTestContract,
} from '../../../src-shared/contract/audioTest.ts';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import type { BrowserAudio } from './live/browserAudio.ts';
import { MICROPHONE_DENIED, NO_MICROPHONE, readMicrophonePermission, reasonOf } from './live/microphone.ts';
import { listen, playToneOn } from './testedDevices.ts';
import { createTurns } from '../../../src-shared/lib/turns.ts';

/** Document 1, section 8: during testing. */
const TEST_DENIED = 'Microphone access denied. Please allow access and try again.';
const TEST_NONE = 'No microphone found. Please check your microphone connection.';

export interface BrowserAudioTestOptions {
  audio: BrowserAudio;
  onStateChanged: (state: AudioTestState) => void;
  onLevelMeasured: (level: { peakDb: number }) => void;
  log: (message: string, error: unknown) => void;
}

/** A microphone that is heard without being cleaned, and a tone, by this browser's own means. */
export function createBrowserAudioTest(options: BrowserAudioTestOptions): BrowserAudioTest {
  return new BrowserAudioTest(options);
}

export class BrowserAudioTest {
  readonly #options: BrowserAudioTestOptions;
  #own: { inputName: string; stop: () => Promise<void> } | null = null;
  #liveName: string | null = null;
  #isFollowingLive = false;
  #permission: AudioTestState['permission'] = 'unknown';
  #failure: AudioTestState['failure'] = null;
  #tone: { stop: () => Promise<void> } | null = null;
  readonly #inTurn = createTurns();

  constructor(options: BrowserAudioTestOptions) {
    this.#options = options;
  }

  readonly handlers: Handlers<typeof audioTestContract> = {
    'audioTest.readState': async () => {
      await this.#readPermission();
      return this.#state;
    },
    'audioTest.start': (devices) => this.#inTurn(() => this.#start(devices)),
    'audioTest.stop': () => this.#inTurn(() => this.#stop()),
    'audioTest.playTone': (devices) => this.#inTurn(() => this.#playTone(devices)),
  };

  /** A live session started or ended; its name is its microphone's. */
  onLiveChanged(inputName: string | null): void {
    this.#liveName = inputName;
    if (inputName !== null || !this.#isFollowingLive) return;
    this.#isFollowingLive = false;
    this.#announce();
  }

  onLiveLevel(peakDb: number): void {
    if (this.#isFollowingLive) this.#options.onLevelMeasured({ peakDb });
  }

  /** Nobody listens any more. */
  end(): void {
    if (this.#state.isActive) this.#endInTurn();
  }

  get #state(): AudioTestState {
    const own = this.#own;
    return {
      permission: this.#permission,
      isActive: own !== null || this.#isFollowingLive,
      source: own ? 'test' : this.#isFollowingLive ? 'live' : null,
      inputName: own?.inputName ?? (this.#isFollowingLive ? this.#liveName : null),
      isToneOn: this.#tone !== null,
      failure: this.#failure,
    };
  }

  #announce(): AudioTestState {
    const now = this.#state;
    this.#options.onStateChanged(now);
    return now;
  }

  #endInTurn(): void {
    this.#inTurn(() => this.#stop()).catch((error: unknown) =>
      this.#options.log('the audio test could not be ended', error),
    );
  }

  async #start({ inputDeviceId }: TestedDevices): Promise<AudioTestState> {
    const { audio, onLevelMeasured } = this.#options;
    await this.#close();
    this.#failure = null;
    if (this.#liveName !== null) {
      this.#isFollowingLive = true;
      this.#permission = 'granted';
      return this.#announce();
    }
    try {
      this.#own = await listen(audio, ownId(inputDeviceId), onLevelMeasured, (message) => {
        this.#failure = new RpcError('DEVICE_LOST', message, { retryable: true }).toFailure();
        this.#endInTurn();
      });
      this.#permission = 'granted';
      return this.#announce();
    } catch (error) {
      throw this.#refuse(error);
    }
  }

  async #stop(): Promise<AudioTestState> {
    await this.#close();
    return this.#announce();
  }

  async #close(): Promise<void> {
    this.#isFollowingLive = false;
    const closing = this.#own;
    this.#own = null;
    try {
      await closing?.stop();
    } catch (error) {
      throw failWith('ENGINE_STOPPED', 'audioStopFailed', {
        values: { reason: reasonOf(error) },
        cause: error,
      });
    }
  }

  async #playTone({ outputDeviceId }: TestedDevices): Promise<AudioTestState> {
    await this.#tone?.stop();
    this.#failure = null;
    try {
      this.#tone = await playToneOn(ownId(outputDeviceId), () => {
        this.#tone = null;
        this.#announce();
      });
      return this.#announce();
    } catch (error) {
      throw this.#refuse(error);
    }
  }

  async #readPermission(): Promise<void> {
    const asked = await readMicrophonePermission(this.#options.audio.permissions);
    // Where the browser does not say, opening the microphone has asked for it.
    if (asked !== 'unknown' || this.#permission === 'unknown') this.#permission = asked;
  }

  #refuse(error: unknown): RpcError {
    const refused = inTestWords(error);
    if (refused.message === TEST_DENIED) this.#permission = 'denied';
    this.#failure = refused.toFailure();
    this.#announce();
    return refused;
  }
}

/** In the document's words for a test; what else went wrong keeps its own. */
function inTestWords(error: unknown): RpcError {
  if (!(error instanceof RpcError)) {
    return failWith('ENGINE_UNAVAILABLE', 'audioInitFailed', {
      values: { reason: reasonOf(error) },
      cause: error,
      retryable: true,
    });
  }
  const say = (message: string) => new RpcError(error.code, message, { cause: error, retryable: true });
  if (error.message === MICROPHONE_DENIED) return say(TEST_DENIED);
  return error.message === NO_MICROPHONE ? say(TEST_NONE) : error;
}

/** `default` is no device's own id. */
function ownId(id: string | null): string | null {
  return id === 'default' ? null : id;
}
