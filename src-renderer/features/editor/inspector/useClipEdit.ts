import type { OperationArgs } from '../../../../src-shared/domain/edit/operations/index.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { draft, edit } from '../edits.ts';

type ClipValues = OperationArgs<'setClips'>['values'];

/** Sets values of clips: shown while a slider moves, kept when it is let go. */
export function useClipEdit(clipIds: readonly string[]) {
  const dispatch = useAppDispatch();
  return {
    show: (values: ClipValues) => dispatch(draft('setClips', { clipIds: [...clipIds], values })),
    keep: (values: ClipValues) => void dispatch(edit('setClips', { clipIds: [...clipIds], values })),
  };
}
