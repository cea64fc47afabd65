import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { unwrap } from '../../../src-shared/contract/errors.ts';
import type { ModelsState } from '../../../src-shared/contract/models.ts';
import { inModelOrder, type Model } from '../../../src-shared/domain/models/index.ts';
import { dataOf, failureOf, LOADING, type Loadable } from '../../lib/loadable.ts';
import { createClientThunk, type ThunkExtra } from '../../platform/index.ts';

export const readModels = createClientThunk(
  'models/read',
  async (_: void, { client }) => unwrap(await client.call('models.read')),
  'inPlace',
);
export const downloadModel = createClientThunk('models/download', async (id: string, { client }) =>
  unwrap(await client.call('models.download', { id })),
);
export const cancelModel = createClientThunk('models/cancel', async (id: string, { client }) =>
  unwrap(await client.call('models.cancel', { id })),
);
export const removeModel = createClientThunk('models/remove', async (id: string, { client }) =>
  unwrap(await client.call('models.remove', { id })),
);
export const importModel = createClientThunk(
  'models/import',
  async ({ model, files }: { model: Model; files: readonly File[] }, { client }) => {
    const inOrder = inModelOrder(model, files, ({ name }) => name);
    const sizeBytes = inOrder.reduce((sum, { size }) => sum + size, 0);
    return unwrap(await client.upload('models.importFile', { id: model.id, sizeBytes }, chunksOf(inOrder)));
  },
);
export const setMirror = createClientThunk(
  'models/setMirror',
  async (mirrorUrl: string | null, { client }) =>
    unwrap(await client.call('models.setMirror', { mirrorUrl })),
  'inPlace',
);

async function* chunksOf(files: readonly Blob[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    const reader = file.stream().getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  }
}

const ready = (data: ModelsState): Loadable<ModelsState> => ({ status: 'ready', data });

/** The models of this computer, as the host has them. */
export const modelsSlice = createSlice({
  name: 'models',
  initialState: (): Loadable<ModelsState> => LOADING,
  reducers: {
    modelsChanged: (_, { payload }: PayloadAction<ModelsState>) => ready(payload),
  },
  extraReducers: (builder) => {
    for (const thunk of [readModels, downloadModel, cancelModel, removeModel, importModel, setMirror]) {
      builder.addCase(thunk.fulfilled, (_, { payload }) => ready(payload));
    }
    builder.addCase(readModels.rejected, (_, action) => ({ status: 'failed', error: failureOf(action) }));
  },
});

const { modelsChanged } = modelsSlice.actions;

/** Reads them and follows them, until the returned function is called. */
export const followModels =
  () =>
  (
    dispatch: (action: ReturnType<typeof modelsChanged> | ReturnType<typeof readModels>) => unknown,
    _: unknown,
    { client }: Pick<ThunkExtra, 'client'>,
  ): (() => void) => {
    const end = client.subscribe('models.onChanged', (state) => dispatch(modelsChanged(state)));
    void dispatch(readModels());
    return end;
  };

export const selectModels = (root: { models: Loadable<ModelsState> }) => root.models;
/** Those of speech that can be used now. */
export const selectSpeechModels = (root: { models: Loadable<ModelsState> }) =>
  dataOf(root.models)?.rows ?? NO_ROWS;
const NO_ROWS: ModelsState['rows'] = [];
