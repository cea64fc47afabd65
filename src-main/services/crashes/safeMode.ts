import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { needsSafeMode, SAFE_MODE_CRASHES } from '../../../src-shared/domain/crashes.ts';
import { readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Clock, Log } from '../ports.ts';

const keptSchema = z.object({ crashTimesMs: z.array(z.number()).max(100) });

export interface SafeMode {
  /** Whether this start is one without plug-ins and without the graphics processor. */
  readonly isOn: boolean;
  /** The window crashed; true where the next start has to be in safe mode. */
  noteCrash(): boolean;
}

/**
 * Looks whether the window crashed so often that this start has to leave out what usually does it. Only for this start: the one
 * after it tries everything again.
 */
export function openSafeMode({ dir, clock, log }: { dir: string; clock: Clock; log: Log }): SafeMode {
  const path = join(dir, 'window-crashes.json');
  let times = readTimes(path, log);
  const isOn = needsSafeMode(times, clock.nowMs());
  if (isOn) {
    log.info('the window crashed too often: started in safe mode', { crashes: times.length });
    keep([]);
  }

  function keep(next: number[]): void {
    times = next;
    try {
      writeFileDurably(path, `${JSON.stringify({ crashTimesMs: times })}\n`);
    } catch (error) {
      log.error('the crash of the window could not be noted', error, { path });
    }
  }
  return {
    isOn,
    noteCrash() {
      const nowMs = clock.nowMs();
      keep([...times, nowMs].slice(-SAFE_MODE_CRASHES));
      return needsSafeMode(times, nowMs);
    },
  };
}

function readTimes(path: string, log: Log): number[] {
  if (!existsSync(path)) return [];
  try {
    return keptSchema.parse(readJsonSync(path, { mostBytes: 16 * 1024 })).crashTimesMs;
  } catch (error) {
    log.error('the crashes of the window could not be read', error, { path });
    return [];
  }
}
