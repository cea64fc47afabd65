import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RpcError } from '../../../src-shared/contract/errors.ts';
import { failWith } from '../../../src-shared/contract/errorTexts.ts';
import type { modelsContract, ModelsState } from '../../../src-shared/contract/models.ts';
import {
  MODEL_CATALOGUE,
  modelBytes,
  modelFileUrl,
  partStream,
  type Model,
} from '../../../src-shared/domain/models/index.ts';
import type { Handlers } from '../../../src-shared/rpc/index.ts';
import { readJsonSync, writeFileDurably } from '../../../src-node/files/index.ts';
import type { Log } from '../ports.ts';
import { freeBytesOf } from '../takesFolder/index.ts';
import { downloadFile, importFile, partBytes } from './download.ts';
import { createModelJobs, type JobContext } from './jobs.ts';
import { createModelPlace, type ModelPlace } from './place.ts';

/** A line that drops is taken up again so often, as long as each time something came. */
const MOST_TRIES = 5;
const MOST_BYTES = 64 << 10;

const keptSchema = z.object({ mirrorUrl: z.string().nullable() });

/** The files of a model that is installed below `dir`, in the catalogue's order; null where it is not. */
export function findModelFiles(
  dir: string,
  id: string,
  catalogue: readonly Model[] = MODEL_CATALOGUE,
): string[] | null {
  const place = createModelPlace(dir);
  const model = catalogue.find((each) => each.id === id);
  return model && place.isInstalled(model) ? model.files.map((file) => place.pathOf(model, file)) : null;
}

export interface ModelsServiceOptions {
  /** Made with the first model. */
  dir: string;
  fetch: typeof fetch;
  log: Log;
  nowMs: () => number;
  onChanged: (state: ModelsState) => void;
  /** For tests. */
  catalogue?: readonly Model[];
}

export interface ModelsService {
  handlers: Handlers<typeof modelsContract>;
  read(): Promise<ModelsState>;
  /** The files of a model, in the catalogue's order; null where it is not installed. */
  findFiles(id: string): string[] | null;
  /** Fetches a model, and answers when it is installed. Throws what the person reads. */
  install(id: string, signal: AbortSignal): Promise<void>;
  /** From the bytes of its files, one after the other. */
  importFiles(id: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  remove(id: string): void;
  setMirror(mirrorUrl: string | null): void;
  close(): void;
}

/** Models of speech and of noise: which there are, which are installed, and how they come here. */
export function createModelsService(options: ModelsServiceOptions): ModelsService {
  const { dir, log, nowMs, catalogue = MODEL_CATALOGUE } = options;
  const settingsPath = join(dir, 'models.json');
  const place = createModelPlace(dir);
  let mirrorUrl = readMirror(settingsPath, log);
  const announce = () =>
    void read().then(options.onChanged, (error: unknown) => log.error('the models could not be read', error));
  const jobs = createModelJobs({ place, nowMs, announce });

  const find = (id: string): Model => {
    const model = catalogue.find((each) => each.id === id);
    if (model) return model;
    throw failWith('FILE_NOT_FOUND', 'modelUnknown', { values: { id } });
  };
  const read = async (): Promise<ModelsState> => ({
    rows: catalogue.map((model) => jobs.rowOf(model)),
    canDownload: true,
    mirrorUrl,
    folder: dir,
    usedBytes: catalogue.reduce((sum, model) => sum + place.bytesHere(model), 0),
    freeBytes: await freeBytesOf(dir, true),
  });
  const service: Omit<ModelsService, 'handlers'> = {
    read,
    findFiles: (id) => findModelFiles(dir, id, catalogue),
    install: async (id, signal) =>
      await jobs.run(find(id), signal, (context) =>
        download(find(id), {
          ...context,
          place,
          mirrorUrl,
          fetch: options.fetch,
        }),
      ),
    importFiles: async (id, bytes, signal) =>
      await jobs.run(find(id), signal, async (context) => {
        const model = find(id);
        const parts = partStream(model, bytes);
        for (const file of model.files) {
          await importFile({ file, path: place.pathOf(model, file), ...context }, parts(file));
        }
      }),
    remove(id) {
      const model = find(id);
      jobs.cancel(id);
      jobs.forgetFailure(id);
      place.remove(model);
      announce();
    },
    setMirror(next) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileDurably(settingsPath, `${JSON.stringify({ mirrorUrl: next })}\n`);
      mirrorUrl = next;
      announce();
    },
    close: () => jobs.cancelAll(),
  };
  return { ...service, handlers: createHandlers(service, { find, jobs, log }) };
}

function createHandlers(
  service: Omit<ModelsService, 'handlers'>,
  parts: { find: (id: string) => Model; jobs: ReturnType<typeof createModelJobs>; log: Log },
): ModelsService['handlers'] {
  const { find, jobs, log } = parts;
  const { read } = service;
  return {
    'models.read': read,
    async 'models.download'({ id }) {
      find(id);
      if (!jobs.isRunning(id)) {
        // Why it failed is in the state.
        service
          .install(id, new AbortController().signal)
          .catch((error: unknown) => log.error('a model could not be downloaded', error, { id }));
      }
      return await read();
    },
    async 'models.cancel'({ id }) {
      jobs.cancel(id);
      return await read();
    },
    async 'models.importFile'({ id, sizeBytes }, { bytes, signal }) {
      const model = find(id);
      if (sizeBytes !== modelBytes(model)) {
        throw failWith('FILE_UNREADABLE', 'modelWrongImport', { values: { name: model.name } });
      }
      await service.importFiles(id, bytes, signal);
      return await read();
    },
    async 'models.remove'({ id }) {
      service.remove(id);
      return await read();
    },
    async 'models.setMirror'({ mirrorUrl }) {
      service.setMirror(mirrorUrl);
      return await read();
    },
  };
}

interface Download extends JobContext {
  place: ModelPlace;
  mirrorUrl: string | null;
  fetch: typeof fetch;
}

async function download(model: Model, { place, mirrorUrl, ...context }: Download): Promise<void> {
  for (const file of model.files) {
    if (place.isHere(model, file)) continue;
    const path = place.pathOf(model, file);
    const otherBytes = place.bytesHere(model) - partBytes(path);
    const onProgress = (bytes: number) => context.onProgress(otherBytes + bytes);
    const url = modelFileUrl(model, file, mirrorUrl);
    await whileItComes(path, () => downloadFile({ ...context, file, path, url, onProgress }));
  }
}

/** A long download meets a short break of the line. */
async function whileItComes(path: string, fetchRest: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const before = partBytes(path);
    try {
      return await fetchRest();
    } catch (error) {
      const isCutOff = error instanceof RpcError && error.code === 'SERVER_UNREACHABLE';
      if (!isCutOff || tries >= MOST_TRIES || partBytes(path) <= before) throw error;
    }
  }
}

function readMirror(path: string, log: Log): string | null {
  if (!existsSync(path)) return null;
  try {
    return keptSchema.parse(readJsonSync(path, { mostBytes: MOST_BYTES })).mirrorUrl;
  } catch (error) {
    log.error('the settings of the models are damaged: models come from their origin', error, { path });
    return null;
  }
}
