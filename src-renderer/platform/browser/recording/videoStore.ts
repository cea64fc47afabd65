import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { VIDEO_SCHEMA_VERSION } from '../../../../src-shared/contract/takeVideoTracks.ts';
import { toStored } from '../../../../src-shared/domain/storedNames.ts';
import type { MatroskaFrame } from '../../../../src-shared/domain/matroska/writer.ts';
import type { VideoFile, VideoFileFacts, VideoStore } from '../../../../src-shared/recording/index.ts';
import { VIDEO_DOCUMENT_NAME } from '../../../../src-shared/domain/takeFiles.ts';
import { RESERVE_NAME } from '../takes/names.ts';
import type { OpenTake } from './openTake.ts';

/** A page has no process of its own. */
export const NO_WRITER = { pid: 0, startedTicks: 0, bootId: null };

/** The video of a take in the browser's storage: it ends when that is full, and says so itself. */
export function openVideoStore(take: OpenTake, soundsMatched: () => Promise<void>): VideoStore {
  let trouble: RpcError | null = null;
  return {
    begin: () => Promise.resolve(),
    async create(name, facts) {
      // It holds the sound that is heard from now on.
      await soundsMatched();
      await take.openVideoFile(name, facts);
      return new OpfsVideoFile(take, name);
    },
    async save(document) {
      const text = toStored({ schemaVersion: VIDEO_SCHEMA_VERSION, writer: NO_WRITER, ...document });
      try {
        await take.save(VIDEO_DOCUMENT_NAME, text);
      } catch (error) {
        if (document.status === 'finished' || !(error instanceof RpcError)) throw error;
        // It is written once more at the end, which this is.
        trouble = error;
      }
    },
    async dropReserve() {
      await take.writer.ask({ kind: 'drop', names: [RESERVE_NAME] });
    },
    findTrouble: () => Promise.resolve(trouble),
  };
}

class OpfsVideoFile implements VideoFile {
  readonly name: string;
  readonly facts: VideoFileFacts = {
    frames: 0,
    firstMs: null,
    lastMs: null,
    longestGapMs: 0,
    lengthBytes: 0,
  };
  syncedBytes = 0;
  readonly #take: OpenTake;

  constructor(take: OpenTake, name: string) {
    this.#take = take;
    this.name = name;
  }

  async append(frames: readonly MatroskaFrame[]): Promise<void> {
    if (frames.length === 0) return;
    await this.#take.append(frames.map((frame) => ({ ...frame, file: this.name, track: 1 })));
    for (const { atMs, bytes } of frames) {
      const { lastMs } = this.facts;
      if (lastMs !== null) this.facts.longestGapMs = Math.max(this.facts.longestGapMs, atMs - lastMs);
      this.facts.frames += 1;
      this.facts.firstMs ??= atMs;
      this.facts.lastMs = atMs;
      this.facts.lengthBytes += bytes.length;
    }
  }

  async sync(): Promise<void> {
    const { lengthBytes } = this.facts;
    await this.#take.writer.ask({ kind: 'sync' });
    this.syncedBytes = lengthBytes;
  }

  /** Nobody but this program sees it. */
  isOrphan(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async finish(): Promise<void> {
    this.#take.endVideoFile(this.name);
    await this.#take.settled();
    await this.#take.writer.ask({ kind: 'end', file: this.name });
  }

  rescue(): Promise<void> {
    return this.finish();
  }
}
