import { join } from 'node:path';
import type { LiveLine } from '../../../src-shared/domain/transcript/live.ts';
import { LIVE_NAME } from '../../../src-shared/handlers/transcripts/index.ts';
import { appendLineDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';

/** A recording that runs, or that has ended a moment ago: an engine answers later. */
interface Recorded {
  folder: string;
  startedAtMs: number;
  /** null while it runs. */
  endedAtMs: number | null;
}

/** Live captions of what is recorded, beside the take, a line as it is final. `runningFolder`: null where nothing is recorded. */
export function createLiveLines(options: {
  runningFolder: () => string | null;
  nowMs: () => number;
  log: Log;
}) {
  const { runningFolder, nowMs, log } = options;
  let recorded: Recorded[] = [];
  function follow(): void {
    const folder = runningFolder();
    for (const one of recorded) if (one.folder !== folder) one.endedAtMs ??= nowMs();
    if (folder === null || recorded.some((one) => one.folder === folder)) return;
    recorded = [...recorded.slice(-1), { folder, startedAtMs: nowMs(), endedAtMs: null }];
  }
  return {
    /** A recording has begun or ended. */
    follow,
    keep(line: LiveLine): void {
      follow();
      const [startMs = 0, endMs = 0] = [line.words[0]?.startMs, line.words.at(-1)?.endMs];
      for (const { folder, startedAtMs, endedAtMs } of recorded) {
        if (endMs < startedAtMs || (endedAtMs !== null && startMs > endedAtMs)) continue;
        try {
          appendLineDurably(join(folder, LIVE_NAME), `${JSON.stringify(line)}\n`, 0o644);
        } catch (error) {
          log.error('a caption could not be kept with its recording', error, { folder });
        }
      }
    },
  };
}
