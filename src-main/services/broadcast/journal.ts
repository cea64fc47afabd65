import { existsSync, rmSync } from 'node:fs';
import {
  interruptedBroadcastSchema,
  type InterruptedBroadcast,
} from '../../../src-shared/domain/broadcast/interrupted.ts';
import { readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';

const MOST_BYTES = 1 << 16;

export interface BroadcastJournal {
  /** The broadcast that was live when the last host was killed; null where it ended as it should. */
  readonly interrupted: InterruptedBroadcast | null;
  begin(broadcast: InterruptedBroadcast): void;
  /** It has ended, or nobody wants to resume it. */
  end(): void;
}

/** One file that is there while a broadcast is live. No key is in it, and no broadcast fails because of it. */
export function openBroadcastJournal({ path, log }: { path: string; log: Log }): BroadcastJournal {
  let interrupted = read(path, log);
  return {
    get interrupted() {
      return interrupted;
    },
    begin(broadcast) {
      interrupted = null;
      try {
        writeFileDurably(path, `${JSON.stringify(broadcast)}\n`);
      } catch (error) {
        log.error('the running broadcast could not be noted', error, { path });
      }
    },
    end() {
      interrupted = null;
      try {
        rmSync(path, { force: true });
      } catch (error) {
        log.error('the note of the last broadcast could not be removed', error, { path });
      }
    },
  };
}

function read(path: string, log: Log): InterruptedBroadcast | null {
  if (!existsSync(path)) return null;
  try {
    return interruptedBroadcastSchema.parse(readJsonSync(path, { mostBytes: MOST_BYTES }));
  } catch (error) {
    log.error('the note of the last broadcast is damaged', error, { path });
    return null;
  }
}
