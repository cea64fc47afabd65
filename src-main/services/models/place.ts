import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import { modelFileName, type Model, type ModelFile } from '../../../src-shared/domain/models/index.ts';
import { toFileError } from '../../../src-node/files/index.ts';
import { takeDataLock } from '../dataLock/index.ts';
import { partBytes, removePart } from './download.ts';

/** Where models lie: a folder each. */
export function createModelPlace(dir: string) {
  const pathOf = (model: Model, file: ModelFile) => join(dir, model.id, modelFileName(file));
  /** A file gets its name when its hash is right. */
  const isHere = (model: Model, file: ModelFile) =>
    statSync(pathOf(model, file), { throwIfNoEntry: false })?.size === file.sizeBytes;
  return {
    dir,
    pathOf,
    isHere,
    isInstalled: (model: Model) => model.files.every((file) => isHere(model, file)),
    bytesHere: (model: Model) =>
      model.files.reduce(
        (sum, file) => sum + (isHere(model, file) ? file.sizeBytes : partBytes(pathOf(model, file))),
        0,
      ),

    /** One at a time for a model, also of several processes: two would write into one file. */
    async withLock(model: Model, work: () => Promise<void>): Promise<void> {
      const folder = join(dir, model.id);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        throw toFileError(folder, error);
      }
      const lock = await takeDataLock(folder);
      if (!lock) throw failWith('TOO_MANY_REQUESTS', 'modelBusy', { values: { name: model.name } });
      try {
        await work();
      } finally {
        lock.release();
      }
    },

    remove(model: Model): void {
      try {
        for (const file of model.files) {
          removePart(pathOf(model, file));
          rmSync(pathOf(model, file), { force: true });
        }
      } catch (error) {
        throw toFileError(join(dir, model.id), error);
      }
    },
  };
}
export type ModelPlace = ReturnType<typeof createModelPlace>;
