import { RpcError } from '../../../../src-shared/contract/errors.ts';
import type { SoundFacts, VideoFacts } from '../../../../src-shared/domain/matroska/writer.ts';
import type { TakeClock } from '../../../../src-shared/recording/index.ts';
import type { EncodedSound } from '../../../media/sound/soundMessages.ts';
import { lockOf } from '../takes/names.ts';
import { createTakeWriter, type TakeWriter } from '../takes/writer/index.ts';
import type { FileBlock } from '../takes/writer/messages.ts';

/**
 * Pieces of 20 ms lie no closer, while it is still being found out when a source's sound was taken: a decoder leaves out the
 * first 6.5 ms of a file, and would go back in time.
 */
const LEAST_SOUND_STEP_MS = 10;

/** A sound as it is encoded: into a file of its own, into files of video, or both. */
interface SoundLine {
  facts: SoundFacts;
  file: string | null;
  /** null before its first piece. */
  lastMs: number | null;
  /** What came before its file was there; null from then on. */
  held: FileBlock[] | null;
}

/**
 * A take that is being written into the browser's storage. Files with video hold the sound as well, so that each can be
 * played alone. Nothing waits for anything else: blocks of two tracks may lie some tenths of a second out of order.
 */
export class OpenTake {
  readonly id: string;
  readonly writer: TakeWriter;
  clock: TakeClock | null = null;
  bytesWritten = 0;
  readonly #release: () => void;
  readonly #sounds = new Map<string, SoundLine>();
  /** Of files of video: the sound that is in them. */
  readonly #mixes = new Map<string, string>();
  #mixId: string | null = null;
  #writing: Promise<void> = Promise.resolve();
  #trouble: RpcError | null = null;
  readonly #onTrouble: (error: RpcError) => void;

  private constructor(
    id: string,
    writer: TakeWriter,
    release: () => void,
    onTrouble: (error: RpcError) => void,
  ) {
    this.id = id;
    this.writer = writer;
    this.#release = release;
    this.#onTrouble = onTrouble;
  }

  /** `onTrouble`: nothing more can be written. */
  static async begin(
    id: string,
    locks: LockManager,
    onTrouble: (error: RpcError) => void,
    createWriter = createTakeWriter,
  ): Promise<OpenTake> {
    const take = new OpenTake(id, createWriter(id), await holdLock(locks, lockOf(id)), onTrouble);
    try {
      await take.writer.ask({ kind: 'begin' });
    } catch (error) {
      take.close();
      throw error;
    }
    return take;
  }

  save(name: string, document: object): Promise<unknown> {
    return this.writer.ask({ kind: 'save', name, text: JSON.stringify(document) });
  }

  /** A line of its journal. What cannot be noted is in the document that follows, or was never on the disk. */
  note(line: object): void {
    this.#queue(() => this.writer.ask({ kind: 'note', text: `${JSON.stringify(line)}\n` }));
  }

  addSound(id: string, facts: SoundFacts, file: string | null): void {
    this.#sounds.set(id, { facts, file, lastMs: null, held: file === null ? null : [] });
  }

  /** What video files that are opened from now on hold; null: none. */
  useMix(id: string | null): void {
    this.#mixId = id;
  }

  /** Resolves when its head is written; what it gave until then lies behind that. Where it cannot be, its sound is nowhere. */
  async openSoundFile(id: string): Promise<void> {
    const line = this.#sounds.get(id);
    if (!line?.file) return;
    try {
      await this.writer.ask({ kind: 'open', file: line.file, video: null, sound: line.facts });
    } catch (error) {
      this.#sounds.delete(id);
      throw error;
    }
    const held = line.held ?? [];
    line.held = null;
    if (held.length > 0) this.#queue(() => this.append(held));
  }

  /** Resolves when its head is written. */
  async openVideoFile(file: string, video: VideoFacts): Promise<void> {
    const mixId = this.#mixId;
    const sound = (mixId !== null && this.#sounds.get(mixId)?.facts) || null;
    await this.writer.ask({ kind: 'open', file, video, sound });
    if (mixId !== null && sound) this.#mixes.set(file, mixId);
  }

  /** No sound is laid into it any more. */
  endVideoFile(file: string): void {
    this.#mixes.delete(file);
  }

  /** Where the storage is full, the take ends: what else may fit into it would be half a recording. */
  async append(blocks: FileBlock[]): Promise<void> {
    await this.writer.ask({ kind: 'append', blocks }).catch((error: unknown) => {
      this.#fail(error);
      throw error;
    });
    this.bytesWritten += blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** Lays pieces where they belong; returns when the first of them was, in the take. */
  appendSound(id: string, pieces: readonly EncodedSound[]): number | null {
    const line = this.#sounds.get(id);
    if (!line || !this.clock) return null;
    let firstMs: number | null = null;
    const blocks: FileBlock[] = [];
    for (const { atMs, bytes } of pieces) {
      const takeMs = this.clock.takeMsAt(atMs);
      if (takeMs === null) continue;
      firstMs ??= takeMs;
      line.lastMs = line.lastMs === null ? takeMs : Math.max(line.lastMs + LEAST_SOUND_STEP_MS, takeMs);
      const block = { atMs: line.lastMs, isKey: true, isSound: true, bytes } as const;
      if (line.file !== null) (line.held ?? blocks).push({ ...block, file: line.file, track: 1 });
      for (const [file, mixId] of this.#mixes) if (mixId === id) blocks.push({ ...block, file, track: 2 });
    }
    if (blocks.length > 0) this.#queue(() => this.append(blocks));
    return firstMs;
  }

  /** Resolves when all sound that was encoded until now is written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  /** From now on it counts as not recorded. */
  close(): void {
    this.writer.close();
    this.#release();
  }

  /** It is with the writer at once, which takes what it is asked for in turn, whatever this page is busy with. */
  #queue(work: () => Promise<unknown>): void {
    if (this.#trouble) return;
    this.#writing = work().then(
      () => undefined,
      (error: unknown) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    if (this.#trouble) return;
    this.#trouble = error instanceof RpcError ? error : new RpcError('INTERNAL', String(error));
    this.#onTrouble(this.#trouble);
  }
}

async function holdLock(locks: LockManager, name: string): Promise<() => void> {
  const held = Promise.withResolvers<() => void>();
  void locks.request(name, () => new Promise<void>((release) => held.resolve(release)));
  return await held.promise;
}
