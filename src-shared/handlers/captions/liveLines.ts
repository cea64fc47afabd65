import type { LiveLine } from '../../domain/transcript/live.ts';
import type { CaptionsLog } from './piece.ts';

/** A recording that runs, or that has ended a moment ago: an engine answers later. */
interface Recorded {
  folder: string;
  startedAtMs: number;
  /** null while it runs. */
  endedAtMs: number | null;
}

interface LiveLinesOptions {
  /** null where nothing is recorded. */
  runningFolder: () => string | null;
  /** To what is kept beside that take. */
  append: (folder: string, line: string) => Promise<void> | void;
  nowMs: () => number;
  log: CaptionsLog;
}

/** Live captions of what is recorded, beside the take, a line as it is final. */
export function createLiveLines({ runningFolder, append, nowMs, log }: LiveLinesOptions) {
  let recorded: Recorded[] = [];
  function follow(): void {
    const folder = runningFolder();
    for (const one of recorded) if (one.folder !== folder) one.endedAtMs ??= nowMs();
    if (folder === null || recorded.some((one) => one.folder === folder)) return;
    recorded = [...recorded.slice(-1), { folder, startedAtMs: nowMs(), endedAtMs: null }];
  }
  async function write(folder: string, line: LiveLine): Promise<void> {
    try {
      await append(folder, `${JSON.stringify(line)}\n`);
    } catch (error) {
      log.error('a caption could not be kept with its recording', error, { folder });
    }
  }
  return {
    /** A recording has begun or ended. */
    follow,
    keep(line: LiveLine): void {
      follow();
      const [startMs = 0, endMs = 0] = [line.words[0]?.startMs, line.words.at(-1)?.endMs];
      for (const { folder, startedAtMs, endedAtMs } of recorded) {
        if (endMs < startedAtMs || (endedAtMs !== null && startMs > endedAtMs)) continue;
        void write(folder, line);
      }
    },
  };
}
