import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { scanMatroska, type ScannedFile } from '../../../../src-shared/domain/matroska/scan.ts';
import {
  ClusterWriter,
  makeEnding,
  makeHead,
  type Patch,
  type MatroskaFrame,
  type VideoFacts,
} from '../../../../src-shared/domain/matroska/writer.ts';
import { sizeBytes } from '../../../../src-shared/domain/matroska/elements.ts';
import { RpcError } from '../../../../src-shared/contract/errors.ts';
import { MOST_TAKE_SEC } from '../../../../src-shared/contract/takes.ts';
import type { VideoFile as VideoFilePort, VideoFileFacts } from '../../../../src-shared/recording/index.ts';
import { openRegular, toFileError, writeAll } from '../../../../src-node/files/index.ts';

/**
 * A Matroska file that grows by whole frames: cut off at any moment, it decodes to the last of them. Calls are made one
 * after the other.
 */
export class VideoFile implements VideoFilePort {
  readonly name: string;
  readonly path: string;
  readonly #file: FileHandle;
  readonly #writer: ClusterWriter;
  readonly #facts: VideoFileFacts;
  #syncing: Promise<void> | null = null;
  #syncedBytes: number;

  private constructor(path: string, file: FileHandle, headBytes: number) {
    this.name = basename(path);
    this.path = path;
    this.#file = file;
    this.#writer = new ClusterWriter(headBytes);
    this.#syncedBytes = headBytes;
    this.#facts = { frames: 0, firstMs: null, lastMs: null, longestGapMs: 0, lengthBytes: headBytes };
  }

  /** Makes the file; it must not be there. */
  static async create(path: string, facts: VideoFacts): Promise<VideoFile> {
    const file = await open(path, 'wx+', 0o600);
    const head = makeHead(facts);
    try {
      await writeAll(file, head, 0);
      await file.datasync();
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    return new VideoFile(path, file, head.length);
  }

  get facts(): Readonly<VideoFileFacts> {
    return this.#facts;
  }

  /** The file's last time: the next one must not lie before it. */
  get lastMs(): number {
    return this.#facts.lastMs ?? 0;
  }

  /** How much of it is on the disk, whatever happens to the machine. */
  get syncedBytes(): number {
    return this.#syncedBytes;
  }

  /** Resolves when the system has them. What fails leaves the file as long as it was. */
  async append(frames: readonly MatroskaFrame[]): Promise<void> {
    if (frames.length === 0) return;
    const from = this.#facts.lengthBytes;
    const made = frames.map((frame) => this.#writer.add(frame));
    const bytes = Buffer.concat(made.map((part) => part.bytes));
    try {
      await writeAll(this.#file, bytes, from);
      for (const { patch } of made) if (patch) await this.#patch(patch);
    } catch (error) {
      await this.#file.truncate(from);
      throw toFileError(this.path, error);
    }
    this.#facts.lengthBytes = from + bytes.length;
    for (const { atMs } of frames) this.#count(Math.round(atMs));
  }

  /** Brings what was written to the disk; one at a time, and nobody has to wait for it. */
  sync(): Promise<void> {
    const { lengthBytes } = this.#facts;
    this.#syncing ??= this.#file
      .datasync()
      .then(() => void (this.#syncedBytes = lengthBytes))
      .finally(() => (this.#syncing = null));
    return this.#syncing;
  }

  /** Whether no folder holds the file any more. */
  async isOrphan(): Promise<boolean> {
    return (await this.#file.stat()).nlink === 0;
  }

  /** Writes all that is there into another file, and continues in none. */
  async copyTo(path: string): Promise<void> {
    const copy = await open(path, 'wx', 0o600);
    try {
      const piece = Buffer.alloc(1 << 20);
      for (let at = 0; at < this.#facts.lengthBytes;) {
        const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
        if (bytesRead === 0) break;
        await writeAll(copy, piece.subarray(0, bytesRead), at);
        at += bytesRead;
      }
      await copy.datasync();
    } finally {
      await copy.close();
    }
  }

  /** Gives the file its index and its length, and closes it. A failure leaves it readable without them. */
  async finish(fps: number): Promise<void> {
    try {
      await this.#syncing?.catch(() => undefined);
      const last = this.#writer.endCluster();
      if (last && this.#facts.frames > 0) await this.#patch(last);
      await endFile(this.#file, await scanOpen(this.#file, this.#facts.lengthBytes), fps);
    } catch (error) {
      throw toFileError(this.path, error);
    } finally {
      await this.#file.close();
    }
  }

  /** The folder has been removed: its data is written back from the file that is still open. */
  async rescue(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    await this.copyTo(this.path);
    await this.abandon();
  }

  /** Closes it as it is. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  #patch({ at, bytes }: Patch): Promise<void> {
    return writeAll(this.#file, bytes, at);
  }

  #count(atMs: number): void {
    const facts = this.#facts;
    if (facts.lastMs !== null) facts.longestGapMs = Math.max(facts.longestGapMs, atMs - facts.lastMs);
    facts.frames += 1;
    facts.firstMs ??= atMs;
    facts.lastMs = atMs;
  }
}

export interface MendedFile extends VideoFileFacts {
  /** Whether something was cut away or added. */
  wasChanged: boolean;
}

/** Looks through a file and changes nothing. null where it is not a file of ours. */
export async function inspectVideoFile(folder: string, name: string): Promise<ScannedFile | null> {
  const file = await openRegular(folder, name);
  try {
    const scanned = await scanOpen(file, (await file.stat()).size);
    return scanned.head ? scanned : null;
  } finally {
    await file.close();
  }
}

/** Cuts what is not whole from the end of a file, and gives it its index and its length. null: not even a head is there. */
export async function mendVideoFile(folder: string, name: string, fps: number): Promise<MendedFile | null> {
  const file = await openRegular(folder, name, true);
  try {
    const { size } = await file.stat();
    const scanned = await scanOpen(file, size);
    if (!scanned.head) return null;
    if ((scanned.lastMs ?? 0) > MOST_TAKE_SEC * 1000)
      throw new RpcError('FILE_UNREADABLE', 'its frames say that they are longer than any recording');
    await file.truncate(scanned.wholeBytes);
    for (const [index, { at }] of scanned.clusters.entries()) {
      await writeAll(file, sizeBytes(scanned.clusterSizes[index] ?? 0, 8), at + 4);
    }
    await endFile(file, scanned, fps);
    const { frames, firstMs, lastMs, longestGapMs } = scanned;
    return { frames, firstMs, lastMs, longestGapMs, lengthBytes: scanned.wholeBytes, wasChanged: true };
  } finally {
    await file.close();
  }
}

/** The index first and synced: until the head says so, the file is as it was. */
async function endFile(file: FileHandle, scanned: ScannedFile, fps: number): Promise<void> {
  if (!scanned.head || scanned.lastMs === null) return file.datasync();
  const { cues, patches } = makeEnding(scanned.head, {
    lengthBytes: scanned.wholeBytes,
    clusters: scanned.clusters,
    durationMs: scanned.lastMs + 1000 / fps,
  });
  try {
    await writeAll(file, cues, scanned.wholeBytes);
  } catch (error) {
    await file.truncate(scanned.wholeBytes);
    throw error;
  }
  await file.datasync();
  for (const { at, bytes } of patches) await writeAll(file, bytes, at);
  await file.datasync();
}

function scanOpen(file: FileHandle, lengthBytes: number): Promise<ScannedFile> {
  return scanMatroska(async (at, length) => {
    const piece = Buffer.alloc(length);
    const { bytesRead } = await file.read(piece, 0, length, at);
    return piece.subarray(0, bytesRead);
  }, lengthBytes);
}
