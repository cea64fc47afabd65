import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { TakeVideoTrack } from '../../../../src-shared/contract/takeVideoTracks.ts';
import type { CertifiedVideoTrack } from '../../../../src-shared/domain/certificateSchema.ts';
import type { TakeJobTask } from '../../engine/index.ts';
import { openRegular } from '../../../../src-node/files/index.ts';
import { lowerPriority } from '../../processes/index.ts';
import { inheritedPath } from '../../ffmpeg/index.ts';
import { inspectVideoFile } from './videoFile.ts';

/** What is kept of what FFmpeg warns about. */
const MOST_WARNING_CHARS = 300;

type Counted = Pick<CertifiedVideoTrack, 'framesDecoded' | 'problem' | 'isUndecoded'>;

/** Decodes every frame of a file, and says what it found; `hash` reads the file a second time. */
export async function verifyVideoTrack(
  folder: string,
  videoTrack: TakeVideoTrack,
  task: TakeJobTask,
  hash: () => Promise<string>,
): Promise<CertifiedVideoTrack> {
  const path = join(folder, videoTrack.file);
  const { id, name, kind, file, framesDropped, durationSec, longestGapSec, framesWritten } = videoTrack;
  const known = { id, name, kind, file, framesDropped, durationSec, longestGapSec };
  const scanned = await inspectVideoFile(folder, videoTrack.file).catch((error: unknown) => error as Error);
  if (scanned === null || scanned instanceof Error) {
    const problem =
      scanned === null ? `${path} is no recording.` : `${path} cannot be read: ${scanned.message}.`;
    const nothing = { sizeBytes: 0, sha256: null, framesDecoded: null, isUndecoded: false };
    return { ...known, ...nothing, framesExpected: framesWritten, problem };
  }
  const counted: Counted =
    framesWritten === 0
      ? { framesDecoded: 0, problem: null, isUndecoded: false }
      : await countByDecoding(folder, videoTrack.file, scanned.frames, framesWritten, task);
  return {
    ...known,
    ...counted,
    sizeBytes: scanned.sizeBytes,
    sha256: await hash(),
    framesExpected: framesWritten,
  };
}

async function countByDecoding(
  folder: string,
  name: string,
  framesThere: number,
  framesExpected: number,
  { signal, onProgress }: TakeJobTask,
): Promise<Counted> {
  const file = await openRegular(folder, name);
  const child = spawn(
    'ffmpeg',
    [
      ...['-nostdin', '-hide_banner', '-v', 'error', '-protocol_whitelist', 'file', '-f', 'matroska'],
      ...[
        '-i',
        `file:${inheritedPath(0, join(folder, name))}`,
        '-map',
        '0:v:0',
        '-an',
        '-fps_mode',
        'passthrough',
      ],
      // A line for each frame. The null format rounds times to a rate that it guesses, and warns of the result.
      ...['-f', 'framecrc', 'pipe:1'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe', file.fd], ...(signal ? { signal } : {}) },
  ) as ChildProcessByStdio<null, Readable, Readable>;
  let frames = 0;
  let warning = '';
  // Whole lines of frames begin with the stream's number, those of the head with a sign.
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    frames += lines.filter((line) => line.startsWith('0,')).length;
    onProgress?.(Math.min(1, frames / framesExpected));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    warning = (warning + text).slice(0, MOST_WARNING_CHARS);
  });
  try {
    child.on('spawn', () => lowerPriority(child.pid));
    const [code] = (await once(child, 'close')) as [number | null];
    const problem = warning.trim() || (code === 0 ? null : `FFmpeg ended with ${code ?? 'a signal'}.`);
    return { framesDecoded: problem === null ? frames : null, problem, isUndecoded: false };
  } catch (error) {
    if (signal?.aborted) throw failWith('CANCELLED', 'cancelled');
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { framesDecoded: framesThere, problem: null, isUndecoded: true };
  } finally {
    await file.close();
  }
}
