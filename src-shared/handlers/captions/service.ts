import {
  MAX_CAPTION_LINES,
  MAX_CAPTIONED_CHANNELS,
  type CaptionLine,
  type captionsContract,
  type CaptionsState,
} from '../../contract/captions.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { LiveLine } from '../../domain/transcript/live.ts';
import type { SpanEngine } from '../voice/index.ts';
import { createTurns } from '../../lib/turns.ts';
import type { Handlers } from '../../rpc/index.ts';
import { hearPhrases } from './hearPhrases.ts';
import { createLineQueue, type WrittenPhrase } from './lineQueue.ts';
import type { CaptionsLog, VoicePiece } from './piece.ts';
import { createStudioHold, type CaptionedStudio } from './studioHold.ts';

export interface CaptionsServiceOptions {
  /** What is said at each channel while they run. */
  readVoices: (signal: AbortSignal) => AsyncIterable<VoicePiece[]>;
  studio: CaptionedStudio;
  /** The engine that is chosen now; its words need no times. */
  openEngine: () => Promise<SpanEngine>;
  /** With what is recorded meanwhile. */
  keepLine: (line: LiveLine) => void;
  createId: () => string;
  nowMs: () => number;
  /** So many milliseconds later, unless what it returns is called before. */
  after: (ms: number, action: () => void) => () => void;
  log: CaptionsLog;
  onChanged: (state: CaptionsState) => void;
  onSpoken: (line: CaptionLine) => void;
  onCleared: () => void;
}

/** So long captions run without a reader. */
const UNREAD_MS = 30_000;
/** A model of this computer that has no work for a minute is given back: it is asked for before that. */
const READY_MS = 45_000;

/** Live captions: what is said at the studio's channels, a line a phrase, by the name of its channel. */
export class CaptionsService {
  readonly handlers: Handlers<typeof captionsContract>;
  readonly #options: CaptionsServiceOptions;
  readonly #hold: ReturnType<typeof createStudioHold>;
  readonly #queue: ReturnType<typeof createLineQueue>;
  /** Starts and stops: the last one holds. */
  readonly #inTurn = createTurns();
  #lines: CaptionLine[] = [];
  #state: CaptionsState;
  #listening: AbortController | null = null;
  /** The engine refused for good: what was begun is not sent any more. */
  #isRefused = false;
  #forget: (() => void) | null = null;

  constructor(options: CaptionsServiceOptions) {
    const { studio, openEngine, log } = options;
    this.#options = options;
    this.#hold = createStudioHold(studio);
    this.#state = {
      isOn: false,
      isStudioOpen: studio.isOpen,
      channelIds: null,
      engine: null,
      waitingSec: 0,
      lateSec: null,
      leftOutSec: 0,
      usd: 0,
      failure: null,
    };
    this.#queue = createLineQueue({
      openEngine,
      onWaiting: (waitingSec) => this.#change({ waitingSec }),
      onLine: (written) => this.#write(written),
      onLeftOut: (sec) => this.#change({ leftOutSec: this.#state.leftOutSec + sec }),
      onFailed: (failure, hasEnded) => {
        this.#isRefused ||= hasEnded;
        this.#change({ failure });
        if (hasEnded) this.stop();
      },
      log,
    });
    this.handlers = {
      'captions.read': () => this.read(),
      'captions.start': ({ channelIds }) => this.#inTurn(() => this.#start(channelIds)),
      'captions.stop': () => this.#inTurn(() => Promise.resolve(this.stop())),
      'captions.clear': () => this.clear(),
    };
  }

  read(): CaptionsState & { lines: CaptionLine[] } {
    return { ...this.#state, isStudioOpen: this.#options.studio.isOpen, lines: this.#lines };
  }

  clear(): CaptionsState {
    this.#lines = [];
    this.#options.onCleared();
    return this.#change({ leftOutSec: 0, failure: null });
  }

  /** What was said until now still becomes lines. */
  stop(): CaptionsState {
    const { log } = this.#options;
    this.#listening?.abort();
    this.#listening = null;
    this.#hold
      .leave(() => this.#listening !== null)
      .catch((error: unknown) => log.error('the studio could not be closed after captions', error));
    return this.#change({ isOn: false });
  }

  /** The studio's channels were opened or closed. */
  onStudioChanged(): void {
    const { isOpen } = this.#options.studio;
    if (!isOpen) this.#hold.forget();
    if (this.#state.isStudioOpen !== isOpen) this.#change({});
  }

  /** Whether anybody reads the lines: without a reader they end, and so do their costs. */
  setWanted(isWanted: boolean): void {
    this.#forget?.();
    if (isWanted || !this.#state.isOn) return;
    // A page that is loaded again is back soon.
    this.#forget = this.#options.after(UNREAD_MS, () => this.stop());
  }

  close(): void {
    this.#forget?.();
    this.#listening?.abort();
    this.#queue.close();
  }

  async #start(channelIds: string[] | null): Promise<CaptionsState> {
    const { studio, openEngine } = this.#options;
    const missing = channelIds?.find((id) => !studio.listChannels().some((known) => known.id === id));
    if (missing !== undefined)
      throw failWith('CHANNEL_NOT_FOUND', 'captionsNoChannel', { values: { id: missing } });
    const engine = await openEngine();
    await engine.assertReady(0);
    await this.#hold.open();
    if (this.#listening) return this.#change({ channelIds });
    this.#isRefused = false;
    this.#listening = new AbortController();
    void this.#listen(this.#listening.signal);
    this.#keepReady(this.#listening.signal);
    return this.#change({
      isOn: true,
      channelIds,
      engine: { kind: engine.engine, model: engine.model },
      lateSec: null,
      leftOutSec: 0,
      usd: 0,
      failure: null,
    });
  }

  /** No phrase waits until a model is read. */
  #keepReady(signal: AbortSignal): void {
    const { openEngine, after, log } = this.#options;
    if (signal.aborted) return;
    openEngine()
      .then((engine) => engine.prepare?.(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) log.error('the engine of captions could not be made ready', error);
      });
    const forget = after(READY_MS, () => {
      signal.removeEventListener('abort', forget);
      this.#keepReady(signal);
    });
    signal.addEventListener('abort', forget, { once: true });
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { readVoices, log } = this.#options;
    try {
      for await (const phrase of hearPhrases(readVoices(signal), (id) => this.#isWanted(id))) {
        if (!this.#isRefused) this.#queue.add(phrase);
      }
    } catch (error) {
      if (!signal.aborted) log.error('captions hear nothing any more', error);
    }
  }

  #isWanted(id: string): boolean {
    const known = this.#options.studio.listChannels().slice(0, MAX_CAPTIONED_CHANNELS);
    return this.#state.channelIds?.includes(id) ?? known.some((channel) => channel.id === id);
  }

  #write({ phrase: { channelId, startMs, endMs }, words, engine, usd }: WrittenPhrase): void {
    const { studio, keepLine, createId, nowMs, onSpoken } = this.#options;
    const text = words.map((word) => word.text).join(' ');
    const failure = this.#isRefused ? this.#state.failure : null;
    const answered = { engine, usd: this.#state.usd + usd, failure };
    const channel = studio.listChannels().find(({ id }) => id === channelId);
    if (!channel || text === '') {
      this.#change(answered);
      return;
    }
    const { name, colour } = channel;
    const line = { id: createId(), channelId, name, colour, startMs, endMs, text };
    // By the clock, whoever's words were written first.
    this.#lines = [...this.#lines, line].sort((a, b) => a.startMs - b.startMs).slice(-MAX_CAPTION_LINES);
    onSpoken(line);
    this.#change({ ...answered, lateSec: Math.max(0, nowMs() - endMs) / 1000 });
    keepLine({
      trackId: channelId,
      name,
      engine: engine.kind,
      model: engine.model,
      sec: (endMs - startMs) / 1000,
      usd,
      words: words.flatMap((word) => {
        const said = word.text.slice(0, 200);
        const toMs = (sec: number) => Math.min(endMs, startMs + 1000 * Math.max(0, sec));
        return said === '' ? [] : { startMs: toMs(word.startSec), endMs: toMs(word.endSec), text: said };
      }),
    });
  }

  #change(patch: Partial<CaptionsState>): CaptionsState {
    this.#state = { ...this.#state, ...patch, isStudioOpen: this.#options.studio.isOpen };
    this.#options.onChanged(this.#state);
    return this.#state;
  }
}
