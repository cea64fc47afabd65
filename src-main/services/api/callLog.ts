import type { ApiCallView } from '../../../src-shared/contract/api.ts';
import type { Log } from '../ports.ts';

const MAX_LISTED = 200;
/** A line for each call would make each call wait for the disk. */
const WRITE_AFTER_MS = 1000;

/** Every call without its body: the last ones for Settings, all of them in the log. One that is killed loses its last second. */
export function createCallLog(log: Log) {
  const listed: ApiCallView[] = [];
  let waiting: ApiCallView[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isClosed = false;

  function write(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.length > 0) log.info('the API was called', { calls: waiting });
    waiting = [];
  }

  return {
    add(call: ApiCallView): void {
      if (listed.unshift(call) > MAX_LISTED) listed.pop();
      waiting.push(call);
      if (isClosed) write();
      else timer ??= setTimeout(write, WRITE_AFTER_MS);
    },
    list: (): ApiCallView[] => listed,
    /** Writes what is left. Calls that are cut off by the end come later: each is written at once. */
    close(): void {
      isClosed = true;
      write();
    },
  };
}
