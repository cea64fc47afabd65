import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { joinChunks } from '../../lib/joinChunks.ts';
import type { StripHost } from '../../media/editor/strips/preparedStrips.ts';
import type { PlatformClient, ThunkExtra } from '../../platform/index.ts';
import type { EditorRoot } from './editorState.ts';
import { prepareStrip } from './renderThunks.ts';

/** Tracks of the open project go through their chains on the host. */
export const createStripHost = (
  projectId: string,
  {
    client,
    dispatch,
  }: { client: PlatformClient; dispatch: ThunkDispatch<EditorRoot, ThunkExtra, UnknownAction> },
): StripHost => ({
  async prepare(trackId, signal) {
    const running = dispatch(prepareStrip(trackId));
    signal.addEventListener('abort', () => running.abort(), { once: true });
    const result = await running;
    if (prepareStrip.fulfilled.match(result)) return result.payload.key;
    throw new Error(result.payload?.message ?? result.error.message);
  },
  async read(key, fromSample, samples) {
    const chunks: Uint8Array[] = [];
    await client.open('renders.readStrip', { key, fromSample, samples }, (bytes) => chunks.push(bytes)).done;
    return new Float32Array(joinChunks(chunks).buffer);
  },
  subscribe: (listener) =>
    client.subscribe('renders.onStripProgressed', (progress) => {
      if (progress.projectId === projectId) listener(progress);
    }),
});
