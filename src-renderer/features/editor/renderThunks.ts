import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { InputOf } from '../../../src-shared/contract/define.ts';
import type { RenderJob, rendersContract } from '../../../src-shared/contract/renders.ts';
import type { Dispatch } from '../../lib/store.ts';
import { readBlob } from '../../lib/readBlob.ts';
import { saveBlob } from '../../lib/saveBlob.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';
import type { EditorRoot } from './editorState.ts';
import { failed } from './failed.ts';
import { saveAll } from './projectThunks.ts';
import { keepTextImages } from './textImages.ts';
import { rendersChanged, renderProgressed } from './editorActions.ts';

/** What an export may be asked for. */
export type RenderChoice = InputOf<(typeof rendersContract)['renders.start']>['options'];

export const readFormats = createClientThunk(
  'editor/readFormats',
  async (_: void, { client }) => unwrap(await client.call('renders.readFormats')),
  'inPlace',
);

/** The project as it is now: what is not saved yet is saved first. */
export const startRender = createClientThunk<RenderJob, RenderChoice, EditorRoot>(
  'editor/render',
  async (options, { client, getState, dispatch }) => {
    await dispatch(saveAll());
    const { opened } = getState().editor;
    if (!opened) throw new Error('No project is open.');
    await keepTextImages(client, opened.history.present);
    return unwrap(await client.call('renders.start', { projectId: opened.id, options }));
  },
  failed('export'),
);

export const cancelRender = createClientThunk(
  'editor/cancelRender',
  async (id: string, { client }) => unwrap(await client.call('renders.cancel', { id })),
  failed('cancel'),
);

export const forgetRender = createClientThunk(
  'editor/forgetRender',
  async (id: string, { client }) => unwrap(await client.call('renders.forget', { id })),
  failed('forget'),
);

export const showRender = createClientThunk(
  'editor/showRender',
  async (id: string, { client }) => unwrap(await client.call('renders.showInFolder', { id })),
  failed('show'),
);

export const downloadRender = createClientThunk(
  'editor/downloadRender',
  async ({ id, name }: { id: string; name: string }, { client, signal }) =>
    saveBlob(await readBlob((onChunk) => client.open('renders.readFile', { id }, onChunk), { signal }), name),
  failed('download'),
);

export const measureLoudness = createClientThunk<
  { integratedLufs: number | null; truePeakDb: number | null },
  void,
  EditorRoot
>(
  'editor/measure',
  async (_, { client, getState, dispatch }) => {
    await dispatch(saveAll());
    const projectId = getState().editor.opened?.id ?? '';
    return unwrap(await client.call('renders.measureSound', { projectId }));
  },
  failed('loudness'),
);

/** A track's sound with its plug-ins, as the project is now, for the preview. */
export const prepareStrip = createClientThunk<{ key: string }, string, EditorRoot>(
  'editor/prepareStrip',
  async (trackId, { client, getState, dispatch, signal }) => {
    await dispatch(saveAll());
    const projectId = getState().editor.opened?.id ?? '';
    return unwrap(await client.call('renders.prepareStrip', { projectId, trackId }, { signal }));
  },
  failed('pluginPreview'),
);

/** Follows the queue; gives what ends that. */
export function followRenders() {
  return (dispatch: Dispatch, _: unknown, { client }: ThunkExtra): (() => void) => {
    const ends = [
      client.subscribe('renders.onChanged', (jobs) => dispatch(rendersChanged(jobs))),
      client.subscribe('renders.onProgressed', (job) => dispatch(renderProgressed(job))),
    ];
    void client
      .call('renders.list')
      .then((answer) => answer.success && dispatch(rendersChanged(answer.data)));
    return () => ends.forEach((end) => end());
  };
}
