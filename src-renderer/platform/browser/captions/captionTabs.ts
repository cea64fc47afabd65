import {
  MAX_CAPTION_LINES,
  type CaptionLine,
  type captionsContract,
  type CaptionsState,
} from '../../../../src-shared/contract/captions.ts';
import type { CaptionsService } from '../../../../src-shared/handlers/captions/index.ts';
import { createTurns } from '../../../../src-shared/lib/turns.ts';
import type { EventHub, Handlers } from '../../../../src-shared/rpc/index.ts';
import { holdLock } from '../holdLock.ts';

interface CaptionTabsOptions {
  locks: LockManager;
  events: Pick<EventHub<typeof captionsContract>, 'emit'>;
  /** Of this tab. */
  captions: CaptionsService;
  log: (message: string, error: unknown) => void;
}

type Shown = ReturnType<CaptionsService['read']>;

type Message =
  | { kind: 'asked' | 'stop' | 'clear' | 'cleared' }
  | { kind: 'state'; state: CaptionsState }
  | { kind: 'line'; line: CaptionLine }
  | { kind: 'all'; shown: Shown };

/** Of the messages between the tabs of a browser, and of the lock that the tab holds that writes captions. */
const NAME = 'sounddesk.captions';

/** Captions that one tab of a browser writes, in all of its tabs: the caption window is one. */
export class CaptionTabs {
  readonly handlers: Handlers<typeof captionsContract>;
  readonly #options: CaptionTabsOptions;
  readonly #channel = new BroadcastChannel(NAME);
  /** What another tab writes or has written; null where this one was the last. */
  #theirs: Shown | null = null;
  /** While this tab writes, or begins to: gives the lock back. */
  #release: (() => void) | null = null;
  /** While another tab writes, or begins to, and this one would begin when that fails. */
  #waiting: AbortController | null = null;
  #isOn = false;
  #hasWritten = false;
  readonly #inTurn = createTurns();

  constructor(options: CaptionTabsOptions) {
    this.#options = options;
    const own = options.captions.handlers;
    this.handlers = {
      'captions.read': () => this.#read(),
      // A page has one channel, so there is nothing to choose while another tab hears it.
      'captions.start': (input, context) =>
        this.#inTurn(async () => {
          if (!(await this.#mayWrite())) return this.#read();
          try {
            return await own['captions.start'](input, context);
          } finally {
            if (!this.#isOn) this.#giveBack();
          }
        }),
      'captions.stop': (input, context) =>
        this.#inTurn(async () => {
          if (!this.#theirs?.isOn) return await own['captions.stop'](input, context);
          this.#send({ kind: 'stop' });
          return this.#theirs;
        }),
      'captions.clear': () => {
        if (!this.#theirs) return options.captions.clear();
        this.#send({ kind: 'clear' });
        this.#follow({ kind: 'cleared' });
        return this.#theirs;
      },
    };
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) =>
      this.#isOn ? this.#serve(data) : this.#follow(data);
    this.#send({ kind: 'asked' });
  }

  /** Of this tab's captions. */
  onChanged(state: CaptionsState): void {
    const wasOn = this.#isOn;
    this.#isOn = state.isOn;
    if (state.isOn) this.#theirs = null;
    this.#hasWritten ||= state.isOn;
    // Also behind the end: what was said until then still becomes lines.
    if (this.#hasWritten && !this.#theirs) this.#send({ kind: 'state', state });
    if (wasOn && !state.isOn) this.#giveBack();
    if (!this.#theirs) this.#options.events.emit('captions.onChanged', state);
  }

  onSpoken(line: CaptionLine): void {
    this.#send({ kind: 'line', line });
    this.#options.events.emit('captions.onSpoken', line);
  }

  onCleared(): void {
    this.#send({ kind: 'cleared' });
    this.#options.events.emit('captions.onCleared', {});
  }

  close(): void {
    this.#waiting?.abort();
    this.#giveBack();
    this.#channel.close();
  }

  #read(): Shown {
    return this.#theirs ?? this.#options.captions.read();
  }

  /** One tab writes: where another one was quicker by a moment, this one waits until its captions are on, or have failed. */
  async #mayWrite(): Promise<boolean> {
    if (this.#release) return true;
    if (this.#theirs?.isOn) return false;
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#release = await new Promise((resolve, reject) => {
      const isOver = () => resolve(null);
      holdLock(this.#options.locks, NAME, { signal: waiting.signal }, isOver).then(resolve, reject);
    });
    this.#waiting = null;
    return this.#release !== null;
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }

  #giveBack(): void {
    this.#release?.();
    this.#release = null;
  }

  /** What another tab asks for. */
  #serve({ kind }: Message): void {
    const { captions } = this.#options;
    if (kind === 'asked') this.#send({ kind: 'all', shown: captions.read() });
    if (kind === 'stop') captions.stop();
    if (kind === 'clear') captions.clear();
  }

  #follow(message: Message): void {
    const { events } = this.#options;
    if (message.kind === 'state') this.#show(message.state);
    else if (message.kind === 'all') {
      const { lines, ...state } = message.shown;
      this.#show(state);
      lines.forEach((line) => this.#follow({ kind: 'line', line }));
    } else if (message.kind === 'line') {
      if (this.#theirs) this.#theirs.lines = [...this.#theirs.lines, message.line].slice(-MAX_CAPTION_LINES);
      events.emit('captions.onSpoken', message.line);
    } else if (message.kind === 'cleared') {
      if (this.#theirs) this.#theirs.lines = [];
      events.emit('captions.onCleared', {});
    }
  }

  #show(state: CaptionsState): void {
    const before = this.#theirs;
    this.#theirs = { ...state, lines: before?.lines ?? [] };
    this.#options.events.emit('captions.onChanged', state);
    if (state.isOn) this.#waiting?.abort();
    if (!state.isOn || before?.isOn) return;
    this.#untilOver().catch((error: unknown) =>
      this.#options.log('the end of another tab’s captions is not known', error),
    );
  }

  /** A tab that is closed, or has crashed, sends nothing any more. */
  async #untilOver(): Promise<void> {
    (await holdLock(this.#options.locks, NAME))?.();
    if (!this.#theirs?.isOn) return;
    const { lines: _, ...state } = this.#theirs;
    this.#show({ ...state, isOn: false });
  }
}
