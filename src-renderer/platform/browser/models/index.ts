import { RpcError, type RpcFailure } from '../../../../src-shared/contract/errors.ts';
import { failWith } from '../../../../src-shared/contract/errorTexts.ts';
import type { ModelRow, modelsContract, ModelsState } from '../../../../src-shared/contract/models.ts';
import {
  MODEL_CATALOGUE,
  modelBytes,
  modelFileName,
  partStream,
  type Model,
  type ModelFile,
} from '../../../../src-shared/domain/models/index.ts';
import { refuseCall, type Handlers } from '../../../../src-shared/rpc/index.ts';
import { Sha256 } from '../../../lib/sha256.ts';
import { fileIn, folderIn, writeFile } from '../storedFiles.ts';

const FOLDER = 'models';
const MIRROR_KEY = 'sounddesk.model-mirror';
/** WebAssembly has 2 GB, and holds a model besides what it thinks. */
const MOST_BYTES = 600_000_000;
const REPORT_EVERY_BYTES = 8_000_000;
const NO_DOWNLOAD = 'A web page alone downloads no models. Get the file with the link, then import it.';
/** Those that a page reads, and that fit into its memory. */
const CATALOGUE = MODEL_CATALOGUE.filter(
  (model) => model.kind !== 'denoise' && modelBytes(model) <= MOST_BYTES,
);

export interface BrowserModelsOptions {
  storage: StorageManager;
  settings: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  onChanged: (state: ModelsState) => void;
  log: (message: string, error: unknown) => void;
}

export interface BrowserModels {
  handlers: Handlers<typeof modelsContract>;
  /** In the catalogue's order; null where the model is not installed. */
  openFiles(id: string): Promise<File[] | null>;
}

interface Import {
  cancel: AbortController;
  doneBytes: number;
}

/** Models in this browser's storage. They come from files that the person has: a page may reach no servers but its own. */
export function createBrowserModels(options: BrowserModelsOptions): BrowserModels {
  const { storage, settings, log, onChanged } = options;
  const folders = openModelFolders(storage);
  const imports = new Map<string, Import>();
  const failures = new Map<string, RpcFailure>();

  async function rowOf(model: Model): Promise<ModelRow> {
    const sizeBytes = modelBytes(model);
    const hereBytes = (await folders.filesOf(model)).reduce((sum, file) => sum + (file?.size ?? 0), 0);
    const running = imports.get(model.id);
    const doneBytes = running?.doneBytes ?? hereBytes;
    const rested = hereBytes === sizeBytes ? 'installed' : 'missing';
    const state = running ? (doneBytes >= sizeBytes ? 'checking' : 'downloading') : rested;
    return { model, sizeBytes, state, doneBytes, failure: failures.get(model.id) ?? null };
  }
  async function read(): Promise<ModelsState> {
    const rows = await Promise.all(CATALOGUE.map(rowOf));
    const { quota, usage } = await storage.estimate();
    return {
      rows,
      canDownload: false,
      mirrorUrl: settings.getItem(MIRROR_KEY),
      folder: '',
      usedBytes: rows.reduce((sum, { doneBytes }) => sum + doneBytes, 0),
      freeBytes: quota === undefined ? null : Math.max(0, quota - (usage ?? 0)),
    };
  }
  const announce = () =>
    void read().then(onChanged, (error: unknown) => log('the models could not be read', error));

  async function install(model: Model, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const { id, name } = model;
    if (imports.has(id)) throw failWith('TOO_MANY_REQUESTS', 'modelBusy', { values: { name } });
    const running: Import = { cancel: new AbortController(), doneBytes: 0 };
    signal.addEventListener('abort', () => running.cancel.abort(), { once: true });
    imports.set(id, running);
    failures.delete(id);
    announce();
    try {
      await folders.add(model, bytes, running, announce);
    } catch (error) {
      if (error instanceof RpcError && !running.cancel.signal.aborted) failures.set(id, error.toFailure());
      throw error;
    } finally {
      imports.delete(id);
      announce();
    }
  }

  const handlers: BrowserModels['handlers'] = {
    'models.read': read,
    'models.download': refuseCall(NO_DOWNLOAD),
    async 'models.cancel'({ id }) {
      imports.get(id)?.cancel.abort();
      return await read();
    },
    async 'models.importFile'({ id, sizeBytes }, { bytes, signal }) {
      const model = find(id);
      if (sizeBytes !== modelBytes(model)) throw wrongFile(model.name);
      await install(model, bytes, signal);
      return await read();
    },
    async 'models.remove'({ id }) {
      imports.get(id)?.cancel.abort();
      failures.delete(id);
      await folders.remove(find(id));
      announce();
      return await read();
    },
    async 'models.setMirror'({ mirrorUrl }) {
      if (mirrorUrl === null) settings.removeItem(MIRROR_KEY);
      else settings.setItem(MIRROR_KEY, mirrorUrl);
      announce();
      return await read();
    },
  };
  return { handlers, openFiles: (id) => folders.openFiles(id) };
}

/** A folder of this browser for each model. */
function openModelFolders(storage: StorageManager) {
  const openRoot = async () =>
    await (await storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
  /** null in the place of one that is not there, or not whole. */
  async function filesOf(model: Model): Promise<(File | null)[]> {
    const folder = await folderIn(await openRoot(), model.id);
    if (!folder) return model.files.map(() => null);
    return await Promise.all(model.files.map((file) => openWhole(folder, file)));
  }
  return {
    filesOf,
    async openFiles(id: string): Promise<File[] | null> {
      const files = await filesOf(find(id));
      return files.every((file) => file !== null) ? files : null;
    },
    async add(
      model: Model,
      bytes: AsyncIterable<Uint8Array>,
      running: Import,
      onProgress: () => void,
    ): Promise<void> {
      const folder = await (await openRoot()).getDirectoryHandle(model.id, { create: true });
      const parts = partStream(model, bytes);
      for (const file of model.files)
        await writeFile(folder, modelFileName(file), checked(file, parts(file), running, onProgress));
    },
    async remove(model: Model): Promise<void> {
      const root = await openRoot();
      if (await folderIn(root, model.id)) await root.removeEntry(model.id, { recursive: true });
    },
  };
}

/** The bytes of a file; it fails behind the last of them where they are another file's, so that nothing gets the name. */
async function* checked(
  file: ModelFile,
  bytes: AsyncIterable<Uint8Array>,
  running: Import,
  onProgress: () => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const sha256 = new Sha256();
  let count = 0;
  let reported = 0;
  for await (const piece of bytes) {
    if (running.cancel.signal.aborted) throw failWith('CANCELLED', 'cancelled');
    count += piece.byteLength;
    if (count > file.sizeBytes) break;
    sha256.add(piece);
    running.doneBytes += piece.byteLength;
    if (count - reported > REPORT_EVERY_BYTES) {
      reported = count;
      onProgress();
    }
    yield new Uint8Array(piece);
  }
  if (count !== file.sizeBytes || sha256.hex() !== file.sha256) throw wrongFile(modelFileName(file));
}

function find(id: string): Model {
  const model = CATALOGUE.find((each) => each.id === id);
  if (model) return model;
  throw failWith('FILE_NOT_FOUND', 'modelUnknown', { values: { id } });
}

async function openWhole(folder: FileSystemDirectoryHandle, file: ModelFile): Promise<File | null> {
  const found = await fileIn(folder, modelFileName(file));
  return found?.size === file.sizeBytes ? found : null;
}

const wrongFile = (name: string): RpcError =>
  failWith('FILE_UNREADABLE', 'modelWrongImport', { values: { name }, retryable: true });
