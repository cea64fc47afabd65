import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { SoundFacts, VideoFacts } from '../../../src-shared/domain/matroska/writer.ts';
import type { EncodedFrame } from '../pictures/encoderMessages.ts';
import type { BasicTake, BasicTrack } from './document.ts';
import type { EncodedSound } from './soundMessages.ts';
import type { TakeClock } from './takeClock.ts';
import type { TakeWriter } from './writer.ts';
import type { FileBlock } from './writerMessages.ts';

/**
 * Pieces of 20 ms lie no closer, while it is still being found out when a source's sound was taken: a decoder leaves out the
 * first 6.5 ms of a file, and would go back in time.
 */
const LEAST_SOUND_STEP_MS = 10;

interface SoundLine {
  facts: SoundFacts;
  /** Of its own. */
  file: string | null;
  /** null before its first piece. */
  lastMs: number | null;
}

interface PictureFile {
  facts: VideoFacts;
  mixId: string | null;
  lastMs: number;
}

export type TakeFiles = ReturnType<typeof createTakeFiles>;

/**
 * Lays what was encoded where it belongs in the take, and has it written: pictures into their file, sound into its own and
 * into all with pictures that hold it. Nothing waits for anything else: blocks of two tracks may lie some tenths of a second
 * out of order. `onTrouble`: nothing more can be written.
 */
export function createTakeFiles(writer: TakeWriter, clock: TakeClock, onTrouble: (error: RpcError) => void) {
  const sounds = new Map<string, SoundLine>();
  const pictures = new Map<string, PictureFile>();
  const opened = new Set<string>();
  const begun = Promise.withResolvers<void>();
  let writing: Promise<void> = begun.promise;
  let isBroken = false;
  let framesWritten = 0;
  let bytesWritten = 0;

  function queue(work: () => Promise<unknown>): Promise<void> {
    writing = writing.then(async () => {
      if (isBroken) return;
      try {
        await work();
      } catch (error) {
        isBroken = true;
        onTrouble(error instanceof RpcError ? error : new RpcError('INTERNAL', String(error)));
      }
    });
    return writing;
  }

  function append(blocks: FileBlock[]): Promise<void> {
    const wanted = blocks.filter(({ file }) => opened.has(file));
    // Not to be waited for: before the take has begun, a source tells so what it is.
    if (wanted.length === 0) return Promise.resolve();
    return queue(async () => {
      await writer.ask({ kind: 'append', blocks: wanted });
      bytesWritten += wanted.reduce((sum, { bytes }) => sum + bytes.length, 0);
    });
  }

  const openTask = (file: string) => {
    const picture = pictures.get(file);
    if (picture) {
      const { facts, mixId } = picture;
      const sound = (mixId !== null && sounds.get(mixId)?.facts) || null;
      return { kind: 'open', file, video: facts, sound } as const;
    }
    const sound = [...sounds.values()].find((line) => line.file === file)?.facts ?? null;
    return { kind: 'open', file, video: null, sound } as const;
  };

  return {
    addSound(id: string, facts: SoundFacts, file: string | null): void {
      sounds.set(id, { facts, file, lastMs: null });
    },
    addPicture(file: string, facts: VideoFacts, mixId: string | null): void {
      pictures.set(file, { facts, mixId, lastMs: 0 });
    },
    /** The take's document and its files; all that comes meanwhile waits. */
    async begin(take: BasicTake): Promise<void> {
      take.tracks.forEach(({ file }) => opened.add(file));
      await writer.ask({ kind: 'begin', take });
      for (const { file } of take.tracks) await writer.ask(openTask(file));
      begun.resolve();
    },
    /** Files of a take that is being written; what comes for them from now on is in them. */
    add(take: BasicTake, tracks: readonly BasicTrack[]): void {
      // First that they are there: what is cut off then is looked for.
      void queue(() => writer.ask({ kind: 'describe', take }));
      for (const { file } of tracks) {
        const task = openTask(file);
        void queue(() => writer.ask(task));
        opened.add(file);
      }
    },
    /** No more sound is laid into it. */
    endPicture(file: string): void {
      const picture = pictures.get(file);
      if (picture) picture.mixId = null;
    },
    describe: (take: BasicTake) => void queue(() => writer.ask({ kind: 'describe', take })),
    appendSound(id: string, pieces: readonly EncodedSound[], track: BasicTrack): void {
      const line = sounds.get(id);
      if (!line) return;
      const blocks: FileBlock[] = [];
      for (const { atMs, bytes } of pieces) {
        const timeMs = clock.timeOf(atMs);
        if (timeMs === null) continue;
        // Before its file is there, it has not begun.
        if (line.file !== null && !opened.has(line.file)) continue;
        if (line.lastMs === null) track.startMs = timeMs;
        line.lastMs = line.lastMs === null ? timeMs : Math.max(line.lastMs + LEAST_SOUND_STEP_MS, timeMs);
        const block = { atMs: line.lastMs, isKey: true, isSound: true, bytes } as const;
        if (line.file !== null) blocks.push({ ...block, file: line.file, track: 1 });
        for (const [file, { mixId }] of pictures) if (mixId === id) blocks.push({ ...block, file, track: 2 });
      }
      void append(blocks);
    },
    /** Resolves when they are with the system. */
    async appendPictures(
      name: string,
      frames: readonly EncodedFrame[],
      track: BasicTrack,
      needsKeyFirst: boolean,
    ): Promise<{ needsKey: boolean; wantsKey: boolean }> {
      const file = pictures.get(name);
      let needsKey = needsKeyFirst;
      let wantsKey = false;
      const blocks: FileBlock[] = [];
      for (const { atMs, isKey, bytes } of frames) {
        const timeMs = file ? clock.timeOf(atMs) : null;
        // What comes next may refer to what is left out here.
        if (timeMs === null || !file || !opened.has(name)) {
          needsKey = true;
          continue;
        }
        if (needsKey && !isKey) {
          wantsKey = true;
          continue;
        }
        needsKey = false;
        if (file.lastMs === 0) track.startMs = timeMs;
        file.lastMs = Math.max(file.lastMs, timeMs);
        blocks.push({ file: name, track: 1, atMs: file.lastMs, isKey, bytes });
      }
      framesWritten += blocks.length;
      await append(blocks);
      return { needsKey, wantsKey: wantsKey && needsKey };
    },
    settled: () => writing,
    figures: () => {
      const newest = [...pictures.values()].at(-1)?.facts;
      const size = newest ? { width: newest.width, height: newest.height } : null;
      return { framesWritten, bytesWritten, size };
    },
  };
}
