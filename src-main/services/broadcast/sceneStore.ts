import { RpcError } from '../../../src-shared/contract/errors.ts';
import {
  importCollection,
  MAX_COLLECTION_BYTES,
} from '../../../src-shared/domain/broadcast/sceneCollection.ts';
import { moveAside, readOwnText, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';

export interface SceneStore {
  /** null: none were saved. */
  read(): string | null;
  /** Throws `BAD_OPTION`, `SETTINGS_UNWRITABLE`. */
  save(text: string): void;
}

/** The scenes of this installation: one file, in the form in which scenes are exported. */
export function openSceneStore(path: string, log: Log): SceneStore {
  return {
    read() {
      try {
        const text = readOwnText(path, { mostBytes: MAX_COLLECTION_BYTES });
        if (text === null) return null;
        const { problem } = importCollection(text);
        if (problem === null) return text;
        log.info('the stored scenes are damaged', { path, problem: JSON.stringify(problem) });
        log.info('the damaged scenes are kept', { path: moveAside(path) });
      } catch (error) {
        log.error('the stored scenes could not be read', error, { path });
      }
      return null;
    },
    save(text) {
      const { problem } = importCollection(text);
      if (problem !== null) throw new RpcError('BAD_OPTION', 'These are no scenes of SoundDesk.');
      try {
        writeFileDurably(path, text);
      } catch (error) {
        const { message } = error as Error;
        throw new RpcError('SETTINGS_UNWRITABLE', `The scenes could not be saved: ${message}.`, {
          cause: error,
        });
      }
    },
  };
}
