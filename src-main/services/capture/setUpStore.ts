import { existsSync } from 'node:fs';
import {
  captureSetUpSchema,
  EMPTY_SET_UP,
  type CaptureSetUp,
} from '../../../src-shared/domain/captureSetUp.ts';
import { describeIssues } from '../../../src-shared/rpc/issues.ts';
import { keepAside, readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';

/** What plug-ins keep of themselves is in it. */
export const MOST_SET_UP_BYTES = 256 << 20;

/** A fader that is dragged changes the set-up many times a second: it is written this long after. */
const WRITE_DELAY_MS = 500;

/** Where the set-up rests between two starts. */
export interface SetUpStore {
  /** The stored one; an empty one where there is none or it is damaged, which is then kept beside it as `.bad`. */
  read(): CaptureSetUp;
  /** Written a moment later, or at the latest by `flush`. */
  write(setUp: CaptureSetUp): void;
  flush(): void;
}

export function createFileSetUpStore(path: string, log: Log): SetUpStore {
  let waiting: CaptureSetUp | null = null;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const setUp = waiting;
    waiting = null;
    if (!setUp) return;
    try {
      writeFileDurably(path, `${JSON.stringify(setUp, null, 2)}\n`);
    } catch (error) {
      log.error('the set-up could not be saved', error, { path });
    }
  }

  return {
    read() {
      if (!existsSync(path)) return EMPTY_SET_UP;
      try {
        const parsed = captureSetUpSchema.safeParse(readJsonSync(path, { mostBytes: MOST_SET_UP_BYTES }));
        if (parsed.success) return parsed.data;
        throw new Error(describeIssues(parsed.error));
      } catch (error) {
        log.error('the stored set-up is damaged: an empty one is used', error, { path });
        keepDamaged(path, log);
        return EMPTY_SET_UP;
      }
    },
    write(setUp) {
      waiting = setUp;
      timer ??= setTimeout(flush, WRITE_DELAY_MS);
      timer.unref();
    },
    flush,
  };
}

/** For a command, whose set-up is a file of the user's. */
export function createPassingSetUpStore(): SetUpStore {
  return { read: () => EMPTY_SET_UP, write: () => undefined, flush: () => undefined };
}

function keepDamaged(path: string, log: Log): void {
  try {
    keepAside(path);
  } catch (error) {
    log.error('the damaged set-up could not be kept aside', error, { path });
  }
}
