import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { lowerPriority } from '../processes/index.ts';

/** What is kept of what FFmpeg says. */
const MOST_WORDS_CHARS = 64_000;
const MOST_WARNING_CHARS = 300;
/** Behind its input, output and messages. */
const FIRST_FILE = 3;
/**
 * What FFmpeg opens to read the file whose descriptor it was given as number `index` of `files`: that file, whatever lies
 * under its name by then. Windows gives no descriptors to a child; there it is the name.
 */
export function inheritedPath(index: number, path: string): string {
  return process.platform === 'win32' ? resolve(path) : `/dev/fd/${FIRST_FILE + index}`;
}

interface FfmpegRun {
  /** Descriptors of files that it reads. */
  files?: readonly number[];
  signal?: AbortSignal | undefined;
  /** Every line of its output. */
  onLine?: (line: string) => void;
  /** What is not so where it gives up; written where nothing is said. */
  purpose?: 'written' | 'checked';
  /** Reported as the file that it writes. */
  outputPath?: string;
}

interface FfmpegResult {
  /** All that it said on the other channel, without the marks of how grave it is. */
  words: string;
  /** Of that, what is an error; empty where there is none. */
  warning: string;
}

/**
 * Runs FFmpeg behind what is being recorded. `CANCELLED` where the signal said so, `DISK_FULL` where the disk is, otherwise
 * `FILE_UNWRITABLE` where it gives up; a warning alone is reported, and may be none to the caller.
 */
export async function runFfmpeg(args: readonly string[], run: FfmpegRun = {}): Promise<FfmpegResult> {
  const child = spawn(
    'ffmpeg',
    ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'level+info', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe', ...(run.files ?? [])],
      ...(run.signal ? { signal: run.signal, killSignal: 'SIGKILL' } : {}),
    },
  ) as ChildProcessByStdio<null, Readable, Readable>;
  let words = '';
  let warning = '';
  followLines(child.stdout, (line) => run.onLine?.(line));
  followLines(child.stderr, (line) => {
    words = `${words}${line}\n`.slice(-MOST_WORDS_CHARS);
    const [, error] = /\[(?:error|fatal|panic)\] (.*)$/.exec(line) ?? [];
    if (error !== undefined) warning = `${warning} ${error}`.trim().slice(0, MOST_WARNING_CHARS);
  });
  child.on('spawn', () => lowerPriority(child.pid));
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    if (run.signal?.aborted) throw cancelled();
    if (/no space left on device|disk quota exceeded/i.test(words)) {
      throw failWith('DISK_FULL', 'diskFull', { values: { path: run.outputPath ?? 'the file' } });
    }
    if (code !== 0) {
      const why = warning || `it ended with ${code ?? signal ?? 'nothing'}`;
      const { purpose = 'written', outputPath = 'The new file' } = run;
      const values = { path: outputPath, reason: why };
      throw purpose === 'written'
        ? failWith('FILE_UNWRITABLE', 'ffmpegNotWritten', { values })
        : failWith('FILE_UNREADABLE', 'ffmpegNotRead', { values });
    }
    return { words, warning };
  } catch (error) {
    if (run.signal?.aborted) {
      // Its file is removed next: nothing may write to it any more.
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        await once(child, 'close');
      throw cancelled();
    }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw failWith('FORMAT_UNSUPPORTED', 'kindHereNeedsFfmpeg', { cause: error });
    throw error;
  }
}

const cancelled = () => failWith('CANCELLED', 'cancelled');

function followLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
}
