import { useTranslation } from '../../lib/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageBox } from '../../ui/MessageBox.tsx';
import type { Draft, DraftState } from './draft.ts';

/** Why the last edits are not on the disk, and what helps. */
export function SaveProblem({
  draft,
  state,
  onLoad,
}: {
  draft: Draft;
  state: DraftState;
  onLoad: () => void;
}) {
  const { t } = useTranslation('transcriptEditor');
  const { failure } = state;
  if (failure === null) return null;
  // Made of another state than the disk has: sending it again helps nothing.
  const isConflict = failure.code === 'BAD_OPTION';
  return (
    <MessageBox
      tone="error"
      hint={
        <Button size="sm" onClick={isConflict ? onLoad : draft.save}>
          {t(isConflict ? 'loadAgain' : 'saveAgain')}
        </Button>
      }
    >
      {failure.message}
    </MessageBox>
  );
}
