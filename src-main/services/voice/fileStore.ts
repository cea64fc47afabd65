import { existsSync } from 'node:fs';
import type { VoiceStore } from '../../../src-shared/handlers/voice/index.ts';
import { moveAside, readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';

const MOST_BYTES = 4 << 20;

/** Settings and spendings of Voice AI in one file, private to the user. A damaged one is moved aside. */
export function createFileVoiceStore(path: string, log: Log): VoiceStore {
  return {
    read() {
      if (!existsSync(path)) return Promise.resolve(null);
      try {
        return Promise.resolve(readJsonSync(path, { mostBytes: MOST_BYTES }));
      } catch (error) {
        log.error('the settings of Voice AI are damaged', error, { path });
        try {
          moveAside(path);
        } catch (cause) {
          log.error('they could not be put aside', cause, { path });
        }
        return Promise.resolve(null);
      }
    },
    write: (value) =>
      Promise.resolve().then(() => writeFileDurably(path, `${JSON.stringify(value, null, 2)}\n`)),
  };
}
