import { existsSync } from 'node:fs';
import { presetLibrarySchema } from '../../../src-shared/contract/presets.ts';
import { EMPTY_LIBRARY } from '../../../src-shared/domain/presetList.ts';
import type { PresetStore } from '../../../src-shared/handlers/presets.ts';
import { describeIssues } from '../../../src-shared/rpc/issues.ts';
import { moveAside, readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';

const MOST_BYTES = 16 << 20;

/** One JSON file, private to the user. A damaged one is moved aside under a name of its own: no byte of it is lost. */
export function createFilePresetStore(path: string, log: Log): PresetStore {
  return {
    read() {
      if (!existsSync(path)) return { library: EMPTY_LIBRARY, damage: null };
      try {
        const parsed = presetLibrarySchema.safeParse(readJsonSync(path, { mostBytes: MOST_BYTES }));
        if (!parsed.success) throw new Error(describeIssues(parsed.error));
        const { custom, order } = parsed.data;
        return { library: { custom, order }, damage: null };
      } catch (error) {
        log.error('the stored presets are damaged', error, { path });
        return { library: EMPTY_LIBRARY, damage: putAside(path, log) };
      }
    },
    write: (library) => writeFileDurably(path, `${JSON.stringify({ version: 1, ...library }, null, 2)}\n`),
  };
}

function putAside(path: string, log: Log): string {
  let aside: string;
  try {
    aside = moveAside(path);
  } catch (error) {
    log.error('the damaged presets could not be put aside', error, { path });
    return `Your own presets could not be read from ${path}. The built-in ones are there.`;
  }
  return `Your own presets could not be read. The file is kept as ${aside}; the built-in presets are there.`;
}
