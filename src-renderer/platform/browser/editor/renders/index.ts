import { ERROR_TEXTS, failWith } from '../../../../../src-shared/contract/errorTexts.ts';
import type { rendersContract } from '../../../../../src-shared/contract/renders.ts';
import { renderOptionsSchema } from '../../../../../src-shared/domain/edit/render.ts';
import { refuseCall, type Handlers } from '../../../../../src-shared/rpc/index.ts';
import { holdLock } from '../../holdLock.ts';
import { fileIn, piecesOf } from '../../storedFiles.ts';
import { readFormats } from './formats.ts';
import { exportLock, openJobs } from './jobs.ts';
import { prepareExport, type PrepareOptions } from './prepare.ts';
import { BrowserRenderQueue, type QueueOptions } from './queue.ts';
import { runExport } from './runExport.ts';

export interface RendersOptions extends PrepareOptions, Omit<QueueOptions, 'jobs'> {
  storage: StorageManager;
}

/** Exports by this browser's encoders. */
export function createRenders(options: RendersOptions) {
  const { storage, locks, createId } = options;
  const jobs = openJobs(storage, locks);
  const queue = new BrowserRenderQueue({ ...options, jobs });
  const handlers: Handlers<typeof rendersContract> = {
    'renders.readFormats': () => readFormats(),
    'renders.start': async ({ projectId, options: what }) =>
      queue.add(await prepareExport(projectId, what, options)),
    'renders.list': () => queue.list(),
    'renders.cancel': ({ id }) => queue.cancel(id),
    'renders.forget': ({ id }) => queue.forget(id),
    'renders.showInFolder': refuseCall(ERROR_TEXTS.pageShowsNoFolder),
    'renders.prepareStrip': refuseCall(ERROR_TEXTS.pageNoPlugins),
    'renders.readStrip': refuseCall(ERROR_TEXTS.pageNoPlugins),
    async *'renders.readFile'({ id }) {
      const { file: made } = await queue.require(id);
      const file = made && (await fileIn(await jobs.folderOf(id), made.name));
      if (!file) throw failWith('FILE_NOT_FOUND', 'exportNoFile');
      yield* piecesOf(file);
    },
    async 'renders.measureSound'({ projectId }, { signal }) {
      const id = `measure-${createId()}`;
      const what = renderOptionsSchema.parse({ format: 'wav' });
      const release = await holdLock(locks, exportLock(id));
      try {
        const prepared = await prepareExport(projectId, what, options);
        const folder = await jobs.folderOf(id);
        return (await runExport({ ...prepared, folder, fileName: null }, 'measured', { signal })).loudness;
      } finally {
        await jobs.remove(id).catch(() => undefined);
        release?.();
      }
    },
  };
  return { handlers, close: () => queue.close() };
}
