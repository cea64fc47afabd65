import { RpcError } from '../../../src-shared/contract/errors.ts';
import type { Lut } from '../../../src-shared/domain/edit/document.ts';
import { builtInLut } from '../../../src-shared/domain/edit/luts.ts';
import { CubeError, readCube } from '../../../src-shared/video/cube.ts';
import { createClientThunk } from '../../platform/index.ts';
import { edit } from './edits.ts';
import { selectOpened } from './editorSlice.ts';
import type { EditorRoot } from './editorState.ts';
import { failed } from './failed.ts';
import { makeId } from './makeId.ts';

/** Larger is no LUT. */
const MOST_BYTES = 100_000_000;

/** A .cube file, kept in the project. */
export const importLut = createClientThunk<void, { file: File; category: string }, EditorRoot>(
  'editor/importLut',
  async ({ file, category }, { dispatch }) => {
    if (file.size > MOST_BYTES)
      throw new RpcError('FILE_BEYOND_LIMITS', `${file.name} is too large for a LUT.`);
    dispatch(edit('addLut', { lut: readLut(await file.text(), file.name, category) }));
  },
  failed('lut'),
);

function readLut(text: string, fileName: string, category: string): Lut {
  try {
    const { title, size, values } = readCube(text);
    const name = (title || fileName.replace(/\.cube$/i, '')).slice(0, 200);
    return { id: makeId(), name, category, size, values };
  } catch (error) {
    if (!(error instanceof CubeError)) throw error;
    throw new RpcError('FORMAT_UNSUPPORTED', `${fileName}: ${error.message}`);
  }
}

/** A LUT for clips; one of ours comes into the project with its first use. null: none. */
export function applyLut(clipIds: readonly string[], lutId: string | null) {
  return (dispatch: Parameters<ReturnType<typeof edit>>[0], getState: () => EditorRoot): void => {
    const known = selectOpened(getState())?.history.present.luts ?? {};
    const ours = lutId === null || Object.hasOwn(known, lutId) ? null : builtInLut(lutId);
    if (ours) edit('addLut', { lut: ours })(dispatch, getState);
    edit('setClips', { clipIds: [...clipIds], values: { lutId } })(dispatch, getState);
  };
}
