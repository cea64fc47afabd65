import { RpcError } from '../../contract/errors.ts';
import { failWith } from '../../contract/errorTexts.ts';
import type { VideoTrackState } from '../../contract/video.ts';
import type { TakeVideoTrack } from '../../contract/takeVideoTracks.ts';
import { PRODUCT_NAME } from '../../domain/product.ts';
import type { VideoFile, VideoStore } from '../ports.ts';
import type { TakeClock } from './takeClock.ts';
import { createTurns } from '../../lib/turns.ts';

/** What a page says of a camera or screen when it has encoded the first frame. */
export interface NewVideoTrack {
  /** Never given twice: a page that slept must not write into a later take. */
  id: string;
  /** The source that it is a part of; null: an independent track. */
  sourceId: string | null;
  kind: TakeVideoTrack['kind'];
  name: string;
  source: string;
  codec: TakeVideoTrack['codec'];
  codecPrivate: Uint8Array | null;
  width: number;
  height: number;
  fps: number;
  bubble: TakeVideoTrack['bubble'];
}

/**
 * A page whose connection was lost tries again after 250 ms and after 500 more (`reconnectDelaysMs`), and was heard 200 ms
 * before: both tries, and the proof of who it is, are waited for.
 */
const RECONNECTED_MS = 1500;

/** Of the page that sends: aborted when its connection is closed. Absent where none is known. */
export type PageConnection = AbortSignal | undefined;

export interface ArrivedFrame {
  /** On the host's clock. */
  atMs: number;
  isKey: boolean;
  bytes: Uint8Array;
  /** Of what the page has dropped, those that lay before this one. */
  droppedBefore: number;
}

type Ending = TakeVideoTrack['ended'];

/** One camera or screen, being written. Calls take turns, so that no two write at one time. */
export class VideoTrack {
  readonly request: NewVideoTrack;
  /** When the page last called, on the host's clock. */
  lastHeardMs: number;
  #connection: PageConnection;
  /** When its last frame was written, or it was begun. */
  lastWrittenMs: number;
  #file: VideoFile;
  readonly #inTurn = createTurns();
  #droppedByPage = 0;
  /** Of these, those before the take's first frame, which do not count as missing; null where there is none yet. */
  #droppedAtStart: number | null = null;
  /** Arrived here and could not be begun with. */
  #droppedHere = 0;
  #waitsForKey = true;
  #ended: { why: Ending } | null = null;

  private constructor(request: NewVideoTrack, file: VideoFile, nowMs: number, connection: PageConnection) {
    this.request = request;
    this.#file = file;
    this.lastHeardMs = nowMs;
    this.#connection = connection;
    this.lastWrittenMs = nowMs;
  }

  /** Makes the file, `screen-1.webm`; `.mkv` where it holds H.264. */
  static async create(
    store: VideoStore,
    number: number,
    request: NewVideoTrack,
    nowMs: number,
    connection: PageConnection,
  ): Promise<VideoTrack> {
    const name = `${request.kind}-${number}.${request.codec === 'avc1' ? 'mkv' : 'webm'}`;
    const { codec, codecPrivate, width, height } = request;
    const facts = { codec, codecPrivate, width, height, writer: PRODUCT_NAME };
    return new VideoTrack(request, await store.create(name, facts), nowMs, connection);
  }

  /** A page that has lost its connection alone speaks over another one. */
  onHeard(nowMs: number, connection: PageConnection): void {
    this.lastHeardMs = nowMs;
    this.#connection = connection;
  }

  /** Whether the page's connection is known to be open. */
  get isConnected(): boolean {
    return this.#connection?.aborted === false;
  }

  /** Whether the page's connection is closed, and it has had the time to make another one. */
  isLeft(nowMs: number): boolean {
    return this.#connection?.aborted === true && nowMs - this.lastHeardMs > RECONNECTED_MS;
  }

  get isEnded(): boolean {
    return this.#ended !== null;
  }

  get wantsKey(): boolean {
    return this.#waitsForKey;
  }

  /** Of its last frame, in the take; null before there is one. */
  get lastMs(): number | null {
    return this.#file.facts.lastMs;
  }

  get framesWritten(): number {
    return this.#file.facts.frames;
  }

  get state(): VideoTrackState {
    const { id, sourceId, kind, name, width, height } = this.request;
    const { frames, lengthBytes } = this.#file.facts;
    return {
      id,
      sourceId,
      kind,
      name,
      width,
      height,
      framesWritten: frames,
      framesDropped: this.#framesDropped,
      bytesWritten: lengthBytes,
      isEnded: this.isEnded,
    };
  }

  /** As `pictures.json` keeps it. */
  describe(sampleRate: number): TakeVideoTrack {
    const { id, sourceId, kind, name, source, codec, width, height, fps, bubble } = this.request;
    const { frames, firstMs, lastMs, longestGapMs } = this.#file.facts;
    return {
      id,
      sourceId,
      kind,
      name,
      source,
      codec,
      width,
      height,
      fps,
      bubble,
      file: this.#file.name,
      startFrame: firstMs === null ? null : Math.round((firstMs / 1000) * sampleRate),
      framesWritten: frames,
      framesDropped: this.#framesDropped,
      durationSec: firstMs === null || lastMs === null ? 0 : (lastMs - firstMs) / 1000 + 1 / fps,
      longestGapSec: longestGapMs / 1000,
      ended: this.#ended?.why ?? null,
    };
  }

  /** Of its file, so much is on the disk; null: all of it, since it has its end. */
  get synced(): [file: string, bytes: number] | null {
    return this.#ended ? null : [this.#file.name, this.#file.syncedBytes];
  }

  /** Writes what lies in the take; what lies in a pause, or before its start, is left out. */
  append(frames: readonly ArrivedFrame[], framesDropped: number, clock: TakeClock): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#ended) throw this.endedError();
      this.#droppedByPage = framesDropped;
      const kept: ArrivedFrame[] = [];
      let lastMs = this.#file.facts.lastMs ?? -1;
      for (const frame of frames) {
        const takeMs = clock.takeMsAt(frame.atMs);
        if (takeMs === null) {
          this.#waitsForKey = true;
          continue;
        }
        if (this.#waitsForKey && !frame.isKey) {
          // Before the first one nothing is missing: the take begins with it.
          if (this.#file.facts.frames + kept.length > 0) this.#droppedHere += 1;
          continue;
        }
        this.#waitsForKey = false;
        // A pause is known here a moment after it began: what came meanwhile is squeezed in behind it.
        lastMs = Math.max(Math.round(takeMs), lastMs + 1);
        kept.push({ ...frame, atMs: lastMs });
        this.#droppedAtStart ??= frame.droppedBefore;
      }
      await this.#file.append(kept);
      if (kept.length > 0) this.lastWrittenMs = this.lastHeardMs;
    });
  }

  sync(): Promise<void> {
    return this.isEnded ? Promise.resolve() : this.#file.sync();
  }

  /** Whether somebody has removed the file while it is written. */
  async isGone(): Promise<boolean> {
    return !this.isEnded && (await this.#file.isOrphan());
  }

  /** Closes the file with its index; does nothing where it is closed. */
  end(why: Ending, framesDropped: number | null = null): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#ended) return;
      if (framesDropped !== null) this.#droppedByPage = framesDropped;
      this.#ended = { why };
      await this.#file.finish(this.request.fps).catch((error: unknown) => {
        // It is whole without its index; repair adds that.
        this.#ended = { why: why ?? toEnding(error as RpcError) };
      });
    });
  }

  /** The folder has been removed: its data is written back from the file that is still open. */
  rescue(why: NonNullable<Ending>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#ended) return;
      this.#ended = { why };
      await this.#file.rescue();
    });
  }

  endedError(): RpcError {
    const why = this.#ended?.why;
    return why
      ? new RpcError(why.code, why.message)
      : failWith('TAKE_NOT_RUNNING', 'notRecordedAnyMore', { values: { name: this.request.name } });
  }

  get #framesDropped(): number {
    const atStart = this.#droppedAtStart ?? this.#droppedByPage;
    return this.#droppedByPage - atStart + this.#droppedHere;
  }
}

export const toEnding = ({ code, message }: RpcError): NonNullable<Ending> => ({ code, message });
